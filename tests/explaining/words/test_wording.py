"""The table of sentences: each kind takes its values, and reads the same wherever it is printed."""

import pytest

import nonosat as ns
from nonosat.explaining.steps.techniques import CROSSING, TECHNIQUES
from nonosat.explaining.words.glossary import GLOSSARY
from nonosat.explaining.words.patterns import IDEAS, PATTERNS, Phrase, cells_named, listed, phrase


def test_a_phrase_takes_the_values_of_its_pattern_and_no_others():
    with pytest.raises(TypeError, match="does not take nothing"):
        phrase("row")
    with pytest.raises(TypeError, match="does not take number, place"):
        phrase("row", number=1, place=2)
    with pytest.raises(TypeError, match="does not take cells"):
        phrase("cells", cells=1)  # `n` chooses the form


def test_words_in_braces_in_the_name_of_an_ink_stay():
    assert str(phrase("is", cells=cells_named(1), colour=Phrase("{n} a|b"), n=1)) == "cell 1 is {n} a|b"


def test_a_hint_has_a_sentence_for_every_technique_about_a_line():
    lines = {reason.name for reason in TECHNIQUES if reason.find or reason is CROSSING}
    assert IDEAS.keys() == lines
    assert {entry.name for entry in GLOSSARY} >= lines


def test_no_two_kinds_have_one_sentence():
    assert len({*PATTERNS.values()}) == len(PATTERNS)


@pytest.mark.parametrize(
    ("row", "length", "givens", "says"),
    [
        ([3], 9, {2: 0}, "gap: not even the 3 fits there, so cells 1 and 2 are white"),
        ([3], 9, {2: 0, 7: 0}, "gap: not even the 3 fits there, so cells 1, 2 and 9 are white"),
        (
            [4],
            9,
            {1: 1},
            "glue: the 4 on cell 2 starts at cell 1 at the earliest (the edge), so cells 3 and 4 are black",
        ),
        (
            [3],
            9,
            {7: 1, 8: 0},
            "glue: the 3 on cell 8 ends at cell 8 at the latest (cell 9 is white), so cells 6 and 7 are black",
        ),
        (
            [3],
            9,
            {4: 1},
            "ordered reach: the 3 on cell 5 lies in cells 3 to 7, so cells 1, 2, 8 and 9 are white",
        ),
        (
            [1, 2],
            6,
            {2: 1},
            "agree: the blocks start at cells 1 and 3 at the earliest and 3 and 5 at the latest; all ways agree",
        ),
    ],
)
def test_a_step_names_the_block_the_wall_and_the_extremes(row, length, givens, says):
    puzzle = ns.Puzzle([row], [None] * length, givens=[(0, at, colour) for at, colour in givens.items()])
    assert any(step.text.startswith(f"row 1, {says}") for step in ns.explain(puzzle))


def test_lists():
    assert str(listed(["a", "b", "c"], "semicolon", "semicolon")) == "a; b; c"
