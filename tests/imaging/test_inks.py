"""Inks of a picture: the requested number, distinguishable by eye."""

from itertools import combinations

import pytest

from nonosat import Colour
from nonosat.imaging.inks import alike, alike_inks, few_colours

GRADIENT = {(255 - shade // 2, 150 - shade, 20): 400 for shade in range(100)}
BLUE, GREEN = (30, 90, 200), (30, 150, 60)


@pytest.mark.parametrize("spot", [20, 50, 100, 300])
@pytest.mark.parametrize("number", [3, 4])
def test_a_gradient_does_not_take_the_place_of_small_spots_in_other_colours(spot, number):
    inks = few_colours({(255, 255, 255): 20_000, **GRADIENT, BLUE: spot, GREEN: spot}, number)
    assert len(inks) == number
    assert not any(alike(one, other) for one, other in combinations(inks, 2))
    assert BLUE in inks


def test_where_there_are_no_other_colours_shades_are_used_and_named():
    inks = few_colours({(255, 255, 255): 20_000, **GRADIENT}, 5)
    assert len(inks) == 5
    palette = [Colour("ink", bytes(each).hex(), "a") for each in inks]
    assert alike_inks(palette)
