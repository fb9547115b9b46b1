"""Puzzles with an error, made from good ones, and the satisfiable sets of their groups."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

from oracles import describes, runs

from nonosat import Grid, Puzzle, Verdict, check, load
from nonosat.lines.board import Board
from nonosat.lines.line import settle
from nonosat.model.clues import Block
from nonosat.repairs.repair_clue import Edit

CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "webpbn"
VERDICTS = CORPUS.parent / "webpbn.verdicts.tsv"


def unique_pictures(random: Random, *, least: int = 5, most: int = 12, inks: int = 1) -> Iterator[Grid]:
    """Draws random pictures with unique clues: blots of ink, since noise is hardly ever unique."""
    while True:
        height, width = random.randint(least, most), random.randint(least, most)
        cells = [[0] * width for _ in range(height)]
        for _ in range(random.randint(2, 6)):
            top, left, ink = random.randrange(height), random.randrange(width), random.randint(0, inks)
            for row in cells[top : top + random.randint(1, height)]:
                to = min(width, left + random.randint(1, width))
                row[left:to] = [ink] * (to - left)
        grid = Grid(cells)
        if any(map(any, cells)) and check(grid.puzzle(palette(inks))).verdict is Verdict.UNIQUE:
            yield grid


def palette(inks: int) -> tuple[tuple[str, str, str], ...]:
    """Returns a background and `inks` inks."""
    return tuple((name, name * 6, name) for name in "0123456789"[: inks + 1])


def unique_corpus() -> list[Path]:
    """Returns the files of the corpus that an independent solver found to be unique."""
    rows = [row.split("\t") for row in VERDICTS.read_text().splitlines()]
    return [CORPUS / name for name, verdict in rows if verdict.startswith("unique")]


def corpus_puzzles(random: Random) -> Iterator[Puzzle]:
    """Draws unique puzzles of the corpus."""
    files = unique_corpus()
    while True:
        yield load(random.choice(files))


def holding(puzzle: Puzzle) -> list[frozenset[int]]:
    """Returns the sets of groups that a picture satisfies, for all pictures; only the maximal sets."""
    lines = puzzle.lines
    cells = sum(puzzle.row_lengths)
    sets = set()
    for picture in product(range(len(puzzle.palette)), repeat=cells):
        sets.add(
            frozenset(
                [
                    at
                    for at, (_, span, clue) in enumerate(lines)
                    if clue is not None and describes(clue, runs([picture[cell] for cell in span]))
                ]
                + [
                    len(lines) + at
                    for at, (row, column, colour) in enumerate(puzzle.givens)
                    if picture[puzzle.cell(row, column)] == colour
                ]
            )
        )
    return [one for one in sets if not any(one < other for other in sets)]


def follow(puzzle, derivation):
    """Requires that each deduction of a derivation follows from its line, and that the last line has no filling left."""
    board = Board(puzzle.replace(givens=derivation.givens))
    for deduction in derivation.deductions:
        masks = settle(board.plans[deduction.line], board.unpack()[deduction.line])
        assert masks is not None
        assert any(deduction.removed)
        assert not any(a & b for a, b in zip(masks, deduction.removed, strict=True))
        kept = [
            mask & ~gone for mask, gone in zip(board.unpack()[deduction.line], deduction.removed, strict=True)
        ]
        board.narrow(deduction.line, kept)
    line = derivation.contradiction.line
    assert settle(board.plans[line], board.unpack()[line]) is None


def mistyped(clue, random, inks, length):
    """Returns a clue with one edit, for each kind of edit that is possible."""
    found = {Edit.BACKWARDS: clue[::-1]}
    if clue:
        at = random.randrange(len(clue))
        block = clue[at]
        found[Edit.NUMBER] = (*clue[:at], Block(random.randint(1, length + 9), block.colour), *clue[at + 1 :])
        found[Edit.MISSING] = (*clue[:at], *clue[at + 1 :])
        found[Edit.COLOUR] = (*clue[:at], Block(block.length, random.randint(1, inks)), *clue[at + 1 :])
        if block.length > 9:
            digits = str(block.length)
            if digits[1] != "0":
                parts = (Block(int(digits[0]), block.colour), Block(int(digits[1:]), block.colour))
                found[Edit.PARTED] = (*clue[:at], *parts, *clue[at + 1 :])
    at = random.randint(0, len(clue))
    extra = Block(random.randint(1, length), random.randint(1, inks))
    found[Edit.EXTRA] = (*clue[:at], extra, *clue[at:])
    if len(clue) > 1:
        at = random.randrange(len(clue) - 1)
        one, other = clue[at : at + 2]
        found[Edit.SWAPPED] = (*clue[:at], other, one, *clue[at + 2 :])
        if one.colour == other.colour:
            whole = Block(int(f"{one.length}{other.length}"), one.colour)
            found[Edit.JOINED] = (*clue[:at], whole, *clue[at + 2 :])
    return found
