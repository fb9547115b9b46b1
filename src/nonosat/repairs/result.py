"""Results of repairs: the changes, the repaired puzzle and the proved bound."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar

from nonosat.model.clues import Clue, clue_list
from nonosat.model.geometry import LineId
from nonosat.model.puzzle import Given, Grid, Puzzle
from nonosat.repairs.means import By
from nonosat.search.outcome import Verdict
from nonosat.support.results import END, Answer, Result, member

if TYPE_CHECKING:
    from nonosat.records.shared_types import CLUE, CellColour, CellColumn, CellRow, LineAxis, LineIndex, Rows


class Change(Result):
    """A cell with its new colour, or a line with its clues."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class CellChange(Change):
    """A cell to reveal or repaint, and its new colour; rows and columns count from 0."""

    row: CellRow
    column: CellColumn
    colour: CellColour

    _RECORD = "OfCell"
    _MEMBERS = Given._fields


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class ClueChange(Change):
    """A replaced clue."""

    axis: LineAxis
    index: LineIndex
    before: Clue | None
    after: Clue | None

    @property
    def line(self) -> LineId:
        """Identifier of the line."""
        return LineId(self.axis, self.index)

    _MEMBERS = ("axis", "index", "before", "after")

    @member
    def _before(self) -> Annotated[list[object] | None, CLUE, "Line: its clue before the change."]:
        return clue_list(self.before)

    @member
    def _after(self) -> Annotated[list[object] | None, CLUE, "Line: its clue after the change."]:
        return clue_list(self.after)


ChangeT = TypeVar("ChangeT", bound=Change, covariant=True)


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class Repair(Answer, Generic[ChangeT]):
    """Answer to a repair: the smallest change that makes a puzzle good."""

    by: Annotated[By, str, "Kind of change: `givens`, `pixels` or `clue`."]
    repaired: Annotated[Puzzle | None, "Repaired puzzle; null if none was found."] = None
    changes: Annotated[
        tuple[ChangeT, ...], list[Change], "Changes; empty if there is nothing to repair."
    ] = ()
    edits: Annotated[tuple[str, ...], "`clue`: the undone typing errors."] = ()
    grid: Grid | None = None
    """A solution of the repaired puzzle; the only one if the verdict is UNIQUE."""
    verdict: Annotated[
        Verdict, "Verdict on the repaired puzzle, or on the given one if no repair was found."
    ] = Verdict.UNKNOWN
    line_solvable: Annotated[
        bool | None, "True if line solving settles the repaired puzzle; null if unknown."
    ] = None
    cost: Annotated[int, "Number of cells or edits, or sum of weights."] = 0
    bound: Annotated[int, "Proved lower bound on the cost."] = 0
    alternatives: tuple[Repair[ChangeT], ...] = ()
    """`By.CLUE` and `By.PIXELS`: other repairs, best first."""
    complete: Annotated[bool, "True if all allowed changes were considered."] = False

    _MEMBERS = (
        *("by", "found", "repaired", "changes", "edits", "verdict", "line_solvable", "solutions"),
        *("cost", "bound", "optimal", "complete", "alternatives", *END),
    )

    @member
    def _solutions(self) -> Annotated[list[Rows], "A solution of the repaired puzzle."]:
        return [self.grid.to_json()] if self.grid else []

    @member
    def _alternatives(
        self,
    ) -> Annotated[list[Alternative], "`clue`: further repairs, likelier ones first."]:
        return list(map(Alternative, self.alternatives))

    @property
    def found(self) -> Annotated[bool, "True if a repair was found."]:
        """True if a repair was found."""
        return self.repaired is not None

    @property
    def optimal(self) -> Annotated[bool, "True if the bound is reached, so that the result is optimal."]:
        """True if it is proved that no repair of this kind costs less."""
        return self.found and self.cost <= self.bound


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Alternative(Result):
    """A repair: the changes and the repaired puzzle."""

    repair: Repair[Any]

    _RECORD = "RepairFound"
    _MEMBERS = tuple(
        f"repair.{name}" for name in ("repaired", "changes", "edits", "verdict", "line_solvable")
    )
