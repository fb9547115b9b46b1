"""Facts for answer set programming, `.lp`, as M. Görner's encoding (nonogram_asp) takes them.

    row_cnt(2). row(0,0,red,1). row(1,0,red,1). row(1,1,blue,1).
    col_cnt(2). col(0,0,red,2). col(1,0,blue,1).
    ink(red,"ff0000"). ink(blue,"0000ff").

A fact has the index of a line, the index of a block in it, the ink and the length. A line without facts has the empty
clue. Our extensions: `ink` declares the value and order of an ink, `background("ffffee")` the background. Other inks
have the value of their name, or are black. `%` begins a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.formats.base import Feature, Format, one_puzzle, resembling
from nonosat.formats.numbers import parse_number, text_lines
from nonosat.imaging.colours import name_of, plain, rgb_of
from nonosat.model.clues import Block, Clue, shared_block
from nonosat.model.palette import BLACK_AND_WHITE, MAX_COLOURS, Colour, Palette
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError

_FACT = re.compile(r"\s*([a-z_]\w*)\s*\(([^()]*)\)\s*\.", re.ASCII)
_INK = re.compile(r"[a-z]\w{0,40}", re.ASCII)
_SIDES = {"row": "row_cnt", "col": "col_cnt"}

_Blocks = dict[tuple[int, int], tuple[str, int]]
"""Ink and length by line and block."""


def sniff(text: str) -> bool:
    """Returns whether there are facts with the numbers of rows and columns."""
    return all(
        re.search(rf"^[^%\n]*\b{count}\s*\(\s*[0-9]+\s*\)\s*\.", text, re.MULTILINE)
        for count in _SIDES.values()
    )


def parse(text: str) -> list[Puzzle]:
    counts: dict[str, int] = {}
    blocks: dict[str, _Blocks] = {"row": {}, "col": {}}
    looks: dict[str, str] = {}
    background = BLACK_AND_WHITE[0].rgb
    for line, name, values in _facts(text):
        if name in blocks and len(values) == 4:
            at, block, length = (parse_number(values[each], line) for each in (0, 1, 3))
            if (at, block) in blocks[name]:
                raise InputError(f"block {block} of {name} {at} comes twice", line=line)
            if not length:
                raise InputError(f"expected a length, read {values[3]!r}", line=line)
            blocks[name][at, block] = _ink(values[2], line), length
        elif name in _SIDES.values() and len(values) == 1:
            counts[name] = parse_number(values[0], line, "a number of lines")
        elif name == "ink" and len(values) == 2:
            looks[_ink(values[0], line)] = _rgb(values[1], line)
        elif name == "background" and len(values) == 1:
            background = _rgb(values[0], line)
        else:
            raise _unread(name, line)
    if missing := [f"`{count}(N).`" for count in _SIDES.values() if count not in counts]:
        raise InputError(f"no fact {missing[0]}")
    used = sorted({ink for each in blocks.values() for ink, _ in each.values()} - looks.keys())
    inks = [*looks, *used] or ["black"]
    if len(inks) >= MAX_COLOURS:
        raise InputError(f"more than {MAX_COLOURS} colours")
    values = [looks.get(ink) or rgb_of(ink) or BLACK_AND_WHITE[1].rgb for ink in inks]
    palette = plain(Colour(name_of(rgb), rgb, "") for rgb in (background, *values))
    numbers = {ink: number for number, ink in enumerate(inks, 1)}
    rows, columns = (_clues(name, counts[count], blocks[name], numbers) for name, count in _SIDES.items())
    return [Puzzle(rows, columns, palette)]


def _facts(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """Yields facts: line of the file, name, arguments."""
    for number, line in enumerate(text_lines(text), 1):
        rest = line.partition("%")[0].rstrip()
        end = 0
        while end < len(rest):
            fact = _FACT.match(rest, end)
            if not fact:
                raise _unread(rest[end:].strip(), number)
            end = fact.end()
            yield number, fact[1], [value.strip() for value in fact[2].split(",")]


def _unread(text: str, line: int) -> InputError:
    return InputError(f"expected a fact such as `row(0,0,black,3).`, read {text[:40]!r}", line=line)


def _ink(word: str, line: int) -> str:
    if not _INK.fullmatch(word):
        raise InputError(f"expected an ink such as black, read {word[:40]!r}", line=line)
    return word


def _rgb(word: str, line: int) -> str:
    rgb = rgb_of(word.strip('"'))
    if rgb is None:
        raise InputError(f'expected a colour such as "ff0000", read {word[:40]!r}', line=line)
    return rgb


def _clues(name: str, count: int, blocks: _Blocks, numbers: dict[str, int]) -> list[Clue]:
    clues: list[list[Block]] = [[] for _ in range(count)]
    for (line, block), (ink, length) in sorted(blocks.items()):
        if line >= count:
            raise InputError(f"there is no {name} {line} of {count}, counted from 0")
        if block != len(clues[line]):
            raise InputError(f"{name} {line} has no block {len(clues[line])}")
        clues[line].append(shared_block(length, numbers[ink]))
    return [tuple(clue) for clue in clues]


def format(puzzles: Sequence[Puzzle]) -> str:
    puzzle = one_puzzle(puzzles)
    inks = _words(puzzle.palette)
    lines = [f"row_cnt({puzzle.height}).", f"col_cnt({puzzle.width})."]
    if (background := puzzle.palette[0].rgb) != BLACK_AND_WHITE[0].rgb:
        lines.append(f'background("{background}").')
    lines += [f'ink({ink},"{colour.rgb}").' for ink, colour in zip(inks, puzzle.palette[1:], strict=True)]
    for name, clues in (("row", puzzle.rows), ("col", puzzle.columns)):
        for line, clue in enumerate(clues):
            blocks = ((inks[block.colour - 1], block.length) for block in clue or ())
            facts = [f"{name}({line},{at},{ink},{length})." for at, (ink, length) in enumerate(blocks)]
            lines += [" ".join(facts)] if facts else []
    return "\n".join(lines) + "\n"


def _words(palette: Palette) -> list[str]:
    """Returns a different word for each ink: its name if valid, else its number."""
    names = [colour.name for colour in palette[1:]]
    if len(set(names)) == len(names) and all(map(_INK.fullmatch, names)):
        return names
    return [f"ink{number}" for number in range(1, len(palette))]


FORMAT = Format(
    name="asp",
    summary="facts for answer set programming: row(0,0,black,3). and so on, with inks",
    features=frozenset({Feature.CLUES, Feature.RECTANGLES, Feature.COLOURS}),
    sniff=sniff,
    resembles=resembling(r"^\s*(row|col)(_cnt)?\s*\("),
    parse=parse,
    format=format,
)
