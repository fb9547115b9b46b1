"""The page of the grades: its sheets are there, and their puzzles have the grade."""

import re
from pathlib import Path

import pytest

import nonosat as ns
from docs import grades

PAGE = (Path(__file__).parents[1] / "docs" / "grades.md").read_text(encoding="utf-8")


def test_every_grade_has_its_sheet():
    assert re.findall(r"\]\(grades/([^)]+)\)", PAGE) == list(map(grades.name_of, ns.Grade))
    assert {path.name for path in grades.SHEETS.iterdir()} == set(map(grades.name_of, ns.Grade))


@pytest.mark.slow
@pytest.mark.parametrize("grade", ns.Grade)
def test_the_puzzles_of_a_sheet_have_its_grade(grade):
    found = grades.puzzles(grade)
    assert len(found) == grades.ACROSS * grades.DOWN
    assert {ns.rate(puzzle).grade for puzzle in found} == {grade}
    assert grades.sheet(grade)[:4] == b"\x89PNG"
