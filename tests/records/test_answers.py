"""Records: Python, the command line and the HTTP API give the same one, which is as declared, for every question."""

import json
from typing import is_typeddict

import pytest

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.apps.cli.shell.command_lines import COMMANDS, line_of
from nonosat.apps.generation.domino import n_dom
from nonosat.apps.studio.questions import answer
from nonosat.model.geometry import LineId
from nonosat.records import jsonl
from nonosat.records.json_types import Record, Refused
from nonosat.records.schema_of import fields_of, record_of
from nonosat.records.shared_types import VERDICT
from nonosat.search.outcome import Verdict
from nonosat.support.end import Stopped
from nonosat.support.results import Result

GOAL = ns.Grid(["#.", "##"])
TWO = ns.Grid(["#.", ".#"])
MANY = ns.Puzzle([[(1, 11)], [(1, 2)]], [[(1, 11)], [(1, 2)]], palette=[
    ("white", "ffffff", "."), *((f"ink {n}", f"0000{n:02x}", chr(96 + n)) for n in range(1, 12))
])  # fmt: skip

KINDS = {
    "unique": GOAL.puzzle(goal=GOAL),
    "multiple": TWO.puzzle(goal=TWO),
    "colour": ns.Puzzle([[1, (1, 2)], [(1, 2)]], [[1], [(2, 2)]], palette=[
        ("white", "ffffff", "."), ("black", "000000", "#"), ("red", "ff0000", "r")
    ]),
    "many inks": MANY,
    "blotted": ns.Puzzle([["?"], [1]], [[1], ["?"]]),
    "missing clue": ns.Puzzle([None, [1]], [[1], None]),
    "givens": TWO.puzzle(givens=[(0, 0)], goal=TWO),
    "triddler": ns.Grid(["010", "010"]).triddler(2, 2, -1, goal=ns.Grid(["010", "010"])),
    "unsolvable": ns.Puzzle([[1, 1], [1]], [[1], [2], []]),
    "unsolvable by search": n_dom(3).replace(givens=[(0, 0, 0), (1, 1, 0)]),
}  # fmt: skip

TIMES = ("seconds", "stats", "propagate")


def empty(puzzle):
    return ["?" * length for length in puzzle.row_lengths]


QUESTIONS = {
    "check": (lambda puzzle: ns.check(puzzle).to_json(), ["check"], {}),
    "count": (lambda puzzle: ns.count(puzzle).to_json(), ["count"], {}),
    "ambiguity": (lambda puzzle: ns.ambiguity(puzzle).to_json(), ["ambiguity"], {"fillings": 0}),
    "rate": (lambda puzzle: ns.rate(puzzle).to_json(), ["rate"], {}),
    "explain": (lambda puzzle: ns.explain(puzzle).to_json(), ["explain"], {}),
    "hint": (lambda puzzle: ns.hint(puzzle, empty(puzzle)).to_json(), ["hint"], {}),
    "conflict": (lambda puzzle: ns.conflict(puzzle).to_json(), ["conflict"], {}),
    "repair-givens": (lambda puzzle: ns.repair_givens(puzzle).to_json(), ["repair", "givens"], {}),
    "repair-pixels": (lambda puzzle: ns.repair_pixels(puzzle).to_json(), ["repair", "pixels"], {}),
    "repair-clue": (lambda puzzle: ns.repair_clue(puzzle).to_json(), ["repair", "clue"], {}),
    "repair-auto": (lambda puzzle: ns.repair_auto(puzzle).to_json(), ["repair", "auto"], {}),
}
"""Each question in Python and on the command line, and the members that a request needs besides the puzzle."""


def timeless(record):
    return {name: value for name, value in record.items() if name not in TIMES}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_one_question_has_one_record(question, kind, tmp_path, capsys):
    puzzle = KINDS[kind]
    if question == "repair-pixels" and not puzzle.goal:
        pytest.skip("there is no picture to repair")
    ask, words, more = QUESTIONS[question]
    found = ask(puzzle)
    assert json.loads(json.dumps(found)) == found
    record_of(COMMANDS[words[0]][0]).read(found)

    path = tmp_path / "puzzle.json"
    ns.dump(puzzle, path)
    if question == "hint":
        (tmp_path / "state").write_text("\n".join(empty(puzzle)) + "\n")
        words = [*words, str(path), str(tmp_path / "state")]
    else:
        words = [*words, str(path)]
    solutions = ["--solutions"] if "solutions" in found else []
    assert run([*words, "--json", *solutions]) in (0, 1, 2)
    line = json.loads(capsys.readouterr().out)
    line_of(words[0]).read(line)
    known = timeless(found)
    if question == "conflict" and found["solutions"]:  # the command also prints the number of solutions
        known = {name: known[name] for name in known if name not in ("verdict", "line_solvable", "solutions")}
    assert {name: line[name] for name in known} == known

    state = {"state": empty(puzzle)} if question == "hint" else {}
    told = answer(question, {"puzzle": puzzle.to_json(), **more, **state})
    assert timeless(told) == timeless(found)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_record_after_a_limit_is_as_declared(question):
    picture = ns.Grid([[(row * column) % 3 % 2 for column in range(40)] for row in range(40)])
    puzzle = picture.puzzle(goal=picture)
    state = {"state": empty(puzzle)} if question == "hint" else {}
    found = answer(question, {"puzzle": puzzle.to_json(), "seconds": 0.01, **state})
    declared = record_of(COMMANDS[QUESTIONS[question][1][0]][0])
    if "error" not in found:
        declared.read(found)


