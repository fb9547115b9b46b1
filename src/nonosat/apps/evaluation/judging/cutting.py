"""Cuts a row of a grid into cells, in all notations that people use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

Cells = Sequence[str]  # the cells of a row as written: a string of one character each, or a list of words


Cut = Callable[[str], Iterator[str]]  # yields the cells of a row, one character each


class Style(StrEnum):
    """Notation of a grid."""

    ROWS = "rows of characters"
    WORDS = "cells between blanks or commas"
    TABLE = "a table"
    DRAWN = "a drawing with bars"
    BESIDE = "rows beside other text"
    BLANKS = "rows of characters, of which blanks are cells"
    LIST = "a list"
    ONE_LINE = "all rows in one line"


_LABEL = re.compile(
    r"(?P<long>(?P<short>[\s|(\"'*]{0,99}(?:row|line|r)?[\s_#]{0,9}(?P<number>\d{1,4})[\"'*]{0,4}"
    r"(?:[.:)\]|=,]{1,3}|\s|(?=[-\u2013]\s)))\s{0,9}(?:[:)\]|=]{1,3}|->|[-\u2013]\s)?)[*\"']{0,4}",
    re.IGNORECASE | re.ASCII,
)
_COLUMN = re.compile(r"[\W_]{0,99}(?:column|col|c)[\s_#]{0,9}(\d{1,4})(?!\w)", re.IGNORECASE | re.ASCII)
_LISTED = re.compile(r"\s*([-*+\u2022])\s+")
_BAR = re.compile(r"[|\u2502\u2503\u2551\u2506\u250a]")
_SEPARATOR = re.compile(r"[,;\t&]")
_BOX = re.compile(r"[\[(](.)[\])]")
_BOXES = re.compile(rf"\s*(?:{_BOX.pattern}[\s,|]*)+")
RULE = re.compile(r"[\s|:+\-=_\u2500-\u257f]*")  # a separator line between rows
EDGES = " \t\r\n\f\v\"'`\\,;"  # characters stripped around a row or a cell


def label_of(text: str) -> tuple[int | None, tuple[str, ...]]:
    """Splits a row number from the rest; returns both readings if the rest can begin in two places.

    >>> label_of("Row 3: #.#"), label_of("| 12 | # | . |"), label_of("#.#")
    ((3, ('#.#', ' #.#')), (12, (' # | . |', '| # | . |')), (None, ('#.#',)))
    >>> label_of("1 - # -")
    (1, ('# -', '- # -'))
    """
    label = _LABEL.match(text)
    if not label:
        return None, (text,)
    ends = dict.fromkeys((label.end(), label.end("short")))
    return int(label["number"]), tuple(dict.fromkeys(text[end:] for end in ends))


def unlisted(text: str) -> tuple[str, ...]:
    """Returns a line, and also the line without a list marker if the marker is not a cell.

    >>> unlisted("- # . #"), unlisted("- # - #"), unlisted("#.#")
    (('- # . #', '# . #'), ('- # - #',), ('#.#',))
    """
    marker = _LISTED.match(text)
    if marker and marker[1] not in (rest := text[marker.end() :]):
        return text, rest
    return (text,)


def column_of(text: str) -> tuple[int | None, str]:
    """Splits the number of a labelled column from the rest.

    >>> column_of("- **Column 3:** #.#"), column_of("Row 3: #.#")
    ((3, ':** #.#'), (None, 'Row 3: #.#'))
    """
    label = _COLUMN.match(text)
    return (int(label[1]), text[label.end() :]) if label else (None, text)


def characters(text: str) -> Iterator[str]:
    """Yields one character per cell; skips blanks.

    >>> list(characters(' "#.#",'))
    ['"#.#",', '#.#']
    """
    yield from dict.fromkeys("".join(part.split()) for part in (text, text.strip(EDGES)))


def doubled(text: str) -> Iterator[str]:
    """Yields one cell per two equal characters.

    >>> list(doubled("##..##")), list(doubled("#..."))
    (['#.#'], [])
    """
    if len(text) % 2 == 0 and text[::2] == text[1::2]:
        yield text[::2]


def words(text: str) -> Iterator[list[str]]:
    """Yields one word per cell; an empty field between commas, tabs and the like is an empty cell.

    >>> list(words("#,,red")), list(words("1 0"))
    ([['#', ' ', 'red']], [['1', '0']])
    """
    for part in dict.fromkeys((text.strip(), text.strip(EDGES))):
        yield [
            word_of(word) for word in (_SEPARATOR.split(part) if _SEPARATOR.search(part) else part.split())
        ]


def table(text: str) -> Iterator[list[str]]:
    """Yields the cells between bars.

    >>> list(table("| # | | . |"))
    [['#', ' ', '.']]
    """
    parts = _BAR.split(text.strip())
    if len(parts) > 1:
        yield [word_of(part) for part in parts[not parts[0] : len(parts) - (not parts[-1])]]


def drawn(text: str) -> Iterator[str]:
    """Yields cells in groups between bars, after a clue; blanks are cells.

    >>> list(drawn("1 1 |# |# |"))
    ['# # ']
    """
    parts = _BAR.split(text)[1:]
    if parts:
        yield "".join(parts[:-1] or parts)


def boxed(text: str) -> Iterator[str]:
    """Yields the cells in brackets.

    >>> list(boxed("[#][ ] [X]"))
    ['# X']
    """
    if _BOXES.fullmatch(text):
        yield "".join(_BOX.findall(text))


def _then(first: Cut, second: Cut) -> Cut:
    """Returns the way that cuts by one way, and the results by another."""
    return lambda text: (cells for row in first(text) for cells in second(row))


def word_of(text: str) -> str:
    """Strips a cell; an empty cell, quoted or not, is a blank."""
    text = text.strip()
    word = text.strip(EDGES) or ("" if text in ("", '""', "''") else text)
    if len(word) > 2 and word[:-1].isalpha():
        word = word.removesuffix(".")
    return (word.casefold() if len(word) > 1 else word) or " "


# ordered by precedence, for rows that can be cut in several ways
WAYS: tuple[tuple[Style, Callable[[str], Iterator[Cells]]], ...] = (
    (Style.ROWS, characters),
    (Style.ROWS, _then(characters, doubled)),
    (Style.WORDS, words),
    (Style.TABLE, table),
    (Style.DRAWN, _then(drawn, doubled)),
    (Style.DRAWN, drawn),
    (Style.DRAWN, _then(drawn, characters)),
    (Style.WORDS, boxed),
)
