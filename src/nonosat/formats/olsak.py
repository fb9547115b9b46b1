"""The `.g` files of Mirek and Petr Olsak: colours, triangles, triddlers.

Text is ignored up to the first line that begins with `#` or `:`. A line `#d` begins the colours,
one a line::

    in:out  name-or-#RGB  comment

where `in` is the letter behind the numbers of a clue (`3r`), `out` the one to print a picture with, and
the colour a name of X11 or hex digits. The letter 0 stands for the background (white if it is not
declared), 1 for the ink of numbers without a letter. A line `#t` makes the puzzle a triddler. Each line
that begins with `:` begins a group of clues: rows, then columns; a third such line ends the file. Numbers
stand between blanks, and an empty line is an empty clue. Without a line that ends them, the empty lines at the end of the
file are empty clues as well, with a note; of a triddler, as many of them as close the hexagon.

A triddler has six groups, the sides of its hexagon counter-clockwise from the upper left: topleft,
bottomleft, bottom, bottomright, topright, top. The lines of a group come in this order, too, so the last
two run from right to left, and each clue is read from its side inwards, so those of bottom and
bottomright run upwards. A colour 6 is that of the paper around the hexagon and is skipped.

A colour `black/orange` is a triangle, half of it in either colour: to the rules an ink like any other.
Where the comment of a triangle begins with `<` or `>`, in rows and in columns (`<>`), it is glued to the
front or the back of a block, whose length counts it: `/3` is the triangle `/` and two cells. Such clues
are read as the blocks that they are made of, `1/ 2`. A palette cannot say that these must touch, nor
that equal triangles of neighbouring blocks may touch; a line with such triangles is read as one without
a clue. So the puzzle has all solutions of the original, and perhaps more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from zlib import crc32

from nonosat.formats.base import Feature, Format, one_puzzle, resembling
from nonosat.formats.numbers import one_line, parse_number, text_lines
from nonosat.formats.sections import PLAIN, Lines, line_numbers, puzzle_of
from nonosat.formats.sides import Sides, shape_of, sides_of
from nonosat.imaging.colours import letters_for, name_of, plain, rgb_of
from nonosat.model.clues import Block, Clue, shared_block
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.metadata import Origin
from nonosat.model.palette import BLACK_AND_WHITE, MAX_COLOURS, Colour, Palette, is_letter
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError
from nonosat.support.sentences import number_text

_BACKGROUND, _DEFAULT, _PAPER = "0", "1", "6"
_COLOUR = re.compile(r"(\S):(.)\s*(\S+)\s*(.*)")
_BLOCK = re.compile(r"([^0-9\s]?)([0-9]+)([^0-9\s]{0,2})")
_WIDE_HEX = re.compile(r"#(?:[0-9a-fA-F]{4}){3}")
# X11 names that the web lacks or gives other values
_X11 = {
    "gray": "bebebe",
    "green": "00ff00",
    "grey": "bebebe",
    "maroon": "b03060",
    "navyblue": "000080",
    "purple": "a020f0",
    "violetred": "d02090",
}


def sniff(text: str) -> bool:
    """Returns whether there are two lines that begin with `:`, and a clue or nothing after the first."""
    after = re.search(r"^:.*\n(.*)", text, re.MULTILINE)
    if after is None or not re.search(r"^:", text[after.start(1) :], re.MULTILINE):
        return False
    return all(map(_BLOCK.fullmatch, after[1].split()))


def parse(text: str) -> list[Puzzle]:
    triddler, note = False, ""
    colours: list[tuple[int, str]] | None = None
    groups: list[Lines] = []
    for number, line in enumerate(text_lines(text), 1):
        if line.startswith(":"):
            if len(groups) == (6 if triddler else 2):
                break
            groups.append([])
        elif groups:
            groups[-1].append((number, line.strip()))
        elif line.startswith("#") and not line.startswith("#:"):
            colours = [] if colours is None and line[1:2] in ("d", "D") else colours
            triddler = triddler or line[1:2] in ("t", "T")
        elif colours is not None and line.strip():
            colours.append((number, line.strip()))
    else:  # no `:` closes the last group
        note = _note_on_end(groups[-1]) if groups else ""
        if triddler and len(groups) == 6:
            groups[-1] = _closing(groups)
            note = ""
    palette, inks = _declared([(0, "1: black")] if colours is None else colours)
    wanted = 6 if triddler else 2
    if len(groups) != wanted:
        raise InputError(f"expected {wanted} groups of clues that begin with `:`, found {len(groups)}")
    make = _triddler if triddler else _rectangle
    puzzle = make(groups, inks).replace(palette=palette)
    return [puzzle._with_fields(origin=(puzzle.origin or Origin())._replace(read_as=note))]


def _note_on_end(columns: Lines) -> str:
    """Says how empty lines at the end of a file are read that no `:` ends."""
    empty = len(columns) - max((at for at, (_, line) in enumerate(columns, 1) if line), default=len(columns))
    if not empty:
        return ""
    lines = number_text(
        empty, "empty line at the end is an empty column", "empty lines at the end are empty columns"
    )
    return f"{lines}; a line `:` before them would say that the columns end there"


def _closing(groups: list[Lines]) -> Lines:
    """Returns the last side of a triddler, without the empty lines at the end that are too many to close its hexagon."""
    topleft, _, bottom, bottomright, _, top = groups
    size = len(bottom) + len(bottomright) - len(topleft)
    return top if any(line for _, line in top[size:]) else top[: max(size, 0)]


_Inks = dict[tuple[str, str, bool], int]
"""Inks by letter, end of the block to which they are glued (`<`, `>` or none), and whether that is in columns."""


def _declared(lines: Lines) -> tuple[Palette, _Inks]:
    """Reads lines such as `r:& red  a comment`; in the palette come background, default ink, the others."""
    colours = [(_BACKGROUND, BLACK_AND_WHITE[0])]
    keys: list[list[tuple[str, str, bool]]] = [[]]
    for number, line in lines:
        match = _COLOUR.fullmatch(line)
        if match is None or (match[1].isdigit() and match[1] not in (_BACKGROUND, _DEFAULT, _PAPER)):
            raise InputError(f"expected a colour such as `r:* red`, got {line[:40]!r}", line=number)
        letter, out, word, comment = match.groups()
        if letter == _PAPER:
            continue
        if len(colours) >= MAX_COLOURS:
            raise InputError(f"more than {MAX_COLOURS} colours", line=number)
        out = {_BACKGROUND: ".", _DEFAULT: "#"}.get(letter, letter) if out.isspace() else out
        rgb = _rgb(word)
        colour = Colour((comment or name_of(rgb)) if word.startswith("#") else word, rgb, out)
        if letter == _BACKGROUND:
            colours[0] = letter, colour
            continue
        glue = re.match("[<>]{2}", comment) if _halves(word) else None
        mine = (
            [(letter, end, bool(down)) for down, end in enumerate(glue[0])] if glue else [(letter, "", False)]
        )
        if any(key in mine for others in keys for key in others):
            raise InputError(f"the colour {letter!r} comes twice", line=number)
        at = 1 if letter == _DEFAULT else len(colours)
        colours.insert(at, (letter, colour))
        keys.insert(at, mine)
    palette = plain(colour for _, colour in colours) if len(colours) > 1 else BLACK_AND_WHITE
    return palette, {key: ink for ink, mine in enumerate(keys) for key in mine}


def _rectangle(groups: list[Lines], inks: _Inks) -> Puzzle:
    rows, columns = groups
    down = frozenset(line_numbers(columns))
    return puzzle_of(rows, columns, lambda text, number: _clue(text, number, inks, number in down))


def _triddler(groups: list[Lines], inks: _Inks) -> Puzzle:
    topleft, bottomleft, bottom, bottomright, topright, top = groups
    families = (topleft + bottomleft, top[::-1] + topright[::-1], bottom + bottomright)
    sizes = Sides(*map(len, (topleft, bottomleft, top, topright, bottom, bottomright)))
    if max(map(len, families)) > MAX_SIDE:
        raise InputError(f"a side has over the {MAX_SIDE} clues that are accepted")
    shape_of(sizes)  # or it refuses them
    row_lines, column_lines, diagonal_lines = map(line_numbers, families)
    rows, columns, diagonals = ([_clue(line, number, inks) for number, line in lines] for lines in families)
    return Puzzle(
        rows,
        columns,
        diagonals=[clue and clue[::-1] for clue in diagonals],
        corner=-sizes.topleft,
        origin=Origin(row_lines, column_lines, diagonal_lines),
    )


def _clue(text: str, number: int, inks: _Inks, down: bool = False) -> Clue | None:
    """Reads a clue (`down`: of a column); None if triangles may touch (see above)."""
    words = text.replace(",", " ").split(maxsplit=MAX_SIDE)
    if len(words) > MAX_SIDE:
        raise InputError(f"a clue must have at most {MAX_SIDE} numbers", line=number)
    if words == ["-"]:
        return ()
    clue = tuple(block for word in words for block in _blocks(word, number, inks, down))
    glued = {ink for (_, end, _), ink in inks.items() if end}
    touching = any(one.colour == other.colour and one.colour in glued for one, other in pairwise(clue))
    return None if touching else clue


def _blocks(word: str, number: int, inks: _Inks, down: bool) -> Iterator[Block]:
    match = _BLOCK.fullmatch(word)
    if match is None:
        raise InputError(f"expected a block such as `3` or `3r`, got {word[:40]!r}", line=number)
    before, digits, after = match.groups()
    behind = after[-1:] if len(after) == 2 or (after, "", False) not in inks else ""
    letters = (before, "<"), (after.removesuffix(behind), ""), (behind, ">")
    length = parse_number(digits, number) - bool(before) - bool(behind)
    if length < 0:
        raise InputError(f"the block is shorter than its triangles, got {word[:40]!r}", line=number)
    for letter, end in letters:
        size = 1 if end else length
        if not size or (end and not letter):
            continue
        ink = inks.get((letter or _DEFAULT, end, down and bool(end)))
        if ink is None and letter:
            raise InputError(f"no colour is declared as {letter!r}", line=number)
        if ink is None:
            reason = "a number has no letter, and no colour `1:` is declared for those"
            raise InputError(reason, line=number)
        yield shared_block(size, ink)


def format(puzzles: Sequence[Puzzle]) -> str:
    return "\n".join(_lines(one_puzzle(puzzles))) + "\n"


def _lines(puzzle: Puzzle) -> Iterator[str]:
    if title := one_line(puzzle.metadata.title).lstrip("#: "):
        yield title
    if puzzle.is_triddler:
        yield "#triddler"
    letters = ["", "", *letters_for(puzzle.palette, _fits)[2:]]
    if puzzle.palette != BLACK_AND_WHITE:
        yield "#d"
        for letter, colour in zip((_BACKGROUND, _DEFAULT, *letters[2:]), puzzle.palette, strict=False):
            out = colour.letter if is_letter(colour.letter) else letter
            yield f"  {letter}:{out}  {_word(colour)}"
    for heading, clues in _groups(puzzle):
        yield f": {heading}"
        for clue in clues:
            yield " ".join(f"{block.length}{letters[block.colour]}" for block in clue or ())
    yield ": end"


def _groups(puzzle: Puzzle) -> Iterator[tuple[str, Iterable[Clue | None]]]:
    """Yields heading and clues of each group, in the order of the file."""
    if not puzzle.is_triddler:
        yield from (("rows", puzzle.rows), ("columns", puzzle.columns))
        return
    sides = sides_of(puzzle.geometry)
    diagonals = [(clue or ())[::-1] for clue in puzzle.diagonals]
    yield "topleft", puzzle.rows[: sides.topleft]
    yield "bottomleft", puzzle.rows[sides.topleft :]
    yield "bottom", diagonals[: sides.bottom]
    yield "bottomright", diagonals[sides.bottom :]
    yield "topright", puzzle.columns[sides.top :][::-1]
    yield "top", puzzle.columns[: sides.top][::-1]


def _rgb(word: str) -> str:
    """Returns the value of a colour: a hash of unknown names, the mean of a triangle's two colours.

    >>> _rgb("#f00"), _rgb("Green"), _rgb("black/white")
    ('ff0000', '00ff00', '808080')
    """
    if halves := _halves(word):
        pairs = zip(*(bytes.fromhex(_rgb(half)) for half in halves), strict=True)
        return bytes((one + other + 1) // 2 for one, other in pairs).hex()
    if _WIDE_HEX.fullmatch(word):
        return word[1:3] + word[5:7] + word[9:11]
    return _X11.get(word.lower()) or rgb_of(word) or f"{crc32(word.encode()) & 0xFFFFFF:06x}"


def _halves(word: str) -> list[str]:
    """Splits a triangle's name into two colours; empty for other words."""
    halves = re.split(r"[/\\]", word)
    return halves if len(halves) == 2 and all(halves) else []


def _word(colour: Colour) -> str:
    """Returns the name if it determines the value, else the value with the name as a comment."""
    name = one_line(colour.name)
    if name and " " not in name and not name.startswith("#") and _rgb(name) == colour.rgb:
        return name
    return f"#{colour.rgb}  {name}".rstrip()


def _fits(letter: str) -> bool:
    """Returns whether a letter can follow a number."""
    return not letter.isnumeric() and letter not in ",:#-"


FORMAT = Format(
    name="olsak",
    summary="the Olsaks' .g: clues in colour, triddlers",
    features=PLAIN | {Feature.COLOURS, Feature.TRIDDLERS},
    sniff=sniff,
    resembles=resembling(r"^:"),
    parse=parse,
    format=format,
)
