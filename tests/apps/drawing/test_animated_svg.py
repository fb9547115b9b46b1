"""Animated SVG, parsed: what is seen in each frame, where nothing moves, and how large it is."""

import re
from xml.etree import ElementTree

import pytest
from films import CELL, PUZZLES, film, inks, require_film, shown, spots

SVG = "{http://www.w3.org/2000/svg}"


def polygons(path):
    """The polygons of a path of straight lines."""
    found = []
    x = y = 0.0
    for command, numbers in re.findall(r"([MLHVhvz])([^MLHVhvz]*)", path):
        values = [float(each) for each in re.findall(r"-?[\d.]+", numbers)]
        if command == "M":
            (x, y), points = values, []
        elif command == "z":
            found.append(points)
            continue
        elif command == "L":
            x, y = values
        elif command in "Hh":
            x = values[0] + (x if command == "h" else 0)
        else:
            y = values[0] + (y if command == "v" else 0)
        points.append((x, y))
    return found


def inside(point, polygon):
    x, y = point
    crossed = False
    for (x1, y1), (x2, y2) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            crossed = not crossed
    return crossed


def fills(root):
    """Of each filled path: from and up to which frame, whether it is in a still picture, colour, areas."""

    def walk(element, seen, still, shift):
        style = dict(re.findall(r"--([ab]):[ab]\w+-(\d+)", element.get("style", "")))
        if re.fullmatch("f[0-9a-f]+", element.get("class", "")):
            seen = int(style.get("a", 0)), int(style.get("b", 10**6))
            still = element.get("visibility") != "hidden"
        if transform := element.get("transform"):
            x, y, scale = map(float, re.findall(r"[\d.]+", transform))
            shift = lambda corner: (x + scale * corner[0], y + scale * corner[1])  # noqa: E731
        if element.tag == f"{SVG}path" and element.get("fill") != "none":
            areas = [[shift(corner) for corner in polygon] for polygon in polygons(element.get("d"))]
            yield seen, still, element.get("fill"), areas
        for child in element:
            yield from walk(child, seen, still, shift)

    return list(walk(root, (0, 10**6), True, lambda corner: corner))


@pytest.mark.parametrize("name", PUZZLES)
def test_frames_show_what_is_known_by_then(name):
    animation = film(name)
    root = ElementTree.fromstring(animation.svg(cell=CELL, theme="light"))
    found, table = fills(root), inks(animation)

    def seen_at(frame):
        colours = []
        for spot in spots(animation):
            top = None
            for (start, end), still, fill, areas in found:
                there = still if frame is None else start <= frame < end
                if there and any(inside(spot, area) for area in areas):
                    top = fill
            colours.append(table.get(top))
        return colours

    require_film(animation, [seen_at(frame) for frame in range(len(animation.frames))])
    assert seen_at(None) == shown(animation.frames[-1].drawing)


def test_each_name_of_the_style_sheet_is_defined_and_used():
    text = film("plain").svg()
    used = set(re.findall(r"--[ab]:([ab][\w-]+)", text))
    assert used
    assert used <= set(re.findall(r"@keyframes ([ab][\w-]+)", text))
    assert "@media (prefers-reduced-motion:no-preference)" in text
    assert "@media (prefers-color-scheme:dark)" in text
    times = [float(each) for each in re.findall(r"}([\d.]+)%{visibility:visible}", text)]
    assert times == sorted(times)


def test_a_picture_that_builds_up_is_shorter_than_its_frames():
    animation = film("plain", "cell")
    apart = sum(len(frame.drawing.svg(cell=CELL)) for frame in animation.frames)
    assert 2 * len(animation.svg(cell=CELL)) < apart


@pytest.mark.slow
@pytest.mark.parametrize("name", ["plain", "colours", "triddler"])
def test_a_browser_shows_the_frames(name, visit, tmp_path):
    from io import BytesIO

    from PIL import Image

    animation = film(name)
    path = tmp_path / "film.svg"
    animation.save(str(path), cell=CELL, theme="light")
    page = visit(path.as_uri())
    places, table = spots(animation), inks(animation)
    seen, time = [], 0.0
    for frame in animation.frames:
        page.evaluate(
            "time => document.getAnimations().forEach(each => {each.pause(); each.currentTime = time})",
            1000 * (time + frame.seconds / 2),
        )
        with Image.open(BytesIO(page.screenshot())) as image:
            pixels = image.convert("RGB")
            found = ["#" + bytes(pixels.getpixel((int(x), int(y)))).hex() for x, y in places]
        seen.append([table.get(colour) for colour in found])
        time += frame.seconds
    require_film(animation, seen)


def test_animations_in_one_page_have_names_of_their_own():
    names = [
        re.findall(r"(?:@keyframes |\.)([abf][0-9a-f]{2,})[-{]", film(name).svg())
        for name in ("plain", "several")
    ]
    assert names[0]
    assert not set(names[0]) & set(names[1])
