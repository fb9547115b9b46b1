"""A picture as text, one character a cell; the puzzle has the clues of the picture.

Of two characters, one must be a known empty one (`EMPTY`, including the blank); the other is ink. Of more, one is empty
and the others are colours by letter or square (`INKS`). Nothing is guessed: lines below the picture, after an empty one,
declare the colour of each character, the background first::

    ..rr
    .r#.

    . white
    r #dd2244 tomato
    # black

Colours are written in that form. Blanks are cells unless they only surround the picture or separate all of its cells;
those at the end of a line can be missing. Cells can also stand between commas, semicolons, tabs or bars, in quotes or not, as
spreadsheets write them; an empty field is an empty cell. Rows can be numbered.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from nonosat.formats.base import Feature, Format, one_puzzle
from nonosat.formats.numbers import one_line, text_lines
from nonosat.formats.pictures.cutting import SEPARATOR, SEPARATORS, Row, characters, numbered, plain, words
from nonosat.formats.pictures.letters import EMPTY, INKS
from nonosat.formats.sections import Lines, trimmed
from nonosat.imaging.colours import letters_for, name_of, rgb_of
from nonosat.imaging.colours import plain as plain_palette
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.palette import BLACK_AND_WHITE, MAX_COLOURS, Colour, Palette
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.errors import InputError
from nonosat.support.sentences import number_text

_LEGEND = re.compile(r"(\S)\s+(#?\w+)(?:\s+(.*\S))?\s*")
_NUMBERS = set("0123456789-, ;")
_WORDS_OR_NUMBERS = re.compile(r"[A-Za-z]{3,} +[A-Za-z]{2,}|[0-9]{2,}(?: |$)|[0-9] [0-9]* [2-9]")


def sniff(text: str) -> bool:
    """Returns whether there are rows of equal lengths, of characters that have a meaning or are just two."""
    if len(set(text)) > MAX_COLOURS:
        return False
    rows, legend = _parts(text)
    if len({len(row) for _, row in rows}) != 1:
        return False
    used = set().union(*(row for _, row in rows))
    if len(rows) == len(rows[0][1]) == 1:
        return False
    wide = len(rows) > 1 and len(rows[0][1]) > 1
    if not set(text) - _NUMBERS - set("\t\r\n"):  # most of these are clues
        lines = text_lines(text.strip())
        if wide and len(lines) == len(rows) and used in ({"0", "1"}, {"-", "1"}):
            return True
        return not used - set("01") and all(len(line) == len(rows[0][1]) for line in lines)
    return bool(legend) or _meaning(used) is not None or (len(used) == 2 and wide)


def resembles(text: str) -> bool:
    """Returns whether the text has rows of nearly equal length, and mostly of characters of pictures, unlike prose."""
    beginning = text[:10_000]
    lengths = [len(line.rstrip()) for line in beginning.splitlines() if line.strip()]
    letters = "".join(beginning.split())
    usual = sum(map(letters.count, INKS))
    if len(letters) < 2 or _WORDS_OR_NUMBERS.search(beginning) or min(lengths) < 0.5 * max(lengths):
        return False
    return usual > 0.6 * len(letters) and bool(set(letters) - _NUMBERS)


def parse(text: str) -> list[Puzzle]:
    """Reads a picture as a puzzle with that goal."""
    rows, legend = _parts(text)
    if not rows:
        raise InputError("the file has no picture in it")
    width = len(rows[0][1])
    if max(width, len(rows)) > MAX_SIDE:
        raise InputError(f"{width}x{len(rows)} cells is more than the {MAX_SIDE} a side that are accepted")
    for number, row in rows:
        if len(row) != width:
            raise InputError(f"{number_text(len(row), 'cell')}, the first row has {width}", line=number)
    used = dict.fromkeys(letter for _, row in rows for letter in dict.fromkeys(row))
    meaning = _declared(legend, used, rows) if legend else _meaning(used)
    if meaning is None:
        raise _unclear(used, rows)
    palette, index = meaning
    table = {ord(letter): chr(colour) for letter, colour in index.items()}
    goal = Grid(row.translate(table).encode("latin-1") for _, row in rows)
    return [goal.puzzle(palette, goal=goal)]


def format(puzzles: Sequence[Puzzle]) -> str:
    puzzle = one_puzzle(puzzles)
    assert puzzle.goal is not None
    letters = letters_for(puzzle.palette)
    lines = ["".join(map(letters.__getitem__, row)) for row in puzzle.goal]
    if puzzle.palette != BLACK_AND_WHITE:
        lines.append("")
        for letter, colour in zip(letters, puzzle.palette, strict=True):
            lines.append(f"{letter} #{colour.rgb} {one_line(colour.name)}".rstrip())
    return "\n".join(lines) + "\n"


def _parts(text: str) -> tuple[Lines, list[re.Match[str]]]:
    """Returns the rows of the picture and the lines that declare colours."""
    numbered_lines = [*enumerate(text_lines(plain(text)), 1)]
    if (table := _table(numbered_lines)) is not None:
        return table, []
    lines = trimmed([(number, line.replace("\t", " ").rstrip()) for number, line in numbered_lines])
    gap = max((at for at, (_, line) in enumerate(lines) if not line), default=len(lines))
    legend = [_LEGEND.fullmatch(line) for _, line in lines[gap + 1 :]]
    matches = [match for match in legend if match and rgb_of(match[2])]
    if matches and len(matches) == len(legend):
        lines = lines[:gap]
    else:
        matches = []
    return _cells(trimmed(lines)), matches


def _table(lines: Lines) -> Lines | None:
    """Returns the cells between the separators of a spreadsheet or a table, or of numbered rows; None if it is neither."""
    filled = [(number, line) for number, line in lines if line.strip()]
    if not filled or not SEPARATOR.search(filled[0][1]):
        return _of_numbered(filled) if filled and numbered([Row(0, 0, filled[0][1])]) else None
    separators = [{sign: line.count(sign) for sign in SEPARATORS} for _, line in filled]
    if not any(separators and separators[0].values()) or any(signs != separators[0] for signs in separators):
        return None
    rows = [(number, words(line, with_ends=True)) for number, line in filled]
    used = {cell for _, row in rows for cell in row}
    if any(len(cell) > 1 or cell in SEPARATORS for cell in used) or not used - {" "}:
        return None
    empty = next((cell for cell in sorted(used - {" "}) if cell in EMPTY), ".")
    return [(number, "".join(row).replace(" ", empty)) for number, row in rows]


def _of_numbered(filled: Lines) -> Lines | None:
    """Returns the cells of lines that are numbered from 0 or 1 on, unless these can be clues."""
    rows = numbered([Row(number, number, line) for number, line in filled])
    cells = [(row.start, str(characters(row.text))) for row in rows]
    first = rows[0].number if rows else None
    if first not in (0, 1) or [row.number for row in rows] != [*range(first, first + len(filled))]:
        return None
    return None if all(set(row) <= _NUMBERS for _, row in cells) else cells


def _cells(lines: Lines) -> Lines:
    """Returns the rows of cells; see above for blanks."""
    filled = [(number, line.strip()) for number, line in lines if line]
    kinds = set().union(*(line for _, line in filled)) - {" "}
    starts = {len(line) - len(line.lstrip()) for _, line in lines if line}
    if len(kinds) > 1 and len(starts) == 1:
        if not any(" " in line for _, line in filled):
            return filled
        if all(not line[1::2].strip() and " " not in line[::2] for _, line in filled):
            return [(number, line[::2]) for number, line in filled]
    width = max((len(line) for _, line in lines), default=0)
    return [(number, line.ljust(width)) for number, line in lines]


def _meaning(used: Iterable[str]) -> tuple[Palette, dict[str, int]] | None:
    """Returns the palette and the colour of each character; None if unclear."""
    used = list(used)
    empty = [letter for letter in used if letter in EMPTY]
    letters = [letter for letter in used if letter not in EMPTY]
    if len(used) == 1:
        letters = [letter for letter in letters if INKS.get(letter) == "black"]
    elif not empty:
        empty = [letter for letter in letters if INKS.get(letter) == "white"]
        letters = [letter for letter in letters if letter not in empty]
        if len(used) == 2 and any(letter.isascii() for letter in letters):
            return None
    names = [INKS.get(letter, "") for letter in letters]
    coloured = len(letters) > 1 or any(ord(letter) > 0xFFFF and INKS.get(letter) for letter in letters)
    if len(empty) > 1 or len(letters) + len(empty) < len(used):
        return None
    if not coloured:
        return BLACK_AND_WHITE, dict.fromkeys(empty, 0) | dict.fromkeys(letters, 1)
    if not empty or "" in names or "white" in names or len(set(names)) < len(names):
        return None
    background = Colour("white", "ffffff", empty[0] if empty[0] != " " else ".")
    colours = [Colour(name, rgb_of(name) or "", letter) for name, letter in zip(names, letters, strict=True)]
    index = {letter: at for at, letter in enumerate(letters, 1)}
    return plain_palette([background, *colours]), dict.fromkeys(empty, 0) | index


def _declared(
    legend: Sequence[re.Match[str]], used: Iterable[str], rows: Lines
) -> tuple[Palette, dict[str, int]]:
    """Returns the palette and the colour of each character as declared below the picture."""
    colours = []
    for match in legend:
        letter, rgb = match[1], rgb_of(match[2]) or ""
        name = match[3] or (name_of(rgb) if match[2].startswith("#") else match[2])
        colours.append(Colour(name, rgb, letter))
    index = {colour.letter: at for at, colour in enumerate(colours)}
    if len(index) < len(colours):
        raise InputError("a character has two colours below the picture")
    if not 2 <= len(colours) <= MAX_COLOURS:
        raise InputError(f"2 to {MAX_COLOURS} colours must be named below the picture, got {len(colours)}")
    if unknown := [letter for letter in used if letter not in index]:
        reason = f"the lines below the picture do not say which colour {unknown[0]!r} is"
        raise InputError(reason, line=_line(unknown[0], rows))
    return plain_palette(colours), index


def _unclear(used: Iterable[str], rows: Lines) -> InputError:
    """Returns the error for a picture with unclear ink or colours."""
    used = list(used)
    below = "say so below the picture, after an empty line:"
    if len(used) < 3:
        reason = f"it is not clear which character is ink, got {' and '.join(map(repr, used))}"
        return InputError(f"{reason}: {below} `{used[0]} black` and so on")
    names: dict[str, str] = {}
    for letter in used:
        name = INKS.get(letter, "")
        if not name or name in names:
            why = f"it is {name} like {names[name]!r}" if name else "no colour has that letter"
            break
        names[name] = letter
    else:
        letter, why = used[0], "none of them is empty"
    return InputError(
        f"which colour is {letter!r}? {why}: {below} `{letter} #ff8000`", line=_line(letter, rows)
    )


def _line(letter: str, rows: Lines) -> int:
    """Returns the first line with a character."""
    return next(number for number, row in rows if letter in row)


FORMAT = Format(
    name="picture",
    summary="the goal as text: # and ., and what people write; colours by letters",
    features=frozenset({Feature.RECTANGLES, Feature.GOAL, Feature.COLOURS}),
    sniff=sniff,
    resembles=resembles,
    parse=parse,
    format=format,
)
