"""The contract of a line solver, and the choice of one: the compiled kernel if it is there, else Python.

Tests compare both. The Python solver has neither learner nor beliefs, so SAT solvers get all that lines and probing leave open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Protocol, TypeGuard

from nonosat.lines.compiled import Kernel, arrangement, prepared
from nonosat.lines.line import Masks, Tick
from nonosat.lines.stages import Candidates, Schedule, StagedSearch
from nonosat.model.clues import Clue
from nonosat.model.geometry import Geometry, Rectangle

if TYPE_CHECKING:
    from nonosat.lines.chains import Chain, Supposition

NO_TECHNIQUE, NO_FILLING = -1, -2
"""Results instead of a technique's index: no technique applies; the line has no filling."""


class LineSolver(Protocol):
    """The lines of a puzzle, prepared. `candidates` are a board: the masks of all lines; `masks` are of one line."""

    def blank(self, givens: tuple[tuple[int, int], ...], /) -> Candidates:
        """Returns the masks of a board with nothing but `givens`, pairs of a cell and its colour."""

    def to_kernel(self, candidates: list[Masks], /) -> Candidates:
        """Converts lists of masks to a board of the kernel."""

    def from_kernel(self, candidates: Candidates, /) -> list[Masks]:
        """Converts a board of the kernel to lists of masks."""

    def known(self, candidates: Candidates, /) -> tuple[bytes, int]:
        """Returns the colour of each cell, the first of its candidates, and the number of open cells."""

    def propagate(
        self,
        candidates: Candidates,
        lines: Iterable[int] | None,
        observer: Callable[[int, tuple[int, ...]], object] | None,
        tick: Tick,
        /,
    ) -> int:
        """Settles `lines` (all for None) to the fixpoint, in place. Returns the line without a filling, or -1.

        The observer gets each line that lost candidates, with the lost positions per colour. It cannot use the board.
        """

    def probe(
        self, candidates: Candidates, patience: int, credit: int, most: int, tick: Tick, /
    ) -> tuple[int, int, list[bytes]]:
        """Probes the open cells of a board at its fixpoint, in place, as `nonosat.lines.probing` explains.

        Ends when nothing changes, after `patience` consecutive fruitless probes, at `most` solutions (0: they are not
        collected), or when the work exceeds `credit` for each open cell, and again for each one settled. Settling a line is
        one unit of work per word of its masks, times its blocks + 1. Returns a line without a filling, or -1; the number of
        probes; and the solutions met.
        """

    def search(
        self, candidates: Candidates, seed: int, most: int, learner: bool, schedule: Schedule | None, /
    ) -> StagedSearch:
        """Begins a search of a board, which is copied, for `most` solutions (0: all); without a schedule by the default one."""

    def chain(
        self, candidates: Candidates, supposition: Supposition, links: int, nodes: int, tick: Tick, /
    ) -> tuple[int, Chain | None]:
        """Returns a lower bound on links, and a chain of at most `links` if `nodes` search nodes find one.

        See `nonosat.lines.chains`. The bound is 0 if lines do not refute the supposition, and greater than `links` if
        no chain of `links` does.
        """

    def derived(self, candidates: Candidates, supposition: Supposition, tick: Tick, /) -> Chain | None:
        """Returns a minimal chain from propagation; None if nothing is refuted.

        If the cell has the colour already, propagation starts from all lines.
        """

    def shortened(
        self, candidates: Candidates, supposition: Supposition, chain: Sequence[int], tick: Tick, /
    ) -> Chain | None:
        """Returns the chain without superfluous links, or None if it does not refute the supposition.

        It can have inner suppositions (`nonosat.lines.chains`).
        """

    def nested(
        self,
        candidates: Candidates,
        supposition: Supposition,
        links: int,
        effort: int,
        fewer: int,
        tick: Tick,
        /,
    ) -> tuple[Chain | None, int]:
        """Returns a minimal chain of fewer lines than `fewer` with an inner supposition, or None, and the effort spent.

        Up to `links` links refute the inner supposition. With `effort` there can be several, up to `effort` of them
        refuted by propagation.
        """

    def spans(self, line: int, masks: Sequence[int], /) -> list[tuple[int, int]] | None:
        """Returns `nonosat.lines.line.block_spans` of a line with a clue."""

    def settle(self, line: int, masks: Sequence[int], /) -> Masks | None:
        """Returns `nonosat.lines.line.settle` of a line; the masks unchanged if it has no clue."""


class TechniqueSolver(LineSolver, Protocol):
    """The kernel, which knows techniques and repaints; without it see `nonosat.explaining.steps.first_technique`.

    The techniques are `LINE_TECHNIQUES` of `nonosat.explaining.steps.techniques`, by index.
    """

    def argument(self, line: int, masks: Sequence[int], asked: int = ..., techniques: int = ..., /) -> int:
        """Returns the first of so many techniques (by default all) that removes a candidate from a line with a clue.

        With `asked`, a mask of positions: the first that leaves one colour to one of these cells. `NO_TECHNIQUE` if none does,
        `NO_FILLING` for a line without a filling.
        """

    def steps(
        self, candidates: Candidates, tick: Tick, /
    ) -> tuple[list[tuple[int, int, int, int]], int, int]:
        """Takes the steps of a person, in place: always the first technique that applies to any line, on the first such line.

        Returns the steps, the number of lines with more to say at their end, and a line without a filling, which ends them,
        or -1. A step has its line, the index of its technique, the number of lines with something to say before it, and
        that of unfinished lines after it.
        """

    def stalled(self, cells: bytes, techniques: int, tick: Tick, /) -> bytes:
        """Returns 1 for each cell that the first `techniques` leave open with the clues of a grid; for 0, line solving."""

    def mend(
        self,
        candidates: Candidates,
        picture: bytes,
        best: bytes,
        cost: int,
        task: tuple[bool, int, int, int],
        costs: bytes,
        images: bytes,
        swaps: bytes,
        tick: Tick,
        /,
    ) -> tuple[bytes, int, list[tuple[bytes, bytes]]]:
        """Repaints a picture by one run of annealing; returns the cheapest repair, its cost (-1: none), and what it met.

        `candidates` are `blank` but for givens; `best` and `cost` are the cheapest repair so far. The task: whether the
        clues must have one solution (else lines must settle them), the run's number, the seed, and the steps. `costs`,
        `images` and `swaps` are integers of 32 bits, as nonosat.h explains. Met are pictures, each with another solution
        of its clues.
        """


def knows_techniques(solver: LineSolver) -> TypeGuard[TechniqueSolver]:
    """Returns True for the kernel."""
    return Kernel is not None and isinstance(solver, Kernel)


def line_solver(geometry: Geometry, clues: Sequence[Clue | None], colours: int) -> LineSolver:
    """Returns the line solver for the clues of a geometry's lines, family by family."""
    if Kernel is not None:
        shape = (
            geometry.layout
            if isinstance(geometry, Rectangle)
            else arrangement([*chain.from_iterable(geometry.families)])
        )
        return prepared(Kernel, shape, clues, colours)
    from nonosat.lines.reference import Reference  # rarely needed

    return Reference(geometry, clues, colours)
