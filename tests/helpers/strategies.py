"""Hypothesis strategies that several test modules share."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st
from oracles import runs

from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.clues import Block, Clue
from nonosat.model.metadata import Metadata
from nonosat.model.palette import BLACK_AND_WHITE, Colour, Palette
from nonosat.model.puzzle import Given, Grid, Puzzle
from nonosat.model.shapes import triddler

LETTERS = ".#abcdefghijklmnopqrstuvwxyz"

any_text = st.text(st.characters(codec="utf-8"), max_size=20)
plain_text = st.from_regex(r"[A-Za-z0-9äöß',.!?-]+( [A-Za-z0-9äöß',.!?-]+){0,3}", fullmatch=True)
"""One line without quotes and with single spaces only, as every file format can hold it."""


def masks(length: int) -> st.SearchStrategy[int]:
    """Draws any set of positions of a line."""
    return st.integers(0, (1 << length) - 1)


def palettes(inks: int) -> st.SearchStrategy[Palette]:
    """Draws a background and that many inks with different letters; sometimes black-and-white if it fits."""
    rgb = st.text("0123456789abcdef", min_size=6, max_size=6)
    colours = st.tuples(
        *(st.builds(Colour, plain_text, rgb, st.just(letter)) for letter in LETTERS[: inks + 1])
    )
    return st.one_of(st.just(BLACK_AND_WHITE), colours) if inks == 1 else colours


def metadatas(texts: st.SearchStrategy[str] = any_text) -> st.SearchStrategy[Metadata]:
    """Draws metadata with every field filled or empty; the keys of `extra` are distinct plain words."""
    keys = st.from_regex(r"x_[a-z]{1,6}", fullmatch=True)
    extra = st.dictionaries(keys, texts, max_size=3).map(lambda pairs: tuple(pairs.items()))
    return st.builds(Metadata, texts, texts, texts, texts, texts, extra)


@st.composite
def grids(draw: st.DrawFn, max_side: int = 6, inks: int = 1, *, size: tuple[int, int] | None = None) -> Grid:
    """Draws a picture of 1 .. max_side cells a side (or of the given height and width) with colours 0 .. inks."""
    side = st.integers(1, max_side)
    height, width = size or (draw(side), draw(side))
    cells = st.binary(min_size=height * width, max_size=height * width)
    return Grid.from_cells(bytes(cell % (inks + 1) for cell in draw(cells)), width)


def some_givens(draw: st.DrawFn, grid: Grid) -> list[Given]:
    """Draws some cells of a picture."""
    cells = st.tuples(st.integers(0, grid.height - 1), st.integers(0, grid.width - 1))
    return [Given(*cell, grid[cell]) for cell in draw(st.lists(cells, max_size=5, unique=True))]


@st.composite
def puzzles(
    draw: st.DrawFn,
    max_side: int = 6,
    inks: int = 1,
    *,
    square: bool = False,
    givens: bool = True,
    goal: bool = True,
    metadata: st.SearchStrategy[Metadata] | None = None,
    palette: st.SearchStrategy[Palette] | None = None,
) -> Puzzle:
    """Draws a puzzle with at least one solution, sometimes with givens, a goal and metadata.

    One ink is plain black-and-white unless `palette` says otherwise. By default every file format can hold the texts of
    the metadata; `metadata=metadatas()` draws any text.
    """
    side = draw(st.integers(1, max_side)) if square else None
    grid = draw(grids(max_side, inks, size=side and (side, side)))
    plain = st.just(BLACK_AND_WHITE) if inks == 1 else palettes(inks)
    some_metadata = st.just(Metadata()) | metadatas(st.just("") | plain_text)
    return grid.puzzle(
        draw(plain if palette is None else palette),
        givens=some_givens(draw, grid) if givens else (),
        goal=draw(st.sampled_from([None, grid])) if goal else None,
        metadata=draw(some_metadata if metadata is None else metadata),
    )


def statements(max_side: int = 6, inks: int = 1) -> st.SearchStrategy[Puzzle]:
    """Draws a puzzle without goal and metadata."""
    return puzzles(max_side, inks, goal=False, metadata=st.just(Metadata()))


def unsettled_puzzles(max_side: int = 5, inks: int = 1, *, least: int = 1) -> st.SearchStrategy[Puzzle]:
    """Draws a solvable puzzle in which lines leave that many cells open; most random puzzles have none."""

    def search(seed: int) -> Puzzle:
        random = Random(seed)
        palette = (*BLACK_AND_WHITE, *(Colour(letter, "888888", letter) for letter in LETTERS[2 : inks + 1]))
        while True:
            height, width = random.randint(2, max_side), random.randint(2, max_side)
            filled = random.random()
            cells = bytes(
                random.randint(1, inks) if random.random() < filled else 0 for _ in range(height * width)
            )
            grid = Grid.from_cells(cells, width)
            at = random.randrange(height), random.randrange(width)
            puzzle = grid.puzzle(palette, givens=[(*at, grid[at])] if random.random() < 0.3 else [])
            board = Board(puzzle)
            if propagate(board) is None and board.open_cells() >= least:
                return puzzle

    return st.integers(0, 1 << 30).map(search)


@st.composite
def clashing_puzzles(draw: st.DrawFn, max_side: int = 6, inks: int = 1) -> Puzzle:
    """Draws row clues of one picture with column clues of another: solvable only by chance."""
    one = draw(grids(max_side, inks))
    other = draw(grids(inks=inks, size=(one.height, one.width)))
    palette = BLACK_AND_WHITE if inks == 1 else draw(palettes(inks))
    return Puzzle(one.clues()[0], other.clues()[1], palette)


def clues(max_blocks: int = 4, max_length: int = 4, inks: int = 1) -> st.SearchStrategy[Clue]:
    """Draws any clue, even one that fits nowhere."""
    block = st.builds(Block, st.integers(1, max_length), st.integers(1, inks))
    return st.lists(block, max_size=max_blocks).map(tuple)


def blotted(draw: st.DrawFn, clue: Clue) -> Clue:
    """Draws the clue with some of its lengths hidden."""
    return tuple(block._replace(length=draw(st.sampled_from([None, block.length]))) for block in clue)


@st.composite
def starred_puzzles(draw: st.DrawFn, inks: int = 1) -> Puzzle:
    """Draws a small puzzle, sometimes a triddler, with `*` in clues; most have solutions."""
    puzzle = draw(every_feature(inks, triddlers=True, missing=True))
    assume(sum(puzzle.row_lengths) <= (12 if inks == 1 else 8))

    def starred(clue: Clue | None) -> list[Any] | None:
        if clue is None or draw(st.booleans()):
            return clue and [*clue]
        start = draw(st.integers(0, len(clue)))
        end = draw(st.integers(start, min(start + 2, len(clue))))
        return [*clue[:start], "*", *clue[end:], *draw(st.sampled_from([[], [], ["*"], [1, "*"]]))]

    made = puzzle.with_clues([starred(line.clue) for line in puzzle.lines])
    assume(made.starred)
    return made


@st.composite
def lines(draw: st.DrawFn, max_length: int = 9, max_inks: int = 3) -> tuple[Clue, int, Sequence[int]]:
    """Draws a clue, a line's length and one mask per colour.

    The clue is that of a filling, or arbitrary. The masks keep that filling, are arbitrary (a cell can then have no
    colour), or know nothing.
    """
    length, inks = draw(st.integers(0, max_length)), draw(st.integers(1, max_inks))
    filling = draw(st.lists(st.integers(0, inks), min_size=length, max_size=length))
    planted = tuple(Block(*run) for run in runs(filling))
    clue = draw(st.one_of(st.just(planted), st.just(planted), clues(inks=inks)))
    if draw(st.booleans()):
        clue = blotted(draw, clue)
    keep = [sum(1 << at for at, cell in enumerate(filling) if cell == colour) for colour in range(inks + 1)]
    whole = st.just((1 << length) - 1)
    candidates = draw(
        st.tuples(
            *(st.one_of(masks(length), masks(length).map(keep[c].__or__), whole) for c in range(inks + 1))
        )
    )
    if draw(st.integers(0, 3)):
        candidates = tuple(mask | kept for mask, kept in zip(candidates, keep, strict=True))
    return clue, length, candidates


@st.composite
def every_feature(
    draw: st.DrawFn,
    inks: int = 2,
    *,
    triddlers: bool = False,
    missing: bool = False,
    metadata: st.SearchStrategy[Metadata] | None = None,
) -> Puzzle:
    """Draws a puzzle with some clues blotted (or missing), some givens and a goal; sometimes a triddler."""
    palette = draw(palettes(inks))
    if triddlers and draw(st.booleans()):
        columns, corner = draw(st.integers(1, 4)), draw(st.integers(-3, 0))
        diagonals = draw(st.integers(max(1, -corner), columns - corner))
        rows = draw(st.integers(max(1, -corner), columns - corner))
        shape = triddler(rows, columns, diagonals, corner)
        assume(all(shape.line_lengths))
        cells = [draw(st.lists(st.integers(0, inks), min_size=n, max_size=n)) for n in shape.row_lengths]
        goal = Grid(map(bytes, cells), ragged=True)
        puzzle = goal.triddler(columns, diagonals, corner, palette)
    else:
        goal = draw(grids(inks=inks))
        puzzle = goal.puzzle(palette)

    def hidden(clue: Clue | None) -> Clue | None:
        return None if missing and draw(st.integers(0, 4)) == 0 else blotted(draw, clue or ())

    places = [(row, column) for row, cells in enumerate(goal) for column in range(len(cells))]
    given = draw(st.lists(st.sampled_from(places), max_size=5, unique=True))
    return puzzle.replace(
        rows=tuple(map(hidden, puzzle.rows)),
        columns=tuple(map(hidden, puzzle.columns)),
        diagonals=tuple(map(hidden, puzzle.diagonals)),
        givens=tuple(Given(*place, goal[place]) for place in given),
        goal=draw(st.sampled_from([None, goal])),
        metadata=draw(metadatas(plain_text) if metadata is None else metadata),
    )


any_puzzle: st.SearchStrategy[Puzzle] = st.one_of(
    every_feature(triddlers=True, missing=True),
    unsettled_puzzles(6, 1),
    unsettled_puzzles(4, 2),
    clashing_puzzles(5, 1),
    clashing_puzzles(4, 3),
)
"""Of every kind, with and without a solution, most of them open after propagation."""
