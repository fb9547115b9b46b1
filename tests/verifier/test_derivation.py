"""Steps of LRAT proofs against brute force over assignments, and the text that they are read from."""

import gzip
import zlib
from itertools import product
from random import Random

import pytest
from effort import tries

from nonosat.verifier import lrat
from nonosat.verifier.budget import Budget, Stopped
from nonosat.verifier.lrat import Derivation, unpacked
from nonosat.verifier.values import Refused, Unreadable

VARIABLES = 3


def satisfied(clause, assignment):
    return any(assignment[abs(literal) - 1] == (literal > 0) for literal in clause)


def implied(clause, clauses):
    """Returns True if every assignment that satisfies the clauses satisfies this one."""
    return all(
        satisfied(clause, assignment)
        for assignment in product((False, True), repeat=VARIABLES)
        if all(satisfied(each, assignment) for each in clauses)
    )


def settles(clause, hints, clauses):
    """Returns True if the hints propagate one literal each, and the last is a conflict."""
    true = {-literal for literal in clause}
    if any(-literal in true for literal in true):
        return False
    for at, hint in enumerate(hints, 1):
        if hint not in clauses:
            return False
        left = {literal for literal in clauses[hint] if -literal not in true}
        if len(left) != (at < len(hints)) or left & true:
            return False
        true |= left
    return bool(hints)


def propagated(clause, clauses, random):
    """Hints in some order, each of which has one literal left or none."""
    true, hints = {-literal for literal in clause}, []
    while True:
        left = {
            each: {literal for literal in those if -literal not in true} for each, those in clauses.items()
        }
        units = [each for each, those in left.items() if not those or (len(those) == 1 and not those & true)]
        if not units:
            return hints
        hints.append(random.choice(units))
        if not left[hints[-1]]:
            return hints
        true |= left[hints[-1]]


def random_clause(random, most=3):
    literals = [sign * variable for variable in range(1, VARIABLES + 1) for sign in (1, -1)]
    return random.choices(literals, k=random.randint(0, most))


def test_a_step_is_accepted_exactly_if_its_hints_settle_it():
    random = Random(1)
    counts = [0, 0]
    for _ in range(tries(20_000)):
        first = [random_clause(random) or [1] for _ in range(random.randint(1, 5))]
        proof, clauses, last = Derivation(first), dict(enumerate(first, 1)), len(first)
        for _ in range(random.randint(1, 4)):
            if random.random() < 0.2:
                number = random.randint(0, last + 1)
                if number in clauses:
                    del clauses[number]
                    proof.delete([number], "here")
                else:
                    with pytest.raises(Refused, match=f"here: there is no clause {number} now"):
                        proof.delete([number], "here")
                continue
            number, clause = last + random.randint(-1, 2), random_clause(random, 2)
            hints = propagated(clause, clauses, random)
            if random.random() < 0.4:
                hints = random.choices(
                    [*hints, random.randint(1, last + 1)], k=len(hints) + random.randint(0, 1)
                )
            fine = number > last and settles(clause, hints, clauses)
            counts[fine] += 1
            if fine:
                assert implied(clause, [clauses[hint] for hint in hints])
                steps = proof.steps
                proof.derive(number, clause, hints, "here")
                assert (proof.steps, proof.refuted) == (steps + 1, not clause)
                clauses[number], last = clause, number
                if not clause:
                    break
            else:
                with pytest.raises(Refused, match="here: "):
                    proof.derive(number, clause, hints, "here")
    assert min(counts) > tries(400)


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        (b"4 1 0 1 2 0", True),
        (b"4 1 1 0 1 2 0", True),
        (b"4 1 3 0 1 2 0", True),
        (b"4 1 4 0 1 2 0", False),
        (b"4 1 -4 0 1 2 0", False),
        (b"4 1 0 0", False),
        (b"4 1 0 -1 2 0", False),
        (b"4 1 0 1 2", False),
        (b"4 1 0  1 2 0", False),
        (b"04 1 0 1 2 0", False),
        (b"4 d 1 2 0", True),
        (b"4 d 0", False),
        (b"4 d -1 0", False),
        (b"4 1 0 1 2 0 ", False),
        (b"", False),
        (b"c", False),
    ],
)
def test_a_line_is_a_step_or_a_deletion_and_nothing_else(text, fine):
    proof = Derivation([[1, 2], [1, -2], [-1]])
    if fine:
        proof.read(text, 3, "here")
        assert proof.steps == (b"d" not in text)
    else:
        with pytest.raises(Unreadable, match="here: "):
            proof.read(text, 3, "here")


