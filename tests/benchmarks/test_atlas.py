"""The atlas of 4x4 pictures agrees with known counts and with `check`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

import nonosat as ns
from benchmarks.atlas import BEGIN, END, atlas, grid, main


@pytest.mark.parametrize(("size", "unique", "by_lines"), [(2, 14, 14), (3, 384, 384)])
def test_small_sizes_have_the_published_counts(size: int, unique: int, by_lines: int) -> None:
    figures = atlas(size)
    assert (figures.unique, figures.by_lines, figures.harder) == (unique, by_lines, ())


def test_every_puzzle_of_2x2_has_as_many_solutions_as_it_is_counted_with() -> None:
    solutions = Counter(ns.count(grid(picture, 2).puzzle()).count for picture in range(16))
    assert solutions == {number: puzzles * number for number, puzzles in atlas(2).puzzles.items()}


@pytest.mark.slow
def test_size_4_has_the_published_counts_and_writes_its_page(tmp_path: Path) -> None:
    figures = atlas(4)
    assert (figures.unique, figures.by_lines) == (52362, 51234)
    assert sum(one.pictures for one in figures.harder) == 52362 - 51234
    for one in figures.harder:
        report = ns.check(grid(one.example, 4).puzzle())
        assert report.unique
        assert not report.line_solvable
        assert ns.rate(grid(one.example, 4).puzzle()).hardest == one.technique
    assert ns.check(grid(figures.longest, 4).puzzle()).line_solvable
    page = tmp_path / "benchmarks.md"
    page.write_text(f"above\n\n{BEGIN}{END}\nbelow\n")
    ran = CliRunner().invoke(main, ["4", "--write", str(page)])
    assert ran.exit_code == 0, ran.output
    assert "52,362" in page.read_text()
    assert page.read_text().startswith("above")
    assert page.read_text().endswith("below\n")
    assert (tmp_path / "atlas" / "9-sweeps.svg").read_text().startswith("<svg")
