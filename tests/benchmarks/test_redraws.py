"""The table of mended pictures: its pictures are the same each time, and how it is written."""

import nonosat as ns
from benchmarks.redraws import KINDS, ambiguous, drawn, markdown, measured


def test_pictures_are_made_by_seed_in_their_size():
    for kind in KINDS:
        grid, palette = drawn(kind, 15, 3)
        assert (grid.height, grid.width) == (15, 15)
        assert (grid, palette) == drawn(kind, 15, 3)
        assert grid != drawn(kind, 15, 4)[0]
        assert grid.highest() < len(palette)
        assert (grid == grid.mirrored()) == kind.startswith("symmetric")


def test_a_row_and_its_table():
    _, grid, palette = next(ambiguous("blobs", 15))
    assert ns.check(grid.puzzle(palette)).verdict is ns.Verdict.MULTIPLE
    row = measured(grid, palette, False, 60)
    assert (row["found"], row["optimal"]) == (True, True)
    lines = list(markdown([row | {"kind": "blobs", "side": 15, "lines": False}]))
    assert lines[2].startswith(f"| blobs | unique | 1 of 1 | 1 | {row['cost']} ({row['cost']}) |")
    assert lines[3].startswith("| **all** | unique | 1 of 1 |")
    assert {line.count("|") for line in lines} == {7}
