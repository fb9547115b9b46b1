"""Finds grid rows in lines with other text (a clue, a remark, a number) before or after them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import groupby

from nonosat.apps.evaluation.judging.cutting import EDGES, RULE, Cells, table, word_of
from nonosat.model.palette import UNKNOWN

_PARTS = re.compile(r"[\[\](){}|\u2502:=\u2190-\u21ff\"`✓✔✅☑✗✘❌]|->|<-|//|\*\*")
# marks between a row and a remark
_MARKS = {"#", "-", "*", "\u2013", "\u2014"}
_BREAKS = re.compile(r"[\s,;&]+")

_LEAST = 3  # minimum row length
_WORD = 5  # shorter words can consist of colour letters by chance


class Beside:
    """Finds rows of a puzzle in lines of text; caches results, as each line is examined several times.

    A row is a word of cells, or consecutive words of one or more cells each. Numbers and signs are not mixed, so a
    clue never becomes part of a row of signs. No row is part of a longer one.

    >>> rows = Beside([5], {"#", ".", "1", "0"}, 2)
    >>> rows.all("Row 4 (1 2): `.#.##` fits"), rows.all("| 1 2 | 0 1 0 1 1 |")
    (('.#.##',), (['0', '1', '0', '1', '1'],))
    >>> rows.all("##.#. #"), rows.all("0 1 0 1 1 3")
    ((), ())
    """

    def __init__(self, lengths: Collection[int], known: Collection[str], colours: int) -> None:
        self._lengths = frozenset(lengths) if lengths and min(lengths) >= _LEAST else frozenset()
        self._known = frozenset(known)
        self._colours = colours
        self._kept: dict[str, tuple[Cells, ...]] = {}

    def all(self, text: str) -> tuple[Cells, ...]:
        """Returns all rows in a line."""
        if not self._lengths or RULE.fullmatch(text):
            return ()
        if text not in self._kept:
            self._kept[text] = (*self._in_table(text), *self._in_words(text))
        return self._kept[text]

    def only(self, text: str) -> Iterator[Cells]:
        """Yields the row of a line that contains exactly one."""
        rows = self.all(text)
        if rows and all(list(row) == list(rows[0]) for row in rows):
            yield rows[0]

    def _in_table(self, text: str) -> Iterator[Cells]:
        """Yields the row of signs in a table whose other columns are numbers or words."""
        for cells in table(text):
            kinds = list(map(self._kind, cells))
            length = kinds.count("sign")
            first = kinds.index("sign") if length else 0
            row = cells[first : first + length]
            if length in self._lengths and length < len(cells) and all(map(self._known.__contains__, row)):
                yield row

    def _in_words(self, text: str) -> Iterator[Cells]:
        for part in _PARTS.split(text):
            words = [word.strip(EDGES) for word in _BREAKS.split(part.strip())]
            if together := [row for word in words if (row := self._together(word))]:
                kind = self._kind(together[0])
                marks = sum(word in _MARKS and self._kind(word) == kind for word in words[:-1])
                if sum(self._kind(word) == kind for word in words) - marks == len(together):
                    yield from together
                continue
            for kind, run in ((kind, list(run)) for kind, run in groupby(words, self._kind)):
                cells = list(map(word_of, run))
                if kind and len(cells) in self._lengths and all(map(self._known.__contains__, cells)):
                    yield cells
                elif kind and len(joined := "".join(run)) in self._lengths and len(joined) > len(run):
                    yield joined

    def _together(self, word: str) -> str:
        """Returns the cells that a word consists of, without a final full stop; empty if it is no row."""
        for row in (word, word.removesuffix(".")):
            if len(row) in self._lengths and row not in self._known and self._are_cells(row):
                return row
        return ""

    def _are_cells(self, word: str) -> bool:
        """Returns whether every letter of a word is a cell and the word is no number or natural word."""
        letters = {*word} - {UNKNOWN}
        mixed = len(set(map(str.isdigit, letters))) > 1
        by_chance = mixed or len(letters) > self._colours or (word.isalpha() and 1 < len(word) < _WORD)
        return not by_chance and letters <= self._known

    def _kind(self, word: str) -> str:
        """Classifies a word: number, other cells, or neither."""
        if word.isdigit():
            return "number"
        if not word or (word_of(word) not in self._known and not self._are_cells(word)):
            return ""
        return "sign"
