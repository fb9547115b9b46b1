"""Formulas for other solvers: their models are the solutions, and every answer is read back or refused."""

import re
import shutil
import subprocess
from functools import partial
from pathlib import Path
from random import Random

import pytest
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.formula import CNF
from pysat.solvers import Solver
from solution_sets import all_solutions, ambiguous, random_puzzle, random_triddler

import nonosat as ns

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
UNIQUE = ns.Grid(["##.", "#..", "###"]).puzzle()
AMBIGUOUS = ns.Puzzle([[1], [1]], [[1], [1]])
UNSOLVABLE = ns.Puzzle([[3], [], [3]], [[2], [2], [2]])


def answers(text):
    """Yields the answers of a solver, each time without the pictures found before."""
    cells = set(map(int, re.search(r"^c p show (.*)0$", text, re.MULTILINE)[1].split()))
    with Solver("cadical195", bootstrap_with=CNF(from_string=text)) as solver:
        while solver.solve():
            model = solver.get_model()
            yield "s SATISFIABLE\nv " + " ".join(map(str, model)) + " 0\n"
            solver.add_clause([-literal for literal in model if abs(literal) in cells])
            if not cells:
                return


@pytest.mark.parametrize("seed", range(tries(200)))
def test_the_models_are_the_solutions(seed):
    random = Random(seed)
    puzzle, pictures = ambiguous(random, least=0, most=200, make=partial(random_puzzle, max_side=4))
    text = ns.encode(puzzle)
    found = [ns.decode(text, answer).grid for answer in answers(text)]
    assert sorted(grid.cells for grid in found) == pictures


def models_of(text, most):
    """The number of models, over all variables; None if these are more than `most`."""
    variables = int(re.search(r"^p cnf (\d+) ", text, re.MULTILINE)[1])
    with Solver("cadical195", bootstrap_with=CNF(from_string=text).clauses) as solver:
        for variable in range(1, variables + 1):  # also those that no clause has
            solver.add_clause([variable, -variable])
        for number in range(most + 1):
            if not solver.solve():
                return number
            solver.add_clause([-literal for literal in solver.get_model() if abs(literal) <= variables])
    return None


@pytest.mark.parametrize("seed", range(tries(200)))
def test_each_solution_is_one_model(seed):
    """With any number of inks, blotted and missing clues, givens, on rectangles and triddlers."""
    random = Random(seed)
    puzzle = (random_triddler if seed % 3 == 0 else random_puzzle)(random)
    pictures = all_solutions(puzzle)
    if len(pictures) <= 200:
        assert models_of(ns.encode(puzzle), 200) == len(pictures)


def test_every_variable_has_a_meaning():
    text = ns.encode(ns.example("gchq"))
    variables = CNF(from_string=text).nv
    cells = {abs(int(literal)) for literal in re.findall(r"^c cell \d+ \d+ \d+ (-?\d+)$", text, re.MULTILINE)}
    others = set(map(int, re.findall(r"^c variable (\d+): (?:row|column) \d+: ", text, re.MULTILINE)))
    assert cells.isdisjoint(others)
    if variables > 1 or cells:
        assert cells | others == set(range(1, variables + 1))


def test_meanings_count_from_one():
    text = ns.encode(ns.Puzzle([[1, 1]], [None] * 4))
    said = re.findall(r"^c variable \d+: (.*)$", text, re.MULTILINE)
    assert said == ["row 1: block 1 starts at or before cell 1", "row 1: block 2 starts at or before cell 3"]


@pytest.mark.parametrize(
    ("answer", "satisfiable"),
    [("s UNSATISFIABLE", False), ("UNSAT\n", False), ("s UNKNOWN", None), ("INDET", None)],
)
def test_an_answer_can_be_unsatisfiable(answer, satisfiable):
    found = ns.decode(ns.encode(UNSOLVABLE), answer)
    assert found == ns.Decoded(UNSOLVABLE, satisfiable, None)


@pytest.mark.parametrize("answer", ["SAT\n-1 2 3 -4 0\n", "c hm\ns SATISFIABLE\nv -1 2 3\nv -4 0\n"])
def test_the_answers_of_other_competitions_are_read(answer):
    text = ns.encode(AMBIGUOUS)
    assert ns.decode(text, answer).grid == ns.Grid([".#", "#."])


FREE = ns.Puzzle([[], None], [None])
"""Of its second cell nothing is said."""


