"""Steve Simpson's `.non`: properties by line, `rows` and `columns` followed by that many clue lines.

Read: `width`, `height`, `title`, `by`, `copyright`, `catalogue`, `license`, `goal` (cells row by row,
0 and 1), `saved` (the same with `?` for an open cell: its other cells are the givens). Other words are
kept as they are.

Extensions: a block of hidden length is `?`; several puzzles are split by lines of `====` (such bundles are
called `.nonpack`). Lines `color a #ff0000` declare inks, which clues such as `3a,?b` and the cells of `goal`
and `saved` then name. What the format's description leaves open is settled here: `0`, the empty cell of
`goal`, is also the letter of the background in `color 0 #ffffee`, and `1`, its filled cell, that of the ink
of blocks without a letter, black unless `color 1 #008080` says otherwise. Colours have no names in this
format: they are called by the common name of their value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.formats import pynonogram
from nonosat.formats.base import Feature, Format, did_you_mean, resembling
from nonosat.formats.clues import clues_of_line, format_clue, parse_clue, parse_number, text_lines
from nonosat.formats.sections import origin_of
from nonosat.foundation.errors import InputError, UsageError
from nonosat.imaging.colours import letters_for, name_of, plain, rgb_of
from nonosat.model.clues import Clue, length_text, shared_block
from nonosat.model.geometry import MAX_SIDE, Axis
from nonosat.model.metadata import Metadata
from nonosat.model.palette import BLACK_AND_WHITE, MAX_COLOURS, Colour, Palette
from nonosat.model.puzzle import Given, Grid, Puzzle

_WORD = re.compile(r"([A-Za-z_][\w-]*)\s*(.*)", re.ASCII)
_COLOUR = re.compile(r"(\S)\s+(#?[0-9a-fA-F]+)")
_BLOCK = re.compile(r"([0-9]+|\?)(\S?)")
_SEPARATORS = re.compile(r"[\s,]+")
_DIVIDER = re.compile(r"====+")
_EMPTY, _FILLED, _OPEN = "0", "1", "?"
_UNKNOWN = chr(MAX_COLOURS)
_FIELDS = {
    "title": "title",
    "by": "author",
    "catalogue": "source",
    "copyright": "copyright",
    "license": "licence",
}
_RESERVED = {*_FIELDS, "width", "height", "rows", "columns", "goal", "saved", "color", "colour"}
_Lines = list[tuple[int, str]]
"""Lines of a file with their numbers, from 1."""


def sniff(text: str) -> bool:
    """Whether lines `rows` and `columns` are there, and a size, which `faase` has not."""
    lines = (r"^rows\s*(:|$)", r"^columns\s*(:|$)", r"^(width|height)\b")
    found = all(re.search(line, text, re.MULTILINE | re.IGNORECASE) for line in lines)
    return found and not pynonogram.sniff(text)


def parse(text: str, path: str) -> list[Puzzle]:
    """The puzzles from the text of a file; blank parts of a bundle are ignored."""
    parts: list[_Lines] = [[]]
    for number, line in enumerate(text_lines(text), 1):
        if "====" in line and _DIVIDER.fullmatch(line.strip()):
            parts.append([])
        else:
            parts[-1].append((number, line))
    filled = [part for part in parts if any(line.strip() for _, line in part)]
    try:
        return [_puzzle(part, path) for part in filled or parts[:1]]
    except InputError:
        if pynonogram.sniff(text):
            reason = "this is pyNonogram's .non, not Steve Simpson's: read it with --from pynonogram"
            raise InputError(reason, path=path or None) from None
        raise


def _puzzle(lines: _Lines, path: str) -> Puzzle:
    """A puzzle from its lines."""
    words: dict[str, tuple[int, str]] = {}
    sections: dict[str, _Lines] = {}
    section: _Lines | None = None
    inks = _Inks(path)
    for each in lines:
        number, line = each
        if section is not None and line[:1].isdigit():  # by far the most lines of files
            section.append(each)
            continue
        word = _WORD.fullmatch(line.strip())
        if section is not None and word and not word[2] and word[1].lower() not in _RESERVED:
            meant = did_you_mean(word[1], _RESERVED - words.keys() - sections.keys())
            if meant:
                reason = f"expected a clue, read {word[1][:40]!r}{meant}"
                raise InputError(reason, path=path or None, line=number)
            word = None  # a stray word among the clues is a clue that cannot be read
        if word is None:
            if section is not None:
                section.append(each)
            elif line.strip():
                shown = line.strip()[:40]
                raise InputError(
                    f"expected a property such as `width 5`, read {shown!r}", path=path or None, line=number
                )
            continue
        key, value = word[1].lower(), word[2].removeprefix(":").strip()
        if key in ("color", "colour"):
            inks.declare(value, number)
            section = None
            continue
        if key in sections or key in words:
            raise InputError(f"`{key}` comes twice", path=path or None, line=number)
        section = None
        if key in ("rows", "columns"):
            section = sections[key] = [(number, "")]
            if behind := value.lstrip(":").strip():
                section += [(number, clue) for clue in clues_of_line(behind)]
        else:
            quoted = len(value) > 1 and value[0] == value[-1] == '"'
            words[key] = number, value[1:-1] if quoted else value
    rows, row_lines = _clues(sections, words, "row", "height", inks, path)
    columns, column_lines = _clues(sections, words, "column", "width", inks, path)
    size = len(columns), len(rows)
    goal = None
    if "goal" in words:
        number, cells = words["goal"]
        colours = inks.cells("goal", cells, "", size, number)
        goal = Grid.from_cells(colours.encode("latin-1"), size[0] or 1)
    givens: list[Given] = []
    if "saved" in words:
        number, cells = words["saved"]
        saved = inks.cells("saved", cells, _OPEN, size, number)
        givens = [
            Given(*divmod(at, size[0]), ord(colour)) for at, colour in enumerate(saved) if colour != _UNKNOWN
        ]
    fields = {field: words[key][1] for key, field in _FIELDS.items() if key in words}
    if "copyright" in fields:
        fields["copyright"] = fields["copyright"].replace("&copy;", "©")  # as webpbn.com writes it
    extra = tuple((key, value) for key, (_, value) in words.items() if key not in _RESERVED)
    return Puzzle(
        rows,
        columns,
        inks.palette(),
        givens=givens,
        goal=goal,
        metadata=Metadata(**fields, extra=extra),
        origin=origin_of(row_lines, column_lines, path),
    )


class _Inks:
    """The colours of a file: those declared in order; the ink without a letter joins when it is needed."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._colours = {_EMPTY: BLACK_AND_WHITE[0]}
        self._index = {_EMPTY: 0}
        self._has_letters = False

    def declare(self, value: str, line: int) -> None:
        """What follows `color` on a line."""
        match = _COLOUR.fullmatch(value)
        rgb = rgb_of(match[2]) if match else None
        if match is None or rgb is None:
            reason = f"expected a letter and a colour such as `a #ff0000`, read {value[:40]!r}"
            raise InputError(reason, path=self._path or None, line=line)
        letter = match[1]
        if letter in self._index and (letter, self._colours[letter]) != (_EMPTY, BLACK_AND_WHITE[0]):
            raise InputError(f"the colour {letter!r} comes twice", path=self._path or None, line=line)
        self._has_letters |= letter not in _EMPTY + _FILLED
        shown = {_EMPTY: ".", _FILLED: "#"}.get(letter, letter)
        self._add(letter, Colour(name_of(rgb), rgb, shown), line)

    def clue(self, text: str, line: int) -> Clue:
        """A clue of blocks such as `3`, `3a`, `?` and `?a`."""
        if not self._has_letters and _OPEN not in text:
            return parse_clue(text, self._path, line)
        text = text.strip()
        if text in ("", "-"):
            return ()
        words = _SEPARATORS.split(text.strip(","), MAX_SIDE)
        if len(words) > MAX_SIDE:
            reason = f"a clue must have at most {MAX_SIDE} blocks"
            raise InputError(reason, path=self._path or None, line=line)
        blocks = []
        for word in words:
            match = _BLOCK.fullmatch(word)
            length = (
                parse_number(match[1] if match else word, self._path, line) if word[:1] != _OPEN else None
            )
            if match is None:
                raise InputError(f"expected a block, read {word[:40]!r}", path=self._path or None, line=line)
            if length != 0:
                blocks.append(shared_block(length, self.index(match[2] or _FILLED, line)))
        return tuple(blocks)

    def index(self, letter: str, line: int) -> int:
        """The index of the colour with this letter."""
        if letter == _FILLED and letter not in self._index:
            self._add(letter, BLACK_AND_WHITE[1], line)
        if letter not in self._index:
            reason = f"no line `color {letter} #...` says what the ink {letter!r} is"
            raise InputError(reason, path=self._path or None, line=line)
        return self._index[letter]

    def cells(self, word: str, cells: str, more: str, size: tuple[int, int], line: int) -> str:
        """The colours of the cells of `goal` or `saved`, each as `chr`, `_UNKNOWN` for a letter of `more`."""
        width, height = size
        letters = dict.fromkeys((_EMPTY, _FILLED, *self._index, *more))
        used = set(cells)
        if unknown := used - letters.keys():
            reason = f"`{word}` must be made of {', '.join(letters)}, read {min(unknown)!r}"
            raise InputError(reason, path=self._path or None, line=line)
        if len(cells) != width * height:
            reason = f"`{word}` has {len(cells)} cells, the puzzle {width}x{height}"
            raise InputError(reason, path=self._path or None, line=line)
        return cells.translate(
            {ord(each): _UNKNOWN if each in more else chr(self.index(each, line)) for each in sorted(used)}
        )

    def palette(self) -> Palette:
        """The palette; it has an ink even if nothing uses one."""
        colours = tuple(self._colours.values())
        return plain(colours if len(colours) > 1 else (*colours, BLACK_AND_WHITE[1]))

    def _add(self, letter: str, colour: Colour, line: int) -> None:
        if letter in ",?23456789":
            reason = f"the letter of an ink must not be a digit from 2, ',' or '?', read {letter!r}"
            raise InputError(reason, path=self._path or None, line=line)
        self._index.setdefault(letter, len(self._index))
        self._colours[letter] = colour
        if len(self._colours) > MAX_COLOURS:
            raise InputError(f"more than {MAX_COLOURS} colours", path=self._path or None, line=line)


