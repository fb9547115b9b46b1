"""Bounds on given cells against brute force: every choice of pairs, every solution, every impossible set."""

import ast
from itertools import combinations
from random import Random

import pytest
from effort import tries

from nonosat.verifier.bounds import require_more
from nonosat.verifier.budget import Budget, Stopped
from nonosat.verifier.values import Refused


def example(random):
    """Pairs of up to four cells in three colours, different solutions, and sets that none of them has."""
    cells = random.randint(2, 4)
    solutions = list({bytes(random.randrange(3) for _ in range(cells)) for _ in range(random.randint(2, 90))})
    pairs = [pair for pair in ((c, k) for c in range(cells) for k in range(3)) if random.random() < 0.8]
    every = [(cell, colour) for cell in range(cells) for colour in range(3)]
    unmet = [
        those
        for size in (1, 2, 3)
        for those in combinations(every, size)
        if not any(all(one[cell] == colour for cell, colour in those) for one in solutions)
    ]
    impossible = [[*those, those[0]] for those in unmet if random.random() < 0.98]
    random.shuffle(impossible)
    return pairs, solutions, impossible


def looked_at(most, pairs, solutions, impossible):
    """The choices in which nothing earlier is known to be impossible, and those of them that may leave one solution."""
    known = list(map(set, impossible))
    tried, open_ = 0, []
    for size in range(1, most + 1):
        for chosen in combinations(pairs, size):
            if len({cell for cell, _ in chosen}) < size or any(one <= {*chosen[:-1]} for one in known):
                continue
            tried += 1
            left = sum(all(one[cell] == colour for cell, colour in chosen) for one in solutions)
            if left < 2 and not any(one <= {*chosen} for one in known):
                open_.append(list(chosen))
    return tried, open_


def test_every_choice_is_checked_and_the_first_that_can_force_a_solution_is_named():
    random = Random(3)
    refused = 0
    for _ in range(tries(2000)):
        pairs, solutions, impossible = example(random)
        most = random.randint(1, 3)
        tried, open_ = looked_at(most, pairs, solutions, impossible)
        if open_:
            with pytest.raises(Refused, match="here: it is not shown that") as error:
                require_more(most, pairs, solutions, impossible, Budget(), "here")
            named = str(error.value).partition("that ")[2].partition(" leave")[0]
            assert ast.literal_eval(named) in open_
            refused += 1
        else:
            assert require_more(most, pairs, solutions, impossible, Budget(), "here") == tried
    assert tries(200) < refused < tries(1800)


def test_a_limit_of_seconds_ends_it():
    with pytest.raises(Stopped, match="seconds"):
        require_more(1, [(0, 0)], [b"\0", b"\0"], [], Budget(seconds=0), "here")
