"""Beside another solver: arguments of the C function, turns, and slower puzzles."""

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

import nonosat as ns
from benchmarks.beside import Run, clues_of, in_turns, is_plain, lines_of, main

ONE = """
int solve(int height, int width, const int *clues, int most, double seconds, int option) {
    int lines = 0;
    while (lines < height + width) lines += *clues++ == 0;
    return seconds > 0 && most == 2 ? 101 : option;
}
"""


def test_lines_end_with_0():
    puzzle = ns.Puzzle([[1], []], [[1], [], []])
    assert [*clues_of(puzzle)] == [1, 0, 0, 1, 0, 0, 0]
    assert is_plain(puzzle)
    assert not is_plain(ns.Puzzle([["?"]], [[1]]))
    assert not is_plain(ns.Puzzle([[1]], [[1]], givens=[(0, 0)]))


def test_each_solver_begins_in_its_turn():
    order = []

    def solver(name):
        return lambda _: order.append(name) or Run(1.0, 1, True)

    rows = in_turns([solver("a"), solver("b")], [None, None, None])
    assert "".join(order) == "abbaab"
    assert rows == [[Run(1.0, 1, True)] * 2] * 3


def test_sums_are_over_puzzles_answered_by_all():
    rows = [
        [Run(0.001, 1, True), Run(0.003, 1, True)],
        [Run(0.1, 2, True), Run(0.04, 1, True)],
        [Run(1.0, 1, True), Run(2.0, 0, False)],
    ]
    ours, theirs, differing = lines_of("row", ["nonosat", "other"], rows)
    assert ours.split("\t") == ["row", "nonosat", "3/3", "0.101", "50.5", "0.1", "0.0", "0.0"]
    assert theirs.split("\t") == ["row", "other", "2/3", "0.043", "21.5", "0.04", "50.0", "50.0"]
    assert differing == "row: 1 numbers of solutions differ"


@pytest.mark.slow
def test_a_library_is_called(tmp_path: Path):
    (tmp_path / "one.c").write_text(ONE)
    command = ["cc", "-shared", "-fPIC", "-o", tmp_path / "one.so", tmp_path / "one.c"]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("there is no C compiler")
    folder = tmp_path / "survey"
    folder.mkdir()
    (folder / "one.non").write_text("width 2\nheight 1\nrows\n1\ncolumns\n1\n0\n")
    ran = CliRunner().invoke(main, [str(tmp_path / "one.so"), "survey", "--corpus", str(tmp_path)])
    assert ran.exit_code == 0, ran.output
    assert ran.output.splitlines()[2].startswith("survey\tone 0\t1/1\t")


def test_a_missing_library_is_one_line(tmp_path: Path):
    (tmp_path / "no.so").write_text("no library")
    ran = CliRunner().invoke(main, [str(tmp_path / "no.so"), "survey", "--corpus", str(tmp_path)])
    assert ran.exit_code == 2
    assert "no.so is no shared library of this machine" in ran.output
