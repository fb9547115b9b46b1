"""What a repair is: the changes, the repaired puzzle, and how sure it is that fewer would not do."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.foundation.results import Answer, Result
from nonosat.model.clues import Clue, clue_list
from nonosat.model.geometry import Axis, LineId
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.solving.engine.outcome import Verdict

if TYPE_CHECKING:
    from nonosat.records import answers as records


class By(StrEnum):
    """What may be changed."""

    CLUE = "clue"
    GIVENS = "givens"
    PIXELS = "pixels"


@dataclass(frozen=True, slots=True, repr=False)
class CellChange(Result):
    """A cell to reveal or to repaint, and its colour then; rows and columns count from 0."""

    row: int
    column: int
    colour: int

    def to_json(self) -> records.Change:
        """The record of it; see docs/json.md."""
        return {"row": self.row, "column": self.column, "colour": self.colour}


@dataclass(frozen=True, slots=True, repr=False)
class ClueChange(Result):
    """A clue to replace."""

    axis: Axis
    index: int
    before: Clue | None
    after: Clue | None

    @property
    def line(self) -> LineId:
        """The axis and the index together."""
        return LineId(self.axis, self.index)

    def to_json(self) -> records.Change:
        """The record of it; see docs/json.md."""
        before, after = clue_list(self.before), clue_list(self.after)
        return {"axis": self.axis, "index": self.index, "from": before, "to": after}


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Repair(Answer):
    """The smallest change that was found, or none; and what is proved about that."""

    by: By
    puzzle: Puzzle | None = None
    """The repaired puzzle; None if no repair was found."""
    changes: tuple[CellChange | ClueChange, ...] = ()
    edits: tuple[str, ...] = ()
    """What the typist may have done, for `By.CLUE`."""
    grid: Grid | None = None
    """A solution of the repaired puzzle: the only one, where the verdict is UNIQUE."""
    verdict: Verdict = Verdict.UNKNOWN
    """On the repaired puzzle."""
    line_solvable: bool | None = None
    cost: int = 0
    """How many cells, or their weights together; how many edits of clues."""
    bound: int = 0
    """No repair of this kind costs less, as far as it is proved."""
    nearest: Puzzle | None = None
    """For `By.PIXELS` without a repair: of the grids tried, the one that lines leave the fewest cells open in."""
    others: tuple[Repair, ...] = ()
    """For `By.CLUE` the other repairs that were found, best first."""
    complete: bool = False
    """Whether everything that was allowed has been considered."""

    @property
    def found(self) -> bool:
        """Whether there is a repair."""
        return self.puzzle is not None

    @property
    def optimal(self) -> bool:
        """Whether it is proved that no repair of this kind costs less."""
        return self.found and self.cost <= self.bound

    def to_json(self) -> records.Repair:
        """The record of it; see docs/json.md."""
        return {
            "by": self.by.value,
            "found": self.found,
            **self._repaired(),
            "solutions": [self.grid.to_json()] if self.grid else [],
            "cost": self.cost,
            "bound": self.bound,
            "optimal": self.optimal,
            "complete": self.complete,
            "alternatives": [each._repaired() for each in self.others],
            "stopped": self.stopped,
            "detail": self.detail,
            "seconds": round(self.seconds, 6),
        }

    def _repaired(self) -> records.RepairFound:
        return {
            "repaired": self.puzzle.to_json() if self.puzzle else None,
            "changes": [change.to_json() for change in self.changes],
            "edits": list(map(str, self.edits)),
            "verdict": self.verdict.value,
            "line_solvable": self.line_solvable,
        }
