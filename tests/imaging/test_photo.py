"""Pictures made into puzzles: sizes, methods compared with plain readings of the pixels, and refused files."""

import io
import struct
import subprocess
import sys
import zlib
from itertools import product
from random import Random

import pytest
from effort import quick
from PIL import Image, ImageDraw, ImageOps
from rasters import chunk, png, saved

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.apps.generation.from_image import from_image
from nonosat.imaging.photo import MAX_PIXELS, InkRule, otsu
from nonosat.repairs.means import By


@pytest.fixture
def ball(tmp_path):
    """A ball that is lit from the upper left, on white, 160x120."""
    image = Image.new("RGB", (160, 120), "white")
    draw = ImageDraw.Draw(image)
    for shade in range(0, 200, 4):
        edge = shade // 5
        draw.ellipse((30 + edge // 2, 10 + edge // 2, 130 - edge, 110 - edge), fill=(shade, shade, 255))
    path = tmp_path / "ball.png"
    image.save(path)
    return path


def grey(path, rows):
    """Writes a picture with these greys."""
    image = Image.new("L", (len(rows[0]), len(rows)))
    image.putdata([value for row in rows for value in row])
    image.save(path)
    return path


@pytest.mark.parametrize(
    ("options", "size"),
    [
        ({}, (40, 30)),
        ({"width": 20}, (20, 15)),
        ({"height": 20}, (27, 20)),
        ({"width": 20, "height": 7}, (20, 7)),
        ({"width": 1}, (1, 1)),
        ({"width": 320}, (320, 240)),
    ],
)
def test_sizes_keep_the_shape_unless_both_are_given(ball, options, size):
    puzzle = from_image(ball, trim=False, **options)
    assert (puzzle.width, puzzle.height) == size
    assert puzzle.goal.puzzle(goal=puzzle.goal).statement == puzzle.statement
    assert puzzle.metadata.title == ball.stem
    assert puzzle.origin.path == str(ball)


@pytest.mark.parametrize(
    ("kind", "held", "large"),
    [
        *product(["JPEG", "PNG", "WEBP", "TIFF"], range(1, 9), [False]),
        *quick([("JPEG", held, True) for held in range(1, 9)], ("JPEG", 6, True).__eq__),
        *quick([(kind, 6, True) for kind in ("PNG", "WEBP", "TIFF")], lambda _: False),
    ],
)
def test_pictures_are_read_as_the_camera_was_held(kind, held, large):
    """Large ones are reduced as they are read."""
    stored = Image.new("L", (12, 8), "white")
    for place in ((3, 2), (4, 2), (5, 2), (6, 2), (3, 3), (3, 4), (8, 5)):
        stored.putpixel(place, 0)
    stored = stored.resize((2520, 1680) if large else (96, 64), Image.Resampling.NEAREST)
    exif = Image.Exif()
    exif[0x0112] = held
    file = io.BytesIO()
    stored.save(file, kind, exif=exif, **({"quality": 95} if kind == "JPEG" else {}))
    shown = ImageOps.exif_transpose(Image.open(io.BytesIO(file.getvalue())))
    upright = io.BytesIO()
    shown.save(upright, "PNG")
    wanted = from_image(upright.getvalue(), width=8, trim=False)
    assert wanted.width == 8
    assert wanted.height == (18 if held > 4 else 5) - (held > 4) * 6
    assert from_image(file.getvalue(), width=8, trim=False).goal == wanted.goal
    trimmed = from_image(file.getvalue()).goal
    if (
        kind != "JPEG" or not large
    ):  # a large JPEG is reduced by its decoder, which rounds in the order of the file
        assert trimmed == from_image(upright.getvalue()).goal
    assert trimmed.width < trimmed.height if held > 4 else trimmed.width > trimmed.height
    if kind != "JPEG":
        assert ns.loads(file.getvalue()).goal == ns.loads(upright.getvalue()).goal


def test_damaged_metadata_does_not_hide_the_picture(ball):
    file = io.BytesIO()
    Image.open(ball).save(file, "JPEG", exif=b"Exif\0\0MM\0*\0\0\0\x08\xff\xff")
    assert from_image(file.getvalue()).width == 40


def test_of_a_telephones_several_pictures_the_first_is_read(ball):
    file, alone = io.BytesIO(), io.BytesIO()
    first = Image.open(ball)
    first.save(file, "MPO", save_all=True, append_images=[Image.new("RGB", (160, 120), "white")])
    first.save(alone, "JPEG")
    assert Image.open(io.BytesIO(file.getvalue())).n_frames == 2
    assert from_image(file.getvalue()).goal == from_image(alone.getvalue()).goal


@pytest.fixture
def stamp(tmp_path):
    """Writes three black squares, of 10x10 pixels, with margins that are empty."""

    def written(left, top, right, bottom, name="stamp.pbm"):
        width, height = left + 20 + right, top + 20 + bottom
        image = Image.new("1", (width, height), 1)
        for x, y in ((0, 0), (10, 0), (10, 10)):
            image.paste(0, (left + x, top + y, left + x + 10, top + y + 10))
        image.save(tmp_path / name)
        return tmp_path / name

    return written


STAMP = ns.Grid(["##", ".#"])


@pytest.mark.parametrize(
    ("name", "netpbm_only"), [("stamp.pbm", False), ("stamp.png", False), ("stamp.pbm", True)]
)
def test_margins_are_cut_off_where_the_whole_border_is_empty(monkeypatch, stamp, name, netpbm_only):
    margins, bare = stamp(30, 10, 20, 40, name), stamp(0, 0, 0, 0, f"bare-{name}")
    if netpbm_only:
        monkeypatch.setitem(sys.modules, "PIL", None)
    assert from_image(margins, width=2).goal == STAMP
    assert from_image(margins, height=2).goal == STAMP
    assert from_image(margins).goal == from_image(bare).goal


def test_margins_are_cut_off_by_the_documented_rules(stamp):
    around, beside = stamp(20, 20, 20, 20, "around.png"), stamp(20, 20, 0, 0, "beside.png")
    assert from_image(around, width=6, trim=False).goal.rows[0] == bytes(6)
    assert from_image(around, width=6, height=6).goal == from_image(around, width=6, trim=False).goal
    assert from_image(around, width=2, height=2, trim=True).goal == STAMP
    assert from_image(beside, width=4).goal == ns.Grid(["....", "....", "..##", "...#"])
    assert from_image(beside, width=2, trim=True).goal == STAMP
    assert from_image(around, width=6, invert=True).goal == ns.Grid(
        ["######", "######", "##..##", "###.##", "######", "######"]
    )


@pytest.mark.parametrize("inks", [1, 2])
def test_the_longer_side_is_that_of_the_drawing_and_no_outermost_line_is_empty(inks):
    image = Image.new("RGB", (220, 187), "white")  # a wide image with a high drawing that has fine tips
    draw = ImageDraw.Draw(image)
    for ear in ([(60, 70), (66, 12), (100, 45)], [(160, 70), (154, 12), (120, 45)]):
        draw.polygon(ear, fill="#c07020")
    draw.ellipse([50, 30, 170, 175], fill="#c07020")
    file = io.BytesIO()
    image.save(file, "PNG")
    for side in range(5, 60, 12 if inks == 2 else 3):
        goal = from_image(file.getvalue(), side=side, inks=inks).goal
        assert max(goal.width, goal.height) == side == goal.height
        columns = list(zip(*goal.rows, strict=True))
        assert all(map(any, (goal.rows[0], goal.rows[-1], columns[0], columns[-1])))
        assert abs(goal.width / goal.height - 121 / 164) < 1.5 / side


def test_a_longer_side_excludes_other_sizes(stamp):
    assert from_image(stamp(0, 0, 0, 20), side=4, trim=False).goal.width == 2
    for other in ({"width": 4}, {"height": 4}, {"shape": "hexagon:3"}):
        with pytest.raises(ns.UsageError):
            from_image(stamp(0, 0, 0, 0), side=4, **other)


@pytest.mark.parametrize(
    "options", [{}, {"method": "dither"}, {"width": 7}, {"inks": 2}, {"method": "edges"}]
)
def test_a_blot_without_any_margin_is_still_ink(tmp_path, options):
    image = Image.new("L", (90, 60), "white")
    image.paste(0, (30, 20, 60, 40))
    image.save(tmp_path / "blot.png")
    goal = from_image(tmp_path / "blot.png", **options).goal
    assert goal.width / goal.height == pytest.approx(1.5, rel=0.2)
    assert all(goal.rows[0] + goal.rows[-1])
    assert all(row[0] and row[-1] for row in goal)


def test_an_empty_picture_has_no_margins(tmp_path):
    Image.new("L", (9, 9), "white").save(tmp_path / "empty.png")
    assert from_image(tmp_path / "empty.png", trim=True).goal == ns.Grid(["........."] * 9)


def test_margins_of_the_background_are_cut_off_in_colours(tmp_path):
    image = Image.new("RGB", (60, 60), "blue")
    image.paste((255, 0, 0), (20, 20, 30, 40))
    image.paste((255, 255, 0), (30, 20, 40, 40))
    image.save(tmp_path / "flag.png")
    puzzle = from_image(tmp_path / "flag.png", inks=2, width=2)
    assert (puzzle.width, puzzle.height) == (2, 2)
    assert {colour.name for colour in puzzle.palette[1:]} == {"red", "yellow"}


def test_a_small_picture_is_taken_as_it_is(tmp_path):
    path = grey(tmp_path / "small.png", [[0, 255, 0], [255, 0, 255]])
    assert from_image(path).goal == ns.Grid(["#.#", ".#."])
    assert from_image(path, width=6).goal == ns.Grid(["##..##", "##..##", "..##..", "..##.."])
    assert ns.from_image is from_image


def test_threshold_and_invert(tmp_path):
    values = [[0, 99, 100, 127, 128, 255]]
    path = grey(tmp_path / "greys.png", values)

    def made(**options):
        return str(from_image(path, method="threshold", **options).goal)

    assert made() == "####.."
    assert made(level=100) == "##...."
    assert made(level=0) == "......"
    assert made(invert=True) == made(background="black") == made(background="#102030") == "....##"
    assert made(invert=True, background="navy") == made(background="white") == "####.."


def test_otsu_is_the_level_of_greatest_variance_between_classes():
    random = Random(1)
    for _ in range(30):
        values = [random.choice([random.randrange(60), random.randrange(120, 256)]) for _ in range(50)]
        histogram = [values.count(value) for value in range(256)]

        def spread(level, values=values):
            below = [value for value in values if value < level]
            above = [value for value in values if value >= level]
            if not below or not above:
                return 0
            apart = sum(below) / len(below) - sum(above) / len(above)
            return len(below) * len(above) * apart**2

        assert spread(otsu(histogram)) == pytest.approx(max(map(spread, range(256))))


def test_otsu_parts_dark_from_light_whatever_the_exposure(tmp_path):
    path = grey(tmp_path / "dark.png", [[10, 12, 40, 44], [11, 43, 40, 9]])
    assert from_image(path).goal == from_image(path, method="otsu").goal == ns.Grid(["##..", "#..#"])
    path = grey(tmp_path / "one.png", [[77, 77]])
    assert from_image(path).goal == ns.Grid([".."])


def test_dither_has_as_many_dots_as_it_is_dark(tmp_path):
    path = grey(tmp_path / "grey.png", [[64] * 40] * 40)
    inked = sum(map(sum, from_image(path, method="dither").goal))
    assert inked == pytest.approx(1600 * 0.75, rel=0.02)


def test_edges_are_where_a_square_ends(tmp_path):
    rows = [[0 if 4 <= x < 12 and 4 <= y < 12 else 255 for x in range(16)] for y in range(16)]
    goal = from_image(grey(tmp_path / "square.png", rows), method="edges", trim=False).goal
    for y in range(16):
        for x in range(16):
            around = {
                rows[v][u] for v in range(y - 1, y + 2) for u in range(x - 1, x + 2) if 0 <= u < 16 > v >= 0
            }
            if goal[y, x]:
                assert len(around) == 2
    assert 28 <= sum(map(sum, goal)) <= 64
    plain = grey(tmp_path / "plain.png", [[90] * 9] * 9)
    assert not from_image(plain, method=InkRule.EDGES).goal.highest()
    assert not from_image(grey(tmp_path / "two.png", [[0, 255]]), method="edges").goal.highest()


def test_several_inks_are_the_pictures_colours(tmp_path):
    colours = ["#ffffff", "#ff0000", "#0000ff", "#00ff00"]
    image = Image.new("RGB", (8, 8), colours[0])
    for at, colour in enumerate(colours[1:]):
        image.paste(colour, (at, 1, at + 2, 8))
    image.save(path := tmp_path / "flags.png")
    puzzle = from_image(path, inks=3)
    assert {f"#{colour.rgb}" for colour in puzzle.palette} == set(colours)
    assert puzzle.palette[0].name == "white"
    assert (puzzle.statement, puzzle.goal) == (ns.load(path).statement, ns.load(path).goal)
    blue = from_image(path, inks=3, background="navy")
    assert blue.palette[0].rgb == "0000ff"
    assert blue.goal[0, 0] == next(at for at, colour in enumerate(blue.palette) if colour.name == "white")
    negative = from_image(path, inks=3, invert=True)
    assert {colour.rgb for colour in negative.palette} == {"000000", "00ffff", "ffff00", "ff00ff"}


@pytest.mark.slow_for("5-dither")
@pytest.mark.parametrize("method", [None, "dither"])
@pytest.mark.parametrize("inks", [2, 5])
def test_a_photograph_is_reduced_to_so_many_inks(ball, inks, method):
    puzzle = from_image(ball, inks=inks, method=method)
    assert 2 <= len(puzzle.palette) <= inks + 1
    puzzle.require_readable()
    assert puzzle.goal.satisfies(puzzle)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"width": 0}, "`width` must be between 1 and 4,096, got 0"),
        ({"height": 4097}, "`height` must be between 1 and 4,096, got 4097"),
        ({"width": -3}, "`width` must be between 1 and 4,096, got -3"),
        ({"inks": 0}, "`inks` must be 1 to 255, or the least and the most, got 0"),
        ({"inks": 256}, "`inks` must be 1 to 255, or the least and the most, got 256"),
        ({"method": "magic"}, "`method` must be .*'threshold', 'otsu'.*, not 'magic'"),
        ({"inks": 2, "method": "edges"}, "with 2 inks the only method is dither"),
        ({"level": 100}, "a level is for the methods threshold and edges"),
        ({"level": 300, "method": "edges"}, "`level` must be between 0 and 255, got 300"),
        ({"background": "reddish"}, "'reddish' is no colour"),
    ],
)
def test_invalid_options_are_usage_errors(ball, options, reason):
    with pytest.raises(ns.UsageError, match=reason):
        from_image(ball, **options)


