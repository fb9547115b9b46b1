"""Claims about one row, made by hand: each is accepted, and refused once something it takes is wrong."""

import json
from gzip import compress

import pytest
from forging import holds, write

import nonosat as ns
from nonosat.proofs.certificate import verify, with_manifest
from nonosat.verifier.reading import (
    DEDUCTIONS,
    FORMULA,
    IMPOSSIBLE,
    MANIFEST,
    ORDERS,
    PROOF,
    PUZZLE,
    SOLUTIONS,
    VARIABLES,
    WITNESSES,
)

NAMES = {
    "solutions": SOLUTIONS,
    "variables": VARIABLES,
    "impossible": IMPOSSIBLE,
    "orders": ORDERS,
    "witnesses": WITNESSES,
}


def row(clue, cells, givens=(), columns=None):
    return {
        "palette": ["white", "black"],
        "rows": [[[length, 1] for length in clue]],
        "columns": columns or [None] * cells,
        "givens": list(givens),
    }


def put(place, claim, puzzle, *, deductions=(), clauses=None, steps=(), **parts):
    """Writes a certificate; None for its deductions leaves them out."""
    files = {PUZZLE: json.dumps(puzzle)}
    if deductions is not None:
        files[DEDUCTIONS] = "".join(f"{json.dumps(entry)}\n" for entry in deductions)
    if clauses is not None:
        lines = [f"p cnf {len(parts['variables'])} {len(clauses)}"]
        lines += [" ".join(map(str, [*clause, 0])) for clause in clauses]
        files[FORMULA] = "".join(f"{line}\n" for line in lines)
        files[PROOF] = compress("".join(f"{step}\n" for step in steps).encode())
    files |= {NAMES[name]: json.dumps(value) for name, value in parts.items()}
    write(with_manifest(claim, files), place)
    return place


# one block of one cell in three
ONE = row([1], 3)
PICTURES = [[[1, 0, 0]], [[0, 1, 0]], [[0, 0, 1]]]
BOTH = {  # the first two cells have no ink at the same time
    "impossible": [[[0, 0, 1], [0, 1, 1]]],
    "variables": [["cell", 0, 0, 1], ["cell", 0, 1, 1], ["set", 0]],
    "clauses": [[-1, -2], [-3, 1], [-3, 2], [3]],
    "steps": ["5 0 4 2 3 1 0"],
}


def test_a_set_of_two_cells_takes_no_colour_from_either(tmp_path):
    bound = {"kind": "givens", "more_than": 0, "goal": False, "filled": False}
    assert holds(put(tmp_path / "givens", bound, ONE, solutions=PICTURES, **BOTH))
    claims = [
        ({"kind": "count", "count": "1"}, {"orders": []}),
        ({"kind": "count", "count": "3"}, {"orders": [[0, 1, 2]]}),
        ({"kind": "backbone", "cells": 3}, {"solutions": PICTURES[2:]}),
        ({"kind": "backbone", "cells": 0}, {"solutions": PICTURES}),
    ]
    for number, (claim, parts) in enumerate(claims):
        place = put(tmp_path / str(number), claim, ONE, **parts, **BOTH)
        assert verify(place).refusal == f"{IMPOSSIBLE}: a claim of this kind takes single cells"


def test_a_set_has_a_cell(tmp_path):
    claim = {"kind": "count", "count": "3"}
    place = put(tmp_path / "c", claim, ONE, orders=[[0, 1, 2]], **{**BOTH, "impossible": [[]]})
    assert verify(place).refusal == f"{IMPOSSIBLE}: set 0: has no cell"


@pytest.mark.parametrize(
    ("count", "right"), [("3", True), ("03", False), ("3.0", False), (3, False), ("2", False)]
)
def test_a_count_is_its_digits(count, right, tmp_path):
    assert holds(put(tmp_path / "c", {"kind": "count", "count": count}, ONE, orders=[[0, 1, 2]])) == right


