"""Cuts a row of a grid into cells, in every way in which people write cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

Cells = Sequence[str]
"""The cells of a row as they are written: a text of one character each, or a list of words."""


class Style(StrEnum):
    """How a grid is written."""

    ROWS = "rows of characters"
    WORDS = "cells between blanks or commas"
    TABLE = "a table"
    DRAWN = "a drawing with bars"
    BLANKS = "rows of characters, of which blanks are cells"
    LIST = "a list"
    ONE_LINE = "all rows in one line"


_LABEL = re.compile(
    r"[\s|(\"'*]{0,99}(?:row|line|r)?[\s_#]{0,9}(\d{1,4})[\"'*]{0,4}\s{0,9}(?:[.:)\]|=]{1,3}|->|[-\u2013]\s|\s)[*\"']{0,4}",
    re.IGNORECASE | re.ASCII,
)
_BAR = re.compile(r"[|\u2502\u2503\u2551\u2506\u250a]")
_SEPARATOR = re.compile(r"[,;\t&]")
_EDGES = " \t\r\n\f\v\"'`\\,;"
"""What may stand around a row or a cell."""


def label_of(text: str) -> tuple[int | None, str]:
    """The number that stands before a row, and the rest.

    >>> label_of("Row 3: #.#"), label_of("| 12 | # | . |"), label_of("#.#")
    ((3, ' #.#'), (12, ' # | . |'), (None, '#.#'))
    """
    found = _LABEL.match(text)
    return (int(found[1]), text[found.end() :]) if found else (None, text)


def characters(text: str) -> Iterator[str]:
    """Each character is a cell, blanks are not.

    >>> list(characters(' "#.#",'))
    ['"#.#",', '#.#']
    """
    yield from dict.fromkeys("".join(part.split()) for part in (text, text.strip(_EDGES)))


def doubled(text: str) -> Iterator[str]:
    """Two equal characters are a cell.

    >>> list(doubled("##..##")), list(doubled("#..."))
    (['#.#'], [])
    """
    if len(text) % 2 == 0 and text[::2] == text[1::2]:
        yield text[::2]


def words(text: str) -> Iterator[list[str]]:
    """Words are cells; between commas, tabs or the like, nothing is an empty cell.

    >>> list(words("#,,red")), list(words("1 0"))
    ([['#', ' ', 'red']], [['1', '0']])
    """
    for part in dict.fromkeys((text.strip(), text.strip(_EDGES))):
        yield [_word(word) for word in (_SEPARATOR.split(part) if _SEPARATOR.search(part) else part.split())]


def table(text: str) -> Iterator[list[str]]:
    """Bars stand between the cells.

    >>> list(table("| # | | . |"))
    [['#', ' ', '.']]
    """
    parts = _BAR.split(text.strip())
    if len(parts) > 1:
        yield [_word(part) for part in parts[not parts[0] : len(parts) - (not parts[-1])]]


def drawn(text: str) -> Iterator[str]:
    """Bars stand around groups of cells, with a clue before the first; blanks are cells.

    >>> list(drawn("1 1 |# |# |"))
    ['# # ']
    """
    parts = _BAR.split(text)[1:]
    if parts:
        yield "".join(parts[:-1] or parts)


def _doubled_drawn(text: str) -> Iterator[str]:
    for row in drawn(text):
        yield from doubled(row)


def _drawn_characters(text: str) -> Iterator[str]:
    for row in drawn(text):
        yield from characters(row)


def _doubled_characters(text: str) -> Iterator[str]:
    for row in characters(text):
        yield from doubled(row)


def _word(text: str) -> str:
    """A cell without what stands around it; nothing, or quotation marks around nothing, is a blank."""
    text = text.strip()
    word = text.strip(_EDGES) or ("" if text in ("", '""', "''") else text)
    return (word.casefold() if len(word) > 1 else word) or " "


WAYS: tuple[tuple[Style, Callable[[str], Iterator[Cells]]], ...] = (
    (Style.ROWS, characters),
    (Style.ROWS, _doubled_characters),
    (Style.WORDS, words),
    (Style.TABLE, table),
    (Style.DRAWN, _doubled_drawn),
    (Style.DRAWN, drawn),
    (Style.DRAWN, _drawn_characters),
)
"""What counts first where a row can be cut in several ways comes first."""
