"""Ways to see a picture, and their likeness to it."""

import io

import numpy as np
from PIL import Image, ImageDraw

from nonosat.imaging.candidates import Candidates, sides_of, subject_of
from nonosat.imaging.likeness import Areas, Likeness, blurred, scaled


def png(draw, size=(200, 160), background="white"):
    """A picture drawn by a function of Pillow's pen."""
    image = Image.new("RGB", size, background)
    draw(ImageDraw.Draw(image))
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def yellow_face(pen):
    pen.ellipse((40, 20, 160, 140), fill="gold")
    for left in (70, 115):
        pen.ellipse((left, 55, left + 15, 70), fill="saddlebrown")
    pen.rectangle((75, 105, 125, 112), fill="saddlebrown")


def test_scaling_keeps_the_mean():
    plane = np.random.default_rng(1).random((37, 53))
    for size in ((10, 11), (37, 53), (74, 106)):
        assert abs(scaled(plane, *size).mean() - plane.mean()) < 1e-9
    halves = np.array([[0, 0, 4], [0, 0, 4]])
    assert scaled(halves, 1, 2).tolist() == [[0, 8 / 3]]
    both = Areas(np.stack([plane, plane > 0.5])).scaled(9, 9)
    assert np.allclose(both, [scaled(plane, 9, 9), scaled(plane > 0.5, 9, 9)])
    assert np.allclose(blurred(np.ones((20, 30)), 2.0), 1)


def test_an_even_margin_is_cut_off():
    subject = subject_of(png(yellow_face))
    assert subject.rgb.shape[:2] == (121, 121)
    assert subject.background is not None
    assert sides_of(subject, 20) == (20, 20)


def test_a_yellow_face_is_seen_with_its_eyes():
    """Its brightness alone is that of the background."""
    subject = subject_of(png(yellow_face))
    ways = list(Candidates(subject).of_size(20, 20))
    eyes = [way for way in ways if way.cells[10, 10] and not way.cells[7, 6] and not way.cells[0, 0]]
    assert eyes
    likeness = Likeness(subject.lab, subject.background)
    best = max(ways, key=lambda way: likeness.of(way.cells))
    assert best.cells[10, 3] != best.cells[7, 6] or best.cells[10, 3] != best.cells[14, 10]
    assert all(0.04 < way.cells.mean() < 0.96 for way in ways)
    assert len({way.cells.tobytes() for way in ways}) == len(ways)


def test_the_inside_of_an_outline_can_be_filled():
    subject = subject_of(png(lambda pen: pen.ellipse((40, 20, 160, 140), outline="black", width=6)))
    middle = {way.method: bool(way.cells[10, 10]) for way in Candidates(subject).of_size(20, 20)}
    assert middle["filled outlines"]
    assert not middle["otsu"]


def test_a_blank_picture_has_no_candidates():
    for background in ("white", "black", "gold"):
        assert not list(Candidates(subject_of(png(repr, background=background))).of_size(20, 20))


def test_likeness_prefers_the_picture_itself_and_takes_its_negative():
    subject = subject_of(png(yellow_face))
    likeness = Likeness(subject.lab, subject.background)
    face = max((way.cells for way in Candidates(subject).of_size(30, 30)), key=likeness.of)
    noise = np.random.default_rng(1).random(face.shape) < 0.5
    assert likeness.of(face) > likeness.of(face[::-1] & noise) > likeness.of(noise)
    assert likeness.of(np.zeros((30, 30), dtype=bool)) == 0


def test_several_inks_are_those_of_the_picture_each_cell_as_sure_as_its_share():
    stripes = ["gold", "navy", "red", "seagreen", "white"]

    def draw(pen):
        for at in range(100):
            pen.rectangle((40, 20 + at, 159, 20 + at), fill=stripes[at * 7 % 5])

    coloured = Candidates(subject_of(png(draw))).in_colours(4, 20, 17)
    assert coloured
    assert len(coloured.puzzle.palette) == 5
    assert coloured.contrast.min() >= 0
    assert coloured.contrast.max() <= 1
