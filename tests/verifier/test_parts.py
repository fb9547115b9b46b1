"""Parts of a puzzle that was cut, made by hand: each check is needed, and what is told is counted once."""

import json
from collections import Counter
from hashlib import sha256
from shutil import rmtree

import pytest
from verifier.both import write
from verifier.test_claims import ONE, PICTURES, put, row

from nonosat.proofs.certificate import with_manifest
from nonosat.verifier import Unreadable, verify
from nonosat.verifier.parts import Checked, Load, check_load
from nonosat.verifier.reading import CUBES, MANIFEST, PUZZLE, SOLUTIONS

COUNT, UNIQUE, UNSOLVABLE = {"kind": "count", "count": "3"}, {"kind": "unique"}, {"kind": "unsolvable"}
SECOND = row([1], 2, columns=[[], None])  # the ink is in the second cell
NONE = row([1], 2, columns=[[], []])
ROW, REFUTED = [["row", 0]], [["row", 0, None]]


def part(givens, claim, deductions, **parts):
    return {"givens": givens, "claim": claim, "deductions": deductions, **parts}


# with the first cell white and black: two solutions and one, none and one, one and none
LEFT_OF_ONE = part([[0, 0, 0]], {"kind": "count", "count": "2"}, [], orders=[[1, 2]])
RIGHT_OF_ONE = part([[0, 0, 1]], UNIQUE, ROW, solutions=PICTURES[:1])
OPEN_SECOND = part([[0, 0, 0]], UNIQUE, ROW, solutions=[[[0, 1]]])
REFUTED_SECOND = part([[0, 0, 1]], UNSOLVABLE, [["column", 0, None]])
REFUTED_NONE = part([[0, 0, 0]], UNSOLVABLE, [["column", 1], ["row", 0, None]])


def cut(place, claim, puzzle, parts, solutions=None, digest=None, line=None):
    """Writes the certificate of a cut puzzle."""
    lines = []
    for at, (each, whole) in enumerate(((each, each.get("whole", puzzle)) for each in parts), 1):
        inner = {name: value for name, value in each.items() if name not in ("whole", "cube")}
        givens, own = inner.pop("givens"), inner.pop("claim")
        put(place / f"cube-{at}", own, {**whole, "givens": [*whole["givens"], *givens]}, **inner)
        its = sha256((place / f"cube-{at}" / MANIFEST).read_bytes()).hexdigest()
        lines.append(json.dumps([each.get("cube", givens), f"cube-{at}", digest or its]))
    files = {PUZZLE: json.dumps(puzzle), CUBES: "".join(f"{text}\n" for text in [*lines, *(line or [])])}
    if solutions is not None:
        files[SOLUTIONS] = json.dumps(solutions)
    write(with_manifest(claim, files), place)
    return place


RIGHT = {
    "count": (COUNT, ONE, [LEFT_OF_ONE, RIGHT_OF_ONE]),
    "unique": (UNIQUE, SECOND, [OPEN_SECOND, REFUTED_SECOND], [[[0, 1]]]),
    "unsolvable": (UNSOLVABLE, NONE, [REFUTED_NONE, REFUTED_SECOND]),
}


@pytest.mark.parametrize("kind", RIGHT)
def test_parts_together_prove_the_claim(kind, tmp_path):
    told = []
    found = verify(cut(tmp_path, *RIGHT[kind]), progress=lambda *each: told.append(each))
    assert (found.accepted, found.verdict) == (True, kind)
    assert found.solutions == (kind == "unique")
    assert found.deductions == {"count": 1, "unique": 2, "unsolvable": 3}[kind]
    assert told == [(CUBES, 1, 2), (CUBES, 2, 2)]


