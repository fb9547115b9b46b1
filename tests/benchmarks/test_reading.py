"""The benchmark of files measures checkouts in processes of their own."""

from pathlib import Path

import pytest
from click.testing import CliRunner

import nonosat as ns
from benchmarks.reading import ROOT, main


@pytest.mark.slow
def test_each_checkout_has_a_column(tmp_path: Path) -> None:
    (tmp_path / "webpbn").mkdir()
    ns.dump(ns.example("cup"), tmp_path / "webpbn" / "cup.non")
    ran = CliRunner().invoke(main, [str(tmp_path), str(ROOT), "--turns", "1"])
    assert ran.exit_code == 0, ran.output
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in ran.output.splitlines()]
    assert rows[0] == ["", ROOT.name, ROOT.name]
    assert [row[0] for row in rows[2:]] == [
        "load, .non",
        "load and check, .non",
        "check, clues seen before",
        "loads, JSON",
        "load, .cwd",
        "load, .nin",
        "load, .mk",
        "load, webpbn's XML",
        "load and check, webpbn's XML",
        "rate, every 20th",
    ]
    assert all(float(cell.replace(",", "")) > 0 for row in rows[2:] for cell in row[1:])
