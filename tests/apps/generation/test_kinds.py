"""Kinds of pictures: each has its look and about the requested density."""

from itertools import pairwise
from random import Random

import pytest

from nonosat import Grid, Wish
from nonosat.apps.generation.kinds import drawn
from nonosat.apps.generation.lettering import GLYPH_HEIGHT, GLYPH_WIDTH, GLYPHS
from nonosat.apps.generation.start_pictures import started
from nonosat.apps.generation.symmetry import symmetries_of
from nonosat.apps.generation.wish import Kind, Symmetry

SHAPES = sorted(set(Kind) - {Kind.NOISE, Kind.TEXT})


def smoothness(cells, width):
    """The share of pairs of neighbours that have one colour."""
    rows = [cells[at : at + width] for at in range(0, len(cells), width)]
    pairs = [pair for row in rows for pair in pairwise(row)]
    pairs += [pair for above, row in pairwise(rows) for pair in zip(above, row, strict=True)]
    return sum(one == other for one, other in pairs) / len(pairs)


@pytest.mark.parametrize("density", [0.1, 0.45, 0.6, 0.9])
@pytest.mark.parametrize("kind", SHAPES)
def test_shapes_have_the_density(kind, density):
    cells = drawn(kind, 17, 20, density=density, inks=3, random=Random("1"))
    assert 1 - cells.count(0) / 340 == pytest.approx(density, abs=0.03)
    assert max(cells) <= 3


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("size", [(1, 1), (1, 9), (9, 1), (2, 2), (5, 5), (6, 30)])
def test_every_size_has_pictures_of_every_kind(kind, size):
    for seed in range(5):
        for density in (0, 0.5, 1):
            cells = drawn(kind, *size, density=density, inks=9, random=Random(f"{seed}"))
            assert len(cells) == size[0] * size[1]
            assert max(cells) <= 9


def test_the_same_random_numbers_give_the_same_picture():
    """And did when this was written: pictures are part of what seeds promise."""
    sums = {}
    for kind in Kind:
        one, other = (drawn(kind, 12, 15, density=0.5, inks=2, random=Random("7")) for _ in range(2))
        assert one == other
        sums[str(kind)] = sum(at * colour for at, colour in enumerate(one)) % 1000
    assert sums == SUMS


SUMS = {"blobs": 264, "maze": 825, "noise": 319, "strokes": 324, "text": 934}


def test_blobs_are_smoother_than_strokes_and_strokes_than_noise():
    found = {}
    for kind in (Kind.NOISE, Kind.STROKES, Kind.BLOBS):
        found[kind] = sum(
            smoothness(drawn(kind, 20, 20, density=0.5, inks=1, random=Random(f"{seed}")), 20)
            for seed in range(10)
        )
    assert found[Kind.NOISE] < 5.5 < 7 < found[Kind.STROKES] < found[Kind.BLOBS] - 0.5


def test_the_walls_of_a_maze_are_thin_and_connected():
    cells = drawn(Kind.MAZE, 15, 15, density=0.4, inks=1, random=Random("1"))
    inked = {cell for cell, colour in enumerate(cells) if colour}
    assert not any({cell, cell + 1, cell + 15, cell + 16} <= inked for cell in inked if cell % 15 < 14)
    reached, new = set(), {min(inked)}
    while new:
        reached |= new
        near = {cell + step for cell in new for step in (-15, 15)}
        near |= {cell - 1 for cell in new if cell % 15} | {cell + 1 for cell in new if cell % 15 < 14}
        new = near & inked - reached
    assert reached == inked


def test_letters_are_those_of_the_font():
    found = {
        bytes(drawn(Kind.TEXT, 7, 5, density=0.4, inks=1, random=Random(f"{seed}"))) for seed in range(300)
    }
    assert len(found) == 36


def test_letters_are_enlarged_alike_in_both_directions():
    font = {"".join(glyph) for glyph in GLYPHS.values()}
    sizes = set()
    for seed in range(20):
        cells = bytes(drawn(Kind.TEXT, 40, 40, density=0.1, inks=1, random=Random(f"{seed}")))
        rows = [cells[at : at + 40] for at in range(0, 1600, 40)]
        inked = [at for at, row in enumerate(rows) if any(row)]
        height = next(at for at in range(inked[0], 41) if not any(rows[at])) - inked[0]
        scale = height // GLYPH_HEIGHT
        sizes.add(scale)
        letters = (40 + scale) // (scale * (GLYPH_WIDTH + 1))
        left = (40 - letters * scale * (GLYPH_WIDTH + 1) + scale) // 2
        for letter in range(letters):
            x = left + letter * scale * (GLYPH_WIDTH + 1)
            glyph = "".join(
                ".#"[rows[inked[0] + row * scale][x + column * scale]]
                for row in range(GLYPH_HEIGHT)
                for column in range(GLYPH_WIDTH)
            )
            assert glyph in font
    assert len(sizes) > 2


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("symmetry", sorted(set(Symmetry) - {Symmetry.NONE}))
def test_every_kind_can_be_symmetric(kind, symmetry):
    wish = Wish(width=11, height=11, kind=kind, symmetry=symmetry, inks=2)
    cells = started(wish, 0.5, Random("1")).cells
    assert symmetry in symmetries_of(Grid.from_cells(cells, 11))
    if kind is not Kind.TEXT:
        assert 1 - cells.count(0) / 121 == pytest.approx(0.5, abs=0.2)
