"""What comes next where lines say nothing more: suppositions, in the order of their cost, that lead on.

The cheapest chain comes first (`nonosat.questions.explanation.chains`), then cells all of whose colours lead to the
same, then suppositions inside of others. A long chain often settles one cell, and nothing follows from that. So the
long ones are found one after the other until lines or a short chain go on; those of them that are not needed for that
are left out. What they say is found again later, as a rule with less work.
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
    refute,
)
from nonosat.questions.explanation.shapes import PROBE
from nonosat.questions.explanation.story import ends
from nonosat.questions.solution_space.explore import STATES
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.propagate import propagate

DEEPER = "deeper"  # the name of steps that are beyond what people do by hand
_IN_A_ROW = 30  # the most long chains that are found before one of them is given


class Budget(NamedTuple):
    """How much is searched for one step, and for what all solutions have in common."""

    suppositions: float = inf
    """Chains are looked for of so many suppositions, about."""
    states: int = STATES
    """Frontiers of a region of open cells that is compiled."""
    conflicts: float = inf
    """Conflicts of the solver."""


UNLIMITED = Budget()


@dataclass(frozen=True, slots=True)
class Finding:
    """Colours that cells do not have, as suppositions show."""

    reason: str
    removals: list[Removal]
    probes: tuple[Probe, ...]
    least: int = 0
    """No single supposition is refuted with fewer links: that much is proved."""

    @property
    def is_short(self) -> bool:
        """True if it can be followed by hand."""
        return self.reason == PROBE and links_of(self.probes[0]) <= SHORT

    def holds(self, board: Board) -> bool:
        """Returns whether it can be shown on a board at its fixpoint, too."""
        if self.reason == "cases":
            found = agreed(board, self.probes[0].cell)
            return found is not None and set(self.removals) <= set(found[0])
        (probe,) = self.probes
        after = board.copy()
        after.fix(probe.cell, probe.colour)
        return ends(after, probe.derivation)


class Suppositions:
    """Finds suppositions about one puzzle as more becomes known of it."""

    def __init__(
        self,
        depth: int,
        effort: int,
        tick: Callable[[], None],
        seen: Callable[[], Sequence[Container[int]]],
        all_of_them: bool,
        budget: Budget,
    ) -> None:
        """Suppositions are made `depth` deep; `all_of_them` is whether each comes, though nothing follows from it.

        `seen` says per cell which colours it has in some solution, as far as that is known.
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
        """True if something cheaper may come next than what was found last, or something though nothing was found."""
        return self._refuter.cut_short

    def next(self, board: Board) -> Finding | None:
        """What comes next on a board at its fixpoint; None if nothing is found."""
        while self._coming:
            found = self._coming.pop(0)
            if all(colour in board.colours_of(cell) for cell, colour in found.removals):
                return found
        self._coming = self._leading_on(board)
        return self._coming.pop(0) if self._coming else None

    def _leading_on(self, board: Board) -> list[Finding]:
        """The cheapest; if it is long, those long ones that it takes until something shorter follows."""
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
        """Notes what was found on a board: whether lines say more of it than that."""
        before = candidates_of(board)
        touched = [line for cell, colour in finding.removals for line in exclude(board, cell, colour)]
        broken = propagate(board, touched, tick=self._tick)
        return broken is not None or before - candidates_of(board) > len(finding.removals)

    def _leads_on(self, board: Board, findings: Sequence[Finding]) -> bool:
        """Returns whether all of it can be shown one after the other, and something shorter follows in the end."""
        after = board.copy()
        more = False
        for finding in findings:
            if not finding.holds(after):
                return False
            more = self._says_more(after, finding)
        return more or self._refuter.is_short_next(after)

    def _cheapest(self, board: Board) -> Finding | None:
        """What takes the fewest links."""
        if self._depth < 1:
            return None
        if found := self._refuter.cheapest(board, nesting=self._depth > 1):
            return _of(PROBE, found.probe, found.least)
        seen = self._seen()  # what some solution has is not refuted
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
            for depth in range(3, min(self._depth, board.cells) + 1):  # each supposition is of another cell
                for cell, colour in hopeful:
                    if probe := refute(board, cell, colour, depth=depth, effort=self._effort):
                        return _of(DEEPER, probe)
        except OutOfEffort:
            pass
        return None


def _of(reason: str, probe: Probe, least: int = 0) -> Finding:
    return Finding(reason, [(probe.cell, probe.colour)], (probe,), least)
