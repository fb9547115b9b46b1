"""Records in JSON: the output of every command has exactly the fields in docs/json.md."""

import json
import re
import shlex

import pytest
from commands import ALL, examples
from printed import ran

import nonosat as ns
from docs import records as page
from nonosat.apps.cli import run
from nonosat.apps.cli.commands.batch import ASKED
from nonosat.apps.cli.shell.command_lines import ALONE, COMMANDS, line_of
from nonosat.records import jsonl
from nonosat.records.json_types import Record
from nonosat.records.schema_of import fields_of, record_of

LISTS = ("list formats", "list backends", "list examples", "line")
"""Commands that put no question to a puzzle."""


def check(record, command, **options):
    line_of(command, **options).read(record)


def line_name(command):
    """The name of a command's lines: a repair has the same, whatever it changes."""
    return command if command in LISTS else command.split()[0]


def has_json(command):
    return any("--json" in parameter.opts for parameter in command.params)


ALWAYS = ("batch", "generate --dataset")
"""Commands whose records need no option, see their own tests."""

ASKING = [name for name, command in ALL.items() if has_json(command)]


def test_every_command_with_records_is_declared():
    assert {line_name(name) for name in ASKING} == {*COMMANDS, *ALONE} - {*ALWAYS}


def test_the_appendix_has_every_question_command_and_object():
    text = page.appendix()
    names = [f"{name}()" for name in ns.QUESTIONS] + [*COMMANDS.keys() - {"solve", "decode"}, *ALONE]
    headings = re.findall(r"(?m)^### (.*)$", text)
    assert set(names) <= set(headings)
    assert set(re.findall(r"\]\(#(\w+)\)", text)) <= {name.lower() for name in headings}


@pytest.mark.slow_for("benchmark", "from-image", "scan")
@pytest.mark.parametrize("name", ASKING)
def test_records_are_as_described(name, files, capsys):
    for example in examples(ALL[name]):
        if "--dataset" in example:
            continue  # its file has the records
        words = [word for word in shlex.split(example) if word != "--json"]
        assert run([*words, "--json"]) in (0, 1, 2)
        records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert records
        for record in records:
            if "solution" in record and words[0] in ("solve", "sample"):
                record_of(jsonl.Solution).read(record)
                continue
            check(record, line_name(name))
            assert "error" not in record


@pytest.mark.parametrize("name", [name for name in ASKING if line_name(name) not in (*LISTS, "generate")])
def test_errors_are_as_described(name, files, capsys):
    """Error records of a puzzle have every field that all records have; fields of the command can be missing."""
    words = [
        re.sub(r"^(puzzle|several|drawn|wrong|photo|page|proof)(\..*)?$", "missing.non", word)
        for word in shlex.split(examples(ALL[name])[0])
    ]
    if name == "certify":
        words[-1] = "folder"
    if name in ("encode", "decode"):
        words = [word.replace("missing.non", "missing.cnf") for word in words]
    if name == "verify":
        words = ["verify", "missing"]
    out, err = ran(capsys, [*words, "--json"], 65)
    (record,) = map(json.loads, out.splitlines())
    assert record["verdict"] == "error"
    assert err == f"nonosat: {record['error']}\n"
    check(record, name.split()[0], failed=True)


@pytest.mark.parametrize(
    "ask", ["check", *(pytest.param(each, marks=pytest.mark.slow) for each in ASKED if each != "check")]
)
def test_records_of_a_batch_are_as_described(ask, files, capfd):
    """Batch records have the fields of the question and of a batch; for an unreadable puzzle, only the latter."""
    (files / "lines.jsonl").write_text('{"id": 7, "rows": [[1]], "columns": [[1]]}\nmissing.non\n')
    more = ["--certificates", "proofs"] if ask == "certify" else []
    names = ["puzzle.non", "several.non", "lines.jsonl"]
    assert run(["batch", *names, "--ask", ask, "--workers", "1", *more]) == 65
    records = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert len(records) == 4
    for record in records:
        failed = record["verdict"] == "error"
        line = line_of(ask, failed=failed)
        Record("", (*line.fields, *fields_of(jsonl.Batch))).read(record)
        assert ("error" in record) == failed
        assert next(iter(record)) == "key"
    assert [record["id"] for record in records if "id" in record] == [7]


def test_records_have_the_solutions_on_request(files, capsys):
    for more in ([], ["--solutions"]):
        assert run(["check", "puzzle.non", "several.non", "--json", *more, "--require", "unique"]) == 1
        for line in capsys.readouterr().out.splitlines():
            check(json.loads(line), "check")
            assert ("solutions" in json.loads(line)) == bool(more)
            assert {"required", "met"} <= set(json.loads(line))
    assert "--solutions goes with --json" in ran(capsys, ["check", "puzzle.non", "--solutions"], 64).err


@pytest.mark.parametrize(
    ("command", "missing"),
    [
        ("check", ("solutions",)),
        ("hint", ("verdict", "line_solvable", "solutions", "stats")),
        ("rate", ("solutions", "stats")),
        ("count", ("solutions", "stats")),
    ],
)
def test_a_member_that_was_not_asked_for_is_absent(command, missing, files, capsys):
    ns.dump(ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]]), "unique.non")
    assert run([command, "unique.non", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    shared = ("verdict", "line_solvable", "solutions", "stats")
    assert [name for name in shared if name not in record] == [*missing]
