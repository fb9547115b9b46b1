"""Finds the grid in a text written by a person or a language model.

The puzzle's shape and the notations of its colours are known. The text is taken as its lines, its lists, its strings
and its fenced blocks; each is a sequence of possible rows, which are cut into cells in all notations. If as many
consecutive rows as the puzzle's, cut in one notation, have the puzzle's lengths, they are a complete grid; the last
one counts. Takes time linear in the length of the text.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain, pairwise, zip_longest
from textwrap import dedent
from typing import TYPE_CHECKING, NamedTuple

from nonosat.apps.evaluation.judging.beside import Beside
from nonosat.apps.evaluation.judging.cutting import (
    RULE,
    WAYS,
    Cells,
    Style,
    characters,
    column_of,
    doubled,
    label_of,
    unlisted,
)
from nonosat.apps.evaluation.judging.markup import unmarked
from nonosat.apps.evaluation.judging.meaning import Colours, Meaning
from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.records.cells import partial_rows
from nonosat.support.lazy_dataclasses import dataclass, replace
from nonosat.support.results import Result

if TYPE_CHECKING:
    from nonosat.records import answers as records


@dataclass(frozen=True, slots=True, repr=False)
class Reading(Result):
    """A grid read from a text."""

    rows: tuple[tuple[int | None, ...], ...]
    """Colours row by row; None for a cell marked as unknown."""
    style: Style
    first_line: int
    """Line of the text in which it begins, from 1."""
    last_line: int
    meaning: tuple[tuple[str, int | None], ...]
    """(character or word, colour) pairs."""

    @property
    def unknown(self) -> int:
        """Number of cells marked as unknown."""
        return sum(row.count(None) for row in self.rows)

    def to_json(self) -> records.Reading:
        """Returns the record; see docs/json.md."""
        return {
            "style": self.style,
            "first_line": self.first_line,
            "last_line": self.last_line,
            "meaning": dict(self.meaning),
            "rows": partial_rows(self.rows),
        }

    def grid(self) -> Grid:
        """The grid, with unknown cells empty."""
        return Grid(([colour or BACKGROUND for colour in row] for row in self.rows), ragged=True)


class Found(NamedTuple):
    """Result of reading a text."""

    complete: Reading | None  # the last grid of the puzzle's shape without unknown cells
    other: Reading | None  # otherwise the largest partial or misshapen grid


_Placed = tuple[int, Reading]  # (end of the grid in the text, grid)


class _Row(NamedTuple):
    """A possible row."""

    line: int  # line of the whole text, from 1
    end: int  # offset of its end in the whole text
    text: str
    last: int = 0  # line in which it ends, if that is another


class _Source(NamedTuple):
    """A sequence of possible rows."""

    rows: Sequence[_Row]
    style: Style | None = None  # None if it depends on how the rows are cut
    numbers: bool = False  # True if digits are colour numbers even if letters of the palette are digits


class _Cut(NamedTuple):
    """A row cut into cells."""

    row: _Row
    label: int | None  # its row number, if rows are numbered
    cells: Cells


# removes zero-width characters and variation selectors; maps full-width characters to the usual ones
_VISIBLE: dict[int, str | None] = {
    **dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u200c\u200d\u2060\ufeff\u00ad\u061c\u20e3")),
    **dict.fromkeys((*range(0x200E, 0x2010), *range(0x202A, 0x202F), *range(0x2066, 0x206A))),
    **{wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)},
}

_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_QUOTE = re.compile(r"\s*(?:>\s?)+")
# label before a row
_HEAD = re.compile(r"\W{0,9}row\s?#?\d{1,4}\b", re.IGNORECASE)
_COLUMNS = re.compile(r"\bcol(?:umn)?s?\b", re.IGNORECASE)
_GRID = re.compile(r"\b(?:rows?|grids?|answer|solution|final|puzzle)\b", re.IGNORECASE)
_LOOSE = {Style.ONE_LINE: 1, Style.BESIDE: 2}  # styles that use a part of a line only
_RULERS = "-=_*~"
_FENCE = re.compile(r"\s*(?:```|~~~)")
_GROUP = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")  # an innermost list
# text between two rows of a list
_BETWEEN = re.compile(r"[\s,;{}]*(?:[\"']?[\w ]{1,20}[\"']?\s*[:=]\s*(?:[\"']?\w{1,9}[\"']?\s*,\s*)?){0,3}")
_ITEM = re.compile(r"(?:\"((?:[^\"\\]|\\.)*)\"?|'((?:[^'\\]|\\.)*)'?|([^,\s\"':]+))(\s*:)?", re.DOTALL)
_STRING = re.compile(r"(?<=\")(?:[^\"\\\n]|\\.)*")  # text between two quotation marks; never backtracks far
_PIECE = 200_000  # characters of a long text read at a time
_PIECE_PER_CELL = 40  # their minimum per cell of the puzzle
_PIECES = ("\\n", "/", ";", "|", ",", None)  # separators between rows in one line; None is any whitespace


def read(text: str, puzzle: Puzzle, tick: Callable[[], None]) -> Found:
    """Finds the grids in a text; `tick` is called regularly and can raise.

    A long text is read in pieces, from the end backwards until one has a complete grid.
    """
    colours, other = Colours(puzzle.palette), None
    for start, piece in _pieces(text, max(_PIECE, _PIECE_PER_CELL * sum(puzzle.row_lengths))):
        reader = _Reader(puzzle.row_lengths, colours, tick)
        reader.read(piece)
        if reader.complete and (not start or reader.complete[1].first_line > 1):
            return Found(_placed(reader.complete[1], text, start), None)
        if reader.other and (other is None or reader.other[0] > other[0]):
            other = (*reader.other, start)
    return Found(None, other and _placed(other[1], text, other[2]))


def _pieces(text: str, size: int) -> Iterator[tuple[int, str]]:
    """Yields (start, piece) pairs of about `size` characters, last first; each overlaps half of the next.

    >>> list(_pieces("abcdef", 4))
    [(0, 'abcdef')]
    >>> list(_pieces("ab\\ncd\\nef", 4))
    [(3, 'cd\\nef'), (0, 'ab\\ncd')]
    """
    start, stop = len(text), len(text)
    while start:
        start = max(0, stop - size)
        if start:  # start at a line, if one starts nearby
            start = max(0, start - size, text.rfind("\n", max(0, start - size), start) + 1)
        yield start, text[start:stop]
        stop = start + size // 2


def _placed(reading: Reading, text: str, start: int) -> Reading:
    """Moves a reading of a piece to its place in the whole text."""
    lines = sum(1 for _ in _LINE_ENDS.finditer(text, 0, start))
    return replace(reading, first_line=reading.first_line + lines, last_line=reading.last_line + lines)


class _Reader:
    """Reads sources and keeps the best grids found; mutable."""

    def __init__(self, lengths: Sequence[int], colours: Colours, tick: Callable[[], None]) -> None:
        self._lengths = tuple(lengths)
        self._colours = colours
        self._beside = Beside(lengths if len(lengths) > 1 else (), colours.known, colours.count)
        self._tick = tick
        self._lines: Sequence[_Row] = ()
        self._column_lines: set[int] = set()  # numbers of the lines labelled as columns
        # last grid of the puzzle's shape below a heading about columns: possibly the columns
        self.columns: _Placed | None = None
        self.complete: _Placed | None = None  # with the offset of its end
        self.other: _Placed | None = None  # with its number of cells

    def read(self, text: str) -> None:
        """Examines all sources in a text."""
        lines = self._lines = _rows_of(text)
        plain = [row._replace(text=part) for row in lines for part in unmarked(row.text)]
        columns = [row._replace(text=f"{n}{rest}") for row in plain for n, rest in [column_of(row.text)] if n]
        self._column_lines = {row.line for row in columns}
        for rows in (lines, plain) if plain != lines else (lines,):
            if columns:
                rows = [row._replace(text="") if row.line in self._column_lines else row for row in rows]
            self.add(_Source(rows))
            tails = [row._replace(text=row.text.rpartition(": ")[2]) for row in rows]
            if tails != rows:
                self.add(_Source(tails))
            for inside in (rows, *_fenced(rows)):
                self.add_blanks(inside)
            for row in chain(rows, tails if tails != rows else ()):
                for source in self._in_one_line(row):
                    self.add(source)
        for source in self._lists(text, lines):
            self.add(source)
        if self.columns and (self.complete is None or not self._is_transposed(self.columns, self.complete)):
            self.complete = _later(self.complete, self.columns)
        if self.complete is None and columns and len(set(self._lengths)) == 1:
            self._read_columns(columns)

    def _read_columns(self, columns: Sequence[_Row]) -> None:
        """Reads a grid written column by column."""
        other = _Reader([len(self._lengths)] * self._lengths[0], self._colours, self._tick)
        other.add(_Source(columns))
        if other.complete:
            end, reading = other.complete
            self.complete = end, replace(reading, rows=tuple(zip(*reading.rows, strict=True)))

    def _is_transposed(self, columns: _Placed, grid: _Placed) -> bool:
        """Returns whether `columns` are the columns of the grid `found`."""
        square = len(set(self._lengths)) == 1 and self._lengths[0] == len(self._lengths)
        return square and columns[1].rows == tuple(zip(*grid[1].rows, strict=True))

    def add(self, source: _Source) -> None:
        """Cuts rows in all notations and keeps the best grids."""
        rows = source.rows
        blank = not all(row.text.strip() for row in rows)
        bare = [(row, None, unlisted(row.text)) for row in rows]
        labelled = [(row, *label_of(row.text)) for row in rows]
        both = (bare, labelled) if any(label is not None for _, label, _ in labelled) else (bare,)
        for prepared in both:
            for style, cut in (*WAYS, (Style.BESIDE, self._beside.only)):
                cuts = [self._cut(*each, cut, prepared is labelled) for each in prepared]
                for gaps in (False, True) if blank or prepared is labelled else (False,):
                    for run in _runs(rows, cuts, gaps):
                        shown = style if style is Style.BESIDE else source.style or style
                        self._take(run, shown, source.numbers, whole=not gaps and not source.style)

    def _cut(
        self,
        row: _Row,
        label: int | None,
        texts: Iterable[str],
        cut: Callable[[str], Iterator[Cells]],
        labelled: bool,
    ) -> _Cut | None:
        """Cuts a row; None if it is no row in that notation."""
        self._tick()
        if labelled and label is None:
            return None
        ways = [
            cells for text in texts for cells in cut(text) if cells and self._colours.known.issuperset(cells)
        ]
        fitting = (cells for cells in ways if len(cells) in self._lengths)
        cells = next(fitting, ways[0] if ways else None)
        return None if cells is None else _Cut(row, label, cells)

    def _take(self, run: Sequence[_Cut], style: Style, numbers: bool, *, whole: bool) -> None:
        """Keeps a grid if it is complete and the last, or incomplete, `whole` and the largest."""
        run = self._trimmed(run)
        used = dict.fromkeys(chain.from_iterable(cut.cells for cut in run))
        fits = tuple(len(cut.cells) for cut in run) == self._lengths
        if not fits and not (whole and len(run) > 1):
            return
        meaning = self._colours.meaning(used, numbers=numbers)
        if meaning is None or not _blanks_are_clear(meaning, style):
            return
        reading = Reading(
            tuple(tuple(map(meaning.__getitem__, cut.cells)) for cut in run),
            style,
            run[0].row.line,
            run[-1].row.last or run[-1].row.line,
            tuple(meaning.items()),
        )
        end, size = run[-1].row.end, sum(map(len, reading.rows))
        if fits and not reading.unknown:
            if self._is_about_columns(reading.first_line):
                self.columns = _later(self.columns, (end, reading))
            else:
                self.complete = _later(self.complete, (end, reading))
        elif self.other is None or size > self.other[0]:
            self.other = size, reading

    def _trimmed(self, run: Sequence[_Cut]) -> Sequence[_Cut]:
        """Drops column numbers and separator lines if there are too many rows."""
        height = len(self._lengths)
        if len(run) == height + 1 and _numbers_columns(run[0].cells):
            run = run[1:]
        while len(run) > height and _is_ruler(run[-1].cells, run[:-1]):
            run = run[:-1]
        while len(run) > height and _is_ruler(run[0].cells, run[1:]):
            run = run[1:]
        return run

    def _is_about_columns(self, first_line: int) -> bool:
        """Returns whether the text before a line announces columns rather than the grid."""
        above = (row.text for row in reversed(self._lines[max(0, first_line - 4) : first_line - 1]))
        words = next((text for text in above if text.strip() and not _FENCE.match(text)), "")
        return bool(_COLUMNS.search(words) and not _GRID.search(words))

    def add_blanks(self, rows: Sequence[_Row]) -> None:
        """Reads lines with blanks as cells, if there are as many as the puzzle's rows."""
        texts = [row.text.rstrip() for row in rows]
        filled = [at for at, text in enumerate(texts) if text]
        if not filled:
            return
        for part in (slice(0, len(texts)), slice(filled[0], filled[-1] + 1)):
            if len(texts[part]) != len(self._lengths):
                continue
            for lines in (texts[part], dedent("\n".join(texts[part])).split("\n")):
                for size in (2, 1):
                    padded = [
                        line.ljust(size * length) for line, length in zip(lines, self._lengths, strict=True)
                    ]
                    cells = [next(doubled(line), "") for line in padded] if size == 2 else padded
                    if self._colours.known.issuperset(chain.from_iterable(cells)):
                        cuts = [_Cut(row, None, each) for row, each in zip(rows[part], cells, strict=True)]
                        self._take(cuts, Style.BLANKS, False, whole=False)

    def _lists(self, text: str, lines: Sequence[_Row]) -> Iterator[_Source]:
        """Yields lists of rows, strings and cells, and multi-line strings."""
        ends = [row.end for row in lines]

        def row(found: re.Match[str], inside: str) -> _Row:
            first, last = (bisect_left(ends, place) + 1 for place in found.span())
            return _Row(first, found.end(), inside.translate(_VISIBLE), last)

        together: list[re.Match[str]] = []
        for group in chain(_GROUP.finditer(text), [None]):
            self._tick()
            if together and not (group and _BETWEEN.fullmatch(text, together[-1].end(), group.start())):
                rows = [row(each, each[1]) for each in together]
                yield _Source(
                    rows, Style.LIST, numbers=not any('"' in each[1] or "'" in each[1] for each in together)
                )
                together = []
            if group:
                if self._column_lines and bisect_left(ends, group.start()) + 1 in self._column_lines:
                    continue
                together.append(group)
                items = [item for item in _ITEM.finditer(group[1]) if not item[4]]
                texts = [_unescaped(item[1] or item[2] or item[3] or "") for item in items]
                yield from self._of_height(texts, row(group, ""), Style.LIST)
        for string in _STRING.finditer(text):
            self._tick()
            if "\\n" in string[0]:
                rows = [row(string, line) for line in _LINE_ENDS.split(_unescaped(string[0]))]
                yield _Source(rows)
                self.add_blanks(rows)

    def _in_one_line(self, row: _Row) -> Iterator[_Source]:
        """Yields sources from a line that holds all rows."""
        if RULE.fullmatch(row.text):
            return
        for separator in _PIECES:
            self._tick()
            pieces = [piece for piece in row.text.split(separator) if piece.strip()]
            yield from self._of_height(pieces, row, Style.ONE_LINE)
        yield from self._of_height(next(characters(row.text), ""), row, Style.ONE_LINE)
        rows = self._beside.all(row.text)
        if len(rows) == len(self._lengths):
            yield _Source([row._replace(text=" ".join(cells)) for cells in rows], Style.BESIDE)

    def _of_height(self, pieces: Sequence[str], row: _Row, style: Style) -> Iterator[_Source]:
        """Yields pieces if there are as many as the puzzle's rows or cells."""
        if len(pieces) == len(self._lengths):
            yield _Source([row._replace(text=piece) for piece in pieces], style)
        if len(pieces) == sum(self._lengths):
            stops = list(accumulate(self._lengths, initial=0))
            rows = (pieces[start:stop] for start, stop in pairwise(stops))
            yield _Source([row._replace(text=" ".join(cells)) for cells in rows], style)


