"""`nonosat.support.mapping.spread`: every item has one result, even if workers die."""

import os
import threading
import time
from functools import partial
from operator import call, neg

import pytest
import works

from nonosat.support.end import OutOfReach
from nonosat.support.errors import WorkerDied
from nonosat.support.limits import Clock, Limit
from nonosat.support.mapping.attempts import give_up
from nonosat.support.mapping.pool import Pool
from nonosat.support.mapping.spread import Failed, Known, outcomes, spread, within


def test_every_item_has_one_result():
    with Pool(2) as pool:
        assert sorted(spread(neg, range(3000), pool)) == [(n, -n) for n in range(3000)]


def test_known_results_and_errors_come_among_the_others():
    items = [partial(int, "1"), Known("known", 7), partial(int, "x")]
    with Pool(1) as pool:
        found = {str(item): result for item, result in spread(call, items, pool)}
    assert found["known"] == 7
    assert sorted(map(str, found.values()))[0] == "1"
    failed = next(each for each in found.values() if isinstance(each, Failed))
    assert isinstance(failed.error, ValueError)


@pytest.mark.slow
def test_an_item_that_kills_two_workers_is_given_up_and_nothing_else_is_lost():
    items = [*[partial(abs, n) for n in range(40)], os.abort, *[partial(abs, n) for n in range(40, 80)]]
    with Pool(2) as pool:
        found = list(spread(call, items, pool))
    failed = [(item, result) for item, result in found if isinstance(result, Failed)]
    assert [item for item, _ in failed] == [os.abort]
    assert isinstance(failed[0][1].error, WorkerDied)
    assert sorted(result for _, result in found if not isinstance(result, Failed)) == list(range(80))


def test_a_result_that_cannot_be_sent_is_given_up_and_nothing_else_is_lost():
    items = [*map(str, range(30)), "lambda: 1", *map(str, range(30, 60))]
    with Pool(2) as pool:
        found = dict(spread(eval, items, pool))
    assert "pickle" in str(found.pop("lambda: 1").error)
    assert found == {str(number): number for number in range(60)}


def test_items_are_read_only_as_far_ahead_as_needed():
    taken = []

    def items():
        for n in range(100_000):
            taken.append(n)
            yield n

    with Pool(1) as pool:
        found = spread(neg, items(), pool)
        for _ in range(300):
            next(found)
        found.close()
        assert len(taken) < 1200


def test_an_error_of_the_items_is_raised_once_those_before_it_are_done():
    def items():
        yield 1
        raise KeyError("no more")

    with Pool(1) as pool:
        found = spread(neg, items(), pool)
        assert next(found) == (1, -1)
        with pytest.raises(KeyError):
            next(found)


def test_items_are_answered_while_the_next_ones_are_awaited():
    """Like a program that asks one question after the other."""
    more = threading.Semaphore(1)

    def items():
        for n in range(5):
            more.acquire()
            yield n

    with Pool(2) as pool:
        for n, (item, result) in enumerate(spread(neg, items(), pool)):
            assert (item, result) == (n, -n)
            more.release()


def test_idle_workers_take_items_queued_behind_a_slow_one():
    """The long one is in a chunk with others, and the batch is done with these long before."""
    items = [partial(abs, n) for n in range(1000)]
    items[500:500] = [partial(time.sleep, 3)]
    with Pool(2) as pool:
        found = spread(call, items, pool)
        assert sorted(next(found)[1] for _ in range(1000)) == list(range(1000))
        found.close()


def test_work_within_a_limit_gets_what_is_left_of_it(importable):
    clock = Clock(Limit(seconds=1000, memory=10**9), extra_limits=("memory",))
    with Pool(1) as pool:
        found = dict(outcomes(within(clock, works.limit_seen), range(3), pool, give_up, tick=clock.tick))
    assert [limit.memory for limit in found.values()] == [10**9] * 3
    assert all(0 < limit.seconds < 1000 for limit in found.values())


def test_work_whose_time_is_up_is_ended_at_once(importable):
    clock = Clock(Limit(seconds=0.3))
    with Pool(1) as pool, pytest.raises(OutOfReach, match="time limit"):
        list(outcomes(within(clock, works.sleep_for), [1000], pool, give_up, tick=clock.tick))


def test_a_late_item_of_a_worker_has_an_answer_and_holds_up_no_other(importable):
    with Pool(1) as pool:
        found = dict(spread(works.slow_at_times, ["a", "slow", "b"], pool))
        many = dict(spread(works.all_slow_at_times, ["a slow b", "c"], pool))
    assert found == {"a": "a", "slow": "slow is late", "b": "b"}
    assert many == {"a slow b": ["a", "slow is late", "b"], "c": ["c"]}
