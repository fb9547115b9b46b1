"""The checker of certificates, part by part against brute force; whole certificates in test_certificates."""

import ast
import json
import shutil
import subprocess
import sys
from hashlib import sha256
from itertools import chain, combinations, repeat
from pathlib import Path

import pytest
from effort import tries
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracles import fillings as all_fillings
from oracles import located_runs
from strategies import every_feature, lines

import nonosat as ns
from nonosat.model.geometry import rectangle as rectangle_of
from nonosat.model.shapes import triddler
from nonosat.proofs.certificate import certify_verdict as certify
from nonosat.proofs.certificate import statement
from nonosat.verifier import Unreadable, budget, verify
from nonosat.verifier.clauses import Meanings
from nonosat.verifier.knowledge import Knowledge
from nonosat.verifier.reading import (
    DEDUCTIONS,
    FORMAT,
    FORMULA,
    MANIFEST,
    PROOF,
    PUZZLE,
    Refused,
)
from nonosat.verifier.statement import Statement, rectangle, triangles

FOLDER = Path(budget.__file__).parent
PUZZLES = Path(__file__).parents[2] / "puzzles"


def refusal(check, *arguments):
    """Why a check refuses its arguments; None if it does not."""
    try:
        check(*arguments)
    except Refused as reason:
        return str(reason)
    return None


def test_nothing_but_python_is_imported():
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.level:
                assert node.level == 1
            elif isinstance(node, ast.Import | ast.ImportFrom):
                names = [node.module] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
                assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.mark.slow
def test_it_runs_alone(tmp_path):
    shutil.copytree(FOLDER, tmp_path / "verifier")
    certify(ns.Puzzle([[1], [2]], [[2], [1]]), tmp_path / "good")
    certify(ns.Puzzle([[1], [1]], [[1], [1]]), tmp_path / "bad")
    (tmp_path / "bad" / "solutions.json").write_text("[[[1,0],[0,1]]]")

    def run(*folders):
        command = [sys.executable, "-S", "-m", "verifier", *folders]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    good = run("good")
    assert good.returncode == 0
    assert good.stdout.startswith("good: proves that the puzzle is unique (1 solution, 3 deductions")
    assert run("bad").stdout.startswith("bad: refused: solutions.json: its SHA-256 is not the one")
    assert run("good", "bad").returncode == 1
    assert run("good", "nowhere", "bad").returncode == 65
    assert run().returncode == run("good", "--time-limit", "x").returncode == 64
    assert run("good", "--time-limit", "inf", "--memory-limit", "inf").returncode == 0
    stopped = run("--json", "good", "--time-limit", "0")
    assert (stopped.returncode, json.loads(stopped.stdout)["stopped"]) == (3, "seconds")


# Limits -----------------------------------------------------------------------------------------------


def large(folder, **clues):
    """A folder with a certificate that is genuine but for what it leaves out."""
    stated = {"rows": [[]], "columns": [[]], "palette": ["white", "black"], "givens": []} | clues
    contents = {PUZZLE: json.dumps(stated), DEDUCTIONS: ""}
    files = {name: sha256(text.encode()).hexdigest() for name, text in contents.items()}
    manifest = {"format": FORMAT, "claim": {"kind": "unsolvable"}, "files": files}
    folder.mkdir()
    for name, text in {**contents, MANIFEST: json.dumps(manifest)}.items():
        (folder / name).write_text(text)
    return folder


def test_a_file_too_large_for_the_memory_is_not_read(tmp_path):
    folder = large(tmp_path / "sparse")
    with open(folder / PUZZLE, "r+b") as file:
        file.truncate(3 << 30)
    assert verify(folder).stopped == "memory"
    found = ns.verify(folder)
    assert (found.accepted, found.refusal, found.stopped) == (False, None, "memory")
    with open(folder / MANIFEST, "r+b") as file:
        file.truncate(3 << 30)
    with pytest.raises(Unreadable, match=r"manifest\.json: larger than"):
        verify(folder)


@pytest.mark.parametrize(
    "clues",
    [
        {"rows": [[]] * 4096, "columns": [[]] * 4096},
        {"rows": [[]] * 4096, "columns": [[]] * 4096, "diagonals": [[]] * 4096, "corner": -2048},
    ],
)
def test_a_statement_too_large_for_the_memory_is_not_built(tmp_path, clues):
    found = verify(large(tmp_path / "large", **clues), memory=5_000_000)
    assert found.stopped == "memory"