def test_a_strip_too_long_for_the_width_asked_for(tmp_path):
    path = grey(tmp_path / "strip.png", [[0] * 1000])
    with pytest.raises(ns.UsageError, match="makes 20000x20 cells, 4096 a side are accepted"):
        from_image(path, height=20)


@pytest.mark.parametrize("kind", ["png", "jpeg", "gif", "bmp", "webp", "tiff", "ppm"])
def test_truncated_and_wrong_files(tmp_path, kind):
    noise = Image.frombytes("L", (60, 60), Random(1).randbytes(3600))
    data = saved(noise.convert("RGB"), kind)
    path = tmp_path / "whole"
    path.write_bytes(data)
    assert from_image(path).width == 40
    for end in (0, 1, 8, len(data) // 4, len(data) // 2):
        path.write_bytes(data[:end])
        with pytest.raises(ns.InputError, match="whole: not a picture"):
            from_image(path)


def test_what_is_no_picture_is_refused(tmp_path):
    path = tmp_path / "text.png"
    path.write_text("hello")
    with pytest.raises(ns.InputError, match=r"text.png: not a picture: its beginning is damaged"):
        from_image(path)
    with pytest.raises(ns.InputError, match="cannot read: No such file"):
        from_image(tmp_path / "nowhere.png")
    frames = [Image.new("L", (4, 4), shade) for shade in (0, 255)]
    path.write_bytes(saved(frames[0], "gif", save_all=True, append_images=frames[1:]))
    with pytest.raises(ns.InputError, match="an animation is not one picture"):
        from_image(path)
    Image.new("RGB", (5, 5), "red").save(path)
    with pytest.raises(ns.InputError, match="the picture has one colour only"):
        from_image(path, inks=2)


@pytest.mark.parametrize("side", [8000, 30_000, 2_000_000_000])
def test_bombs_are_refused_before_they_are_decoded(tmp_path, side):
    assert MAX_PIXELS < 8000**2
    path = tmp_path / "bomb.png"
    path.write_bytes(png(side, side, zlib.compress(bytes(10**6))))
    with pytest.raises(ns.InputError, match=r"million pixels that are accepted|too large|not a picture"):
        from_image(path)


def test_rotten_chunks_are_input_errors(tmp_path):
    path = tmp_path / "rotten.png"
    data = saved(Image.new("RGB", (9, 9), "red"), "png")
    path.write_bytes(data[:33] + chunk(b"tRNS", b"") + data[33:])
    with pytest.raises(ns.InputError, match=r"rotten.png: not a picture: "):
        from_image(path)


def test_a_rotten_profile_of_colours_does_no_harm(tmp_path):
    path = tmp_path / "rotten.png"
    data = saved(Image.new("RGB", (9, 9), "red"), "png")
    path.write_bytes(data[:33] + chunk(b"iCCP", b"x\0\0junk") + data[33:])
    assert from_image(path).width == 9


def test_standard_input_is_read(monkeypatch, ball):
    class Pipe:
        buffer = io.BytesIO(ball.read_bytes())

    monkeypatch.setattr(sys, "stdin", Pipe)
    assert from_image("-").statement == from_image(ball).statement


def test_the_missing_extra_is_named(monkeypatch, ball):
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ns.MissingExtraError, match=r"^such pictures need Pillow: pip install pillow"):
        from_image(ball)


