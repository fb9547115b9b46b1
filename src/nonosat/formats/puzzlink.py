"""The address of a nonogram on puzz.link and other sites with pzpr.js: `.../p?nonogram/W/H/clues`.

The clues are in boxes: (H + 1) // 2 above each column, then (W + 1) // 2 left of each row, enough for any clue. The boxes
of a line are listed from the picture outwards, so that the last number of a clue comes first. Numbers are hexadecimal:
one digit, `-` and two, `+` and three, `=` and three plus 4096; `.` is an unknown number. A letter from `g` on stands for
empty boxes, 1 for `g`, 20 for `z`.

There can be more text around the address, as in the link files of Windows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.formats.base import Feature, Format, one_puzzle, resembling
from nonosat.formats.numbers import parse_number
from nonosat.model.clues import Block, Clue, shared_block
from nonosat.model.metadata import Origin
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError, UsageError
from nonosat.support.sentences import number_text

SITE = "https://puzz.link/p?"

_ADDRESS = re.compile(r"\?nonogram(?:_edit)?/([0-9]{1,9})/([0-9]{1,9})/([^\s/]*)", re.ASCII)
_BOX = re.compile(r"([g-z])|(\.)|([0-9a-f])|-([0-9a-f]{2})|([+=])([0-9a-f]{3})")


def sniff(text: str) -> bool:
    """Returns True if the address of a nonogram is in the text."""
    return "?" in text and bool(_ADDRESS.search(text))


def parse(text: str) -> list[Puzzle]:
    address = _ADDRESS.search(text)
    if not address:
        raise InputError(f"expected an address with `?nonogram/W/H/`, got {text.strip()[:40]!r}", line=1)
    line = text.count("\n", 0, address.start()) + 1
    width, height = parse_number(address[1], line), parse_number(address[2], line)
    above, beside = (height + 1) // 2, (width + 1) // 2
    end = width * above + height * beside
    numbers: list[tuple[int, int | None]] = []
    at = 0
    for skipped, number in _boxes(address[3], line):
        if not skipped:
            numbers.append((at, number))
        at += skipped or 1
        if at > end:
            break
    if at != end:
        follow = number_text(at, "follows", "follow")
        raise InputError(f"a puzzle of {width}x{height} has {end} boxes for numbers, {follow}", line=line)
    clues: list[list[Block]] = [[] for _ in range(width + height)]
    for at, number in reversed(numbers):
        beyond = at - width * above
        place = at // above if beyond < 0 else width + beyond // beside
        if number != 0:
            clues[place].append(shared_block(number, 1))
    origin = Origin((line,) * height, (line,) * width)
    return [Puzzle(clues[width:], clues[:width], origin=origin)]


def format(puzzles: Sequence[Puzzle]) -> str:
    puzzle = one_puzzle(puzzles)
    width, height = puzzle.width, puzzle.height
    boxes = [*_numbers(puzzle.columns, (height + 1) // 2), *_numbers(puzzle.rows, (width + 1) // 2)]
    # runs of empty boxes, at most 20 at once, become one letter
    text = re.sub(" {1,20}", lambda run: chr(ord("f") + len(run[0])), "".join(boxes))
    return f"{SITE}nonogram/{width}/{height}/{text}\n"


def _boxes(text: str, line: int) -> Iterator[tuple[int, int | None]]:
    """Yields (number of empty boxes, None), or (0, number in a box), with None if it is unknown."""
    at = 0
    while at < len(text):
        box = _BOX.match(text, at)
        if not box:
            reason = f"expected a number or a letter from g to z, got {text[at : at + 4]!r}"
            raise InputError(reason, line=line)
        empty, untold, digit, two, sign, three = box.groups()
        if empty:
            yield ord(empty) - ord("f"), None
        elif untold:
            yield 0, None
        else:
            number = int(digit or two or three, 16) + (4096 if sign == "=" else 0)
            yield 0, parse_number(str(number), line)
        at = box.end()


def _numbers(clues: Sequence[Clue | None], boxes: int) -> Iterator[str]:
    """Yields the numbers of each line's boxes, a blank for an empty box."""
    for clue in clues:
        if len(clue or ()) > boxes:
            numbers = number_text(boxes, "number")
            raise UsageError(f"puzzlink: a line has room for {numbers}, not for {len(clue or ())}")
        yield "".join(_number(block.length) for block in reversed(clue or ()))
        yield " " * (boxes - len(clue or ()))


def _number(length: int | None) -> str:
    if length is None:
        return "."
    if length < 16:
        return f"{length:x}"
    if length < 256:
        return f"-{length:02x}"
    return f"+{length:03x}" if length < 4096 else f"={length - 4096:03x}"


FORMAT = Format(
    name="puzzlink",
    summary="the address of a puzzle on puzz.link",
    features=frozenset({Feature.CLUES, Feature.RECTANGLES, Feature.BLOTTED}),
    sniff=sniff,
    resembles=resembling(r"\?nonogram|nonogram/"),
    parse=parse,
    format=format,
)
