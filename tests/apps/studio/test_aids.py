"""Drawing aids: symmetry, brushes, circles, an eyedropper, the history."""

import json
import re

import pytest
from browser import findings, snap

import nonosat as ns

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("engine", ["server"])]

SCREEN = {"viewport": {"width": 1280, "height": 900}}
EMPTY = ns.Grid([[0] * 9] * 9).puzzle(goal=ns.Grid([[0] * 9] * 9))


THREE = {
    "palette": [["white", "ffffff", "."], ["black", "000000", "#"], ["red", "ff0000", "r"]],
    "rows": [[[1, 1], [1, 2]], [[2, 2], [1, 1]], [[1, 1]]],
    "columns": [[[1, 1], [1, 2]], [[2, 2]], [[2, 1]]],
    "goal": ["120", "221", "001"],
}


def rows(desk):
    return desk.puzzle["goal"]


def lines(desk, *numbers):
    return [rows(desk)[number] for number in numbers]


def test_strokes_are_drawn_by_symmetry(studio):
    desk = studio(EMPTY, **SCREEN)
    choose = desk.page.get_by_label("Symmetry")
    choose.select_option("lr")
    desk.stroke((0, 0), (0, 2))
    assert lines(desk, 0) == ["111000111"]
    choose.select_option("quarter")
    snap(desk.page, "studio-symmetry")
    desk.stroke((4, 0))
    assert lines(desk, 0, 4, 8) == ["111010111", "100000001", "000010000"]
    choose.select_option("both")
    desk.stroke((2, 1), (2, 2))
    assert lines(desk, 2, 6) == ["011000110"] * 2
    choose.select_option("none")
    desk.stroke((8, 8))
    assert lines(desk, 8) == ["000010001"]


def test_a_broad_brush_paints_several_cells_and_circles_are_round(studio):
    desk = studio(EMPTY, **SCREEN)
    desk.page.get_by_role("radio", name=re.compile("^3 . 3")).check(force=True)
    desk.stroke((1, 1), (1, 3))
    assert lines(desk, 0, 1, 2, 3) == ["111110000"] * 3 + ["000000000"]
    desk.page.keyboard.press("Control+z")
    desk.page.keyboard.press("e")
    desk.stroke((0, 0), (6, 6))
    assert lines(desk, 0, 1, 3, 6) == ["001110000", "010001000", "100000100", "001110000"]
    snap(desk.page, "studio-circle")


def test_an_empty_picture_is_no_state_to_go_back_to(studio):
    desk = studio(EMPTY, **SCREEN)
    desk.stroke((0, 0), (1, 1))
    desk.settle()
    assert "solutions" in desk.verdict
    desk.go("See")
    assert "It had one solution" not in desk.page.inner_text("#panel")
    marks = desk.page.locator(".samples .sample").all_inner_texts()
    assert marks[-1].strip() in ("1", "\N{EN DASH}")  # never asked about, or answered
    assert "…" not in marks


def test_a_clue_of_an_empty_line_can_only_be_hidden_whole(studio):
    desk = studio(EMPTY, **SCREEN)
    desk.stroke((0, 0))
    desk.page.keyboard.press("ArrowDown")
    desk.page.keyboard.press("c")
    dialog = desk.page.locator("dialog")
    dialog.get_by_label("Blocks").fill("?")
    desk.page.keyboard.press("Enter")
    assert "only * can be put in the place of its 0" in dialog.locator("[role=alert]").inner_text()
    dialog.get_by_label("Blocks").fill("*")
    desk.page.keyboard.press("Enter")
    dialog.wait_for(state="detached")
    assert None in desk.puzzle["rows"]
    desk.page.keyboard.press("ArrowUp")
    desk.page.keyboard.press("c")
    dialog.get_by_label("Blocks").fill("2")
    desk.page.keyboard.press("Enter")
    assert "put ? in the place of some of its numbers" in dialog.locator("[role=alert]").inner_text()


def test_the_eyedropper_takes_an_ink_and_an_ink_is_replaced(studio):
    desk = studio(ns.loads(json.dumps(THREE), "json"), **SCREEN)
    desk.page.keyboard.press("d")
    desk.stroke((0, 1))
    assert desk.page.evaluate("studio.stage.element.dataset.tool") == "pencil"
    desk.stroke((2, 0))
    assert rows(desk) == ["120", "221", "201"]
    desk.page.get_by_label("Replace", exact=True).select_option("2")
    desk.page.get_by_label("By", exact=True).select_option("1")
    desk.page.get_by_role("button", name="Replace", exact=True).click()
    assert rows(desk) == ["110", "111", "101"]


