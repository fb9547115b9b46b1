"""Exact counters in child processes that can be ended at any time; the first result counts.

Ganak counts the models of clauses by their values on some of the variables (S. Sharma, S. Roy, M. Soos and
K. S. Meel, "GANAK: a scalable probabilistic exact model counter", IJCAI 2019, exact by default). It has
no time limit and cannot be interrupted. It comes with the extra `count`; nothing else in the package needs
it. Our own counter of that kind, `nonosat.questions.solution_space.component_caching`, is always there, and says
what is certain by now while it works.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from nonosat.foundation.limits import Clock, Limit
from nonosat.foundation.packages import importable
from nonosat.foundation.workers.processes import Child, Message, Parent, Returned, Started, available, listen
from nonosat.model.puzzle import Puzzle
from nonosat.questions.solution_space.component_caching import count_solutions
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.line import Masks
from nonosat.solving.sat.encodings import encode

EXTRA = "pip install nonosat[count]"
"""How to install Ganak."""


def installed() -> bool:
    """Whether Ganak can be used; this is quick to find out."""
    return available() and importable("pyganak")


class Counting:
    """Counters at work on the number of a board's solutions; ended when it is closed.

    The board must be at its fixpoint, and `witness` one of its solutions, cell by cell. Each counter may hold
    that many bytes of memory. `result` is the number, and `by` the name of the counter that found it. It is
    None until then, and stays None if all counters die. There are `at_least` that many in any case.
    """

    def __init__(self, board: Board, witness: bytes, memory: int | None = None) -> None:
        self.result: int | None = None
        self.by = ""
        self.at_least = 1
        self._children: dict[Child, str] = {}
        """Each with the name of its counter."""
        for name, counter in COUNTERS.items():
            if available() and (name != "ganak" or installed()):
                child = Child()
                self._children[child] = name
                child.call(counter, board.puzzle, board.candidates, witness, memory, memory=memory)
        self._at_work = set(self._children)

    @property
    def finished(self) -> bool:
        """Whether there is a result."""
        self.wait(0)
        return self.result is not None

    def wait(self, seconds: float | None) -> None:
        """Waits for a result, for that many seconds at most, or until all have died."""
        clock = Clock(Limit(seconds=seconds))
        while self.result is None and self._at_work and (messages := list(listen(self._at_work, clock.left))):
            for child, message in messages:
                if isinstance(message, Returned):
                    self.result, self.by = message.value, self._children[child]
                if isinstance(message, Message):
                    self.at_least = max(self.at_least, message.value)
                elif not isinstance(message, Started):
                    self._at_work.remove(child)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        for child in self._children:
            child.end()


# --- in the child


def _board(puzzle: Puzzle, candidates: list[Masks]) -> Board:
    board = Board(puzzle)
    board.candidates = candidates
    return board


def _searched(
    parent: Parent, puzzle: Puzzle, candidates: list[Masks], witness: bytes, memory: int | None
) -> int:
    clock = Clock(Limit(memory=memory))
    return count_solutions(_board(puzzle, candidates), witness, clock=clock, observer=parent.send)


def _by_ganak(_: Parent, puzzle: Puzzle, candidates: list[Masks], *_others: object) -> int:
    from pyganak import Counter

    cnf = encode(_board(puzzle, candidates))
    counter = Counter()
    counter.new_vars(cnf.variables)
    counter.add_clauses(cnf.clauses)
    counter.set_sampling_set(list(range(1, cnf.cell_variables + 1)))
    models: int = counter.count()
    return models


COUNTERS: dict[str, Callable[..., int]] = {"searched": _searched, "ganak": _by_ganak}
"""By the names of their `Method`."""
