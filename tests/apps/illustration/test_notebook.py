"""Displays in notebooks."""

import copy
import pickle
import subprocess
import sys
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

import nonosat as ns
from nonosat.apps.drawing.drawing import State
from nonosat.apps.illustration.notebook import MAX_CELLS, html_of, svg_of
from nonosat.explaining.words.patterns import Phrase

CUP = ns.example("cup")
TWO = ns.Puzzle([[1], [1]], [[1], [1]])
NONE = ns.example("unsolvable-by-search")
FREE = ns.Puzzle([None, [1]], [None, [1]])
COLOURS = ns.example("apple")
TRIDDLER = ns.example("flower")


def text_of(value):
    """The texts of the picture of a value, one after the other."""
    return " ".join(
        each.text for each in ElementTree.fromstring(value._repr_svg_()).iter() if each.text
    ).lower()


@pytest.mark.parametrize("puzzle", [CUP, TWO, NONE, FREE, COLOURS, TRIDDLER, ns.example("cat-with-blots")])
def test_puzzles_and_all_answers_about_them_are_pictures(puzzle):
    shown = [puzzle, ns.check(puzzle), ns.ambiguity(puzzle), ns.backbone(puzzle)]
    shown += [ns.conflict(puzzle)]
    shown += [ns.repair_clue(puzzle)] if puzzle is NONE else []
    shown += [
        ns.count(puzzle),
        ns.lesson(puzzle),
    ]
    for value in shown:
        assert ElementTree.fromstring(value._repr_svg_()).tag.endswith("svg"), value


def test_generated_and_sampled_puzzles_are_pictures():
    for value in (ns.generate(size="4x4", seed=1), ns.sample(TWO, 3, 1)):
        assert ElementTree.fromstring(value._repr_svg_()).tag.endswith("svg"), value


def test_grids_are_shown_in_the_colours_of_their_puzzle():
    report, explanation = ns.check(COLOURS), ns.explain(COLOURS)
    list(explanation)
    grid = report.solutions[0]
    values = [grid, ns.solve(COLOURS), next(ns.solutions(COLOURS)), ns.nearest(COLOURS, grid).grid]
    values += [grid[:], copy.copy(grid), pickle.loads(pickle.dumps(grid)), grid.mirrored(), grid.transposed()]
    values += [ns.judge(COLOURS, grid.text()).grid, explanation.partial_grid]
    for value in values:
        picture = svg_of(value)
        for ink in COLOURS.palette[1:]:
            assert f"#{ink.rgb}" in picture


def test_a_grid_without_a_palette_is_shown_in_colours_that_differ():
    picture = svg_of(ns.Grid([[0, 1, 2, 3, 4]]))
    assert len({colour for colour in ("#d1332a", "#1f6feb", "#2da44e") if colour in picture}) == 3
    for value in (ns.solve(CUP), ns.PartialGrid(["#?", "?."]), ns.solve(TRIDDLER)):
        assert "#d1332a" not in svg_of(value)


def test_values_without_a_picture_use_their_repr():
    ragged = ns.Grid(["#", "##"], ragged=True)
    unsound = ns.Puzzle([[1]], [[1]], givens=[(5, 5, 1)])
    nothing = ns.Grid([])
    large = ns.Grid([bytes(MAX_CELLS // 100 + 1)] * 100)
    for value in (ragged, unsound, nothing, ns.Grid(["", ""]), large):
        assert value._repr_svg_() is None
        assert value._repr_html_() is None


def test_a_result_without_a_picture_is_a_table_of_its_fields():
    rows = ElementTree.fromstring(ns.line("1", 2)._repr_html_()).iter("tr")
    table = {row.find("th").text: row.find("td").text for row in rows}
    assert {"cells": "??", "fillings": "2"}.items() <= table.items()
    assert "puzzle" not in table
    assert "stopped" not in table
    judged = ns.judge(CUP, "<b>no grid</b>")
    assert judged._repr_svg_() is None
    assert "there is no grid" in judged._repr_html_()


def test_a_page_to_play_is_shown_in_a_frame():
    page = ns.playable(CUP)
    tags = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attributes: tags.append((tag, dict(attributes)))
    parser.feed(page._repr_html_())
    ((tag, attributes),) = tags
    assert (tag, attributes["srcdoc"]) == ("iframe", page.html)
    assert page._repr_svg_() is None


def test_captions_say_what_is_proved():
    assert "unique, solvable line by line" in text_of(ns.check(CUP))
    assert "two solutions, which differ in 4 cells" in text_of(ns.check(TWO))
    assert "unsolvable" in text_of(ns.check(NONE))
    assert "unknown" in text_of(ns.check(ns.load("puzzles/dom-10.non").statement, seconds=0))
    assert "0 cells are forced, 4 differ" in text_of(ns.backbone(TWO))
    assert "no conflict" in text_of(ns.conflict(CUP))
    assert "2 solutions" in text_of(ns.solution_set(TWO))
    assert "0 cells away" in text_of(ns.nearest(CUP, ns.solve(CUP)))


def test_solutions_show_the_first_one_which_is_still_to_come():
    solutions = ns.solutions(TWO)
    assert "the first solution" in text_of(solutions)
    assert solutions._repr_html_() is None
    first = solutions.first()
    grids = list(solutions)
    assert (grids[0], len(set(grids))) == (first, 2)
    assert "the first solution" in text_of(solutions)
    assert solutions.complete
    begun = ns.solutions(TWO)
    assert (next(begun), begun.first()) == (first, first)
    assert next(begun) != first
    closed = ns.solutions(TWO)
    closed.first()
    closed.close()
    assert list(closed) == []
    assert "unsolvable" in text_of(ns.solutions(NONE))
    assert "unknown" in text_of(ns.solutions(ns.load("puzzles/dom-10.non").statement, seconds=0))


def test_a_repair_shows_what_was_changed():
    found = ns.repair_givens(TWO)
    assert svg_of(found).count(f'class="wash-{State.NEW}"') or svg_of(found).count("new")
    assert "unique" in text_of(found)


def test_steps_and_hints_are_words():
    step = next(iter(ns.explain(CUP)))
    hint = ns.hint(CUP, ["?" * 10] * 10)
    assert step._repr_html_() == f"<p>{step.text}</p>"
    assert "<p>" in hint._repr_html_()
    assert html_of(ns.Step("full", (Phrase("a < b & c"),), frozenset())) == "<p>a &lt; b &amp; c</p>"
    assert svg_of(step) is None
    assert html_of(CUP) is None


@pytest.mark.slow
def test_no_picture_is_loaded_before_a_notebook_asks():
    code = (
        "import sys, nonosat as ns; ns.check(ns.example('cup')); print('nonosat.apps.drawing' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
