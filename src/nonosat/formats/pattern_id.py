"""The game id of Pattern, the nonograms in Simon Tatham's Portable Puzzle Collection.

    3x2:2//1/1/1.1,Abd

Width and height, then the clues of the columns and of the rows, separated by `/`, numbers by `.`, nothing for an empty
line. Givens can follow a comma, row by row: a letter skips as many cells as its distance from `a`, and gives the next
one, filled if it is a capital letter; `z` skips 25 and gives none. The last letter can reach the end of the grid, and
then gives nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.formats.base import Feature, Format, one_puzzle, resembling
from nonosat.formats.numbers import format_clue, parse_clue, parse_number
from nonosat.model.metadata import Origin
from nonosat.model.puzzle import Given, Puzzle
from nonosat.support.errors import InputError
from nonosat.support.sentences import number_text

_HEAD = re.compile(r"\s*([0-9]{1,9})(?:x([0-9]{1,9}))?:")
_CLUES = re.compile(r"\s*(?:[0-9]{1,3}(?:\.[0-9]{1,3})*)?(?:/(?:[0-9]{1,3}(?:\.[0-9]{1,3})*)?){4,}\s*")
_Z = ord("z") - ord("a")


def sniff(text: str) -> bool:
    """Returns whether the text begins like `3x2:`, or like `3:` with that many clues, or has clues of one size only.

    `1:1/0` is a puzzle on one line (`nonosat.formats.inline`): an id has nothing for an empty line.
    """
    if len(text) < 10_000 and _CLUES.fullmatch(text):
        return _width(text) is not None
    head = _HEAD.match(text[:1000])
    if head and head[2] is None:
        clues = text[head.end() :].partition(",")[0].split("/")
        return len(clues) == 2 * int(head[1]) and "0" not in map(str.strip, clues)
    return bool(head)


def parse(text: str) -> list[Puzzle]:
    text = text.rstrip()
    if _CLUES.fullmatch(text) and (width := _width(text)):
        text = f"{width}x{text.count('/') + 1 - width}:{text.strip()}"
    head = _HEAD.match(text)
    line = text.count("\n", 0, head.end() if head else 0) + 1
    if not head:
        raise InputError(f"expected a game id such as `3x2:2//1/1/1.1`, got {text[:40]!r}", line=line)
    width = parse_number(head[1], line)
    height = parse_number(head[2] or head[1], line)
    clues, comma, cells = text[head.end() :].partition(",")
    parts = clues.split("/", width + height)
    if len(parts) != width + height:
        reason = f"{width}x{height} has {width + height} clues, {number_text(clues.count('/') + 1, 'follows', 'follow')}"
        raise InputError(reason, line=line)
    read = [parse_clue(part.replace(".", ","), line) for part in parts]
    return [
        Puzzle(
            read[width:],
            read[:width],
            givens=_givens(cells, width, height, line) if comma else (),
            origin=Origin((line,) * height, (line,) * width),
        )
    ]


def format(puzzles: Sequence[Puzzle]) -> str:
    puzzle = one_puzzle(puzzles)
    clues = (format_clue(clue, ".") if clue else "" for clue in (*puzzle.columns, *puzzle.rows))
    givens = "".join([",", *_letters(puzzle)]) if puzzle.givens else ""
    return f"{puzzle.width}x{puzzle.height}:{'/'.join(clues)}{givens}\n"


def _width(text: str) -> int | None:
    """Returns the only width with which the clues of a game id without its size have equal sums and room."""
    clues = [[int(word) for word in clue.split(".") if word] for clue in text.strip().split("/")]
    total, above, widths = sum(map(sum, clues)), 0, []
    for width in range(1, len(clues)):
        above += sum(clues[width - 1])
        if 2 * above == total > 0:
            sides = (clues[:width], len(clues) - width), (clues[width:], width)
            if all(sum(clue) + len(clue) - 1 <= length for half, length in sides for clue in half):
                widths.append(width)
    return widths[0] if len(widths) == 1 else None


def _givens(letters: str, width: int, height: int, line: int) -> Iterator[Given]:
    at, end = 0, width * height
    for letter in letters:
        if not (letter.isascii() and letter.isalpha()):
            raise InputError(f"a given must be a letter, got {letter!r}", line=line)
        gap = ord(letter.lower()) - ord("a")
        if at == end or at + gap > end:
            raise InputError(f"there are givens beyond the {number_text(end, 'cell')}", line=line)
        at += gap
        if at < end and gap < _Z:
            yield Given(*divmod(at, width), int(letter.isupper()))
            at += 1
    if at != end:
        raise InputError(f"the givens end after {at} of {number_text(end, 'cell')}", line=line)


def _letters(puzzle: Puzzle) -> Iterator[str]:
    at, end = 0, puzzle.width * puzzle.height
    for row, column, colour in puzzle.givens:
        zs, gap = divmod(row * puzzle.width + column - at, _Z)
        letter = chr(ord("a") + gap)
        yield "z" * zs + (letter.upper() if colour else letter)
        at = row * puzzle.width + column + 1
    zs, gap = divmod(end - at, _Z)
    yield "z" * zs + (chr(ord("a") + gap) if gap else "")


FORMAT = Format(
    name="pattern",
    summary="the game id of Pattern in Simon Tatham's Portable Puzzle Collection",
    features=frozenset({Feature.CLUES, Feature.RECTANGLES, Feature.GIVENS}),
    sniff=sniff,
    resembles=resembling(r"\A\s*[0-9]+x[0-9]+\b"),
    parse=parse,
    format=format,
)
