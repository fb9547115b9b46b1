"""The list of cubes: every cut has a part for each colour, and what is no list of cubes is said."""

import json
from random import Random

import pytest
from effort import tries

from nonosat.verifier.cubes import Cube, cubes_in, require_all
from nonosat.verifier.reading import Refused, Unreadable


def random_cubes(random, colours):
    """The leaves of a random tree of cuts."""
    leaves, cells = [()], iter((row, column) for row in range(9) for column in range(9))
    for cell in list(cells)[: random.randrange(6)]:
        cube = leaves.pop(random.randrange(len(leaves)))
        leaves += [(*cube, (*cell, colour)) for colour in range(colours)]
    random.shuffle(leaves)
    return [Cube(givens, f"cube-{number}", "") for number, givens in enumerate(leaves)]


@pytest.mark.parametrize("seed", range(tries(200)))
def test_all_leaves_of_a_tree_are_accepted_and_nothing_less(seed):
    random = Random(seed)
    cubes = random_cubes(random, colours := random.randint(2, 4))
    require_all(cubes, colours)
    at = random.randrange(len(cubes))
    if len(cubes) > 1:
        with pytest.raises(Refused):
            require_all(cubes[:at] + cubes[at + 1 :], colours)
        with pytest.raises(Refused):
            require_all(cubes, colours + 1)
        with pytest.raises(Refused):
            require_all(cubes, colours - 1)
    with pytest.raises(Refused):
        require_all([*cubes, cubes[at]], colours)


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        "[]",
        "[1, 2, 3]",
        '[[[0, 0]], "a", ""]',
        '[[[0, 0, true]], "a", ""]',
        '[[], "../a", ""]',
        '[[], "", ""]',
        '[[], 7, ""]',
        "[[[",
    ],
)
def test_what_is_no_cube_is_unreadable(line):
    with pytest.raises(Unreadable, match=r"cubes\.jsonl:1"):
        list(cubes_in([line]))


def test_no_folder_comes_twice():
    with pytest.raises(Unreadable, match=r"cubes\.jsonl:2"):
        list(cubes_in([json.dumps([[], "a", ""])] * 2))
