"""Records in JSON: what every command prints is what docs/json.md says, no field more and none less."""

import json
import re
import shlex
from pathlib import Path

import pytest
from commands import ALL, examples

from nonosat.cli import run
from nonosat.cli.commands.batch import ASKED

PAGE = (Path(__file__).parents[2] / "docs" / "json.md").read_text(encoding="utf-8")

OF_A_PUZZLE = "Every record of a puzzle"

TYPES = {
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "object": lambda value: isinstance(value, dict),
}


def tables():
    """The fields by the heading that they are under, each a name with its type and its condition."""
    for section in PAGE.split("\n## ")[1:]:
        heading, _, body = section.partition("\n### ")[0].partition("\n")
        rows = re.findall(r"^\| `(\w+)` \| ([^|,]*)(?:, ([^|]*))? \|", body, re.MULTILINE)
        for name in heading.split(", "):
            yield name, {field: (kind.strip(), condition) for field, kind, condition in rows}


TABLES = dict(tables())


def fits(value, kind):
    if " or " in kind:
        return any(fits(value, each) for each in kind.split(" or "))
    if kind.startswith("list of "):
        return isinstance(value, list) and all(fits(each, kind.removeprefix("list of ")) for each in value)
    return TYPES[kind](value)


LISTS = ("formats", "backends", "examples")
"""Commands that put no question to a puzzle."""


def fields_of(command):
    own = TABLES[command]
    alone = command in ("verify", *LISTS)
    return own if alone else {**TABLES[OF_A_PUZZLE], **own}


def check(record, command):
    check_fields(record, fields_of(command))


def check_fields(record, fields):
    assert set(record) <= set(fields)
    assert {field for field, (_, condition) in fields.items() if not condition} <= set(record)
    for field, value in record.items():
        kind, _ = fields[field]
        assert fits(value, kind), (field, value, kind)


def has_json(command):
    return any("--json" in parameter.opts for parameter in command.params)


ALWAYS = ("batch", "dataset")
"""Commands whose records need no option, see their own tests."""

ASKING = [name for name, command in ALL.items() if has_json(command)]


def test_every_command_with_records_is_described():
    described = {name.split()[0] for name in ASKING}
    assert described == set(TABLES) - {OF_A_PUZZLE, *ALWAYS}
    assert {"check", "rate", "repair", "generate"} <= described


@pytest.mark.parametrize("name", ASKING)
def test_records_are_as_described(name, files, capsys):
    for example in examples(ALL[name]):
        words = [word for word in shlex.split(example) if word not in ("--json", "--no-solutions")]
        assert run([*words, "--json"]) in (0, 1, 2)
        records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert records
        for record in records:
            check(record, words[0])
            assert "error" not in record
            assert "solutions" in record or name in LISTS


@pytest.mark.parametrize("name", [name for name in ASKING if name.split()[0] not in (*LISTS, "generate")])
def test_errors_are_as_described(name, files, capsys):
    """Those of a puzzle have every field that every record has; a command's own may be missing."""
    words = [
        re.sub(r"^(puzzle|several|drawn|wrong|photo|proof)(\..*)?$", "missing.non", word)
        for word in shlex.split(examples(ALL[name])[0])
    ]
    if name == "certify":
        words[-1] = "folder"
    if name in ("encode", "decode"):
        words = [word.replace("missing.non", "missing.cnf") for word in words]
    if name == "verify":
        words = ["verify", "missing"]
    assert run([*words, "--json"]) == 65
    (record,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (record["verdict"], record["error"]) == ("error", record["error"])
    check(record, "verify" if name == "verify" else OF_A_PUZZLE)


@pytest.mark.parametrize(
    "ask", ["check", *(pytest.param(each, marks=pytest.mark.slow) for each in ASKED if each != "check")]
)
def test_records_of_a_batch_are_as_described(ask, files, capfd):
    """Those of the question, with those of a batch; and nothing but them where a puzzle cannot be read."""
    (files / "lines.jsonl").write_text('{"id": 7, "rows": [[1]], "columns": [[1]]}\nmissing.non\n')
    more = ["--certificates", "proofs"] if ask == "certify" else []
    names = ["puzzle.non", "several.non", "lines.jsonl"]
    assert run(["batch", *names, "--ask", ask, "--workers", "1", *more]) == 65
    records = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert len(records) == 4
    for record in records:
        failed = record["verdict"] == "error"
        check_fields(record, {**(TABLES[OF_A_PUZZLE] if failed else fields_of(ask)), **TABLES["batch"]})
        assert ("error" in record) == failed
        assert next(iter(record)) == "key"
    assert [record["id"] for record in records if "id" in record] == [7]


def test_the_solutions_can_be_left_out(files, capsys):
    assert run(["check", "puzzle.non", "several.non", "--json", "--no-solutions", "--require", "unique"]) == 1
    for line in capsys.readouterr().out.splitlines():
        check(json.loads(line), "check")
        assert not {"solutions"} & set(json.loads(line))
        assert {"required", "met"} <= set(json.loads(line))
