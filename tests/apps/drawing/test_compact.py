"""`nonosat.apps.drawing.compact`: every cell comes back from the characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonosat.apps.drawing.compact import DEFAULT, OPEN, braille, half_blocks

PAINTS = st.sampled_from([None, DEFAULT, OPEN, "#ff0000", "#0000ff"])

ROWS = st.integers(1, 7).flatmap(
    lambda width: st.lists(st.lists(PAINTS, min_size=width, max_size=width), min_size=1, max_size=9)
)


def styled(text):
    """The lines of a text, each a list of (character, style)."""
    lines = []
    for line in text.split("\n", allow_blank=True):
        spans = [next((s.style for s in line.spans if s.start <= at < s.end), "") for at in range(len(line))]
        lines.append(list(zip(line.plain, map(str, spans), strict=True)))
    return lines


def halves(character, style):
    """The two paints that a character shows."""
    front, _, back = (style or DEFAULT).partition(" on ")
    return {" ": (None, None), "█": (front, front), "▀": (front, back or None), "▄": (back or None, front)}[
        character
    ]


@given(ROWS)
def test_half_blocks_show_each_cell_in_its_colour(rows):
    shown = []
    for line in styled(half_blocks(rows)):
        pairs = [halves(*each) for each in line]
        shown += [[above for above, _ in pairs], [below for _, below in pairs]]
    expected = [*rows, *[[None] * len(rows[0])] * (len(rows) % 2)]
    assert shown == expected


@given(ROWS, st.booleans())
def test_braille_has_a_dot_for_each_ink(rows, colours):
    inked = {
        (row, at)
        for row, paints in enumerate(rows)
        for at, paint in enumerate(paints)
        if paint not in (None, OPEN)
    }
    shown = set()
    order = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 0), (3, 1)]  # bit by bit, as Unicode has it
    for down, line in enumerate(styled(braille(rows, colours=colours))):
        for across, (character, style) in enumerate(line):
            assert colours or not style
            bits = ord(character) - 0x2800 if ord(character) >= 0x2800 else 0
            shown |= {
                (4 * down + row, 2 * across + at) for bit, (row, at) in enumerate(order) if bits >> bit & 1
            }
    assert shown == inked


@pytest.mark.parametrize(
    ("rows", "blocks", "dots"),
    [
        ([[None, OPEN]], " ·", "·"),
        ([[OPEN, "red"], ["red", "red"]], "▄█", "⠚"),
        ([["red"]], "▀", "⠁"),
    ],
)
def test_without_colours(rows, blocks, dots):
    assert half_blocks(rows, colours=False).plain == blocks
    assert braille(rows, colours=False).plain == dots


def test_braille_takes_the_colour_that_most_have():
    assert styled(braille([["red", "blue"], [OPEN, "blue"]])) == [[("⠙", "blue")]]
