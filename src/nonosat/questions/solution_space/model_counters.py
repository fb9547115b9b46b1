"""Runs exact counters in child processes; the first result counts.

Ganak does projected model counting (S. Sharma, S. Roy, M. Soos and K. S. Meel, "GANAK: a scalable probabilistic exact
model counter", IJCAI 2019; exact by default). It has no time limit and cannot be interrupted; the extra `count`
installs it. Our own counter, `nonosat.questions.solution_space.component_caching`, is always available and reports
lower bounds while it works.
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

EXTRA = "pip install 'nonosat[count]'"  # command that installs Ganak


def installed() -> bool:
    """Returns whether Ganak can be used; fast."""
    return available() and importable("pyganak")


class Counting:
    """Counters at work on one board; a context manager that ends them.

    The board must be at its fixpoint, `witness` one of its solutions. Each counter gets `memory` bytes. `result` is the
    count and `by` the name of its counter; None while unknown or if all counters died. `at_least` is a lower bound.
    """

    def __init__(self, board: Board, witness: bytes, memory: int | None = None) -> None:
        self.result: int | None = None
        self.by = ""
        self.at_least = 1
        self._children: dict[Child, str] = {}  # children and the names of their counters
        for name, counter in COUNTERS.items():
            if available() and (name != "ganak" or installed()):
                child = Child()
                self._children[child] = name
                child.call(counter, board.puzzle, board.candidates, witness, memory, memory=memory)
        self._at_work = set(self._children)

    @property
    def finished(self) -> bool:
        """True if there is a result."""
        self.wait(0)
        return self.result is not None

    def wait(self, seconds: float | None) -> None:
        """Waits up to `seconds` for a result, or until all counters are gone."""
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


# counters by the name of their `Method`
COUNTERS: dict[str, Callable[..., int]] = {"searched": _searched, "ganak": _by_ganak}
