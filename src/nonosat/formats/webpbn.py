"""The XML of webpbn.com: colours, blotted clues, givens, goals and triddlers, several puzzles in a file.

A `<puzzleset>` of `<puzzle>`s. Each has its colours, `<color name="red" char="r">f00</color>`, of which
white and black need not be declared; `backgroundcolor` (else white) says which is the background and
`defaultcolor` (else black) which ink a `<count>` without `color` has. `<clues type="columns">` and
`"rows"` hold `<line>`s of `<count>`s; a count of 0 is a blotted block, an empty clue an empty line.

`<solution>`s hold an `<image>`: one row of letters a line, between bars. The first of `type="goal"` (the
type if there is none) is the goal; a grid without clues has those of its goal. In the first of `type="saved"`,
`?` and sets such as `[.X]` are open cells, and all others are givens.

A triddler (`type="triddler"`) has six sets of clues, one for each side of its hexagon, see
`nonosat.formats.sides`; a side without lines may be missing. Its image rows stand between `/` and `\\`,
slanted as the ends of the row are: `/..X\\` begins and ends with a triangle that points up.

Properties without an element, such as the licence, are written as `<note>licence: CC0</note>`. The file is read as a
stream of events, and entities are refused: nothing in a file can grow or refer to another file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any, NoReturn

from nonosat.formats.base import Feature, Format, resembling
from nonosat.formats.file_colours import FileColours
from nonosat.formats.numbers import parse_number
from nonosat.formats.sides import Sides, shape_of, sides_of
from nonosat.formats.webpbn_draft import ABOUT_EXTRA, ABOUT_FIELDS, Count, Draft, PlainClues, read_drafts
from nonosat.imaging.colours import letters_for, names_for, rgb_of
from nonosat.model.clues import Block, Clue, ClueFamily, shared_block
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.metadata import Metadata, Origin
from nonosat.model.palette import BLACK_AND_WHITE, MAX_COLOURS, Colour
from nonosat.model.puzzle import Given, Grid, Puzzle
from nonosat.support.errors import InputError, UsageError
from nonosat.support.sentences import number_text

_PREDEFINED = {"white": Colour("white", "ffffff", "."), "black": Colour("black", "000000", "X")}
_OPEN = chr(MAX_COLOURS)
_ANY_LETTER = "\uffff"  # of an open cell; no XML has it
_SET = re.compile(r"\[([^\]]*(?:\]|$))")
_NOTE = re.compile(r"([^\s:]+):(?:\s+(.*))?", re.DOTALL)
_NOT_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def sniff(data: bytes) -> bool:
    """Returns whether the data is XML with a puzzle."""
    start = data[:65536].replace(b"\0", b"")  # UTF-16 has them
    return b"<" in start[:10] and (b"<puzzle" in start or b"<puzzle" in data)


def parse(data: bytes) -> list[Puzzle]:
    return [_WebpbnReading(draft).puzzle() for draft in read_drafts(data)]


def format(puzzles: Sequence[Puzzle]) -> str:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<puzzleset>"]
    for puzzle in puzzles:
        lines.extend(_lines(puzzle))
    lines.append("</puzzleset>\n")
    return "\n".join(lines)


class _WebpbnReading:
    """Makes a puzzle from a draft."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        kind = draft.attributes.get("type", "grid")
        if kind not in ("grid", "triddler"):
            self._refuse(f"expected a puzzle of type grid or triddler, got {kind[:40]!r}", draft.line)
        self._is_triddler = kind == "triddler"
        self._default = draft.attributes.get("defaultcolor", "black")
        self._colours = FileColours(_PREDEFINED)
        self._letters = self._colours.letters
        self._cell_colours = _CellColours(self._letter)
        self._blocks: dict[Count, Block] = {}
        self._read_palette()

    def puzzle(self) -> Puzzle:
        """Returns the puzzle; its parts are read in the order of their dependencies."""
        draft = self._draft
        if not draft.clues:
            return self._puzzle_of_goal()
        names = Sides._fields if self._is_triddler else ("rows", "columns")
        if unknown := draft.clues.keys() - set(names):
            expected = ", ".join(names)
            self._refuse(f"expected clues of type {expected}, got {min(unknown)[:40]!r}", draft.line)
        if not self._is_triddler and len(draft.clues) < 2:
            (missing,) = set(names) - draft.clues.keys()
            self._refuse(f'there is no <clues type="{missing}">', draft.line)
        sets = [self._clue_set(draft.clues.get(name, [])) for name in names]
        clues, lines = [clues for clues, _ in sets], [lines for _, lines in sets]
        shape = None
        if self._is_triddler:
            shape = shape_of(Sides(*map(len, clues)), draft.line)
            if min(shape.counts) < 1:
                self._refuse("a triddler must have lines in all three directions", draft.line)
            clues = [(*one, *other) for one, other in zip(clues[::2], clues[1::2], strict=True)]
            lines = [(*one, *other) for one, other in zip(lines[::2], lines[1::2], strict=True)]
        sizes = list(shape.row_lengths) if shape else [len(clues[1])] * len(clues[0])
        return Puzzle(
            clues[0],
            clues[1],
            **self._other_parts(sizes),
            origin=Origin(lines[0], lines[1], lines[2] if shape else ()),
            diagonals=clues[2] if shape else (),
            corner=-len(sets[0][0]) if shape else 0,
        )

    def _other_parts(self, sizes: Sequence[int]) -> dict[str, Any]:
        """Returns everything except the clues; `sizes` are the lengths of the rows."""
        goal, givens = self._grid("goal", sizes), self._givens(sizes)  # can add colours to the palette
        if len(self._colours.colours) < 2:
            self._colours.find("black" if "black" not in self._colours.index else "white")
        metadata = _metadata(self._draft.about)
        return {"palette": self._colours.palette(), "givens": givens, "goal": goal, "metadata": metadata}

    def _puzzle_of_goal(self) -> Puzzle:
        """Returns the puzzle with the clues of its goal."""
        draft = self._draft
        if "goal" not in draft.images or self._is_triddler:
            what = "no clues" if self._is_triddler else "neither clues nor a goal"
            self._refuse(f"the puzzle has {what}", draft.line)
        line, text = draft.images["goal"]
        rows = [cells for _, cells in self._rows(text, line)]
        if not rows or max(len(rows), len(rows[0])) > MAX_SIDE:
            self._refuse(f"a goal without clues must have 1 to {MAX_SIDE} cells a side", line)
        parts = self._other_parts([len(rows[0])] * len(rows))
        goal: Grid = parts["goal"]
        return goal.puzzle(**parts)

    def _read_palette(self) -> None:
        """Reads the declared colours, the background first."""
        background = self._draft.attributes.get("backgroundcolor", "white")
        declared = sorted(self._draft.colours, key=lambda colour: colour[1].get("name") != background)
        if not declared or declared[0][1].get("name") != background:
            if background not in _PREDEFINED:
                self._refuse(f"the background {background[:40]!r} is not declared", self._draft.line)
            self._colours.find(background)
        letters: set[str] = set()
        for line, attributes, text in declared:
            name, letter = attributes.get("name", ""), attributes.get("char", "")
            if not name:
                self._refuse("a colour must have a name", line)
            if len(letter) > 1:
                self._refuse(f"the char of a colour must be one letter, got {letter[:40]!r}", line)
            rgb = rgb_of(text)
            if rgb is None:
                self._refuse(f"expected a colour such as ff0000 or f00, got {text[:40]!r}", line)
            at = self._colours.add(name, Colour(name, rgb, letter), line)
            if letter in letters:
                self._refuse(f"two colours have the letter {letter!r}", line)
            letters |= {letter} - {""}
            self._letters[letter] = at

    def _clue_set(
        self, read: tuple[int, PlainClues] | list[tuple[int, list[Count]]]
    ) -> tuple[ClueFamily, tuple[int, ...]]:
        """Returns a set of clues, and their lines in the file."""
        if isinstance(read, list):
            return tuple([self._clue(counts, line) for line, counts in read]), tuple(
                [line for line, _ in read]
            )
        element, (clues, name) = read
        lines = tuple(range(element + 1, element + 1 + len(clues)))
        first = next(line for clue, line in zip(clues, lines, strict=True) if clue)
        colour = self._colours.find(self._default if name is None else name, first)
        if colour != 1:
            clues = tuple([tuple([shared_block(b.length, colour) for b in clue or ()]) for clue in clues])
        return clues, lines

    def _clue(self, counts: Iterable[Count], line: int) -> Clue:
        blocks = []
        for count in counts:
            block = self._blocks.get(count)
            if block is None:
                length, colour = parse_number(count[0], line), count[1]
                index = self._colours.find(self._default if colour is None else colour, line)
                block = self._blocks[count] = shared_block(length or None, index)
            blocks.append(block)
        return tuple(blocks)

    def _grid(self, kind: str, sizes: Sequence[int]) -> Grid | None:
        rows = self._image(kind, sizes)
        if rows is None:
            return None
        if any(_OPEN in row for row in rows):
            self._refuse("a cell of the goal is open", self._draft.images[kind][0])
        return Grid([row.encode("latin-1") for row in rows], ragged=self._is_triddler)

    def _givens(self, sizes: Sequence[int]) -> list[Given]:
        return [
            Given(row, column, ord(colour))
            for row, cells in enumerate(self._image("saved", sizes) or ())
            for column, colour in enumerate(cells)
            if colour != _OPEN
        ]

    def _image(self, kind: str, sizes: Sequence[int]) -> list[str] | None:
        """Returns the cells of an image, whose rows must have these lengths: `chr` of each colour, or `_OPEN`."""
        if kind not in self._draft.images:
            return None
        first, text = self._draft.images[kind]
        rows: list[str] = []
        for line, cells in self._rows(text, first):
            if len(rows) == len(sizes):
                self._refuse(f"the image has more rows than the {len(sizes)} of the puzzle", line)
            if len(cells) != sizes[len(rows)]:
                has = number_text(len(cells), "cell")
                reason = f"{has} in row {len(rows) + 1} of the image, expected {sizes[len(rows)]}"
                self._refuse(reason, line)
            rows.append(cells)
        if len(rows) != len(sizes):
            self._refuse(f"the image has {number_text(len(rows), 'row')}, the puzzle {len(sizes)}", first)
        return rows

    def _rows(self, text: str, first: int) -> Iterator[tuple[int, str]]:
        """Yields file line and cells of each row of an image."""
        ends = "/\\" if self._is_triddler else "|"
        for line, row in enumerate(text.split("\n"), first):
            row = row.strip()
            if not row:
                continue
            if len(row) < 2 or row[0] not in ends or row[-1] not in ends:
                between = "slashes" if self._is_triddler else "bars"
                self._refuse(f"a row of an image must stand between {between}, got {row[:40]!r}", line)
            yield line, self._cells(row[1:-1], line)

    def _cells(self, row: str, line: int) -> str:
        """Returns the colours of cells; `_OPEN` for `?` and sets of more than one colour."""
        if "[" in row and "[" not in self._letters:
            row = _SET.sub(lambda letters: self._only_letter(letters[1], line), row)
        if "?" not in self._letters:
            row = row.replace("?", _ANY_LETTER)
        self._cell_colours.line = line
        return row.translate(self._cell_colours)

    def _only_letter(self, letters: str, line: int) -> str:
        """Returns the letter of a set, `_ANY_LETTER` if it has several colours."""
        if letters[-1:] != "]":
            self._refuse("a set of colours does not end", line)
        colours = {self._letter(letter, line) for letter in letters[:-1]}
        return letters[0] if len(colours) == 1 else _ANY_LETTER

    def _letter(self, letter: str, line: int) -> int:
        """Returns the colour with that letter; undeclared white and black join the palette."""
        if letter == _ANY_LETTER:
            return MAX_COLOURS
        if letter not in self._letters:
            for name, colour in _PREDEFINED.items():
                if letter == colour.letter and name not in self._colours.index:
                    return self._colours.find(name, line)
            self._refuse(f"no colour has the letter {letter!r}", line)
        return self._letters[letter]

    def _refuse(self, reason: str, line: int) -> NoReturn:
        raise InputError(reason, line=line)


