"""The benchmark about people, on a made-up archive."""

import json
from math import log1p

import numpy as np
import pytest

import nonosat as ns
from benchmarks.people import fitted, main, rated, rows_of

FILE = """by "Nobody"
height {height}
{judged}
width {width}

rows
{rows}

columns
{columns}
"""


def written(folder, name, puzzle, judged):
    lines = [
        ["\n".join(",".join(str(b.length) for b in clue) or "0" for clue in side)]
        for side in (puzzle.rows, puzzle.columns)
    ]
    text = FILE.format(
        height=puzzle.height, width=puzzle.width, judged=judged, rows=lines[0][0], columns=lines[1][0]
    )
    path = folder / f"{name}.non"
    path.write_text(text)
    return path


@pytest.fixture
def archive(tmp_path):
    for at in range(12):
        puzzle = ns.generate(ns.Wish(width=6, height=5), seed=at).puzzle
        judged = f'medium_time "0:00:{at + 10}"' if at % 2 else f"difficulty {1 + at / 10}"
        written(tmp_path, at, puzzle, judged)
    return tmp_path


def test_a_row_has_the_figures_of_people_and_of_the_rating(archive):
    rows = [row for row in map(rated, sorted(archive.glob("*.non"))) if row]
    assert {row["site"] for row in rows} == {"griddlers", "webpbn"}
    assert all(row["work"]["visits"] > 0 and row["verdict"] == "unique" for row in rows)


def test_the_journal_is_kept_and_the_models_are_fitted(archive, capsys):
    journal = archive / "rows.jsonl"
    for _ in range(2):  # puzzles in the journal are not rated again
        main([str(archive), "--journal", str(journal), "--sample", "8", "--fit"])
    rows = list(rows_of(journal))
    assert len(rows) == len({row["sha256"] for row in rows}) == 8
    assert "one ink 3 Law" in capsys.readouterr().out


def test_a_law_is_found_again_and_no_weight_is_negative():
    rows = [{"work": {"visits": at, "pieces": at % 7, "distinct": at % 3 / 3}} for at in range(60)]
    target = [1 + 2 * log1p(row["work"]["visits"]) - log1p(row["work"]["pieces"]) / 100 for row in rows]
    law = fitted(rows, ["visits", "pieces", "distinct"], np.array(target))
    assert law.base == pytest.approx(1, abs=0.1)
    assert law.weights["visits"] == pytest.approx(2, abs=0.1)
    assert min(law.weights.values()) >= 0
    assert json.dumps(law.weights)
