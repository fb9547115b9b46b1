"""Limits of 1 to 200 ms for every question on puzzles of every kind: no exception, and the answer has the known results."""

from random import Random

import pytest
from oracles import dominoes

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.apps.drawing import terminal
from nonosat.apps.wording import ambiguities, distances, repairs
from nonosat.support.limits import counting_cpu

INKS = [("white", "ffffff", "."), ("red", "ff0000", "r"), ("blue", "0000ff", "b")]


def noise(size, seed, inks=1):
    random = Random(seed)
    cells = [[random.choice([0, *range(1, inks + 1)]) for _ in range(size)] for _ in range(size)]
    grid = ns.Grid(cells, palette=INKS[: inks + 1]) if inks > 1 else ns.Grid(cells)
    return grid.puzzle(goal=grid)


PUZZLES = {
    "line-solvable": ns.load("example:apple"),
    "several": ns.load("example:gchq-without-givens"),
    "unsolvable": ns.load("example:unsolvable-by-search"),
    "hard": ns.Puzzle(*dominoes(10)),
    "blotted": ns.load("example:cat-with-blots"),
    "triddler": ns.load("example:flower"),
    "colours": noise(20, 5, inks=2),
    "noise 30": noise(30, 1),
    "noise 60": noise(60, 2),
    "noise 120": noise(120, 4),
}


def blank(puzzle):
    return puzzle.goal or ns.Grid([[0] * length for length in puzzle.row_lengths], ragged=True)


QUESTIONS = {
    "check": (ns.check, lambda report: (report.verdict != "unknown", len(report.solutions))),
    "solve": (ns.solve, lambda grid: (grid is not None,)),
    "count": (ns.count, lambda count: (count.exact, count.count)),
    "ambiguity": (ns.ambiguity, lambda found: (found.count.exact, found.count.count)),
    "backbone": (ns.backbone, lambda found: (found.verdict != "unknown", len(found.cells))),
    "nearest": (
        lambda puzzle, seconds: ns.nearest(puzzle, blank(puzzle), seconds=seconds),
        lambda found: (found.optimal, found.grid is not None),
    ),
    "conflict": (ns.conflict, lambda found: (bool(found.size) or found.solution is not None,)),
    "rate": (ns.rate, lambda rating: (rating.verdict != "unknown",)),
    "hint": (ns.hint, lambda hint: (hint.kind != "unknown",)),
    "explain": (
        lambda puzzle, seconds: list(ns.explain(puzzle, seconds=seconds)),
        lambda steps: (len(steps),),
    ),
    "repair givens": (ns.repair_givens, lambda repair: (repair.found,)),
    "repair clue": (ns.repair_clue, lambda repair: (repair.found,)),
    "repair pixels": (
        lambda puzzle, seconds: ns.repair_pixels(blank(puzzle), seconds=seconds),
        lambda repair: (repair.found,),
    ),
    "judge": (lambda puzzle, seconds: ns.judge(puzzle, blank(puzzle), seconds=seconds), lambda _: ()),
}


def strength(question, puzzle, seconds):
    """Returns the strength of an answer within that many CPU seconds; None if there is no answer at all."""
    ask, claims = QUESTIONS[question]
    with counting_cpu(100):  # a busy machine changes no answer
        try:
            return claims(ask(puzzle, seconds=seconds))
        except ns.OutOfReach:
            return None
        except ns.UsageError as refusal:  # a question that does not apply to this shape
            return str(refusal)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("name", ["hard", "unsolvable", "noise 30"])
def test_a_short_limit_is_no_exception(question, name):
    for seconds in (0, 0.001, 0.005):
        strength(question, PUZZLES[name], seconds)


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("name", PUZZLES)
def test_ten_times_the_time_gives_no_weaker_answer(question, name):
    """A real loss repeats itself; the system counts milliseconds of work only roughly."""
    puzzle = PUZZLES[name]
    for seconds in (0.001, 0.002, 0.005, 0.01, 0.02):
        short = strength(question, puzzle, seconds)
        if isinstance(short, tuple):
            longs = (strength(question, puzzle, 10 * seconds) for _ in range(5))
            assert any(long is not None and (long[:1] == (True,) or long >= short) for long in longs), seconds


@pytest.mark.parametrize("words", ["ambiguity", "nearest", "repair pixels"])
def test_an_answer_whose_drawing_takes_too_long_is_printed_in_words(tmp_path, monkeypatch, capsys, words):
    def late(*_, **__):
        raise ns.OutOfReach(ns.Stopped.SECONDS)

    switch = ns.Grid(["#.", ".#"])
    ns.dump(switch.puzzle(goal=switch), tmp_path / "p.json")
    for module in (terminal, ambiguities, distances, repairs):
        for name in ("drawing", "picture_text"):
            monkeypatch.setattr(module, name, late, raising=False)
    assert run([*words.split(), str(tmp_path / "p.json")]) in (0, 1)
    printed = capsys.readouterr().out
    assert "[not drawn: the time limit was reached]" in printed
    assert "differ" in printed or "changed" in printed


def test_a_goal_that_is_a_solution_is_known_without_any_time():
    puzzle = PUZZLES["noise 30"]
    assert ns.count(puzzle, seconds=0).count == 1
    assert ns.conflict(puzzle, seconds=0).solution == puzzle.goal
    assert ns.ambiguity(puzzle, seconds=0).count.count == 1
    assert ns.nearest(puzzle, ns.Grid([[0] * 30] * 30), seconds=0).grid == puzzle.goal
    wrong = puzzle.replace(goal=ns.Grid([[0] * 30] * 30))
    assert ns.count(wrong, seconds=0).count == 0


@pytest.mark.slow
def test_the_pair_that_proves_several_solutions_is_in_the_count():
    puzzle = PUZZLES["noise 60"].replace(goal=None)
    with counting_cpu(100):
        assert ns.check(puzzle, seconds=0.4).verdict == "multiple"
        assert ns.count(puzzle, seconds=1).count >= 2


@pytest.mark.slow
@pytest.mark.parametrize("question", ["count", "ambiguity", "backbone", "rate", "conflict"])
def test_of_a_large_board_with_a_goal_the_second_solution_is_known_in_time(question):
    """It is a switch away from the goal, and `check` finds it at once."""
    puzzle = noise(200, 6)
    ask = getattr(ns, question)
    with counting_cpu(100):
        assert ns.check(puzzle, seconds=0.5).verdict == "multiple"
        assert ask(puzzle, seconds=1).verdict == "multiple"