def blobs(colours, side=240, scale=1.0):
    """Discs of some colours on white, whose edges are soft."""
    image = Image.new("RGB", (4 * side, 4 * side), "white")
    draw = ImageDraw.Draw(image)
    for at, colour in enumerate(colours):
        left, top = (at % 2) * 2 * side, (at // 2) * 2 * side
        draw.ellipse((left + 60, top + 60, left + 60 + 360 * scale, top + 60 + 360 * scale), fill=colour)
    return image.resize((side, side), Image.Resampling.LANCZOS)


@pytest.mark.slow_for("1.0")
@pytest.mark.parametrize("scale", [1.0, 0.3])
def test_inks_differ_to_the_eye(tmp_path, scale):
    colours = ["#a52a2a", "#ff0000", "#0000ff", "#008000"]
    blobs(colours, scale=scale).save(path := tmp_path / "blobs.png")
    palette = from_image(path, inks=4, width=60).palette
    assert {f"#{colour.rgb}" for colour in palette} == {"#ffffff", *colours}


@pytest.mark.slow_for("40")
@pytest.mark.parametrize("inks", quick([2, 3, 4, 5, 9, 40], {3, 40}.__contains__))
def test_the_number_of_inks_is_as_requested(tmp_path, inks):
    blobs(["#a52a2a", "#ff0000", "#0000ff", "#008000"]).save(path := tmp_path / "blobs.png")
    assert len(from_image(path, inks=inks, width=50).palette) == inks + 1


def test_fewer_inks_than_requested_are_reported(tmp_path, capsys):
    image = Image.new("RGB", (90, 90), "white")
    image.paste("red", (20, 20, 71, 71))
    image.paste("blue", (33, 33, 47, 47))
    image.save(path := tmp_path / "flat.png")
    assert run(["from-image", str(path), "--inks", "5", "-o", str(tmp_path / "a.non")]) == 0
    out, err = capsys.readouterr()
    assert f"nonosat: {path}: 2 inks: the picture has no more colours\n" in err
    assert ", 2 inks, " in out


@pytest.mark.slow
def test_a_picture_of_every_shade_is_told_from_a_puzzle(tmp_path, capsys):
    blobs(["#000000"], side=120).save(path := tmp_path / "a b.png")
    inks = len(ns.load(path).palette) - 1
    run(["check", str(path)])
    out, err = capsys.readouterr()
    assert f"(120x120, {inks} inks, " in out
    advice = f"`nonosat from-image --inks N '{path}'` makes a puzzle of fewer"
    assert err == f"nonosat: {path}: every colour of the picture became an ink, {inks} in all; {advice}\n"


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "kind"), [("RGBA", 6), ("L", 0), ("LA", 4)])
def test_a_large_picture_takes_little_more_than_its_pixels(tmp_path, mode, kind):
    width, height, channels = 6000, 4000, len(mode)
    row = bytes(width * channels + 1)
    packer = zlib.compressobj(1)
    packed = b"".join(packer.compress(row * 100) for _ in range(height // 100)) + packer.flush()
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0))
    path = tmp_path / "large.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", packed) + chunk(b"IEND", b""))
    code = """
import resource, sys
from nonosat.apps.generation.from_image import from_image
from nonosat.repairs.means import By
from PIL import Image
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert from_image(sys.argv[1]).width == 40
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024)
"""
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
    assert int(done.stdout) < width * height * 4 + 60_000_000