def _later(one: _Placed | None, other: _Placed) -> _Placed:
    """Returns the later grid; of two that end in one line the one that uses more of it."""

    def order(placed: _Placed) -> tuple[int, int, int]:
        end, reading = placed
        return reading.last_line, -_LOOSE.get(reading.style, 0), end

    return other if one is None or order(other) > order(one) else one


def _rows_of(text: str) -> list[_Row]:
    """Splits a text into lines without invisible characters and quotation markers."""
    rows, start = [], 0
    for number, end in enumerate(chain(_LINE_ENDS.finditer(text), [None]), 1):
        line = text[start : end.start() if end else len(text)]
        quote = _QUOTE.match(line)
        rows.append(_Row(number, start + len(line), line[quote.end() if quote else 0 :].translate(_VISIBLE)))
        start = end.end() if end else len(text)
    return rows


def _fenced(rows: Sequence[_Row]) -> Iterator[Sequence[_Row]]:
    """Yields fenced blocks; the last fence can be missing."""
    fences = [at for at, row in enumerate(rows) if _FENCE.match(row.text)]
    for start, stop in zip_longest(fences, fences[1:], fillvalue=len(rows)):
        yield rows[start + 1 : stop]


def _runs(rows: Sequence[_Row], cuts: Sequence[_Cut | None], gaps: bool) -> Iterator[Sequence[_Cut]]:
    """Yields runs of consecutive rows (with consecutive numbers, if numbered).

    With `gaps`, empty lines and labels can stand between rows, and anything between numbered rows.
    """
    run: list[_Cut] = []
    for row, cut in zip(rows, cuts, strict=True):
        if cut is None and run and _may_stand_between(row.text, run[-1], gaps):
            continue
        if run and (cut is None or (cut.label is not None and cut.label != (run[-1].label or 0) + 1)):
            yield run
            run = []
        if cut:
            run.append(cut)
    if run:
        yield run


