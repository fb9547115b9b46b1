"""Bounds on contradictions and repaintings, made by hand: only the right ones are accepted."""

import gzip
import json
from copy import deepcopy
from itertools import product
from random import Random
from types import SimpleNamespace

import pytest
from forging import holds, write

import nonosat as ns
from benchmarks.certificates import lies
from nonosat.proofs.certificate import with_manifest
from nonosat.verifier.budget import Budget, Stopped
from nonosat.verifier.choices import Choices, Costs, Element, Valued
from nonosat.verifier.values import Refused

# Certificates ---------------------------------------------------------------------------------------


def stated(rows, columns, givens=()):
    """A puzzle, as a certificate states it; clues are lists of lengths."""
    rows, columns = (
        [clue if clue is None else [[length, 1] for length in clue] for clue in clues]
        for clues in (rows, columns)
    )
    return {"palette": ["white", "black"], "rows": rows, "columns": columns, "givens": list(givens)}


def bound(claim, puzzle, variables, clauses, **parts):
    """The values in a certificate. In order, each clause has one literal left to make true, and the last has none."""
    return {
        "claim": claim,
        "puzzle.json": puzzle,
        "variables.json": variables,
        "clauses": clauses,
        **{f"{name}.{'jsonl' if name == 'flaws' else 'json'}": value for name, value in parts.items()},
    }


def contradiction(more_than, puzzle, witnesses, variables, clauses):
    claim = {"kind": "contradiction", "more_than": more_than}
    return bound(claim, puzzle, variables, clauses, witnesses=witnesses)


def repainting(more_than, lines, puzzle, picture, repaint, flaws, variables, clauses):
    claim = {"kind": "repainting", "more_than": more_than, "lines": lines}
    parts = {"solutions": [picture], "repaint": repaint, "flaws": flaws}
    return bound(claim, puzzle, variables, clauses, **parts)


def files_of(certificate):
    """The files of a certificate, from its values."""
    files = {name: json.dumps(value).encode() for name, value in certificate.items() if "." in name}
    if "flaws.jsonl" in certificate:
        files["flaws.jsonl"] = b"".join(
            json.dumps(flaw).encode() + b"\n" for flaw in certificate["flaws.jsonl"]
        )
    clauses = certificate["clauses"]
    lines = [f"p cnf {len(certificate['variables.json'])} {len(clauses)}"]
    lines += [" ".join(map(str, [*clause, 0])) for clause in clauses]
    files["formula.cnf"] = "".join(f"{line}\n" for line in lines).encode()
    numbers = range(1, len(clauses) + 1)
    proof = " ".join(map(str, [len(clauses) + 1, 0, *numbers, 0])) + "\n"
    files["proof.lrat.gz"] = gzip.compress(proof.encode())
    return with_manifest(certificate["claim"], files)


def verdict(certificate, place):
    """Writes a certificate; returns whether it is accepted."""
    write(files_of(certificate), place)
    return holds(place)


# Contradictions -------------------------------------------------------------------------------------

# Of one cell, two things are said that contradict each other, so it takes both.
CLUES = stated([[1]], [[]])
MIXED = stated([[1]], [None], [[0, 0, 0]])
CROSSED = stated([None], [[1]], [[0, 0, 0]])
GIVENS = stated([None], [None], [[0, 0, 1], [0, 0, 0]])
BOTH = {
    "clues": (CLUES, [["clue", "row", 0], ["clue", "column", 0]]),
    "a clue and a given": (MIXED, [["clue", "row", 0], ["given", 0]]),
    "a clue of a column and a given": (CROSSED, [["clue", "column", 0], ["given", 0]]),
    "givens": (GIVENS, [["given", 0], ["given", 1]]),
}
EMPTY, FULL = [[0]], [[1]]

