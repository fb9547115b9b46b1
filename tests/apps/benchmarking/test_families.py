"""Families of growing puzzles: reproducible by name, with errors in one line."""

import pytest

from nonosat import UsageError, check
from nonosat.apps.benchmarking.families import FAMILIES, is_family, members


@pytest.mark.parametrize("name", FAMILIES)
def test_every_family_grows_and_is_the_same_each_time(name):
    made = list(members(f"{name}:24,23", per_size=2))
    assert [each.size for each in made] == sorted(each.size for each in made)
    assert {each.family for each in made} == {name}
    assert len({each.name for each in made}) == len({each.puzzle for each in made}) == len(made)
    assert made == list(members(f"{name}:23,24", per_size=2))
    side = {23: 47, 24: 49} if name == "dom" else {23: 23, 24: 24}
    assert all(max(each.puzzle.width, each.puzzle.height) == side[each.size] for each in made)


def test_a_share_is_kept():
    for name, share in (("random@0.2:30", 0.2), ("blobs@0.7:30", 0.7)):
        (made,) = members(name)
        filled = sum(block.length for clue in made.puzzle.rows for block in clue)
        assert abs(filled / 900 - share) < 0.06


def test_colour_families_have_the_requested_inks_and_share():
    (made,) = members("colours@4:40")
    assert len(made.puzzle.palette) == 5
    blocks = [block for clue in made.puzzle.rows for block in clue]
    assert {block.colour for block in blocks} == {1, 2, 3, 4}
    assert abs(sum(block.length for block in blocks) / 1600 - 0.3) < 0.06


def test_the_sets_of_julia_differ():
    made = [subject.puzzle for number in range(1, 7) for subject in members(f"julia@{number}:40")]
    assert len(set(made)) == 6
    assert next(members("julia:40")).puzzle == made[0]


def test_lines_settle_nothing_of_stripes():
    (made,) = members("stripes:14")
    report = check(made.puzzle)
    assert report.unique
    assert report.stats.open_cells == 14 * 14


def test_the_number_of_puzzles_applies_to_random_families_only():
    assert len(list(members("random:9", 4))) == 4
    assert len(list(members("dom:9", 4))) == 1


@pytest.mark.parametrize(
    "name",
    [
        "sudoku:9",
        "dom@2:4",
        "julia@7:4",
        "julia@1.5:4",
        "colours@10:4",
        "colours@2.5:4",
        "random@2:4",
        "random@0:4",
        "dom:0",
        "dom:99999",
        "checkerboard@0:3",
        "checkerboard@2.5:10",
        "dom:",
        "dom:-1",
        "julia:1,x",
        "random@nan:10",
    ],
)
def test_unknown_families_are_refused(name):
    assert is_family(name)  # so that it is not looked for as a file
    with pytest.raises(UsageError, match=name.replace("@", ".")):
        members(name)


def test_a_file_comes_before_a_family(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert is_family("dom:4")
    (tmp_path / "dom:4").touch()
    assert not is_family("dom:4")
    assert not any(
        map(is_family, ("1/1:1/1", "2x2:1/2/2/1", "puzzle.non", "https://puzz.link/p?nonogram/1/1/1"))
    )


def test_dom_is_unique():
    (made,) = members("dom:3")
    assert check(made.puzzle).verdict == "unique"