@pytest.mark.slow
def test_a_large_picture_is_reduced_in_strips_without_a_seam(tmp_path):
    image = Image.linear_gradient("L").resize((2600, 2001)).convert("RGB")
    image.save(path := tmp_path / "gradient.png")
    goal = from_image(path, width=40, method="threshold").goal
    assert goal.height == 31
    assert len(set(goal)) == 2
    assert [row[0] for row in goal] == sorted((row[0] for row in goal), reverse=True)


@pytest.mark.slow
def test_webp_is_bounded_more_tightly(tmp_path):
    image = Image.new("L", (4000, 3800))
    image.save(path := tmp_path / "large.webp", lossless=True, method=0, quality=0)
    with pytest.raises(ns.InputError, match="4000x3800 has more than the 15 million pixels"):
        from_image(path)


@pytest.fixture
def foggy(tmp_path):
    """A dark square on greys that dots make a noise of."""
    image = Image.new("L", (60, 60))
    random = Random(1)
    image.putdata([random.randrange(170, 230) for _ in range(3600)])
    image.paste(0, (10, 10, 40, 40))
    image.save(tmp_path / "foggy.png")
    return str(tmp_path / "foggy.png")


def test_without_a_repair_in_time_remedies_are_suggested(monkeypatch, foggy, tmp_path, capsys):
    hopeless = from_image(foggy, width=50, method="dither")
    limits = []

    def repair(puzzle, *, line_solvable, limit, observer):
        assert not line_solvable
        assert observer
        limits.append(limit.seconds)
        assert puzzle == hopeless
        return ns.Repair(by=By.PIXELS, bound=1, end=ns.End(ns.Stopped.SECONDS), seconds=45.0)

    monkeypatch.setattr("nonosat.apps.cli.commands.from_image.repair_pixels", repair)
    command = ["from-image", foggy, "--width", "50", "--method", "dither", "--unique", "-o"]
    assert run([*command, str(tmp_path / "a.non")]) == 3
    out, err = capsys.readouterr()
    assert "a.non: not written: no repair was found, at least 1 cell must change" in out
    assert "nonosat: 45 s went into the repair; --time-limit allows more" in err
    assert "nonosat: fewer cells are easier to repair, and -n 6 tries other ways" in err
    assert limits == [60]
    assert not (tmp_path / "a.non").exists()


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="10" height="10"/>%s</svg>'


