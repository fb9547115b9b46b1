"""The table of late commands."""

import pytest
from click.testing import CliRunner

from benchmarks.overshoot import Ending, main


def test_lateness_is_the_time_beyond_the_limit():
    assert Ending(1.0, 0, told=True).late(1.2) == ""
    assert Ending(1.5, 3, told=True).late(1.2) == "0.30"
    assert Ending(1.5, 3, told=False).late(1.2) == "0.30!"
    assert Ending(1.5, -9, told=True).late(1.2) == "0.30?"
    assert Ending(0.5, 70, told=True).late(1.2) == "-0.70?"
    assert Ending(0.5, 65, told=True).late(1.2) == "refused"
    assert Ending(9.9, None, told=False).late(1.2) == "never"


@pytest.mark.slow
def test_a_table_has_a_row_for_each_command_and_a_column_for_each_puzzle():
    words = ["random@0.5:30", "random@0.5:30/blank", "--limit", "0.2", "--only", "check {", "--only", "count"]
    done = CliRunner().invoke(main, words, catch_exceptions=False)
    head, *rows = done.stdout.splitlines()
    assert head.split()[:3] == ["seconds", "late", "start"]
    assert [row.split()[0] for row in rows] == ["check", "count"]


@pytest.mark.nightly
def test_no_command_forgets_its_limit():
    """A command that forgets its limit takes ten times as long; the benchmark itself measures smaller delays."""
    done = CliRunner().invoke(main, ["random@0.5:400", "random@0.5:60/blank"], catch_exceptions=False)
    print(done.stdout)
    assert "never" not in done.stdout
    assert "?" not in done.stdout
