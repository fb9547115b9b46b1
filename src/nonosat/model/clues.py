"""Blocks and clues: a clue is a tuple of blocks, the empty clue the empty tuple."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, lru_cache
from itertools import zip_longest
from typing import Any, NamedTuple, TypeGuard

from nonosat.model.geometry import Cells, pick
from nonosat.model.palette import BLACK_AND_WHITE, Palette
from nonosat.support.errors import InputError
from nonosat.support.limits import check_limits
from nonosat.support.packages import PURE

MAX_LENGTH = 4096  # maximum length of blocks in plain clues, equal to `MAX_SIDE` of `nonosat.model.geometry`
BLOT = "?"  # text of an unknown length
STAR = "*"  # text of `ANY`


class Block(NamedTuple):
    """A run of `length` cells (at least 1; None if blotted) of one ink, an index into the palette."""

    length: int | None
    colour: int = 1

    @property
    def least(self) -> int:
        """The length if it is known, else 1; 0 for `ANY`."""
        return bool(self.colour) if self.length is None else self.length


# any number of blocks of any inks, or none; never twice in a row
ANY = Block(None, 0)

shared_block = lru_cache(maxsize=4096)(Block)
"""`Block(length, colour)`, cached: puzzles have many equal blocks."""

Clue = tuple[Block, ...]
"""The blocks of a line in order; None means an unknown clue."""

ClueFamily = tuple[Clue | None, ...]
"""The clues of parallel lines."""


def _never(_source: Any, _blocks: tuple[Block, ...], /) -> None:
    """Replaces the compiled functions: no clue is plain enough to be read quickly."""


_read_text: Callable[[str, tuple[Block, ...]], ClueFamily | int | None] = _never
_read_lists: Callable[[list[Any], tuple[Block, ...]], ClueFamily | int | None] = _never
_write_text: Callable[[ClueFamily], str | None] | None = None

if not PURE:
    with suppress(ImportError):
        from nonosat.model._compiled import read_clues as _read_text
        from nonosat.model._compiled import take_clues as _read_lists
        from nonosat.model._compiled import write_clues as _write_text

_blocks = tuple(map(Block, range(64)))  # shared: block n has n cells; grows as needed


def _quickly(
    read: Callable[[Any, tuple[Block, ...]], ClueFamily | int | None], source: Any
) -> ClueFamily | None:
    global _blocks
    while isinstance(answer := read(source, _blocks), int):
        _blocks = tuple(map(Block, range(2 * answer)))
    return answer


def plain_clues(text: str) -> ClueFamily | None:
    """Reads a clue per line: lengths between blanks or commas; `0` and nothing are the empty clue.

    Returns None, so that callers read line by line, if a line has anything else or a fault, or without compiled
    functions.

    >>> plain_clues("1 2\\n0") in (((Block(1), Block(2)), ()), None)
    True
    """
    return _quickly(_read_text, text)


def plain_lists(clues: list[Any]) -> ClueFamily | None:
    """Reads clues as lists of lengths, clues with known lengths, and None; returns None like `plain_clues`."""
    return _quickly(_read_lists, clues)


def plain_text(clues: ClueFamily) -> str | None:
    """Writes clues as `plain_clues` reads them, `0` for the empty one; None if one is missing, blotted or coloured.

    >>> plain_text(((Block(1), Block(2)), ())), plain_text((None,))
    ('1 2\\n0', None)
    """
    if _write_text is not None:
        return _write_text(clues)
    plain = all(
        colour == 1 and length and length <= MAX_LENGTH for clue in clues for length, colour in clue or ()
    )
    if None in clues or not plain:
        return None
    return "\n".join(" ".join(str(length) for length, _ in clue or ()) or "0" for clue in clues)


def family_of_text(text: str) -> ClueFamily:
    """Reads clues written by `plain_text`, even without compiled functions."""
    return plain_clues(text) or tuple(as_clue(map(int, line.split())) for line in text.split("\n"))


def clue_family(axis: str, clues: Iterable[Iterable[Any] | None]) -> ClueFamily:
    """Converts the clues of a family by `as_clue`, except None; raises `InputError` that names the line.

    >>> clue_family("row", [[1], None])
    ((Block(length=1, colour=1),), None)
    """
    try:
        given = list(clues)
    except TypeError:
        raise InputError(
            f"the {axis}s must be a list of clues, such as [[1, 2], [3]], got {clues!r}"
        ) from None
    if (quick := plain_lists(given)) is not None:
        return quick
    converted: list[Clue | None] = []
    for number, clue in enumerate(given, 1):
        try:
            made = None if clue is None else as_clue(clue)
            converted.append(None if made == (ANY,) else made)
        except InputError as error:
            raise InputError(f"{axis} {number}: {error.reason}") from None
    return tuple(converted)


def as_clue(blocks: Iterable[Any]) -> Clue:
    """Makes a clue from lengths, `(length, colour)` pairs or blocks; omits zeros.

    A length None or "?" is a blotted block, "*" is `ANY`. Raises `InputError` for anything else.

    >>> as_clue([3, (2, 2), "?"])
    (Block(length=3, colour=1), Block(length=2, colour=2), Block(length=None, colour=1))
    >>> as_clue([0])
    ()
    """
    if _is_clue(blocks):
        return blocks
    if not isinstance(blocks, Iterable):
        raise InputError(f"a clue must be a list of blocks, such as [1, 2], got {blocks!r}")
    clue = []
    for block in blocks:
        if type(block) is int and block >= 0:  # fast path: nearly all blocks of files
            if block:
                clue.append(shared_block(block, 1))
            continue
        if block in (STAR, ANY):
            if clue[-1:] != [ANY]:
                clue.append(ANY)
            continue
        length, *rest = block if isinstance(block, (tuple, list)) and block else (block,)
        if isinstance(length, str) and length == BLOT:
            length = None
        colour = rest[0] if rest else 1
        if len(rest) > 1 or type(colour) is not int or not (length is None or type(length) is int):
            raise InputError(f"a block must be a length or (length, colour), got {block!r}")
        if length is not None and length < 0:
            raise InputError(f"a block must have at least 1 cell, got {length}")
        if (length, colour) != (0, 1):
            clue.append(shared_block(length, colour))
    return tuple(clue)


def _is_clue(blocks: Iterable[Any]) -> TypeGuard[Clue]:
    """Returns True only if `as_clue` would return the same object; False also for blotted blocks, which are rare."""
    if type(blocks) is not tuple:
        return False
    for block in blocks:
        if type(block) is not Block:
            return False
        length, colour = block
        if not (type(length) is type(colour) is int and length > 0):
            return False
    return True


def clue_text(clue: Clue | None, palette: Palette = BLACK_AND_WHITE) -> str:
    """Returns a clue as text: `0` for an empty line, `*` for an unknown clue.

    >>> clue_text(as_clue([1, 12, None])), clue_text(()), clue_text(None)
    ('1 12 ?', '0', '*')
    """
    return " ".join(clue_words(clue, palette))


def clue_words(clue: Clue | None, palette: Palette = BLACK_AND_WHITE) -> list[str]:
    """Returns the blocks of a clue as text; `*` for an unknown clue, `0` for the empty one."""
    if not clue:
        return ["*" if clue is None else "0"]
    return [block_text(block, palette) for block in clue]


def block_text(block: Block, palette: Palette = BLACK_AND_WHITE) -> str:
    """Returns a block as text: its length, and with several inks its letter.

    >>> from nonosat.model.palette import Colour
    >>> block_text(Block(2, 2), (*BLACK_AND_WHITE, Colour("red", "ff0000", "r")))
    '2r'
    """
    length, colour = length_text(block), block.colour
    if block == ANY or (colour == 1 and len(palette) <= 2):
        return length
    letter = palette[colour].letter if 0 <= colour < len(palette) else ""
    return f"{length}{letter or f'[{colour}]'}"


def length_text(block: Block) -> str:
    """Returns the length of a block as text: `?` if blotted, `*` for `ANY`."""
    if block == ANY:
        return STAR
    return BLOT if block.length is None else str(block.length)


def gap_after(block: Block, following: Block) -> int:
    """Returns the least number of background cells between two neighbouring blocks: 1 if the inks are equal."""
    return 1 if block.colour == following.colour else 0


def min_length(clue: Clue) -> int:
    """Returns the length of the shortest line that the clue fits into."""
    total = 0
    before: int | None = None
    for length, colour in clue:
        if not colour:  # ANY
            continue
        total += (1 if length is None else length) + (colour == before)
        before = colour
    return total


class _Blocks(dict[int, Block]):
    """The blocks of one colour by their lengths."""

    def __init__(self, colour: int) -> None:
        self._colour = colour

    def __missing__(self, length: int) -> Block:
        self[length] = block = shared_block(length, self._colour)
        return block


_blocks_of = cache(_Blocks)


@lru_cache(maxsize=256)
def line_clue(cells: bytes) -> Clue:
    """Returns the clue of one line of a grid; cached, since large grids repeat lines.

    >>> line_clue(bytes([0, 1, 1, 2, 0, 2]))
    (Block(length=2, colour=1), Block(length=1, colour=2), Block(length=1, colour=2))
    """
    ink = cells.lstrip(b"\0")[:1]
    if ink and cells.count(0) + cells.count(ink) == len(cells):  # the line has one ink, which is common
        return tuple(map(_blocks_of(ink[0]).__getitem__, map(len, filter(None, cells.split(b"\0")))))
    blocks = []
    while cells := cells.lstrip(b"\0"):  # the background is 0
        rest = cells.lstrip(cells[:1])
        blocks.append(shared_block(len(cells) - len(rest), cells[0]))
        cells = rest
    return tuple(blocks)


def clues_of(cells: bytes, lines: Iterable[Cells]) -> Iterator[Clue]:
    """Yields the clues of a picture's lines; raises `OutOfReach` soon after a limit is hit, since large pictures take long."""
    for line in lines:
        check_limits()
        yield line_clue(bytes(pick(cells, line)))


