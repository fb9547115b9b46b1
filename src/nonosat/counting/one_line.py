"""One line by itself: its forced cells, the number of its fillings, the leftmost and the rightmost one.

The deductions are complete (`nonosat.lines.line`). The number of fillings is exact, by dynamic programming over
blocks and the boundaries between cells, O(blocks * cells) additions. In the leftmost filling the first block starts as
far left as possible, then the second, and so on; a block of unknown length ends as soon as it can.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from nonosat.lines.automaton import automaton_of, transitions
from nonosat.lines.bits import lowest, mirror, shrink_steps
from nonosat.lines.line import block_spans, plan, settle
from nonosat.model.clues import ANY, BLOT, STAR, Block, Clue, as_clue, clue_list, clue_text, min_length
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.palette import BLACK_AND_WHITE, MAX_COLOURS, UNKNOWN
from nonosat.support.arguments import question
from nonosat.support.children.processes import run_limited
from nonosat.support.end import End, OutOfReach
from nonosat.support.errors import InputError
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.longint import LongInt
from nonosat.support.results import Limited, member
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    from nonosat.records.shared_types import CLUE

_BLOCK = re.compile(r"([0-9]{1,9}|\?)(\D?)", re.ASCII)
_EMPTY, _FILLED = (colour.letter for colour in BLACK_AND_WHITE)


@dataclass(frozen=True, repr=False, eq=False)
class SettledLine(Limited):
    """Answer to `line`: deductions in one line. Fillings are texts, a letter a cell, `?` for an unknown cell."""

    clue: Clue
    letters: Annotated[str, "Letter of each colour, the background first."]
    cells: Annotated[str | None, "Cells with every deduction; null if the line has no filling."] = None
    possible: Annotated[
        tuple[str, ...], "Letters that each cell can have; empty if the line has no filling."
    ] = ()
    fillings: int | None = None
    """Number of fillings, or None if a limit was hit."""
    leftmost: Annotated[str | None, "Filling whose blocks start furthest left; null for clues with `*`."] = (
        None
    )
    rightmost: Annotated[str | None, "Filling whose blocks end furthest right; null for clues with `*`."] = (
        None
    )

    _MEMBERS = (
        *("clue", "letters", "cells", "possible", "fillings", "leftmost", "rightmost"),
        *("stopped", "detail"),
    )

    @member
    def _clue(self) -> Annotated[list[object] | None, CLUE, "Blocks of the line."]:
        return clue_list(self.clue)

    @member
    def _fillings(
        self,
    ) -> Annotated[LongInt | None, "Number of fillings; null if a limit came first."]:
        return None if self.fillings is None else LongInt(self.fillings)

    def __str__(self) -> str:
        if self.fillings is None:
            return f"unknown: {self.detail or self.stopped}"
        if self.cells is None and self.detail:
            return self.detail
        if self.cells is None:
            return "no filling agrees with the clue and these cells (`.` is background, `?` is unknown)"
        outermost = f"leftmost   {self.leftmost}\nrightmost  {self.rightmost}\n" if self.leftmost else ""
        return f"follows    {self.cells}\n{outermost}fillings   {LongInt(self.fillings):,}"


@question
def line(
    clue: str | Iterable[Any],
    cells: str | int | Iterable[int | None],
    *,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> SettledLine:
    """Settles one line: deduces cells, counts the fillings, and finds the leftmost and the rightmost one.

    `clue` is a text such as `"3 1"`, or blocks as in a clue of `Puzzle`; `"*"` is any number of blocks. `cells` is a text such as
    `"?.?#?"` (`.` is background, `#` ink, `?` unknown), colours with None for an unknown cell, or the length of a line of
    unknown cells. Blocks of several inks have letters, as in `"3r 1b"`; `r` and `b` then stand for these inks in the cells.
    Raises `InputError` for anything else.

    >>> print(line("3 1", "????#????"))
    follows    ????#????
    leftmost   ###.#....
    rightmost  ....###.#
    fillings   7
    >>> line([8], 10).cells
    '??######??'
    """
    blocks, letters = _clue_of(clue)
    colours = _colours_of(cells, letters)
    letters = _enough(letters, blocks, colours)
    return run_limited(_settled, blocks, letters, colours, limit=limit_of(limit, seconds, memory))


def _clue_of(clue: str | Iterable[Any]) -> tuple[Clue, str]:
    """Returns the blocks and the letters of their colours; the letters are empty unless the clue names inks."""
    if isinstance(clue, bytes | Mapping):
        raise InputError(f"a clue is text or a list of blocks, got {clue!r:.60}")
    if not isinstance(clue, str):
        return as_clue(clue), ""
    words = clue.replace(",", " ").split()
    if words in ([], ["-"], ["0"]):
        return (), ""
    matches = [None if word == STAR else _BLOCK.fullmatch(word) for word in words]
    for word, match in zip(words, matches, strict=True):
        if word != STAR and (match is None or match[2] in (_EMPTY, UNKNOWN)):
            raise InputError(
                f"a block must be {STAR}, or a number or {BLOT} and the letter of its ink, got {word[:40]!r}"
            )
    names = list(dict.fromkeys(match[2] for match in matches if match))
    if len(names) > 1 and "" in names:
        raise InputError("either all blocks of a line or none must have the letter of an ink")
    letters = _EMPTY + ("".join(names) or _FILLED)
    blocks = [
        ANY
        if match is None
        else (None if match[1] == BLOT else int(match[1]), letters.index(match[2] or _FILLED))
        for match in matches
    ]
    return as_clue(blocks), letters


def _colours_of(cells: str | int | Iterable[int | None], letters: str) -> list[int | None]:
    """Returns the colour of each cell, None for an unknown one."""
    if isinstance(cells, str):
        letters = letters or _EMPTY + _FILLED
        if unknown := set(cells) - {*letters, UNKNOWN}:
            reason = f"cells must be made of {' '.join(letters)} and {UNKNOWN}, got {min(unknown)!r}"
            raise InputError(reason)
        colours = [None if cell == UNKNOWN else letters.index(cell) for cell in cells]
    elif isinstance(cells, bytes | Mapping):
        raise InputError(f"cells are text, colours or a length, got {cells!r:.60}")
    else:
        colours = [None] * min(cells, MAX_SIDE + 1) if isinstance(cells, int) else list(cells)
        for colour in colours:
            if colour is not None and not (type(colour) is int and 0 <= colour < MAX_COLOURS):
                raise InputError(
                    f"the colour of a cell must be 0 to {MAX_COLOURS - 1} or None, got {colour!r}"
                )
    if not 0 < len(colours) <= MAX_SIDE:
        raise InputError(f"a line must have 1 to {MAX_SIDE} cells")
    return colours


def _enough(letters: str, clue: Clue, colours: Sequence[int | None]) -> str:
    """Returns enough letters for the colours of a clue and of cells."""
    if letters:
        return letters
    most = max(1, *(block.colour for block in clue), *(colour or 0 for colour in colours))
    if most >= MAX_COLOURS or min((block.colour for block in clue if block != ANY), default=1) < 1:
        raise InputError(f"the colour of a block must be 1 to {MAX_COLOURS - 1}")
    if most == 1:
        return _EMPTY + _FILLED
    return _EMPTY + "".join(chr(ord("a") + at if at < 26 else 0xC0 + at) for at in range(most))


def _settled(clue: Clue, letters: str, colours: Sequence[int | None], *, clock: Clock) -> SettledLine:
    length = len(colours)
    masks = [
        sum(1 << at for at, fixed in enumerate(colours) if fixed in (None, colour))
        for colour in range(len(letters))
    ]
    try:
        clock.tick()
        settled = settle(plan(clue, length, len(letters)), masks)
        if settled is None:
            need = min_length(clue)
            detail = (
                f"{clue_text(clue)} needs {number_text(need, 'cell')}, the line has {length}"
                if need > length
                else ""
            )
            return SettledLine(clue, letters, fillings=0, end=End(detail=detail))
        possible = tuple(
            "".join(letter for letter, mask in zip(letters, settled, strict=True) if mask >> at & 1)
            for at in range(length)
        )
        backward = [mirror(mask, length) for mask in settled]
        starred = ANY in clue
        return SettledLine(
            clue,
            letters,
            "".join(
                letters_of_cell if len(letters_of_cell) == 1 else UNKNOWN for letters_of_cell in possible
            ),
            possible,
            _count_starred(clue, settled, length, clock) if starred else _count(clue, settled, length, clock),
            None if starred else _leftmost(clue, settled, letters, length),
            None if starred else _leftmost(clue[::-1], backward, letters, length)[::-1],
        )
    except OutOfReach as reason:
        return SettledLine(clue, letters, end=reason.end)


def _count(clue: Clue, masks: Sequence[int], length: int, clock: Clock) -> int:
    """Returns the number of fillings that agree with the masks."""
    free = [masks[0] >> at & 1 for at in range(length)]
    ends = [1] + [0] * length  # [boundary] number of ways in which the blocks so far end there
    before: int | None = None
    for size, ink in clue:
        clock.tick()
        inks = masks[ink]
        fits = inks
        for shift in shrink_steps(1, size or 1):
            fits &= fits >> shift
        gap = run = 0  # number of ways in which the boundary lies behind a gap; in a block of unknown length
        following = [0] * (length + 1)
        for at in range(length + 1):
            if at:
                gap = gap + ends[at - 1] if free[at - 1] else 0
            starts = gap if before == ink else gap + ends[at]
            if size is None:
                following[at] = run
                run = run + starts if at < length and inks >> at & 1 else 0
            elif starts and fits >> at & 1:
                following[at + size] = starts
        ends, before = following, ink
    return _closed(ends, free)


def _count_starred(clue: Clue, masks: Sequence[int], length: int, clock: Clock) -> int:
    """`_count` for a clue with `ANY`: counts paths of its automaton, which reads each filling in one way."""
    after, ways = transitions(clue, len(masks)), {0: 1}
    for at in range(length):
        clock.tick()
        following: dict[int, int] = {}
        for state, number in ways.items():
            for colour, reached in after[state].items():
                if masks[colour] >> at & 1:
                    following[reached] = following.get(reached, 0) + number
        ways = following
    ends = automaton_of(clue, len(masks)).ends
    return sum(number for state, number in ways.items() if ends >> state & 1)


def _closed(ends: Sequence[int], free: Sequence[int]) -> int:
    """Returns the number of ways to end at a boundary and leave the rest of the line empty."""
    gap = ends[0]
    for end, cell in zip(ends[1:], free, strict=True):
        gap = (gap if cell else 0) + end
    return gap


def _leftmost(clue: Clue, masks: Sequence[int], letters: str, length: int) -> str:
    """Returns the leftmost filling of a line that has one.

    Each start and end from `block_spans` is part of some filling, so it can be completed to the right, whatever is on
    its left.
    """
    spans = block_spans(plan(clue, length, len(letters)), masks)
    assert spans is not None
    cells = ""
    before: Block | None = None
    for block, (starts, ends) in zip(clue, spans, strict=True):
        least = len(cells) + (before is not None and before.colour == block.colour)
        start = lowest(starts >> least) + least
        end = start + block.length if block.length else lowest(ends >> start + 1) + start + 1
        cells = cells.ljust(start, letters[0]) + letters[block.colour] * (end - start)
        before = block
    return cells.ljust(length, letters[0])
