"""No forged certificate is accepted, even if its hashes fit again."""

import gzip
import json
import os
import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from cnfs import has_model
from effort import tries
from forging import edited, edited_json, holds, seal, write, write_proof
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracles import dominoes
from strategies import unsettled_puzzles

import nonosat as ns
from benchmarks.certificates import attacked
from nonosat.lines.board import Board
from nonosat.proofs import lrat_proof as lrat
from nonosat.proofs import refutation_files
from nonosat.proofs.certificate import certify_verdict as certify
from nonosat.proofs.certificate import verify, with_manifest
from nonosat.proofs.refutation_files import statement
from nonosat.sat.encodings.order import encode
from nonosat.support.limits import Clock
from nonosat.verifier.reading import (
    DEDUCTIONS,
    FORMULA,
    MANIFEST,
    PROOF,
    PUZZLE,
    SOLUTIONS,
    VARIABLES,
)

PUZZLES = Path(__file__).parents[2] / "puzzles"

LINES, BOTH, SEARCH = (ns.load(PUZZLES / f"{name}.non") for name in ("cup", "rocket", "dom-04"))
"""Puzzles with one solution: lines find it, lines and search find it, search finds it."""
MULTIPLE = ns.load(PUZZLES / "anchor.non")
REFUTED = ns.load(PUZZLES / "unsolvable-by-lines.non")
SEARCHED = ns.load(PUZZLES / "unsolvable-by-search.non")


def add_clause(folder, clause, *, last=False):
    """One more clause, before the one that excludes the solution or after it."""

    def edit(lines):
        _, _, variables, clauses = lines[0].split()
        lines.insert(len(lines) if last else 1, clause)
        lines[0] = f"p cnf {variables} {int(clauses) + 1}"

    edited(folder, FORMULA, edit)


def header(folder, variables=0, clauses=0):
    """The header of the formula, with so many variables and clauses more."""
    _, _, its, those = (folder / FORMULA).read_text().splitlines()[0].split()
    return f"p cnf {int(its) + variables} {int(those) + clauses}"


def clauses_of(folder):
    """The clauses of the formula, as text."""
    return (folder / FORMULA).read_text().splitlines()[1:]


def told_apart(folder):
    """A cell in which the two solutions differ, with the colour of the first."""
    one, other = json.loads((folder / SOLUTIONS).read_text())
    cells = ((row, at) for row, cells in enumerate(one) for at in range(len(cells)))
    row, at = next((row, at) for row, at in cells if one[row][at] != other[row][at])
    return row, at, one[row][at]


def swap(lines, one, other):
    lines[one], lines[other] = lines[other], lines[one]


def other_solution(folder):
    """Puts the second solution of a certificate for several in place of its first."""
    edited_json(folder, SOLUTIONS, lambda solutions: solutions[1:] * 2)


def steps(change):
    """Changes the lines of a proof."""
    return lambda folder: edited(folder, PROOF, change)


def first_step(change):
    """Changes the words of the first step of a proof."""
    return steps(lambda lines: [" ".join(change(lines[0].split())), *lines[1:]])


def first_hints(change):
    """Changes the hints of the first step of a proof."""

    def changed(words):
        end = words.index("0", 1)
        return [*words[: end + 1], *change(words[end + 1 : -1]), "0"]

    return first_step(changed)


def packed(change):
    """Changes the bytes of a proof as it is compressed."""
    return lambda folder: (folder / PROOF).write_bytes(change((folder / PROOF).read_bytes()))


def start_for_end(variables):
    """One of the variables that speak of a start speaks of an end."""
    next(entry for entry in variables if entry[0] == "start" and entry[4])[0] = "end"


