"""Drawings of answers, for each kind of puzzle."""

import io
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from strategies import every_feature

import nonosat as ns
from nonosat.apps.drawing.drawing import Cell, State
from nonosat.apps.illustration.base import SUBJECTS

SWITCH = ns.Puzzle(rows=[[1], [1], [], [2]], columns=[[1, 1], [1, 1]])
"""Four cells of which either diagonal can be filled, and two that are sure."""

UNIQUE = ns.Grid(["##.", "#..", "###"]).puzzle()
WRONG = ns.Puzzle(rows=[[3], [], [3]], columns=[[2], [2], [2]])


def states(drawing):
    """The cells whose state is not plain, of the last panel."""
    rows = drawing.panels[-1].cells
    return {
        (row, place): cell.state
        for row, cells in enumerate(rows)
        for place, cell in enumerate(cells)
        if cell.state is not State.PLAIN
    }


def lines(drawing):
    return {str(clue.id): clue.state for clue in drawing.panels[-1].clues if clue.state is not State.PLAIN}


def test_a_puzzle_is_drawn_with_givens_and_state():
    puzzle = UNIQUE.replace(givens=[(0, 0)])
    assert ns.render(puzzle).panels[0].cells[0] == (Cell(1), Cell(), Cell())
    drawing = ns.render(puzzle, state=ns.PartialGrid(["???", "?..", "###"]))
    assert drawing.panels[0].cells == (
        (Cell(1), Cell(), Cell()),
        (Cell(), Cell(0), Cell(0)),
        (Cell(1), Cell(1), Cell(1)),
    )
    assert [number.state for number in drawing.panels[0].clues[2].numbers] == ["done"]


def test_the_solution_drawn_is_the_goal():
    goal = ns.Grid([".#", "#.", "..", "##"])
    shown = [
        ns.render(SWITCH.replace(goal=each), show="solution").panels[0].cells
        for each in (goal, goal.mirrored(), None)
    ]
    assert [[cell.colour for cell in cells[0]] for cells in shown[:2]] == [[0, 1], [1, 0]]
    assert shown[2] in shown[:2]


def test_regions_have_letters_and_the_backbone_is_drawn():
    drawing = ns.render(SWITCH, show="ambiguity")
    cells = drawing.panels[0].cells
    assert cells[0] == cells[1] == (Cell(None, State.PLAIN, "A", 0),) * 2
    assert cells[3] == (Cell(1), Cell(1))
    assert drawing.caption == "2 solutions; 4 cells are forced, 4 differ"
    assert [entry.text for entry in drawing.legend] == ["4 cells in rows 1-2, columns 1-2: 2 ways, a switch"]


def test_a_difference_marks_what_is_added_and_removed():
    drawing = ns.render(SWITCH, show="difference")
    assert sorted(states(drawing).values()) == ["added", "added", "removed", "removed"]
    assert len(drawing.legend) == 2


def test_a_state_is_compared_with_the_solution():
    drawing = ns.render(UNIQUE, show="difference", state=ns.PartialGrid(["?.?", "#..", "?#?"]))
    assert states(drawing) == {(0, 1): State.MARKED}
    assert drawing.caption == "1 cell differs"


def test_a_step_has_its_line_its_numbers_and_what_is_new():
    drawing = ns.render(UNIQUE, show="steps")
    assert drawing.caption.startswith("row 3, full: 3 fits in one way only")
    assert lines(drawing) == {"row 3": State.HIGHLIGHTED}
    assert states(drawing) == {(2, column): State.NEW for column in range(3)}
    (number,) = drawing.panels[0].clues[2].numbers
    assert number.state is State.PLAIN  # it is crossed out afterwards
    after = ns.render(UNIQUE, show="steps", step=2)
    assert after.panels[0].cells[2] == (Cell(1),) * 3
    assert after.panels[0].clues[2].numbers[0].state is State.DONE


def test_after_the_last_step_the_conclusion_is_shown():
    drawing = ns.render(UNIQUE, show="steps", step=99)
    assert drawing.caption.endswith("solved: this is the only solution")
    assert "several solutions" in ns.render(SWITCH, show="steps", step=99).caption


def test_clues_in_conflict_are_marked_and_the_others_dimmed():
    puzzle = ns.Puzzle(rows=[[3], [1], [1]], columns=[[], [2], [1]])
    drawing = ns.render(puzzle, show="conflict")
    assert lines(drawing) == {
        "row 1": "marked",
        "column 1": "marked",
        **dict.fromkeys(["row 2", "row 3", "column 2", "column 3"], "dimmed"),
    }
    assert drawing.caption == "2 clues contradict each other; none can be spared"