def test_svg_is_drawn_and_nothing_is_fetched(tmp_path):
    pytest.importorskip("cairosvg")
    Image.new("L", (9, 9)).save(tmp_path / "black.png")
    link = f'<image href="file://{tmp_path}/black.png" x="10" width="9" height="9"/>'
    for inside in (b"", link.encode()):
        puzzle = ns.from_image(SVG % inside, width=4, height=2)
        assert [list(row) for row in puzzle.goal] == [[1, 1, 0, 0]] * 2
    for wrong in (SVG[:-8], b"<svg></svg"):
        with pytest.raises(ns.InputError, match="not an SVG picture"):
            ns.from_image(wrong)


@pytest.mark.parametrize("factor", [3, 10, 17])
@pytest.mark.parametrize("inks", [1, 2])
def test_an_enlarged_drawing_has_its_own_size(factor, inks):
    random = Random(factor)
    colours = [(255, 255, 255), (0, 0, 0), (200, 0, 0)][: inks + 1]
    rows = [[random.randrange(inks + 1) for _ in range(13)] for _ in range(11)]
    drawing = Image.new("RGB", (13, 11))
    drawing.putdata([colours[colour] for row in rows for colour in row])
    file = io.BytesIO()
    drawing.resize((13 * factor, 11 * factor), Image.Resampling.NEAREST).save(file, "PNG")
    puzzle = from_image(file.getvalue(), inks=inks, background="white")
    assert (puzzle.width, puzzle.height) == (13, 11)
    goal = puzzle.goal
    assert goal is not None
    assert [[bool(colour) for colour in row] for row in goal.rows] == [list(map(bool, row)) for row in rows]
    assert from_image(file.getvalue(), width=20).width == 20


