"""Finds the grid in a text written by a person or a language model.

The puzzle's shape and the notations of its colours are known. Rows are lines of the text, with or without numbers, or
the entries of a list. Consecutive rows of the puzzle's lengths are a complete grid; the last one counts. Without one, a
list of the filled cells counts. Takes time linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from nonosat.apps.evaluation.judging.filled_cells import Line, filled_cells
from nonosat.apps.evaluation.judging.meaning import Colours
from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.records.cells import partial_rows
from nonosat.support.results import Result

if TYPE_CHECKING:
    from nonosat.records import answers as records


class Style(StrEnum):
    """Notation of a grid."""

    ROWS = "rows of characters"
    WORDS = "cells between blanks, commas or bars"
    LIST = "a list"
    CELLS = "a list of the filled cells"


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

    def fits(self, puzzle: Puzzle) -> bool:
        """Returns whether it has the puzzle's shape and no unknown cell."""
        return not self.unknown and tuple(map(len, self.rows)) == puzzle.row_lengths

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


Cells = Sequence[str]  # the cells of a row as written: a string of one character each, or a list of words


class _Row(NamedTuple):
    """A possible row."""

    start: int  # offset in the text
    end: int
    text: str
    number: int | None = None  # its row number, if rows are numbered


class _Source(NamedTuple):
    """A sequence of possible rows, cut into cells in one way."""

    style: Style
    rows: Sequence[_Row]
    cut: Callable[[str], Cells]
    numbers: bool = False  # True if digits are colour numbers even if letters of the palette are digits
    whole: bool = False  # True if only a complete grid counts


_MOST = 1_000_000  # characters of a text that are read, from its end
_MOST_PER_CELL = 40  # their minimum per cell of the puzzle

# zero-width characters and variation selectors
_INVISIBLE = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u200c\u200d\u2060\ufeff"))
_LINE_END = re.compile(r"\r\n?")
_TAG = re.compile(r"</?\w{1,20}>|`+")
_COLUMN = re.compile(r"^[^\w\n]{0,9}c(?:ol(?:umn)?s?\b|\d).*$", re.IGNORECASE | re.MULTILINE)
_QUOTE = re.compile(r"\s*(?:>\s?)+")
# "Row 3:", "3.", "| 3 |", "**R3** =", '"row 3":', "Row 3 (1 2):"
_LABEL = re.compile(
    r"[\s|\-*\"'{]{0,9}(?:row|line|r)?[\s_#]{0,3}(\d{1,4})[\"'*]{0,3}\s{0,3}"
    r"(?:[(\[][\d, ]{0,99}[)\]]\s{0,3})?[:.)|=][\"'*]{0,3}",
    re.IGNORECASE,
)
_REMARK = re.compile(r"\s(?:\([\d, ]{1,99}\)|<-|->|→|//).*")
_SEPARATOR = re.compile(r"[|│,;\t]")
_RULE = re.compile(r"\s*[|:+\-=_\u2500-\u257f][\s|:+\-=_\u2500-\u257f]*")  # a separator line between rows
_RULERS = "-=_*~"
_WORD = re.compile(r"[^\s\"'|,;]{3,}")
_SHORT = 5  # shorter words of letters can consist of colour letters by chance
_EDGES = " \t\n\"'"  # stripped around a row or a cell
_GROUP = re.compile(r"[\[(]([^\[\](){}]*)[\])]")  # an innermost list
_PLACE = re.compile(r"\s*\d{1,4}\s*,\s*\d{1,4}\s*")
# text between two rows of a list
_BETWEEN = re.compile(r"[\s,;{}]*(?:[\"']?[\w ]{1,20}[\"']?\s*[:=]\s*(?:\d{1,4}\s*,\s*)?){0,3}")


_UNSOLVABLE = re.compile(
    r"\bno (?:valid |possible |such )?solutions?\b|\bwithout (?:a )?solution|\bimpossible\b|\bcontradict|"
    r"\b(?:unsolvable|unsatisfiable|insoluble)\b|\b(?:cannot|can't|can not) be (?:solved|satisfied)",
    re.IGNORECASE,
)


def says_unsolvable(text: str) -> bool:
    """Returns True if the last paragraph of an answer, or all of a short one, says that there is no solution.

    >>> says_unsolvable("The sums differ.\\n\\nSo there is no solution."), says_unsolvable("I cannot.")
    (True, False)
    """
    last = text.strip()[-_MOST:].split("\n\n")[-1]
    return bool(_UNSOLVABLE.search(last))


def read(text: str, puzzle: Puzzle, tick: Callable[[], None]) -> Reading | None:
    """Returns the last complete grid in a text, else the one that a list of filled cells describes, else the largest
    partial or misshapen one.

    `tick` is called regularly and can raise. Of a very long text only the end is read.
    """
    lengths, colours = puzzle.row_lengths, Colours(puzzle.palette)
    text = _LINE_END.sub("\n", text.translate(_INVISIBLE))
    start = max(0, len(text) - max(_MOST, _MOST_PER_CELL * sum(lengths)))
    lines_before, text = text.count("\n", 0, start), _COLUMN.sub("", _TAG.sub(" ", text[start:]))
    best, best_rank = None, (False, 0)
    for source in _sources(text, partial(_only_row, lengths=lengths, known=colours.known)):
        for run in _runs(source, colours.known, lengths, tick):
            rows = tuple(cells for _, cells in run)
            fits = tuple(map(len, rows)) == lengths
            if not fits and (source.whole or len(rows) < 2):
                continue
            meaning = colours.meaning(chain.from_iterable(rows), numbers=source.numbers)
            if meaning is None:
                continue
            complete = fits and None not in meaning.values()
            rank = complete, run[-1][0].end if complete else sum(map(len, rows))
            if rank > best_rank:
                best, best_rank = (source.style, run, meaning), rank
    if not best_rank[0] and (listed := filled_cells(text, _numbered(_lines(text)), puzzle, tick)):
        first_line, last_line = (lines_before + text.count("\n", 0, at) + 1 for at in listed[1:])
        return Reading(listed.rows, Style.CELLS, first_line, last_line, ())
    if best is None:
        return None
    style, run, meaning = best
    return Reading(
        tuple(tuple(map(meaning.__getitem__, cells)) for _, cells in run),
        style,
        lines_before + text.count("\n", 0, run[0][0].start) + 1,
        lines_before + text.count("\n", 0, run[-1][0].end) + 1,
        tuple(meaning.items()),
    )


