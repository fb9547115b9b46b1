"""Clauses about sets of cells against all fillings of a row, and forged claims at the end of a formula."""

from collections import Counter
from gzip import compress
from itertools import product
from random import Random

import pytest
from effort import tries

from nonosat.verifier.budget import Budget, Stopped
from nonosat.verifier.clauses import Meanings
from nonosat.verifier.knowledge import Knowledge
from nonosat.verifier.reading import FORMULA, PROOF
from nonosat.verifier.search_proof import check_search
from nonosat.verifier.statement import Statement
from nonosat.verifier.values import Refused, Unreadable

CELLS = 3


class Texts:
    """The two files of a search, in memory."""

    def __init__(self, variables, clauses, steps, budget=None):
        self.budget = budget or Budget()
        self.packed = compress("".join(f"{step}\n" for step in steps).encode())
        self._lines = [f"p cnf {variables} {len(clauses)}"]
        self._lines += [" ".join(map(str, [*clause, 0])) for clause in clauses]

    def lines(self, name):
        assert name == FORMULA
        return self._lines


def row(clue, colours=2, cells=CELLS):
    """Returns the candidates of a row of cells whose columns have no clue."""
    palette = [["", "", ""]] * colours
    return Knowledge(Statement({"rows": [clue], "columns": [None] * cells, "palette": palette, "givens": []}))


def test_a_clause_about_sets_is_accepted_exactly_if_a_row_or_definition_implies_it():
    random = Random(4)
    counts = [0, 0]
    for _ in range(tries(3000)):
        colours = random.choice((2, 3))
        block = random.choice(([], [[1, 1]], [[2, 1]], [["?", 1]]))
        known = row(block, colours)
        known.candidates = [random.choice(range(1, 1 << colours)) for _ in range(CELLS)]
        every = [(cell, colour) for cell in range(CELLS) for colour in range(colours)]
        sets = [tuple(random.sample(every, random.randint(1, 2))) for _ in range(2)]
        terms = [["cell", 0, *pair] for pair in every] + [["set", at] for at in range(len(sets))]
        meanings = Meanings(known, terms, sets)
        fillings = [
            picture
            for picture in product(
                *([c for c in range(colours) if mask >> c & 1] for mask in known.candidates)
            )
            if "".join(map(str, picture)).strip("0")
            in (
                ["1" * b for b in (1, 2, 3)]
                if block == [["?", 1]]
                else ["1" * sum(size for size, _ in block)]
            )
        ]

        def holds(literal, picture, every=every, sets=sets):
            at = abs(literal) - 1
            pairs = [every[at]] if at < len(every) else sets[at - len(every)]
            return all(picture[cell] == colour for cell, colour in pairs) == (literal > 0)

        for _ in range(10):
            clause = [
                random.choice((1, -1)) * random.randint(1, len(terms)) for _ in range(random.randint(1, 4))
            ]
            cells = [literal for literal in clause if abs(literal) <= len(every)]
            of_row = bool(cells) and all(any(holds(each, picture) for each in cells) for picture in fillings)
            sets_false = {
                pair
                for literal in clause
                if -literal > len(every)
                for pair in sets[-literal - len(every) - 1]
            }
            said = set()
            for literal in cells:
                cell, colour = every[abs(literal) - 1]
                left = [c for c in range(colours) if known.candidates[cell] >> c & 1 and c != colour]
                said |= {(cell, colour)} if literal > 0 else {(cell, c) for c in left if len(left) == 1}
            fine = of_row or bool(said & sets_false)
            counts[fine] += 1
            if fine:
                assert all(any(holds(each, picture) for each in clause) for picture in fillings)
                meanings.require(clause, "here")
            else:
                with pytest.raises(Refused, match="here"):
                    meanings.require(clause, "here")
    assert min(counts) > tries(3000)


# one block of one cell in three: cells 1 to 3 have ink, the first has none, the block starts in the first,
# the first two have ink, the last has
TERMS = [["cell", 0, at, 1] for at in range(CELLS)] + [["cell", 0, 0, 0], ["start", "row", 0, 0, 0]]
SETS = [((0, 1), (1, 1)), ((2, 0),)]
ONE = [[-1, -2], [-1, -3], [-2, -3], [1, 2, 3]]


def checked(clauses, steps, claim, known=None, sets=(), **more):
    meanings = Meanings(known or row([[1, 1]]), [*TERMS, *(["set", at] for at in range(len(sets)))], sets)
    counts, told = Counter(), []
    check_search(
        Texts(meanings.variables, clauses, steps, **more),
        meanings,
        claim,
        counts,
        lambda *progress: told.append(progress),
    )
    return counts, told


def test_sets_that_no_solution_has_are_proved_by_a_clause_that_says_that_one_of_them_holds():
    sets = [((0, 1), (1, 1)), ((1, 1), (2, 1))]
    clauses = [[-1, -2], [-2, -3], [-6, 1], [-6, 2], [-7, 2], [-7, 3], [6, 7]]
    steps = ["8 -6 0 3 4 1 0", "9 0 8 7 5 6 2 0"]
    counts, told = checked(clauses, steps, sets, sets=sets)
    assert counts == {"clauses": 7, "steps": 2}
    assert told == [(FORMULA, at, 7) for at in range(1, 8)]
    for last in ([6], [7], [6, 6], [6, 7, 1], [6, -7], [-6, -7], [6, 7, 5], [6, 7, -5], []):
        with pytest.raises(Refused, match=f"{FORMULA}:8: the last clause does not say that one of the sets"):
            checked([*clauses[:-1], last], [], sets, sets=sets)
    for bad in ([6, 7], [1, 2], [6]):
        with pytest.raises(Refused, match=f"{FORMULA}:2: "):
            checked([bad, *clauses[1:]], steps, sets, sets=sets)