def agrees(runs: Clue, clue: Clue) -> bool:
    """Returns whether the blocks of a line satisfy a clue, which can have blotted blocks and `ANY`."""
    if ANY in clue:
        at, size = clue.index(ANY), len(runs)
        if not agrees(runs[:at], clue[:at]):
            return False
        rest = clue[at + 1 :]
        while ANY in rest:  # finds the leftmost place of each part between stars
            part, rest = rest[: rest.index(ANY)], rest[rest.index(ANY) + 1 :]
            places = range(at, size - len(part) + 1)
            at = next((place for place in places if agrees(runs[place : place + len(part)], part)), size)
            at += len(part)
        return at + len(rest) <= size and agrees(runs[size - len(rest) :], rest)
    return len(runs) == len(clue) and all(
        ours.colour == theirs.colour and theirs.length in (None, ours.length)
        for ours, theirs in zip(runs, clue, strict=True)
    )


def veiled(pattern: Clue | None, clue: Clue) -> Clue | None:
    """Hides the clue, or the lengths that are hidden in the pattern."""
    if pattern is None:
        return None
    if ANY in pattern:
        return pattern
    if all(length for length, _ in pattern):
        return clue
    return tuple(
        ours._replace(length=None) if theirs and theirs.length is None else ours
        for ours, theirs in zip_longest(clue, pattern[: len(clue)])
    )


def clue_list(clue: Clue | None) -> list[Any] | None:
    """Returns a clue as plain data: lengths, or `[length, colour]` for inks beyond the first, `"?"` for a blot.

    >>> clue_list((Block(3), Block(None, 2)))
    [3, ['?', 2]]
    """
    if clue is None:
        return None
    lengths = [BLOT if block.length is None else block.length for block in clue]
    return [
        STAR if block == ANY else length if block.colour == 1 else [length, block.colour]
        for length, block in zip(lengths, clue, strict=True)
    ]


def clues_repr(clues: Iterable[Clue | None]) -> str:
    """Returns the clues of a family as text that `Puzzle` takes."""

    def block_repr(block: Block) -> str:
        if block == ANY:
            return repr(STAR)
        return repr(block.length if block.colour == 1 else tuple(block))

    def clue_repr(clue: Clue | None) -> str:
        return "None" if clue is None else f"[{', '.join(map(block_repr, clue))}]"

    return f"[{', '.join(map(clue_repr, clues))}]"
