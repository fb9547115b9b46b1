"""Reads blocks of number lines as programs and people write them, mostly without a word about their order.

The formats of `nonosat.formats.plain_text` are six layouts. Others have columns first, the height before the width, each
line with its number of blocks in front, a closing 0, zeros that pad, comments, numbered lines, all clues of a half in one
line. `readings` tries the layouts and keeps those in which rows and columns have equal sums and every clue has room. A wrong
number spoils the sums in every layout, so that a damaged file does not become another puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

from nonosat.formats.base import Format
from nonosat.formats.layouts import Layout
from nonosat.formats.numbers import text_lines
from nonosat.formats.sections import PLAIN, Lines, trimmed
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.ink_sums import InkSums
from nonosat.model.metadata import Origin
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError

Numbers = list[tuple[int, list[int]]]
"""Clues as numbers, each with its line."""

COUNTED = "each line with its number of blocks"

_MOST_LINES = 3 * MAX_SIDE  # of a text that is tried in every layout

_NEAR = 2  # cells by which the sums of a puzzle with a wrong number differ

_MARK = re.compile(r"([#&|%=+_-])\1*")  # stands between the halves
_COMMENT = re.compile(r"(?:\*|//|;|'|!).*|[#%](?=.*[^\W_]).*")  # a whole line
_REMARK = re.compile(r"\s(?:#|//).*")  # behind a clue
_NUMBERS = re.compile(r"[0-9]{1,4}(?:[ \t,.;]+[0-9]{1,4})*[ \t,.;]*|-", re.ASCII)
_SEPARATORS = re.compile(r"[ \t,.;]+")
_BRACKETS = re.compile(r"[\[({]\s*([0-9 \t,.;]*)[\])}],?")
_PLACE = re.compile(r"(r(?:ow)?|c(?:ol(?:umn)?)?|)\s*([0-9]{1,4})\s*[.:)](?:\s+(.*)|)", re.IGNORECASE)
_WORD = re.compile(r"\b(?:(rows?)|(col(?:umn)?s?))\b", re.IGNORECASE)

# headers with their sizes, and the order in which one is taken for its mirror image
_LAYOUTS = (
    Layout(("height width",)),
    Layout(("width height",)),
    Layout(("width height",), columns_first=True),
    Layout(("height width",), columns_first=True),
    Layout(("height", "width")),
    Layout(("width", "height")),
    Layout(("width", "height"), columns_first=True),
    Layout(("height", "width"), columns_first=True),
    Layout(("width",)),
    Layout(("width",), columns_first=True),
    Layout(),
    Layout(columns_first=True),
)


class FittingOrder(NamedTuple):
    """An order of the clues in which sums agree and clues have room."""

    layout: Layout
    meaning: str
    """Of the numbers, in words; empty for plain clues."""
    rows: Numbers
    columns: Numbers

    @property
    def name(self) -> str:
        """The reading in words."""
        return ", ".join(filter(None, (self.layout.name, self.meaning)))

    @property
    def clues(self) -> tuple[list[list[int]], list[list[int]]]:
        """The numbers of the rows and of the columns."""
        return [clue for _, clue in self.rows], [clue for _, clue in self.columns]

    def puzzle(self, note: str = "") -> Puzzle:
        """Returns the puzzle, whose origin has the lines and the note."""
        rows, columns = self.clues
        row_lines, column_lines = (tuple([line for line, _ in half]) for half in (self.rows, self.columns))
        return Puzzle(rows, columns, origin=Origin(row_lines, column_lines, read_as=note))


def sniff(text: str) -> bool:
    """Returns True if one reading fits, or several of which one is taken."""
    return choose(readings(text)) is not None or bool(_cases(text, None))


def parse(text: str, columns_first: bool | None = None) -> list[Puzzle]:
    """Reads the puzzles of a file in any layout; raises `InputError` if none fits, or several do."""
    if cases := _cases(text, columns_first):
        return cases
    fitting = readings(text)
    chosen = choose(fitting, columns_first)
    if chosen is None and not fitting:
        raise InputError("no order of these lines makes the row and column sums equal")
    if chosen is None:
        names = " or ".join(dict.fromkeys(reading.name for reading in fitting))
        raise InputError(f"these lines of numbers can be read as {names}")
    reading, other = chosen
    return [reading.puzzle("" if other is None else note_of(reading, other))]


def reread(text: str, puzzle: Puzzle) -> Puzzle:
    """Returns a puzzle of a declared layout, or another reading of its text if its own does not fit and just one other does.

    If no other fits, the puzzle stays, marked as possibly misread.
    """
    chosen = choose(readings(text))
    origin = (puzzle.origin or Origin())._replace(unsure=True)
    if chosen is None:
        return puzzle._with_fields(origin=origin)
    if _is_near(puzzle):
        return puzzle._with_fields(origin=origin._replace(read_as=f"read as {chosen[0].name} its sums agree"))
    return chosen[0].puzzle(note_of(*chosen, " (its sums agree; in the usual order they do not)"))


def _is_near(puzzle: Puzzle) -> bool:
    """Returns True if only the sums differ, and hardly: one wrong number is likelier than another order.

    Of 1,112 puzzles with one number wrong by 2 the sums of one agree in another order by chance.
    """
    problems = puzzle.contradictions()
    across, down = (InkSums(half).total for half in puzzle.clue_families)
    return all(problem.kind == "sum" for problem in problems) and abs(across - down) <= _NEAR


def note_of(reading: FittingOrder, other: FittingOrder | None, why: str = "") -> str:
    """Says how a file was read, and names the mirrored reading."""
    note = f"read as {reading.name}{why}"
    return note if other is None else f"{note}; {other.name} fits as well"


def choose(
    fitting: Sequence[FittingOrder], columns_first: bool | None = None
) -> tuple[FittingOrder, FittingOrder | None] | None:
    """Returns the reading to take, and its mirror image if that has another header; None if it is not clear.

    Nothing in a file tells which of two readings that mirror each other is meant. Rows come first, with one exception: in
    plain lines below two sizes these keep their usual order, `W H`, and so columns come first. All 21 such files that are not
    square in the public repositories UriyaHarpeness/nonogram and azotor/nonogram are like that; counted lines, and those closed
    by 0, come with `H W` and rows first (PyCSP3's models, SPOJ's JCROSS).
    """
    if columns_first is not None:
        fitting = [reading for reading in fitting if reading.layout.columns_first == columns_first]
    different: list[FittingOrder] = []
    for reading in fitting:
        if all(reading.clues != one.clues for one in different):
            different.append(reading)
    if len(different) == 1:
        return different[0], None
    if len(different) != 2 or different[0].clues != different[1].clues[::-1]:
        return None
    first, other = different
    usual = Layout(("width height",), columns_first=True)
    if other.layout == usual and other.meaning != COUNTED and not _is_closed(other):
        first, other = other, first
    named = bool(first.layout.header) and first.layout.header != other.layout.header
    return first, other if named else None


def _is_closed(reading: FittingOrder) -> bool:
    """Returns True if every clue ends with a 0."""
    return all(clue[-1:] == [0] for _, clue in chain(reading.rows, reading.columns))


def readings(text: str) -> list[FittingOrder]:
    """Returns every reading of a text in which sums agree and clues have room, one with rows first before its mirror image."""
    bare = _bare(text)
    if bare is None:
        return []
    lines, hint = bare
    fitting = []
    for layout in _LAYOUTS:
        if hint is not None and layout.columns_first != hint:
            continue
        for first, second in _halves(lines, layout):
            halves = (second, first) if layout.columns_first else (first, second)
            for meaning, rows, columns in _meanings(*halves):
                if _fits(rows, columns):
                    fitting.append(FittingOrder(layout, meaning, rows, columns))
    return fitting


def _cases(text: str, columns_first: bool | None) -> list[Puzzle]:
    """Returns the puzzles of a file that begins with their number, as in SPOJ's JCROSS; empty if it is no such file."""
    bare = _bare(text)
    lines = [line for line in bare[0] if line[1]] if bare else []
    if len(lines) < 3 or not _sizes(lines[0][1], 1) or not _sizes(lines[1][1], 2):
        return []
    puzzles, at = [], 1
    for _ in range(_sizes(lines[0][1], 1)[0]):
        counts = _sizes(lines[at][1], 2) if at < len(lines) else []
        end = at + 1 + sum(counts)
        fitting = readings("\n".join(line for _, line in lines[at:end])) if counts else []
        if not (chosen := choose(fitting, columns_first)) or end > len(lines):
            return []
        reading = chosen[0]
        rows, columns = (
            [(lines[at + line - 1][0], clue) for line, clue in half]
            for half in (reading.rows, reading.columns)
        )
        puzzles.append(reading._replace(rows=rows, columns=columns).puzzle())
        at = end
    return puzzles if at == len(lines) else []


