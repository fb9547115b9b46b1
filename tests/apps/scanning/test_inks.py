"""Inks of a page, clustered."""

from random import Random

import pytest

pytest.importorskip("numpy")

from nonosat.apps.scanning.inks import Seen, clustered


def seen(random, *lacks):
    """A number in bad light that lacks some red, green and blue, more or less."""
    noisy = tuple(min(1.0, max(0.0, share + random.uniform(-0.3, 0.1))) for share in lacks)
    return Seen((100, 100, 100), False, noisy)


def test_inks_in_bad_light_are_separated_by_missing_colours():
    random = Random(5)
    colours = [seen(random, *((1, 1, 1), (0.1, 1, 1))[at % 2]) for at in range(60)]
    palette, which = clustered(colours, [True] * 60)
    assert len(palette) == 3
    assert len(set(which[::2])) == len(set(which[1::2])) == 1
