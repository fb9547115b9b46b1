"""Results of every question: frozen, copied and sent as they are, a line for people, data for programs."""

import copy
import json
import pickle
from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass

import pytest
from effort import tries
from hypothesis import given, settings
from strategies import every_feature

import nonosat as ns
from nonosat.support.end import ALL_KNOWN, End, OutOfReach, Stopped
from nonosat.support.longint import LongInt
from nonosat.support.results import Answer, Limited, Result, Work, plain

ROOKS = ns.Puzzle([[1]] * 3, [[1]] * 3)
GOAL = ns.Grid(["#.", ".#"])
CLASHING = ns.Puzzle([[1, 1], [3], [2]], [[2], [2], [2]])
TRIDDLER = ns.Grid(["010", "010"]).triddler(2, 2, -1, goal=ns.Grid(["010", "010"]))

RESULTS = [
    ns.check(ROOKS),
    ns.check(TRIDDLER, options=ns.SearchOptions(portfolio=1), seconds=60),
    ns.count(ROOKS),
    ns.ambiguity(ROOKS),
    ns.backbone(ROOKS),
    *ns.ambiguity(ROOKS).regions,
    ns.nearest(ROOKS, ns.Grid(["##.", "...", "..#"])),
    *ns.explain(GOAL.puzzle(givens=[(0, 0)])),
    ns.hint(GOAL.puzzle(givens=[(0, 0)]), ["??", "??"]),
    ns.hint(GOAL.puzzle(), ["##", "??"]),
    ns.rate(GOAL.puzzle(givens=[(0, 0)])),
    ns.conflict(CLASHING),
    ns.repair_clue(CLASHING),
    ns.repair_givens(ROOKS),
    ns.repair_pixels(TRIDDLER),
    ns.playable(ROOKS),
    *ns.Grid(["##", "#."]).violations(GOAL.puzzle()),
    *ns.Puzzle([[2], [1]], [[1], [1, 1]]).problems(),
]


@pytest.mark.parametrize("found", RESULTS, ids=lambda found: type(found).__name__)
def test_a_result_is_a_value(found):
    assert isinstance(found, Result)
    assert getattr(ns, type(found).__name__) is type(found)
    assert pickle.loads(pickle.dumps(found)) == found
    assert copy.deepcopy(found) == found
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        setattr(found, fields(found)[0].name, None)
    read = json.loads(json.dumps(found.to_json()))
    assert read == found.to_json()
    assert read


def test_results_share_the_methods_that_compare_them():
    both = {Result.__eq__, Result.__hash__}
    ours = {kind for kind in every_class(Result) if kind.__module__.startswith("nonosat.")}
    assert {kind.__name__ for kind in ours if {kind.__eq__, kind.__hash__} != both} == {"Wish"}
    assert ns.check(ROOKS) != ns.count(ROOKS)
    assert hash(RESULTS[0]) == hash(copy.copy(RESULTS[0]))


def every_class(kind):
    return {kind}.union(*map(every_class, kind.__subclasses__()))


@pytest.mark.parametrize("value", [ROOKS, TRIDDLER, GOAL, *ns.solution_set(ROOKS)], ids=repr)
def test_puzzles_and_pictures_are_copied_and_sent_as_they_are(value):
    for _ in range(2):
        assert pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == value
        if isinstance(value, ns.Puzzle):
            assert value.problems() == ()  # which is kept in the puzzle from here on


def test_a_solution_set_is_sent_as_it_is():
    sent = pickle.loads(pickle.dumps(ns.solution_set(ROOKS)))
    assert list(sent) == list(ns.solution_set(ROOKS))


@settings(max_examples=tries(60))
@given(every_feature(triddlers=True, missing=True))
def test_a_puzzle_as_plain_data_is_our_json(puzzle):
    assert ns.loads(json.dumps(puzzle.to_json()), "json") == puzzle


def test_numbers_of_solutions_are_digits_whatever_their_size():
    assert plain(LongInt(10**5000)) == "1" + "0" * 5000
    assert plain({"both": (None, 1.5, True, "a")}) == {"both": [None, 1.5, True, "a"]}


def test_every_public_type_that_is_data_is_frozen():
    own = {name: getattr(ns, name) for name in ns.__all__}
    kinds = {name: each for name, each in own.items() if isinstance(each, type) and is_dataclass(each)}
    assert not [name for name, kind in kinds.items() if kind.__setattr__ is object.__setattr__]


# --- how the work on an answer ended


@dataclass(frozen=True, slots=True, repr=False)
class Sum(Answer):
    total: int


def too_long(*_):
    raise OutOfReach(Stopped.MEMORY, "too much")


def test_work_records_its_end_and_its_seconds():
    work = Work()
    assert work.attempt(sum, [1, 2]) == 3
    assert work.attempt(too_long, 1) is None
    assert work.attempt(sum, [1, 2]) == 3
    found = Sum(3, **work.fields())
    assert (found.stopped, found.detail) == (Stopped.MEMORY, "too much")
    assert found.seconds > 0
    work.stop(ALL_KNOWN)
    assert work.stopped is Stopped.MEMORY
    with pytest.raises(ValueError, match="invalid literal"):
        work.attempt(int, "x")


def test_the_repr_of_an_answer_begins_with_its_own_fields():
    assert repr(Sum(3, seconds=1.5, end=End(Stopped.SECONDS))).startswith("Sum(total=3, stopped=")
    assert repr(Sum(3)) == "Sum(total=3)"
    assert isinstance(Sum(3), Limited)


@pytest.mark.parametrize(
    "found", [each for each in RESULTS if isinstance(each, Answer)], ids=lambda found: type(found).__name__
)
def test_an_answer_is_neither_true_nor_false(found):
    with pytest.raises(ns.UsageError, match=r"has no truth value: .*`\.[a-z]+`"):
        bool(found)


def test_a_report_says_if_the_solution_is_unique():
    assert ns.check(GOAL.puzzle(givens=[(0, 0)])).unique is True
    assert ns.check(ROOKS).unique is False
    assert ns.check(CLASHING).unique is False
    assert ns.check(ROOKS, limit=ns.Limit(solutions=0)).unique is None


LAZY = [ns.solutions(ROOKS), ns.explain(ROOKS), ns.solution_set(ROOKS), ns.sample(ROOKS, 2)]


@pytest.mark.parametrize("found", [*RESULTS, *LAZY], ids=lambda found: type(found).__name__)
def test_every_repr_is_one_short_line(found):
    assert repr(found).startswith(f"{type(found).__name__}(")
    assert "\n" not in repr(found)
    assert len(repr(found)) < 240


def test_the_repr_of_an_unstarted_explanation_says_so():
    assert repr(ns.explain(ROOKS)) == "Explanation(3x3, not started)"