@pytest.mark.parametrize(
    ("last", "sets", "fine"),
    [
        ([1], [((0, 1),)], True),
        ([4], [((0, 0),)], True),
        ([-1], [((0, 0),)], True),
        ([-4], [((0, 1),)], True),
        ([-1], [((0, 1),)], False),
        ([2], [((0, 1),)], False),
        ([5], [((0, 1),)], False),
        ([1, 2], [((0, 1),), ((1, 1),)], True),
        ([1, 2], [((0, 1), (1, 1))], False),
        ([1], [((0, 1), (1, 1))], False),
        ([1], [((0, 1),), ((1, 1),)], False),
        ([1, 2], [((0, 1),)], False),
        ([1], [((0, 1),), ((0, 1),)], False),
        ([1, -1], [((0, 1),), ((0, 0),)], True),
    ],
)
def test_a_set_of_one_cell_needs_no_variable_of_its_own(last, sets, fine):
    expected = (
        f"{PROOF}: does not end with the empty clause" if fine else f"{FORMULA}:2: the last clause does"
    )
    with pytest.raises(Refused, match=expected):
        checked([last], [], sets, sets=sets)


def test_the_opposite_of_one_of_three_colours_says_no_colour():
    with pytest.raises(Refused, match=f"{FORMULA}:2: the last clause does"):
        checked([[-1]], [], [((0, 0),)], row([[1, 1]], 3), [((0, 0),)])


@pytest.mark.parametrize("claim", [None, b"\1\0\0", SETS], ids=["unsolvable", "unique", "sets"])
@pytest.mark.parametrize("last", [[], [1], [-1, 3]])
def test_the_last_clause_is_what_the_claim_takes(claim, last):
    clauses = [*ONE, last]
    with pytest.raises(Refused, match=f"{FORMULA}:6: "):
        checked(clauses, ["6 0 5 0"], claim, sets=SETS)


def test_only_the_last_clause_is_that_of_the_claim():
    excluding = [-1, 2, 3]
    with pytest.raises(Refused, match=f"{PROOF}: does not end with the empty clause"):
        checked([*ONE, excluding], [], b"\1\0\0")
    for clauses in ([excluding, *ONE, excluding], [[2], *ONE, excluding]):
        with pytest.raises(Refused, match=f"{FORMULA}:2: no single line says"):
            checked(clauses, [], b"\1\0\0")
    with pytest.raises(Refused, match=f"{FORMULA}:6: the last clause does not exclude"):
        checked([*ONE, excluding], [], b"\0\1\0")


def test_a_claim_takes_a_clause():
    for claim in (b"\1\0\0", SETS):
        with pytest.raises(Refused, match=f"{FORMULA}: has no clause for the claim"):
            checked([], [], claim, sets=SETS)
    with pytest.raises(Refused, match=f"{PROOF}: does not end with the empty clause"):
        checked([], [], None)


def test_a_proof_is_read_to_its_end():
    known = row([[1, 1]])
    known.candidates = [1, 1, 1]  # as no filling has it
    clauses = [[1, 2, 3], [-1], [-2], [-3]]
    counts, _ = checked(clauses, ["5 0 2 3 4 1 0"], None, known)
    assert counts["steps"] == 1
    with pytest.raises(Refused, match=f"{PROOF}:2: follows the empty clause"):
        checked(clauses, ["5 0 2 3 4 1 0", "5 d 1 0"], None, known)
    with pytest.raises(Refused, match=f"{PROOF}: does not end with the empty clause"):
        checked(clauses, ["5 1 0 3 4 1 0"], None, known)
    with pytest.raises(Unreadable, match=f"{PROOF}:1: there are 5 variables"):
        checked(clauses, ["5 6 0 2 3 4 1 0"], None, known)
    with pytest.raises(Stopped, match="seconds"):
        checked(clauses, ["5 0 2 3 4 1 0"], None, known, budget=Budget(seconds=0))


@pytest.mark.parametrize(
    "entry",
    [
        ["set", 2],
        ["set", -1],
        ["set", True],
        ["set"],
        ["cell", 0, 3, 1],
        ["cell", 0, 0, 2],
        ["start", "row", 0, 1, 0],
        ["start", "row", 0, 0, 3],
        ["end", "row", 0, 0, 4],
        ["end", "column", 0, 0, 0],
        ["middle", "row", 0, 0, 0],
        "cell",
    ],
)
def test_a_variable_means_an_existing_cell_or_block(entry):
    Meanings(row([[1, 1]]), [["set", 1], ["start", "row", 0, 0, 2], ["end", "row", 0, 0, 3]], SETS)
    with pytest.raises(Unreadable, match=r"variables\.json: variable 2: "):
        Meanings(row([[1, 1]]), [["set", 0], entry], SETS)


def test_the_first_variable_can_be_a_set():
    meanings = Meanings(row([[1, 1]]), [["set", 0]], SETS)
    assert (meanings.says(1), meanings.says(-1)) == (0, None)


def test_after_the_limit_no_clause_is_checked():
    known, told = row([[1, 1]]), []
    meanings = Meanings(known, TERMS)
    texts = Texts(meanings.variables, ONE, [], Budget(seconds=0))
    with pytest.raises(Stopped, match="seconds"):
        check_search(texts, meanings, None, Counter(), lambda *progress: told.append(progress))
    assert not told
