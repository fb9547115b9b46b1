"""Brightening of pages."""

import numpy as np
import pytest

pytest.importorskip("cv2")

import pages
from straight import straight

import nonosat as ns
from nonosat.apps.scanning.light import DIM, brighter, gain_of, without_shadows


@pytest.mark.parametrize(("style", "condition", "dim"), [("book", "dark", True), ("book", "askew", False)])
def test_only_pages_in_bad_light_are_dim(style, condition, dim):
    page = pages.page(pages.puzzle(10, 1), style, condition, cell=28, seed=2)
    assert (gain_of(straight(page).body) > DIM) == dim


def test_a_screen_in_dark_colours_stays_as_it_is():
    assert gain_of(straight(pages.page(pages.puzzle(10, 1), "app-dark", cell=28)).body) == 1.0


def test_brighter_pixels_are_white_at_most():
    image = np.array([[[10, 100, 200]]], np.uint8)
    assert brighter(image, 2.0).tolist() == [[[20, 200, 255]]]
    assert brighter(image, 1.0) is image


@pytest.mark.slow
def test_the_edge_of_a_shadow_is_no_mark():
    page = pages.page(pages.puzzle(10, 1), "book", "shadow", cell=28, seed=2)
    found = ns.scan(page.image)
    assert found.sure
    assert found.puzzle.lines == page.puzzle.lines
    assert found.state is None


def test_filled_cells_and_drawings_are_no_shadows():
    noise = np.random.default_rng(1).normal(0, 2, (480, 480, 3))
    view = np.clip(np.full((480, 480, 3), 230.0) + noise, 0, 255)
    view[150:350, 150:350] *= 0.6
    body = slice(96, -48), slice(96, -48)
    assert without_shadows(view.astype(np.uint8), body)[160:340, 160:340].mean() == pytest.approx(138, abs=4)
    view[:350, 150:350] = 230 * 0.6 + noise[:350, 150:350]
    assert without_shadows(view.astype(np.uint8), body)[10:340, 160:340].mean() == pytest.approx(230, abs=8)
    drawn = np.where(view > 180, 230, 130).astype(np.uint8)
    assert without_shadows(drawn, body) is drawn