FORGERIES = {
    "a deduction is dropped": (BOTH, lambda f: edited(f, DEDUCTIONS, lambda lines: lines[1:])),
    "the last deduction is dropped": (BOTH, lambda f: edited(f, DEDUCTIONS, lambda lines: lines[:-1])),
    "all deductions are dropped": (LINES, lambda f: (f / DEDUCTIONS).write_text("")),
    "deductions in another order": (BOTH, lambda f: edited(f, DEDUCTIONS, lambda lines: lines[::-1])),
    "a deduction twice": (BOTH, lambda f: edited(f, DEDUCTIONS, lambda lines: lines + lines[:1])),
    "a false deduction": (
        BOTH,
        lambda f: edited(f, DEDUCTIONS, lambda lines: [*lines, '["row",21,[[1,0]]]']),
    ),
    "a false deduction at the start": (
        SEARCH,
        lambda f: edited(f, DEDUCTIONS, lambda lines: ['["row",0,[[0,1]]]', *lines]),
    ),
    "a false contradiction": (
        SEARCH,
        lambda f: edited(f, DEDUCTIONS, lambda lines: [*lines, '["row",0,null]']),
    ),
    "a deduction after a contradiction": (
        REFUTED,
        lambda f: edited(f, DEDUCTIONS, lambda lines: [*lines, '["row",0,[]]']),
    ),
    "the contradiction is dropped": (REFUTED, lambda f: edited(f, DEDUCTIONS, lambda lines: lines[:-1])),
    "the contradiction is of another line": (
        REFUTED,
        lambda f: edited(
            f,
            DEDUCTIONS,
            lambda lines: [
                *lines[:-1],
                json.dumps([("column", "row")[json.loads(lines[-1])[0] == "column"], 0, None]),
            ],
        ),
    ),
    "a clue is changed": (
        BOTH,
        lambda f: edited_json(f, PUZZLE, lambda puzzle: puzzle["rows"][3].reverse()),
    ),
    "a clue is left out": (
        BOTH,
        lambda f: edited_json(f, PUZZLE, lambda puzzle: puzzle["rows"].__setitem__(21, None)),
    ),
    "a length is left out": (
        SEARCH,
        lambda f: edited_json(f, PUZZLE, lambda puzzle: puzzle["rows"][0].__setitem__(0, ["?", 1])),
    ),
    "a given against the solution is added": (
        BOTH,
        lambda f: edited_json(f, PUZZLE, lambda puzzle: puzzle["givens"].append([0, 0, 1])),
    ),
    "a given is dropped": (
        LINES.replace(givens=[(0, 0, ns.solve(LINES)[0, 0])]).replace(rows=[None, *LINES.rows[1:]]),
        lambda f: edited_json(f, PUZZLE, lambda puzzle: puzzle["givens"].clear()),
    ),
    "a clause that excludes solutions": (SEARCH, lambda f: add_clause(f, "1 0")),
    "the empty clause": (SEARCH, lambda f: add_clause(f, "0")),
    "the excluding clause twice": (
        SEARCH,
        lambda f: add_clause(f, clauses_of(f)[-1], last=True),
    ),
    "a clause after the one that excludes the solution": (
        SEARCH,
        lambda f: add_clause(f, clauses_of(f)[0], last=True),
    ),
    "the excluding clause is dropped": (
        SEARCH,
        lambda f: edited(f, FORMULA, lambda lines: [header(f, clauses=-1), *lines[1:-1]]),
    ),
    "the excluding clause is shorter": (
        SEARCH,
        lambda f: edited(f, FORMULA, lambda lines: [*lines[:-1], lines[-1].partition(" ")[2]]),
    ),
    "the excluding clause excludes another picture": (
        SEARCH,
        lambda f: edited(f, FORMULA, lambda lines: [*lines[:-1], f"{-int(lines[-1].split()[0])} 0"]),
    ),
    "a literal is dropped": (
        SEARCH,
        lambda f: edited(f, FORMULA, lambda lines: [lines[0], lines[1].partition(" ")[2], *lines[2:]]),
    ),
    "a literal is turned": (
        SEARCH,
        lambda f: edited(f, FORMULA, lambda lines: [*lines[:-1], f"-{lines[-1]}"]),
    ),
    "the header has fewer clauses": (
        SEARCH,
        lambda f: edited(f, FORMULA, lambda lines: [header(f, clauses=-1), *lines[1:]]),
    ),
    "the header has more variables": (
        SEARCH,
        lambda f: edited(f, FORMULA, lambda lines: [header(f, variables=1), *lines[1:]]),
    ),
    "two variables change places": (
        SEARCH,
        lambda f: edited_json(f, VARIABLES, lambda variables: swap(variables, 0, 40)),
    ),
    "two variables of blocks change places": (
        SEARCH,
        lambda f: edited_json(f, VARIABLES, lambda variables: swap(variables, -2, -1)),
    ),
    "a variable says the opposite": (
        SEARCH,
        lambda f: edited_json(f, VARIABLES, lambda variables: variables[0].__setitem__(3, 0)),
    ),
    "a start for an end": (
        SEARCH,
        lambda f: edited_json(f, VARIABLES, start_for_end),
    ),
    "a variable is dropped": (SEARCH, lambda f: edited_json(f, VARIABLES, lambda variables: variables[:-1])),
    "the proof has no end": (SEARCH, steps(lambda lines: lines[:-1])),
    "the proof is only its end": (SEARCH, steps(lambda lines: lines[-1:])),
    "the proof is empty": (SEARCH, lambda f: write_proof(f, [])),
    "the proof is no file of gzip": (SEARCH, packed(lambda _: b"")),
    "the proof is followed by another": (SEARCH, packed(lambda data: data + gzip.compress(b""))),
    "the proof is followed by a byte": (SEARCH, packed(lambda data: data + b"0")),
    "the proof is cut": (SEARCH, packed(lambda data: data[:-9])),
    "the last line feed is missing": (
        SEARCH,
        packed(lambda data: gzip.compress(gzip.decompress(data)[:-1])),
    ),
    "the proof leaves out steps": (SEARCH, steps(lambda lines: lines[4:])),
    "the proof goes on after its end": (SEARCH, steps(lambda lines: [*lines, "999999 1 0 1 0"])),
    "the proof has a step that does not follow": (SEARCH, first_step(lambda words: [words[0], "0", "1", "0"])),
    "the proof forgets clauses that it needs": (
        SEARCH,
        lambda f: edited(f, PROOF, lambda lines: [f"{len(clauses_of(f))} d 1 2 3 4 5 6 7 8 9 0", *lines]),
    ),
    "a clause is forgotten twice": (
        SEARCH,
        steps(lambda lines: [line for line in lines for _ in range(1 + (" d " in line))]),
    ),
    "a hint is dropped": (SEARCH, first_hints(lambda hints: hints[1:])),
    "the last hint is dropped": (SEARCH, first_hints(lambda hints: hints[:-1])),
    "a hint comes twice": (SEARCH, first_hints(lambda hints: [hints[0], *hints])),
    "a hint comes after the clash": (SEARCH, first_hints(lambda hints: [*hints, "1"])),
    "a hint is negative": (SEARCH, first_hints(lambda hints: [f"-{hints[0]}", *hints[1:]])),
    "a hint names what is not there": (SEARCH, first_hints(lambda hints: ["888888", *hints])),
    "a step has no hints": (SEARCH, first_hints(lambda _: [])),
    "a number comes twice": (SEARCH, steps(lambda lines: [lines[0], *lines])),
    "the numbers fall": (SEARCH, first_step(lambda words: ["777777", *words[1:]])),
    "a number is that of a clause": (SEARCH, first_step(lambda words: ["1", *words[1:]])),
    "a literal of a step is dropped": (SEARCH, first_step(lambda words: [words[0], *words[2:]])),
    "the empty clause comes first": (SEARCH, first_step(lambda words: [words[0], "0", *words[-2:]])),
    "the solution is another": (
        BOTH,
        lambda f: edited_json(f, SOLUTIONS, lambda solutions: solutions[0].reverse()),
    ),
    "a cell of the solution is another": (
        SEARCH,
        lambda f: edited_json(f, SOLUTIONS, lambda solutions: solutions[0][0].__setitem__(0, 1)),
    ),
    "the solution is missing": (SEARCH, lambda f: (f / SOLUTIONS).write_text("[]")),
    "two solutions for one": (
        SEARCH,
        lambda f: edited_json(f, SOLUTIONS, lambda solutions: solutions * 2),
    ),
    "two solutions that are equal": (MULTIPLE, other_solution),
    "a given against one of two solutions is added": (
        MULTIPLE,
        lambda f: edited_json(f, PUZZLE, lambda puzzle: puzzle["givens"].append(told_apart(f))),
    ),
    "one of two solutions is none": (
        MULTIPLE,
        lambda f: edited_json(f, SOLUTIONS, lambda solutions: solutions[1].reverse()),
    ),
    "a file is missing": (SEARCH, lambda f: (f / PROOF).unlink()),
    "there is a file more": (SEARCH, lambda f: (f / "notes.txt").write_text("trust me")),
    "there is a file with a strange name": (SEARCH, lambda f: (f / "\udcff\n").write_text("trust me")),
    "a solution of what has none": (REFUTED, lambda f: (f / SOLUTIONS).write_text("[]")),
}  # fmt: skip


