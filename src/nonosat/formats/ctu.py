"""The text of nonogram assignments at the Czech Technical University, one ink or several.

The first line has the height and the width; a line for each row and then for each column follows. A clue is a list of pairs: a
character that stands for an ink, and a length, all with commas between them; an empty line is the empty clue::

    2,3
    #,1,R,2
    #,1
    #,2
    R,1
    R,1

`#` is black, letters are colours as in pictures of text; other characters get the colours that are left.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonosat.formats.base import Feature, Format, one_puzzle, resembling
from nonosat.formats.numbers import parse_number
from nonosat.formats.pictures.letters import INKS
from nonosat.formats.sections import Lines, numbered, puzzle_of, require_clues, trimmed
from nonosat.imaging.colours import letters_for, rgb_of
from nonosat.model.clues import Clue, as_clue
from nonosat.model.palette import BLACK_AND_WHITE, MAX_COLOURS, Colour, Palette
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError

_SIZES = re.compile(r"\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*")
_PAIR = re.compile(r"\s*([^\s,?])\s*,\s*([0-9]{1,9})\s*(?:,|$)")
_CLUE = re.compile(r"(?:\s*[^\s,0-9?]\s*,\s*[0-9]{1,9}\s*(?:,|$))+")
_SPARE = ("red", "green", "blue", "yellow", "orange", "purple", "brown", "cyan", "magenta")


def sniff(text: str) -> bool:
    """Returns whether two sizes come first, and then nothing but lists of characters and lengths."""
    lines = [line for _, line in numbered(text)]
    clues = [line for line in lines[1:] if line]
    return bool(lines and _SIZES.fullmatch(lines[0]) and clues) and all(map(_CLUE.fullmatch, clues))


def parse(text: str) -> list[Puzzle]:
    lines = numbered(text)
    sizes = _SIZES.fullmatch(lines[0][1]) if lines else None
    if sizes is None:
        raise InputError("expected the height, a comma and the width", line=1)
    height, width = (parse_number(size, 1, "a size") for size in sizes.groups())
    clues = trimmed(lines[1:], height + width)
    rows, columns = clues[:height], clues[height:]
    require_clues("row", rows, height)
    require_clues("column", columns, width)
    colours = _colours(clues)
    puzzle = puzzle_of(rows, columns, lambda line, number: _clue(line, number, colours))
    if list(colours) == ["#"]:
        return [puzzle]
    palette = [BLACK_AND_WHITE[0], *_palette(colours)]
    return [puzzle.replace(palette=tuple(palette))]


def _colours(clues: Lines) -> dict[str, int]:
    """Returns the number of each ink by its character, in the order of the file; `#` if there is none."""
    characters = dict.fromkeys(pair[1] for _, line in clues for pair in _PAIR.finditer(line)) or ["#"]
    if len(characters) >= MAX_COLOURS:
        raise InputError(f"{len(characters)} inks are more than the {MAX_COLOURS - 1} that are accepted")
    return {character: number for number, character in enumerate(characters, 1)}


def _clue(line: str, number: int, colours: dict[str, int]) -> Clue:
    blocks, end = [], 0
    while end < len(line):
        pair = _PAIR.match(line, end)
        if pair is None:
            reason = f"expected a character, a comma and a length, got {line[end : end + 40]!r}"
            raise InputError(reason, line=number)
        blocks.append((parse_number(pair[2], number), colours[pair[1]]))
        end = pair.end()
    return as_clue(blocks)


def _palette(colours: dict[str, int]) -> list[Colour]:
    """Returns the inks, each with the colour that its character has in pictures or else one that is left."""
    known = {character: INKS[character] for character in colours if INKS.get(character, "white") != "white"}
    spare = [name for name in _SPARE if name not in known.values()]
    inks = []
    for character, number in colours.items():
        name = known.get(character) or (spare.pop(0) if spare else "")
        rgb = rgb_of(name) or f"{number * 0x9E3779 % 0xFFFFFF:06x}"
        inks.append(Colour(name or f"colour {character}", rgb, "o" if character == "." else character))
    return inks


def _is_writable(letter: str) -> bool:
    return letter not in ",?0123456789"


def _letters_by_colour(palette: Palette) -> list[str]:
    """Returns for each colour a letter that is read as it, or else an empty text; the background is white and has none."""
    letters: list[str] = []
    for colour in palette:
        choices = (colour.letter, *INKS)
        fitting = (
            letter
            for letter in choices
            if letters
            and INKS.get(letter, "white") != "white"
            and rgb_of(INKS[letter]) == colour.rgb
            and _is_writable(letter)
            and letter not in letters
        )
        letters.append(next(fitting, ""))
    return letters


def _letters(palette: Palette) -> list[str]:
    """Returns a different letter for each colour, if possible one that is read as it."""
    letters = _letters_by_colour(palette)
    colours = (
        colour._replace(letter=letter or (colour.letter if colour.letter not in letters else ","))
        for colour, letter in zip(palette, letters, strict=True)
    )
    return letters_for(tuple(colours), _is_writable)


def _holds_palette(palette: Palette) -> bool:
    return palette[0].rgb == BLACK_AND_WHITE[0].rgb and all(_letters_by_colour(palette)[1:])


def format(puzzles: Sequence[Puzzle]) -> str:
    puzzle = one_puzzle(puzzles)
    letters = _letters(puzzle.palette)
    lines = (
        ",".join(f"{letters[block.colour]},{block.length}" for block in clue or ())
        for clue in (*puzzle.rows, *puzzle.columns)
    )
    return "\n".join((f"{puzzle.height},{puzzle.width}", *lines)) + "\n"


FORMAT = Format(
    name="ctu",
    summary="nonogram assignments at the Czech Technical University: `#,3,R,1`",
    features=frozenset({Feature.CLUES, Feature.RECTANGLES, Feature.COLOURS}),
    sniff=sniff,
    resembles=resembling(r"^\s*[^\s,0-9]\s*,\s*[0-9]+\s*(,|$)"),
    parse=parse,
    format=format,
    holds_palette=_holds_palette,
)
