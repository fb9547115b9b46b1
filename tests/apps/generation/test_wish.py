"""Possible and impossible wishes."""

import json
import pickle

import pytest

from nonosat import Grid, UsageError, Wish
from nonosat.apps.generation.wish import Kind


def test_words_become_enumerations_and_ranges_pairs():
    wish = Wish(width=4, height=3, symmetry="lr", grade="easy", figures={"sweeps": [2, None]})
    assert (wish.symmetry.name, wish.grade.name, wish.figures) == (
        "LEFT_RIGHT",
        "EASY",
        {"sweeps": (2, None)},
    )
    assert wish == pickle.loads(pickle.dumps(wish)) != Wish(width=4, height=3)
    assert hash(wish) == hash(pickle.loads(pickle.dumps(wish)))


def test_wishes_are_plain_data():
    wish = Wish(width=2, height=1, grade="hard", mask=Grid(["##"]), figures={"sweeps": (2, None)})
    record = json.loads(json.dumps(wish.to_json()))
    assert record["grade"] == "hard"
    assert record["figures"] == {"sweeps": [2, None]}
    assert (record["width"], record["density"], record["kind"]) == (2, None, None)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"height": 0}, "`height` must be between 1 and 4,096, got 0"),
        ({"width": 5000}, "`width` must be between 1 and 4,096, got 5000"),
        ({"width": "5"}, "`width` must be a whole number, not '5'"),
        ({"density": 1.5}, "`density` must be between 0 and 1, got 1.5"),
        ({"density": float("nan")}, "`density` must be a number, got nan"),
        ({"inks": 0}, "`inks` must be between 1 and 9, got 0"),
        ({"symmetry": "round"}, "no symmetry is called 'round'; there are none, lr"),
        ({"symmetry": "diagonal", "width": 6}, "6x5 has no diagonal"),
        ({"kind": "oil"}, "no kind is called 'oil'; there are noise"),
        ({"grade": "fun"}, "no grade is called 'fun'; there are trivial, easy"),
        ({"grade": ["fun"]}, r"`grade` must be a Grade or None, not \['fun'\]"),
        ({"solution_count": -1}, "`solution_count` must be between 0 and 9,007,199,254,740,992, got -1"),
        ({"solution_count": 1.5}, "`solution_count` must be a whole number or None, not 1.5"),
        ({"inks": True}, "`inks` must be a whole number, not True"),
        ({"grade": "easy", "solution_count": None}, "for puzzles with one solution"),
        ({"line_solvable": True, "solution_count": 2}, "for puzzles with one solution"),
        ({"line_solvable": "yes"}, "must be True or False or None, not 'yes'"),
        ({"grade": "probing", "line_solvable": True}, "grade probing is not solvable line by line"),
        ({"grade": "easy", "line_solvable": False}, "a puzzle of grade easy is solvable line by line"),
        ({"figures": {"fun": (1, 2)}}, "no figure is called 'fun'; there are minutes"),
        ({"figures": {"sweeps": (3, 2)}}, "no number is between 3 and 2, the range of sweeps"),
        ({"figures": {"minutes": (15, 10)}}, "no number is between 15 and 10, the range of minutes"),
        ({"figures": {"minutes": (0, 0)}}, "no puzzle of 5x5 cells takes 0 minutes or less: this size takes"),
        (
            {"figures": {"minutes": (30, None)}},
            "no puzzle of 5x5 cells takes 30 minutes or more: this size takes",
        ),
        (
            {"width": 20, "height": 20, "figures": {"minutes": (40, 50)}},
            "no puzzle of 20x20 cells takes 40 minutes or more: this size takes 0.13 to 33.2 minutes",
        ),
        ({"shape": "cube:3"}, "a shape must be hexagon:N or triddler:N"),
        ({"shape": "hexagon:3", "symmetry": "lr"}, "symmetry is for rectangles only"),
        ({"shape": "hexagon:3", "figures": {"stars": 2}}, "stars is for rectangles only"),
        ({"shape": "hexagon:2", "mask": Grid(["##"])}, "the mask has 2x1 cells, and the puzzle 7 cells"),
        ({"figures": {"stars": (6, None)}}, "stars are from 1 to 5"),
        ({"figures": {"sweeps": "3"}}, "the range of sweeps must be a pair"),
        ({"figures": {"sweeps": (float("nan"), None)}}, "the range of sweeps must be a pair"),
        ({"figures": ["sweeps"]}, "`figures` must be a Mapping, not"),
        ({"mask": Grid(["##"])}, "the mask has 2x1 cells, and the puzzle 5x5"),
        (
            {"picture": ["##"]},
            r"`picture` must be a Grid or None, not \['##'\]: `nonosat.Grid\(rows\)` is a grid",
        ),
        ({"picture": Grid([b"\2" * 5] * 5)}, "the picture has 2 inks, and the puzzle 1"),
    ],
)
def test_invalid_wishes_are_refused(arguments, reason):
    with pytest.raises(UsageError, match=reason):
        Wish(**{"height": 5, "width": 5} | arguments)


def test_pictures_with_several_inks_have_shapes_unless_noise_is_asked_for():
    assert Wish(width=5, height=5).drawn_kind is Kind.NOISE
    assert Wish(width=5, height=5, inks=2).drawn_kind is Kind.BLOBS
    assert Wish(width=5, height=5, inks=2, kind="noise").drawn_kind is Kind.NOISE


def test_a_single_number_is_a_target_within_the_error_of_the_model():
    wish = Wish(width=20, height=20, figures={"minutes": 10, "stars": 2, "sweeps": 5})
    assert wish.ranges == {"minutes": (9.0, 11.0), "stars": (1.75, 2.25), "sweeps": (5, 5)}
