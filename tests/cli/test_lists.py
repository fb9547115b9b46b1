"""`formats` and `backends` on the command line."""

from nonosat.cli import run
from nonosat.formats import FORMATS
from nonosat.sat.backends import BACKENDS


def test_backends_are_listed_with_what_they_can_do(capsys):
    assert run(["backends"]) == 0
    out = capsys.readouterr().out
    listed = [line.split()[0] for line in out.splitlines() if not line.startswith(" ")]
    assert listed == ["auto", "portfolio", *BACKENDS]
    assert "(ortools)" in out
    assert "assumptions" in out


def test_formats_lists_every_format_with_what_it_holds(capsys):
    assert run(["formats"]) == 0
    out = capsys.readouterr().out
    assert [line.split()[0] for line in out.splitlines()[::2]] == list(FORMATS)
    assert "several puzzles" in out