COUNTED = [  # (more than, pictures, meanings of two `cost` variables, clauses, True if that is proved)
    (1, [EMPTY, FULL], [[1, 1], [2, 2]], [[1], [2], [-1, 3], [-2, -3, 4], [-4]], True),
    (0, [EMPTY, FULL], [[1, 1], [2, 1]], [[1], [-1, 3], [-3, 4], [-4]], True),
    (0, [EMPTY, FULL], [[2, 1], [2, 2]], [[2], [-2, 3], [-3]], True),
    (2, [EMPTY, FULL], [[1, 1], [2, 2]], [[1], [2], [-1, 3], [-2, -3, 4], [-4]], False),
    (2, [EMPTY, FULL], [[1, 1], [2, 3]], [[1], [2], [-1, 3], [-2, -3, 4], [-4]], False),
    (2, [EMPTY, FULL], [[1, 2], [2, 3]], [[1], [2], [-1, 3], [-2, -3, 4], [-4]], False),
    (1, [EMPTY, FULL], [[1, 2], [2, 2]], [[1], [2], [-1, 3], [-2, -3, 4], [-4]], False),
    (2, [EMPTY, FULL], [[1, 1], [2, 3]], [[4], [-4]], False),
    (1, [EMPTY, FULL], [[1, 1], [2, 1]], [[4], [1], [2], [-4]], False),
    (1, [EMPTY, FULL], [[1, 1], [0, 1]], [[1], [-1, 3], [-3, 4], [-4]], False),
    (1, [EMPTY], [[1, 1], [2, 2]], [[1], [2], [-1, 3], [-2, -3, 4], [-4]], False),
    (1, [FULL], [[1, 1], [2, 2]], [[1], [2], [-1, 3], [-2, -3, 4], [-4]], False),
    (10, [EMPTY, FULL], [[1, 1], [2, 2]], [[]], False),
    (10, [FULL], [[1, 1], [2, 2]], [[]], False),
    (10, [EMPTY], [[1, 1], [2, 2]], [[]], False),
]


@pytest.mark.parametrize("what", BOTH)
@pytest.mark.parametrize(("more_than", "pictures", "costs", "clauses", "right"), COUNTED)
def test_a_conflict_of_two_members_costs_two(what, more_than, pictures, costs, clauses, right, tmp_path):
    puzzle, things = BOTH[what]
    variables = [*things, *(["cost", *cost] for cost in costs)]
    assert verdict(contradiction(more_than, puzzle, pictures, variables, clauses), tmp_path) == right


BROKEN = [  # a row of two cells, givens, a picture, a clause about the row and the givens, and whether it follows
    ([2], [[0, 0, 1]], [[0, 0]], [1, 2], True),
    ([2], [[0, 0, 1]], [[0, 0]], [1], False),
    ([2], [[0, 0, 1]], [[0, 0]], [2], False),
    ([2], [[0, 0, 1]], [[1, 0]], [1], True),
    ([2], [[0, 0, 1]], [[1, 0]], [2], False),
    ([2], [[0, 0, 0]], [[1, 1]], [2], True),
    ([2], [[0, 0, 0]], [[1, 1]], [], False),
    ([], [[0, 0, 1], [0, 1, 1]], [[0, 0]], [2, 3], True),
    ([], [[0, 0, 1], [0, 1, 1]], [[0, 0]], [2], False),
    ([], [[0, 0, 1], [0, 1, 1]], [[1, 0]], [1, 3], True),
    ([], [[0, 0, 1], [0, 1, 1]], [[1, 0]], [1], False),
    ([], [[0, 0, 1], [0, 1, 1]], [[1, 0]], [3], False),
    (None, [[0, 0, 1], [0, 1, 1]], [[1, 0]], [3], True),
]


@pytest.mark.parametrize(("clue", "givens", "picture", "clause", "right"), BROKEN)
def test_a_clause_names_all_that_a_picture_violates(clue, givens, picture, clause, right, tmp_path):
    """No set costs more than 0, so the other clauses refute the literals of this one."""
    puzzle = stated([clue], [None, None], givens)
    row = [["clue", "row", 0]] if clue is not None else [["cost", 0, 1]]
    variables = [*row, *(["given", at] for at in range(len(givens)))]
    clauses = [*([-literal] for literal in clause), clause]
    assert verdict(contradiction(0, puzzle, [picture], variables, clauses), tmp_path) == right


