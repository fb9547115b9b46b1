"""The shipped puzzles are what `puzzles/expected.json` says, by the engine and by slower, plainer means.

Two oracles share no code with the solver: `backtracked` settles lines of lists of cells by plain
reachability and guesses the rest, `counted` goes through the rows and remembers how far each column is.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from effort import quick

from nonosat import Grid, Limit, Puzzle, Verdict, check, load, solutions
from nonosat.formats import dumps
from nonosat.formats.table import FORMATS, extensions_of

PUZZLES = Path(__file__).parents[1] / "puzzles"
EXPECTED = json.loads((PUZZLES / "expected.json").read_text())
NAMES = sorted(EXPECTED)
LISTED = [name for name in NAMES if EXPECTED[name]["solutions"] is not None]
HARD = {f"dom-{n:02}.non" for n in range(6, 15)}
"""Puzzles on which guessing without learning takes far too long."""

OF_OTHER_KINDS = {"apple.xml", "balloon.xml", "flower.xml", "cat-with-blots.json"}
"""Colour, a triddler, blotted clues: the oracles here know black-and-white grids with known lengths."""

CLEAR = sorted(set(LISTED) - HARD - OF_OTHER_KINDS)

Lengths = tuple[int, ...]
Cells = list[int | None]


@pytest.mark.parametrize("name", quick(NAMES, lambda name: not name.startswith("dom-1")))
def test_engine_agrees_with_expected(name: str) -> None:
    puzzle, expected = load(PUZZLES / name), EXPECTED[name]
    found = solutions(puzzle, limit=Limit(solutions=2) if expected["solutions"] is None else None)
    grids = list(found)
    assert (found.verdict, found.line_solvable) == (expected["verdict"], expected["line_solvable"])
    assert len(set(grids)) == len(grids)
    assert all(grid.satisfies(puzzle) for grid in grids)
    assert found.stopped == "solutions" if expected["solutions"] is None else found.complete
    assert expected["solutions"] in (None, len(grids))


def test_every_file_is_expected_and_every_expected_file_is_there() -> None:
    extensions = {extension for name in FORMATS for extension in extensions_of(name)}
    files = {path.name for path in PUZZLES.iterdir() if path.suffix in extensions}
    assert files - {"expected.json"} == EXPECTED.keys()


def test_an_uncounted_puzzle_says_why() -> None:
    assert all(EXPECTED[name].get("note") for name in set(NAMES) - set(LISTED))


@pytest.mark.parametrize("name", NAMES)
def test_file_is_rewritten_to_the_same_text(name: str) -> None:
    written = dumps(load(PUZZLES / name), _format(name))
    assert (written.encode() if isinstance(written, str) else written) == (PUZZLES / name).read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_statement_is_sound_and_its_goal_a_solution(name: str) -> None:
    puzzle = load(PUZZLES / name)
    assert puzzle.problems() == ()
    assert puzzle.goal is None or puzzle.goal.satisfies(puzzle)


@pytest.mark.slow_for("dom-05.non")
@pytest.mark.parametrize(
    "name",
    quick(CLEAR, set(CLEAR[::2]).difference({"bicycle.non", "loose-checkerboard-06.non"}).__contains__),
)
def test_engine_finds_the_solutions_that_backtracking_finds(name: str) -> None:
    puzzle = load(PUZZLES / name)
    plain = list(backtracked(puzzle))
    assert len(plain) == EXPECTED[name]["solutions"]
    assert set(solutions(puzzle)) == set(plain)


@pytest.mark.parametrize("name", ["loose-checkerboard-06.non", "unsolvable-by-search.non", "dom-04.non"])
def test_engine_finds_as_many_solutions_as_counting_row_by_row(name: str) -> None:
    assert EXPECTED[name]["solutions"] == counted(load(PUZZLES / name))


@pytest.mark.slow
def test_loose_checkerboard_has_the_number_of_solutions_that_its_note_says() -> None:
    name = "loose-checkerboard-09.non"
    assert f"{counted(load(PUZZLES / name))} solutions" in EXPECTED[name]["note"]


def test_lines_alone_refute_one_unsolvable_puzzle_and_not_the_other() -> None:
    refuted, searched = (
        solutions(load(PUZZLES / f"unsolvable-by-{means}.non")) for means in ("lines", "search")
    )
    assert list(refuted) == list(searched) == []
    assert refuted.contradiction is not None
    assert searched.contradiction is None


def test_gchq_card_is_unique_with_its_22_givens() -> None:
    puzzle = load(PUZZLES / "gchq.non")
    by_row = Counter(row for row, _, colour in puzzle.givens if colour == 1)
    assert by_row == {3: 5, 8: 6, 16: 4, 21: 7}
    assert check(puzzle).verdict is Verdict.UNIQUE


def test_gchq_card_without_givens_has_4_solutions_that_differ_in_12_cells() -> None:
    puzzle = load(PUZZLES / "gchq-without-givens.non")
    assert puzzle == load(PUZZLES / "gchq.non").replace(givens=(), metadata=puzzle.metadata)
    grids = list(solutions(puzzle))
    assert len(grids) == 4
    cells = [(row, column) for row in range(25) for column in range(25)]
    assert sum(len({grid[cell] for grid in grids}) > 1 for cell in cells) == 12


@pytest.mark.slow
def test_two_givens_of_the_gchq_card_suffice_and_one_does_not() -> None:
    card = load(PUZZLES / "gchq.non")

    def suffice(size: int) -> bool:
        choices = combinations(card.givens, size)
        return any(check(card.replace(givens=few)).verdict is Verdict.UNIQUE for few in choices)

    assert not suffice(1)
    assert suffice(2)


def _format(name: str) -> str:
    """The format of a file of the folder; the two text formats differ in their first character."""
    suffix = Path(name).suffix
    if suffix == ".txt":
        return "square" if (PUZZLES / name).read_text()[0].isdigit() else "picture"
    return {".xml": "webpbn"}.get(suffix, suffix.removeprefix("."))


def backtracked(puzzle: Puzzle) -> Iterator[Grid]:
    """The rows of every solution, by settling lines and guessing the first open cell."""
    rows, columns = (
        [tuple(b.length for b in clue) for clue in side] for side in (puzzle.rows, puzzle.columns)
    )
    start: list[Cells] = [[None] * puzzle.width for _ in rows]
    for given in puzzle.givens:
        start[given.row][given.column] = given.colour
    boards = [start]
    while boards:
        board = fixpoint(boards.pop(), rows, columns)
        if board is None:
            continue
        row = next((row for row, cells in enumerate(board) if None in cells), None)
        if row is None:
            yield Grid([cell or 0 for cell in cells] for cells in board)
            continue
        column = board[row].index(None)
        for guess in (0, 1):
            guessed = [list(cells) for cells in board]
            guessed[row][column] = guess
            boards.append(guessed)


def fixpoint(board: list[Cells], rows: list[Lengths], columns: list[Lengths]) -> list[Cells] | None:
    """Returns the board after settling rows and columns in turn; None if a line has no filling."""
    while True:
        before = board
        for clues in (rows, columns):
            settled = [settled_plainly(cells, clue) for cells, clue in zip(board, clues, strict=True)]
            if None in settled:
                return None
            board = [list(cells) for cells in zip(*filter(None, settled), strict=True)]
        if board == before:
            return board


def settled_plainly(cells: Cells, clue: Lengths) -> Cells | None:
    """The cells that are alike in all fillings of the line, or None if it has none.

    A filling is a path from (0, 0) through states (cells done, blocks done); its steps are an empty
    cell, or a block with an empty cell after it, for which the line gets one cell more.
    """
    line = [*cells, 0]
    ways: dict[tuple[int, int], list[tuple[int, int]]] = {}
    end = len(line), len(clue)
    pending = [(0, 0)]
    while pending:
        state = at, block = pending.pop()
        if state in ways:
            continue
        ways[state] = []
        if at < len(line) and line[at] != 1:
            ways[state].append((at + 1, block))
        if block < len(clue):
            stop = at + clue[block]
            if stop < len(line) and 0 not in line[at:stop] and line[stop] != 1:
                ways[state].append((stop + 1, block + 1))
        pending += ways[state]
    if end not in ways:
        return None
    alive = {end}
    candidates: list[set[int]] = [set() for _ in line]
    for state in sorted(ways, reverse=True):
        for step in alive.intersection(ways[state]):
            alive.add(state)
            for at in range(state[0], step[0]):
                candidates[at].add(int(step[1] > state[1] and at < step[0] - 1))
    return [min(values) if len(values) == 1 else None for values in candidates[:-1]]


def counted(puzzle: Puzzle) -> int:
    """The number of solutions, from row to row, by how far each column's clue is done."""
    columns = [tuple(block.length for block in clue) for clue in puzzle.columns]
    states = Counter({tuple((0, 0) for _ in columns): 1})
    for row, clue in enumerate(puzzle.rows):
        below = puzzle.height - row - 1
        after: Counter[tuple[tuple[int, int], ...]] = Counter()
        for cells in fillings(puzzle.width, tuple(block.length for block in clue)):
            for state, number in states.items():
                moved = tuple(map(advanced, columns, state, cells))
                if all(
                    progress and room(column, progress) <= below
                    for column, progress in zip(columns, moved, strict=True)
                ):
                    after[moved] += number  # type: ignore[index]
        states = after
    return sum(states.values())


def fillings(width: int, clue: Lengths) -> Iterator[tuple[int, ...]]:
    """All lines with these blocks: choose where the blocks stand among the spare empty cells."""
    spare = width - sum(clue) - max(0, len(clue) - 1)
    for places in combinations(range(spare + len(clue)), len(clue)):
        line = [0] * width
        for number, (place, length) in enumerate(zip(places, clue, strict=True)):
            start = place + sum(clue[:number])
            line[start : start + length] = [1] * length
        yield tuple(line)


def advanced(clue: Lengths, progress: tuple[int, int], cell: int) -> tuple[int, int] | None:
    """(blocks done, cells of the next one done) after one more cell; None if the clue forbids it."""
    done, run = progress
    if cell:
        return (done, run + 1) if done < len(clue) and run < clue[done] else None
    if not run:
        return progress
    return (done + 1, 0) if run == clue[done] else None


def room(clue: Lengths, progress: tuple[int, int]) -> int:
    """The cells that the rest of the clue needs."""
    done, run = progress
    rest = clue[done:]
    return sum(rest) + len(rest) - 1 - run if rest else 0
