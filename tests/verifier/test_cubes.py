"""The list of cubes: every cut has a part for each colour, and what is no list of cubes is said."""

import json
import os
import shutil
from pathlib import Path
from random import Random

import pytest
from effort import tries
from forging import seal

import nonosat as ns
from nonosat.verifier.cubes import Cube, cubes_in, require_all
from nonosat.verifier.reading import Refused, Unreadable

PUZZLES = Path(__file__).parents[2] / "puzzles"


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


def test_a_cut_is_at_one_cell():
    cubes = [Cube(((0, column, colour),), f"cube-{colour}", "") for column, colour in enumerate((0, 1, 2))]
    message = r"a cut is at no one cell, or lacks a colour: \[\(0, 0\), \(0, 1\)\]$"
    for colours in (2, 3):
        with pytest.raises(Refused, match=message):
            require_all(cubes[:colours], colours)


def test_cubes_are_read_as_they_are_written():
    cubes = [Cube(((0, 1, 2), (3, 4, 0)), "a", "digest"), Cube((), "b-1", "")]
    assert list(cubes_in([json.dumps(cube) for cube in cubes])) == cubes


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        '[[[0, 0]], "a", ""]',
        '[[[0, 0, 0, 0]], "a", ""]',
        '[[[0, 0, 0], [0, 0, 1.0]], "a", ""]',
        '[["000"], "a", ""]',
        '["000", "a", ""]',
        "[]",
        "[1, 2, 3]",
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


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    """Certificates of cubes: of the number of solutions, of one solution, of none."""
    folder = tmp_path_factory.mktemp("parts")
    split = ns.Split(cubes=6, workers=1)
    ns.certify_count_split(ns.Puzzle([[1]] * 4, [[1]] * 4), folder / "count", split=split)
    ns.certify_split(ns.load(PUZZLES / "dom-04.non"), folder / "unique", split=split)
    ns.certify_split(ns.load(PUZZLES / "unsolvable-by-search.non"), folder / "unsolvable", split=split)
    return folder


@pytest.mark.slow_for("count")
@pytest.mark.parametrize("kind", ["count", "unique", "unsolvable"])
def test_several_workers_say_the_same_as_one(parts, kind):
    found = ns.verify(parts / kind, workers=2)
    assert found == ns.verify(parts / kind)
    assert (found.accepted, found.verdict) == (True, kind)


@pytest.mark.slow_for("2")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_part_that_is_wrong_is_refused_by_whoever_checks_it(parts, workers, tmp_path):
    for what in ("a deduction less", "another claim", "a part less", "not there"):
        folder = tmp_path / what / "c"
        shutil.copytree(parts / "count", folder)
        part = max(folder / name for name in os.listdir(folder) if name.startswith("cube-"))
        if what == "a deduction less":
            (part / "deductions.jsonl").write_text("")
        elif what == "another claim":
            seal(part, claim={"kind": "multiple"})
        elif what == "a part less":
            (folder / "cubes.jsonl").write_text(
                "".join((folder / "cubes.jsonl").read_text().splitlines(keepends=True)[:-1])
            )
            seal(folder)
        else:
            shutil.rmtree(part)
        if what == "not there":
            with pytest.raises(ns.InputError, match=part.name):
                ns.verify(folder, workers=workers)
        else:
            assert ns.verify(folder, workers=workers).refusal


def test_no_workers_are_refused(parts):
    with pytest.raises(ns.UsageError, match="workers must be at least 1"):
        ns.verify(parts / "count", workers=0)


def test_parts_keep_to_the_limits(parts):
    assert ns.verify(parts / "count", seconds=0, workers=2).stopped == "seconds"
