"""nonocheck, the checker that is proved in Coq and extracted to OCaml: built and run if both are installed.

`make -C src/nonosat/verifier/proved` builds it; see docs/proofs.md.
"""

import json
import re
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest
from forging import write
from solution_sets import random_puzzle, random_triddler

import nonosat as ns
from benchmarks.certificates import forged, lies
from nonosat.apps.cli import run
from nonosat.proofs.certificate import with_manifest
from nonosat.proofs.counts import certify_backbone
from nonosat.verifier.budget import Budget
from nonosat.verifier.places import Place
from nonosat.verifier.reading import MANIFEST, PROOF, PUZZLE

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "nonosat" / "verifier" / "proved"
PUZZLES = ROOT / "puzzles"
NAMES = [
    "cup.non",
    "rocket.non",
    "dom-06.non",
    "anchor.non",
    "unsolvable-by-lines.non",
    "unsolvable-by-search.non",
]
NAMES += [
    "flower.xml",
    "cat-with-blots.json",
    "gchq.non",
    "gchq-without-givens.non",
    "castle.non",
    "whale.json",
]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not all(map(shutil.which, ("coqc", "ocamlopt", "make"))), reason="needs Coq and OCaml"
    ),
    pytest.mark.xdist_group("proved"),
]


@pytest.fixture(scope="session")
def program(tmp_path_factory):
    """The checker, built once."""
    build = tmp_path_factory.mktemp("proved")
    subprocess.run(["make", "-s", "-C", SOURCES, f"BUILD={build}"], check=True, capture_output=True)
    return build / "nonocheck"


def asked(program, place):
    """The exit code, and what it says; every error is one line."""
    ran = subprocess.run([program, place], capture_output=True, text=True, check=False)
    assert ran.returncode in (0, 1, 3, 65), (ran.returncode, ran.stderr)
    assert ran.stderr.count("\n") == (ran.returncode != 0), ran.stderr
    assert ("s VERIFIED\n" in ran.stdout) == (ran.returncode == 0)
    return ran.returncode, ran.stdout + ran.stderr


def files_of(place):
    """The files of a certificate in one file."""
    there = Place(str(place), Budget())
    return {name: there.data(name) for name in there.names()}


def test_no_axioms_are_assumed(program):
    printed = (program.parent / "assumptions.txt").read_text()
    assert set(printed.splitlines()) == {"Closed under the global context"}
    text = "".join(path.read_text() for path in SOURCES.glob("*.v"))
    assert not re.search(r"\b(Axiom|Parameter|Admitted|admit|Conjecture)\b", text)
    assert text.count("Print Assumptions") == len(printed.splitlines())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ending", ["", ".nonoproof"])
def test_certificates_of_shipped_puzzles_are_accepted(program, tmp_path, name, ending):
    puzzle = ns.load(PUZZLES / name)
    verdict = ns.certify(puzzle, tmp_path / f"c{ending}").verdict
    words = {"unique": "exactly one solution", "multiple": "several solutions", "unsolvable": "no solution"}
    code, said = asked(program, tmp_path / f"c{ending}")
    assert (code, words[verdict] in said) == (0, True), said
    if certify_backbone(puzzle, tmp_path / f"b{ending}").cells:
        assert asked(program, tmp_path / f"b{ending}")[0] == 0


def test_certificates_of_random_puzzles_are_accepted(program, tmp_path):
    random, count = Random(11), 0
    for at in range(60):
        puzzle = random_triddler(random) if at % 3 == 0 else random_puzzle(random)
        other = puzzle.replace(givens=[*puzzle.givens, (0, 0, random.randrange(len(puzzle.palette)))])
        longer = puzzle.replace(rows=[(*(puzzle.rows[0] or ()), (1, 1)), *puzzle.rows[1:]])
        for number, (each, certify) in enumerate(
            ((puzzle, ns.certify), (puzzle, certify_backbone), (other, ns.certify), (longer, ns.certify))
        ):
            place = tmp_path / f"{at}-{number}.nonoproof"
            certify(each, place)
            if place.exists():
                code, said = asked(program, place)
                assert code == 0, (each, said)
                count += 1
    assert count > 120


