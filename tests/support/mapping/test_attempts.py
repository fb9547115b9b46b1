"""The table of errors: an item's error becomes its result; errors that end the run are raised."""

import pytest
import works

from nonosat.support.end import OutOfReach, Stopped
from nonosat.support.errors import InputError, InternalError, WorkerDied
from nonosat.support.mapping.attempts import as_ours, give_up, outcome
from nonosat.support.mapping.pool import Pool
from nonosat.support.mapping.spread import Known, outcomes


def kept(item, error, seconds):
    return type(error), error.__cause__, seconds >= 0


def test_an_error_of_ours_is_kept_and_another_one_is_internal():
    error = InputError("no puzzle")
    assert as_ours(error) is error
    assert outcome(abs, kept, -3) == 3
    kind, cause, timed = outcome(int, kept, "x")
    assert (kind, type(cause), timed) == (InternalError, ValueError, True)


def test_giving_up_raises_the_cause():
    with pytest.raises(ValueError, match="invalid literal"):
        outcome(int, give_up, "x")
    with pytest.raises(InputError, match="oh"):
        give_up(None, InputError("oh"), 0.0)


def test_outcomes_of_workers_are_those_of_this_process_in_the_order_of_the_items(importable):
    items = ["1", "x", Known("3", 33), "4"]
    with Pool(2) as pool:
        made = [*outcomes(works.number_of, items, pool, works.named_error, in_order=True)]
    assert made == [("1", 1), ("x", ("x", "InternalError")), ("3", 33), ("4", 4)]


def test_an_item_at_which_workers_die_has_an_outcome_too(importable):
    with Pool(2) as pool:
        made = dict(outcomes(works.die_at_zero, range(4), pool, works.named_error))
    assert made == {0: (0, WorkerDied.__name__), 1: 1, 2: 2, 3: 3}


def test_an_error_of_the_items_is_raised_after_all_before_it(importable):
    def items():
        yield "1"
        raise OutOfReach(Stopped.SECONDS)

    made = []
    with Pool(1) as pool, pytest.raises(OutOfReach):
        made.extend(outcomes(works.number_of, items(), pool, works.named_error))
    assert made in ([], [("1", 1)])