def _sources(text: str, only_row: Callable[[str], Cells]) -> Iterator[_Source]:
    """Yields the lines of a text, its numbered lines, and its lists."""
    rows = _lines(text)
    numbered = [_Row(*line) for line in _numbered(rows)]
    filled = [row for row in rows if row.text.strip()]
    for style, cut in ((Style.ROWS, _characters), (Style.WORDS, _words), (Style.ROWS, only_row)):
        yield _Source(style, rows, cut, whole=cut is only_row)
        yield _Source(style, numbered, cut, whole=cut is only_row)
        if len(filled) < len(rows):
            yield _Source(style, filled, cut, whole=True)
    yield from _lists(text)


def _lines(text: str) -> list[_Row]:
    rows, start = [], 0
    for line in text.split("\n"):
        quote = _QUOTE.match(line)
        rows.append(_Row(start, start + len(line), line[quote.end() if quote else 0 :]))
        start += len(line) + 1
    return rows


def _numbered(rows: Sequence[_Row]) -> list[Line]:
    """Returns the lines that begin with the number of a row, without it."""
    return [
        Line(row.start, row.end, row.text[label.end() :], int(label[1]))
        for row in rows
        if (label := _LABEL.match(row.text))
    ]


def _lists(text: str) -> Iterator[_Source]:
    """Yields lists of lists and lists of strings."""
    together: list[_Row] = []
    for group in chain(_GROUP.finditer(text), [None]):
        if together and not (group and _BETWEEN.fullmatch(text, together[-1].end, group.start())):
            quoted = any('"' in row.text or "'" in row.text for row in together)
            pairs = not quoted and all(_PLACE.fullmatch(row.text) for row in together)
            yield _Source(Style.LIST, together, _words, numbers=not quoted, whole=pairs)
            together = []
        if group:
            items = [_Row(*group.span(), item) for item in group[1].split(",")]
            is_pair = len(items) == 2 and all(item.text.strip().isdigit() for item in items)
            yield _Source(Style.LIST, items, _characters, whole=is_pair)  # a pair can be a place
            together.append(_Row(*group.span(), group[1]))


def _characters(text: str) -> Cells:
    """Returns one character per cell, without blanks and a remark.

    >>> _characters(' "#. #"'), _characters("#.#  (1 1)")
    ('#.#', '#.#')
    """
    return "".join(_REMARK.sub("", text).strip(_EDGES).split())


def _words(text: str) -> Cells:
    """Returns one word per cell; an empty field between bars, commas and the like is an empty cell.

    >>> _words("| # | | Red |"), _words("1 0")
    (['#', ' ', 'red'], ['1', '0'])
    """
    text = _REMARK.sub("", text).strip(_EDGES)
    text = text.removeprefix("|").removesuffix("|") if len(text) > 1 else text
    fields = _SEPARATOR.split(text) if _SEPARATOR.search(text) else text.split()
    words = (field.strip(_EDGES) for field in fields)
    return [(word.casefold() if len(word) > 1 else word) or " " for word in words]


def _only_row(text: str, lengths: Collection[int], known: Collection[str]) -> Cells:
    """Returns the only word of a line that is a row, or nothing.

    >>> _only_row("- Row 1 (2 1): ##.#., as it must", [5], "#.")
    '##.#.'
    """
    words = (word.removesuffix(".") if len(word) - 1 in lengths else word for word in _WORD.findall(text))
    rows = [
        word
        for word in words
        if len(word) in lengths
        and all(cell in known for cell in word)
        and not (word.isalpha() and len(word) < _SHORT)
    ]
    # a further word of the same characters can be more cells of the row
    is_clear = len(rows) == 1 and sum(set(word) <= set(rows[0]) for word in text.split()) <= 1
    return rows[0] if is_clear else ""


def _runs(
    source: _Source, known: Collection[str], lengths: Sequence[int], tick: Callable[[], None]
) -> Iterator[Sequence[tuple[_Row, Cells]]]:
    """Yields runs of consecutive rows (with consecutive numbers, if numbered)."""
    run: list[tuple[_Row, Cells]] = []
    for row in source.rows:
        tick()
        cells = source.cut(row.text)
        is_row = bool(cells) and all(cell in known for cell in cells) and not _is_ruler(cells, lengths)
        if run and not is_row and _RULE.fullmatch(row.text) and not _is_ruler(cells, lengths):
            continue
        if run and not (is_row and row.number in (None, (run[-1][0].number or 0) + 1)):
            yield run
            run = []
        if is_row:
            run.append((row, cells))
    if run:
        yield run


def _is_ruler(cells: Cells, lengths: Sequence[int]) -> bool:
    """Returns whether cells are a line drawn below or above a grid."""
    return len(cells) > 2 and len(cells) not in lengths and cells[0] in _RULERS and len(set(cells)) == 1
