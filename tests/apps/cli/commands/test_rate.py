"""`rate` on the command line."""

import re
from pathlib import Path

import pytest
from printed import ran, record

from nonosat.apps.cli import run

PUZZLES = Path(__file__).parents[4] / "puzzles"


@pytest.mark.slow
def test_rate(folder, capsys):
    assert run(["rate", "unique.non", str(PUZZLES / "dom-05.non")]) == 0
    trivial, steps, searched, *_ = capsys.readouterr().out.splitlines()
    assert (trivial, steps) == (
        "unique.non: under a minute (at most a minute, extrapolated), 1.0 of 5 stars, hardest step: complete, "
        "difficulty 0.23, 2 sweeps, effort 4",
        "  2 full, 1 complete",
    )
    # the order of probes is not promised
    numbers = r"difficulty 5\.\d\d, \d+ cells by probing 2 deep(, \d+ conflicts?)?, effort \d+"
    assert re.fullmatch(
        rf".*/dom-05.non: about 6 min \(.*, extrapolated\), 1\.8 of 5 stars, hardest step: deeper, {numbers}",
        searched,
    )
    several, steps, *_ = ran(capsys, ["rate", "multiple.non", "unsolvable.non"], 2).out.splitlines()
    assert several.startswith("multiple.non: multiple, difficulty 0.00, 4 cells left open")
    assert steps == "  no steps"


def test_rate_as_json(folder, capsys):
    answer = record(ran(capsys, ["rate", "unique.non", "--json"]))
    assert (answer["puzzle"], answer["verdict"], answer["grade"]) == ("unique.non", "unique", "trivial")
    assert (answer["difficulty"], answer["sweeps"], answer["hardest"]) == (0.231, 2, "complete")
    assert answer["techniques"] == {"full": 2, "complete": 1}
    answer = record(ran(capsys, ["rate", "multiple.non", "--json"], 1))
    assert (answer["grade"], answer["difficulty"], answer["open_cells"]) == (None, 0.0, 4)
    assert run(["rate", str(PUZZLES / "dom-12.non"), "--json", "--time-limit", "0"]) == 3


def test_a_puzzle_without_enough_time_has_no_grade(folder, capsys):
    first, _ = ran(capsys, ["rate", str(PUZZLES / "cat.non"), "--time-limit", "0"], 3).out.splitlines()
    assert "difficulty at least 0." in first


ESTIMATED = ("cup", "cat", "castle", "gchq", "owl", "poster-50", "rocket", "snail", "teapot", "dom-05")


@pytest.mark.slow
@pytest.mark.parametrize("name", ESTIMATED)
def test_every_command_predicts_the_same_minutes_and_stars(name, capsys):
    """Or none: explain and hint know no solution where lines alone leave cells open."""
    path = str(PUZZLES / f"{name}.non")
    rating, checked = (record(ran(capsys, [command, path, "--json"])) for command in ("rate", "check"))
    assert [rating[key] for key in ("minutes", "stars")] == [checked[key] for key in ("minutes", "stars")]
    heading = f"{path}: {rating['minutes_text']}, "
    if rating["minutes"] is not None:
        assert ran(capsys, ["rate", path]).out.startswith(f"{path}: {rating['minutes_text']} (")
    for command in ("hint", "explain"):
        out = ran(capsys, [command, path]).out
        assert out.startswith(heading) is rating["line_solvable"]
        assert " stars" in out.split("\n")[0] or not rating["line_solvable"]
