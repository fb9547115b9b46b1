"""The benchmark of scanning: its measurements; spoilt pages are never sure."""

import pytest

pytest.importorskip("cv2")

import pages

from benchmarks import scanning

FONTS = pytest.mark.skipif(
    not set(pages.UNSEEN[1:]) <= set(pages.fonts()), reason="fonts of Debian are missing"
)


@pytest.mark.slow
def test_the_built_in_font_is_read_exactly_with_the_true_geometry(monkeypatch):
    monkeypatch.setattr(pages, "UNSEEN", (pages.BUILT_IN,))
    row = scanning.measured(0, "flat", geometry=False)
    assert row.exact
    assert row.found
    assert not row.sure_and_wrong


def test_colours_can_differ_in_value_and_order():
    right = pages.puzzle(10, 3, 3)
    order = {0: 0, 1: 2, 2: 3, 3: 1}
    clues = [tuple(block._replace(colour=order[block.colour]) for block in line.clue) for line in right.lines]
    assert scanning.same(right.with_clues(clues), right)
    wrong = [
        tuple(block._replace(colour=min(block.colour, 2)) for block in line.clue) for line in right.lines
    ]
    assert not scanning.same(right.with_clues(wrong), right)


@FONTS
@pytest.mark.nightly
@pytest.mark.parametrize("group", scanning.SPOILT)
def test_no_spoilt_page_is_sure(group):
    rows = [scanning.measured(seed, group, geometry=group != "blank") for seed in range(100, 108)]
    assert [row.name for row in rows if row.sure] == []


@FONTS
@pytest.mark.slow
@pytest.mark.parametrize(
    ("seeds", "exact"), [(range(100, 104), 7), pytest.param(range(104, 108), 7, marks=pytest.mark.nightly)]
)
def test_most_pages_are_read_exactly_and_none_is_sure_and_wrong(seeds, exact):
    rows = [scanning.measured(seed, group, geometry=True) for group in ("flat", "askew") for seed in seeds]
    assert sum(row.exact for row in rows) >= exact
    assert [row.name for row in rows if row.sure_and_wrong] == []
