"""`judge` and `prompt` on the command line."""

import json
from pathlib import Path

import pytest
from printed import ran

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.records.json_types import Record
from nonosat.records.jsonl import PuzzleLine
from nonosat.records.moves import JudgedMoves
from nonosat.records.schema_of import fields_of


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
            "  score 0.500\n"
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


def test_a_limit_has_its_code(folder):
    Path("reply.txt").write_text("##\n##\n")
    assert run(["judge", "unique.non", "reply.txt", "--time-limit", "0"]) == 3


def test_prompt(folder, capsys):
    assert run(["prompt", "unique.non", "--style", "json"]) == 0
    assert '"rows": [[1], [2]]' in capsys.readouterr().out


def test_moves_of_a_command_line(folder, capsys):
    assert run(["judge", "unique.non", "--move", "r1c1=black", "--json"]) in (0, 1)
    (record,) = map(json.loads, capsys.readouterr().out.splitlines())
    Record("", fields_of(JudgedMoves, PuzzleLine)).read(record)
    assert record["verdict"] == "unique"
    assert [set(move) for move in record["moves"]] == [{"cells"}]


def test_a_transcript(folder, capsys):
    solution = ns.solve(ns.load("unique.non"))
    lines = [f"r1c{at}={colour}" for at, colour in enumerate(next(iter(solution)), 1)]
    Path("moves.txt").write_text("Let me see:\n" + "\n".join(lines), encoding="utf-8")
    assert run(["judge", "unique.non", "--transcript", "moves.txt", "--json"]) == 0
    (record,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert (record["followed"], [move["line"] for move in record["moves"]][:2]) == (True, [2, 3])
    state = "\n".join("?" * length for length in ns.load("unique.non").row_lengths)
    Path("now.txt").write_text(state, encoding="utf-8")
    wrong = f"r1c1={1 - next(iter(solution))[0]}"
    assert run(["judge", "unique.non", "--move", f"{lines[0]} {wrong}", "--state", "now.txt"]) == 1
    assert "wrong: no solution has it" in capsys.readouterr().out
    assert run(["judge", "unsolvable.non", "--move", "r1c1=#"]) == 2
    assert run(["judge", "unique.non", "--move", "r1c1=#", "--time-limit", "0"]) == 3
    capsys.readouterr()


def test_one_of_answer_move_and_transcript(folder, capsys):
    for words, code in {
        (): 64,
        ("reply.txt", "--move", "r1c1=#"): 64,
        ("--move", "r1c1=#", "--transcript", "reply.txt"): 64,
        ("reply.txt", "--state", "reply.txt"): 64,
        ("--move", "nothing"): 65,
        ("--move", "r99c1=#"): 65,
    }.items():
        assert len(ran(capsys, ["judge", "unique.non", *words], code).err.splitlines()) == 1
