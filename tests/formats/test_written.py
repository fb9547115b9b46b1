"""Written formats of clues are read back, by name and by content."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_text, every_feature, metadatas, statements

import nonosat as ns
from nonosat.formats.table import FORMATS

PLAIN = statements().map(lambda puzzle: puzzle.replace(givens=()))
WRITTEN = {
    **dict.fromkeys(("dzn", "puzzlink"), PLAIN),
    "pattern": statements(),
}


@pytest.mark.parametrize("name", WRITTEN)
@given(st.data())
def test_what_is_written_reads_back_equal(name, data):
    puzzle = data.draw(WRITTEN[name])
    text = ns.dump_bytes(puzzle, name)
    assert ns.loads(text, name) == puzzle
    assert ns.loads(text) == puzzle


@given(every_feature(triddlers=True, missing=True, metadata=metadatas(any_text)))
def test_without_a_format_an_equal_puzzle_is_read_back(puzzle):
    assert ns.loads(ns.dumps(puzzle)) == puzzle


def test_the_default_format_is_non_or_json_for_what_non_does_not_give_back():
    puzzle = ns.Puzzle([[1], [2]], [[2], [1]], metadata=ns.Metadata(title="Stair"))
    assert ns.dumps(puzzle) == ns.dumps(puzzle, "non")
    red = ("red", "ff0000")
    two_reds = puzzle.replace(palette=[("white", "ffffff", "."), (*red, "r"), (*red, "s")])
    for other in (two_reds, ns.Puzzle.hexagon([[1]], [[1]], [[1]])):
        assert ns.dumps(other) == ns.dumps(other, "json")
        assert ns.loads(ns.dumps(other)) == other


def test_without_a_format_several_puzzles_are_non_if_it_holds_them():
    puzzle, other = ns.Puzzle([[1], [2]], [[2], [1]]), ns.example("apple")
    assert ns.loads_all(ns.dumps([puzzle, other])) == [puzzle, other]
    with pytest.raises(ns.UsageError, match="json: a file holds one puzzle, not 2"):
        ns.dumps([puzzle, ns.Puzzle.hexagon([[1]], [[1]], [[1]])])


INKS = ["000000", "ff0000", "008000", "0000ff", "ffff00", "000080", "ffd700", "fe0000"]
GOAL = ns.Grid([[1, 2, 1], [1, 1, 2], [0, 1, 0]])


@pytest.mark.parametrize("name", [name for name, row in FORMATS.items() if row.format])
@given(
    st.sampled_from(["ffffff", "ffffcc"]),
    st.lists(st.sampled_from(INKS), min_size=1, max_size=2),
    st.permutations("rbx"),
)
def test_colours_are_read_back_or_refused(name, background, inks, letters):
    palette = [("paper", background, ".")]
    palette += [(f"ink{at}", rgb, letters[at]) for at, rgb in enumerate(inks)]
    goal = ns.Grid([[min(cell, len(inks)) for cell in row] for row in GOAL])
    puzzle = goal.puzzle(palette=palette, goal=goal)
    try:
        data = ns.dump_bytes(puzzle, name)
    except ns.UsageError:
        written = False
    else:
        written = True
        assert [colour.rgb for colour in ns.loads(data, name).palette] == [background, *inks]
    assert written or [background, *inks] != ["ffffff", "000000"]


@pytest.mark.parametrize("name", ["mk", "nin", "cwd", "gno", "puzzlink"])
def test_a_single_ink_becomes_black_if_colours_are_left_out(name):
    puzzle = ns.Puzzle([[1], [2]], [[2], [1]])
    red = puzzle.replace(palette=[("white", "ffffff", "."), ("red", "ff0000", "r")])
    with pytest.raises(ns.UsageError, match=f"{name} cannot hold what the puzzle has: colours"):
        ns.dump_bytes(red, name)
    assert ns.loads(ns.dump_bytes(red, name, lossy=True), name) == puzzle


def test_a_puzzle_saves_itself_as_dump_does(tmp_path, capsys):
    puzzle = ns.example("cup")
    for name, format in (("a.non", None), ("b.json", None), ("c.txt", "inline")):
        puzzle.save(tmp_path / name, format)
        ns.dump(puzzle, tmp_path / f"dumped-{name}", format)
        assert (tmp_path / name).read_bytes() == (tmp_path / f"dumped-{name}").read_bytes()
    assert ns.load(tmp_path / "a.non") == puzzle
    puzzle.save("-", "non")
    assert capsys.readouterr().out == (tmp_path / "a.non").read_text()
    blotted = ns.example("cat-with-blots").replace(givens=[(0, 0, 0)])
    with pytest.raises(ns.UsageError, match="cannot hold what the puzzle has"):
        blotted.save(tmp_path / "d.mk")
    with pytest.raises(ns.OutputError):
        puzzle.save(tmp_path / "missing" / "a.non")
    with pytest.raises(ns.UsageError, match="the extension does not say which format"):
        puzzle.save(tmp_path / "a.nonsense")