def test_nothing_follows_the_empty_clause():
    proof = Derivation([[1], [-1]])
    assert not proof.refuted
    proof.read(b"3 0 1 2 0", 1, "one")
    assert (proof.refuted, proof.steps) == (True, 1)
    for text in (b"4 1 0 1 2 0", b"4 d 1 0"):
        with pytest.raises(Refused, match="two: follows"):
            proof.read(text, 1, "two")


def test_a_forgotten_clause_proves_nothing():
    proof = Derivation([[1, 2], [1, -2], [-1]])
    proof.read(b"3 d 2 0", 2, "one")
    for text in (b"4 1 0 1 2 0", b"4 d 2 0", b"4 d 1 1 0"):
        with pytest.raises(Refused, match="there is no clause"):
            proof.read(text, 2, "two")


def lines_of(data, budget=None):
    return list(unpacked(data, "proof", budget or Budget()))


def test_lines_are_unpacked_piece_by_piece(monkeypatch):
    random = Random(2)
    for _ in range(tries(1000)):
        monkeypatch.setattr(lrat, "_PIECE", random.randint(1, 40))
        lines = [
            random.randbytes(random.randrange(30)).replace(b"\n", b"") for _ in range(random.randrange(20))
        ]
        text = b"".join(line + b"\n" for line in lines)
        data = gzip.compress(text)
        found = lines_of(data)
        assert [line for _, line in found] == lines
        read = [at for at, _ in found]
        assert read == sorted(read)
        assert all(0 < at < len(data) + lrat._PIECE for at in read)
        cut = data[: random.randrange(len(data))]
        for wrong in (
            cut,
            data + b"\0",
            data + data,
            data + bytes(99),
            zlib.compress(text),
            gzip.compress(text + b"x"),
        ):
            with pytest.raises(Unreadable, match=r"^proof:"):
                lines_of(wrong)


@pytest.mark.parametrize("piece", [1, 7])
def test_a_line_has_a_greatest_length(monkeypatch, piece):
    monkeypatch.setattr(lrat, "MOST_LINE", 20)
    monkeypatch.setattr(lrat, "_PIECE", piece)
    assert [line for _, line in lines_of(gzip.compress(b"a\n" + b"b" * 20 + b"\n"))] == [b"a", b"b" * 20]
    with pytest.raises(Unreadable, match="proof:2: longer than the 20 bytes"):
        lines_of(gzip.compress(b"a\n" + b"b" * 200))
    with pytest.raises(Unreadable, match="proof:3: the file ends in the middle of a line"):
        lines_of(gzip.compress(b"a\nb\nc"))


def test_text_can_repeat_what_lies_far_behind():
    far = Random(3).randbytes(30_000).replace(b"\n", b"")
    assert [line for _, line in lines_of(gzip.compress(far + b"\n" + far + b"\n"))] == [far, far]


def test_a_formula_without_variables_can_be_refuted():
    proof = Derivation([[]])
    proof.read(b"2 0 1 0", 0, "here")
    assert proof.refuted


def test_unpacking_checks_the_limits():
    with pytest.raises(Stopped, match="seconds"):
        lines_of(gzip.compress(b""), Budget(seconds=0))
