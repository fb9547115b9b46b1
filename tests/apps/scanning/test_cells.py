"""Candidate cells, and the lines between them."""

import numpy as np
import pytest

pytest.importorskip("cv2")

from nonosat.apps.scanning.cells import ATTEMPTS, _along, cells_of


@pytest.mark.parametrize("way", [(0, 1), (1, 0), (1, 1), (2, 1), (1, -2)])
def test_the_mean_along_a_line_is_its_own_in_its_middle(way):
    thin = np.zeros((120, 120), np.uint8)
    for step in np.arange(-40, 40, 0.25):
        down, across = np.array(way) / np.hypot(*way) * step
        thin[round(60 + down) - 1 : round(60 + down) + 2, round(60 + across) - 1 : round(60 + across) + 2] = (
            40
        )
    found = _along(thin, 16) / 2  # made clearer
    assert found[60, 60] >= 0.75 * 40
    assert found[60 + 20 * way[1] // 2, 60 - 20 * way[0] // 2] < 0.2 * 40  # beside it


def test_the_mean_along_lines_is_that_of_a_plain_loop_at_right_angles():
    thin = np.random.Generator(np.random.PCG64(1)).integers(0, 60, (40, 50), np.uint8)
    found = _along(thin, 8)
    level = np.stack([thin[:, 12 - 4 + at : 40 - 4 + at] for at in range(8)]).mean(0)
    upright = np.stack([thin[12 - 4 + at : 30 - 4 + at] for at in range(8)]).mean(0)
    assert (found[:, 12:40] >= np.floor(2 * level)).all()
    assert (found[12:30] >= np.floor(2 * upright)).all()


def test_thin_bright_lines_in_loud_noise_part_cells():
    noise = np.random.Generator(np.random.PCG64(2)).normal(150, 18, (600, 600))
    noise[::30] += 20
    noise[:, ::30] += 20
    flat = noise.clip(0, 255).astype(np.uint8)
    sizes = [
        cells_of(flat, attempt).sizes for attempt in ATTEMPTS if attempt.inverted and attempt.along == 32
    ]
    right = (np.abs(sizes[0] - 30) < 6).sum()
    assert right > 150
