"""Sets of tournaments."""

from pathlib import Path

import pytest
from effort import quick
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from strategies import grids

import nonosat as ns
from nonosat.formats import load_all, loads_all

CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "tournament"

TEXT = "$1\n2\n1\n1\n2\n$7\n1\n1\n1\t1\n\n2\n0\n"


def test_columns_come_first_and_the_side_is_half_the_lines():
    one, other = loads_all(TEXT, path="p")
    assert one == ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]], metadata=ns.Metadata(title="1"))
    assert other == ns.Puzzle(rows=[[], [2], []], columns=[[1], [1], [1, 1]], metadata=ns.Metadata(title="7"))
    assert (one.origin.columns, one.origin.rows) == ((2, 3), (4, 5))
    assert (other.origin.columns, other.origin.rows) == ((7, 8, 9), (10, 11, 12))


def test_a_puzzle_without_a_number_gets_its_place():
    puzzle = ns.Puzzle(rows=[[1]], columns=[[1]], metadata=ns.Metadata(title="dot"))
    named = puzzle.replace(metadata=ns.Metadata(title="40"))
    assert ns.dumps([puzzle, named, puzzle], "tournament") == "$1\n1\n1\n$40\n1\n1\n$3\n1\n1\n"


@given(st.lists(st.integers(1, 5).flatmap(lambda side: grids(size=(side, side))), min_size=1, max_size=4))
def test_what_is_written_reads_back_equal(pictures):
    puzzles = [
        grid.puzzle(metadata=ns.Metadata(title=str(number))) for number, grid in enumerate(pictures, 1)
    ]
    text = ns.dumps(puzzles, "tournament")
    assert loads_all(text, "tournament") == puzzles
    assert loads_all(text) == puzzles


test_what_cannot_be_read_is_named_with_its_line = refusals(
    "tournament",
    [
        ("", "p:1: expected the number of a puzzle, such as `$1`, got ''"),
        ("\n1\n$1\n", "p:2: expected the number of a puzzle, such as `$1`, got '1'"),
        ("$one\n", "p:1: expected the number of a puzzle, such as `$1`, got '$one'"),
        ("$1\n1\n1\n1\n", "p:1: puzzle 1 has 3 lines: expected as many columns as rows, up to 4096"),
        ("$1\n1\n1\n$2\n1\n1\t-1\n", "p:6: expected a number of cells, got '-1'"),
        ("$1\n1\t0\n0\t1\n", "p:2: a block of 0 cells: are these solutions? read '1\\t0'"),
        (
            "$1\n" + "0\n" * 8194,
            "p:1: puzzle 1 has 8,194 lines: expected as many columns as rows, up to 4096",
        ),
    ],
)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["taai2011", "tcga2013"])
def test_corpus_sets_have_1000_sound_puzzles(name):
    if not CORPUS.is_dir():
        pytest.skip("the corpus is not here")
    puzzles = load_all(CORPUS / f"{name}.txt")
    assert [puzzle.name for puzzle in puzzles] == [str(number) for number in range(1, 1001)]
    assert {(puzzle.width, puzzle.height) for puzzle in puzzles} == {(25, 25)}
    assert not any(puzzle.problems() for puzzle in puzzles)


@pytest.mark.parametrize("most", quick([250, 1000], {250}.__contains__))
def test_the_published_solutions_satisfy_the_puzzles(most):
    if not CORPUS.is_dir():
        pytest.skip("the corpus is not here")
    matrices = (CORPUS / "taai2011.solution.txt").read_text().split("$")[1 : most + 1]
    texts = (CORPUS / "taai2011.txt").read_text().split("$")[1 : most + 1]
    puzzles = loads_all("$" + "$".join(texts), "tournament")
    for puzzle, matrix in zip(puzzles, matrices, strict=True):
        number, *rows = matrix.split("\n")[:26]
        assert puzzle.metadata.title == number
        assert ns.Grid(row.replace("\t", "") for row in rows).satisfies(puzzle)