class _CellColours(dict[int, str]):
    """Colours of the letters in images, as `str.translate` takes them; looks up each letter once, in line `line`."""

    def __init__(self, index: Callable[[str, int], int]) -> None:
        super().__init__()
        self._index = index
        self.line = 0

    def __missing__(self, letter: int) -> str:
        self[letter] = colour = chr(self._index(chr(letter), self.line))
        return colour


def _metadata(about: Iterable[tuple[str, str]]) -> Metadata:
    """Returns the metadata of text elements: takes the first element of each kind, joins repeated `extra` ones."""
    known: dict[str, str] = {}
    extra: dict[str, str] = {}
    names = {member.name for member in fields(Metadata)} - {"extra"}
    for tag, text in about:
        named = _NOTE.fullmatch(text) if tag == "note" else None
        if tag in ABOUT_FIELDS:
            known[ABOUT_FIELDS[tag]] = text or known.get(ABOUT_FIELDS[tag], "")
        elif named and named[1] in names:
            known[named[1]] = named[2] or ""
        elif named:
            extra[named[1]] = named[2] or ""
        elif text:
            extra[tag] = f"{extra[tag]}\n{text}" if tag in extra else text
    return Metadata(**known, extra=tuple(extra.items()))


def _lines(puzzle: Puzzle) -> Iterator[str]:
    """Yields the lines of a `<puzzle>`."""
    from xml.sax.saxutils import escape, quoteattr  # imported late: it imports half of the standard library

    palette = puzzle.palette
    if palette == BLACK_AND_WHITE:
        palette = tuple(_PREDEFINED.values())
    palette = tuple(colour._replace(name=_text(colour.name) or "ink") for colour in palette)
    names = list(map(quoteattr, names_for(colour.name for colour in palette)))
    letters = letters_for(palette, lambda letter: letter not in "[]|/\\")
    kind = "triddler" if puzzle.is_triddler else "grid"
    yield f'<puzzle type="{kind}" backgroundcolor={names[0]} defaultcolor={names[1]}>'
    for tag, name in ABOUT_FIELDS.items():
        if value := getattr(puzzle.metadata, name):
            yield f"<{tag}>{escape(_text(value))}</{tag}>"
    notes = [("licence", puzzle.metadata.licence)] if puzzle.metadata.licence else []
    for key, value in (*notes, *puzzle.metadata.extra):
        if key in ABOUT_EXTRA:
            yield f"<{key}>{escape(_text(value))}</{key}>"
        elif _NOTE.fullmatch(f"{key}:") and _text(key) == key:
            yield f"<note>{escape(key)}: {escape(_text(value))}</note>"
        else:
            raise UsageError(f"webpbn: a property cannot be called {key!r}")
    for name, letter, colour in zip(names, letters, palette, strict=True):
        yield f"<color name={name} char={quoteattr(letter)}>{colour.rgb}</color>"
    for kind, clues in _clue_sets(puzzle):
        yield f'<clues type="{kind}">'
        for clue in clues:
            counts = (f"<count color={names[b.colour]}>{b.length or 0}</count>" for b in clue or ())
            yield f"<line>{''.join(counts)}</line>"
        yield "</clues>"
    corner = puzzle.corner if puzzle.is_triddler else None
    if puzzle.goal:
        rows = [[letters[colour] for colour in row] for row in puzzle.goal]
        yield from _image_lines("goal", rows, corner)
    if puzzle.givens:
        rows = [["?"] * length for length in puzzle.row_lengths]
        for row, column, ink in puzzle.givens:
            rows[row][column] = letters[ink]
        yield from _image_lines("saved", rows, corner)
    yield "</puzzle>"