def _sizes(line: str, count: int) -> list[int]:
    """Returns the sizes on a line; empty if there are not as many."""
    words = line.replace("x", " ").split()
    right = len(words) == count and all(word.isdigit() and len(word) < 5 for word in words)
    counts = [int(word) for word in words] if right else []
    return counts if all(0 < size <= MAX_SIDE for size in counts) else []


def _bare(text: str) -> tuple[Lines, bool | None] | None:
    """Returns the lines with numbers and marks only, and the order that a comment names (True: columns first).

    Comments, brackets and numbering are left out. None if there is anything else in the text.
    """
    if text.count("\n") > _MOST_LINES:
        return None
    lines: Lines = []
    comments: list[str] = []
    places: list[tuple[str, int, int, str]] = []
    for number, line in enumerate(map(str.strip, text_lines(text)), 1):
        if line and _COMMENT.fullmatch(line) and not _MARK.fullmatch(line):
            comments.append(line)
            continue
        line = _REMARK.sub("", line).strip()
        if bracketed := _BRACKETS.fullmatch(line):
            line = bracketed[1].strip() or "0"
        if place := _PLACE.fullmatch(line):
            places.append((place[1][:1].lower(), int(place[2]), number, (place[3] or "").strip()))
            continue
        if line and not _NUMBERS.fullmatch(line) and not _MARK.fullmatch(line):
            return None
        lines.append((number, line))
    if places:
        return None if any(line for _, line in lines) else _without_numbering(places, _hint(comments))
    return lines, _hint(comments)


