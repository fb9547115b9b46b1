"""Results of repairs: the changes, the repaired puzzle and the proved bound."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from nonosat.model.clues import Clue, clue_list
from nonosat.model.geometry import Axis, LineId
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.records.cells import cell_change
from nonosat.search.outcome import Verdict
from nonosat.support.results import Answer, Result

if TYPE_CHECKING:
    from nonosat.records import answers as records


class By(StrEnum):
    """Kind of change."""

    CLUE = "clue"
    GIVENS = "givens"
    PIXELS = "pixels"


@dataclass(frozen=True, slots=True, repr=False)
class CellChange(Result):
    """A cell to reveal or repaint, and its new colour; rows and columns count from 0."""

    row: int
    column: int
    colour: int

    def to_json(self) -> records.Change:
        """Returns the record; see docs/json.md."""
        return cell_change(self.row, self.column, self.colour)


@dataclass(frozen=True, slots=True, repr=False)
class ClueChange(Result):
    """A replaced clue."""

    axis: Axis
    index: int
    before: Clue | None
    after: Clue | None

    @property
    def line(self) -> LineId:
        """Identifier of the line."""
        return LineId(self.axis, self.index)

    def to_json(self) -> records.Change:
        """Returns the record; see docs/json.md."""
        before, after = clue_list(self.before), clue_list(self.after)
        return {"axis": self.axis, "index": self.index, "before": before, "after": after}


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Repair(Answer):
    """The smallest change found, or none, and a lower bound."""

    by: By
    repaired: Puzzle | None = None
    """The repaired puzzle; None if no repair was found."""
    changes: tuple[CellChange | ClueChange, ...] = ()
    edits: tuple[str, ...] = ()
    """`By.CLUE`: the undone typing errors."""
    grid: Grid | None = None
    """A solution of the repaired puzzle; the only one if the verdict is UNIQUE."""
    verdict: Verdict = Verdict.UNKNOWN
    """Verdict on the repaired puzzle."""
    line_solvable: bool | None = None
    cost: int = 0
    """Number of cells, or the sum of their weights; number of edits for `By.CLUE`."""
    bound: int = 0
    """Proved lower bound on the cost of such a repair."""
    alternatives: tuple[Repair, ...] = ()
    """`By.CLUE` and `By.PIXELS`: other repairs, best first."""
    complete: bool = False
    """True if all allowed changes were considered."""

    @property
    def found(self) -> bool:
        """True if a repair was found."""
        return self.repaired is not None

    @property
    def optimal(self) -> bool:
        """True if it is proved that no repair of this kind costs less."""
        return self.found and self.cost <= self.bound

    def to_json(self) -> records.Repair:
        """Returns the record; see docs/json.md."""
        return {
            "by": self.by.value,
            "found": self.found,
            **self._repaired(),
            "solutions": [self.grid.to_json()] if self.grid else [],
            "cost": self.cost,
            "bound": self.bound,
            "optimal": self.optimal,
            "complete": self.complete,
            "alternatives": [repair._repaired() for repair in self.alternatives],
            "stopped": self.stopped,
            "detail": self.detail,
            "seconds": round(self.seconds, 6),
        }

    def _repaired(self) -> records.RepairFound:
        return {
            "repaired": self.repaired.to_json() if self.repaired else None,
            "changes": [change.to_json() for change in self.changes],
            "edits": list(map(str, self.edits)),
            "verdict": self.verdict.value,
            "line_solvable": self.line_solvable,
        }
