"""Cuts a text into rows, and rows into cells.

Rows are lines of the text, with or without numbers, or the entries of a list. A cell is a character, or a word between blanks,
commas, semicolons, tabs or bars, in quotes or not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from enum import StrEnum
from itertools import chain
from typing import NamedTuple


class Notation(StrEnum):
    """Notation of a grid."""

    ROWS = "rows of characters"
    WORDS = "cells between blanks, commas or bars"
    LIST = "a list"
    TEXT = "one text of cells"
    CELLS = "a list of the filled cells"
    GAME = "a saved game"


Cells = Sequence[str]  # the cells of a row as written: a string of one character each, or a list of words


class Row(NamedTuple):
    """A possible row."""

    start: int  # offset in the text
    end: int
    text: str
    number: int | None = None  # its row number, if rows are numbered


class Source(NamedTuple):
    """A sequence of possible rows, cut into cells in one way."""

    style: Notation
    rows: Sequence[Row]
    cut: Callable[[str], Cells]
    numbers: bool = False  # True if digits are colour numbers even if letters of the palette are digits
    whole: bool = False  # True if only a complete grid counts


_LINE_END = re.compile(r"\r\n?")
# zero-width characters and variation selectors
_INVISIBLE = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u200c\u200d\u2060\ufeff"))
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
SEPARATORS = "|│,;\t"
SEPARATOR = re.compile(f"[{SEPARATORS}]")
RULE = re.compile(r"\s*[|:+\-=_\u2500-\u257f][\s|:+\-=_\u2500-\u257f]*")  # a separator line between rows
_RULERS = "-=_*~"
_WORD = re.compile(r"[^\s\"'|,;]{3,}")
_SHORT = 5  # shorter words of letters can consist of colour letters by chance
_EDGES = " \t\n\"'"  # stripped around a row or a cell
_GROUP = re.compile(r"[\[(]([^\[\](){}]*)[\])]")  # an innermost list
_BITS = re.compile(r"(?<![0-9])([01]{2,})[^\w\n]*$", re.ASCII)  # at the end of a line
_PLACE = re.compile(r"\s*\d{1,4}\s*,\s*\d{1,4}\s*")
# text between two rows of a list
_BETWEEN = re.compile(r"[\s,;{}]*(?:[\"']?[\w ]{1,20}[\"']?\s*[:=]\s*(?:\d{1,4}\s*,\s*)?){0,3}")


def plain(text: str) -> str:
    """Returns a text with `\\n` for line ends, and without invisible characters."""
    text = text if text.isascii() else text.translate(_INVISIBLE)
    return _LINE_END.sub("\n", text) if "\r" in text else text


def without_markup(text: str) -> str:
    """Returns a text without tags, fences and lines about columns."""
    return _COLUMN.sub("", _TAG.sub(" ", text))


def sources(text: str, lengths: Collection[int], notations: Collection[str]) -> Iterator[Source]:
    """Yields the lines of a text, its numbered lines, and its lists: rows of these lengths and known cells."""

    def only_row(line: str) -> Cells:
        return _only_row(line, lengths, notations)

    rows = lines(text)
    filled = [row for row in rows if row.text.strip()]
    with_numbers = numbered(rows)
    for style, cut in ((Notation.ROWS, characters), (Notation.WORDS, words), (Notation.ROWS, only_row)):
        yield Source(style, rows, cut, whole=cut is only_row)
        yield Source(style, with_numbers, cut, whole=cut is only_row)
        if len(filled) < len(rows):
            yield Source(style, filled, cut, whole=True)
    yield from _lists(text)


def lines(text: str) -> list[Row]:
    """Returns the lines of a text, without signs of a quotation."""
    rows, start = [], 0
    for line in text.split("\n"):
        quote = _QUOTE.match(line)
        rows.append(Row(start, start + len(line), line[quote.end() if quote else 0 :]))
        start += len(line) + 1
    return rows


def numbered(rows: Sequence[Row]) -> list[Row]:
    """Returns the lines that begin with the number of a row, without it."""
    return [
        Row(row.start, row.end, row.text[label.end() :], int(label[1]))
        for row in rows
        if (label := _LABEL.match(row.text))
    ]


def _lists(text: str) -> Iterator[Source]:
    """Yields lists of lists and lists of strings."""
    together: list[Row] = []
    for group in chain(_GROUP.finditer(text), [None]):
        if together and not (group and _BETWEEN.fullmatch(text, together[-1].end, group.start())):
            quoted = any('"' in row.text or "'" in row.text for row in together)
            pairs = not quoted and all(_PLACE.fullmatch(row.text) for row in together)
            yield Source(Notation.LIST, together, words, numbers=not quoted, whole=pairs)
            together = []
        if group:
            items = [Row(*group.span(), item) for item in group[1].split(",")]
            is_pair = len(items) == 2 and all(item.text.strip().isdigit() for item in items)
            yield Source(Notation.LIST, items, characters, whole=is_pair)  # a pair can be a place
            together.append(Row(*group.span(), group[1]))


class FlatText(NamedTuple):
    """The cells of a whole grid, or of nearly one, without ends of rows."""

    row: Row
    cells: Cells
    alone: bool  # True if no line of such cells stands directly above it


def flat_texts(text: str, total: int, notations: Collection[str]) -> Iterator[FlatText]:
    """Yields texts of `total` cells, each in one line or list, and runs of 0 and 1 of another length that end a line."""
    before = False
    for line in lines(text):
        run = _BITS.search(line.text)
        ways = [_last_word(line.text)]
        if not _LABEL.match(line.text):  # the number of a row is no cell
            ways += [characters(line.text), words(line.text)]
        for cells in ways:
            if len(cells) == total and all(cell in notations for cell in cells):
                yield FlatText(line, cells, not before)
                break
        else:
            if run and len(run[1]) != total:
                yield FlatText(line, run[1], not before)
        before = bool(run)
    for group in _GROUP.finditer(text):
        cells = words(group[1])
        if len(cells) == total and all(cell in notations for cell in cells):
            yield FlatText(Row(*group.span(), group[1]), cells, True)


def _last_word(line: str) -> Cells:
    """Returns the last word of a line without marks around it, or the run of 0 and 1 at its end.

    >>> _last_word("Answer: **0110**."), _last_word("correct!0110"), _last_word("so `#..#`")
    ('0110', '0110', '#..#')
    """
    if run := _BITS.search(line):
        return run[1]
    last = line.split()[-1:]
    return last[0].strip("\"'`*,;:!()[]{}<>") if last else ""


def characters(text: str) -> Cells:
    """Returns one character per cell, without blanks and a remark.

    >>> characters(' "#. #"'), characters("#.#  (1 1)")
    ('#.#', '#.#')
    """
    return "".join(_REMARK.sub("", text).strip(_EDGES).split())


def words(text: str, *, with_ends: bool = False) -> Cells:
    """Returns one word per cell; an empty field between bars, commas and the like is an empty cell.

    With `with_ends` tabs around the text are next to empty cells, too, not an indent.

    >>> words("| # | | Red |"), words("1 0")
    (['#', ' ', 'red'], ['1', '0'])
    """
    text = _REMARK.sub("", text)
    text = text.strip(_EDGES.replace("\t", "") if with_ends else _EDGES)
    text = text.removeprefix("|").removesuffix("|") if len(text) > 1 else text
    fields = SEPARATOR.split(text) if SEPARATOR.search(text) else text.split()
    cells = (field.strip(_EDGES) for field in fields)
    return [(cell.casefold() if len(cell) > 1 else cell) or " " for cell in cells]


def _only_row(text: str, lengths: Collection[int], notations: Collection[str]) -> Cells:
    """Returns the only word of a line that is a row, or nothing.

    >>> _only_row("- Row 1 (2 1): ##.#., as it must", [5], "#.")
    '##.#.'
    """
    words = (word.removesuffix(".") if len(word) - 1 in lengths else word for word in _WORD.findall(text))
    rows = [
        word
        for word in words
        if len(word) in lengths
        and all(cell in notations for cell in word)
        and not (word.isalpha() and len(word) < _SHORT)
    ]
    # a further word of the same characters can be more cells of the row
    is_clear = len(rows) == 1 and sum(set(word) <= set(rows[0]) for word in text.split()) <= 1
    return rows[0] if is_clear else ""


def runs(
    source: Source, notations: Collection[str], lengths: Sequence[int], tick: Callable[[], None]
) -> Iterator[Sequence[tuple[Row, Cells]]]:
    """Yields runs of consecutive rows (with consecutive numbers, if numbered)."""
    run: list[tuple[Row, Cells]] = []
    for row in source.rows:
        tick()
        cells = source.cut(row.text)
        is_row = bool(cells) and all(cell in notations for cell in cells) and not _is_ruler(cells, lengths)
        if run and not is_row and RULE.fullmatch(row.text) and not _is_ruler(cells, lengths):
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
