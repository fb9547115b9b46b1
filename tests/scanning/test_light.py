"""How bright pages are made."""

import numpy as np
import pytest

pytest.importorskip("cv2")

from benchmarks import pages
from benchmarks.straight import straight
from nonosat.scanning.light import DIM, brighter, gain_of


@pytest.mark.parametrize(("style", "condition", "dim"), [("book", "dark", True), ("book", "askew", False)])
def test_only_pages_in_bad_light_are_dim(style, condition, dim):
    page = pages.page(pages.puzzle(10, 1), style, condition, cell=28, seed=2)
    assert (gain_of(straight(page)) > DIM) == dim


def test_a_screen_in_dark_colours_stays_as_it_is():
    assert gain_of(straight(pages.page(pages.puzzle(10, 1), "app-dark", cell=28))) == 1.0


def test_brighter_pixels_are_white_at_most():
    image = np.array([[[10, 100, 200]]], np.uint8)
    assert brighter(image, 2.0).tolist() == [[[20, 200, 255]]]
    assert brighter(image, 1.0) is image
