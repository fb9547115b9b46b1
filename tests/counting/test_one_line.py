"""One line alone, compared with all its fillings."""

import json
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles import fillings, located_runs, union_of_fillings
from strategies import lines

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.model.clues import agrees, as_clue, line_clue


def spans(filling):
    return [(start, start + length) for start, length, _ in located_runs(filling)]


@given(lines(max_length=8), st.booleans())
def test_deductions_count_and_outermost_fillings_agree_with_all_fillings(line, holds):
    """With any cells known, and with some cells of a filling."""
    clue, length, masks = line
    assume(length)
    known = [
        next((colour for colour, mask in enumerate(masks) if mask >> at & 1), None) if at % 3 else None
        for at in range(length)
    ]
    colours = max(len(masks), 2)
    if holds:
        possible = fillings(tuple(clue), [(1 << length) - 1] * colours, length)
        assume(possible)
        filling = possible[sum(masks) % len(possible)]
        known = [filling[at] if cell is not None else None for at, cell in enumerate(known)]
    candidates = [sum(1 << at for at, cell in enumerate(known) if cell in (None, c)) for c in range(colours)]
    wanted = fillings(tuple(clue), candidates, length)
    found = ns.line(clue, known)
    assert found.fillings == len(wanted)
    if not wanted:
        assert (found.cells, found.leftmost, found.rightmost, found.possible) == (None, None, None, ())
        return
    union = union_of_fillings(wanted, colours)
    assert found.possible == tuple(
        "".join(letter for letter, mask in zip(found.letters, union, strict=False) if mask >> at & 1)
        for at in range(length)
    )
    assert found.cells == "".join(each if len(each) == 1 else "?" for each in found.possible)

    def text(filling):
        return "".join(found.letters[cell] for cell in filling)

    assert found.leftmost == text(min(wanted, key=spans))
    assert found.rightmost == text(min(wanted, key=lambda each: spans(each[::-1])))


@given(
    st.lists(st.sampled_from(["*", 1, 2, (1, 2), "?"]), max_size=4),
    st.lists(st.sampled_from([None, None, 0, 1, 2]), min_size=1, max_size=7),
)
def test_a_line_with_stars_has_the_fillings_that_agree_with_it(clue, known):
    wanted = [
        cells
        for cells in product(range(3), repeat=len(known))
        if agrees(line_clue(bytes(cells)), as_clue([*clue, "*"]))
        and all(cell in (None, colour) for cell, colour in zip(known, cells, strict=True))
    ]
    settled = ns.line([*clue, "*"], known)
    if len(settled.letters) < 3:
        wanted = [cells for cells in wanted if 2 not in cells]
    assert settled.fillings == len(wanted)
    assert settled.leftmost is settled.rightmost is None
    if wanted:
        possible = [{cells[at] for cells in wanted} for at in range(len(known))]
        assert [{settled.letters.index(letter) for letter in cell} for cell in settled.possible] == possible


def test_common_notations_of_a_line_are_read():
    found = ns.line("3r, 1b", "?r?????")
    assert (found.cells, found.leftmost, found.rightmost) == ("?rr????", "rrrb...", ".rrr..b")
    assert found.fillings == ns.line([3, (1, 2)], [None, 1, *[None] * 5]).fillings == 7
    assert ns.line("0", "?#?").fillings == 0
    assert ns.line("", 3).cells == "..."


@pytest.mark.parametrize(
    ("clue", "cells", "reason"),
    [
        ("3 1", "..x", "cells must be made of . # and ?, got 'x'"),
        ("3 1", "", "a line must have 1 to 4096 cells"),
        ("3 1", 5000, "a line must have 1 to 4096 cells"),
        ("three", 5, "a block must be *, or a number or ? and the letter of its ink, got 'three'"),
        ("3r 1", 5, "either all blocks of a line or none must have the letter of an ink"),
        ([(1, 300)], 5, "the colour of a block must be 1 to 255"),
        ([1], [7000], "the colour of a cell must be 0 to 255 or None, got 7000"),
    ],
)
def test_invalid_arguments_are_named(clue, cells, reason):
    with pytest.raises(ns.InputError) as caught:
        ns.line(clue, cells)
    assert str(caught.value) == reason


@pytest.mark.parametrize(
    ("words", "code", "out"),
    [
        (
            ["3 1", "????#????"],
            0,
            "follows    ????#????\nleftmost   ###.#....\nrightmost  ....###.#\nfillings   7\n",
        ),
        (
            ["3 1", "..#.?...."],
            2,
            "no filling agrees with the clue and these cells (`.` is background, `?` is unknown)\n",
        ),
        (["* 2", "??#?"], 0, "follows    ??#?\nfillings   3\n"),
        (["8", "10", "--time-limit", "0"], 3, None),
    ],
)
def test_the_command(words, code, out, capsys):
    assert run(["line", *words]) == code
    printed = capsys.readouterr().out
    assert out is None or printed == out
    assert run(["line", *words, "--json"]) == code
    assert json.loads(capsys.readouterr().out)["letters"] == ".#"