def test_counts_and_conflicts_are_accepted_and_no_other_number(program, tmp_path):
    random, counts, conflicts = Random(5), 0, 0
    for at in range(60):
        puzzle = random_triddler(random) if at % 3 == 0 else random_puzzle(random)
        place = tmp_path / f"{at}.nonoproof"
        if (certificate := ns.certify(puzzle, place, claim="count")).proved:
            total = certificate.answer.count
            code, said = asked(program, place)
            assert (code, f"is {total}\n" in said) == (0, True), (puzzle, said)
            for wrong in (total + 1, max(total - 1, 0)):
                files = files_of(place)
                files[MANIFEST] = files[MANIFEST].replace(b'"%d"' % total, b'"%d"' % wrong)
                write(files, tmp_path / f"{at}-{wrong}")
                assert (asked(program, tmp_path / f"{at}-{wrong}")[0] == 0) == (wrong == total)
            counts += 1
        other = puzzle.replace(givens=[*puzzle.givens, (0, 0, random.randrange(len(puzzle.palette)))])
        longer = puzzle.replace(rows=[(*(puzzle.rows[0] or ()), (1, 1)), *puzzle.rows[1:]])
        for number, each in enumerate((puzzle, other, longer)):
            place = tmp_path / f"{at}-conflict-{number}.nonoproof"
            if ns.certify(each, place, claim="conflict").proved:
                code, said = asked(program, place)
                assert (code, "these contradict each other" in said) == (0, True), (each, said)
                conflicts += 1
    assert counts > 50
    assert conflicts > 20


def test_every_accepted_forgery_is_true(program, tmp_path):
    random, genuine = Random(3), []
    for name in (
        "rocket.non",
        "dom-04.non",
        "anchor.non",
        "unsolvable-by-search.non",
        "gchq-without-givens.non",
    ):
        place = tmp_path / f"{name}.nonoproof"
        (certify_backbone if "gchq" in name else ns.certify)(ns.load(PUZZLES / name), place)
        genuine.append(files_of(place))
    for name in (
        "anchor.non",
        "gchq-without-givens.non",
        "unsolvable-by-lines.non",
        "unsolvable-by-search.non",
    ):
        place = tmp_path / f"{name}-more.nonoproof"
        assert ns.certify(
            ns.load(PUZZLES / name), place, claim="conflict" if "unsolvable" in name else "count"
        ).proved
        genuine.append(files_of(place))
    accepted = 0
    for at in range(400):
        files, target = forged(random, random.choice(genuine)), tmp_path / str(at)
        write(files, target)
        code, said = asked(program, target)
        if code == 0:
            accepted += 1
            assert not lies(files), said
    assert accepted < 250