@pytest.mark.parametrize(
    ("cells", "pictures", "why"),
    [
        (0, PICTURES, None),
        (0, PICTURES[:2], f"{SOLUTIONS}: cell 2 is open, and has one colour in all of them"),
        (0, PICTURES[1:], f"{SOLUTIONS}: cell 0 is open, and has one colour in all of them"),
        (1, PICTURES, f"{MANIFEST}: 0 cells are the same, not 1"),
        (False, PICTURES, f"{MANIFEST}: 0 cells are the same, not False"),
        (0, [], f"{SOLUTIONS}: takes one solution at least"),
        (0, [*PICTURES, PICTURES[0]], f"{SOLUTIONS}: backbone takes some solutions, none of them twice"),
        (0, [*PICTURES, [[1, 1, 0]]], f"{SOLUTIONS}: solution 4: row 0 has the runs ((2, 1),), its clue is"),
    ],
)
def test_a_backbone(cells, pictures, why, tmp_path):
    found = verify(put(tmp_path / "c", {"kind": "backbone", "cells": cells}, ONE, solutions=pictures))
    assert found.refusal is None if why is None else found.refusal.startswith(why)


@pytest.mark.parametrize("cells", [1, 2, 3, True])
def test_known_cells_are_in_the_backbone(cells, tmp_path):
    puzzle = row([1], 2, columns=[[], None])
    place = put(
        tmp_path / "c",
        {"kind": "backbone", "cells": cells},
        puzzle,
        deductions=[["column", 0], ["row", 0]],
        solutions=[[[0, 1]]],
    )
    assert holds(place) == (cells == 2)


@pytest.mark.parametrize("kind", ["unsolvable", "unique"])
def test_a_consistent_statement_needs_deductions(kind, tmp_path):
    place = put(tmp_path / "c", {"kind": kind}, ONE, deductions=None)
    assert not holds(place)
    if kind == "unsolvable":
        assert verify(place).refusal.startswith(f"{PUZZLE}: the statement does not contradict itself")


@pytest.mark.parametrize(
    ("claimed", "pictures", "why"),
    [
        ({"more_than": 0}, PICTURES, None),
        ({"more_than": 0}, PICTURES[:1], "takes two solutions at least"),
        ({"more_than": 1}, PICTURES, "leave no solution or several"),
        ({"more_than": 1, "filled": True}, PICTURES, "leave no solution or several"),
        ({"more_than": 1, "goal": True}, PICTURES, "leave no solution or several"),
        ({"more_than": 7}, PICTURES, "expected a number from 0 to 6"),
        ({"more_than": -1}, PICTURES, "expected a number from 0 to 6"),
        ({"more_than": 0, "goal": 1}, PICTURES, "expected `goal` to be true or false"),
        ({"more_than": 0, "filled": None}, PICTURES, "expected `filled` to be true or false"),
    ],
)
def test_givens(claimed, pictures, why, tmp_path):
    claim = {"kind": "givens", "goal": False, "filled": False, **claimed}
    place = put(tmp_path / "c", claim, ONE, solutions=pictures)
    assert holds(place) == (why is None)
    if why and "expected" not in why:
        assert why in verify(place).refusal


# a block of one cell, and two cells that are given
TWO = row([1], 2, [[0, 0, 1], [0, 1, 1]])
LINES, GIVENS = [["row", 0]], [[0, 0, 1], [0, 1, 1]]
WITHOUT = [[[1, 1]], [[0, 1]], [[1, 0]]]
REFUTED = [["row", 0, None]]