def format(puzzles: Sequence[Puzzle]) -> str:
    """The text of a file, or of a bundle."""
    return "\n====\n\n".join("\n".join(_lines(puzzle)) + "\n" for puzzle in puzzles)


def _lines(puzzle: Puzzle) -> Iterator[str]:
    for key, field in _FIELDS.items():
        if value := getattr(puzzle.metadata, field):
            yield f'{key} "{_one_line(value)}"'
    for key, value in puzzle.metadata.extra:
        if not _WORD.fullmatch(key) or key in _RESERVED or key != key.lower() or " " in key:
            raise UsageError(f"non: a property cannot be called {key!r}")
        yield f'{key} "{_one_line(value)}"'
    _, *inks = puzzle.palette
    letters = [_EMPTY, _FILLED]
    if len(inks) > 1:
        spelled = letters_for(puzzle.palette[1:], lambda letter: letter.isalpha())
        letters = [_EMPTY, *spelled]
    for letter, colour, default in zip(letters, puzzle.palette, (*BLACK_AND_WHITE, *inks), strict=False):
        if letter.isalpha() or colour.rgb != default.rgb:
            yield f"color {letter} #{colour.rgb}"
    yield f"width {puzzle.width}"
    yield f"height {puzzle.height}"
    for name, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        yield f"\n{name}"
        distinct = {id(clue): clue for clue in clues}  # of large pictures many lines share a clue
        texts = {each: _clue(clue or (), letters) for each, clue in distinct.items()}
        yield from (texts[id(clue)] for clue in clues)
    if puzzle.goal:
        yield f'\ngoal "{puzzle.goal.cells.decode("latin-1").translate(dict(enumerate(letters)))}"'
    if puzzle.givens:
        known = {(row, column): letters[colour] for row, column, colour in puzzle.givens}
        cells = (known.get((r, c), _OPEN) for r in range(puzzle.height) for c in range(puzzle.width))
        yield f'\nsaved "{"".join(cells)}"'