def test_no_file_takes_more_memory_than_estimated(tmp_path):
    """Lists in lists are what takes most memory for a byte of text."""
    folder = large(tmp_path / "lists", rows=[[[1, 1]] * 1000] * 50)
    needed = 100 * 1000 * 50
    assert verify(folder, memory=needed).stopped == "memory"
    with pytest.raises(Unreadable):
        verify(folder)


@pytest.mark.parametrize("looks", [0, 1, 5, 20, 100, 500])
def test_the_time_limit_is_checked_throughout_and_refuses_nothing(tmp_path, monkeypatch, looks):
    """The clock stands still for so many looks, and then it is too late."""
    certify(ns.load(PUZZLES / "dom-06.non"), tmp_path / "dom")
    clock = chain(repeat(0.0, looks + 1), repeat(10.0))
    monkeypatch.setattr(budget, "monotonic", lambda: next(clock))
    found = verify(tmp_path / "dom", seconds=5, memory=None)
    assert (found.stopped, found.refusal, found.accepted) == ("seconds", None, False)


def test_within_its_limits_a_certificate_is_accepted(tmp_path):
    certify(ns.load(PUZZLES / "dom-06.non"), tmp_path / "dom")
    assert verify(tmp_path / "dom", memory=200_000_000).accepted
    assert ns.verify(tmp_path / "dom", limit=ns.Limit()).accepted
    assert ns.verify(tmp_path / "dom", seconds=0).stopped == "seconds"


# The statement ----------------------------------------------------------------------------------------


@given(st.integers(1, 6), st.integers(1, 6))
def test_cells_of_a_rectangle_are_those_of_the_geometry(rows, columns):
    mine = [[list(line) for line in family] for family in rectangle(rows, columns)]
    assert mine == [[list(line) for line in family] for family in rectangle_of(rows, columns)]


@given(st.integers(1, 5), st.integers(1, 5), st.integers(1, 8), st.integers(-6, 3))
def test_cells_of_a_triddler_are_those_of_the_geometry(rows, columns, diagonals, corner):
    mine = [[list(line) for line in family] for family in triangles(rows, columns, diagonals, corner)]
    assert mine == [
        [list(line) for line in family] for family in triddler(rows, columns, diagonals, corner).families
    ]


PUZZLES_OF_EVERY_KIND = every_feature(triddlers=True, missing=True, metadata=st.just(ns.Metadata()))


@given(PUZZLES_OF_EVERY_KIND)
def test_a_statement_is_also_a_puzzle_in_our_json(puzzle):
    assert ns.loads(json.dumps(statement(puzzle)), "json").statement == puzzle.statement


def test_deductions_end_when_no_line_implies_more():
    # the middle of the row is ink; then every column is known, and says the same
    knowledge = Knowledge(Statement({**one_row(((2, 1),), 3, 2), "columns": [None, [[1, 1]], None]}))
    with pytest.raises(Refused, match="more follows from row 0"):
        knowledge.require_end("")
    knowledge.learn(["row", 0, [[1, 0]]], "")
    knowledge.require_end("")


# Lines ------------------------------------------------------------------------------------------------


def colours_of(candidates, length):
    """Per cell the mask of its colours, from the mask of cells of each colour."""
    return [sum((mask >> at & 1) << colour for colour, mask in enumerate(candidates)) for at in range(length)]


def one_row(clue, length, colours):
    """The statement of a puzzle whose only clue is that of its only row."""
    row = [["?" if size is None else size, colour] for size, colour in clue]
    palette = [["", "", ""]] * colours
    return {"rows": [row], "columns": [None] * length, "palette": palette, "givens": []}