def test_a_margin_of_an_enlarged_drawing_is_cut_off():
    drawing = Image.new("L", (12, 12), "white")
    for place in range(6):
        drawing.putpixel((place + 3, 3), 0)
        drawing.putpixel((place + 3, place + 3), 0)
    file = io.BytesIO()
    drawing.resize((96, 96), Image.Resampling.NEAREST).save(file, "PNG")
    assert (from_image(file.getvalue()).width, from_image(file.getvalue()).height) == (6, 6)
    assert from_image(file.getvalue(), trim=False).width == 12


def test_a_drawing_whose_squares_differ_in_size_is_scaled():
    drawing = Image.new("L", (90, 90), "white")
    for at in (10, 23, 41, 62):
        drawing.paste(0, (at, at, at + 7, at + 9))
    file = io.BytesIO()
    drawing.save(file, "PNG")
    assert from_image(file.getvalue(), trim=False).width == 40


def drawing(side=40, margin=5, scale=1):
    """A drawing of single pixels with an even margin, as the content of a PNG file and as cells."""
    generator = Random(7)
    ink = range(margin, side - margin)
    corners = {(margin, margin), (side - margin - 1, side - margin - 1)}
    cells = [
        [y in ink and x in ink and ((x, y) in corners or generator.random() < 0.5) for x in range(side)]
        for y in range(side)
    ]
    image = Image.new("1", (side, side), 1)
    for y, row in enumerate(cells):
        for x, filled in enumerate(row):
            image.putpixel((x, y), not filled)
    file = io.BytesIO()
    image.resize((scale * side, scale * side)).save(file, "PNG")
    return file.getvalue(), ns.Grid([bytes(row) for row in cells])