def _clue_sets(puzzle: Puzzle) -> Iterator[tuple[str, Sequence[Clue | None]]]:
    """Yields the sets of clues with their types."""
    if not puzzle.is_triddler:
        yield "columns", puzzle.columns
        yield "rows", puzzle.rows
        return
    sides = sides_of(puzzle.geometry)
    clues = iter([line.clue for line in puzzle.lines])
    for name, count in zip(Sides._fields, sides, strict=True):
        yield name, [next(clues) for _ in range(count)]


def _image_lines(kind: str, rows: Iterable[Sequence[str]], corner: int | None) -> Iterator[str]:
    yield f'<solution type="{kind}">'
    yield "<image>"
    for at, row in enumerate(rows):
        left = right = "|"
        if corner is not None:
            up = corner + at < 0
            left = "/" if up else "\\"
            right = "\\" if up == (len(row) % 2 == 1) else "/"
        yield f"{left}{''.join(row)}{right}".replace("&", "&amp;").replace("<", "&lt;")
    yield "</image>"
    yield "</solution>"


def _text(value: str) -> str:
    """Removes characters that XML cannot hold, and blanks at the ends."""
    return _NOT_XML.sub("", value).strip()


FORMAT = Format(
    name="webpbn",
    summary="webpbn.com's XML: all but lines without a clue",
    features=frozenset(Feature) - {Feature.MISSING, Feature.STARS, Feature.SHAPES},
    sniff=sniff,
    resembles=resembling(r"\A\s*<(?!(?i:!doctype html|html))"),
    parse=parse,
    format=format,
    binary=True,
)
