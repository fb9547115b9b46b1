import numpy as np

from nonosat.apps.scanning.ink import LEAST_PIXELS, inked
from nonosat.apps.scanning.paper import starts_of


def gutter(ink):
    """Two strips with a blob of ink each, on paper whose colour is in coarse blocks, as JPEG leaves it in bad light."""
    image = np.full((96, 144, 3), 60, float)
    random = np.random.Generator(np.random.PCG64(3))
    for top in range(0, 96, 16):
        for left in range(0, 144, 16):
            red = random.uniform(-40, 40)
            image[top : top + 16, left : left + 16] += (red, -0.51 * red, 0)  # as light as before
    for top in (12, 60):
        image[top : top + 22, 90:102] -= ink
    return image.clip(0, 255).round().astype(np.uint8)


def test_coarse_colours_of_the_paper_are_no_ink():
    found = inked(gutter((40, 40, 40)), 48)
    assert [tuple(round(at / 4) for at in piece.box) for piece in found.pieces] == [
        (22, 3, 26, 8),
        (22, 15, 26, 20),
    ]


def test_coloured_ink_of_the_same_light_is_ink():
    plain = np.full((96, 144, 3), 200, np.uint8)
    plain[12:34, 90:102] = (200, 220, 96)
    assert len(inked(plain, 48).pieces) == 1


def test_the_smeared_colour_of_ink_does_not_widen_it():
    image = np.full((96, 144, 3), 200, np.uint8)
    # a block of JPEG has the colour of the digit in it, as light as the paper
    image[:32, 80:112] = (212, 194, 200)
    image[12:34, 90:96] = (120, 40, 40)
    [piece] = inked(image, 48).pieces
    assert piece.box.width < 10


def shaded(*, rows, until=12):
    """Four shaded strips with a digit in each; in some the paper beside them is seen, left of a place."""
    image = np.full((192, 144, 3), 190, np.uint8)
    for at in range(4):
        image[48 * at + 12 : 48 * at + 34, 90:102] = 30
        if at in rows:
            image[48 * at : 48 * at + 48, :until] = 230
    return image


def test_the_paper_beyond_a_shaded_gutter_is_no_ink():
    for until in (12, 30):
        image = shaded(rows=range(4), until=until)
        starts = starts_of(image, 48, np.zeros(image.shape[:2], bool))
        assert all(until <= start <= until + 5 for start in starts)
        assert [piece.box.left // 10 for piece in inked(image, 48).pieces] == [9] * 4


def test_an_edge_in_one_strip_only_is_no_edge_of_the_paper():
    image = shaded(rows=[2])
    assert starts_of(image, 48, np.zeros(image.shape[:2], bool)) == [0] * 4


def chips(edge, *, digit=slice(21, 27)):
    """Four chips with a digit in each; around their upper edge lies a line of another colour."""
    image = np.full((192, 192, 3), 230, np.uint8)
    for top in range(0, 192, 48):
        image[top + 5 : top + 44, 100:139] = (170, 20, 20)
        image[top + 9 : top + 9 + edge, 104:135] = (230, 180, 180)
        image[top + 14 : top + 36, 95 + digit.start : 95 + digit.stop] = (250, 250, 250)
    return image


def test_the_edge_of_a_chip_is_no_ink():
    found = inked(chips(2), 48)
    assert len(found.chips) == 4
    large = [piece for piece in found.pieces if 100 < piece.box.left < 139 and piece.pixels >= LEAST_PIXELS]
    assert [(piece.box.width, piece.box.height) for piece in large] == [(6, 22)] * 4


def test_a_digit_that_touches_the_edge_of_its_chip_stays():
    found = inked(chips(0, digit=slice(33, 45)), 48)
    assert len(found.chips) == 4
    assert [piece.box.width >= 4 for piece in found.pieces if 120 < piece.box.left < 139] == [True] * 4