# Repaintings ----------------------------------------------------------------------------------------

SQUARE = [["row", 0, 0, 1], ["row", 1, 0, 1], ["column", 0, 0, 1], ["column", 1, 0, 1]]
SWAP = [[0, 0], [1, 1], [2, 1], [3, 0]]
DIAGONAL = stated([[1], [1]], [[1], [1]])
ONES = [[1, 0], [0, 1]]
REPAINTED = [["cell", 0, 0, 1], ["cell", 1, 1, 1]]

# (more than, weights of the two cells, meanings of two `cost` variables, clauses, True if that is proved)
PAID = [
    (2, [3], [[1, 3]], [[-1], [1, 3], [-3]], True),
    (2, [3], [[1, 1]], [[-1], [1, 3], [-3]], True),
    (3, [3], [[1, 3]], [[-1], [1, 3], [-3]], False),
    (3, [3], [[1, 4]], [[-1], [1, 3], [-3]], False),
    (2, [3], [[1, 4]], [[-1], [1, 3], [-3]], True),  # repainting the cell costs too much anyway
    (3, [3], [[1, 4]], [[3], [-3]], False),
    (0, [3], [[1, 1]], [[3], [-3]], False),
    (1, [3, 2], [[1, 3], [2, 2]], [[-4], [2, 4], [-3, 4], [1, 3], [-1, -2]], True),
    (1, [3, 2], [[1, 2], [2, 2]], [[-4], [2, 4], [-3, 4], [1, 3], [-1, -2]], True),
    (2, [3, 2], [[1, 3], [2, 3]], [[-4], [2, 4], [-3, 4], [1, 3], [-1, -2]], False),
    (1, [3, 2], [[1, 4], [2, 2]], [[-4], [2, 4], [-3, 4], [1, 3], [-1, -2]], True),
    (1, [3, 2], [[1, 1], [2, 2]], [[-4], [2, 4], [-3, 4], [1, 3], [-1, -2]], True),
    (2, [3, 3], [[1, 1], [2, 3]], [[-4], [2, 4], [-3, 4], [1, 3], [-1, -2]], True),
]


@pytest.mark.parametrize("lines", [False, True])
@pytest.mark.parametrize(("more_than", "weights", "costs", "clauses", "right"), PAID)
def test_cells_of_a_swap(more_than, weights, costs, clauses, right, lines, tmp_path):
    repaint = [[at, at, weight] for at, weight in enumerate(weights)]
    variables = [*REPAINTED, *(["cost", *cost] for cost in costs)]
    flaws = [[[], SQUARE, SWAP]]
    certificate = repainting(more_than, lines, DIAGONAL, ONES, repaint, flaws, variables, clauses)
    assert verdict(certificate, tmp_path) == right


STAIRS = stated([[1]] * 4, [[1]] * 4)
STEPS = [[int(row == column) for column in range(4)] for row in range(4)]
LEFT = [[axis, index, 0, 2] for axis in ("row", "column") for index in (0, 1)]
BELOW = [[axis, index, 1, 3] for axis in ("row", "column") for index in (2, 3)]
TWO = [
    [[], LEFT, [[0, 0], [1, 1], [4, 1], [5, 0]]],
    [[], BELOW, [[10, 0], [11, 1], [14, 1], [15, 0]]],
]
"""The first two steps of the stairs can be swapped, and so can the last two."""
SUMMED = [[-1], [-2], [1, 3], [2, -3, 4], [-4]]

