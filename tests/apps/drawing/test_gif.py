"""Animated GIF, got back: the picture and duration of every frame."""

from io import BytesIO

import pytest
from films import CELL, PUZZLES, film, inks, require_film, spots
from PIL import Image, ImageSequence

import nonosat as ns
from nonosat.apps.illustration.animate import animate


@pytest.mark.parametrize("name", PUZZLES)
def test_frames_show_the_cells_known_so_far(name):
    animation = film(name)
    data = animation.gif(cell=CELL, theme="light")
    places, table = spots(animation), inks(animation)
    seen, durations = [], []
    with Image.open(BytesIO(data)) as image:
        assert image.info["loop"] == 0
        for frame in ImageSequence.Iterator(image):
            pixels = frame.convert("RGB")
            found = [pixels.getpixel((int(x), int(y))) for x, y in places]
            seen.append([table.get("#" + bytes(colour).hex()) for colour in found])
            durations.append(frame.info["duration"] / 1000)
    require_film(animation, seen)
    assert durations == pytest.approx([frame.seconds for frame in animation.frames], abs=0.006)


def test_the_last_frame_of_a_solved_puzzle_is_the_picture():
    places, table = spots(film("plain")), inks(film("plain"))
    with Image.open(BytesIO(film("plain").gif(cell=CELL))) as image:
        image.seek(image.n_frames - 1)
        pixels = image.convert("RGB")
        seen = [table.get("#" + bytes(pixels.getpixel((int(x), int(y)))).hex(), 0) for x, y in places]
    assert bytes(seen) == ns.solve(PUZZLES["plain"]).cells


@pytest.mark.slow
def test_without_a_size_cells_are_small_where_there_are_many():
    sizes = {}
    for side in (5, 30, 100):
        puzzle = ns.Puzzle([[side]] * side, [[side]] * side)
        with Image.open(BytesIO(animate(puzzle, duration=1, fps=5).gif())) as image:
            sizes[side] = image.size[0]
    assert sizes[5] < 300
    assert sizes[30] < 600
    assert sizes[100] < 600


def test_too_many_pixels_are_refused():
    animation = animate(ns.Puzzle([[10]] * 10, [[10]] * 10))
    with pytest.raises(ns.UsageError, match=r"frames of \d,\d\d\d x \d,\d\d\d pixels are .* smaller cells"):
        animation.gif(cell=400)


@pytest.mark.slow
def test_the_card_is_small_and_has_all_its_colours():
    data = animate(ns.example("gchq")).gif()
    assert len(data) < 300_000
    with Image.open(BytesIO(data)) as image:
        assert image.n_frames > 100
