"""Suppositions as pictures: numbered links, a line without a filling, and the withdrawal."""

from functools import lru_cache
from itertools import product

import pytest
from oracles import dominoes, runs

import nonosat as ns
from nonosat.apps.drawing.drawing import Cell, State
from nonosat.apps.drawing.themes import THEMES
from nonosat.apps.illustration.animate import animation_of
from nonosat.apps.illustration.solving import Every, solving, thinned
from nonosat.apps.illustration.steps import step_drawing
from nonosat.apps.illustration.supposing import QUESTION_MARK, conclusion, is_supposition, links
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.explaining.words.glossary import entries

DOMINOES = ns.Puzzle(*dominoes(4))
"""Nothing follows from lines alone."""

(NESTED,) = (entry.example for entry in entries("nested"))
"""A state in which the next step has one supposition inside of another."""

INKS = (*ns.Puzzle([[1]], [[1]]).palette, ns.Colour("red", "d62828", "r"))


@lru_cache
def explained(puzzle, most):
    """Returns the state before each of the first steps, and the step."""
    known = PartialGrid([None] * length for length in puzzle.row_lengths).filled_in(puzzle.givens)
    found = []
    for _, step in zip(range(most), ns.explain(puzzle), strict=False):
        found.append((known, step))
        known = known.filled_in(step.cells)
    return found


def fits(clue, cells):
    """Returns True if some filling of a line in one ink agrees with the cells that are known."""
    free = [(0, 1) if cell is None else (cell,) for cell in cells]
    wanted = [block.length for block in clue]
    return any([length for length, _ in runs(filling)] == wanted for filling in product(*free))


def cells_in(puzzle, known, link):
    """The picture of a link, row by row."""
    rows = [list(row) for row in known.rows]
    for (row, at), cell in link.cells.items():
        assert cell.state is State.SUPPOSED
        rows[row][at] = cell.colour
    return [rows[row][at] for row, at in puzzle.coordinates]


@pytest.mark.parametrize(
    ("puzzle", "steps"), [(DOMINOES, explained(DOMINOES, 20)), (NESTED.puzzle, [(NESTED.known, NESTED.step)])]
)
def test_each_link_follows_and_the_last_line_has_no_filling(puzzle, steps):
    for known, step in steps:
        if is_supposition(step):
            before, *rest = links(puzzle, step)
            assert before.label == QUESTION_MARK
            assert before.line is None
            for link in rest:
                assert before.cells.items() <= link.cells.items() or before.ends  # which withdraws
                if link.line:
                    line = puzzle.lines[puzzle.geometry.lines.index(link.line)]
                    cells = cells_in(puzzle, known, before if not link.ends else link)
                    assert fits(line.clue, [cells[cell] for cell in line.cells]) != link.ends
                    new = [place for place, cell in link.cells.items() if cell.label == link.label]
                    for row, at in new:  # the other colour fits nowhere
                        cell = puzzle.cell(row, at)
                        cells[cell] = 1 - link.cells[row, at].colour
                        assert not fits(line.clue, [cells[each] for each in line.cells])
                        cells[cell] = None
                before = link
            assert before.ends


def test_a_picture_has_the_numbers_of_the_links_and_withdraws_them():
    for known, step in explained(DOMINOES, 3):
        drawing = step_drawing(DOMINOES, known, step)
        supposed, after = drawing.panels
        (last,) = [clue for clue in supposed.clues if clue.state is not State.PLAIN]
        assert last.state is State.MARKED
        labels = {cell.label for row in supposed.cells for cell in row if cell.state is State.SUPPOSED}
        count = step.links
        assert labels == {QUESTION_MARK, *map(str, range(1, count))}
        assert f"\n{count}. {last.id}, contradiction" in drawing.caption
        assert drawing.caption.endswith(conclusion(step))
        states = [cell.state for row in after.cells for cell in row if cell.state is not State.PLAIN]
        assert states == [State.NEW] * len(step.cells)
        assert drawing.legend[0].text == "supposed"
    plain = step_drawing(DOMINOES, known, None)
    assert not plain.legend


def test_a_supposition_inside_of_another_has_a_picture_and_letters_of_its_own():
    step = NESTED.step
    assert step.reason == "nested"
    inner, outer, after = step_drawing(NESTED.puzzle, NESTED.known, step).panels
    assert inner.caption.endswith(", too")
    assert "suppose " in outer.caption
    assert after.caption.startswith("So ")
    labels = {cell.label for row in inner.cells for cell in row}
    assert any(label[-1:].isalpha() for label in labels)
    assert not any(label[-1:].isalpha() for row in outer.cells for label in [cell.label for cell in row])


def test_supposed_cells_have_a_colour_of_their_own_in_every_theme():
    for theme in THEMES.values():
        for kind in ("ink", "wash", "ring", "number"):
            assert theme.paint(f"{kind}-supposed")
    light = THEMES["light"]
    assert light.paint("ink-supposed") not in (light.paint("ink-new"), light.paint("ink-marked"))
    ((known, step),) = explained(DOMINOES, 1)
    text = step_drawing(DOMINOES, known, step).svg()
    assert 'class="ink-supposed"' in text
    assert 'class="wash-supposed"' in text


def test_colours_that_a_cell_loses_have_a_number_and_no_colour():
    puzzle = ns.Grid([[2, 0, 0, 2], [2, 1, 2, 0], [0, 0, 1, 2], [1, 2, 0, 0]]).puzzle(INKS)
    (step,) = [step for _, step in explained(puzzle, 4) if is_supposition(step)]
    _, *stages = links(puzzle, step)
    lost = 0
    for number, (link, stage) in enumerate(zip(step.chain, stages, strict=False), 1):
        for row, at, _ in link.excluded:
            assert stage.cells[row, at] == Cell(None, State.SUPPOSED, str(number))
            lost += 1
    assert lost
    assert conclusion(step) == "So row 2, column 2 is not white, so it is black"
    text = step_drawing(puzzle, explained(puzzle, 4)[3][0], step).svg()
    assert 'class="wash-supposed"' in text


def test_an_animation_goes_through_the_links_and_withdraws_them():
    found = solving(DOMINOES, every=Every.STEP)
    animation = animation_of(found, fps=50, duration=60)
    shown = [frame.drawing.panels[0].cells for frame in animation.frames]
    supposed = [any(cell.state is State.SUPPOSED for row in rows for cell in row) for rows in shown]
    assert sum(supposed) == sum(moment.link is not None for moment in found.moments)
    assert supposed[1]
    (_, step), *_ = explained(DOMINOES, 1)
    assert supposed[1 : step.links + 3] == [True] * (step.links + 1) + [False]
    assert not supposed[-1]


def test_links_are_merged_before_other_frames():
    moments = solving(DOMINOES, every=Every.STEP).moments
    steps = [moment for moment in moments if not moment.link]
    ends = [moment for moment in moments if moment.link and moment.link.ends]
    assert thinned(moments, len(steps)) == steps
    assert len(thinned(moments, len(steps) + len(ends))) == len(steps) + len(ends)
    assert len(thinned(moments, len(moments))) == len(moments)
    assert not any(moment.link for moment in thinned(moments, len(steps) // 2))
