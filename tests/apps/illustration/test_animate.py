"""`nonosat.animate`: frames, their durations, and refused arguments."""

import pytest
from films import PUZZLES, film, shown

import nonosat as ns
from nonosat.apps.drawing.drawing import State
from nonosat.apps.illustration.animate import animation_of
from nonosat.apps.illustration.solving import solving
from nonosat.support.limits import Clock


@pytest.mark.parametrize("every", ["line", "step"])
@pytest.mark.parametrize("name", PUZZLES)
def test_an_animation_goes_from_the_givens_to_the_final_state(name, every):
    puzzle, animation = PUZZLES[name], film(name, every)
    first, last = (shown(animation.frames[at].drawing) for at in (0, -1))
    given = {puzzle.cell(row, at): colour or None for row, at, colour in puzzle.givens}
    assert first == [given.get(cell) for cell in range(len(first))]
    verdict = ns.check(puzzle).verdict
    if verdict == "unique":
        assert last == [colour or None for colour in ns.solve(puzzle).cells]
    elif verdict == "multiple" and every != "step":
        grid = [cell.colour for row in animation.frames[-1].drawing.panels[0].cells for cell in row]
        assert bytes(grid) in {each.cells for each in ns.solutions(puzzle)}


def test_new_cells_and_their_lines_are_highlighted():
    frame = film("plain").frames[1].drawing
    (line,) = [clue for clue in frame.panels[0].clues if clue.state is not State.PLAIN]
    assert line.state is State.HIGHLIGHTED
    new = [cell for row in frame.panels[0].cells for cell in row if cell.state is State.NEW]
    assert frame.caption == f"{line.id}: {len(new)} cells"
    wrong = film("unsolvable").frames[-1].drawing
    assert [clue.state for clue in wrong.panels[0].clues if clue.state is not State.PLAIN] == [State.MARKED]


def test_duration_and_number_of_frames_are_as_requested():
    puzzle = PUZZLES["plain"]
    for duration, fps in ((4, 25), (1, 5), (0.5, 2), (10, 1)):
        animation = ns.animate(puzzle, duration=duration, fps=fps)
        assert animation.seconds == pytest.approx(duration)
        assert len(animation.frames) <= max(2, 1 + duration * fps)
    assert ns.animate(puzzle, fps=50).seconds < ns.animate(puzzle, fps=1).seconds
    assert repr(ns.animate(puzzle, duration=4)) == "<Animation of 12 frames, 4.0 s>"


@pytest.mark.nightly
def test_large_puzzles_have_few_frames():
    puzzle = ns.Puzzle([[1000]] * 1000, [[1000]] * 1000)
    assert len(ns.animate(puzzle, every="line").frames) <= 11


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"every": "day"}, "`every` must be line or step, got 'day'"),
        ({"fps": 0}, "up to 50 frames a second, not 0"),
        ({"fps": 51}, "up to 50 frames a second, not 51"),
        ({"duration": 0}, "up to 600 seconds, not 0"),
        ({"duration": float("nan")}, "up to 600 seconds, not nan"),
    ],
)
def test_invalid_arguments_are_refused(wrong, said):
    with pytest.raises(ns.UsageError, match=said):
        ns.animate(PUZZLES["plain"], **wrong)


def test_it_is_saved_by_its_extension(tmp_path):
    animation = film("plain")
    animation.save(str(tmp_path / "a.gif"))
    assert (tmp_path / "a.gif").read_bytes() == animation.gif()
    assert 'src="data:image/gif;base64,R0lGOD' in animation._repr_html_()
    with pytest.raises(ns.UsageError, match="there are gif"):
        animation.save(str(tmp_path / "a.mp4"))
    with pytest.raises(ns.OutputError):
        animation.save(str(tmp_path / "no" / "a.gif"))


def test_a_limit_keeps_the_cells_known_so_far():
    animation = ns.animate(PUZZLES["several"], limit=ns.Limit(seconds=0))
    assert animation.frames[-1].drawing.caption == "9 cells open: the time limit was reached"


def test_a_limit_holds_for_the_drawings_of_large_puzzles():
    puzzle = ns.Grid(["#" * 200] * 200).puzzle()
    solved = solving(puzzle)
    with pytest.raises(ns.OutOfReach):
        animation_of(solved, fps=8, clock=Clock(ns.Limit(seconds=0)))
    small = solving(ns.Grid(["#.", "##"]).puzzle())
    assert len(animation_of(small, fps=8, clock=Clock(ns.Limit(seconds=0))).frames) > 1
