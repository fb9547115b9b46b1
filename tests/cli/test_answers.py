"""`nonosat.cli.answers`: many puzzles, records and the summary."""

import json

import pytest

import nonosat as ns
from nonosat.cli import run


def records(text):
    return [json.loads(line) for line in text.splitlines()]


def test_several_puzzles_and_folders_end_with_a_table_and_the_highest_code(folder, capsys):
    assert run(["check", "unique.non", "."]) == 65
    out, err = capsys.readouterr()
    lines = [line for line in out.splitlines() if line.startswith(("unique", "multiple", "unsolvable"))]
    assert len(lines) == 4
    assert "5 puzzles" in out
    assert "bad input" in out
    assert err == "nonosat: bad.non:4: expected a number of cells, read '1x'\n"


def test_bad_input_is_a_record_too(folder, capsys):
    assert run(["check", "--json", "bad.non", "unique.non"]) == 65
    out, err = capsys.readouterr()
    bad, unique = records(out)
    assert (bad["puzzle"], bad["verdict"]) == ("bad.non", "error")
    assert bad["error"] in err
    assert unique["verdict"] == "unique"
    assert (bad["width"], bad["height"], bad["inks"], bad["title"]) == (None, None, None, None)
    assert (unique["width"], unique["height"], unique["inks"], unique["title"]) == (2, 2, 1, "")
    assert unique["version"] == bad["version"] == ns.__version__


@pytest.mark.parametrize(
    "command",
    [
        "sample",
        "nearest",
        "explain",
        "hint",
        "conflict",
        "repair givens",
        "certify -o proof",
        "solve",
        "count",
    ],
)
def test_bad_input_is_a_record_of_every_command(folder, capsys, command):
    more = ["state.txt"] if command == "hint" else []
    for name in ("bad.non", "missing.non"):
        assert run([*command.split(), name, *more, "--json"]) == 65
        out, err = capsys.readouterr()
        (record,) = records(out)
        assert (record["puzzle"], record["verdict"]) == (name, "error")
        assert err == f"nonosat: {record['error']}\n"


def test_solutions_may_be_left_out_of_the_json(folder, capsys):
    assert run(["check", "unique.non", "multiple.non", "--json", "--no-solutions"]) == 1
    assert not any("solutions" in record for record in records(capsys.readouterr().out))
    assert run(["sample", "unique.non", "--no-solutions"]) == 64
    assert "--no-solutions" in capsys.readouterr().err