@pytest.fixture(scope="module")
def accepted(tmp_path_factory):
    """The folder of a certificate of a puzzle, to be copied."""

    @cache
    def made(puzzle):
        folder = tmp_path_factory.mktemp("genuine") / "c"
        assert certify(puzzle, folder).verdict is not ns.Verdict.UNKNOWN
        assert verify(folder).accepted
        return folder

    return made


@pytest.mark.parametrize("what", FORGERIES)
@pytest.mark.parametrize("sealed", [True, False], ids=["sealed", "broken"])
def test_a_forged_certificate_is_refused(what, sealed, accepted, tmp_path):
    puzzle, forge = FORGERIES[what]
    shutil.copytree(accepted(puzzle), tmp_path / "c")
    forge(tmp_path / "c")
    if sealed:
        seal(tmp_path / "c")
    assert not holds(tmp_path / "c")


@pytest.mark.parametrize("name", [PUZZLE, SOLUTIONS, FORMULA, VARIABLES])
def test_a_harmless_change_breaks_the_seal(name, tmp_path):
    certify(SEARCH, tmp_path / "c")
    text = (tmp_path / "c" / name).read_text()
    (tmp_path / "c" / name).write_text(f"c well\n{text}" if name == FORMULA else f"{text}\n")
    assert verify(tmp_path / "c").refusal.startswith(f"{name}: its SHA-256")
    seal(tmp_path / "c")
    assert holds(tmp_path / "c")