@given(lines(), st.data())
@settings(max_examples=tries(80))
def test_a_clause_is_accepted_exactly_if_no_filling_makes_it_false(line, data):
    clue, length, candidates = line
    assume(length and sum(size or 1 for size, _ in clue) <= length)
    knowledge = Knowledge(Statement(one_row(clue, length, len(candidates))))
    knowledge.candidates = colours_of(candidates, length)
    meanings = [["cell", 0, at, colour] for at in range(length) for colour in range(len(candidates))]
    meanings += [["start", "row", 0, block, at] for block in range(len(clue)) for at in range(length)]
    meanings += [["end", "row", 0, block, at] for block in range(len(clue)) for at in range(length + 1)]

    def true(meaning, filling):
        if meaning[0] == "cell":
            return filling[meaning[2]] == meaning[3]
        start, size, _ = located_runs(filling)[meaning[3]]
        return start + (size if meaning[0] == "end" else 0) <= meaning[4]

    variables = st.integers(1, len(meanings))
    literals = st.tuples(variables, st.sampled_from([-1, 1])).map(lambda pair: pair[0] * pair[1])
    checked = Meanings(knowledge, meanings)
    for clause in data.draw(st.lists(st.lists(literals, min_size=1, max_size=4), max_size=20)):
        expected = all(
            any(true(meanings[abs(literal) - 1], filling) == (literal > 0) for literal in clause)
            for filling in all_fillings(clue, candidates, length)
        )
        assert (refusal(checked.require, clause, "") is None) == expected


def test_a_clause_about_blocks_is_accepted_exactly_if_it_holds_in_all_fillings():
    """Tries every two literals on a row of two blocks."""
    clue, length = [(1, 1), (None, 1)], 5
    stated = Statement(one_row(clue, length, 2))
    terms = [["cell", 0, at, 1] for at in range(length)]
    terms += [["start", "row", 0, block, at] for block in range(2) for at in range(length)]
    terms += [["end", "row", 0, block, at] for block in range(2) for at in range(length + 1)]
    meanings = Meanings(Knowledge(stated), terms)
    all_blocks = [
        (one, start, end)
        for one in range(length)
        for start in range(one + 2, length)
        for end in range(start + 1, length + 1)
    ]

    def true(term, one, start, end):
        if term[0] == "cell":
            return term[2] == one or start <= term[2] < end
        bound = {"start": (one, start), "end": (one + 1, end)}[term[0]][term[3]]
        return bound <= term[4]

    holding = {
        number * sign: {each for each in all_blocks if true(term, *each) == (sign > 0)}
        for number, term in enumerate(terms, 1)
        for sign in (1, -1)
    }
    for first, second in combinations(holding, 2):
        refused = refusal(meanings.require, [first, second], "")
        assert (refused is None) == (len(holding[first] | holding[second]) == len(all_blocks)), (
            first,
            second,
        )


def test_the_empty_clause_is_refused():
    meanings = Meanings(Knowledge(Statement(one_row((), 1, 2))), [])
    with pytest.raises(Refused):
        meanings.require([], "")


def test_a_clause_on_cells_without_a_common_line_is_refused():
    square = {**one_row((), 2, 2), "rows": [[], []], "columns": [[], []]}
    meanings = Meanings(Knowledge(Statement(square)), [["cell", 0, 0, 1], ["cell", 1, 1, 1]])
    meanings.require([-1], "")
    with pytest.raises(Refused):
        meanings.require([1, 2], "")


def test_a_clause_on_two_lines_is_refused():
    square = {**one_row((), 2, 2), "rows": [[[1, 1]]] * 2, "columns": [[[1, 1]]] * 2}
    bounds = [["start", "row", 0, 0, 0], ["start", "row", 1, 0, 0]]
    meanings = Meanings(Knowledge(Statement(square)), bounds)
    with pytest.raises(Refused):
        meanings.require([1, 2, -1], "")  # a tautology, but not on one line


@pytest.mark.parametrize(
    ("literals", "excluded"),
    [
        ([1, -2, -3], b"\x01\x00"),
        ([-2, -3], b"\x01\x00"),
        ([1, 3], b"\x01\x01"),
        ([1, -2], None),
        ([1, -2, 3, -3], None),
        ([1, 2, -3], None),
        ([1, -2, -3, 4], None),
        ([], None),
    ],
)
def test_the_picture_that_a_clause_excludes(literals, excluded):
    cells = [["cell", 0, 0, 0], ["cell", 0, 0, 1], ["cell", 0, 1, 0], ["start", "row", 0, 0, 0]]
    knowledge = Knowledge(Statement(one_row(((1, 1),), 2, 2)))
    assert Meanings(knowledge, cells).excluded_by(literals) == excluded


def test_verify_reports_its_progress(tmp_path):
    certify(ns.load(PUZZLES / "rocket.non"), tmp_path / "c")
    told = []
    verify(tmp_path / "c", progress=lambda *progress: told.append(progress))
    assert list(dict.fromkeys(file for file, _, _ in told)) == [DEDUCTIONS, FORMULA, PROOF]
    assert all(1 <= done <= total for _, done, total in told)