def _without_numbering(
    places: Sequence[tuple[str, int, int, str]], hint: bool | None
) -> tuple[Lines, bool | None] | None:
    """Returns the clues of numbered lines such as `1. 2 1` or `R1: 2 1`, with an empty line between the halves."""
    start = next((at for at, place in enumerate(places) if at and place[1] == 1), 0)
    halves = places[:start], places[start:]
    for half in halves:
        if [at for _, at, _, _ in half] != [*range(1, len(half) + 1)] or len(
            {axis for axis, *_ in half}
        ) != 1:
            return None
        if not all(_NUMBERS.fullmatch(line) or not line for *_, line in half):
            return None
    axes = halves[0][0][0], halves[1][0][0]
    if axes not in (("", ""), ("r", "c"), ("c", "r")):
        return None
    first, second = ([(number, line or "0") for _, _, number, line in half] for half in halves)
    return [*first, (second[0][0], ""), *second], axes[0] == "c" if axes[0] else hint


def _hint(comments: Iterable[str]) -> bool | None:
    """Returns True if the first comment that names only rows or only columns names columns, False if rows; else None."""
    for comment in comments:
        kinds = {match[2] is not None for match in _WORD.finditer(comment)}
        if len(kinds) == 1:
            return kinds.pop()
    return None


def _halves(lines: Lines, layout: Layout) -> Iterator[tuple[Lines, Lines]]:
    """Yields the ways to split lines in a layout: empty lines are clues, or separate, or mean nothing."""
    if not layout.header:
        yield from _parts(lines)
        return
    counts: dict[str, int] = {}
    for names in layout.header:
        lines = trimmed(lines, 1)
        words = names.split()
        sizes = _sizes(lines[0][1], len(words)) if lines and lines[0][1] else []
        if not sizes:
            return
        counts |= zip(words, sizes, strict=True)
        lines = lines[1:]
    width = counts["width"]
    heights = [counts.get("height", width)]
    if "height" not in counts and all(_has_digit(line) for _, line in trimmed(lines)):
        heights.append(len(trimmed(lines)) - width)  # below the width alone can stand any number of rows
    for height in dict.fromkeys(heights):
        size, other = (width, height) if layout.columns_first else (height, width)
        if min(size, other) > 0:
            yield from _counted_off(lines, size, other)