def _may_stand_between(text: str, above: _Cut, gaps: bool) -> bool:
    """Returns whether a line that is no row does not end a run; see `_runs` for `gaps`."""
    if not text.strip():
        return gaps
    return bool(RULE.fullmatch(text)) or (gaps and (above.label is not None or bool(_HEAD.match(text))))


def _blanks_are_clear(meaning: Meaning, style: Style) -> bool:
    """Returns whether blanks, if they are cells, are the only empty cells."""
    taken = style in (Style.DRAWN, Style.BLANKS) and " " in meaning
    return not taken or list(meaning.values()).count(meaning[" "]) == 1


def _numbers_columns(cells: Cells) -> bool:
    """Returns whether cells are column numbers from 0 or 1, or their last digits."""
    return any(
        list(cells) in ([str(at) for at in numbers], [str(at % 10) for at in numbers])
        for numbers in (range(len(cells)), range(1, len(cells) + 1))
    )


def _is_ruler(cells: Cells, others: Iterable[_Cut]) -> bool:
    """Returns whether a row repeats one character that occurs in no other row."""
    return (
        len(cells) > 2
        and cells[0] in _RULERS
        and set(cells) == {cells[0]}
        and not any(cells[0] in other.cells for other in others)
    )


def _unescaped(text: str) -> str:
    r"""Decodes the escapes of a JSON string, leniently.

    >>> _unescaped(r"#.\n\u2b1b"), _unescaped("\\")
    ('#.\n⬛', '\\')
    """
    if "\\" in text:
        try:
            return str(json.loads(f'"{text}"', strict=False))
        except ValueError:
            pass
    return text
