"""Names of inks that sentences use, and those that legends show."""

from random import Random

import pytest

from nonosat.imaging.colours import ink_names, own_and_english
from nonosat.model.palette import BLACK_AND_WHITE, Colour


def inks(**named):
    return (
        *BLACK_AND_WHITE,
        *(Colour(name, rgb, letter) for letter, (name, rgb) in zip("abcdefgh", named.items(), strict=False)),
    )


@pytest.mark.parametrize(
    ("name", "rgb", "said", "shown"),
    [
        ("dark red", "123456", "dark red", "dark red"),
        ("Blue-Gray", "123456", "Blue-Gray", "Blue-Gray"),
        ("cervena", "f6008b", "deep pink", "deep pink (cervena)"),
        ("světle růžová", "f6bef6", "lavender", "lavender (světle růžová)"),
        ("c_g", "008000", "green", "green"),
        ("#00ff01", "00ff01", "lime", "lime"),
        ("light", "ffff00", "yellow", "yellow (light)"),
        ("gris/rouge", "808080", "gray", "gray (gris/rouge)"),
        ("ink 7", "808080", "gray", "gray (ink 7)"),
    ],
)
def test_an_ink_has_a_name_that_readers_of_english_know(name, rgb, said, shown):
    palette = inks(**{name: rgb})
    assert ink_names(palette)[2] == said
    assert own_and_english(palette)[2] == shown


def test_inks_of_one_value_keep_their_own_words():
    palette = inks(horni="805300", dolni="805300", c_u="805300")
    assert ink_names(palette)[2:4] == ("horni", "dolni")
    assert len(set(ink_names(palette))) == len(palette)


def test_the_nearest_ink_has_a_name_first_and_no_name_comes_in_two_spellings():
    assert ink_names(inks(x1="fe0000", x2="ff0000"))[2:] == ("orange red", "red")
    grays = {"gray", "grey"}
    assert not grays <= set(ink_names(inks(x1="808081", x2="818080", x3="7f8080")))


@pytest.mark.slow
def test_names_differ_however_many_inks_there_are():
    random = Random(7)
    palette = tuple(
        Colour(f"c{at}", f"{random.randrange(1 << 24):06x}", chr(0x100 + at)) for at in range(250)
    )
    assert len(set(ink_names(palette))) == len(palette)
