"""Puzzles whose statement contradicts itself: every question answers that they have no solution."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import clues_of

import nonosat as ns
from nonosat.apps.cli import run

RED = ns.Colour("red", "ff0000", "r")
TRIDDLER = ns.Grid(["#..", "##."]).triddler(2, 2, -1)
WRONG = {
    "sum": ns.Puzzle([[2], [1]], [[1], [1]]),
    "length": ns.Puzzle([[5], [1]], [[1], [1]]),
    "huge": ns.Puzzle([[10**12], [1]], [[1], [1]]),
    "givens": ns.Puzzle([[1], [1]], [[1], [1]], givens=[(0, 0, 1), (0, 0, 0)]),
    "givens without clues": ns.Puzzle([None], [None], givens=[(0, 0, 1), (0, 0, 0)]),
    "colours": ns.Puzzle([[(1, 2)], []], [[1], []], palette=[*TRIDDLER.palette, RED]),
    "blotted": ns.Puzzle([["?", "?"]], [[1], [0], [0]]),
    "triddler": TRIDDLER.replace(rows=[[1], [1]]),
    "pigeons": ns.Puzzle([[1]] * 30, [[1]] * 29 + [[2]]),
}


def empty(puzzle):
    return ns.Grid([bytes(length) for length in puzzle.row_lengths], ragged=True)


QUESTIONS = {
    "check": lambda puzzle: ns.check(puzzle).verdict,
    "check within a limit": lambda puzzle: ns.check(puzzle, seconds=60).verdict,
    "check with a backend": lambda puzzle: (
        ns.check(puzzle, options=ns.SearchOptions(backend="cadical195")).verdict
    ),
    "check_many": lambda puzzle: next(ns.check_many([puzzle])).report.verdict,
    "count": lambda puzzle: ns.count(puzzle).verdict,
    "ambiguity": lambda puzzle: ns.ambiguity(puzzle).verdict,
    "backbone": lambda puzzle: ns.backbone(puzzle).verdict,
    "nearest": lambda puzzle: ns.nearest(puzzle, empty(puzzle)).verdict,
    "rate": lambda puzzle: ns.rate(puzzle).verdict,
    "repair_givens": lambda puzzle: ns.repair_givens(puzzle).verdict,
    "judge": lambda puzzle: ns.judge(puzzle, str(empty(puzzle))).verdict,
    "hint": lambda puzzle: str(ns.hint(puzzle, [[None] * n for n in puzzle.row_lengths]).kind),
    "solution": lambda puzzle: ns.render(puzzle, show="solution").caption.split(":")[0],
}
"""Functions that return the verdict of each question."""


@pytest.mark.slow_for("check_many")
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_answers_that_there_is_no_solution(question):
    for puzzle in WRONG.values() if question != "check_many" else [WRONG["sum"]]:
        assert QUESTIONS[question](puzzle) == "unsolvable", puzzle


@pytest.mark.parametrize("puzzle", WRONG.values(), ids=WRONG)
def test_there_is_nothing_to_list(puzzle):
    assert ns.solve(puzzle) is None
    assert list(ns.solutions(puzzle)) == []
    assert ns.ambiguity(puzzle).regions == ()
    assert ns.solution_set(puzzle).count == 0
    assert ns.prompt(puzzle).text
    assert ns.animate(puzzle).frames


@pytest.mark.parametrize("puzzle", WRONG.values(), ids=WRONG)
def test_the_reason_is_named(puzzle):
    (reason, *_) = puzzle.contradictions()
    assert ns.check(puzzle).contradictions == puzzle.contradictions()
    assert ns.check(puzzle).to_json()["contradictions"][0]["reason"] == reason.reason
    assert [step.text for step in ns.explain(puzzle)] == [f"contradiction: {reason.reason}"]
    assert reason.reason in ns.hint(puzzle, [[None] * n for n in puzzle.row_lengths]).text


@pytest.mark.parametrize("name", [name for name in WRONG if name != "pigeons"])
def test_a_formula_of_them_has_no_model(name):
    from pysat.formula import CNF
    from pysat.solvers import Solver

    with Solver("cadical195", bootstrap_with=CNF(from_string=ns.encode(WRONG[name]))) as solver:
        assert not solver.solve()


@pytest.mark.parametrize("puzzle", WRONG.values(), ids=WRONG)
def test_their_certificate_is_the_statement_alone(puzzle, tmp_path):
    assert ns.certify(puzzle, tmp_path / "proof").verdict == "unsolvable"
    assert {path.name for path in (tmp_path / "proof").iterdir()} == {"manifest.json", "puzzle.json"}
    found = ns.verify(tmp_path / "proof", against=puzzle)
    assert found.accepted
    assert found.contradictions == 1


clue = st.lists(st.integers(1, 3), max_size=2)


@given(st.lists(clue, min_size=2, max_size=3), st.lists(clue, min_size=2, max_size=3))
def test_they_are_those_that_brute_force_finds_unsolvable(rows, columns):
    puzzle = ns.Puzzle(rows, columns)
    cells = product((0, 1), repeat=len(rows) * len(columns))
    width = len(columns)
    grids = ([list(each[at : at + width]) for at in range(0, len(each), width)] for each in cells)
    solvable = any(clues_of(grid) == (puzzle.rows, puzzle.columns) for grid in grids)
    assert (ns.check(puzzle).verdict == "unsolvable") is not solvable
    if puzzle.contradictions():
        assert not solvable


COMMANDS = {
    "check a.non": 2,
    "check a.non --json": 2,
    "check a.non --require unique": 1,
    "solve a.non": 2,
    "count a.non": 0,
    "ambiguity a.non": None,
    "explain a.non": None,
    "rate a.non": None,
    "render a.non -o a.svg --show solution": 2,
    "encode a.non -o a.cnf": 0,
    "certify a.non -o proof": 0,
    "convert a.non a.json": 0,
    "nearest a.non a.pbm": None,
}
"""Commands and their exit codes; None where it is that of any other unsolvable puzzle."""


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_answers_and_names_those_that_help(command, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.pbm").write_text("P1 3 3 0 0 0 0 0 0 0 0 0\n")
    (tmp_path / "a.non").write_text("width 3\nheight 3\nrows\n3\n0\n3\ncolumns\n2\n2\n1\n")
    (tmp_path / "other.non").write_text("width 3\nheight 3\nrows\n3\n0\n3\ncolumns\n1,1\n1,1\n2\n")
    code = run(command.split())
    out, err = capsys.readouterr()
    wanted = COMMANDS[command]
    assert code == (run(command.replace("a.non", "other.non").split()) if wanted is None else wanted)
    if not command.startswith("convert"):
        assert "the rows have 6 filled cells, the columns 5" in out + err
        assert "`nonosat conflict a.non`" in err
        assert "`nonosat repair clue a.non`" in err


def test_misstated_puzzles_are_still_bad_input(tmp_path, capsys):
    path = tmp_path / "a.json"
    path.write_text('{"rows": [[2]], "columns": [[1], [0]], "givens": [[7, 7, 1]]}')
    assert run(["check", str(path)]) == 65
    assert "outside of the grid" in capsys.readouterr().err


def test_conflict_and_repair_do_not_name_themselves(tmp_path, capsys):
    path = tmp_path / "a.non"
    path.write_text("rows\n2\n1\ncolumns\n1\n1\n")
    assert run(["conflict", str(path)]) == 2
    assert run(["repair", "clue", str(path)]) == 0
    assert "nonosat conflict" not in capsys.readouterr().err
