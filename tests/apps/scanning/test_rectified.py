import numpy as np
import pytest

from nonosat.apps.scanning.rectified import Box, Facts, Part, Rectified

FACTS = Facts(1.0, True, 20.0)


def shifted(places):
    """A grid of cells of 20 pixels, with the corner of its body at (100, 60) of the page."""
    return np.asarray(places) * 20 + (100, 60)


def blank(height, width):
    return np.zeros((height, width, 3), np.uint8)


@pytest.fixture
def rectified():
    """Five rows and ten columns; gutters of three and two cells."""
    return Rectified(5, 10, blank(240, 144), blank(96, 480), blank(240, 480), shifted, FACTS)


@pytest.mark.parametrize(
    ("part", "pixel", "page"),
    [
        (Part.BODY, (0, 0), (100, 60)),
        (Part.BODY, (480, 240), (300, 160)),
        (Part.LEFT, (144, 0), (100, 60)),  # the right edge of the gutter is at the body
        (Part.LEFT, (0, 240), (40, 160)),
        (Part.TOP, (0, 96), (100, 60)),  # and the lower edge of the other
        (Part.TOP, (480, 0), (300, 20)),
    ],
)
def test_a_pixel_of_each_image_is_found_in_the_page(rectified, part, pixel, page):
    assert rectified.page_places(part, np.array([pixel])).tolist() == [list(page)]


def test_a_box_in_an_image_is_a_box_in_the_page(rectified):
    assert rectified.page_box(Part.LEFT, Box(96, 48, 144, 96)) == (80, 80, 100, 100)