@pytest.mark.parametrize("scale", [1, 4])
@pytest.mark.parametrize("size", [{"width": 40}, {"height": 40}, {"side": 40}, {"width": 40, "height": 40}])
@pytest.mark.parametrize("inks", [1, 2])
def test_the_own_size_of_a_picture_gives_the_picture(size, scale, inks):
    data, cells = drawing(scale=scale)
    puzzle = from_image(data, **size, inks=inks)
    assert puzzle.goal == cells
    assert puzzle.origin is None


def test_a_margin_that_was_cut_and_a_scale_that_is_no_whole_number_are_said():
    data, cells = drawing()
    puzzle = from_image(data)
    assert puzzle.goal == ns.Grid([row[5:35] for row in cells.rows[5:35]])
    assert puzzle.origin.read_as == "an empty margin was cut off, 30x30 of 40x40 pixels are left"
    scaled = from_image(data, width=40, trim=True).origin.read_as
    assert scaled.startswith(puzzle.origin.read_as)
    assert "scaled to 40x40 cells, 0.75 pixels a cell: no whole number" in scaled
    assert from_image(data, width=20, trim=False).origin is None
    assert "1.33 pixels a cell" in from_image(data, width=30, trim=False).origin.read_as


@pytest.mark.parametrize("own", [40, 41])
def test_the_command_says_how_a_picture_was_fitted(tmp_path, monkeypatch, capsys, own):
    monkeypatch.chdir(tmp_path)
    data, cells = drawing()
    (tmp_path / "drawn.png").write_bytes(data)
    assert run(["from-image", "drawn.png", "--side", str(own), "-o", "drawn.json"]) in (0, 1)
    said = "drawn.png: an empty margin was cut off" in capsys.readouterr().err
    assert (ns.load("drawn.json").goal == cells, said) == ((True, False) if own == 40 else (False, True))
