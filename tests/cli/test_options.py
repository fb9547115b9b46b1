"""`nonosat.cli.options`: what the shared options mean."""

import pytest

from nonosat.cli import run


@pytest.mark.parametrize(
    ("limit", "error"),
    [
        (
            ["--memory-limit", "1M"],
            "1,000,000 bytes of memory is too little to start with; 30,000,000 at least",
        ),
        (["--memory-limit", "999999G"], "is more than the machine has"),
        (["--time-limit", "nan"], "a limit of nan seconds makes no sense"),
    ],
)
def test_a_limit_that_cannot_be_kept_is_a_usage_error(folder, capsys, limit, error):
    assert run(["check", "unique.non", *limit]) == 64
    assert error in capsys.readouterr().err


@pytest.mark.parametrize("seconds", ["inf", "1e300", "9999999999", "1000000"])
def test_however_much_time_there_is(folder, seconds):
    assert run(["check", "unique.non", "--time-limit", seconds]) == 0


@pytest.mark.parametrize("size", ["100m", "1G", "200000000", "300MB"])
def test_sizes_of_memory(folder, size):
    assert run(["check", "unique.non", "--memory-limit", size]) == 0