# (more than, meanings of two `cost` variables, clauses, True if that is proved), with weights of 3 and 2
SUMS = [
    (4, [[1, 3], [2, 5]], SUMMED, True),
    (4, [[1, 2], [2, 5]], SUMMED, True),
    (4, [[1, 3], [2, 6]], SUMMED, True),
    (4, [[1, 4], [2, 5]], SUMMED, False),
    (4, [[1, 3], [2, 4]], SUMMED, True),  # nothing costs 4
    (4, [[1, 3], [2, 3]], SUMMED, False),
    (5, [[1, 3], [2, 5]], SUMMED, False),
    (5, [[1, 3], [2, 6]], SUMMED, False),
    (5, [[1, 4], [2, 6]], SUMMED, False),
    (3, [[0, 1], [2, 4]], [[-3], [-1], [1, 3, 4], [-4]], False),
    (3, [[1, 3], [2, 4]], [[-1], [1, 3], [-2], [2, -3, 4], [-4]], True),
    (3, [[1, 3], [1, 4]], [[-1], [1, 3], [-3, 4], [-4]], False),
]


@pytest.mark.parametrize("lines", [False, True])
@pytest.mark.parametrize(("more_than", "costs", "clauses", "right"), SUMS)
def test_cells_of_two_swaps(more_than, costs, clauses, right, lines, tmp_path):
    variables = [["cell", 0, 0, 1], ["cell", 2, 2, 1], *(["cost", *cost] for cost in costs)]
    parts = (STAIRS, STEPS, [[0, 0, 3], [2, 2, 2]], TWO)
    assert verdict(repainting(more_than, lines, *parts, variables, clauses), tmp_path) == right


WIDE = [["row", 0, 0, 2], ["row", 1, 0, 2], ["column", 0, 0, 1], ["column", 1, 0, 1]]
"""The square in a picture of three columns."""

FLAWS = [  # a picture, givens, windows, other colours, and whether that is a flaw
    (["10", "01"], [], SQUARE, SWAP, True),
    (["10", "01"], [[0, 0, 1]], SQUARE, SWAP, False),
    (["10", "01"], [[0, 1, 0]], SQUARE, SWAP, False),
    (["10", "01"], [[0, 0, 1], [1, 1, 1]], SQUARE, SWAP, False),
    (["10", "01"], [], SQUARE[:3], SWAP, False),
    (["10", "01"], [], [*SQUARE, SQUARE[0]], SWAP, False),
    (["10", "01"], [], SQUARE, SWAP[:3], False),
    (["101", "011"], [], SQUARE, [[0, 0], [1, 1], [3, 1], [4, 0]], False),  # windows end in such cells
    (["100", "010"], [[1, 2, 0]], WIDE, [[0, 0], [1, 1], [3, 1], [4, 0]], True),
    (["100", "010"], [[1, 0, 0]], WIDE, [[0, 0], [1, 1], [3, 1], [4, 0]], False),
    (["100", "010"], [[1, 1, 1]], WIDE, [[0, 0], [1, 1], [3, 1], [4, 0]], False),
]


@pytest.mark.parametrize("lines", [False, True])
@pytest.mark.parametrize(("rows", "givens", "windows", "others", "right"), FLAWS)
def test_flaws(rows, givens, windows, others, right, lines, tmp_path):
    """If nothing may be repainted, one flaw is proof enough."""
    picture = [list(map(int, row)) for row in rows]
    grid = ns.Grid(picture).puzzle()
    puzzle = stated(
        *([[length for length, _ in clue] for clue in part] for part in (grid.rows, grid.columns))
    )
    puzzle["givens"] = givens
    certificate = repainting(0, lines, puzzle, picture, [], [[[], windows, others]], [], [[]])
    assert verdict(certificate, tmp_path) == right


@pytest.mark.parametrize("lines", [False, True])
def test_open_cells_after_lines_are_no_second_picture(lines, tmp_path):
    """Each cell of the row can change, but not all of them at once."""
    flaws = [[[], [["row", 0, 0, 2]], [[0, 0], [1, 1], [2, 1]]]]
    puzzle = stated([[1]], [None] * 3)
    assert verdict(repainting(0, lines, puzzle, [[1, 0, 0]], [], flaws, [], [[]]), tmp_path) == lines


