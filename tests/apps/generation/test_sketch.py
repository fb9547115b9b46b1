"""Changes of a picture keep its requested properties."""

from random import Random

import pytest

from nonosat import Grid, Wish
from nonosat.apps.generation.sketch import Sketch
from nonosat.apps.generation.start_pictures import started
from nonosat.apps.generation.symmetry import symmetries_of
from nonosat.apps.generation.wish import Kind, Symmetry


def sketch_of(wish, density=0.5, seed="1"):
    random = Random(seed)
    return Sketch(wish, started(wish, density, random), random)


@pytest.mark.parametrize("symmetry", Symmetry)
def test_changes_keep_the_symmetry_and_can_be_undone(symmetry):
    sketch = sketch_of(Wish(width=7, height=7, symmetry=symmetry, inks=2))
    for _ in range(50):
        before = sketch.picture
        change = sketch.change(list(range(49)))
        sketch.make(change)
        assert sketch.picture != before
        sketch.undo(change)
        assert sketch.picture == before
        sketch.make(change)
        found = symmetries_of(Grid.from_cells(sketch.picture, 7))
        assert symmetry in (Symmetry.NONE, *found)


def test_changes_keep_the_density():
    sketch = sketch_of(Wish(width=20, height=20, density=0.3), 0.3)
    sketch.shake(1000)
    assert abs(1 - sketch.picture.count(0) / 400 - 0.3) < 0.05


def test_changes_of_shapes_are_made_at_their_edges():
    sketch = sketch_of(Wish(width=9, height=9, kind=Kind.BLOBS))
    for cell in range(81):
        sketch.cells[cell] = 27 <= cell < 54
    for _ in range(100):
        change = sketch.change(list(range(81)))
        assert change.orbit[0] // 9 in (2, 3, 5, 6)


def test_fixed_cells_stay():
    mask = Grid(["#" * 6] * 3 + ["." * 6] * 3)
    sketch = sketch_of(Wish(width=6, height=6, mask=mask))
    sketch.shake(100)
    assert not any(sketch.picture[18:])
    assert sketch_of(Wish(width=2, height=1, mask=Grid([".."]))).change([0, 1]) is None