def test_results_that_no_service_asks_for_are_as_declared():
    puzzle = KINDS["multiple"]
    wrong, sent = ns.judge(puzzle, "11\n01"), ns.judge(KINDS["many inks"], "nothing")
    for record, kind in (
        (ns.backbone(puzzle).to_json(), ns.Backbone),
        (ns.nearest(puzzle, ns.Grid(["##", "##"])).to_json(), ns.Nearest),
        (wrong.to_json(), ns.Judgement),
        (sent.to_json(), ns.Judgement),
        (ns.judge(puzzle, "10\n01").to_json(), ns.Judgement),
        (ns.generate(ns.Wish(width=4, height=4)).to_json(), ns.Generated),
    ):
        assert json.loads(json.dumps(record)) == record
        record_of(kind).read(record)


def test_a_certificate_has_one_record(tmp_path, capsys):
    ns.certify(GOAL.puzzle(), tmp_path)
    found = ns.verify(tmp_path).to_json()
    assert run(["verify", str(tmp_path), "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    line_of("verify").read(line)
    assert {name: line[name] for name in found} == found


def results(kind=Result):
    """The result classes that declare the members of their records."""
    return [kind] * bool(kind._MEMBERS) + [
        result for below in kind.__subclasses__() for result in results(below)
    ]


def test_every_member_of_every_record_is_explained():
    assert all(getattr(ns, name) for name in ns.__all__)  # which loads them
    kinds = [kind for kind in vars(jsonl).values() if is_typeddict(kind)] + results()
    assert len(kinds) > 30
    bare = [
        (kind.__name__, field.name) for kind in kinds for field in record_of(kind).fields if not field.about
    ]
    assert bare == [] or {name for name, _ in bare} == {"_Replaced"}


def test_names_are_those_of_the_enumerations():
    assert VERDICT.words == tuple(map(str, Verdict))
    (stopped,) = (field for field in record_of(ns.Count).fields if field.name == "stopped")
    assert stopped.type.kind.words == tuple(map(str, Stopped))


def test_a_member_too_many_or_too_few_is_found():
    declared = record_of(LineId)
    declared.read({"axis": "row", "index": 0})
    for wrong in ({"axis": "row"}, {"axis": "row", "index": 0, "more": 1}, {"axis": 3, "index": 0}):
        with pytest.raises(Refused):
            declared.read(wrong)
    with pytest.raises(Refused):
        Record("", fields_of(ns.Step)).read({"reason": "", "text": "", "cells": []})


FLAT = {
    "Ambiguity": {"exact", "line_solvable", "open_cells", "undecided_cells"},
    "Backbone": {"backbone", "open_cells", "undecided_cells"},
    "Conflict": {"chain", "contradiction", "line_solvable", "solutions"},
    "Explanation": {"concluded", "line_solvable", "seconds", "solutions", "state"},
    "Generated": {"generated", "grade", "minutes", "seconds", "stars"},
    "Hint": {"seconds"},
    "ImageChoice": {"minutes", "stars"},
    "JudgedCell": {"colour", "column", "row"},
    "JudgedMoves": {"kinds", "seconds"},
    "Judgement": {"solutions"},
    "Mistake": {"colour", "column", "row"},
    "Nearest": {"solutions"},
    "Rating": {"extrapolated", "minutes_least", "minutes_most", "minutes_text", "seconds"},
    "Repair": {"solutions"},
    "ScannedNumber": {"axis", "index"},
    "SettledLine": {"seconds"},
    "Step": {"state"},
}
"""Members that only records have: parts of an object of Python, solutions as a list, what a face adds."""


def test_python_and_json_have_the_same_names():
    found = {}
    for name in ns.__all__:
        kind = getattr(ns, name)
        declared = kind._record_class() if hasattr(kind, "_record_class") else kind
        if getattr(declared, "_MEMBERS", ()):
            python = {*dir(kind), *getattr(kind, "__dataclass_fields__", ())}
            found[name] = {field.name for field in record_of(declared).fields} - python
    assert len(found) > len(FLAT)
    assert {name: members for name, members in found.items() if members} == FLAT


def test_every_annotated_part_of_a_result_is_a_member():
    assert all(getattr(ns, name) for name in ns.__all__)  # which loads them
    for kind in results():
        listed = {name.rpartition(".")[2] for name in kind._MEMBERS}
        hooks = {
            name: value.fget.__annotations__
            for name, value in vars(kind).items()
            if isinstance(value, property)
        }
        hints = {**kind.__annotations__, **{name: hints.get("return") for name, hints in hooks.items()}}
        annotated = {
            name.removeprefix("_") for name, hint in hints.items() if str(hint).startswith("Annotated[")
        }
        assert annotated <= listed, kind
