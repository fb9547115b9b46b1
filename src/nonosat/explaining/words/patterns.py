"""All sentences of explanations: one table of patterns, filled in by `phrase` and translated by the catalogues.

A phrase is a pattern and its values; a value can be a phrase. Records hold phrases as `said`, so that pages and lessons
print them in any language; the keys of the catalogues (`nonosat.apps.languages`) are these patterns.

Languages with articles, genders and cases ask for a form of a value: `{cells:the}` takes the catalogue's text for
`cell {cells}|cells {cells}:the`, such as "les cases {cells}", and `{colour:cell}` the one for `black:cell`, such as "noire".
A value without such a text passes the form on to its own values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeAlias, overload

from nonosat.explaining.steps.techniques import runs_of
from nonosat.imaging.colours import ink_names
from nonosat.model.clues import Block, Clue
from nonosat.model.geometry import AXES, LineId
from nonosat.model.palette import Palette
from nonosat.support.arguments import method

# positions of a line, for each family that runs across or down the picture
THIRDS = dict(
    zip(
        AXES,
        (
            ("near the top", "in the middle", "near the bottom"),
            ("near the left", "in the middle", "near the right"),
        ),
        strict=False,
    )
)

# sentences by kind; `|` separates the forms for n = 1 and for more
PATTERNS = {
    # names
    **{axis: f"{axis} {{number}}" for axis in AXES},
    "other line": "{axis} {number}",
    "labelled cell": "cell {name}",
    "cell in row and column": "row {row}, column {place}",
    "cell in row": "row {row}, cell {place}",
    "cells": "cell {cells}|cells {cells}",
    "the": "the {block}",
    "the nth": "the {ordinal} {block}",
    "block": "{colour} {length}",
    "on": "{block} on {cells}",
    "any block": "any block",
    "any block of": "any {colour} block",
    # lists
    "and": "{first} and {last}",
    "or": "{first} or {last}",
    "comma": "{first}, {last}",
    "semicolon": "{first}; {last}",
    "to": "{first} to {last}",
    # steps and conclusions
    "step": "{line}, {technique}: {what}",
    "list": "{line}, {technique}:",
    "line": "{line}: {what}",
    "so": "{reason}, so {what}",
    "so:": "{reason}:",
    "is": "{cells} is {colour}|{cells} are {colour}",
    "is not": "{cells} is not {colour}|{cells} are not {colour}",
    "left": "{what}, so it is {colour}",
    # techniques for a line
    "full": "{clue} fits in one way only",
    "its clue": "its clue fits in one way only",
    "empty": "its clue is 0",
    "complete": "its clue is complete",
    "complete in colour": "all of its {colour} is there",
    "background": "its {n} {colour} cell is known|its {n} {colour} cells are known",
    "remainder": "{colour} needs all cells that are left",
    "lies in": "{block} lies in {cells}",
    "gap": "not even {block} fits there",
    "narrow": "there is no room for {block} there",
    "whole": "{cells} is all of {block}|{cells} are all of {block}",
    "whole block": "{cells} is a whole block|{cells} are a whole block",
    "starts": "{block} starts at cell {cell} at the earliest",
    "ends": "{block} ends at cell {cell} at the latest",
    "wall": "{reason} ({wall})",
    "edge": "the edge",
    "no ink": "no block is {colour}",
    "split": "{cells} would be too long for one block",
    "join": "{block} is at both ends of {cells}",
    "agree": "all ways to fill it agree",
    "agree near": "{what}; all ways agree",
    "extremes": "the block starts at cell {first} at the earliest and {last} at the latest; all ways agree"
    "|the blocks start at cells {first} at the earliest and {last} at the latest; all ways agree",
    "ordered": "by the order of the blocks, {reason}",
    "filled": "by what is filled, {reason}",
    "crossing": "the clues that cross there have no ink in common",
    "no other colour": "no other colour is left",
    # what crossing lines say
    "because": "{what}, because {why}",
    "elsewhere": "{line} has it elsewhere",
    "block there": "a block of {line} is there",
    "all elsewhere": "the lines that cross there have it elsewhere",
    "blocks there": "blocks of crossing lines are there",
    "ruled out": "ruled out before: {what}",
    "in": "{colour} in {cells}",
    # suppositions
    "suppose": "suppose it is {colour}",
    "suppose cell": "suppose {cell} is {colour}",
    "suppose too": "suppose {cell} is {colour}, too",
    "suppose block": "suppose {block} starts at cell {cell}",
    "by hand": "beyond what people do by hand: {n} line leads to a contradiction"
    "|beyond what people do by hand: {n} lines lead to a contradiction",
    "conclusion": "So {what}",
    "not there": "{block} does not start at cell {cell}: {what}",
    "offer": "If {cell} is given as {colour}, lines settle {n} cell without that"
    "|If {cell} is given as {colour}, lines settle {n} cells without that",
    "search": "the solver finds no solution in which it is {colour}",
    # contradictions
    "but": "{what}, and {why}",
    "clue has": "the clue has {number}",
    "count": "{n} cell is {colour}|{n} cells are {colour}",
    "no cell": "no cell can be {colour}",
    "only": "only {n} cell can be {colour}|only {n} cells can be {colour}",
    "too long": "no block is so long",
    "too long there": "no block there is so long",
    "out of reach": "no block gets there",
    "no room there": "no block there has room",
    "has no room": "{blocks} has no room there|{blocks} have no room there",
    "no room": "there is no room for {block}",
    "one for two": "only {block} gets there, and it cannot lie on both {cells}",
    "no blocks for": "no blocks in the order of the clue lie on {cells}",
    "no filling": "no filling agrees with what is known",
    "stated": "contradiction: {reason}",
    "no solution found": "contradiction: the solver finds no solution",
    # ends
    "solved": "solved",
    "only solution": "solved: this is the only solution",
    "open": "nothing more follows: the cells that are left differ between solutions",
    "no solution": "the puzzle has no solution",
    "no solution because": "the puzzle has no solution: {reason}",
    "no solution from here": "no solution agrees with what is there",
    "several solutions": "the puzzle has several solutions",
    "differ": "{n} cell differs between them|{n} cells differ between them",
    "cells left": "{n} cell is left|{n} cells are left",
    "unexplained": "{n} cell left without an explanation|{n} cells left without an explanation",
    "no step": "no further step was found",
    "no step because": "no further step was found, {reason}",
    # hints
    "look": "look at {where}",
    "look at": "look at {line}: {idea}",
    "look at cells": "look at {line}, {cells}: {idea}",
    **{f"{axis} {where}": f"a {axis} {where}" for axis in THIRDS for where in THIRDS[axis]},
    **{f"some {axis}": f"a {axis}" for axis in AXES if axis not in THIRDS},
    "nothing more": "lines alone say nothing more: suppose a colour of a cell in {where}",
    "try": "suppose a colour of {cell}",
    "try block": "look at {line}: suppose where a block starts",
    "ends after": "{what}: after {n} line there is a contradiction|{what}: after {n} lines there is a contradiction",
    "ends after many": "{what}: after many lines there is a contradiction",
    # mistakes
    "mistake in": "there is a mistake in {where}",
    "mistake among": "there is a mistake in {line}, {cells}",
    "among": "{line}, {cells}: {what}",
    "not given": "{cell}: {colour} is not what the puzzle gives",
    "in no solution": "{cell}: {colour} is in no solution",
    "contradicts": "{cell}: {colour} contradicts earlier cells",
}

# sentence of a hint per technique for one line
IDEAS = {
    "full": "its clue fits in one way only",
    "complete": "its clue is complete",
    "remainder": "a colour needs all cells that are left",
    "overlap": "a block covers some cells wherever it lies",
    "gap": "a gap is too short",
    "beside": "a run is a whole block",
    "glue": "a block near a wall goes on away from it",
    "reach": "no block gets to some cells",
    "crossing": "crossing lines say which colour is left",
    "split": "two runs together would be too long",
    "join": "two runs are parts of one block",
    "ordered beside": "by the order of the blocks, a run is a whole block",
    "ordered glue": "by the order of the blocks, a block goes on away from a wall",
    "ordered reach": "by what is filled, no block gets to some cells",
    "narrow": "a gap is too short for the blocks near it",
    "squeeze": "filled cells leave a block little room",
    "agree": "all ways to fill it agree on some cells",
}

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_NTH = {"st": "{n}st", "nd": "{n}nd", "rd": "{n}rd", "th": "{n}th"}
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}

# forms of names: with an article; in the accusative
_NAMES = (*AXES, "other line", "labelled cell", "cell in row and column", "cell in row", "cells")
# forms of colours: said of a cell, of cells; before or after a block with the article of its number, several blocks, any block
INK_FORMS = ("cell", "cells", "block", "blocks", "any")
INKS = (
    *("white", "black", "red", "yellow", "green", "blue"),
    *("purple", "orange", "teal", "brown", "pink", "grey"),
)
"""The colours with a translation. Other names are of no language, and have one form."""
FORMS = (
    *(f"{PATTERNS[name]}:the" for name in _NAMES),
    *(f"{PATTERNS[name]}:acc" for name in ("any block", "any block of")),
    *(f"{name}:{form}" for name in INKS for form in INK_FORMS),
)

# a catalogue: translations by English text, each a text or forms by plural category
Words = Mapping[str, Any]

Value: TypeAlias = "str | int | Phrase"
_PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")


class Phrase(NamedTuple):
    """A pattern and its values; prints in English."""

    pattern: str
    values: tuple[tuple[str, Value], ...] = ()

    @method
    def text(self, words: Words | None = None, form: str = "") -> str:
        """Returns the sentence in the language of a catalogue, in a form that a sentence around it asks for.

        >>> phrase("row", number=3).text({"row {number}": "Zeile {number}"})
        'Zeile 3'
        >>> words = {"row {number}:the": "la ligne {number}", "{line}: {what}": "{line:the}: {what}"}
        >>> phrase("line", line=phrase("row", number=3), what=phrase("empty")).text(words)
        'la ligne 3: its clue is 0'
        """
        return self._said(words or {}, form)

    def _said(self, words: Words, form: str = "") -> str:
        """Returns the sentence, whose parts need no check."""
        values = dict(self.values)
        pattern = self.pattern
        if form and f"{pattern}:{form}" in words:
            pattern, form = f"{pattern}:{form}", ""
        return self._filled(words.get(pattern, pattern), values, words, form)

    @staticmethod
    def _filled(form: Any, values: Mapping[str, Value], words: Words, asked: str) -> str:
        """Returns a text of a catalogue with values in their places, in the form that is `asked` of all of them."""
        if (count := values.get("n")) is not None:
            forms = (
                form if isinstance(form, dict) else dict(zip(("one", "other"), form.split("|"), strict=False))
            )
            form = forms["one"] if count == 1 and "one" in forms else forms.get("other", forms.get("one"))
        if not values:
            return str(form)
        texts, places = _pieces(form)
        said = [_text(values.get(name, place), words, own or asked) for name, own, place in places]
        return "".join([piece for pair in zip(texts, [*said, ""], strict=True) for piece in pair])

    def __str__(self) -> str:
        return self._said({})

    def to_json(self) -> dict[str, Any]:
        """Returns the record: the pattern as `say`, beside its values."""
        values = (
            (name, value.to_json() if isinstance(value, Phrase) else value) for name, value in self.values
        )
        return {"say": self.pattern, **dict(values)}


@lru_cache(4096)
def _pieces(form: str) -> tuple[list[str], list[tuple[str, str, str]]]:
    """Splits a text of a catalogue into what stands between places, and the places: name, form, and as it is written."""
    places = [(place[1], place[2], place[0]) for place in _PLACE.finditer(form)]
    return _PLACE.split(form)[::3], places


def _text(value: Value, words: Words, form: str) -> str:
    return value._said(words, form) if isinstance(value, Phrase) else str(value)


@cache
def _names(pattern: str) -> frozenset[str]:
    """Returns the names of the values that a pattern needs."""
    return frozenset(name for name, _ in _PLACE.findall(pattern)) | ({"n"} if "|" in pattern else set())


def phrase(kind: str, **values: Value) -> Phrase:
    """Returns a sentence of a kind; raises `TypeError` unless the values match its pattern.

    >>> print(phrase("row", number=3))
    row 3
    """
    pattern = PATTERNS[kind]
    if values.keys() != _names(pattern):
        raise TypeError(f"{pattern!r} does not take {', '.join(values) or 'nothing'}")
    return Phrase(pattern, tuple(values.items()))


@overload
def listed(phrases: Iterable[Phrase], last: str = "and", by: str = "comma") -> Phrase: ...
@overload
def listed(phrases: Iterable[Value], last: str = "and", by: str = "comma") -> Value: ...
def listed(phrases: Iterable[Value], last: str = "and", by: str = "comma") -> Value:
    """Joins phrases to a list in a sentence.

    >>> print(listed("a"), "-", listed("abc", "or"))
    a - a, b or c
    """
    joined, *others = phrases
    for number, other in enumerate(others, 1):
        joined = phrase(last if number == len(others) else by, first=joined, last=other)
    return joined


def ink(colour: int, palette: Palette) -> Phrase:
    """Returns the name of a colour."""
    return Phrase(ink_names(palette)[colour])


def line_name(line: LineId) -> Phrase:
    """Names a line; families without a pattern of their own use the general one.

    >>> print(line_name(LineId("row", 2)), line_name(LineId("z", 0)))
    row 3 z 1
    """
    if line.axis in AXES:
        return phrase(line.axis, number=line.index + 1)
    return phrase("other line", axis=line.axis, number=line.index + 1)


def cells_named(cells: int) -> Phrase:
    """Names the cells of a mask, counted from 1.

    >>> [str(cells_named(cells)) for cells in (0b10, 0b110, 0b11101)]
    ['cell 2', 'cells 2 and 3', 'cells 1 and 3 to 5']
    """
    words: list[Value] = []
    for start, end in runs_of(cells):
        short = end - start < 3
        words += range(start + 1, end + 1) if short else [phrase("to", first=start + 1, last=end)]
    return phrase("cells", cells=listed(words), n=cells.bit_count())


def size_named(block: Block, palette: Palette) -> Value:
    """Names a block by its length, and its ink if there are several."""
    length = "?" if block.length is None else str(block.length)
    return phrase("block", colour=ink(block.colour, palette), length=length) if len(palette) > 2 else length


def block_named(index: int, clue: Clue, palette: Palette) -> Phrase:
    """Names a block of a clue, with its ordinal among equal ones.

    >>> from nonosat.model.clues import as_clue
    >>> from nonosat.model.palette import BLACK_AND_WHITE
    >>> [str(block_named(index, as_clue([2, 5, 2]), BLACK_AND_WHITE)) for index in range(3)]
    ['the first 2', 'the 5', 'the second 2']
    >>> [str(block_named(index, as_clue([1] * 23), BLACK_AND_WHITE)) for index in (9, 11, 22)]
    ['the tenth 1', 'the 12th 1', 'the 23rd 1']
    """
    block = clue[index]
    name = size_named(block, palette)
    if clue.count(block) == 1:
        return phrase("the", block=name)
    return phrase("the nth", ordinal=_ordinal(clue[: index + 1].count(block)), block=name)


def _ordinal(number: int) -> Phrase:
    """Returns the ordinal of a number, from 1."""
    if number <= len(ORDINALS):
        return Phrase(ORDINALS[number - 1])
    last = number % 10 if number // 10 % 10 != 1 else 0
    return Phrase(_NTH[_ENDINGS.get(last, "th")], (("n", number),))


def printed(said: Sequence[Phrase], words: Words | None = None) -> Iterator[str]:
    """Yields a sentence, and the items of a list after it."""
    for number, sentence in enumerate(said):
        yield f"{'- ' if number else ''}{sentence.text(words)}"


def texts(others: Iterable[str] = ()) -> frozenset[str]:
    """Returns all texts of explanations that a catalogue needs, and some others."""
    return frozenset([*PATTERNS.values(), *IDEAS.values(), *ORDINALS, *_NTH.values(), *FORMS, *others])
