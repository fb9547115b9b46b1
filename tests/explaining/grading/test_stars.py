"""`*` in clues: any number of blocks. Every question agrees with brute force or refuses it, through `require_readable`."""

import itertools
from random import Random

import pytest
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import describes, runs, solutions_of, union_of_fillings
from pysat.formula import CNF
from pysat.solvers import Solver
from strategies import starred_puzzles

import nonosat as ns
from nonosat.lines.line import plan, settle
from nonosat.model.clues import agrees, as_clue
from nonosat.proofs.counts import certify_backbone, certify_count

blocks = st.sampled_from(["*", 1, 2, 3, "?", (1, 2), ("?", 2)])
PUZZLE = ns.Puzzle([["*", 1], [2]], [[2], [1]], goal=ns.Grid(["#.", "##"]))


def only(puzzle, lines, givens):
    clues = [line.clue if line.id in lines else None for line in puzzle.lines]
    return puzzle.with_clues(clues, givens=givens)


@given(st.lists(blocks, max_size=5).map(as_clue), st.integers(0, 6), st.integers(0, 1 << 30))
@settings(max_examples=tries(1000))
def test_a_line_loses_what_no_filling_has(clue, length, seed):
    random = Random(seed)
    allowed = [random.sample(range(3), random.randint(1, 3)) for _ in range(length)]
    masks = [sum(1 << at for at, those in enumerate(allowed) if colour in those) for colour in range(3)]
    fillings = [cells for cells in itertools.product(*allowed) if describes(clue, runs(cells))]
    assert settle(plan(clue, length, 3), masks) == union_of_fillings(fillings, 3)
    for cells in itertools.islice(itertools.product(*allowed), 20):
        assert agrees(as_clue(runs(cells)), clue) == describes(clue, runs(cells))


@given(starred_puzzles() | starred_puzzles(2), st.data())
@settings(max_examples=tries(200))
def test_questions_agree_with_brute_force(puzzle, data):
    solutions = {bytes(cells) for cells in solutions_of(puzzle)}
    count = len(solutions)
    verdict = ["unsolvable", "unique"][count] if count < 2 else "multiple"
    report = ns.check(puzzle)
    assert report.verdict == verdict
    assert {grid.cells for grid in report.solutions} <= solutions
    options = ns.SearchOptions(backend="cadical195")
    assert ns.check(puzzle, options=options).verdict == verdict
    found = ns.ambiguity(puzzle)
    assert found.count.exact
    assert found.count.count == count
    assert found.backbone.cells == {
        cell: colours.pop()
        for cell, colours in enumerate(map(set, zip(*solutions, strict=True)))
        if len(colours) == 1
    }
    if count < 50:
        assert {grid.cells for grid in ns.solutions(puzzle)} == solutions
    if solutions:
        assert all(grid.cells in solutions for grid in ns.sample(puzzle, 2, seed=1))


@given(starred_puzzles() | starred_puzzles(2))
@settings(max_examples=tries(100))
def test_conflicts_are_minimal_and_repairs_leave_one_solution(puzzle):
    count = len(list(itertools.islice(solutions_of(puzzle), 200)))
    found = ns.conflict(puzzle)
    assert bool(found.size) == (not count)
    members = [*found.lines, *found.givens]
    for without in members:
        lines, givens = (
            {each for each in found.lines if each != without},
            [each for each in found.givens if each != without],
        )
        assert next(solutions_of(only(puzzle, lines, givens)), None)
    if not count:
        assert not list(solutions_of(only(puzzle, {*found.lines}, found.givens)))
    elif 1 < count < 200:
        repaired = ns.repair_givens(puzzle).repaired
        assert repaired is None or len(list(solutions_of(repaired))) == 1