def test_a_formula_must_be_there_exactly_if_cells_are_open(tmp_path):
    certify(LINES, tmp_path / "closed")
    for name, text in {FORMULA: "p cnf 0 1\n0\n", VARIABLES: "[]"}.items():
        (tmp_path / "closed" / name).write_text(text)
    write_proof(tmp_path / "closed", ["2 0 1 0"])
    certify(BOTH, tmp_path / "open")
    for name in (FORMULA, VARIABLES, PROOF):
        (tmp_path / "open" / name).unlink()
    for name in ("closed", "open"):
        seal(tmp_path / name)
        assert verify(tmp_path / name).refusal.startswith(f"{FORMULA}: belongs to")


def test_deductions_that_end_too_soon_are_refused_though_nothing_is_false(tmp_path):
    files = {
        PUZZLE: json.dumps(statement(ns.Puzzle([[1]], [[1]]))),
        SOLUTIONS: "[[[1]]]",
        DEDUCTIONS: "",
        FORMULA: "p cnf 1 2\n1 0\n-1 0\n",
        VARIABLES: '[["cell", 0, 0, 1]]',
        PROOF: gzip.compress(b"3 0 1 2 0\n"),
    }
    write(with_manifest({"kind": "unique"}, files), tmp_path / "c")
    assert verify(tmp_path / "c").refusal == f"{DEDUCTIONS}: more follows from row 0"


