"""`nonosat.cli.answers`: many puzzles, records and the summary."""

import json

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
    assert (bad["puzzle"], bad["verdict"]) == ("bad.non", "unknown")
    assert bad["error"] in err
    assert unique["verdict"] == "unique"