def test_the_stroke_that_made_it_ambiguous_is_marked_and_taken_back(studio):
    grid = ns.Grid([[int(cell) for cell in row] for row in ("11011", "01011", "00111", "11110", "11100")])
    desk = studio(grid.puzzle(goal=grid), **SCREEN)
    assert "One solution" in desk.verdict
    desk.stroke((0, 1))
    desk.settle()
    assert "2 solutions" in desk.verdict
    assert desk.page.evaluate("studio.stage.overlays.has('changed')")
    desk.go("See")
    desk.page.get_by_text("before 1 cell changed").wait_for()
    assert desk.page.locator(".sample").all_inner_texts() == ["2", "1"]
    snap(desk.page, "studio-culprit")
    desk.press("Back to one solution")
    desk.settle()
    assert "One solution" in desk.verdict
    assert not desk.page.evaluate("studio.stage.overlays.has('changed')")


def test_a_click_in_the_history_goes_back_to_a_state_and_loses_nothing(studio):
    desk = studio(EMPTY, **SCREEN)
    for row in range(3):
        desk.stroke((row, 0), (row, row + 2))
        desk.settle()
    final = rows(desk)
    desk.go("See")
    step = desk.page.locator(".sample")
    assert step.count() == 4
    assert step.last.get_attribute("aria-label") == "The beginning, solutions: 1"
    desk.page.get_by_role("button", name="Step 1: Pencil, solutions: 1").click()
    assert rows(desk) == ["111000000", *["000000000"] * 8]
    desk.settle()
    assert findings(desk.page) == []
    snap(desk.page, "studio-history")
    desk.page.get_by_role("button", name="The beginning").click()  # to look at another leaves one step
    assert step.count() == 5
    assert not any(map(int, rows(desk)))
    desk.page.keyboard.press("Control+z")
    assert rows(desk) == final
    desk.page.keyboard.press("Control+z")
    desk.page.get_by_role("button", name="Step 1: Pencil").click()  # undone steps stay in the history
    desk.page.get_by_role("button", name="Step 3: Pencil").click()
    assert rows(desk) == final
    desk.page.reload()
    desk.sit_down()
    desk.go("See")
    assert step.count() >= 4


def test_a_long_history_is_shown_in_parts(studio):
    desk = studio(EMPTY, **SCREEN)
    desk.page.evaluate(
        """async () => {
            const { withCells } = await import("./shared/puzzle.js");
            const { session, state } = studio.api;
            for (let cell = 0; cell < 60; cell++) {
                const cells = state.puzzle.cells.slice();
                cells[cell] = 1;
                session.commit("Pencil", withCells(state.puzzle, cells));
            }
        }"""
    )
    desk.settle()
    desk.go("See")
    assert desk.page.locator(".sample").count() == 24
    desk.press("Earlier")
    desk.press("Earlier")
    assert desk.page.locator(".sample").count() == 61
    assert desk.page.get_by_role("button", name="Earlier").count() == 0


def test_the_shelf_has_folders_and_copies(studio):
    grid = ns.Grid([[1, 1], [0, 1]])
    desk = studio(grid.puzzle(goal=grid), **SCREEN)
    desk.go("Save and share")
    desk.page.get_by_label("Folder of this puzzle").fill("Animals")
    desk.page.keyboard.press("Tab")
    desk.page.get_by_text("1 puzzle").wait_for()
    desk.press("Duplicate")
    desk.page.get_by_text("2 puzzles").wait_for()
    desk.page.get_by_role("button", name=re.compile("^Untitled 2.2")).click()
    snap(desk.page, "studio-shelf")


def test_requirements_of_a_site_are_shown_and_its_file_is_saved(studio):
    ring = ("1111", "1001", "1001", "1111")
    grid = ns.Grid([[int(cell) for cell in row] for row in ring])
    desk = studio(grid.puzzle(goal=grid), **SCREEN)
    desk.go("Save and share")
    faults = desk.page.locator(".faults li")
    assert faults.all_inner_texts() == ["It has no title yet."]
    desk.page.get_by_label("Site").select_option("griddlers.net")
    assert [text.split(" ")[-1] for text in faults.all_inner_texts()] == ["yet.", "cells.", "only."]
    snap(desk.page, "studio-publish")
    desk.page.get_by_label("Site").select_option("webpbn.com")
    with desk.page.expect_download() as started:
        desk.press("Save for webpbn.com")
    assert ns.load(started.value.path(), "webpbn").rows == grid.puzzle().rows
