"""Cheapest models and hitting sets cost as much as by brute force, and every bound on the way holds."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonosat.sat.maxsat import CheapestModel, HittingSets
from nonosat.support.end import OutOfReach
from nonosat.support.limits import Clock, Limit

SETS = st.lists(st.sets(st.integers(0, 6), min_size=1, max_size=4), min_size=1, max_size=9)


def cheapest(costs, clauses):
    """Returns the least cost of the clauses by brute force, None if they have no model."""
    found = None
    for signs in product((False, True), repeat=len(costs)):
        if all(any(signs[abs(each) - 1] == (each > 0) for each in clause) for clause in clauses):
            cost = sum(cost for cost, sign in zip(costs, signs, strict=True) if sign)
            found = cost if found is None else min(found, cost)
    return found


@given(st.lists(st.integers(0, 4), min_size=1, max_size=7), st.data())
def test_a_cheapest_model_costs_what_brute_force_says(costs, data):
    """Clauses come a few at a time, and the bound never is too high."""
    literals = st.integers(1, len(costs)).flatmap(lambda each: st.sampled_from([each, -each]))
    clauses = st.lists(literals, min_size=1, max_size=3)
    batches = data.draw(st.lists(st.lists(clauses, max_size=4), max_size=4))
    with CheapestModel() as model:
        names = [model.variable(cost) for cost in costs]
        held = []
        for batch in batches:
            for clause in batch:
                held.append(clause)
                model.add([names[abs(each) - 1] * (1 if each > 0 else -1) for each in clause])
            wanted = cheapest(costs, held)
            assert wanted is None or model.bound <= wanted
            if wanted is None:
                assert not model.solve()
                return
            assert model.solve()
            assert model.bound == wanted
            signs = [model.holds(name) for name in names]
            assert all(any(signs[abs(each) - 1] == (each > 0) for each in clause) for clause in held)
            assert sum(cost for cost, sign in zip(costs, signs, strict=True) if sign) == wanted


@given(SETS, st.lists(st.integers(1, 5), min_size=7, max_size=7))
def test_hitting_sets_are_the_cheapest(sets, costs):
    with HittingSets[int](cost=costs.__getitem__) as hitting:
        for number, each in enumerate(sets, start=1):
            hitting.add_set(sorted(each))
            found = hitting.cheapest()
            clauses = [[item + 1 for item in mine] for mine in sets[:number]]
            assert all(found & mine for mine in sets[:number])
            assert hitting.bound == sum(costs[item] for item in found) == cheapest(costs, clauses)


def test_nothing_hits_an_empty_set():
    with HittingSets[str]() as sets:
        assert sets.cheapest() == set()
        with pytest.raises(ValueError, match="empty"):
            sets.add_set([])


def test_a_clock_that_has_run_out_ends_it():
    with HittingSets[int](Clock(Limit(seconds=0))) as sets, pytest.raises(OutOfReach):
        sets.cheapest()


def test_a_bound_is_there_before_the_end():
    """Disjoint pairs cost one each, which is found pair by pair."""
    looks, pairs = [], []

    class Ending(Clock):
        def tick(self):
            if len(pairs) == 40:
                looks.append(sets.bound)
            if len(looks) > 20:
                raise TimeoutError

    with HittingSets[int](Ending()) as sets:
        for at in range(40):
            sets.add_set([2 * at, 2 * at + 1])
            pairs.append(at)
        with pytest.raises(TimeoutError):
            sets.cheapest()
        assert 0 < sets.bound < 40
    assert looks == sorted(looks)