@pytest.mark.parametrize("number", ["true", "1.0", '"1"', "null", "[1]", "-1", "2"])
def test_a_colour_is_a_number_within_bounds(number, tmp_path):
    certify(SEARCH, tmp_path / "c")
    text = (tmp_path / "c" / PUZZLE).read_text()
    (tmp_path / "c" / PUZZLE).write_text(text.replace("[3,1]", f"[3,{number}]", 1))
    seal(tmp_path / "c")
    with pytest.raises(ns.InputError, match="row 0: expected a number from 1 to 1, got"):
        verify(tmp_path / "c")


@pytest.mark.parametrize("literal", ["999", "-999"])
@pytest.mark.parametrize("name", [FORMULA, PROOF])
def test_a_variable_without_meaning_is_an_error(literal, name, tmp_path):
    certify(SEARCH, tmp_path / "c")
    if name == FORMULA:
        add_clause(tmp_path / "c", f"{literal} 0")
    else:
        edited(tmp_path / "c", PROOF, lambda lines: [f"888 {literal} 0 1 0", *lines])
    seal(tmp_path / "c")
    with pytest.raises(ns.InputError, match=rf"{name}:[12]: there are \d+ variables"):
        verify(tmp_path / "c")


def test_a_claim_does_not_fit_another_proof(tmp_path):
    for name, puzzle in {"one": BOTH, "several": MULTIPLE, "none": SEARCHED, "lines": REFUTED}.items():
        own = certify(puzzle, tmp_path / name).verdict
        for claim in ("unique", "multiple", "unsolvable"):
            seal(tmp_path / name, claim={"kind": claim})
            assert verify(tmp_path / name).accepted == (claim == own)


def test_unsolvable_with_the_solution_kept_back_is_refused(tmp_path):
    # all that is left of the certificate is right, for there is no other solution
    for puzzle in (LINES, BOTH, SEARCH):
        certify(puzzle, tmp_path / "c")
        (tmp_path / "c" / SOLUTIONS).unlink()
        seal(tmp_path / "c", claim={"kind": "unsolvable"})
        assert not verify(tmp_path / "c").accepted


def test_the_proof_of_another_puzzle_is_refused(tmp_path):
    certify(SEARCH, tmp_path / "one")
    certify(ns.Puzzle(*dominoes(5)), tmp_path / "other")
    for name in (PUZZLE, SOLUTIONS, DEDUCTIONS, FORMULA, VARIABLES, PROOF):
        kept = (tmp_path / "one" / name).read_bytes()
        (tmp_path / "one" / name).write_bytes((tmp_path / "other" / name).read_bytes())
        seal(tmp_path / "one")
        assert holds(tmp_path / "one") == (name == DEDUCTIONS)  # neither has any
        (tmp_path / "one" / name).write_bytes(kept)


