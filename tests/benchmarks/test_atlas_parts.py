"""The atlas in parts: all parts together have the published counts, and a sample estimates them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.atlas import atlas, main
from benchmarks.atlas_parts import Part, count_part, count_parts, estimate
from nonosat.support.errors import InputError


@pytest.mark.parametrize("size", [2, 3, 4])
def test_all_parts_have_the_counts_of_the_atlas(size: int) -> None:
    parts = [count_part(number, size=size, parts=3) for number in range(3)]
    assert sum(part.pictures for part in parts) == 2 ** (size * size)
    whole = atlas(size) if size < 4 else None
    known = (whole.unique, whole.by_lines) if whole else (52362, 51234)
    assert (sum(part.unique for part in parts), sum(part.line_solvable for part in parts)) == known
    exact = estimate(parts, "unique", size, 3)
    assert (exact.total, exact.least, exact.most) == (known[0],) * 3


@pytest.mark.slow
def test_a_sample_estimates_the_published_count_of_5x5() -> None:
    parts = [count_part(number, size=5, parts=200) for number in range(20)]
    figure = estimate(parts, "unique", 5, 200)
    assert figure.least < 25_309_575 < figure.most
    assert figure.most < 1.2 * figure.least


@pytest.mark.slow
def test_a_run_continues_from_its_journal_on_any_executor(tmp_path: Path) -> None:
    journal = tmp_path / "atlas.jsonl"
    first = [*count_parts(3, 4, range(2), journal, workers=1)]
    with ThreadPoolExecutor(2) as executor:
        parts = [*count_parts(3, 4, range(4), journal, executor)]
    assert parts[:2] == sorted(first)
    assert sum(part.unique for part in parts) == 384
    assert len(journal.read_text().splitlines()) == 5
    with pytest.raises(InputError, match="another puzzle or question"):
        next(count_parts(3, 5, range(2), journal))


def test_one_part_alone_says_nothing_about_the_others() -> None:
    figure = estimate([Part(0, 8, 6, 4)], "unique", 2, 2)
    assert (figure.total, figure.least, figure.most) == (12, 0, 16)


@pytest.mark.slow
def test_the_command_prints_estimates_and_refuses_6x6_at_once() -> None:
    ran = CliRunner().invoke(main, ["3", "--parts", "2", "--workers", "1"])
    assert "unique: 384; A242876 has 384" in ran.output
    assert CliRunner().invoke(main, ["6"]).exit_code == 2
