"""`rate` on the command line."""

import json
import re
from pathlib import Path

from nonosat.cli import run

PUZZLES = Path(__file__).parents[2] / "puzzles"


def record(capsys):
    (line,) = capsys.readouterr().out.splitlines()
    return json.loads(line)


def test_rate(folder, capsys):
    assert run(["rate", "unique.non", str(PUZZLES / "dom-05.non")]) == 0
    trivial, steps, searched, *_ = capsys.readouterr().out.splitlines()
    assert (trivial, steps) == ("unique.non: trivial, difficulty 2", "  2 full, 1 complete")
    numbers = r"\d+ cells by trials 2 deep, \d+ conflicts"  # which trials come first is nobody's promise
    assert re.fullmatch(rf".*/dom-05.non: needs search, {numbers}", searched)
    assert run(["rate", "multiple.non", "unsolvable.non"]) == 2
    assert capsys.readouterr().out.splitlines()[:2] == [
        "multiple.non: multiple, 4 cells left open, 1 conflict",
        "  no steps",
    ]


def test_rate_as_json(folder, capsys):
    assert run(["rate", "unique.non", "--json"]) == 0
    found = record(capsys)
    assert (found["puzzle"], found["verdict"], found["grade"]) == ("unique.non", "unique", "trivial")
    assert (found["difficulty"], found["sweeps"], found["hardest"]) == (2, 2, "complete")
    assert found["steps"] == {"full": 2, "complete": 1}
    assert run(["rate", "multiple.non", "--json"]) == 1
    found = record(capsys)
    assert (found["grade"], found["difficulty"], found["open_cells"]) == (None, None, 4)
    assert run(["rate", str(PUZZLES / "dom-12.non"), "--json", "--time-limit", "0"]) == 3