def _clue(clue: Clue, letters: Sequence[str]) -> str:
    if letters[1] == _FILLED:
        return format_clue(clue, ",")
    return ",".join(f"{length_text(block)}{letters[block.colour]}" for block in clue) or "0"


def _clues(
    sections: dict[str, _Lines],
    words: dict[str, tuple[int, str]],
    axis: Axis,
    size_word: str,
    inks: _Inks,
    path: str,
) -> tuple[list[Clue], _Lines]:
    """The clues of one section and the lines that they are on.

    An empty line is an empty clue, but writers also separate sections by one: what is more than the
    declared size is dropped from the end, then from the start, as far as it is empty.
    """
    name = f"{axis}s"
    if name not in sections:
        raise InputError(f"no line `{name}`", path=path or None)
    (start, _), *lines = sections[name]
    if size_word in words:
        number, value = words[size_word]
        size = parse_number(value, path, number)
        while len(lines) > size and not lines[-1][1].strip():
            lines.pop()
        while len(lines) > size and not lines[0][1].strip():
            lines.pop(0)
        if len(lines) != size:
            reason = f"{size_word} {size} is declared, but {len(lines)} {axis} clues follow"
            raise InputError(reason, path=path or None, line=start)
    else:
        while lines and not lines[-1][1].strip():
            lines.pop()
    return [inks.clue(line, number) for number, line in lines], lines


def _one_line(value: str) -> str:
    return " ".join(value.split())


FORMAT = Format(
    name="non",
    summary="Steve Simpson's .non with its extensions: colours, givens as `saved`, bundles",
    features=frozenset(Feature) - {Feature.MISSING, Feature.TRIDDLERS},
    sniff=sniff,
    resembles=resembling(r"^(width|height|rows|columns|goal)\s*($|[0-9\"])"),
    parse=parse,
    format=format,
)