WRONG = {
    "truncated": lambda files: {**files, PROOF: files[PROOF][:-20]},
    "a huge number": lambda files: {**files, "deductions.jsonl": b'["row",%s]\n' % (b"9" * 5000)},
    "a huge side": lambda files: {
        **files,
        PUZZLE: files[PUZZLE].replace(b'"rows": [', b'"rows": [' + b"[]," * 5000),
    },
    "a huge variable": lambda files: {**files, "formula.cnf": files["formula.cnf"] + b"99999999999 0\n"},
    "a length that only its escape makes look illegible": lambda files: {
        **files,
        PUZZLE: re.sub(rb"\[\d+,1\]", b'["\\\\u0041",1]', files[PUZZLE], count=1),
    },
    "many keys": lambda files: {
        **files,
        MANIFEST: b"{" + b",".join(b'"%d":0' % at for at in range(100_000)) + b"}",
    },
    "nested deeply": lambda files: {**files, "variables.json": b"[" * 100_000},
    "no puzzle": lambda files: {name: data for name, data in files.items() if name != PUZZLE},
    "an unknown version": lambda files: {
        **files,
        MANIFEST: files[MANIFEST].replace(b"certificate 2", b"certificate 3"),
    },
    "not JSON": lambda files: {**files, MANIFEST: b"\xff\0"},
    "another puzzle": lambda files: {**files, PUZZLE: files[PUZZLE].replace(b"1", b"2", 1)},
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_bad_input_is_one_line(program, tmp_path, change):
    ns.certify(ns.load(PUZZLES / "dom-06.non"), tmp_path / "c.nonoproof")
    write(change(files_of(tmp_path / "c.nonoproof")), tmp_path / "wrong")
    assert asked(program, tmp_path / "wrong")[0] in (1, 65)
    packed = (tmp_path / "c.nonoproof").read_bytes()
    for size in (0, 1, 30, 500, len(packed) - 30):
        (tmp_path / "torn").write_bytes(packed[:size])
        assert asked(program, tmp_path / "torn")[0] in (0, 65)
    assert asked(program, tmp_path / "nothing")[0] == 65


ORDERS = "orders.json"
WRONG_COUNTS = {
    "truncated": lambda files: {ORDERS: files[ORDERS][:40]},
    "huge numbers": lambda _: {ORDERS: b"[[%s]]" % b",".join([b"9" * 30] * 10)},
    "nested deeply": lambda _: {ORDERS: b"[" * 1_000_000},
    "cells twice": lambda files: {
        ORDERS: json.dumps([order * 2 for order in json.loads(files[ORDERS])]).encode()
    },
    "no cells": lambda _: {ORDERS: b"[]"},
    "many digits": lambda files: {MANIFEST: files[MANIFEST].replace(b'"4"', b'"%s"' % (b"9" * 100_000))},
    "no number": lambda files: {MANIFEST: files[MANIFEST].replace(b'"4"', b'"0x4"')},
    "a zero before it": lambda files: {MANIFEST: files[MANIFEST].replace(b'"4"', b'"04"')},
}


@pytest.mark.parametrize("change", WRONG_COUNTS.values(), ids=WRONG_COUNTS)
def test_a_damaged_count_is_one_line(program, tmp_path, change):
    ns.certify(ns.load(PUZZLES / "gchq-without-givens.non"), tmp_path / "c.nonoproof", claim="count")
    files = files_of(tmp_path / "c.nonoproof")
    write({**files, **change(files)}, tmp_path / "wrong")
    assert asked(program, tmp_path / "wrong")[0] in (1, 65)


def test_a_conflict_that_can_spare_a_member_is_a_lie(tmp_path):
    puzzle = ns.load(PUZZLES / "unsolvable-by-lines.non")
    assert ns.certify(puzzle, tmp_path / "c.nonoproof", claim="conflict").proved
    files = files_of(tmp_path / "c.nonoproof")
    assert not lies(files)
    claim = json.loads(files[MANIFEST])["claim"]
    spare = next(list(line) for line in puzzle.geometry.lines if list(line) not in claim["lines"])
    for lines in ([*claim["lines"], spare], claim["lines"][1:]):
        assert lies({**files, MANIFEST: json.dumps({"claim": {**claim, "lines": lines}}).encode()})


def test_an_uncovered_claim_gives_3(program, tmp_path):
    puzzle = ns.load(PUZZLES / "gchq-without-givens.non")
    ns.certify(puzzle, tmp_path / "givens", claim="givens", more_than=0)
    code, said = asked(program, tmp_path / "givens")
    assert (code, "not covered" in said) == (3, True)


def test_commands_ask_both_checkers(program, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("NONOCHECK", str(program))
    card, place = str(PUZZLES / "gchq-without-givens.non"), str(tmp_path / "c")
    for claim, code, words in (
        ("count", 0, "the proved checker accepts it"),
        ("givens", 3, "outside of what is proved"),
    ):
        for line in (
            ["certify", card, "--claim", claim, "-o", place, "--proved"],
            ["verify", place, "--proved"],
        ):
            assert run(line) == code
            assert words in capsys.readouterr().out


def test_statements_that_contradict_themselves(program, tmp_path):
    stated = {"palette": ["white", "black"], "givens": []}
    for at, (rows, columns, givens) in enumerate(
        [
            ([[[5, 1]]], [[[1, 1]]] * 4, []),
            ([None, [], None], [[[1, 1], [2, 1]]], []),
            ([None], [None], [[0, 0, 0], [0, 0, 1]]),
            ([[[1, 1]], []], [[[1, 1]], [[1, 1]]], []),
            ([[["?", 1]], [["?", 1]]], [[[1, 1]], []], []),
        ]
    ):
        puzzle = {**stated, "rows": rows, "columns": columns, "givens": givens}
        write(with_manifest({"kind": "unsolvable"}, {PUZZLE: json.dumps(puzzle)}), tmp_path / str(at))
        assert asked(program, tmp_path / str(at))[0] == 0
