"""Pictures of every kind, and as puzzles of other shapes; of rectangles see tests/imaging/test_photo.py."""

import io

import numpy as np
import pytest
from PIL import Image

import nonosat as ns
from nonosat.model.shapes import hexagonal


def test_a_picture_file_becomes_a_puzzle_of_the_shape():
    left = "P1\n8 8\n" + "1 1 1 1 0 0 0 0\n" * 8
    puzzle = ns.from_image(left.encode(), shape="hexagon:4")
    assert puzzle.geometry == hexagonal(4)
    assert [row[0] for row in puzzle.goal.rows] == [1] * 7
    assert [row[-1] for row in puzzle.goal.rows] == [0] * 7
    for shape, options in (
        ("hexagon:4", {"width": 9}),
        ("cube:4", {}),
        ("hexagon:0", {}),
        ("hexagon:4", {"choices": 2}),
    ):
        with pytest.raises(ns.UsageError, match="shape"):
            ns.from_image(left.encode(), shape=shape, **options)


def stored(image, kind="PNG", **options):
    """The bytes of a file."""
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def test_an_image_and_an_array_give_the_puzzle_of_their_file():
    random = np.random.default_rng(5)
    colours = random.integers(0, 256, (30, 40, 3), np.uint8)
    clear = np.dstack([colours, random.integers(0, 2, (30, 40), np.uint8) * 255])
    for pixels in (colours, clear, colours[..., 0], colours[::2, ::-1, 1], colours[..., 0] > 99):
        image = Image.fromarray(pixels)
        for options in ({}, {"width": 10}, {"inks": 3, "width": 12}):
            of_file = ns.from_image(stored(image), **options)
            assert ns.from_image(image, **options) == ns.from_image(pixels, **options) == of_file
    assert ns.from_image(np.eye(3, dtype=bool)).goal == ns.Grid([".##", "#.#", "##."])


def test_an_image_is_turned_upright_like_its_file():
    image = Image.fromarray(np.arange(200, dtype=np.uint8).reshape(10, 20))
    exif = Image.Exif()
    exif[0x0112] = 6
    data = stored(image, exif=exif)
    turned = ns.from_image(Image.open(io.BytesIO(data)), trim=False)
    assert (turned.width, turned.height) == (10, 20)
    assert turned == ns.from_image(data, trim=False)


def test_choices_are_those_of_the_file():
    image = Image.fromarray(np.kron(1 - np.tri(6, dtype=np.uint8), np.full((9, 9), 255, np.uint8)))
    of_file = ns.from_image(stored(image), choices=2)
    assert of_file.choices
    assert ns.from_image(image, choices=2).choices == of_file.choices


@pytest.mark.parametrize(
    ("pixels", "reason"),
    [
        (np.zeros((3, 3)), "3x3 of <f8"),
        (np.zeros((3, 3, 2), np.uint8), "3x3x2 of"),
        (np.zeros((3, 3, 3), bool), "3x3x3 of"),
        (np.zeros(3, np.uint8), "this one is 3 of"),
        (np.uint8(3), "one number of"),
        (np.zeros((0, 3), np.uint8), "no pixels"),
        (Image.new("L", (0, 4)), "no pixels"),
    ],
)
def test_other_arrays_are_refused(pixels, reason):
    for function in (ns.from_image, ns.scan):
        with pytest.raises(ns.InputError, match=reason):
            function(pixels)


def test_a_file_without_a_picture_is_named():
    with pytest.raises(ns.ArgumentError, match=r"^from_image: `image` must be .*, not list"):
        ns.from_image([[0, 1]])


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["png", "svg"])
def test_a_limit_of_memory_is_kept_and_no_mistake(tmp_path, kind):
    path = tmp_path / f"square.{kind}"
    if kind == "svg":
        path.write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="5" height="9"/></svg>'
        )
    else:
        Image.new("1", (9, 9)).save(path)
    assert ns.from_image(path, width=9, memory=512_000_000).width == 9


@pytest.mark.parametrize("ask", [ns.from_image, ns.scan])
def test_a_puzzle_that_is_taken_for_a_picture_is_named(tmp_path, ask):
    ns.example("cup").save(tmp_path / "cup.non")
    with pytest.raises(ns.InputError, match=r"cup\.non: a puzzle in the format non, not a picture$"):
        ask(tmp_path / "cup.non")
    with pytest.raises(ns.InputError, match=r"^a puzzle in the format non, not a picture$"):
        ask(ns.dump_bytes(ns.example("cup")))