def test_givens_in_conflict_are_marked():
    drawing = ns.render(UNIQUE.replace(givens=[(1, 2)]), show="conflict")
    assert states(drawing) == {(1, 2): State.MARKED}


@pytest.mark.parametrize(
    ("puzzle", "by", "before", "after"),
    [
        (SWITCH, "givens", {}, {State.NEW}),
        (SWITCH.replace(goal=ns.Grid([".#", "#.", "..", "##"])), None, {}, {State.ADDED, State.REMOVED}),
        (ns.Puzzle(rows=[[1, 1], [3], [2]], columns=[[2], [2], [2]]), None, {"marked"}, set()),
    ],
)
def test_a_repair_has_a_panel_before_and_one_after(puzzle, by, before, after):
    drawing = ns.render(puzzle, show="repair", by=by)
    first, second = drawing.panels
    assert (first.caption, second.caption) == ("before", "after")
    assert {clue.state for clue in first.clues} - {"plain"} == set(before)
    assert set(states(drawing).values()) <= after
    assert drawing.caption.endswith(": unique")


@pytest.mark.parametrize("show", SUBJECTS)
@pytest.mark.parametrize("puzzle", [UNIQUE, SWITCH, WRONG], ids=["unique", "multiple", "unsolvable"])
def test_every_question_has_a_drawing_that_names_missing_answers(puzzle, show):
    drawing = ns.render(puzzle, show=show)
    assert drawing.svg()
    assert drawing.png()
    missing = {
        "unique": ("difference", "conflict", "repair"),
        "multiple": ("conflict",),
        "unsolvable": ("solution", "difference", "ambiguity"),
    }[str(ns.check(puzzle).verdict)]
    if show in missing:
        assert drawing.caption


@pytest.mark.parametrize("show", [each for each in SUBJECTS if each != "puzzle"])
def test_a_limit_leaves_a_drawing_that_says_so(show):
    drawing = ns.render(ns.example("gchq").replace(goal=None), show=show, seconds=0)
    words = ("limit", "stopped", "not counted")
    assert any(word in drawing.caption for word in words)


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"show": "moon"}, "`show` must be 'puzzle', 'solution', .*, not 'moon'"),
        ({"show": "repair", "by": "magic"}, "`by` must be .*'clue', 'givens'.*'pixels'.*, not 'magic'"),
        ({"show": "steps", "step": 0}, "`step` must be between 1 and 1,000,000, got 0"),
        ({"state": ns.PartialGrid(["?"])}, "the picture has 1 row|row 1 of the picture"),
    ],
)
def test_unknown_subjects_and_steps_are_refused(options, match):
    with pytest.raises(ns.NonosatError, match=match):
        ns.render(UNIQUE, **options)


def test_contradictory_statements_are_drawn_as_unsolvable():
    puzzle = ns.Puzzle(rows=[[2], [1]], columns=[[1], [1]])
    assert "contradict" in ns.render(puzzle, show="conflict").caption
    assert len(ns.render(puzzle, show="repair").panels) == 2
    for show in ("solution", "ambiguity", "difference"):
        assert ns.render(puzzle, show=show).caption == "unsolvable: there is no solution"
    for show in set(SUBJECTS):
        with pytest.raises(ns.PuzzleError):
            ns.render(puzzle.replace(givens=[(5, 5)]), show=show)


@pytest.mark.slow
@given(
    every_feature(3, triddlers=True, missing=True),
    st.sampled_from(list(SUBJECTS)),
    st.sampled_from(["auto", "light", "dark", "print"]),
    st.sampled_from([None, 3, 11, 30]),
)
def test_every_subject_of_every_puzzle_is_drawn_alike_in_svg_and_png(puzzle, show, theme, cell):
    drawing = ns.render(puzzle, show=show, seconds=2)
    root = ElementTree.fromstring(drawing.svg(theme=theme, cell=cell))
    with Image.open(io.BytesIO(drawing.png(theme=theme, cell=cell))) as image:
        assert image.size == (int(root.get("width")), int(root.get("height")))
        assert image.text["Description"] == drawing.description
    for panel in drawing.panels:
        assert tuple(map(len, panel.cells)) == puzzle.row_lengths
        assert [clue.id for clue in panel.clues] == list(puzzle.geometry.lines)
    if show == "solution" and drawing.caption == "":
        colours = [bytes(cell.colour for cell in row) for row in drawing.panels[0].cells]
        assert ns.Grid(colours, ragged=True).satisfies(puzzle)


def test_a_missing_repair_is_not_reported_as_a_limit():
    puzzle = ns.Puzzle(rows=[[1, 1], [1], [1, 1]], columns=[[1], [1, 1], [1]])
    assert ns.render(puzzle, show="repair").caption == "unsolvable: no repair by clue was found"
