"""Suppositions once lines say nothing more, in the order of their cost.

The cheapest chain comes first (`nonosat.questions.explanation.chains`), then cells whose colours all lead to the same, then
nested suppositions. A long chain often settles one cell only. So long ones are collected until lines or a short chain
follow; those that are not needed for that are dropped, and found again later, usually with less work.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from math import inf
from typing import NamedTuple

from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.questions.explanation.chains import SHORT, Refuter, links_of
from nonosat.questions.explanation.probing import (
    Effort,
    OutOfEffort,
    Probe,
    Removal,
    agreed,
    candidates_of,
    exclude,
    open_colours,
)
from nonosat.questions.explanation.shapes import PROBE
from nonosat.questions.explanation.story import ends
from nonosat.questions.solution_space.explore import STATES
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.propagate import propagate

DEEPER = "deeper"  # technique of steps beyond what people do by hand
_IN_A_ROW = 30  # maximum number of long chains collected before one is returned


class Budget(NamedTuple):
    """Search budget per step, and for the backbone."""

    suppositions: float = inf
    """Suppositions searched for chains, approximately."""
    states: int = STATES
    """Frontiers of a region that is compiled."""
    conflicts: float = inf
    """Conflicts of the solver."""


UNLIMITED = Budget()


@dataclass(frozen=True, slots=True)
class Finding:
    """Colours that suppositions exclude."""

    reason: str
    removals: list[Removal]
    probes: tuple[Probe, ...]
    least: int = 0
    """Proved: no single supposition is refuted with fewer links."""

    @property
    def is_short(self) -> bool:
        """True if it can be followed by hand."""
        return self.reason == PROBE and links_of(self.probes[0]) <= SHORT

    def holds(self, board: Board) -> bool:
        """Returns whether it holds on another board at its fixpoint, too."""
        if self.reason == "cases":
            found = agreed(board, self.probes[0].cell)
            return found is not None and set(self.removals) <= set(found[0])
        (probe,) = self.probes
        after = board.copy()
        after.fix(probe.cell, probe.colour)
        return ends(after, probe.derivation)


class Suppositions:
    """Finds suppositions about one puzzle as more becomes known; mutable."""

    def __init__(
        self,
        depth: int,
        effort: int,
        tick: Callable[[], None],
        seen: Callable[[], Sequence[Container[int]]],
        all_of_them: bool,
        budget: Budget,
    ) -> None:
        """`depth` is that of nested suppositions; with `all_of_them`, long chains come even if nothing follows from them.

        `seen` returns per cell the colours that it has in some known solution.
        """
        self._depth = depth
        self._tick = tick
        self._effort = Effort(effort, tick)
        self._refuter = Refuter(tick, self._effort, budget.suppositions)
        self._seen = seen
        self._all = all_of_them
        self._coming: list[Finding] = []

    @property
    def cut_short(self) -> bool:
        """True if the budget was hit: something cheaper than the latest finding may exist, or something at all."""
        return self._refuter.cut_short

    def next(self, board: Board) -> Finding | None:
        """Returns the next finding on a board at its fixpoint; None if there is none."""
        while self._coming:
            found = self._coming.pop(0)
            if all(colour in board.colours_of(cell) for cell, colour in found.removals):
                return found
        self._coming = self._leading_on(board)
        return self._coming.pop(0) if self._coming else None

    def _leading_on(self, board: Board) -> list[Finding]:
        """Returns the cheapest finding; if it is long, the long ones that are needed until something shorter follows."""
        self._refuter.asked = 0
        cheapest = self._cheapest(board)
        if cheapest is None:
            return []
        found = [cheapest]
        after = board.copy()
        while not (found[-1].is_short or self._all or self._says_more(after, found[-1])):
            more = len(found) < _IN_A_ROW and not self._refuter.cut_short
            following = self._cheapest(after) if more else None
            if following is None:
                return found
            if following.is_short:
                break
            found.append(following)
        for each in found[:-1]:
            fewer = [other for other in found if other is not each]
            if self._leads_on(board, fewer):
                found = fewer
        return found

    def _says_more(self, board: Board, finding: Finding) -> bool:
        """Applies a finding to a board; returns whether lines say more then."""
        before = candidates_of(board)
        touched = [line for cell, colour in finding.removals for line in exclude(board, cell, colour)]
        broken = propagate(board, touched, tick=self._tick)
        return broken is not None or before - candidates_of(board) > len(finding.removals)

    def _leads_on(self, board: Board, findings: Sequence[Finding]) -> bool:
        """Returns whether the findings hold one after the other, and something shorter follows."""
        after = board.copy()
        more = False
        for finding in findings:
            if not finding.holds(after):
                return False
            more = self._says_more(after, finding)
        return more or self._refuter.is_short_next(after)

    def _cheapest(self, board: Board) -> Finding | None:
        """Returns the finding with the fewest links."""
        if self._depth < 1:
            return None
        if found := self._refuter.cheapest(board, nesting=self._depth > 1):
            return _of(PROBE, found.probe, found.least)
        seen = self._seen()  # candidates in some solution are never refuted
        hopeful = [each for each in open_colours(board, self._tick) if each[1] not in seen[each[0]]]
        for cell in range(board.cells) if hopeful else ():
            self._tick()
            if len(board.colours_of(cell)) > 1 and (agreeing := agreed(board, cell)):
                return Finding("cases", *agreeing)
        if self._depth < 2 or not hopeful:
            return None
        if found := self._refuter.nested(board, hopeful):
            return _of("nested", found.probe)
        try:
            if found := self._refuter.deeper(board, hopeful):
                return _of(DEEPER, found.probe)
        except OutOfEffort:
            pass
        return None


def _of(reason: str, probe: Probe, least: int = 0) -> Finding:
    return Finding(reason, [(probe.cell, probe.colour)], (probe,), least)
