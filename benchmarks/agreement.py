"""Random puzzles on every backend: `python -m benchmarks.agreement --puzzles 100000`.

All of them must find the same solutions. The puzzles are small, of every kind there is, and mixed so that
many have one solution, many several and many none, and that lines alone seldom settle them: it is the
solvers that are compared. Each picture is checked against the clues, and so is propagation: one solver gets
the clauses of each clue on its own as well, before anything is propagated from line to line.

A disagreement is printed with the puzzle, and the exit code is 1. Puzzles come in chunks, each drawn from the seed and its
number alone.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import count, repeat
from random import Random
from time import process_time
from typing import Any

import click
from rich.table import Table

from benchmarks import report
from benchmarks.report import Program
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.clues import Block, Clue
from nonosat.model.palette import BLACK_AND_WHITE, Colour, Palette
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.model.shapes import triddler as triddler_of
from nonosat.sat.backends import BACKENDS, DEFAULT, Configuration, open_session
from nonosat.sat.encodings import Cnf, encode
from nonosat.sat.oracle import Oracle
from nonosat.support.limits import Clock

CHUNK = 250
"""Puzzles per task of a process."""

MOST = 12
"""Solutions of a puzzle; with more it is passed over and another is drawn."""

_EASY, _MULTIPLE = 0.03, 0.2
"""Share kept of the puzzles that lines alone settle, and of those with several solutions. All others, which are few, are kept."""

_PALETTE: Palette = (*BLACK_AND_WHITE, Colour("red", "ff0000", "r"), Colour("blue", "0000ff", "b"))

_HEXAGONS = ((2, 2, 2, -1), (3, 3, 3, -2), (4, 4, 4, -2), (4, 4, 4, -2), (3, 4, 4, -2), (5, 5, 5, -3))

Row = dict[str, Any]
"""Counts of one chunk."""

Model = tuple[int, ...]
"""A solution as the solver gives it: the literals of the open cells."""


# --- puzzles ----------------------------------------------------------------------------------------


def black_and_white(rng: Random) -> Puzzle:
    """The clues of a picture of one ink."""
    return _picture(rng, 1, 7).puzzle()


def coloured(rng: Random) -> Puzzle:
    """The clues of a picture of two or three inks."""
    inks = rng.randint(2, 3)
    return _picture(rng, inks, 5).puzzle(_PALETTE[: inks + 1])


def blotted(rng: Random) -> Puzzle:
    """Some lengths of the clues are not known."""
    inks, share = rng.choice((1, 1, 2)), rng.choice((0.1, 0.3, 0.6))
    puzzle = _picture(rng, inks, 5).puzzle(_PALETTE[: inks + 1])

    def hidden(clues: Iterable[Clue | None]) -> list[Clue]:
        return [
            tuple(Block(None if rng.random() < share else size, ink) for size, ink in clue or ())
            for clue in clues
        ]

    return puzzle.replace(rows=hidden(puzzle.rows), columns=hidden(puzzle.columns))


def clueless(rng: Random) -> Puzzle:
    """Some lines have no clue."""
    inks, share = rng.choice((1, 1, 2)), rng.choice((0.1, 0.2))
    puzzle = _picture(rng, inks, 5).puzzle(_PALETTE[: inks + 1])

    def hidden(clues: Iterable[Clue | None]) -> list[Clue | None]:
        return [None if rng.random() < share else clue for clue in clues]

    return puzzle.replace(rows=hidden(puzzle.rows), columns=hidden(puzzle.columns))


def with_givens(rng: Random) -> Puzzle:
    """Some cells are known from the start, and now and then wrongly."""
    inks = rng.choice((1, 1, 2))
    grid = _picture(rng, inks, 6)
    places = [(row, column) for row in range(grid.height) for column in range(grid.width)]
    givens = [(*place, grid[place]) for place in rng.sample(places, rng.randint(1, 3))]
    if rng.random() < 0.3:
        row, column, colour = givens.pop()
        givens.append((row, column, 0 if colour else rng.randint(1, inks)))
    return grid.puzzle(_PALETTE[: inks + 1], givens=givens)


def broken(rng: Random) -> Puzzle:
    """Sparse, with the blocks of some rows in another order than in its picture: often unsolvable."""
    inks = rng.choice((1, 1, 1, 2))
    puzzle = _picture(rng, inks, 9, least=5, filled=(0.3, 0.45)).puzzle(_PALETTE[: inks + 1])
    rows = [clue or () for clue in puzzle.rows]
    for at in rng.sample(range(len(rows)), 3):
        rows[at] = rows[at][::-1] if rng.random() < 0.5 else tuple(rng.sample(rows[at], len(rows[at])))
    return puzzle.replace(rows=rows)


def triddler(rng: Random) -> Puzzle:
    """Rows, columns and diagonals of a hexagon of triangles."""
    rows, columns, diagonals, corner = rng.choice(_HEXAGONS)
    inks, filled = rng.choice((1, 1, 2)), rng.uniform(0.2, 0.5)
    lengths = triddler_of(rows, columns, diagonals, corner).row_lengths
    grid = Grid([_row(rng, inks, filled, length) for length in lengths], ragged=True)
    puzzle = grid.triddler(columns, diagonals, corner, _PALETTE[: inks + 1])
    if rng.random() < 0.4:
        puzzle = puzzle.replace(rows=rng.sample(puzzle.rows, rows))
    return puzzle


KINDS = {
    "black-and-white": black_and_white,
    "colour": coloured,
    "blotted": blotted,
    "missing clues": clueless,
    "givens": with_givens,
    "broken": broken,
    "triddler": triddler,
}
"""Functions that draw a puzzle, by kind; it can have no solution."""


def _picture(
    rng: Random, inks: int, most: int, *, least: int = 3, filled: tuple[float, float] = (0.3, 0.7)
) -> Grid:
    """A random picture with sides and a share of ink between bounds."""
    height, width = rng.randint(least, most), rng.randint(least, most)
    share = rng.uniform(*filled)
    return Grid([_row(rng, inks, share, width) for _ in range(height)])


def _row(rng: Random, inks: int, filled: float, length: int) -> bytes:
    return bytes(rng.randint(1, inks) if rng.random() < filled else 0 for _ in range(length))


def draw(rng: Random) -> tuple[str, Puzzle, Board | None]:
    """A sound puzzle with its kind, and its board at the fixpoint, None for a contradiction."""
    kind = rng.choice(tuple(KINDS))
    while True:
        puzzle = KINDS[kind](rng)
        if puzzle.problems():
            continue
        board = Board(puzzle)
        if propagate(board) is not None:
            if rng.random() < _EASY:
                return kind, puzzle, None
        elif not board.open_cells():
            if rng.random() < _EASY:
                return kind, puzzle, board
        elif rng.random() < _MULTIPLE or _all_models(encode(board), Configuration(DEFAULT), 1) is not None:
            return kind, puzzle, board


# --- one puzzle on everything -----------------------------------------------------------------------


class Disagreement(Exception):
    """Backends or ways to encode disagree about a puzzle; the text says how."""


def agreed(puzzle: Puzzle, board: Board | None, most: int) -> frozenset[Grid] | None:
    """The solutions that all find, None if there are more than `most`.

    The board is the puzzle's at its fixpoint, None for a contradiction. Raises `Disagreement`.
    """
    if board is None:
        pictures_by_way = {"propagation": frozenset[Grid]()}
    elif not board.open_cells():
        pictures_by_way = {"propagation": frozenset([Grid._of(puzzle, bytes(board.known()))])}
    else:
        pictures = _agreed_on(encode(board), most)
        if pictures is None:
            return None
        pictures_by_way = {"after propagation": pictures}
    pictures_by_way["no propagation"] = _by_oracle(puzzle, 2 * most)
    first, *others = pictures_by_way.values()
    if any(other != first for other in others):
        raise Disagreement(_counts(pictures_by_way))
    if not all(grid.satisfies(puzzle) for grid in first):
        raise Disagreement("a picture is no solution")
    return first


def _by_oracle(puzzle: Puzzle, most: int) -> frozenset[Grid]:
    """The solutions of all clues and givens without propagation, up to `most`."""
    grids: set[Grid] = set()
    with Oracle.without_clues(puzzle, Clock()) as oracle:
        for row, place, colour in puzzle.givens:
            oracle.add([oracle.literal(puzzle.cell(row, place), colour)])
        clues = [oracle.clue(at, line.clue) for at, line in enumerate(puzzle.lines) if line.clue is not None]
        while len(grids) < most and oracle.solve(clues):
            grids.add(grid := oracle.picture())
            oracle.add(oracle.cnf.excluding(grid.cells))
    return frozenset(grids)


def _agreed_on(cnf: Cnf, most: int) -> frozenset[Grid] | None:
    """The pictures of the models that every backend finds; None if there are more than `most`."""
    first: frozenset[Model] | None = None
    for number, backend in enumerate(BACKENDS):
        models = _all_models(cnf, Configuration(backend), most)
        if not number:
            first = models
            if models is None:
                return None
        elif models != first:
            counts = ["too many" if those is None else str(len(those)) for those in (models, first)]
            raise Disagreement(f"{backend} finds {counts[0]} solutions, {DEFAULT} {counts[1]}")
    return frozenset(map(cnf.picture, first or ()))


def _all_models(cnf: Cnf, configuration: Configuration, most: int) -> frozenset[Model] | None:
    """Returns the models on the cells, None if there are more than `most`; raises `Disagreement` for a repeated one."""
    models: set[Model] = set()
    with open_session(cnf, configuration) as session:
        while session.solve():
            model = tuple(session.model()[: cnf.cell_variables])
            if model in models:
                raise Disagreement(f"{configuration} finds the same solution twice")
            if len(models) == most:
                return None
            models.add(model)
            session.add(cnf.excluding(cnf.picture(model).cells))
    return frozenset(models)


def _counts(pictures_by_way: dict[str, frozenset[Grid]]) -> str:
    return ", ".join(f"{name}: {len(grids)} solutions" for name, grids in pictures_by_way.items())


# --- many puzzles -----------------------------------------------------------------------------------


def compare(seed: int, chunk: int, puzzles: int, most: int) -> Row:
    """Compares that many puzzles, which depend on seed and chunk alone, and counts them."""
    rng = Random(f"{seed} {chunk}")
    verdicts = {kind: Counter[str]() for kind in KINDS}
    row: Row = {"searched": 0, "solutions": 0, "passed_over": 0}
    disagreements: list[str] = []
    began = process_time()
    while sum(map(Counter.total, verdicts.values())) + len(disagreements) < puzzles:
        kind, puzzle, board = draw(rng)
        try:
            agreed_pictures = agreed(puzzle, board, most)
        except Disagreement as disagreement:
            disagreements.append(f"{disagreement}: {puzzle!r}")
            continue
        if agreed_pictures is None:
            row["passed_over"] += 1
            continue
        verdicts[kind][("unsolvable", "unique", "multiple")[min(len(agreed_pictures), 2)]] += 1
        row["searched"] += bool(board and board.open_cells())
        row["solutions"] += len(agreed_pictures)
    return row | {"verdicts": verdicts, "total": process_time() - began, "disagreements": disagreements}


def verdict_table(rows: Sequence[Row]) -> Table:
    """Returns the numbers of puzzles with no, one and several solutions, by kind."""
    table = Table(show_edge=False, pad_edge=False)
    table.add_column("kind")
    names = ("unsolvable", "unique", "multiple")
    for name in (*names, "all"):
        table.add_column(name, justify="right")
    sums = {kind: [sum(row["verdicts"][kind][name] for row in rows) for name in names] for kind in KINDS}
    sums["all"] = [sum(column) for column in zip(*sums.values(), strict=True)]
    for kind, counts in sums.items():
        table.add_row(kind, *(f"{count:,}" for count in (*counts, sum(counts))))
    return table


@click.command(cls=Program)
@click.option("--puzzles", type=click.IntRange(min=1), default=10_000, show_default=True)
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--most",
    type=click.IntRange(min=1),
    default=MOST,
    show_default=True,
    help="Pass over puzzles with more solutions.",
)
def main(puzzles: int, jobs: int, seed: int, most: int) -> None:
    """Solve random puzzles with every backend, after propagation and before; all must find the same solutions."""
    sizes = [min(CHUNK, puzzles - at) for at in range(0, puzzles, CHUNK)]
    rows: list[Row] = []
    context = multiprocessing.get_context("spawn")
    ignored = signal.SIGINT, signal.SIG_IGN  # Ctrl-C is for the parent
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=signal.signal, initargs=ignored)
    try:
        with report.progress(len(sizes)) as bar:
            for row in pool.map(compare, repeat(seed), count(), sizes, repeat(most)):
                rows.append(row)
                for text in row["disagreements"]:
                    click.echo(f"disagree: {text}", err=True)
                report.progress_step(bar, f"chunks of {CHUNK}", done=True)
    finally:
        pool.shutdown(cancel_futures=True)
    out = report.console()
    out.print(verdict_table(rows))
    searched, solutions, passed, total = (
        sum(row[key] for row in rows) for key in ("searched", "solutions", "passed_over", "total")
    )
    disagreements = [text for row in rows for text in row["disagreements"]]
    for line in (
        f"{searched:,} with cells that lines leave open; {solutions:,} solutions in all",
        f"{passed:,} more puzzles had over {most} solutions and were passed over",
        f"{total:.0f} CPU seconds in all, with propagation and checks",
        f"{len(disagreements)} disagreements",
        *disagreements,
    ):
        out.print(line, markup=False, highlight=False)
    if disagreements:
        sys.exit(1)


if __name__ == "__main__":
    main()