@pytest.mark.parametrize("puzzle", [FREE, ns.Puzzle([None, None], [None, None]), ns.Puzzle([[1]], [None])])
def test_a_variable_in_no_clause_need_not_be_mentioned(puzzle):
    formula = CNF(from_string=(text := ns.encode(puzzle)))
    used = {abs(literal) for clause in formula.clauses for literal in clause}
    with Solver(bootstrap_with=formula) as session:
        assert session.solve()
        model = [literal for literal in session.get_model() if abs(literal) in used]
    values = " ".join(map(str, model))
    found = ns.decode(text, f"SAT\n{values} 0\n" if model else "SAT\n0\n")
    assert found.grid.satisfies(puzzle)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", "a.txt: there is no status line, such as `s SATISFIABLE`"),
        ("s PERHAPS", "a.txt:1: expected a status after `s`, got 'PERHAPS'"),
        ("s SATISFIABLE\nv 1 2 what", "a.txt:2: expected a literal, got 'what'"),
        ("s SATISFIABLE\nv 1 0", "a.txt: the answer has no value for variable 2, row 1, column 2"),
        ("SAT\n1 2 3 4 0", "a.txt: the answer is no solution: row 1 violates its clue"),
    ],
)
def test_an_unreadable_answer_is_named(answer, reason):
    with pytest.raises(ns.InputError) as caught:
        ns.decode(ns.encode(AMBIGUOUS), answer, answer_path="a.txt")
    assert str(caught.value) == reason


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda _: "p cnf 1 1\n1 0\n", "f: not a formula written by `encode`"),
        (lambda text: text.replace("c known [[null", "c known [[7"), "f: the comments do not fit the puzzle"),
        (lambda text: text.replace("c cell 0 0 1 1", "c cell 0 0 one"), "f:7: this comment was altered: "),
        (
            lambda text: text.replace("c puzzle {", "c puzzle {{"),
            "f:3: this comment was altered: line 1: not JSON",
        ),
        (lambda text: text.replace("c known [", "c known " + "[" * 9), "f:4: this comment was altered: "),
    ],
)
def test_formulas_that_were_changed_are_refused(change, reason):
    with pytest.raises(ns.InputError) as caught:
        ns.decode(change(ns.encode(AMBIGUOUS)), "s UNKNOWN", path="f")
    assert str(caught.value).startswith(reason)


@given(st.text(max_size=40), st.text(alphabet="sv SATUN01-x \n", max_size=60))
@settings(max_examples=tries(100))
def test_any_text_is_an_answer_or_an_error(junk, answer):
    text = ns.encode(AMBIGUOUS)
    for formula in (junk, text.replace("null", junk, 1)):
        try:
            found = ns.decode(formula, answer)
        except ns.InputError:
            continue
        assert found.grid is None or found.grid.satisfies(AMBIGUOUS)


def test_a_limit_leaves_no_formula():
    with pytest.raises(ns.OutOfReach):
        ns.encode(ns.example("gchq"), seconds=0)
    with pytest.raises(ns.OutOfReach, match="possible starts of blocks"):
        ns.encode(ns.Puzzle([[1] * 200] * 500, [[1] * 200] * 500))


def by_minisat(path):
    subprocess.run(["minisat", "-verb=0", path, answer := path.with_name("answer")], check=False)
    return answer.read_text()


def by_clasp(path):
    return subprocess.run(["clasp", path], capture_output=True, text=True, check=False).stdout


@pytest.mark.slow
@pytest.mark.parametrize(("program", "solve"), [("minisat", by_minisat), ("clasp", by_clasp)])
def test_other_programs_solve_them(program, solve, tmp_path):
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")
    if not CORPUS.is_dir():
        pytest.skip("the corpus is not here")
    files = sorted((CORPUS / "webpbn").glob("*.non"))[:: 1113 // 47]
    for puzzle in [*map(ns.load, files), UNSOLVABLE, AMBIGUOUS, UNIQUE]:
        path = tmp_path / "f.cnf"
        path.write_text(ns.encode(puzzle))
        found = ns.decode(path.read_text(), solve(path))
        assert found.satisfiable == (ns.solve(puzzle) is not None)
        assert found.grid is None or found.grid.satisfies(puzzle)


@pytest.mark.slow
def test_a_model_counter_counts_the_solutions():
    pyganak = pytest.importorskip("pyganak")
    for puzzle in (ns.example("gchq").replace(givens=()), AMBIGUOUS, UNIQUE, ns.Puzzle([[1]] * 6, [[1]] * 6)):
        formula = CNF(from_string=(text := ns.encode(puzzle)))
        counter = pyganak.Counter()
        for clause in formula.clauses:
            counter.add_clause(clause)
        shown = re.search(r"^c p show (.*)0$", text, re.MULTILINE)[1]
        counter.set_sampling_set(list(map(int, shown.split())))
        assert counter.count() == ns.count(puzzle).count