@given(unsettled_puzzles(5), st.integers(0, 1 << 30))
@settings(max_examples=tries(100))
def test_several_solutions_never_pass_for_one_however_the_formula_is_bent(tmp_path_factory, puzzle, seed):
    # the clauses are bent until they clash, and the proof of that is a real one
    report = ns.check(puzzle)
    assume(report.verdict is ns.Verdict.MULTIPLE)
    random = Random(seed)
    board = Board(puzzle)
    deductions = refutation_files._deductions(board, Clock())
    cnf = encode(board)
    clauses = [list(clause) for clause in cnf.clauses]
    excluding = cnf.excluding(report.solutions[0].cells)
    while has_model(replace(cnf, clauses=[*clauses, excluding])):
        clause = random.choice(clauses)
        bend = random.randrange(4)
        if bend == 0 and len(clause) > 1:
            clause.remove(random.choice(clause))
        elif bend == 1:
            at = random.randrange(len(clause))
            clause[at] = -clause[at]
        elif bend == 2:
            clauses.append([random.choice([-1, 1]) * random.randint(1, cnf.variables) for _ in range(3)])
        else:
            other = next(grid for grid in ns.solutions(puzzle) if grid != report.solutions[0])
            clauses.append(cnf.excluding(other.cells))
    bent = [*clauses, excluding]
    proof = lrat.refutation(replace(cnf, clauses=bent), Clock(), keep_last=True)
    renamed = {name: number for number, name in enumerate(proof.variables, 1)}
    meanings = refutation_files._meanings(board, cnf)
    files = {
        PUZZLE: json.dumps(statement(puzzle)),
        SOLUTIONS: json.dumps([[list(row) for row in report.solutions[0]]]),
        DEDUCTIONS: "".join(f"{json.dumps(entry)}\n" for entry in deductions),
        FORMULA: refutation_files._formula([bent[at] for at in proof.clauses], renamed, Clock()),
        VARIABLES: json.dumps([meanings[name - 1] for name in proof.variables]),
        PROOF: proof.proof,
    }
    folder = tmp_path_factory.mktemp("forged") / "c"
    write(with_manifest({"kind": "unique"}, files), folder)
    assert verify(folder).refusal.startswith(FORMULA)


@given(unsettled_puzzles(5))
@settings(max_examples=tries(50))
def test_several_solutions_never_pass_for_one_because_of_a_given_that_is_kept_back(tmp_path_factory, puzzle):
    report = ns.check(puzzle)
    assume(report.verdict is ns.Verdict.MULTIPLE)
    first = report.solutions[0]
    cells = [(row, at) for row in range(puzzle.height) for at in range(puzzle.width)]
    known = puzzle.replace(givens=[(*cell, first[cell]) for cell in cells])
    folder = tmp_path_factory.mktemp("forged") / "c"
    for number in range(len(cells) + 1):
        known = puzzle.replace(givens=[(*cell, first[cell]) for cell in cells[:number]])
        if certify(known, folder).verdict is ns.Verdict.UNIQUE:
            break
    (folder / PUZZLE).write_text(json.dumps(statement(puzzle)))
    seal(folder)
    assert not verify(folder).accepted


@pytest.mark.parametrize(
    ("number", "seed"),
    [pytest.param(60, 1, marks=pytest.mark.slow), pytest.param(2000, 2, marks=pytest.mark.nightly)],
)
def test_no_accepted_forgery_of_any_kind_of_claim_is_false(number, seed):
    counts = attacked(number, seed)
    assert number / 2 < counts["refused"] + counts["unreadable"] < number


# Bad input --------------------------------------------------------------------------------------------

BAD = [
    b"",
    *(b"[" * depth + b"]" * depth + b"\n" for depth in range(800, 1000, 5)),
    b"\0\1\2\xff\xfe",
    b"\xff" * 100,
    b"[",
    b'{"rows": [',
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b"1" * 5000,
    b"-1e999",
    b"NaN",
    b"null\n",
    b"{}",
    b"[]\n",
    b'["row",0,[[99999999999999999999,1]]]\n',
    b'["row",-1,[]]\n',
    b'["row",true,[]]\n',
    b'[["row"],0,[]]\n',
    b'{"rows": [], "rows": []}',
    b'{"rows": [[[1e9,1]]], "columns": [[[1,1]]], "palette": [[], []], "givens": []}',
    b'{"rows": [[[1000000000000,1]]], "columns": [[[1,1]]], "palette": [[], []], "givens": []}',
    b'{"rows": [], "columns": [], "palette": [[], []], "givens": []}',
    b'{"rows": [[]], "columns": [[]], "diagonals": [[]], "corner": 99, "palette": [[], []], "givens": []}',
    b"p cnf 999999999 999999999\n1 0\n",
    b"p cnf 221 583\n" + b"1_0 0\n" * 583,
    b"p cnf 221 583\n" + b"999 0\n" * 583,
    b"c\n",
    b"0",
    "٣ 0\n".encode(),
    b"d\n",
    b"d 0\n",
    b"1 -1 0\r\n0\r\n",
]


