"""Every public answer survives pickling, for queues, caches and pools."""

import copy
import dataclasses
import pickle
import pprint

import pytest
from rich.pretty import pretty_repr

import nonosat as ns

PUZZLE = ns.example("cup")
SEVERAL = ns.Puzzle([[1], [1]], [[1], [1]])
NONE = ns.Puzzle(rows=[[3]], columns=[[1], []])

ANSWERS = {
    "check": lambda: ns.check(PUZZLE),
    "solve": lambda: ns.solve(PUZZLE),
    "count": lambda: ns.count(SEVERAL),
    "ambiguity": lambda: ns.ambiguity(SEVERAL),
    "backbone": lambda: ns.backbone(SEVERAL),
    "solution_set": lambda: ns.solution_set(SEVERAL),
    "sample": lambda: ns.sample(SEVERAL, 2),
    "nearest": lambda: ns.nearest(SEVERAL, ns.Grid(["##", "##"])),
    "explain": lambda: ns.explain(PUZZLE),
    "explain in part": lambda: (next(explanation := ns.explain(PUZZLE)), explanation)[1],
    "hint": lambda: ns.hint(PUZZLE),
    "rate": lambda: ns.rate(PUZZLE),
    "conflict": lambda: ns.conflict(NONE),
    "repair_clue": lambda: ns.repair_clue(NONE),
    "repair_givens": lambda: ns.repair_givens(SEVERAL),
    "judge": lambda: ns.judge(PUZZLE, "?"),
    "judge_moves": lambda: ns.judge_moves(PUZZLE, []),
    "line": lambda: ns.line("3", 5),
    "generate": lambda: ns.generate(ns.Wish(width=5, height=5)),
    "lesson": lambda: ns.lesson(SEVERAL),
    "prompt": lambda: ns.prompt(PUZZLE),
    "playable": lambda: ns.playable([PUZZLE]),
    "render": lambda: ns.render(PUZZLE),
    "animate": lambda: ns.animate(PUZZLE),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_can_be_pickled(name):
    answer = ANSWERS[name]()
    copy = pickle.loads(pickle.dumps(answer))
    if hasattr(answer, "to_json"):
        assert copy.to_json() == answer.to_json()  # finds all steps of an explanation
    assert repr(copy) == repr(answer)


def test_a_pickled_explanation_goes_on_where_it_was():
    explanation = ns.explain(PUZZLE)
    first = next(explanation)
    copy = pickle.loads(pickle.dumps(explanation))
    assert copy.steps[0] == first
    assert list(copy) == list(explanation)
    assert copy.partial_grid == explanation.partial_grid


def test_a_search_under_way_cannot_be_pickled():
    with pytest.raises(ns.UsageError, match="list"):
        pickle.dumps(ns.solutions(SEVERAL))


@pytest.mark.parametrize("name", ["count", "sample", "explain in part"])
def test_a_notebook_draws_the_answer(name):
    assert ANSWERS[name]()._repr_svg_().startswith("<svg")


@pytest.mark.parametrize("name", sorted(ANSWERS.keys() - {"explain", "explain in part", "sample"}))
def test_a_pickled_answer_is_equal(name):
    """Iterators compare by identity: explanations and samples."""
    answer = ANSWERS[name]()
    assert pickle.loads(pickle.dumps(answer)) == answer


@pytest.mark.parametrize("name", ANSWERS)
def test_tools_for_dataclasses_take_an_answer(name):
    answer = ANSWERS[name]()
    assert pprint.pformat(answer)
    assert pretty_repr(answer)
    if not dataclasses.is_dataclass(answer):
        return
    fields = [field.name for field in dataclasses.fields(answer)]
    assert list(dataclasses.asdict(answer)) == fields
    assert dataclasses.replace(answer) == answer
    if hasattr(copy, "replace"):
        assert copy.replace(answer) == answer


@pytest.mark.slow
@pytest.mark.parametrize("name", ANSWERS)
def test_libraries_that_hash_and_move_objects_take_an_answer(name):
    joblib, base = pytest.importorskip("joblib"), pytest.importorskip("dask.base")
    answer = ANSWERS[name]()
    assert joblib.hash(answer)
    assert base.tokenize(answer)


def test_a_pickled_sample_is_equal_and_yields_the_same_solutions():
    sample = ns.solution_set(SEVERAL).sample(5, seed=3)
    next(sample)
    copy = pickle.loads(pickle.dumps(sample))
    assert copy == sample
    assert hash(copy) == hash(sample)
    drawn = list(copy)
    assert copy != sample
    assert drawn == list(sample)