WRONG = {
    "a case without a part": ((*RIGHT["count"][:2], [RIGHT_OF_ONE]), {}, f"{CUBES}: a cut is at no one cell"),
    "another number": (({**COUNT, "count": "2"}, *RIGHT["count"][1:]), {}, f"{CUBES}: the cubes have 3"),
    "no number": (({**COUNT, "count": 3}, *RIGHT["count"][1:]), {}, f"{CUBES}: the cubes have 3"),
    "another SHA-256": (RIGHT["count"], {"digest": "0"}, f"cube-1/{MANIFEST}: its SHA-256 is not the one in"),
    "two solutions": (
        (
            UNIQUE,
            row([1], 2),
            [OPEN_SECOND, part([[0, 0, 1]], UNIQUE, ROW, solutions=[[[1, 0]]])],
            [[[0, 1]]],
        ),
        {},
        f"{CUBES}: the cubes do not have exactly the solution that is claimed",
    ),
    "a solution": (
        (UNSOLVABLE, SECOND, [OPEN_SECOND, REFUTED_SECOND]),
        {},
        f"{CUBES}: the cubes do not have exactly the solution that is claimed",
    ),
    "a number in a claim of uniqueness": (
        (
            UNIQUE,
            SECOND,
            [part([[0, 0, 0]], {"kind": "count", "count": "1"}, ROW, orders=[]), REFUTED_SECOND],
            [[[0, 1]]],
        ),
        {},
        f"cube-1/{MANIFEST}: no part of such a claim is called count",
    ),
    "another claim": (
        (
            *RIGHT["count"][:2],
            [part([[0, 0, 0]], {"kind": "multiple"}, None, solutions=PICTURES[1:]), RIGHT_OF_ONE],
        ),
        {},
        f"cube-1/{MANIFEST}: no part of such a claim is called multiple",
    ),
    "another puzzle": (
        (UNSOLVABLE, SECOND, [{**REFUTED_NONE, "whole": NONE}, REFUTED_SECOND]),
        {},
        f"cube-1/{PUZZLE}: is not the puzzle with the cells of the cube given",
    ),
    "one given less": (
        (*RIGHT["count"][:2], [{**LEFT_OF_ONE, "givens": [], "cube": [[0, 0, 0]]}, RIGHT_OF_ONE]),
        {},
        f"cube-1/{PUZZLE}: is not the puzzle with the cells of the cube given",
    ),
    "one given more": (
        (
            *RIGHT["count"][:2],
            [{**LEFT_OF_ONE, "givens": [[0, 0, 0], [0, 1, 1]], "cube": [[0, 0, 0]]}, RIGHT_OF_ONE],
        ),
        {},
        f"cube-1/{PUZZLE}: is not the puzzle with the cells of the cube given",
    ),
    "a wrong part": (
        (*RIGHT["count"][:2], [LEFT_OF_ONE, part([[0, 0, 1]], UNIQUE, [], solutions=PICTURES[:1])]),
        {},
        "cube-2/deductions.jsonl: more follows from row 0",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_with_parts_is_refused(what, tmp_path):
    arguments, more, why = WRONG[what]
    found = verify(cut(tmp_path, *arguments, **more))
    assert found.refusal
    assert found.refusal.startswith(why)


def test_givens_of_the_puzzle_are_those_of_its_parts(tmp_path):
    given = {**ONE, "givens": [[0, 2, 0]]}
    left = part([[0, 0, 0]], UNIQUE, ROW, solutions=PICTURES[1:2])
    parts = [left, {**RIGHT_OF_ONE, "givens": [[0, 0, 1]]}]
    assert verify(cut(tmp_path / "a", {**COUNT, "count": "2"}, given, parts)).accepted
    parts = [{**left, "whole": ONE, "givens": [[0, 0, 0]]}, parts[1]]
    assert not verify(cut(tmp_path / "b", {**COUNT, "count": "2"}, given, parts)).accepted


def test_a_part_is_not_cut_again(tmp_path):
    place = cut(tmp_path, *RIGHT["count"])
    rmtree(place / "cube-2")
    cut(place / "cube-2", UNSOLVABLE, {**ONE, "givens": [[0, 0, 1]]}, [REFUTED_NONE, REFUTED_SECOND])
    digests = [sha256((place / f"cube-{at}" / MANIFEST).read_bytes()).hexdigest() for at in (1, 2)]
    lines = [json.dumps([[[0, 0, at]], f"cube-{at + 1}", digests[at]]) for at in (0, 1)]
    files = {PUZZLE: json.dumps(ONE), CUBES: "".join(f"{text}\n" for text in lines)}
    write(with_manifest(COUNT, files), place)
    assert verify(place).refusal == f"cube-2/{CUBES}: a cube is not cut again in a folder of its own"


def test_a_part_that_is_not_there_cannot_be_read(tmp_path):
    place = cut(tmp_path, *RIGHT["count"])
    (place / "cube-2" / MANIFEST).unlink()
    with pytest.raises(Unreadable, match=r"cube-2/manifest\.json: there is no such file"):
        verify(place)


def test_a_limit_in_a_part_leaves_the_claim_open(tmp_path):
    place = cut(tmp_path, *RIGHT["count"])
    for limit in ("seconds", "memory"):
        found = verify(place, spread=lambda *_, limit=limit: iter([Checked(3, (), Counter(), stopped=limit)]))
        assert (found.stopped, found.refusal) == (limit, None)
    loads = []
    verify(place, spread=lambda check, given: map(check, [loads.append(load) or load for load in given]))
    assert [len(load.cubes) for load in loads] == [1, 1]
    assert check_load(loads[1]._replace(seconds=0)).stopped == "seconds"
    assert check_load(loads[0]._replace(memory=-(10**12))).stopped == "memory"
    assert check_load(loads[0])[:2] == (2, ())
    assert check_load(loads[1])[:2] == (1, (b"\1\0\0",))


def test_parts_are_shared_out_among_64_loads(tmp_path):
    cubes = [([[0, at, 0] for at in range(depth)] + [[0, depth, 1]]) for depth in range(130)]
    cubes.append([[0, at, 0] for at in range(130)])
    lines = [json.dumps([givens, f"cube-{at}", ""]) for at, givens in enumerate(cubes)]
    wide = row([1], 130)
    files = {PUZZLE: json.dumps(wide), CUBES: "".join(f"{text}\n" for text in lines)}
    write(with_manifest(COUNT, files), tmp_path)
    told, sizes = [], []

    def spread(_, loads):
        for load in loads:
            assert isinstance(load, Load)
            sizes.append(len(load.cubes))
            yield Checked(0, (), Counter(deductions=2))

    found = verify(tmp_path, spread=spread, progress=lambda *each: told.append(each))
    assert sizes == [3] * 43 + [2]
    assert told == [(CUBES, min(3 * at, 131), 131) for at in range(1, 45)]
    assert found.deductions == 88
    assert found.refusal.startswith(f"{CUBES}: the cubes have 0 solutions")