@pytest.mark.parametrize("lines", [False, True])
def test_a_second_picture_has_one_other_colour_for_a_cell(lines, tmp_path):
    puzzle = {**stated([None], [None]), "palette": ["white", "black", "red"]}
    flaws = [[[], [], [[0, 1], [0, 2]]]]
    assert verdict(repainting(0, lines, puzzle, [[0]], [], flaws, [], [[]]), tmp_path) == lines


@pytest.mark.parametrize("lines", [False, True])
@pytest.mark.parametrize(
    ("repaint", "changes", "right"),
    [
        ([[0, 1, 1]], [[1, 1]], True),
        ([], [[1, 1]], False),
        ([[0, 0, 1]], [[1, 1]], False),
        ([[0, 1, 1]], [[1, 1], [1, 1]], False),
        ([[0, 1, 1]], [[1, 1], [1, 0]], False),
    ],
)
def test_a_flaw_repaints_only_allowed_cells(repaint, changes, right, lines, tmp_path):
    certificate = repainting(
        0, lines, stated([None], [None] * 2), [[0, 0]], repaint, [[changes, [], [[0, 1]]]], [], [[]]
    )
    assert verdict(certificate, tmp_path) == right


@pytest.mark.parametrize("colour", [0, 1])
def test_a_protected_cell_keeps_its_colour(colour, tmp_path):
    certificate = repainting(0, False, DIAGONAL, ONES, [], [], [["cell", 0, 0, colour]], [[-1], [1]])
    assert not verdict(certificate, tmp_path)


@pytest.mark.parametrize("more_than", [2, 3])
def test_a_cell_has_one_of_all_colours(more_than, tmp_path):
    variables = [["cell", 0, 0, 1], ["cell", 0, 0, 0]]
    clauses = [[-1], [-2], [1, 2]]
    flaws = [[[], SQUARE, SWAP]]
    certificate = repainting(more_than, False, DIAGONAL, ONES, [[0, 0, 3]], flaws, variables, clauses)
    assert verdict(certificate, tmp_path) == (more_than < 3)


def test_a_flaw_does_not_depend_on_cells_beyond_its_windows(tmp_path):
    certificate = repainting(1, False, STAIRS, STEPS, [[0, 3, 1]], TWO[:1], [], [[]])
    assert verdict(certificate, tmp_path)


# (givens, cells that can be repainted, other colours of cells without clues, True if that is a flaw)
UNLINED = [
    ([], [], [[0, 1]], True),
    ([[0, 0, 0]], [], [[0, 1]], False),
    ([[0, 0, 0]], [], [[1, 1]], True),
    ([[0, 0, 0]], [], [[0, 1], [1, 1]], False),
    ([[0, 0, 0]], [[0, 0, 1]], [[1, 1]], False),
    ([[0, 0, 0]], [[0, 1, 1]], [[1, 1]], True),
    ([[0, 0, 0]], [[0, 1, 1], [0, 1, 1]], [[1, 1]], False),
    ([[0, 0, 0], [0, 1, 0]], [], [[1, 1]], False),
]


@pytest.mark.parametrize("lines", [False, True])
@pytest.mark.parametrize(("givens", "repaint", "others", "right"), UNLINED)
def test_given_cells_keep_their_colours(givens, repaint, others, right, lines, tmp_path):
    puzzle = stated([None], [None, None], givens)
    certificate = repainting(0, lines, puzzle, [[0, 0]], repaint, [[[], [], others]], [], [[]])
    assert verdict(certificate, tmp_path) == right


# Numbers that are one more or less ------------------------------------------------------------------

