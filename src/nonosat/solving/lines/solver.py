"""The contract of a line solver, and the choice of one: the compiled kernel if there is one, else Python.

The choice is made here and nowhere else. The tests compare both; the Python has no searches (`dive`, `tree`, `learner`,
`beliefs`), so that solvers of clauses do all that lines and probing leave open. The kernel is not used if NONOSAT_PURE is
set in the environment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol

from nonosat.foundation.packages import PURE
from nonosat.model.clues import ANY, Clue
from nonosat.model.geometry import Geometry, Rectangle
from nonosat.solving.lines.line import Masks

if TYPE_CHECKING:
    from nonosat.solving.lines.chains import Chain, Supposition
    from nonosat.solving.lines.kernel import _compiled

Kernel: type[_compiled.Lines] | None = None
TECHNIQUES: tuple[str, ...] = ()
"""The names of the techniques of people that the kernel has."""
EFFORT = 0.2
"""Probing effort relative to the compiled kernel; lower in pure Python, where SAT is comparatively cheap."""

if not PURE:
    try:
        from nonosat.solving.lines.kernel._compiled import TECHNIQUES
        from nonosat.solving.lines.kernel._compiled import Lines as Kernel

        EFFORT = 1.0
    except ImportError:
        pass


KERNEL_IN_USE = "compiled" if Kernel is not None else "Python"
"""Who answers: what was compiled at installation, or the reference."""


Candidates = Any
"""The masks of all lines: lists of them, or packed as the same solver has made them."""

NO_ARGUMENT, NO_FILLING = -1, -2
"""Instead of the rank of an argument: nothing new can be said of a line; it has no filling."""


_UNKNOWN = 255
"""Instead of the number of a technique that the kernel does not have."""


def technique_numbers(names: Iterable[str]) -> bytes:
    """Techniques by name, in the order in which they are to be tried, as `LineSolver` takes them."""
    return bytes(TECHNIQUES.index(name) if name in TECHNIQUES else _UNKNOWN for name in names)


class Learner(Protocol):
    """What `nonosat.solving.lines.learning.LearningSearch` searches."""

    def search(
        self, conflicts: int, work: int, found: list[bytes], most: int, tick: Callable[[], object] | None, /
    ) -> tuple[bool, int, int]:
        """Continues, and appends new pictures: whether it is complete, the conflicts, and the work.

        An exception of the tick ends the search: it raises `RuntimeError` from then on.
        """

    def prefer(self, likelihoods: memoryview, boost: float, /) -> None:
        """Sets phases and activities of cells."""

    def narrow(self, candidates: Candidates, /) -> None:
        """Removes the candidates that a board of the same lines has lost."""

    def learnt(self, size: int, /) -> list[tuple[int, ...]]:
        """Units, and new clauses of up to `size` cells: 1 + colour * cells + cell, negative if the cell lacks the colour."""


class LineSolver(Protocol):
    """The lines of a puzzle, prepared. `candidates` are the masks of all lines, `masks` those of one.

    As long as nobody looks at masks in Python, those of all lines may be packed: the kernel takes them so without reading
    one integer after another.
    """

    def blank(self, givens: tuple[tuple[int, int], ...], /) -> Candidates:
        """The masks of a board of which nothing is known but some cells: each is given with its colour."""

    def unpacked(self, packed: bytearray, /) -> list[Masks]:
        """Packed masks as lists."""

    def known(self, candidates: Candidates, /) -> tuple[bytes, int]:
        """The colour of each cell, the first that it can have; and how many cells can have several."""

    def propagate(
        self,
        candidates: Candidates,
        lines: Iterable[int] | None,
        observer: Callable[[int, tuple[int, ...]], object] | None,
        tick: Callable[[], object] | None,
        /,
    ) -> int:
        """Settles lines, all for None, and what follows, in place: the line without a filling, or -1.

        The observer is told of each line that lost something, and what, per colour. `tick` is called now
        and then, and may raise to give up.
        """

    def probe(
        self,
        candidates: Candidates,
        patience: int,
        credit: int,
        reward: int,
        most: int,
        tick: Callable[[], object] | None,
        /,
    ) -> tuple[int, int, list[bytes]]:
        """Probes the open cells of a board at its fixpoint, in place, as `nonosat.solving.lines.probing` explains.

        Ends when nothing changes any more, or `patience` probes in turn refuted nothing, or a line has no
        filling, or more work was done than there is credit for. To settle a line is as much work as its masks have
        words, times its blocks and one; `reward` is added to the credit for each cell that is settled. Returns the
        line, or -1; the number of probes; and solutions that they led to, the search for which ends at `most`, 0 for none.
        """

    def learner(self, candidates: Candidates, /) -> Learner | None:
        """A search of a board at its fixpoint that learns from conflicts: see `nonosat.solving.lines.learning`.

        None without the kernel, and for blocks with more than 24 million possible starts.
        """

    def chains(
        self,
        candidates: list[Masks],
        suppositions: Sequence[Supposition],
        links: int,
        nodes: int,
        tick: Callable[[], object] | None,
        /,
    ) -> list[tuple[int, Chain | None]]:
        """For each supposition a chain that refutes it, as `nonosat.solving.lines.chains` explains.

        A pair of a number that no chain has fewer links than, and a chain of `links` or fewer links; or None
        if there is none, or it was not found after that many nodes of the search. The number is 0 if no chain
        refutes the supposition, and greater than `links` if none of this many does.
        """

    def derived(
        self,
        candidates: list[Masks],
        supposition: Supposition,
        tick: Callable[[], object] | None,
        /,
    ) -> Chain | None:
        """A chain from propagation, without links that it can do without; None if nothing is refuted.

        If the cell has the colour already, propagation starts from all lines.
        """

    def shortened(
        self,
        candidates: list[Masks],
        supposition: Supposition,
        chain: Sequence[int],
        tick: Callable[[], object] | None,
        /,
    ) -> Chain | None:
        """A chain without links that it can do without, so that it needs all that are left.

        It may have suppositions inside of it, written as `nonosat.solving.lines.chains.inner` says. None if it
        does not refute the supposition.
        """

    def nested(
        self,
        candidates: list[Masks],
        supposition: Supposition,
        passes: int,
        effort: int,
        fewer: int,
        tick: Callable[[], object] | None,
        /,
    ) -> tuple[Chain | None, int]:
        """A chain of fewer lines than `fewer` with a supposition inside that needs all its links, and the effort spent.

        None if none is found. The inner supposition is tried after each of up to `passes` passes
        over the lines; with -1 only at the fixpoint, where several can be inside: `effort` of them from propagation.
        """

    def spans(self, line: int, masks: Masks, /) -> list[tuple[int, int]] | None:
        """`nonosat.solving.lines.line.block_spans` of a line that has a clue."""

    def argument(self, line: int, masks: Masks, techniques: bytes, /) -> int | None:
        """The place of the first of some techniques of people that says anything new of a line.

        They are numbers, see `technique_numbers`. It is the place of one that is unknown here if none before
        that says anything, `NO_ARGUMENT` if there is nothing new to say, and `NO_FILLING` for a line without a
        filling. None where the caller has to look without help. The line must have a clue.
        """

    def stalled(self, cells: bytes, techniques: bytes, tick: Callable[[], object] | None, /) -> bytes | None:
        """1 for each cell of a grid that lines leave open by those techniques, or completely settled by none.

        The clues are not looked at: each line has that of the grid. None where the caller has to do it.
        """

    def beliefs(
        self,
        candidates: Candidates,
        sweeps: int,
        noise: memoryview[float],
        pull: float,
        damping: float,
        tick: Callable[[], object] | None,
        /,
    ) -> bytes | None:
        """The likelihoods [colour][cell]: doubles as they lie in memory; None without the kernel."""


def line_solver(geometry: Geometry, clues: Sequence[Clue | None], colours: int) -> LineSolver:
    """The line solver for these clues, which are those of the geometry's lines, family by family."""
    if Kernel is not None:
        layout = (
            geometry.layout if isinstance(geometry, Rectangle) else [*chain.from_iterable(geometry.families)]
        )
        try:
            return Kernel(layout, clues, len(geometry.axes), colours)
        except ValueError:
            if not any(ANY in clue for clue in clues if clue):  # which it does not take
                raise
    from nonosat.solving.lines.reference import Reference  # not for those who have the kernel

    return Reference(geometry, clues, colours)
