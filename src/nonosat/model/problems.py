"""Problems of a puzzle's statement, found without solving it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Annotated, Literal

from nonosat.model.clues import ANY, Block, Clue, clue_text, min_length
from nonosat.model.coloured_rows import CellRows
from nonosat.model.geometry import MAX_SIDE, Axis, Geometry, LineId, Rectangle
from nonosat.model.ink_sums import InkSums
from nonosat.model.metadata import Metadata, Origin
from nonosat.model.palette import BLACK_AND_WHITE, MAX_COLOURS, Palette, palette_faults
from nonosat.support.errors import placed
from nonosat.support.results import Result
from nonosat.support.sentences import number_text

_COLOURS = bytes(range(256))
_LONGEST_SHOWN = 60  # maximum characters of a clue in a message


Kind = Literal["empty", "size", "block", "sum", "length", "given", "givens", "palette", "goal", "text"]

# kinds of problems that make a puzzle unsolvable: an answer, not an error
CONTRADICTIONS: frozenset[Kind] = frozenset({"sum", "length", "givens"})


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Problem(Result):
    """An error in a puzzle's statement."""

    kind: Annotated[Kind, str, "Kind of problem, such as `sum` or `length`."]
    reason: Annotated[str, "In words."]
    axis: Annotated[Axis | None, "Axis of the line concerned, or null."] = None
    index: Annotated[int | None, "Number of the line, from 0."] = None
    line: Annotated[int | None, "Line of the file, from 1, or null."] = None

    _MEMBERS = ("kind", "reason", "axis", "index", "line")

    def __str__(self) -> str:
        return placed(self.reason, None, self.line)


def shape_problems(geometry: Geometry) -> Iterator[Problem]:
    """Yields the reasons why no grid has this shape; the other checks need a valid one."""
    height, width, *_ = geometry.counts
    if not height or not width:
        yield Problem(
            "empty", f"a puzzle of {number_text(height, 'row')} and {number_text(width, 'column')} is empty"
        )
    elif max(geometry.counts) > MAX_SIDE:
        size = f"{width}x{height} cells" if len(geometry.counts) == 2 else f"{max(geometry.counts)} lines"
        yield Problem("size", f"{size} is more than the {MAX_SIDE} a side that are accepted")
    elif not isinstance(geometry, Rectangle) and not all(geometry.line_lengths):
        yield Problem("size", f"the sides of the {geometry.name} do not meet: a line of it has no cells")


def palette_problems(palette: Palette) -> Iterator[Problem]:
    """Yields the faults of a palette."""
    if palette == BLACK_AND_WHITE:
        return
    if not 2 <= len(palette) <= MAX_COLOURS:
        bounds = f"a palette must have 2 to {MAX_COLOURS} colours, background included"
        yield Problem("palette", f"{bounds}; this one has {len(palette)}")
    yield from (Problem("palette", reason) for reason in palette_faults(palette))


def text_problems(metadata: Metadata) -> Iterator[Problem]:
    """Yields texts that cannot be encoded."""
    for reason in metadata._faults():
        yield Problem("text", reason)


def clue_problems(
    geometry: Geometry, families: Sequence[Sequence[Clue | None]], blocks: Iterable[Block], palette: Palette
) -> Iterator[tuple[LineId, Problem]]:
    """Yields clues that do not fit into their lines, and invalid blocks; `blocks` are the blocks of all clues."""
    colours = range(1, len(palette))
    wrong = any(block.least < 1 or block.colour not in colours for block in blocks if block != ANY)
    line_lengths = map(len, chain.from_iterable(geometry.families))
    for number, (clue, length) in enumerate(zip(chain.from_iterable(families), line_lengths, strict=True)):
        need = min_length(clue or ())
        if need <= length and not wrong:
            continue
        line = geometry.lines[number]
        for block in clue or ():
            if block == ANY:
                continue
            if block.least < 1:
                reason = f"{line}: a block must have at least 1 cell, got {block.length}"
                yield line, Problem("block", reason, *line)
            if block.colour not in colours:
                reason = f"{line}: colour {block.colour} is not an ink of the palette"
                yield line, Problem("palette", reason, *line)
        if need > length:
            text = clue_text(clue, palette)
            shown = text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 3]}..."
            reason = f"{line}: {shown} needs {need} cells, the {line.axis} has {length}"
            yield line, Problem("length", reason, *line)


def sum_problems(
    axes: Sequence[Axis],
    families: Sequence[Sequence[Clue | None]],
    counts: Sequence[Mapping[Block, int]],
    palette: Palette,
    origin: Origin | None = None,
) -> Iterator[Problem]:
    """Yields inks whose sums over two families cannot be equal; a blotted block counts as at least 1.

    `counts` are those of `block_counts`.
    """
    sums = [
        (axis, InkSums.of_counts(blocks, clues.count(None)))
        for axis, clues, blocks in zip(axes, families, counts, strict=True)
    ]
    inks = sorted({colour for _, inks_of in sums for colour in inks_of.least})
    for colour in inks:
        for (one, first), (other, second) in combinations(sums, 2):
            if first.can_equal(second, colour):
                continue
            a, b = first.least[colour], second.least[colour]
            has_name = len(palette) > 2 and 0 <= colour < len(palette)
            ink = f" of {palette[colour].name}" if has_name else ""
            few_cells = f"{'' if first.is_exact(colour) else 'at least '}{number_text(a, 'filled cell')}{ink}"
            many_cells = f"{'' if second.is_exact(colour) else 'at least '}{b:,}"
            reason = f"the {one}s have {few_cells}, the {other}s {many_cells}"
            fewer: Axis = one if a < b else other
            if origin and (at := origin._blank_line(fewer)) is not None:
                reason += f" ({fewer} {at + 1} is empty in the file; is a {fewer} missing?)"
            yield Problem("sum", reason)


def given_problems(
    geometry: Geometry, givens: Iterable[tuple[int, int, int]], palette: Palette
) -> Iterator[Problem]:
    """Yields givens outside of the grid or palette, and contradicting ones."""
    lengths = geometry.row_lengths
    colours: dict[tuple[int, int], int] = {}
    for row, place, colour in givens:
        where = f"given at {geometry.cell_name(row, place)}"
        if not (0 <= row < len(lengths) and 0 <= place < lengths[row]):
            yield Problem("given", f"{where}: outside of the grid")
        elif not 0 <= colour < len(palette):
            yield Problem("given", f"{where}: colour {colour} is not in the palette")
        elif (first := colours.setdefault((row, place), colour)) != colour:
            names = " and ".join(palette[c].name for c in (first, colour))
            yield Problem("givens", f"{where}: both {names}")


def block_counts(clues: Iterable[Clue | None]) -> Mapping[Block, int]:
    """Counts the blocks in the clues of a family."""
    return Counter(chain.from_iterable(filter(None, clues)))


def goal_problems(geometry: Geometry, goal: CellRows, palette: Palette) -> Iterator[Problem]:
    """Yields a goal of another shape, and one with a colour that the palette lacks."""
    if not goal.fits(geometry):
        size = f"{goal.width}x{goal.height}"
        yield Problem(
            "goal", f"the goal has {size} cells, the puzzle {geometry.counts[1]}x{geometry.counts[0]}"
        )
    if goal.cells.translate(None, _COLOURS[: len(palette)]):
        yield Problem("goal", f"the goal has colour {goal.highest()}, which is not in the palette")