BUT = [[5, 1]]
ENDS = [["row", 0, 0, 2], ["row", 1, 0, 2], ["column", 0, 0, 1], ["column", 2, 0, 1]]
RIGHT = {
    **{
        f"contradiction of {what}": contradiction(
            1, puzzle, [EMPTY, FULL], [*things, *(["cost", *each] for each in COUNTED[0][2])], COUNTED[0][3]
        )
        for what, (puzzle, things) in BOTH.items()
    },
    "several broken by one picture": contradiction(
        0,
        stated([[2]], [None, None], [[0, 0, 1], [0, 1, 0]]),
        [[[0, 0]], [[0, 1]]],
        [["clue", "row", 0], ["given", 0], ["given", 1], ["cost", 3, 1]],
        [[-4], [-1, 4], [-2, 4], [1, 2]],
    ),
    **{
        f"repainting{' for lines' * lines}": repainting(
            4,
            lines,
            STAIRS,
            STEPS,
            [[0, 0, 3], [2, 2, 2]],
            TWO,
            [["cell", 0, 0, 1], ["cell", 2, 2, 1], ["cost", 1, 3], ["cost", 2, 5]],
            SUMMED,
        )
        for lines in (False, True)
    },
    **{
        f"flaws of two pictures{' for lines' * lines}": repainting(
            9,
            lines,
            stated([[1], [1]], [[1], [1], []]),
            [[1, 0, 0], [0, 1, 0]],
            [[1, 2, 4]],
            [
                [[], WIDE, [[0, 0], [1, 1], [3, 1], [4, 0]]],
                [BUT, ENDS, [[0, 0], [2, 1], [3, 1], [5, 0]]],
            ],
            [["cell", 1, 2, 0]],
            [[-1], [1]],
        )
        for lines in (False, True)
    },
}


def numbers_in(value, path=()):
    """The paths to all numbers in lists and objects."""
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from numbers_in(each, (*path, key))
    elif type(value) is int:
        yield path


@pytest.mark.slow
@pytest.mark.parametrize("what", RIGHT)
def test_no_bound_off_by_one_proves_a_lie(what, tmp_path):
    """If one number of a right certificate is one more or one less, the claim is true or refused."""
    assert verdict(RIGHT[what], tmp_path / "right")
    accepted = []
    for (*parents, key), change in product(numbers_in(RIGHT[what]), (-1, 1)):
        wrong = inner = deepcopy(RIGHT[what])
        for parent in parents:
            inner = inner[parent]
        inner[key] += change
        accepted.append(verdict(wrong, tmp_path / "wrong"))
        assert not accepted[-1] or not lies(files_of(wrong))
    assert accepted.count(False) > 10


def test_checked_clauses_and_steps_are_counted(tmp_path):
    more_than, pictures, costs, clauses, _ = COUNTED[0]
    variables = [["given", 0], ["given", 1], *(["cost", *cost] for cost in costs)]
    verdict(contradiction(more_than, GIVENS, pictures, variables, clauses), tmp_path / "a")
    told = []
    found = ns.verify(tmp_path / "a", progress=lambda *each: told.append(each))
    assert (found.pictures, found.clauses, found.steps) == (2, 5, 1)
    assert told == [("formula.cnf", at, 5) for at in range(1, 6)]
    verdict(repainting(0, True, DIAGONAL, ONES, [], [[[], SQUARE, SWAP]] * 2, [], [[]]), tmp_path / "b")
    told.clear()
    found = ns.verify(tmp_path / "b", progress=lambda *each: told.append(each))
    assert (found.solutions, found.flaws, found.clauses) == (1, 2, 1)
    assert told == [("flaws.jsonl", 1, 2), ("flaws.jsonl", 2, 2), ("formula.cnf", 1, 1)]


