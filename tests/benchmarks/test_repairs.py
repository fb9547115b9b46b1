"""The tables of repairs: what they say of a puzzle, and how they are written."""

import json
from random import Random

from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import nonosat as ns
from benchmarks.repairs import main, retyped, retyped_table, with_wrong_number
from nonosat.model.clues import clue_room

PICTURE = ns.Grid(["..##..", ".####.", "##..##", "######", "#.##.#", "#.##.#"])


@given(st.integers(0, 1 << 30))
def test_one_number_is_changed(seed):
    puzzle = PICTURE.puzzle()
    clues, others = (
        [line.clue for line in each.lines] for each in (puzzle, with_wrong_number(puzzle, Random(seed)))
    )
    ((typed, meant),) = [(b, a) for a, b in zip(clues, others, strict=True) if a != b]
    assert len(typed) == len(meant)
    assert sum(a != b for a, b in zip(typed, meant, strict=True)) == 1
    assert clue_room(typed) <= 6


def test_a_row_and_its_table():
    rows = [retyped("house", PICTURE.puzzle(), Random(seed), 60) for seed in range(5)]
    assert all(row["minimal"] and row["complete"] and row["place"] for row in rows)
    table = list(retyped_table(rows))
    assert "| puzzles with one number changed | 5 |" in table
    assert "| original clue listed anywhere | 5 (100%) |" in table
    assert all(line.count("|") == 3 for line in table)


def test_nothing_to_repair():
    rows = [retyped("house", PICTURE.puzzle(), Random(0), 60) | {"solvable": True}]
    assert "| of these still solvable | 1 |" in list(retyped_table(rows))


def test_the_command(tmp_path):
    for name, puzzle in (("one", PICTURE.puzzle()), ("two", ns.Puzzle([[1], [1]], [[1], [1]]))):
        ns.dump(puzzle, str(tmp_path / f"{name}.non"))
    output = tmp_path / "out.jsonl"
    done = CliRunner().invoke(main, ["clue", str(tmp_path), "--output", str(output)])
    assert "| puzzles with one number changed | 1 |" in done.stdout  # the other has two solutions
    done = CliRunner().invoke(main, ["givens", str(tmp_path / "two.non"), "--output", str(output)])
    assert "| 1 | fewest | " in done.stdout.splitlines()[2]
    kinds = [json.loads(line)["kind"] for line in output.read_text().splitlines()]
    assert kinds == ["run", "row", "run", "row"]
