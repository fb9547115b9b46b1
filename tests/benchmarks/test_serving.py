"""The benchmark of the studio's server prints a row for each load."""

import pytest
from click.testing import CliRunner

from benchmarks.serving import line_of, main


def test_a_row_has_shares_in_milliseconds_and_answers_a_second() -> None:
    times = [number / 1000 for number in range(1, 102)]
    assert line_of("checks", times, 2.0) == "checks\t51.0\t96.0\t100.0\t50"
    assert line_of("strokes", [0.004]) == "strokes\t4.0\t4.0\t4.0\t"


@pytest.mark.slow
def test_a_server_is_measured() -> None:
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    ran = CliRunner().invoke(main, ["--strokes", "2", "--side", "15", "--seconds", "0.1"])
    assert ran.exit_code == 0, ran.output
    names = [line.split("\t")[0] for line in ran.output.splitlines()]
    assert names == [
        "",
        "strokes, 15x15",
        "checks, 1 clients",
        "checks, 8 clients",
        "checks, 8 clients beside 2 hard",
    ]