@pytest.mark.parametrize(
    ("certificate", "why"),
    [
        (
            contradiction(0, MIXED, [EMPTY], [["what", 0, 1]], [[]]),
            "variables.json: variable 1: no meaning",
        ),
        (contradiction(0, MIXED, [EMPTY], [["clue", "column", 0]], [[]]), "the line has no clue"),
        (
            repainting(0, True, DIAGONAL, ONES, [[0, 0, 0]], [], [], [[]]),
            "repaint.json: cell 0: expected a number from 1 to 1000000, got 0",
        ),
        *(
            (
                repainting(0, True, DIAGONAL, ONES, [], [flaw], [], [[]]),
                f"flaws.jsonl:1: expected a number from {why}",
            )
            for flaw, why in (
                ([[], SQUARE, [*SWAP[:3], [4, 0]]], "0 to 3, got 4"),
                ([[[4, 1]], SQUARE, SWAP], "0 to 3, got 4"),
                ([[], [*SQUARE[:3], ["column", 1, 2, 2]], SWAP], "0 to 1, got 2"),
                ([[], [*SQUARE[:3], ["column", 1, 0, 2]], SWAP], "0 to 1, got 2"),
                ([[], [*SQUARE[:3], ["column", 1, 1, 0]], SWAP], "1 to 1, got 0"),
            )
        ),
        (
            repainting(0, True, DIAGONAL, ONES, [], [[[], SQUARE[:3], SWAP]], [], [[]]),
            "flaws.jsonl:1: a line of cell 1 has no window around it",
        ),
        (contradiction(0, MIXED, [EMPTY], [["cost", 0, 0]], [[]]), "variable 1: expected a number from 1 to"),
        (
            contradiction(0, MIXED, [EMPTY], [["cost", 3, 1]], [[]]),
            "variable 1: expected a number from 0 to 2",
        ),
        (contradiction(0, MIXED, [EMPTY, [[2]]], [], [[]]), "witnesses.json: picture 2: expected a number"),
        (repainting(0, 1, DIAGONAL, ONES, [], [], [], [[]]), "expected `lines` to be true or false, got 1"),
        (
            repainting(0, True, CROSSED, [[1]], [], [[[], [["row", 0, 0, 0]], [[0, 0]]]], [], [[]]),
            "has colour 1 where 0 is given",
        ),
        (
            repainting(
                0, True, stated([None], [None]), [[1]], [], [[[], [["row", 0, 0, 0]], [[0, 0]]]], [], [[]]
            ),
            "flaws.jsonl:1: row 0 has no clue",
        ),
    ],
)
def test_a_refused_bound_has_a_reason(certificate, why, tmp_path):
    assert not verdict(certificate, tmp_path / "c")
    try:
        found = ns.verify(tmp_path / "c").refusal
    except ns.InputError as error:
        found = str(error)
    assert why in found


ROW = stated([[1, 1]], [None] * 7)
BLOT = {**stated([None], [None] * 5), "rows": [[["?", 1]]]}
WINDOWS = [  # a row, its clue, windows, other colours, and whether that is a flaw
    ([0, 1, 0, 0, 1, 0, 0], ROW, [[0, 3], [3, 6]], [[1, 0], [2, 1], [4, 0], [5, 1]], True),
    ([0, 1, 0, 0, 1, 0, 0], ROW, [[0, 4], [3, 6]], [[1, 0], [2, 1], [4, 0], [5, 1]], False),
    ([0, 0, 1, 0, 0, 1, 0], ROW, [[1, 3]], [[1, 1], [2, 0]], False),
    ([0, 0, 1, 0, 0, 1, 0], ROW, [[0, 3]], [[1, 1], [2, 0]], True),
    ([0, 1, 0, 0, 0], BLOT, [[0, 4]], [[2, 1]], True),
    ([0, 1, 0, 0, 0], BLOT, [[0, 3]], [[2, 1]], False),
]


@pytest.mark.parametrize("lines", [False, True])
@pytest.mark.parametrize(("picture", "puzzle", "windows", "others", "right"), WINDOWS)
def test_a_window_keeps_its_blocks(picture, puzzle, windows, others, right, lines, tmp_path):
    flaw = [[], [["row", 0, *window] for window in windows], others]
    certificate = repainting(0, lines, puzzle, [picture], [], [flaw], [], [[]])
    assert verdict(certificate, tmp_path) == right


