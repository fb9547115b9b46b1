"""`--split` of `check`, `count` and `certify`."""

import json

import pytest
from printed import ran

from nonosat.apps.cli import run


@pytest.mark.slow_for("unique-0", "multiple-1")
@pytest.mark.parametrize(("name", "code"), [("unique", 0), ("multiple", 1), ("unsolvable", 2)])
def test_the_verdict_is_that_of_the_whole(folder, capsys, name, code):
    whole = ran(capsys, ["check", f"{name}.non"], code).out
    assert run(["check", f"{name}.non", "--split", "3", "--workers", "1", "--journal", "state"]) == code
    assert capsys.readouterr().out.split("(")[0] == whole.split("(")[0]
    assert json.loads((folder / "state").read_text().splitlines()[0])["question"] == "check"


@pytest.mark.slow
def test_numbers_and_certificates_are_those_of_the_parts_together(folder, capsys):
    assert run(["count", "multiple.non", "--split", "2", "--workers", "1"]) == 0
    assert capsys.readouterr().out == "multiple.non: 2 solutions\n"
    assert run(["certify", "unique.non", "-o", "proof", "--split", "2", "--workers", "1"]) == 0
    assert run(["verify", "proof", "--against", "unique.non"]) == 0


def test_what_belongs_to_split_goes_with_it(folder, capsys):
    for option in ("--journal", "--executor"):
        assert "goes with --split" in ran(capsys, ["check", "unique.non", option, "x"], 64).err
    assert run(["check", "unique.non", "--split", "2", "--executor", "nobody"]) == 64
    assert "no executor is called 'nobody'" in capsys.readouterr().err


def test_a_journal_of_another_puzzle_is_refused(folder, capsys):
    assert run(["check", "unique.non", "--split", "2", "--workers", "1", "--journal", "state"]) == 0
    before = (folder / "state").read_text()
    assert run(["check", "multiple.non", "--split", "2", "--workers", "1", "--journal", "state"]) == 65
    assert "state: about another puzzle or question" in capsys.readouterr().err
    assert (folder / "state").read_text() == before
