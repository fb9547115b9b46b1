"""A totalizer's bounds agree with counting, in any order."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from nonosat.sat.cardinality import Totalizer
from nonosat.sat.oracle import Oracle


@given(st.integers(1, 6), st.lists(st.integers(0, 7), max_size=6), st.booleans())
def test_bounds_in_any_order(size, bounds, negative):
    with Oracle() as oracle:
        names = [oracle.variable() for _ in range(size)]
        literals = [-name for name in names] if negative else names
        total = Totalizer(oracle, literals)
        for bound in bounds:
            limit = total.at_most(bound)
            assert (limit is None) == (bound >= size)
            for number in range(size + 1):
                for true in combinations(literals, number):
                    assumed = [literal if literal in true else -literal for literal in literals]
                    assert oracle.solve(assumed) is True
                    if limit is not None:
                        assert oracle.solve([*assumed, limit]) is (number <= bound)


def test_variables_that_others_take_in_between_are_kept_apart():
    with Oracle() as oracle:
        total = Totalizer(oracle, [oracle.variable() for _ in range(8)])
        mine = oracle.variable()
        limit = total.at_most(5)
        oracle.add([mine])
        assert oracle.solve([limit, *range(1, 6), -6, -7, -8])
        oracle.add([-oracle.variable()])
        assert oracle.solve([limit, *range(1, 7)]) is False
