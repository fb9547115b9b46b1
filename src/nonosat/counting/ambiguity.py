"""Differences between solutions: the regions, their numbers of solutions and their kinds.

The commonest flaw is the switch: four corners of a rectangle, where either diagonal can be filled. Longer cycles work
alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Annotated

from nonosat.counting.backbone import Backbone, backbone_of
from nonosat.counting.count import Count, count_of
from nonosat.counting.explore import FEW_STATES, STATES, Exploration, Part, explore
from nonosat.counting.race import RegionCount
from nonosat.counting.regions import Box, Region, box_of
from nonosat.counting.telling import Telling
from nonosat.model.puzzle import Puzzle
from nonosat.records.cells import colours
from nonosat.records.json_types import Whole
from nonosat.search.outcome import ProvedVerdict
from nonosat.support.arguments import method, question
from nonosat.support.children.processes import run_limited
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.results import END, Answer, Result, Work, member
from nonosat.support.sentences import box_text, number_text

if TYPE_CHECKING:
    from nonosat.records.shared_types import Cell, Colours, CountOf, Exact


_LARGE = 100  # cells; larger regions are described by their switches
_SHOWN = 6  # maximum number of switches in a sentence


Swap = tuple[tuple[int, int], ...]
"""(cell, new colour) pairs."""


class RegionKind(StrEnum):
    """Kind of ambiguity of a region."""

    FREE = "free"
    """A single cell that no clue constrains."""
    SWITCH = "switch"
    """Four corners of a rectangle; either diagonal is filled."""
    CYCLE = "cycle"
    """A longer switch: two solutions that differ in every cell, two cells per line."""
    PAIR = "pair"
    """Two solutions that differ in every cell, but no cycle."""
    OTHER = "other"


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Patch(Result):
    """Open cells that are independent of all others."""

    cells: tuple[int, ...]
    """Cell numbers of the puzzle, ascending."""
    box: Annotated[Box, "Bounding box."]
    count: CountOf
    exact: Exact
    kind: Annotated[RegionKind, str, "`free`, `switch`, `cycle`, `pair` or `other`."]
    examples: tuple[bytes, ...]
    """Up to two different solutions, as colours of `cells`."""
    fillings: tuple[bytes, ...] = ()
    """Up to the requested number of solutions, as colours of `cells`."""
    switches: tuple[Swap, ...] = ()
    """For a large region: exchanges of few cells, without common lines, as (cell, new colour) pairs for the first example.

    They are independent of each other, so n of them prove at least 2 ** n solutions.
    """
    puzzle: Puzzle = field(kw_only=True, repr=False, compare=False)

    _RECORD = "Region"
    _MEMBERS = ("cells", "box", "count", "exact", "kind", "examples", "fillings", "switches")

    @member
    def _cells(self) -> Annotated[list[Cell], "Cells as [row, column], from 0."]:
        return [list(self.puzzle.coordinates[cell]) for cell in self.cells]

    @member
    def _examples(self) -> Annotated[list[Colours], "Colours of `cells` in up to two different fillings."]:
        return list(map(colours, self.examples))

    @member
    def _fillings(
        self,
    ) -> Annotated[list[Colours], "Colours of `cells` in up to the requested number of fillings."]:
        return list(map(colours, self.fillings))

    @member
    def _switches(
        self,
    ) -> Annotated[
        list[list[list[int]]],
        "Of a large region: exchanges of cells, each [row, column, new colour], that have no line in common.",
    ]:
        places = self.puzzle.coordinates
        return [[[*places[cell], colour] for cell, colour in switch] for switch in self.switches]


@dataclass(frozen=True, repr=False, eq=False)
class Ambiguity(Answer):
    """Answer to `ambiguity`: where and how solutions differ."""

    puzzle: Puzzle
    verdict: ProvedVerdict
    count: Count
    backbone: Backbone
    regions: Annotated[tuple[Patch, ...], "Regions in which solutions differ, ordered by their first cells."]

    _MEMBERS = (
        *("verdict", "count.line_solvable", "count.count", "count.exact"),
        *("backbone.backbone", "backbone.open_cells", "backbone.undecided_cells", "regions", *END),
    )

    def rows(self) -> tuple[tuple[int | None, ...], ...]:
        """Returns the colours of the backbone row by row, None for other cells."""
        return self.backbone.rows()

    @method
    def describe(self, region: Patch) -> str:
        """Describes a region in words."""
        ways = f"{'' if region.exact else 'at least '}{number_text(region.count, 'way')}"
        kind = "" if region.kind == RegionKind.OTHER else f", a {region.kind}"
        where = box_text(*region.box, self.puzzle.geometry.place)
        return f"{number_text(len(region.cells), 'cell')} in {where}: {ways}{kind}{self._places(region)}"

    def _places(self, region: Patch) -> str:
        """Says where the switches of a large region are."""
        boxes = [box_of([cell for cell, _ in switch], self.puzzle) for switch in region.switches]
        if not boxes:
            return ""
        places = [box_text(*box, self.puzzle.geometry.place) for box in boxes]
        shown = "; ".join(places[:_SHOWN]) + ("; ..." if len(places) > _SHOWN else "")
        return f"; cells can be exchanged in {number_text(len(places), 'place')} at least: {shown}"

    def region_rows(self) -> tuple[tuple[int | None, ...], ...]:
        """Returns the index of each cell's region row by row, None for cells without one."""
        region_of = {cell: number for number, region in enumerate(self.regions) for cell in region.cells}
        return tuple(tuple(map(region_of.get, row.cells)) for row in self.puzzle.families[0])


