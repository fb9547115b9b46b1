"""The own grid of enlarged pixel art."""

from random import Random

import numpy as np
import pytest

from nonosat.imaging.native_grid import native_grid


def pixel_art(seed, height, width):
    """A random drawing that uses its first and last rows and columns."""
    random = Random(seed)
    colours = [(0, 0, 0), (255, 255, 255), (200, 30, 30)]
    return np.array([[random.choice(colours) for _ in range(width)] for _ in range(height)], dtype=np.uint8)


@pytest.mark.parametrize("factor", [3, 8, 16])
@pytest.mark.parametrize(("height", "width"), [(8, 11), (16, 16), (30, 20)])
def test_an_exact_enlargement_has_its_grid(height, width, factor):
    large = pixel_art(height, height, width).repeat(factor, 0).repeat(factor, 1)
    assert native_grid(large) == (width, height)


def test_a_factor_need_not_be_a_whole_number():
    picture = pixel_art(1, 16, 16)
    places = ((np.arange(16 * 17 // 2) + 0.5) * 2 / 17).astype(int)
    assert native_grid(picture[places][:, places]) == (16, 16)


def test_noise_of_a_jpeg_changes_nothing():
    large = pixel_art(2, 12, 12).repeat(10, 0).repeat(10, 1).astype(int)
    noise = np.random.default_rng(1).integers(-8, 9, large.shape)
    assert native_grid(np.clip(large + noise, 0, 255).astype(np.uint8)) == (12, 12)


def test_gradients_circles_and_blank_pictures_have_none():
    rows, columns = np.mgrid[:200, :200]
    circle = np.hypot(rows - 100, columns - 100) < 80
    for plane in (rows, 255 * circle, 0 * rows):
        assert native_grid(np.stack([plane] * 3, axis=2).astype(np.uint8)) is None
