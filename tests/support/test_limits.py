"""Limits as they are given, and the clock made from one."""

import pickle
from math import inf, nan
from sys import maxsize

import pytest

import nonosat as ns
from nonosat.records.json_types import Each, Text, Whole
from nonosat.support import limits
from nonosat.support.end import LIMITS, OutOfReach, Stopped
from nonosat.support.errors import UsageError
from nonosat.support.limits import MIN_MEMORY, Budget, Clock, Limit, counting_cpu, limit_of


@pytest.fixture
def now(monkeypatch):
    """The time, as a list with one number."""
    time = [1000.0]
    monkeypatch.setattr(limits, "monotonic", lambda: time[0])
    return time


@pytest.mark.parametrize("name", LIMITS)
@pytest.mark.parametrize("number", [-1, nan, "1", True])
def test_a_limit_is_a_number_that_is_not_negative(name, number):
    with pytest.raises(UsageError, match=f"{name} must be at least 0, got {number}"):
        Limit(**{name: number})


@pytest.mark.parametrize("name", LIMITS)
def test_an_infinite_number_is_no_limit(name):
    assert Limit(**{name: inf}) == Limit()


@pytest.mark.parametrize("seconds", [1e300, 10**400, 9_999_999_999, limits.MAX_SECONDS + 1])
def test_more_seconds_than_anything_can_wait_are_no_limit(seconds):
    assert Limit(seconds=seconds) == Limit()
    puzzle = ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    assert ns.check(puzzle, limit=Limit(seconds=seconds)).verdict == "unique"


def test_the_longest_wait_is_one_that_the_system_can_do():
    puzzle = ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    assert ns.check(puzzle, limit=Limit(seconds=limits.MAX_SECONDS)).verdict == "unique"


def test_memory_is_what_the_machine_has_and_enough_to_start_with(monkeypatch):
    with pytest.raises(UsageError, match="too little to start with; 30,000,000 at least"):
        Limit(memory=MIN_MEMORY - 1)
    sizes = {"SC_PAGE_SIZE": 1000, "SC_PHYS_PAGES": 1_000_000}
    monkeypatch.setattr("os.sysconf", sizes.__getitem__)
    assert Limit(memory=1_000_000_000).memory == 1_000_000_000
    with pytest.raises(UsageError, match="1,000,000,001 bytes of memory is more than the machine has"):
        Limit(memory=1_000_000_001)


def test_a_limit_is_given_whole_or_for_short():
    assert limit_of() == Limit()
    assert limit_of(Limit(conflicts=5), 2.0, MIN_MEMORY) == Limit(conflicts=5, seconds=2.0, memory=MIN_MEMORY)
    with pytest.raises(UsageError, match="the limit of seconds is given twice"):
        limit_of(Limit(seconds=1), 2)


def test_a_clock_without_a_limit_never_stops():
    clock = Clock()
    clock.tick()
    assert (clock.left, clock.over, clock.rest) == (None, None, Limit())


def test_a_clock_stops_when_the_seconds_are_over(now):
    clock = Clock(Limit(seconds=5))
    now[0] += 2
    clock.tick()
    assert (clock.left, clock.rest) == (3, Limit(seconds=3))
    now[0] += 3
    assert clock.left == 0
    with pytest.raises(OutOfReach, match=r"^the time limit was reached$") as caught:
        clock.tick()
    assert caught.value.stopped is Stopped.SECONDS


def test_a_clock_checks_memory_regularly_and_stops_before_it_is_full(now):
    used = [10 * MIN_MEMORY * 0.8]
    clock = Clock(Limit(memory=10 * MIN_MEMORY), used=lambda: used[0])
    clock.tick()
    used[0] = 10 * MIN_MEMORY * 0.95
    clock.tick()  # too soon to look again
    now[0] += 1
    with pytest.raises(OutOfReach) as caught:
        clock.tick()
    assert caught.value.stopped is Stopped.MEMORY
    used[0] = 0
    with pytest.raises(OutOfReach):  # it stays so
        clock.tick()