@question
def ambiguity(
    puzzle: Puzzle,
    *,
    fillings: Annotated[int, Whole(), "The most fillings of each region to list."] = 0,
    count: Annotated[
        bool, "Count the solutions of large regions, which can take far longer than to find them."
    ] = True,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Callable[[Ambiguity], None] | None = None,
) -> Ambiguity:
    """Finds the regions in which the solutions of a puzzle differ, as far as the limit allows.

    Lists at most `fillings` solutions of each region. The observer gets what is known so far: first the cycles of a picture
    at hand (a goal of the puzzle), then the open cells and regions, then counts, once a second at most. Without `count` the
    answer ends before these, with the numbers of solutions seen. Raises `PuzzleError` for a misstated puzzle, `UsageError` for
    limits other than seconds and memory.

    >>> found = ambiguity(Puzzle(rows=[[1], [1]], columns=[[1], [1]]))
    >>> [(region.kind, region.count) for region in found.regions]
    [(<RegionKind.SWITCH: 'switch'>, 2)]
    """
    limit = limit_of(limit, seconds, memory)
    return run_limited(_ambiguity, puzzle, fillings, count, limit=limit, observer=observer)


def _ambiguity(
    puzzle: Puzzle,
    fillings: int,
    counts: bool,
    *,
    clock: Clock,
    observer: Callable[[Ambiguity], None] | None = None,
) -> Ambiguity:
    began = monotonic()

    def news(result: Ambiguity) -> tuple[int, int, int]:
        _, differing, undecided = result.backbone.sizes
        return differing, undecided, result.count.count

    tell = Telling[Ambiguity](clock, observer, news)

    def result_of(exploration: Exploration) -> Ambiguity:
        return _ambiguity_of(exploration, fillings, count_of(exploration, None, began), began)

    def show(exploration: Exploration) -> None:
        tell(lambda: result_of(exploration), at_once=True)

    exploration = explore(
        puzzle,
        clock,
        states=STATES if counts else FEW_STATES,
        observer=show if tell.is_wanted else None,
    )

    def note(count: Callable[[], Count]) -> None:
        tell(lambda: _ambiguity_of(exploration, fillings, count(), began))

    return _ambiguity_of(
        exploration, fillings, count_of(exploration, clock if counts else None, began, note), began
    )


def _ambiguity_of(exploration: Exploration, fillings: int, count: Count, began: float) -> Ambiguity:
    """Returns the ambiguity of an explored puzzle; `began` is the monotonic time at which its exploration began."""
    puzzle = exploration.puzzle
    backbone = backbone_of(exploration, monotonic() - began)
    by_cells = {region.cells: region for region in count.regions}
    regions = tuple(
        _patch(exploration, part, by_cells[part.region.cells], fillings)
        for part in exploration.parts or ()
        if part.region.cells in by_cells
    )
    work = Work(began)
    work.stop(count.end)
    return Ambiguity(puzzle, count.verdict, count, backbone, regions, **work.fields())


def _patch(exploration: Exploration, part: Part, count: RegionCount, fillings: int) -> Patch:
    region, diagram = part.region, part.diagram
    examples: tuple[bytes, ...]
    listed: Iterable[bytes]
    if diagram is not None:
        listed = diagram
        examples = diagram[0], diagram[diagram.count - 1]
    else:
        fillings_seen = [bytes(map(witness.__getitem__, region.cells)) for witness in exploration.witnesses]
        first = fillings_seen[:1]
        by_difference = sorted(
            fillings_seen, key=lambda other: sum(a != b for a, b in zip(first[0], other, strict=True))
        )
        examples = tuple(first + by_difference[-1:])
        listed = dict.fromkeys(fillings_seen)
    examples = tuple(dict.fromkeys(examples))
    large = diagram is None and len(region.cells) > _LARGE
    switches = [tuple(cycle.items()) for cycle in exploration.separate_cycles(region)] if large else []
    return Patch(
        region.cells,
        region.box(exploration.puzzle),
        count.count,
        count.exact,
        _kind(region, count, examples),
        examples,
        tuple(map(bytes, islice(listed, fillings))),
        tuple(switches),
        puzzle=exploration.puzzle,
    )


def _kind(region: Region, count: RegionCount, examples: tuple[bytes, ...]) -> RegionKind:
    if len(region.cells) == 1:
        return RegionKind.FREE
    if not count.exact or count.count != 2 or any(one == other for one, other in zip(*examples, strict=True)):
        return RegionKind.OTHER
    if any(len(segment.cells) != 2 for segment in region.segments):
        return RegionKind.PAIR
    return RegionKind.SWITCH if len(region.cells) == len(region.segments) == 4 else RegionKind.CYCLE
