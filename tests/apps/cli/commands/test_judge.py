"""`judge` and `prompt` on the command line."""

import json
from pathlib import Path

import pytest
from printed import ran

from nonosat.apps.cli import run


@pytest.mark.parametrize(
    ("puzzle", "answer", "code", "words"),
    [
        (
            "unique",
            "X_\nXX\n",
            0,
            "reply.txt: right\n  read in lines 1 to 2 as rows of characters: 'X' is ink, '_' is empty\n",
        ),
        (
            "unique",
            "[[0,1],[1,1]]",
            1,
            "reply.txt: wrong: 2 lines differ from the clues\n"
            "  column 1: 1, the clue is 2\n"
            "  column 2: 2, the clue is 1\n"
            "  2 of 4 cells that all solutions agree on are right\n"
            "  2 cells away from the nearest solution\n"
            "  score 0.500, gain over a blank answer 0.000\n"
            "  read in line 1 as a list: '0' is empty, '1' is ink\n",
        ),
        ("multiple", ".#\n#.\n", 0, "reply.txt: right\n"),
        ("unsolvable", "###\n...\n###\n", 2, "reply.txt: wrong: "),
        ("unique", "none\n", 65, ""),
    ],
)
def test_judge(folder, capsys, puzzle, answer, code, words):
    Path("reply.txt").write_text(answer)
    assert ran(capsys, ["judge", f"{puzzle}.non", "reply.txt"], code).out.startswith(words)
    record = json.loads(ran(capsys, ["judge", f"{puzzle}.non", "reply.txt", "--json"], code).out)
    assert record["right"] is (code == 0)


def test_an_answer_without_a_grid_is_bad_input_in_one_line(folder, capsys):
    Path("reply.txt").write_text("none\n")
    assert run(["judge", "unique.non", "reply.txt"]) == 65
    assert capsys.readouterr().err == "nonosat: reply.txt: there is no grid in the answer\n"


def test_a_limit_exits_with_its_code(folder):
    Path("reply.txt").write_text("##\n##\n")
    assert run(["judge", "unique.non", "reply.txt", "--time-limit", "0"]) == 3


def test_prompt(folder, capsys):
    assert run(["prompt", "unique.non"]) == 0
    assert "Rows:\n1: 1\n2: 2\n" in capsys.readouterr().out