@pytest.mark.slow
@pytest.mark.parametrize("name", [MANIFEST, PUZZLE, SOLUTIONS, DEDUCTIONS, FORMULA, VARIABLES, PROOF])
def test_bad_files_are_errors_that_name_them(name, tmp_path):
    certify(BOTH, tmp_path / "c")
    for data in BAD:
        (tmp_path / "c" / name).write_bytes(data)
        if name != MANIFEST:
            seal(tmp_path / "c")
        assert not holds(tmp_path / "c")


@pytest.fixture(scope="module")
def genuine(tmp_path_factory):
    """The files of a certificate."""
    folder = tmp_path_factory.mktemp("genuine") / "c"
    certify(SEARCH, folder)
    return {name: (folder / name).read_bytes() for name in os.listdir(folder)}


@given(data=st.data())
@settings(max_examples=tries(150))
def test_whatever_is_done_to_a_file_nothing_false_is_accepted(genuine, tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("fuzzed")
    for name, content in genuine.items():
        (folder / name).write_bytes(content)
    name = data.draw(st.sampled_from(sorted(genuine)))
    content = genuine[name]
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.one_of(st.integers(start, min(start + 3, len(content))), st.just(len(content))))
    other = data.draw(
        st.one_of(st.just(b""), st.binary(max_size=3), st.sampled_from([b"0", b"1", b"-", b"9"]))
    )
    (folder / name).write_bytes(content[:start] + other + content[end:])
    if name == PROOF and data.draw(st.booleans()):  # within the compressed text
        content = gzip.decompress(genuine[name])
        start = min(start, len(content))
        (folder / name).write_bytes(gzip.compress(content[:start] + other + content[start + len(other) :]))
    if name != MANIFEST:
        seal(folder)
    try:
        found = verify(folder)
    except ns.InputError:
        return
    if found.accepted:
        stated = json.loads((folder / PUZZLE).read_bytes())
        assert found.verdict == ns.check(ns.Puzzle(stated["rows"], stated["columns"])).verdict


@pytest.mark.parametrize(
    ("name", "edit"),
    [
        (MANIFEST, lambda text: text.replace("{", '{"claim": {"kind": "multiple"},', 1)),
        (PUZZLE, lambda text: text.replace("{", '{"rows": [],', 1)),
    ],
)
def test_ambiguous_files_are_unreadable(name, edit, tmp_path):
    certify(SEARCH, tmp_path / "c")
    (tmp_path / "c" / name).write_text(edit((tmp_path / "c" / name).read_text()))
    if name != MANIFEST:
        seal(tmp_path / "c")
    with pytest.raises(ns.InputError, match=f"{name}: an object has the same key twice"):
        verify(tmp_path / "c")


def test_other_folders_and_files_are_unreadable(tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "empty").mkdir()
    (tmp_path / "folder" / MANIFEST).mkdir(parents=True)
    certify(LINES, tmp_path / "newer")
    seal(tmp_path / "newer", format="nonosat certificate 3")
    certify(LINES, tmp_path / "other")
    seal(tmp_path / "other", claim={"kind": "perhaps"})
    certify(LINES, tmp_path / "odd")
    seal(tmp_path / "odd", files=[1])
    for name in ("file", "empty", "folder", "newer", "other", "odd", "nowhere"):
        with pytest.raises(ns.InputError, match=f"{name}: "):
            verify(tmp_path / name)