def conflict(place, lines=LINES, givens=GIVENS, witnesses=WITHOUT, deductions=REFUTED, puzzle=TWO):
    claim = {"kind": "conflict", "lines": lines, "givens": givens}
    return put(place, claim, puzzle, witnesses=witnesses, deductions=deductions)


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({}, None),
        ({"deductions": None}, f"{PUZZLE}: the statement does not contradict itself"),
        ({"deductions": []}, f"{DEDUCTIONS}: more follows from row 0"),
        (
            {"lines": [], "witnesses": WITHOUT[1:], "deductions": []},
            f"{DEDUCTIONS}: end without a contradiction",
        ),
        ({"lines": [], "witnesses": WITHOUT[1:]}, f"{DEDUCTIONS}:1: row 0 has no clue"),
        ({"givens": GIVENS[:1], "witnesses": WITHOUT[:2]}, f"{DEDUCTIONS}:1: row 0 has a filling"),
        (
            {"givens": GIVENS[:1], "witnesses": WITHOUT[:2], "deductions": [["row", 0]]},
            f"{DEDUCTIONS}: end without a contradiction",
        ),
        ({"givens": [GIVENS[0], [0, 1, 0]]}, f"{MANIFEST}: claim: the puzzle has no given [0, 1, 0]"),
        ({"givens": [*GIVENS, GIVENS[0]], "witnesses": [*WITHOUT, WITHOUT[1]]}, "something comes twice"),
        ({"lines": LINES * 2, "witnesses": [WITHOUT[0], *WITHOUT]}, "something comes twice"),
        ({"witnesses": [[[1, 0]], *WITHOUT[1:]]}, f"{WITNESSES}: picture 1: has colour 0 where 1 is given"),
        ({"witnesses": [WITHOUT[0], [[1, 1]], WITHOUT[2]]}, f"{WITNESSES}: picture 2: row 0 has the runs"),
        ({"witnesses": [WITHOUT[0], *WITHOUT[:0:-1]]}, f"{WITNESSES}: picture 2: has colour 0 where 1"),
    ],
)
def test_a_conflict(parts, why, tmp_path):
    found = verify(conflict(tmp_path / "c", **parts))
    assert found.refusal is None if why is None else why in found.refusal


@pytest.mark.parametrize("picture", [[[first, second]] for first in (0, 1) for second in (0, 1)])
def test_every_member_of_a_conflict_is_needed(picture, tmp_path):
    puzzle = {**TWO, "columns": [[[1, 1]], None]}
    found = verify(
        conflict(
            tmp_path / "c",
            [*LINES, ["column", 0]],
            witnesses=[WITHOUT[0], picture, *WITHOUT[1:]],
            puzzle=puzzle,
        )
    )
    assert found.refusal.startswith(f"{WITNESSES}: picture 2: ")


@pytest.mark.parametrize("number", [0, 2, 4])
def test_a_conflict_takes_a_picture_for_each_member(number, tmp_path):
    assert not holds(conflict(tmp_path / "c", witnesses=(WITHOUT * 2)[:number]))


ANY = {**row([], 3), "rows": [[["?", 1]]]}
MIDDLE, ALL = [[0, 1, 0]], [[1, 1, 1]]
OTHERS = [[[1, 0, 0]], [[0, 0, 1]], [[1, 1, 0]], [[0, 1, 1]]]


@pytest.mark.parametrize(
    ("pictures", "right"), [([MIDDLE, ALL, *OTHERS], True), ([ALL, MIDDLE, *OTHERS], False)]
)
def test_the_goal_of_given_cells_is_the_first_picture(pictures, right, tmp_path):
    """The two ends make a row full; no cells with ink leave only the one in the middle."""
    claim = {"kind": "givens", "more_than": 2, "goal": True, "filled": True}
    assert holds(put(tmp_path / "c", claim, ANY, solutions=pictures)) == right


def test_a_colour_that_a_cell_has_in_no_solution_is_not_given(tmp_path):
    claim = {"kind": "givens", "more_than": 1, "goal": False, "filled": False}
    puzzle = {**ANY, "palette": ["white", "black", "red"], "rows": [[["?", 2]]]}
    pictures = [[[2 * cell for cell in row] for row in each] for each in (MIDDLE, ALL, *OTHERS)]
    assert holds(put(tmp_path / "c", claim, puzzle, deductions=[["row", 0]], solutions=pictures))


