"""PNG, GIF, BMP, TIFF, WebP and JPEG, against Pillow."""

import contextlib
import io
import random
import sys
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from rasters import drawings, painted, png, refusal, saved
from strategies import grids

import nonosat as ns
from nonosat.formats.table import FORMATS

WRITTEN = ("png", "gif", "bmp", "tiff", "webp")


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_black_and_white_in_every_mode_of_png(mode):
    image = Image.new("L", (2, 2), 255)
    for at in ((0, 0), (0, 1), (1, 1)):
        image.putpixel(at, 0)
    if mode == "I;16":
        image = image.convert("I").point(lambda value: value * 257)
    goal = ns.Grid(["#.", "##"])
    assert ns.loads(saved(image.convert(mode), "png")) == goal.puzzle(goal=goal)


def test_transparent_pixels_are_white():
    image = Image.new("RGBA", (3, 1), (0, 0, 0, 0))
    image.putpixel((1, 0), (255, 0, 0, 255))
    image.putpixel((2, 0), (0, 0, 0, 255))
    puzzle = ns.loads(saved(image, "png"))
    assert [colour.rgb for colour in puzzle.palette] == ["ffffff", "ff0000", "000000"]
    assert puzzle.goal == ns.Grid([[0, 1, 2]])


def test_a_jpeg_of_big_blocks_is_read_and_none_is_written():
    image = Image.new("L", (16, 8), 255)
    image.paste(0, (0, 0, 8, 8))
    puzzle = ns.loads(saved(image, "jpeg", quality=100))
    assert puzzle.rows == (((8, 1),),) * 8
    with pytest.raises(ns.UsageError, match="jpeg is read, not written"):
        ns.dump_bytes(puzzle, "jpeg")


@given(grids(max_side=20), st.sampled_from(WRITTEN))
def test_black_and_white_reads_back_equal(grid, kind):
    puzzle = grid.puzzle(goal=grid)
    data = ns.dump_bytes(puzzle, kind)
    assert [row.name for row in FORMATS.values() if row.binary and row.sniff(data)] == [kind]
    assert ns.loads(data) == puzzle


@given(drawings(), st.sampled_from(WRITTEN))
def test_colours_read_back_as_the_same_picture_or_are_refused(drawing, kind):
    if reason := refusal(drawing, kind):
        assert "for the background" in reason or "are equal" in reason
    else:
        again = ns.loads(ns.dump_bytes(drawing, kind))
        assert painted(again) == painted(drawing)
        assert again.goal.satisfies(again)


def test_pillow_sees_the_picture_that_was_written():
    goal = ns.Grid([[0, 1, 2]])
    palette = [("white", "ffffff", "."), ("red", "ff0000", "r"), ("blue", "0000ff", "b")]
    for kind in WRITTEN:
        with Image.open(io.BytesIO(ns.dump_bytes(goal.puzzle(palette, goal=goal), kind))) as image:
            assert image.format == kind.upper()
            pixels = [image.convert("RGB").getpixel((column, 0)) for column in range(3)]
            assert pixels == [(255, 255, 255), (255, 0, 0), (0, 0, 255)]


@pytest.mark.parametrize(("side", "count"), [(20, "400"), (300, "over 65536")])
def test_a_photograph_has_too_many_colours(side, count):
    image = Image.new("RGB", (side, side))
    for row in range(side):
        for column in range(side):
            image.putpixel((column, row), (row % 256, column % 256, row // 256 * 2 + column // 256))
    with pytest.raises(
        ns.InputError,
        match=f"p: the picture has {count} colours, at most 256 are read as they are",
    ):
        ns.loads(saved(image, "png"), path="p")


def test_an_animation_is_refused():
    frames = [Image.new("1", (2, 2), shade) for shade in (0, 1)]
    data = saved(frames[0], "gif", save_all=True, append_images=frames[1:])
    with pytest.raises(ns.InputError, match="an animation is not one picture"):
        ns.loads(data)


@pytest.mark.parametrize("side", [4097, 20_000, 2_000_000_000])
def test_the_size_is_looked_at_before_anything_is_decoded(side):
    data = png(side, side, zlib.compress(bytes(10**6)))
    with pytest.raises(
        ns.InputError, match=r"p: .*(4096 pixels a side|not a PNG picture|pixels is too large)"
    ):
        ns.loads(data, path="p")


def test_unneeded_parts_of_a_file_are_not_decoded():
    data = png(8, 1, zlib.compress(bytes(10**7)))
    with contextlib.suppress(ns.InputError):
        assert ns.loads(data).width == 8


@pytest.mark.parametrize("kind", ["png", "gif", "bmp", "tiff", "webp", "jpeg"])
def test_truncated_and_wrong_files_are_input_errors(kind):
    data = saved(Image.new("L", (40, 40), 0), kind)
    for end in (1, 8, len(data) // 4, len(data) // 2):
        with pytest.raises(ns.InputError, match=f"p: not a {kind.upper()} picture"):
            ns.loads(data[:end], kind, path="p")
    with pytest.raises(
        ns.InputError, match=r"p: not a .* picture: its beginning is damaged, or it is of another"
    ):
        ns.loads(b"hello", kind, path="p")


def test_the_missing_extra_is_named(monkeypatch):
    data = ns.dump_bytes(ns.Grid(["#"]).puzzle(goal=ns.Grid(["#"])), "png")
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ns.MissingExtraError, match=r"png pictures need Pillow: pip install pillow"):
        ns.loads(data)


def test_damaged_tiffs_write_nothing_to_standard_error(capfd):
    rng = random.Random(5)
    picture = Image.new("RGB", (12, 9), "white")
    errors = 0
    for compression in ("tiff_lzw", "packbits", "tiff_adobe_deflate", "group4"):
        file = io.BytesIO()
        picture.convert("1" if compression == "group4" else "RGB").save(file, "TIFF", compression=compression)
        for _ in range(60):
            data = bytearray(file.getvalue())
            for _ in range(3):
                data[rng.randrange(8, len(data))] = rng.randrange(256)
            try:
                ns.loads(bytes(data), "tiff")
            except ns.InputError:
                errors += 1
    assert errors > 30
    assert capfd.readouterr() == ("", "")