def _counted_off(lines: Lines, size: int, other: int) -> Iterator[tuple[Lines, Lines]]:
    """Yields the ways to find `size` and then `other` clues in the lines below a header."""
    total = size + other
    unmarked = [line for line in lines if line[1] == "-" or not _MARK.fullmatch(line[1])]
    numbers = [line for line in lines if _has_digit(line[1])]
    for tried in (numbers, [line for line in unmarked if line[1]], trimmed(unmarked, total)):
        if len(tried) == total:
            yield tried[:size], tried[size:]
            return
    for kept in (trimmed(lines, total), trimmed(lines, total + 1)):
        if len(kept) == total + 1 and (not kept[size][1] or _MARK.fullmatch(kept[size][1])):
            yield kept[:size], kept[size + 1 :]
            return


def _parts(lines: Lines) -> Iterator[tuple[Lines, Lines]]:
    """Yields the halves around the only line with a mark, or around empty lines: two at least, or else one."""
    marks = [at for at, (_, line) in enumerate(lines) if _MARK.fullmatch(line)]
    if len(marks) == 1:
        first, second = lines[: marks[0]], lines[marks[0] + 1 :]
        yield [line for line in first if line[1]], [line for line in second if line[1]]
        yield trimmed(first), trimmed(second)
        return
    for gap in (2, 1):
        parts: list[Lines] = []
        empty = gap
        for line in lines:
            if not line[1]:
                empty += 1
                continue
            if empty >= gap:
                parts.append([])
            parts[-1].append(line)
            empty = 0
        if len(parts) == 2:
            yield parts[0], parts[1]
            return


def _meanings(rows: Lines, columns: Lines) -> Iterator[tuple[str, Numbers, Numbers]]:
    """Yields what the numbers of two halves can mean, in words (nothing for plain clues), and the clues."""
    across, down = _numbers(rows), _numbers(columns)
    yield "", across, down
    if all(not clue or clue == [0] or clue[0] == len(clue) - 1 for _, clue in chain(across, down)):
        yield COUNTED, [(line, clue[1:]) for line, clue in across], [(line, clue[1:]) for line, clue in down]
    if len(down) > 1 and len({len(clue) for _, clue in down}) == 1:
        line = columns[0][0]
        table = zip(*(clue for _, clue in down), strict=True)
        yield "columns from the top down", across, [(line, list(clue)) for clue in table]
    if any("," in line for _, line in chain(rows, columns)):
        yield "clues between commas", _listed(rows), _listed(columns)


def _numbers(lines: Lines) -> Numbers:
    return [(number, list(map(int, _words(line)))) for number, line in lines]


def _words(line: str) -> list[str]:
    return [word for word in _SEPARATORS.split(line) if word.isdigit()]


def _listed(lines: Lines) -> Numbers:
    """Returns the clues of lines in which commas separate clues."""
    return [
        (number, list(map(int, _words(clue))))
        for number, line in lines
        for clue in line.strip().strip(",").split(",")
    ]


def _has_digit(line: str) -> bool:
    return any(map(str.isdigit, line))


def _fits(rows: Numbers, columns: Numbers) -> bool:
    """Returns True if rows and columns have equal sums above 0, and every clue has room."""
    if not 0 < len(rows) <= MAX_SIDE or not 0 < len(columns) <= MAX_SIDE:
        return False
    totals = []
    for half, length in ((rows, len(columns)), (columns, len(rows))):
        total = 0
        for _, clue in half:
            cells = sum(clue)
            if cells + len(clue) - clue.count(0) - 1 > length:
                return False
            total += cells
        totals.append(total)
    return totals[0] == totals[1] > 0


def _format(name: str, summary: str, columns_first: bool | None) -> Format:
    return Format(
        name=name,
        summary=summary,
        features=PLAIN,
        sniff=sniff if columns_first is None else lambda _: False,
        parse=partial(parse, columns_first=columns_first),
        format=None,
    )


FORMATS = (
    _format("numbers", "lines of numbers in any order, judged by their sums", None),
    _format("rows-first", "the same, the clues of the rows first", False),
    _format("columns-first", "the same, the clues of the columns first", True),
)
