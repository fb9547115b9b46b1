"""`nonosat.apps.cli.shell.options`: the values of the shared options."""

import pytest

from nonosat.apps.cli import run
from nonosat.apps.cli.shell.options import limit_options
from nonosat.sat.backends import DEFAULT
from nonosat.support.end import OutOfReach, Stopped


@pytest.mark.parametrize(
    ("limit", "error"),
    [
        (
            ["--memory-limit", "1M"],
            "1,000,000 bytes of memory is too little to start with; 30,000,000 at least",
        ),
        (["--memory-limit", "999999G"], "is more than the machine has"),
        (["--time-limit", "nan"], "seconds must be at least 0, got nan"),
    ],
)
def test_a_limit_that_cannot_be_kept_is_a_usage_error(folder, capsys, limit, error):
    assert run(["check", "unique.non", *limit]) == 64
    assert error in capsys.readouterr().err


@pytest.mark.parametrize("size", ["100m", "1G", "200000000", "300MB"])
def test_sizes_of_memory(folder, size):
    assert run(["check", "unique.non", "--memory-limit", size]) == 0


@pytest.mark.parametrize("backend", ["auto", "cp-sat", "cadical195", DEFAULT])
@pytest.mark.parametrize(
    "option",
    ["--portfolio 100000", f"--portfolio {10**20}", f"--conflict-limit {10**20}", f"--seed {10**20}"],
)
def test_no_number_is_too_large_for_a_solver(folder, backend, option):
    if backend == "auto" or "portfolio" not in option:
        assert run(["check", "multiple.non", "--backend", backend, *option.split()]) == 1


@pytest.mark.parametrize("seconds", ["inf", "1e300", "9999999999", "1000000"])
def test_more_seconds_than_clocks_can_count_are_no_limit(folder, seconds):
    for question in ("check", "count", "explain", "conflict"):
        assert run([question, "unique.non", "--time-limit", seconds]) == 0
    assert run(["check", "unique.non", "--time-limit", "nan"]) == 64


@pytest.mark.parametrize("given", [{"path": "a.png"}, {"paths": ("a.png", "b.png"), "output": "a.non"}])
def test_a_limit_before_reading_names_the_input(capsys, given):
    def late(**_):
        raise OutOfReach(Stopped.SECONDS)

    assert limit_options("on each puzzle")(late)(time_limit=None, memory_limit=None, **given) == 3
    assert capsys.readouterr().err.startswith("nonosat: a.png: ")


def test_workers_are_for_several_puzzles(folder, capsys):
    assert run(["check", "unique.non", "--workers", "2"]) == 64
    assert capsys.readouterr().err == (
        "nonosat: --workers is for several puzzles; --portfolio N puts N solvers on one\n"
    )
    assert run(["count", "unique.non", "--workers", "2"]) == 64
    assert capsys.readouterr().err == "nonosat: --workers is for several puzzles\n"
    for command in ("check", "count", "ambiguity", "rate"):
        assert run([command, "unique.non", "multiple.non", "--workers", "2"]) in (0, 1)