@given(starred_puzzles() | starred_puzzles(2))
@settings(max_examples=tries(60))
def test_each_solution_is_one_model(puzzle):
    solutions = {bytes(cells) for cells in itertools.islice(solutions_of(puzzle), 100)}
    text = ns.encode(puzzle)
    variables = int(
        text.partition("\np cnf ")[2].split()[0]
    )  # python-sat's `nv` leaves out those without clauses
    clauses = [*CNF(from_string=text).clauses, *([v, -v] for v in range(1, variables + 1))]
    with Solver("glucose4", bootstrap_with=clauses) as solver:
        models = list(itertools.islice(solver.enum_models(), 100))
    assert len(models) == len(solutions)
    for model in models[:3]:
        answer = f"s SATISFIABLE\nv {' '.join(map(str, model))} 0"
        assert ns.decode(text, answer).grid.cells in solutions or len(solutions) == 100


def test_a_star_alone_is_no_clue_and_two_are_one():
    assert ns.Puzzle([["*"]], [[1]]).rows == (None,)
    assert ns.Puzzle([["*", "*", 1]], [[1]]) == ns.Puzzle([["*", 1]], [[1]])
    assert repr(ns.Puzzle([["*", 1]], [None])) == "Puzzle(rows=[['*', 1]], columns=[None])"
    assert (
        ns.Puzzle([[1, "*", 1]], [None, None]).problems()[0].reason.endswith("needs 3 cells, the row has 2")
    )


@pytest.mark.parametrize("name", ["json", "non"])
def test_formats_write_and_read_stars(name):
    for puzzle in (PUZZLE, PUZZLE.replace(columns=[None, ["?", "*", "*"]])):
        assert ns.loads(ns.dumps(puzzle, name), name) == puzzle
    inks = [("white", "ffffff", "."), ("red", "ff0000", "r"), ("blue", "0000ff", "b")]
    coloured = ns.Puzzle([["*", (1, 2)], [(1, 1), "*"]], [["*", (1, 2), "*"], None], inks)
    assert ns.loads(ns.dumps(coloured, name), name).clue_families == coloured.clue_families
    with pytest.raises(ns.UsageError, match=r"webpbn cannot hold what the puzzle has: `\*` in clues"):
        ns.dumps(PUZZLE, "webpbn")


REFUSING = {
    "certify": lambda folder: ns.certify(PUZZLE, folder),
    "certify_count": lambda folder: certify_count(PUZZLE, folder),
    "certify_backbone": lambda folder: certify_backbone(PUZZLE, folder),
    "explain": lambda _: ns.explain(PUZZLE),
    "hint": lambda _: ns.hint(PUZZLE),
    "rate": lambda _: ns.rate(PUZZLE),
    "lesson": lambda _: ns.lesson(PUZZLE),
    "playable": lambda _: ns.playable(PUZZLE),
    "book": lambda _: ns.book([PUZZLE]),
    "repair_clue": lambda _: ns.repair_clue(PUZZLE),
    "repair_pixels": lambda _: ns.repair_pixels(PUZZLE),
}


@pytest.mark.parametrize("name", REFUSING)
def test_other_questions_refuse_stars_in_one_line(name, tmp_path):
    with pytest.raises(
        ns.InputError, match=r"`\*` among the blocks of a clue: only check, solve, .* take it"
    ):
        REFUSING[name](tmp_path / "folder")


def test_prompts_explain_the_star_and_answers_are_judged():
    asked = ns.prompt(PUZZLE)
    assert '"*" beside other blocks stands for any number of further blocks, or none.' in asked.text
    assert "1: * 1" in asked.text
    assert ns.judge(PUZZLE, asked.answer(PUZZLE.goal)).right
    wrong = ns.judge(PUZZLE, asked.answer(ns.Grid([".#", "##"])))
    assert (wrong.right, wrong.right_lines, wrong.distance) == (False, 2, 2)


def test_drawings_have_the_star():
    assert "* 1" in str(PUZZLE)
    assert ">*</text>" in ns.render(PUZZLE).svg()