def test_two_pictures_show_that_givens_are_needed(tmp_path):
    claim = {"kind": "givens", "more_than": 0, "goal": False, "filled": False}
    assert holds(put(tmp_path / "c", claim, ONE, solutions=PICTURES[:2]))


@pytest.mark.parametrize("cell", [3, -1, True, "0"])
def test_an_order_names_cells(cell, tmp_path):
    place = put(tmp_path / "c", {"kind": "count", "count": "3"}, ONE, orders=[[0, 1, cell]])
    with pytest.raises(ns.InputError, match=f"{ORDERS}: expected a number from 0 to 2"):
        verify(place)


def test_the_result_counts_what_was_checked(tmp_path):
    found = verify(conflict(tmp_path / "conflict"))
    assert (found.solutions, found.deductions, found.contradictions) == (3, 1, 0)
    found = verify(put(tmp_path / "unsolvable", {"kind": "unsolvable"}, row([4], 3), deductions=None))
    assert (found.accepted, found.deductions, found.contradictions) == (True, 0, 1)
    known = row([1], 1, columns=[[[1, 1]]])
    found = verify(
        put(tmp_path / "unique", {"kind": "unique"}, known, deductions=[["row", 0]], solutions=[[[1]]])
    )
    assert (found.accepted, found.solutions, found.deductions) == (True, 1, 1)
    assert (found.clauses, found.steps) == (0, 0)


@pytest.mark.parametrize("kind", ["unique", "unsolvable", "conflict"])
def test_a_search_belongs_exactly_where_cells_are_open(kind, tmp_path):
    closed = {"variables": [], "clauses": [[]], "steps": ["2 0 1 0"]}
    if kind == "conflict":
        puzzle, parts = TWO, {"deductions": REFUTED, "witnesses": WITHOUT}
        claim = {"kind": kind, "lines": LINES, "givens": GIVENS}
        open_claim = {"kind": kind, "lines": LINES, "givens": []}
        open_parts = {"witnesses": WITHOUT[:1]}
    else:
        puzzle, claim = row([1], 1) if kind == "unique" else row([1], 1, [[0, 0, 0]]), {"kind": kind}
        parts = {"deductions": [["row", 0]] if kind == "unique" else REFUTED}
        open_claim, open_parts = claim, {}
        if kind == "unique":
            parts["solutions"], open_parts["solutions"] = [[[1]]], PICTURES[:1]
    assert holds(put(tmp_path / "right", claim, puzzle, **parts))
    found = verify(put(tmp_path / "closed", claim, puzzle, **parts, **closed))
    assert found.refusal.startswith(f"{FORMULA}: belongs to a certificate exactly if")
    two = row([1], 2)
    found = verify(put(tmp_path / "open", open_claim, two if kind == "conflict" else ONE, **open_parts))
    assert found.refusal.startswith(f"{FORMULA}: belongs to a certificate exactly if")
    for steps, why in ((["4 0 3 0"], "the last clause" if kind == "unique" else "no single line"), ([], "")):
        search = {"variables": [["cell", 0, 0, 1], ["cell", 0, 1, 1]], "clauses": [[1, 2], [-1, -2], []]}
        place = tmp_path / f"search-{len(steps)}"
        puzzle = two if kind == "conflict" else ONE
        if puzzle is ONE:
            search["clauses"][0] = [-1, -2]
        found = verify(put(place, open_claim, puzzle, **open_parts, **search, steps=steps))
        assert found.refusal.startswith(f"{FORMULA}:4: ")
        assert why in found.refusal
    search["clauses"].pop()
    if kind != "unique":
        found = verify(put(tmp_path / "satisfied", open_claim, puzzle, **open_parts, **search, steps=[]))
        assert found.refusal == f"{PROOF}: does not end with the empty clause"


def test_a_puzzle_that_deductions_solve_is_not_unsolvable(tmp_path):
    found = verify(put(tmp_path / "c", {"kind": "unsolvable"}, row([1], 1), deductions=[["row", 0]]))
    assert found.refusal == f"{DEDUCTIONS}: ends otherwise than for unsolvable"