@pytest.mark.parametrize(("first", "then"), [(1, -1), (-1, 1)])
def test_a_cell_that_is_not_repainted_has_the_colour_of_the_picture(first, then, tmp_path):
    variables = [["cell", 0, 0, 1]]
    verdict(repainting(0, False, DIAGONAL, ONES, [], [], variables, [[first], [then]]), tmp_path / "c")
    refused = 2 if first == -1 else 3
    assert ns.verify(tmp_path / "c").refusal.startswith(f"formula.cnf:{refused}: the clause can be false")


# Clauses about choices ------------------------------------------------------------------------------


def random_choices(random):
    """Values of keys, elements, refusals, the most that a choice may cost, and meanings of variables."""
    candidates = [random.choice((0b01, 0b11, 0b11, 0b111)) for _ in range(random.randint(1, 5))]
    keys = range(len(candidates))
    elements = [
        Element(key, random.choice([value for value in range(3) if mask >> value & 1]), random.randint(1, 3))
        for key, mask in enumerate(candidates)
        if mask != 0b01
    ]
    random.shuffle(elements)
    refusals = [
        {key: random.randrange(2) if candidates[key] > 1 else 0 for key in keys if random.random() < 0.5}
        for _ in range(random.choice((0, 0, 1, 2)))
    ]
    meanings = [
        Costs(random.randint(0, len(elements)), random.randint(1, 6))
        if random.random() < 0.6
        else Valued(random.choice(keys), random.randrange(3))
        for _ in range(4)
    ]
    return candidates, elements, refusals, random.randint(0, 8), meanings


def is_shown(clause, candidates, elements, refusals, most, meanings):
    """Returns True if no affordable choice makes the clause false, or all choices that do share a refusal."""
    false = [(meanings[abs(literal) - 1], literal < 0) for literal in clause]
    valued = [(each, value) for each, value in false if isinstance(each, Valued)]
    costly = [(each, value) for each, value in false if isinstance(each, Costs)]
    left = [
        choice
        for choice in product(*([value for value in range(3) if mask >> value & 1] for mask in candidates))
        if all((choice[each.key] == each.value) == value for each, value in valued)
    ]
    if any(
        all(choice[key] == value for choice in left for key, value in refusal.items()) for refusal in refusals
    ):
        return True
    for choice in left:
        sums = [0]
        for key, default, weight in elements:
            sums.append(sums[-1] + weight * (choice[key] != default))
        if sums[-1] <= most and all((sums[each.number] >= each.least) == value for each, value in costly):
            return False
    return True


def test_clauses_about_random_choices():
    random, shown = Random(7), 0
    for _ in range(2000):
        parts = random_choices(random)
        clause = [
            literal * random.choice((-1, 1)) for literal in random.sample(range(1, 5), random.randint(0, 4))
        ]
        try:
            Choices(*parts, Budget()).require(clause, "here")
        except Refused:
            accepted = False
        else:
            accepted = True
        assert accepted == is_shown(clause, *parts), (clause, parts)
        shown += accepted
    assert 400 < shown < 1600


def test_clauses_about_choices_keep_limits():
    parts = [0b11], [Element(0, 0, 1)]
    with pytest.raises(Stopped, match="seconds"):
        Choices(*parts, [{0: 1}], 1, [Valued(0, 1)], Budget(seconds=0))
    with pytest.raises(Stopped, match="memory"):
        Choices(*parts, [], 1, [Costs(1, 1)], Budget(memory=-(10**12))).require([1], "here")
    required, looks = [], []
    budget = SimpleNamespace(require=required.append, check_limits=lambda: looks.append(None))
    choices = Choices([0b11] * 3, [Element(key, 0, 800) for key in range(3)], [], 2400, [Costs(2, 1)], budget)
    with pytest.raises(Refused):
        choices.require([1], "here")
    assert (required, len(looks)) == ([4 * 360], 3)