def test_a_limit_of_memory_bounds_the_number_of_items():
    assert Clock().capacity(1000, 10**9) == 1000
    clock = Clock(Limit(memory=300_000_000), used=lambda: 0)
    assert (clock.capacity(1_000_000, 50), clock.capacity(1_000_000, 1000)) == (1_000_000, 100_000)


def test_the_clock_is_checked_before_each_item(now):
    clock = Clock(Limit(seconds=5))
    given = clock.each(range(10))
    assert next(given) == 0
    now[0] += 6
    with pytest.raises(OutOfReach):
        next(given)
    assert list(Clock().each("abc")) == ["a", "b", "c"]


def test_a_clock_refuses_a_limit_that_it_cannot_keep_to():
    with pytest.raises(UsageError, match="takes a limit of seconds, not of memory"):
        Clock(Limit(memory=MIN_MEMORY))
    with pytest.raises(UsageError, match="takes a limit of conflicts and seconds, not of solutions"):
        Clock(Limit(solutions=1, conflicts=1), extra_limits=("conflicts",))


def test_a_clock_that_has_run_out_says_why():
    clock = Clock.stopped(OutOfReach(Stopped.FAILURE, "the process died"))
    assert clock.left == 0
    with pytest.raises(OutOfReach, match=r"^the process died$"):
        clock.tick()


def test_a_part_of_a_clock_ends_no_later_unless_it_has_a_least_time(now):
    whole = Clock(Limit(seconds=10))
    assert (whole.part(seconds=4).left, whole.part(share=0.5).left, whole.part(seconds=20).left) == (4, 5, 10)
    assert (Clock().part(seconds=3).left, Clock().part(share=0.5, least=2).left) == (3, None)
    now[0] += 10
    with pytest.raises(OutOfReach):
        whole.tick()
    assert whole.part(seconds=4).over
    late = whole.part(least=2)
    late.tick()
    assert late.left == 2
    stopped = Clock.stopped(OutOfReach(Stopped.MEMORY))
    with pytest.raises(OutOfReach):
        stopped.part(least=1).tick()


def test_reasons_go_from_process_to_process():
    reason = pickle.loads(pickle.dumps(OutOfReach(Stopped.SIZE, "too large")))
    assert (reason.stopped, reason.detail, reason.exit_code) == (Stopped.SIZE, "too large", 3)


def test_a_clock_that_counts_cpu_time_is_patient_with_a_busy_machine(now, monkeypatch):
    worked = [50.0]
    monkeypatch.setattr(limits, "process_time", lambda: worked[0])
    with counting_cpu(5):
        clock = Clock(Limit(seconds=10))
        starved = Clock(Limit(seconds=10))
    wall = Clock(Limit(seconds=10))
    now[0] += 20
    worked[0] += 4
    assert wall.over
    assert (clock.over, clock.left) == (None, 6)
    part = clock.part(seconds=3)
    now[0] += 3
    worked[0] += 1
    assert (part.over, part.left) == (None, 2)
    worked[0] += 5
    assert clock.over
    assert clock.over.stopped is Stopped.SECONDS
    worked[0] -= 8
    now[0] += 27
    assert starved.over


@pytest.mark.parametrize(
    ("most", "each", "ends"),
    [(None, None, [maxsize] * 3), (9, None, [5, 5, 9]), (None, 7, [4, 14, 17]), (20, 7, [4, 10, 17])],
)
def test_a_budget_ends_with_its_share_of_the_whole_or_of_a_part(most, each, ends):
    budget = Budget(most, each=each, shares=2)
    found = [budget.end]
    budget.spent = 10
    budget.begin_part()
    found.append(budget.end)
    budget.shares = 1
    assert [*found, budget.end] == ends
    assert budget.left == max(0, budget.end - 10)
    budget.each = None
    assert budget.end == (maxsize if most is None else most)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Limit(memory=1), "a limit of 1 byte of memory"),
        (lambda: Each(Whole(0), 1, 1).read([], "x"), "must have 1 item, not 0"),
        (lambda: Text(1).read("ab", "x"), "must have 1 character at most"),
        (lambda: ns.loads("https://puzz.link/p?nonogram/1/1/1"), "2 boxes for numbers, 1 follows"),
    ],
)
def test_numbers_agree_with_their_nouns(make, words):
    with pytest.raises(Exception, match=words):
        make()
