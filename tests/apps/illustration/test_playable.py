"""The page that plays a puzzle: its content; and played by mouse, keys and fingers in a real browser."""

import json
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from html.parser import HTMLParser
from itertools import product
from zlib import decompress

import pytest
from browser import PHONE, findings, snap
from effort import quick, tries
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import rows_by_clue, runs

import nonosat as ns
from nonosat.apps.illustration import playable as module
from nonosat.apps.illustration.playable import MAX_CELLS
from nonosat.apps.web import SHARED
from nonosat.apps.web.bundle import bundle
from nonosat.model.palette import BLACK_AND_WHITE, Colour

DIFFERENT = ns.Puzzle(rows=[[1], [1], [2]], columns=[[1], [1], [1, 1]], givens=[(2, 2, 0)])
"""No solution: what row 3 needs, column 3 forbids."""

TWO = ns.Puzzle(rows=[[1], [1], [1]], columns=[[1], [1], [1]], givens=[(2, 2)])
"""Two solutions, which differ in the upper left."""


class Page(HTMLParser):
    """The tags and texts of a page."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.tags, self.texts, self._open = [], {}, []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in ("meta", "link", "input"):
            self._open.append(tag)

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        key = self._open[-1] if self._open else ""
        if key == "script":
            key = self.tags[-1][1]["type"]
        self.texts[key] = self.texts.get(key, "") + data

    def puzzles(self):
        return json.loads(self.texts["application/json"])["puzzles"]

    def explained(self):
        packed = self.puzzles()[0]["explained"]
        return json.loads(decompress(b64decode(packed)))


# --- content of the page


@pytest.mark.parametrize("name", ["cup", "apple", "flower", "cat-with-blots"])
def test_the_page_is_whole_and_says_what_the_puzzle_is(name):
    puzzle = ns.example(name)
    page = Page(ns.playable(puzzle).html)
    assert page._open == ["html", "body"][:0]
    assert page.texts["title"] == page.texts["h1"] == puzzle.metadata.title
    assert puzzle.metadata.licence in ns.playable(puzzle).html
    assert ("html", {"lang": "en"}) in page.tags
    (data,) = page.puzzles()
    assert ns.loads(json.dumps(data["puzzle"]), "json").statement == puzzle.statement
    steps = page.explained()["steps"]
    assert [len(step["cells"]) for step in steps] == [len(step.cells) for step in ns.explain(puzzle)]


def test_the_page_allows_its_own_script_and_style_only():
    page = Page(ns.playable(TWO).html)
    (policy,) = (tag["content"] for name, tag in page.tags if "http-equiv" in tag)
    for kind, text in (("script", page.texts["module"]), ("style", page.texts["style"])):
        assert f"{kind}-src 'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" in policy
    assert policy.startswith("default-src 'none';")
    addresses = [tag.get(key) for _, tag in page.tags for key in ("src", "href") if tag.get(key)]
    assert addresses == ["data:,"]
    assert not any(key.startswith("on") or key == "style" for _, tag in page.tags for key in tag)


@pytest.mark.parametrize("name", ["cat", "apple"])
def test_the_solution_cannot_be_read_in_the_source(name):
    puzzle = ns.example(name).replace(goal=None)
    grid = ns.solve(puzzle)
    text = ns.playable(puzzle.replace(goal=grid)).html
    for row in (*grid.rows, *grid.columns()):
        if len(runs(row)) > 1:
            assert "".join(map(str, row)) not in text
            assert ",".join(map(str, row)) not in text
            assert "".join(puzzle.palette[colour].letter for colour in row) not in text


def test_readers_without_scripts_get_the_puzzle_as_it_is_printed():
    puzzle = ns.example("cup")
    inside = ns.playable([puzzle, TWO]).html.partition("<noscript>")[2].partition("</noscript>")[0]
    assert inside.count("<svg") == 2
    first = inside.partition("</svg>")[0]
    assert "Clues of the rows: 1 1; 1 1;" in first
    numbers = sum(len(clue) or 1 for _, _, clue in puzzle.lines)
    assert first.count("<text ") == numbers


HOSTILE = (
    "</script><!--<script>alert(1)</script></title><img src=x onerror=alert(1)>$title\0\x1b\u202e\u2028&lt;"
)


def hostile():
    texts = dict.fromkeys(("title", "author", "copyright", "licence"), HOSTILE)
    palette = (BLACK_AND_WHITE[0], ns.Colour(HOSTILE, "000000", "<"), ns.Colour('"', "ff0000", "\\"))
    return ns.Puzzle(
        rows=[[(1, 2)], [1]], columns=[[1], [(1, 2)]], palette=palette, metadata=ns.Metadata(**texts)
    )


def test_hostile_texts_stay_texts():
    plain = Page(ns.playable(hostile().replace(metadata=ns.Metadata(title="a"))).html)
    page = Page(ns.playable(hostile()).html)
    assert [name for name, _ in page.tags] == [name for name, _ in plain.tags]
    shown = re.sub("[\0\x1b\u202e\u2028]", " ", HOSTILE)
    assert page.texts["h1"] == page.texts["title"] == shown


def test_puzzles_that_cannot_be_played_are_refused_in_one_line():
    wide = ns.Puzzle(rows=[[]], columns=[[]] * 4096).replace(rows=[[]] * 7)
    assert sum(wide.row_lengths) > MAX_CELLS
    for puzzle, error, reason in (
        (wide, ns.UsageError, "28,672 cells are too many for a page that is played: 25,000 at most"),
        (ns.Puzzle(rows=[], columns=[]), ns.PuzzleError, "a puzzle of 0 rows and 0 columns is empty"),
        (DIFFERENT, ns.InputError, "the puzzle has no solution, so it cannot be played"),
    ):
        with pytest.raises(error) as raised:
            ns.playable(puzzle)
        assert str(raised.value) == reason


def test_a_page_has_the_hints_that_were_found_in_time(monkeypatch):
    page = ns.playable(ns.example("gchq"), seconds=0)
    assert (page.complete, page.steps, page.open_cells, page.stopped) == (False, 0, 603, "seconds")
    explained = Page(page.html).explained()
    assert (explained["complete"], explained["steps"]) == (False, [])
    monkeypatch.setattr(module, "HINT_SECONDS", 0.0)  # default time for hints
    assert ns.playable(ns.example("gchq")).stopped == "seconds"
    assert ns.playable(ns.example("gchq"), seconds=60).complete


@pytest.mark.slow
def test_memory_is_limited(tmp_path):
    page = ns.playable(ns.example("cup"), memory=200_000_000)
    assert page == ns.playable(ns.example("cup"))
    page.save(tmp_path / "cup.html")
    assert (tmp_path / "cup.html").read_text(encoding="utf-8") == page.html


def test_inks_have_the_names_that_hints_call_them_by():
    palette = (*BLACK_AND_WHITE, Colour("fialova", "ff00ff", "f"))
    puzzle = ns.Grid([[2, 1], [1, 2]]).puzzle(palette)
    page = Page(ns.playable(puzzle).html)
    assert [name for name, _, _ in page.puzzles()[0]["puzzle"]["palette"]] == ["white", "black", "magenta"]
    assert any("magenta" in json.dumps(step["said"]) for step in page.explained()["steps"])


def test_a_hint_says_which_colours_were_ruled_out_before():
    puzzle = ns.example("apple")
    told = [json.dumps(step["said"][-1]) for step in Page(ns.playable(puzzle).html).explained()["steps"]]
    known = {}
    for step, words in zip(ns.explain(puzzle), told, strict=True):
        if step.axis:
            line = puzzle.geometry.lines.index((step.axis, step.index))
            cells, clue = puzzle.lines[line].cells, puzzle.lines[line].clue
            inks = {block.colour for block in clue}
            before = {colour for cell in cells for colour in known.get(cell, ()) if colour in inks}
            mentioned = words if "ruled out" in words else ""
            if len(step.reads) > 1:  # its text names the needed facts of crossing lines
                before = set()
            assert bool(before) == bool(mentioned)
            assert all(puzzle.palette[colour].name in mentioned for colour in before)
        for row, column, colour in step.excluded:
            known.setdefault(puzzle.cell(row, column), set()).add(colour)
        for row, column, _ in step.cells:
            known.pop(puzzle.cell(row, column), None)


# --- the lines, as the page sees them


@pytest.fixture
def scripts(visit, tmp_path):
    """A page that has the functions about lines, outside of a module."""
    return with_module(visit, tmp_path, SHARED / "lines.js")


def with_module(visit, tmp_path, path):
    """An empty page in which `module0` is a module."""
    (tmp_path / "empty.html").write_text("<!doctype html><title>-</title>")
    page = visit((tmp_path / "empty.html").as_uri())
    page.add_script_tag(content=f"{bundle(path)}\nglobalThis.module0 = module0;", type="module")
    page.wait_for_function("() => globalThis.module0")
    return page


LINES = st.integers(1, 7).flatmap(
    lambda length: st.tuples(
        st.lists(st.integers(0, 2), min_size=length, max_size=length),
        st.lists(st.sampled_from([None, None, True, False]), min_size=length, max_size=length),
        st.lists(st.booleans(), min_size=length, max_size=length),
    )
)


@pytest.mark.slow
def test_a_line_shows_what_its_fillings_say(scripts):
    @settings(max_examples=tries(1500))
    @given(LINES, st.booleans())
    def agree(line, spoilt):
        picture, seen, veiled = line
        clue = [
            (0 if veil else length, colour)
            for (length, colour), veil in zip(runs(picture), veiled, strict=False)
        ]
        if spoilt:
            picture = picture[::-1]
        cells = [
            -1 if see is None else colour if see else (0 if colour == 0 else -1)
            for colour, see in zip(picture, seen, strict=True)
        ]
        fillings = [
            filling
            for found, rows in rows_by_clue(len(cells), 3).items()
            if [colour for _, colour in found] == [colour for _, colour in clue]
            and all(length in (0, theirs) for (length, _), (theirs, _) in zip(clue, found, strict=True))
            for filling in rows
            if all(cell in (-1, colour) for cell, colour in zip(cells, filling, strict=True))
        ]
        asked = "([clue, cells]) => [module0.completable(clue, cells), module0.finished(clue, cells)]"
        blotted = [[length or "?", colour] for length, colour in clue]
        completable, finished = scripts.evaluate(asked, [blotted, cells])
        assert completable == bool(fillings)
        assert finished == done(clue, cells, fillings)

    agree()


def done(clue, cells, fillings):
    """Which blocks are finished: of each run that has ended, the block that it is in all fillings."""
    found = [False] * len(clue)
    ended = {}
    start = 0
    for end in range(1, len(cells) + 1):
        if end == len(cells) or cells[end] != cells[start]:
            sides = (start == 0 or cells[start - 1] != -1) and (end == len(cells) or cells[end] != -1)
            if cells[start] > 0:
                ended[start] = (end, sides)
            start = end
    shown = [(end - start, cells[start]) for start, (end, _) in ended.items()]
    if len(shown) == len(clue) and all(
        ink == colour and length in (0, size)
        for (length, ink), (size, colour) in zip(clue, shown, strict=True)
    ):
        return [length > 0 or sides for (length, _), (_, sides) in zip(clue, ended.values(), strict=True)]
    for start, (_, sides) in ended.items():
        if sides and fillings:
            indices = {len([s for s in starts_of(filling) if s < start]) for filling in fillings}
            if len(indices) == 1:
                found[indices.pop()] = True
    return found


def starts_of(filling):
    return [at for at, colour in enumerate(filling) if colour and (at == 0 or filling[at - 1] != colour)]


# --- played


@pytest.mark.slow
@pytest.mark.parametrize("media", ["screen", "print"])
def test_without_scripts_it_is_a_sheet_of_paper(visit, tmp_path, media):
    (tmp_path / "page.html").write_text(ns.playable(ns.example("gchq")).html, encoding="utf-8")
    page = visit((tmp_path / "page.html").as_uri(), **PHONE, java_script_enabled=False)
    page.emulate_media(media=media)
    box = page.locator("noscript svg").bounding_box()
    assert box["width"] > 300
    assert box["x"] + box["width"] <= PHONE["viewport"]["width"]
    assert not page.is_visible("footer")
    assert page.is_visible("noscript p") == (media == "screen")


def shown(page, puzzle):
    """The colours of the cells as a screen reader hears them; None if unknown."""
    labels = page.eval_on_selector_all(".cell", "cells => cells.map(cell => cell.getAttribute('aria-label'))")
    return colours_of(labels, puzzle)


def colours_of(labels, puzzle):
    """The colours of cells by their labels; None if unknown."""
    names = {"unknown": None, "empty": 0}
    names |= {colour.name: index for index, colour in enumerate(puzzle.palette) if index}
    cells = iter(names[label.removesuffix(", given").split(", ", 2)[2]] for label in labels)
    return [[next(cells) for _ in range(length)] for length in puzzle.row_lengths]


def point(page, cell):
    """The middle of a cell in the window; of a triangle the middle of its points."""
    return page.evaluate(
        """(cell) => {
            const element = document.querySelectorAll(".cell")[cell];
            const corners = element.getAttribute("d").slice(1, -1).split("L").map((each) => each.split(" "));
            const sum = (axis) => corners.reduce((sum, each) => sum + Number(each[axis]), 0);
            const middle = new DOMPoint(sum(0) / corners.length, sum(1) / corners.length);
            const { x, y } = middle.matrixTransform(element.getScreenCTM());
            return [x, y];
        }""",
        cell,
    )


def says(page):
    return page.inner_text("#says")


def is_solved(page):
    return page.evaluate("document.documentElement.classList.contains('solved')")


def inks(grid):
    """The runs of a picture's rows: number of the first cell, number of the last, and colour."""
    number = 0
    for row in grid.rows:
        start = 0
        for at in range(1, len(row) + 1):
            if at == len(row) or row[at] != row[start]:
                if row[start]:
                    yield number + start, number + at - 1, row[start]
                start = at
        number += len(row)


def press(page, selector):
    """Presses a button without a look at where it is, which takes some frames."""
    page.dispatch_event(selector, "click")


def whole_hint(page):
    """Asks for a hint until all of it is said."""
    press(page, "#hint")
    while page.locator("#offers button").first.inner_text() == "More":
        press(page, "#hint")


def drag(page, start, end, button="left"):
    page.mouse.move(*point(page, start))
    page.mouse.down(button=button)
    page.mouse.move(*point(page, end), steps=3)
    page.mouse.up(button=button)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cup", "apple", "flower", "cat-with-blots"])
def test_a_puzzle_is_solved_by_mouse(opened, name):
    puzzle = ns.example(name)
    grid = ns.solve(puzzle)
    page = opened(puzzle)
    snap(page, f"play-{name}-begun")
    for start, end, colour in inks(grid):
        assert not is_solved(page)
        page.keyboard.press(str(colour))
        drag(page, start, end) if start != end else page.mouse.click(*point(page, start))
    assert is_solved(page)
    assert says(page).startswith("Solved in 0:")
    found = shown(page, puzzle)
    assert [[colour or 0 for colour in row] for row in found] == [list(row) for row in grid.rows]
    done = page.eval_on_selector_all(".clue", "all => all.every(each => each.classList.contains('done'))")
    assert done or None in (line.clue for line in puzzle.lines)
    snap(page, f"play-{name}-solved", animations="disabled")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cup", "flower"])
def test_a_puzzle_is_solved_by_keys_alone(opened, name):
    puzzle = ns.example(name)
    grid = ns.solve(puzzle)
    page = opened(puzzle)
    while not page.evaluate("document.activeElement.classList.contains('cell')"):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("row 1, ")
    for row, colours in enumerate(grid.rows):
        where = "document.activeElement.getAttribute('aria-label').startsWith('row %d, ')"
        assert page.evaluate(where % (row + 1))
        page.keyboard.press("Home")
        for at, colour in enumerate(colours):
            if at:
                page.keyboard.press("ArrowRight")
            if shown(page, puzzle)[row][at] is None:
                page.keyboard.press("Space" if colour else "x")
        if row < len(grid.rows) - 1:
            page.keyboard.press("ArrowDown")
    assert is_solved(page)
    assert shown(page, puzzle) == [list(row) for row in grid.rows]


@pytest.mark.slow
def test_a_puzzle_is_solved_by_touch_on_a_phone(opened):
    puzzle = ns.example("cup")
    page = opened(puzzle, **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    for start, end, _ in inks(ns.solve(puzzle)):
        for cell in range(start, end + 1):
            page.touchscreen.tap(*point(page, cell))
    assert is_solved(page)
    snap(page, "play-phone-solved")


def touches(session, kind, *points):
    session.send(
        "Input.dispatchTouchEvent",
        {"type": kind, "touchPoints": [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]},
    )


@pytest.mark.slow
def test_two_fingers_move_and_zoom_and_draw_nothing(opened):
    puzzle = ns.example("gchq")
    page = opened(puzzle, **PHONE)
    fingers = page.context.new_cdp_session(page)
    before = page.evaluate("document.querySelectorAll('.cell')[0].getBoundingClientRect().width")
    touches(fingers, "touchStart", (200, 300))
    touches(fingers, "touchStart", (200, 300), (220, 320))
    for away in (10, 30, 50, 70):
        touches(fingers, "touchMove", (200 - away, 300 - away), (220 + away, 320 + away))
    touches(fingers, "touchEnd")
    after = page.evaluate("document.querySelectorAll('.cell')[0].getBoundingClientRect().width")
    assert after > 2 * before
    givens = {(row, column): colour for row, column, colour in puzzle.givens}
    blank = [[givens.get((row, column)) for column in range(25)] for row in range(25)]
    assert shown(page, puzzle) == blank
    page.click("#smaller")
    assert page.evaluate("document.querySelectorAll('.cell')[0].getBoundingClientRect().width") < after


@pytest.mark.slow
def test_a_finger_draws_along_a_line(opened):
    puzzle = ns.example("cup")
    page = opened(puzzle, **PHONE)
    fingers = page.context.new_cdp_session(page)
    start, end = point(page, 0), point(page, 4)
    touches(fingers, "touchStart", start)
    touches(fingers, "touchMove", ((start[0] + end[0]) / 2, start[1] + 3))
    touches(fingers, "touchMove", (end[0], end[1] + 20))  # off the line: it stays on it
    touches(fingers, "touchEnd")
    assert shown(page, puzzle)[0] == [1] * 5 + [None] * 5


FOLLOW = """async (most) => {
  const at = (selector) => document.querySelector(selector);
  const press = async (selector) => { at(selector).click(); await new Promise((done) => setTimeout(done)); };
  const seen = [];
  while (seen.length < most && !document.documentElement.classList.contains("solved")) {
    do await press("#hint"); while (at("#offers button").innerText === "More");
    const step = { said: at("#says").innerText, targets: at(".targets")?.getAttribute("d"),
      hinted: at(".hinted:not(g)")?.getAttribute("d") };
    await press("#offers button");
    seen.push({ ...step, labels: [...document.querySelectorAll(".cell")].map((cell) => cell.getAttribute("aria-label")) });
  }
  return seen;
}"""
"""Follows hints within the page, as a call from here for each press takes ten times as long; returns what each step showed."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        *["cup", "apple", "flower", "cat-with-blots"],
        pytest.param("gchq-without-givens", marks=pytest.mark.nightly),
    ],
)
def test_hints_followed_lead_to_all_that_can_be_known(opened, name):
    puzzle = ns.example(name)
    page = opened(puzzle)
    steps = [step for step in ns.explain(puzzle) if step.cells]
    known = ns.PartialGrid([[None] * length for length in puzzle.row_lengths]).filled_in(puzzle.givens)
    followed = page.evaluate(FOLLOW, len(steps))
    assert len(followed) == len(steps) or is_solved(page)
    for step, seen in zip(steps, followed, strict=False):
        words = " ".join(step.text.lower().split())  # a list of several arguments has a line for each
        said = " ".join(seen["said"].lower().split())
        assert said.startswith(words.rstrip(".")) or (step.chain and words.endswith(said.rstrip(".")))
        assert seen["targets"]
        assert bool(seen["hinted"]) == (step.axis is not None)
        known = known.filled_in(step.cells)
        assert colours_of(seen["labels"], puzzle) == [list(row) for row in known.rows]
    page.click("#hint")
    if ns.solve(puzzle) and known.open_cells and not is_solved(page):
        assert says(page).startswith("Nothing more follows from the clues")
    else:
        assert says(page) == "Solved: nothing is left to do."


@pytest.mark.slow
def test_a_hint_is_true_for_what_the_player_has_whatever_the_order(opened):
    puzzle = ns.example("cup")
    grid = ns.solve(puzzle)
    page = opened(puzzle)
    page.evaluate(
        "document.querySelector('#crosses').click()"
    )  # crosses of a wrong line would be wrong as well
    steps = [step for step in ns.explain(puzzle) if step.cells]
    # by hand, the colour on one's own and the empty cells by the other button
    for row, column, colour in steps[0].cells:
        page.mouse.click(*point(page, puzzle.cell(row, column)), button="left" if colour else "right")
    row, column, colour = steps[-1].cells[-1]
    page.mouse.click(*point(page, puzzle.cell(row, column)), button="left" if colour else "right")
    for _ in range(4):
        page.keyboard.press("h")
    assert says(page).lower().startswith(steps[1].text.lower())
    wrong = next(cell for cell in range(100) if grid.cells[cell] == 0 and cell != puzzle.cell(row, column))
    before = shown(page, puzzle)
    if before[wrong // 10][wrong % 10] == 0:
        page.mouse.click(*point(page, wrong), button="right")
        before[wrong // 10][wrong % 10] = None
    page.mouse.click(*point(page, wrong))
    page.keyboard.press("h")
    assert says(page) == "First a mistake: 1 cell is wrong."
    page.keyboard.press("c")
    assert says(page) == "1 cell is wrong."
    assert not page.get_attribute(".targets", "d")  # which, is not shown
    page.click("#offers button")
    assert shown(page, puzzle) == before
    page.click("#check")
    assert says(page) == "No mistake so far."


@pytest.mark.slow
def test_every_solution_is_right_and_an_unfillable_line_is_reported(opened):
    page = opened(TWO)
    page.mouse.click(*point(page, 1))
    page.click("#check")
    assert says(page) == "No mistake so far."
    page.mouse.click(*point(page, 4))
    page.click("#check")
    assert says(page) == "1 line cannot be completed as it is."
    page.click("#hint")
    page.mouse.click(*point(page, 4))
    page.mouse.click(*point(page, 3))
    assert is_solved(page)
    page.click("#undo")
    page.click("#undo")
    page.click("#undo")
    page.click("#undo")
    assert page.is_disabled("#undo")
    page.mouse.click(*point(page, 0))
    page.mouse.click(*point(page, 4))
    assert is_solved(page)


@pytest.mark.slow
def test_a_drawing_survives_a_reload_with_its_undo_history(opened):
    puzzle = ns.example("cup")
    page = opened(puzzle)
    drag(page, 0, 3)
    drag(page, 40, 10, button="right")
    kept = shown(page, puzzle)
    assert kept[0][:5] == [1, 1, 1, 1, None]
    assert [kept[row][0] for row in range(6)] == [1, 0, 0, 0, 0, None]
    page.locator("#time").filter(has_not_text="0:00").wait_for()
    page.reload()
    assert shown(page, puzzle) == kept
    assert page.inner_text("#time") != "0:00"
    page.keyboard.press("Control+z")
    assert [row[0] for row in shown(page, puzzle)] == [1] + [None] * 9
    page.keyboard.press("Control+z")
    assert not any(colour is not None for row in shown(page, puzzle) for colour in row)
    page.keyboard.press("Control+y")
    page.keyboard.press("Control+Shift+z")
    assert shown(page, puzzle) == kept
    other = page.context.new_page()
    other.goto(page.url)
    assert shown(other, puzzle) == kept
    page.click("#again")
    assert not any(colour is not None for row in shown(page, puzzle) for colour in row)
    assert says(page) == "All is cleared."
    page.click("#offers >> text=Undo")
    assert shown(page, puzzle) == kept


@pytest.mark.slow
def test_foreign_stored_data_is_ignored(opened):
    page = opened(TWO)
    page.mouse.click(*point(page, 0))
    (key,) = page.evaluate("Object.keys(localStorage)")
    for value in (
        "",
        "1",
        "{",
        '{"cells": "1,1"}',
        '{"cells": [7, 1, 1, 1, 1, 1, 1, 1, 1], "seconds": 0, "strokes": [], "at": 0}',
        '{"cells": [1, 1, 1, 1, 1, 1, 1, 1, 1], "seconds": 0, "strokes": [[[99], [1], [1]]], "at": 0}',
    ):
        page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, value])
        page.evaluate("Storage.prototype.setItem = () => undefined")  # the page saves when it is left
        page.goto(page.url)
        page.mouse.click(*point(page, 0))
        assert shown(page, TWO)[0][0] == 1
        page.click("#undo")


@pytest.mark.slow
def test_a_drag_stays_on_its_line_and_goes_back(opened):
    puzzle = ns.example("cup")
    page = opened(puzzle)
    page.mouse.move(*point(page, 33))
    page.mouse.down()
    page.mouse.move(*point(page, 38))
    assert says(page) == "6"
    assert shown(page, puzzle)[3] == [None] * 3 + [1] * 6 + [None]
    page.mouse.move(*point(page, 35))
    page.mouse.move(*point(page, 85))
    assert shown(page, puzzle)[3] == [None] * 3 + [1] * 3 + [None] * 4
    page.mouse.up()
    drag(page, 35, 30, button="right")  # begins on ink, so changes ink only
    assert shown(page, puzzle)[3] == [None] * 3 + [0] * 3 + [None] * 4
    page.mouse.move(*point(page, 30))
    page.keyboard.press("Delete")


@pytest.mark.slow
def test_givens_cannot_be_changed(opened):
    page = opened(TWO)
    page.mouse.click(*point(page, 8))
    page.mouse.click(*point(page, 8), button="right")
    page.keyboard.press("Delete")
    assert shown(page, TWO)[2][2] == 1
    assert page.is_disabled("#undo")


@pytest.mark.slow
def test_finished_clues_are_crossed_out(opened):
    puzzle = ns.Puzzle(rows=[[1, 2]], columns=[[1], [], [], [1], [1]])
    page = opened(puzzle)
    crossed = "all => all.map(each => each.classList.contains('done'))"
    numbers = "#line-0 > g"
    page.mouse.click(*point(page, 0))
    assert page.eval_on_selector_all(numbers, crossed) == [False, False]
    page.mouse.click(*point(page, 1), button="right")
    assert page.eval_on_selector_all(numbers, crossed) == [True, False]
    drag(page, 3, 4)
    assert page.eval_on_selector_all(numbers, crossed) == [True, True]


@pytest.mark.slow
def test_the_clock_stands_still_while_the_page_is_hidden(opened):
    page = opened(TWO)
    page.clock.install()
    page.reload()
    page.mouse.click(*point(page, 0))
    page.clock.run_for(66_000)
    minutes, seconds = map(int, page.inner_text("#time").split(":"))
    assert (minutes, seconds // 10) == (1, 0)
    hide = """hidden => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    page.evaluate(hide, True)
    page.clock.run_for(600_000)
    page.evaluate(hide, False)
    page.clock.run_for(2_000)
    after, rest = map(int, page.inner_text("#time").split(":"))
    assert after == 1
    assert 1 <= rest - seconds < 10


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "scheme"),
    quick(
        product(["cup", "apple", "flower", "cat-with-blots"], ["light", "dark"]),
        lambda pair: (pair[0] in ("cup", "flower")) == (pair[1] == "light"),
        nightly=True,
    ),
)
def test_axe_finds_nothing_serious(opened, name, scheme):
    page = opened(ns.example(name), color_scheme=scheme, reduced_motion="reduce")
    for _ in range(8):
        whole_hint(page)
        press(page, "#offers button")
    page.click("#hint")
    assert findings(page) == []
    page.click("#help")
    assert findings(page) == []
    snap(page, f"play-{name}-{scheme}-help")
    page.keyboard.press("Escape")
    while not is_solved(page):
        whole_hint(page)
        press(page, "#offers button")
    assert findings(page) == []


@pytest.mark.slow
def test_hostile_texts_are_shown_and_harmless(opened):
    page = opened(hostile())
    assert page.inner_text("h1").startswith("</script><!--")
    assert page.evaluate("document.images.length") == 0
    page.mouse.click(*point(page, 1))
    page.keyboard.press("r")
    assert says(page).startswith("row 1, column 2: black")  # symbols that are no names are not read out


@pytest.mark.slow
def test_a_large_puzzle_is_played_like_any_other(opened):
    rows = [
        [int((x * x + y * y) % 97 < 40 or (x // 10 + y // 10) % 3 == 0) for x in range(100)]
        for y in range(100)
    ]
    puzzle = ns.Grid(rows).puzzle()
    page = opened(puzzle, **PHONE)
    whole_hint(page)
    page.click("#offers button")
    assert says(page) == ""
    page.keyboard.press("0")
    snap(page, "play-hundred-phone")


@pytest.mark.slow
def test_on_paper_there_is_the_puzzle_alone(opened):
    page = opened(ns.example("apple"))
    page.click("#hint")
    page.click("#hint")
    page.keyboard.press("ArrowRight")
    page.click("#hint")
    page.emulate_media(media="print")
    assert page.is_hidden("#controls")
    assert page.locator(".ring").evaluate("ring => getComputedStyle(ring).display") == "none"
    assert page.is_visible(".clue")
    assert page.is_visible(".clue .letter")
    assert page.is_visible(".clue.hinted")  # the hint is not printed, its clue is
    snap(page, "play-print")


@pytest.mark.slow
def test_keys_draw_on_and_the_focus_comes_back_from_an_offer(opened):
    puzzle = ns.example("cup")
    page = opened(puzzle)
    page.mouse.click(*point(page, 52))
    page.mouse.click(*point(page, 53))
    for key in ("Shift+ArrowLeft", "Shift+ArrowRight", "Shift+ArrowDown"):
        page.keyboard.press(key)
    assert shown(page, puzzle)[5][2:5] == [1, 1, None]  # no key has drawn anything yet
    page.keyboard.press("Home")
    page.keyboard.press("x")
    for key in ("Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowDown"):
        page.keyboard.press(key)
    assert shown(page, puzzle)[6][:4] == [0, 0, 0, None]
    assert shown(page, puzzle)[7][2] == 0
    page.keyboard.press("h")
    if says(page).startswith("First a mistake"):
        page.focus("#offers button")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith(
            "row 8, column 3"
        )
    whole_hint(page)
    page.focus("#offers button")
    page.keyboard.press("x")  # on a button it draws nothing
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.classList.contains('cell')")


BROWNS = (
    ns.Colour("white", "ffffff", "."),
    *(ns.Colour(f"brown {letter}", "805300", letter) for letter in "abc"),
    ns.Colour("blue", "2050c0", "d"),
)


@pytest.mark.slow
def test_inks_that_look_alike_have_letters_on_clues_and_on_request_on_cells(opened):
    grid = ns.Grid([[1, 2, 3, 4], [4, 4, 1, 0]])
    page = opened(grid.puzzle(palette=BROWNS))
    visible = page.locator(".clue .letter:visible").all_text_contents()
    assert sorted(set(visible)) == ["a", "b", "c"]
    for cell, colour in ((0, 1), (1, 2), (2, 3), (3, 4)):
        page.keyboard.press(str(colour))
        page.mouse.click(*point(page, cell))
    assert page.locator(".ink-letter").count() == 0
    page.click("#help")
    page.check("#letters")
    assert page.locator(".ink-letter").all_text_contents() == ["a", "b", "c", "d"]
    snap(page, "play-alike")
    assert page.locator("#legend li").all_inner_texts() == [
        "a\nbrown a",
        "b\nbrown b",
        "c\nbrown c",
        "d\nblue",
    ]
    snap(page, "play-legend")
    page.check("#letters")
    assert page.locator(".ink-letter").count() == 4
    page.uncheck("#letters")
    page.keyboard.press("Escape")
    assert page.locator(".ink-letter").count() == 0
    assert findings(page) == []


@pytest.mark.slow
def test_inks_apart_have_no_letters_unless_they_are_wished(opened):
    palette = (BROWNS[0], ns.Colour("blue", "2050c0", "b"), ns.Colour("yellow", "ffe020", "y"))
    page = opened(ns.Grid([[1, 2], [2, 2]]).puzzle(palette=palette))
    assert page.locator(".clue .letter:visible").count() == 0
    page.click("#help")
    page.check("#letters")
    assert page.locator(".clue .letter:visible").count() == 6


@pytest.mark.slow
def test_a_click_without_a_pointer_draws(opened):
    page = opened(ns.example("cup"))
    page.locator(".cell").nth(3).dispatch_event("click")
    assert shown(page, ns.example("cup"))[0][:5] == [None, None, None, 1, None]
    page.locator(".cell").nth(3).dispatch_event("click")
    assert shown(page, ns.example("cup"))[0][:5] == [None] * 5


@pytest.fixture
def colours(visit, tmp_path):
    """A page that has the functions about colours."""
    return with_module(visit, tmp_path, SHARED / "colours.js")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("inks", "alike"),
    [
        (["000000", "ff0000"], []),
        (["805300", "805300", "0000ff"], [1, 2]),
        (["d02020", "3a7a20"], [1, 2]),  # red and green, for those without cones for red light
        (["ff0000", "0000ff", "ffff00"], []),
    ],
)
def test_inks_look_alike_to_some_eyes(colours, inks, alike):
    palette = [["white", "ffffff", "."], *([rgb, rgb, "a"] for rgb in inks)]
    assert colours.evaluate("palette => [...module0.lookalikes(palette)]", palette) == alike


@pytest.mark.slow
def test_text_on_any_ink_has_the_contrast_that_accessibility_asks_for(colours):
    least = colours.evaluate(
        """() => {
            let least = 21;
            for (let colour = 0; colour < 0x1000000; colour += 977) {
                const rgb = colour.toString(16).padStart(6, "0");
                const both = [rgb, module0.inkOn(rgb).slice(1)].map(module0.luminance).sort((a, b) => b - a);
                least = Math.min(least, (both[0] + 0.05) / (both[1] + 0.05));
            }
            return least;
        }"""
    )
    assert least >= 4.5


def test_the_chosen_ink_has_the_thickest_frame_in_forced_colours(opened):
    page = opened(ns.example("cup"), forced_colors="active")
    widths = page.evaluate(
        """() => [...document.querySelectorAll("#tools label")].map((label) => {
            const { borderColor, borderTopWidth, outlineStyle, outlineWidth } = getComputedStyle(label);
            const page = getComputedStyle(document.body).backgroundColor;
            const border = borderColor === page ? 0 : parseFloat(borderTopWidth);
            return border + (outlineStyle === "none" ? 0 : parseFloat(outlineWidth));
        })"""
    )
    chosen, *others = widths
    assert all(width < chosen for width in others)


def test_every_button_is_large_enough_for_a_finger(opened):
    page = opened(ns.example("cup"), **PHONE)
    for _ in range(4):
        page.click("#hint")
    heights = page.evaluate(
        "() => [...document.querySelectorAll('button')].filter((each) => each.checkVisibility())"
        ".map((each) => each.getBoundingClientRect().height)"
    )
    assert min(heights) >= 44


def test_new_ink_that_completes_a_line_crosses_out_its_other_cells_as_one_stroke(opened):
    page = opened(ns.Puzzle([[1, 1], [0], [1]], [[1], [1], [1]]))
    for cell in (0, 2):
        page.mouse.click(*point(page, cell))
    done = [[1, 0, 1], [0, None, 0], [0, None, 0]]
    assert shown(page, ns.Puzzle([[1, 1], [0], [1]], [[1], [1], [1]])) == done
    page.keyboard.press("Control+z")
    assert (
        shown(page, ns.Puzzle([[1, 1], [0], [1]], [[1], [1], [1]]))
        == [[1, None, None]] + [[0, None, None]] * 2
    )
    page.evaluate("document.querySelector('#crosses').click()")
    page.reload()
    page.wait_for_selector(".cell[tabindex='0']", state="attached")
    page.mouse.click(*point(page, 2))
    assert shown(page, ns.Puzzle([[1, 1], [0], [1]], [[1], [1], [1]]))[0] == [1, None, 1]


def test_a_finger_held_on_a_cell_marks_it_as_empty(opened):
    puzzle = ns.example("cup")
    page = opened(puzzle, **PHONE)
    x, y = point(page, 0)
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_function("() => document.querySelector('.marks:not(.tried)').getAttribute('d')")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert shown(page, puzzle)[0][:2] == [0, None]


def test_the_end_tells_hints_and_the_best_time_replays_and_shares(opened):
    puzzle = ns.example("cup")
    page = opened(puzzle, reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"])
    page.evaluate(FOLLOW, 1000)
    assert is_solved(page)
    assert re.search(r"\d+ hints used\.", page.inner_text("#says"))
    page.click("#offers >> text=Picture")
    solved = page.evaluate("document.querySelector('#picture').toDataURL()")
    page.click("#replay")
    assert page.evaluate("document.querySelector('#picture').toDataURL()") != solved
    page.wait_for_function("(url) => document.querySelector('#picture').toDataURL() === url", arg=solved)
    assert findings(page) == []
    page.click("#play-again")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+y")
    assert is_solved(page)
    assert "Without hints." in page.inner_text("#says")


# --- cells that are too small for a finger


def middle_of(page, selector):
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def cursor_of(page):
    """The row and column of the cell with the focus, from 1 on."""
    label = page.evaluate("document.querySelector(\".cell[tabindex='0']\").getAttribute('aria-label')")
    return tuple(int(digits) for digits in re.findall(r"\d+", label)[:2])


def drawn(page, puzzle):
    """Cells that are known and no givens: (row, column, colour), from 1 on."""
    givens = {(row, column) for row, column, _ in puzzle.givens}
    return [
        (row + 1, column + 1, colour)
        for row, cells in enumerate(shown(page, puzzle))
        for column, colour in enumerate(cells)
        if colour is not None and (row, column) not in givens
    ]


def test_below_sixteen_pixels_a_pad_moves_a_cursor_that_draws(opened):
    puzzle = ns.example("gchq")
    page = opened(puzzle, **PHONE)
    pad = page.locator("#cursor")
    assert pad.is_hidden()
    while (
        size := page.evaluate("parseFloat(document.querySelector('.sheet').style.getPropertyValue('--cell'))")
    ) >= 16:
        page.click("#smaller")
    assert pad.is_visible()
    assert "The pad moves a cursor" in says(page)
    page.keyboard.press("0")
    snap(page, "play-phone-pad")
    buttons = page.locator("#cursor button")
    for box in (buttons.nth(at).bounding_box() for at in range(6)):
        assert min(box["width"], box["height"]) >= 44
        assert 0 <= box["x"] <= 360 - box["width"]
        assert 0 <= box["y"] <= 740 - box["height"]
    page.touchscreen.tap(*point(page, 2 * 25 + 5))
    assert cursor_of(page) == (3, 6)
    assert drawn(page, puzzle) == []
    for name, place in (("right", (3, 7)), ("up", (2, 7)), ("left", (2, 6)), ("down", (3, 6))):
        page.touchscreen.tap(*middle_of(page, f"#pad-{name}"))
        assert cursor_of(page) == place
    page.touchscreen.tap(*middle_of(page, "#pad-cross"))
    assert drawn(page, puzzle) == [(3, 6, 0)]
    page.touchscreen.tap(*middle_of(page, "#pad-cross"))
    assert drawn(page, puzzle) == []
    # a thumb holds the button that draws, another one moves
    fingers = page.context.new_cdp_session(page)
    hold, right = middle_of(page, "#pad-draw"), middle_of(page, "#pad-right")
    touches(fingers, "touchStart", hold)
    touches(fingers, "touchStart", hold, right)
    page.wait_for_function("() => document.activeElement.getAttribute('aria-label').includes('column 8')")
    touches(fingers, "touchEnd")
    last = cursor_of(page)[1]
    assert drawn(page, puzzle) == [(3, column, 1) for column in range(6, last + 1)]
    page.touchscreen.tap(*middle_of(page, "#pad-right"))
    assert cursor_of(page) == (3, last + 1)
    assert len(drawn(page, puzzle)) == last - 5
    assert findings(page) == []
    while pad.is_visible():
        page.click("#larger")
    page.touchscreen.tap(*point(page, 0))
    assert drawn(page, puzzle)[0] == (1, 1, 1)
    assert size < 16


def test_an_arrow_that_is_held_goes_on_until_it_is_let_go(opened):
    puzzle = ns.example("cup")
    page = opened(puzzle, **PHONE)
    page.evaluate("document.querySelector('#pad').click()")
    fingers = page.context.new_cdp_session(page)
    touches(fingers, "touchStart", middle_of(page, "#pad-down"))
    page.wait_for_function("() => /^row [4-9]/.test(document.activeElement.getAttribute('aria-label'))")
    touches(fingers, "touchEnd")
    row, column = cursor_of(page)
    page.wait_for_timeout(500)
    assert cursor_of(page) == (row, column)
    assert column == 1


@pytest.mark.slow
def test_a_puzzle_is_solved_with_the_pad_alone(opened):
    puzzle = ns.example("cup")
    page = opened(puzzle, **PHONE)
    page.evaluate("document.querySelector('#pad').click()")
    page.reload()
    page.locator("#cursor").wait_for()
    for start, end, _ in inks(ns.solve(puzzle)):
        for cell in range(start, end + 1):
            row, column = cell // puzzle.width + 1, cell % puzzle.width + 1
            while (at := cursor_of(page)) != (row, column):
                name = (
                    "down" if at[0] < row else "up" if at[0] > row else "right" if at[1] < column else "left"
                )
                page.touchscreen.tap(*middle_of(page, f"#pad-{name}"))
            page.touchscreen.tap(*middle_of(page, "#pad-draw"))
    assert is_solved(page)
    assert page.locator("#cursor").is_hidden()


PLUS = ns.Puzzle(rows=[[1], [3], [1]], columns=[[1], [3], [1]])


def test_crosses_that_the_page_made_are_no_mistakes_of_the_player(opened):
    page = opened(PLUS)
    page.mouse.click(*point(page, 0))  # completes row 1 and column 1, whose other cells are crossed out
    assert shown(page, PLUS) == [[1, 0, 0], [0, None, None], [0, None, None]]
    page.keyboard.press("c")
    assert says(page) == "1 cell is wrong."
    page.click("#offers button")
    assert shown(page, PLUS) == [[None, None, 0], [None, None, None], [0, None, None]]
    page.keyboard.press("c")
    assert "No mistake" in says(page)
    page.mouse.click(*point(page, 4), button="right")
    page.keyboard.press("c")
    assert says(page) == "1 cell is wrong."


@pytest.mark.parametrize("width", [360, 390, 1440])
def test_the_board_does_not_move_when_messages_appear(opened, width):
    puzzle = ns.example("cat-with-blots")
    screen = {**PHONE, "viewport": {"width": width, "height": 740}} if width < 1000 else {}
    page = opened(puzzle, **screen)
    place = """() => {
        const { x, y } = document.querySelector(".cell").getBoundingClientRect();
        return [x, y, document.querySelector("#board").clientHeight];
    }"""
    before = page.evaluate(place)
    lengths = set()
    for _ in range(12):
        page.click("#hint")
        lengths.add(len(says(page)))
        assert page.evaluate(place) == before, says(page)
        if page.locator("#offers button").first.inner_text() == "Do it":
            page.click("#offers button >> nth=0")
            assert says(page) == ""
            assert page.evaluate(place) == before
    page.click("#check")
    assert page.evaluate(place) == before
    assert max(lengths) > 60


@pytest.mark.parametrize("width", [360, 390])
def test_a_trial_leaves_room_for_messages(opened, width):
    heart = ns.Grid([[int(cell) for cell in row] for row in ("01010", "11111", "11111", "01110", "00100")])
    page = opened(heart.puzzle(goal=heart), **{**PHONE, "viewport": {"width": width, "height": 740}})
    place = "() => Object.values(document.querySelector('.cell').getBoundingClientRect().toJSON())"
    before = page.evaluate(place)
    for _ in range(4):
        page.click("#hint")
    page.click("#try")
    assert says(page)
    assert page.evaluate(place) == before
    for part in page.locator("#trial > *, #says, #offers button").all():
        box = part.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width, part.inner_text()
    assert page.locator("#says").bounding_box()["width"] > 120
    assert page.evaluate("document.querySelector('#message').scrollWidth") <= width


# --- with a screen reader, and with less motion


def heard(session):
    """The name and the description of the element with the focus, as a screen reader gets them."""
    node = session.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]["objectId"]
    tree = session.send("Accessibility.getPartialAXTree", {"objectId": node, "fetchRelatives": False})
    spoken = tree["nodes"][0]
    return tuple(spoken.get(key, {}).get("value", "") for key in ("name", "description"))


def clue_in(words):
    """A clue as it is read: `3, 1` or `0`."""
    return [int(number) for number in re.findall(r"\d+", words) if number != "0"]


@pytest.mark.slow
def test_a_puzzle_is_solved_by_keys_and_by_what_a_screen_reader_says(opened):
    puzzle = ns.example("cup")
    page = opened(puzzle)
    reader = page.context.new_cdp_session(page)
    assert page.get_attribute("#says", "role") == "status"  # its texts are announced
    while "row 1, " not in heard(reader)[0]:
        page.keyboard.press("Tab")
    clues = {}
    for key in ("ArrowDown", "ArrowRight"):
        while True:
            name, described = heard(reader)
            assert name.endswith(", unknown")
            page.keyboard.press("r")
            assert says(page).startswith(f"{name.removesuffix(', unknown')}: unknown. ")
            for line in says(page).split(". ", 1)[1].removesuffix(".").split("; "):
                assert line in described
                axis, words = line.split(": ")
                clues[axis] = clue_in(words)
            page.keyboard.press(key)
            if heard(reader)[0] == name:
                break
        page.keyboard.press("Home")
        for _ in range(puzzle.height):
            page.keyboard.press("ArrowUp")
    rows, columns = (
        [clues[f"{axis} {number + 1}"] for number in range(sum(name.startswith(axis) for name in clues))]
        for axis in ("row", "column")
    )
    solution = ns.solve(ns.Puzzle(rows, columns))
    for row, cells in enumerate(solution.rows):
        for column, colour in enumerate(cells):
            name = heard(reader)[0]
            assert name.startswith(f"row {row + 1}, column {column + 1}, ")
            if name.endswith("unknown"):
                page.keyboard.press("Space" if colour else "x")
            if not is_solved(page):
                assert heard(reader)[0].endswith("black" if colour else "empty")
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowDown")
    assert is_solved(page)
    assert says(page).startswith("Solved in ")
    assert shown(page, puzzle) == [list(row) for row in solution.rows]


def test_hints_and_mistakes_are_announced(opened):
    puzzle = ns.example("cup")
    page = opened(puzzle)
    page.evaluate(
        """() => {
            globalThis.announced = [];
            const says = document.querySelector("#says");
            new MutationObserver(() => announced.push(says.textContent)).observe(says, { childList: true });
        }"""
    )
    page.locator(".cell[tabindex='0']").focus()
    for key in "hhhh":
        page.keyboard.press(key)
    page.keyboard.press("x" if ns.solve(puzzle).rows[0][0] else "Space")
    page.keyboard.press("c")
    page.wait_for_function("() => announced.at(-1).includes('wrong')")
    announced = [text for text in page.evaluate("announced") if text]
    hints, mistake = announced[:-1], announced[-1]
    assert len(hints) == len(set(hints)) >= 3
    assert mistake == "1 cell is wrong."


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_by_itself_if_the_system_asks_for_less_motion(opened, motion):
    puzzle = ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    page = opened(puzzle, reduced_motion=motion)
    for cell in (0, 2, 3):
        page.mouse.click(*point(page, cell))
    assert is_solved(page)
    moving = page.evaluate("() => document.getAnimations().length")
    assert (moving == 0) == (motion == "reduce")


# --- keys at once, strokes as one step, and two windows of one puzzle


def undo_all(page):
    """Undoes everything; returns the number of steps."""
    steps = 0
    while page.is_enabled("#undo"):
        page.keyboard.press("Control+z")
        steps += 1
    return steps


@pytest.mark.slow
def test_keys_draw_at_once_without_a_way_to_the_board(opened):
    puzzle = ns.example("cup")
    page = opened(puzzle)
    assert page.evaluate("document.activeElement === document.body")
    assert "Arrow keys move, Space draws" in says(page)
    page.keyboard.press("ArrowRight")
    assert cursor_of(page) == (1, 2)
    assert page.evaluate("getComputedStyle(document.querySelector('.ring')).stroke") != "none"
    page.keyboard.press("Space")
    assert drawn(page, puzzle) == [(1, 2, 1)]
    page.reload()
    page.keyboard.press("x")
    assert drawn(page, puzzle) == [(1, 1, 0), (1, 2, 1)]
    page.click("#hint")
    page.keyboard.press("ArrowDown")  # a button has no use for it
    assert cursor_of(page) == (2, 1)
    page.focus("#tool-0")
    page.keyboard.press("ArrowLeft")  # a list of inks has
    assert page.is_checked("#tool-1")
    assert cursor_of(page) == (2, 1)
    page.keyboard.press("?")
    page.keyboard.press("ArrowDown")
    assert cursor_of(page) == (2, 1)


def test_a_stroke_of_keys_is_one_step_of_undo(opened):
    puzzle = ns.example("cup")
    page = opened(puzzle)
    page.keyboard.press("Space")
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    assert says(page) == "4"
    assert len(drawn(page, puzzle)) == 4
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowDown")  # a new stroke
    page.keyboard.press("Shift+ArrowDown")
    assert drawn(page, puzzle)[4:] == [(3, 4, 1), (4, 4, 1)]
    page.keyboard.press("Control+z")
    assert len(drawn(page, puzzle)) == 4
    page.keyboard.press("Shift+ArrowDown")  # after an undo a new stroke begins
    page.keyboard.press("Control+z")
    assert len(drawn(page, puzzle)) == 4
    page.keyboard.press("Control+z")
    assert drawn(page, puzzle) == []
    page.keyboard.press("Control+y")
    assert len(drawn(page, puzzle)) == 4
    assert undo_all(page) == 1


def test_a_stroke_over_a_given_joins_no_other_stroke(opened):
    page = opened(TWO)
    page.mouse.click(*point(page, 0))
    page.evaluate("document.querySelector('#crosses').click()")
    page.mouse.move(0, 0)
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    page.keyboard.press("Space")  # on the given
    page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("Control+z")
    assert shown(page, TWO)[0][0] == 1


@pytest.mark.slow
def test_drawing_on_with_the_pad_is_one_step_of_undo(opened):
    puzzle = ns.example("cup")
    page = opened(puzzle, **PHONE)
    page.evaluate("document.querySelector('#pad').click()")
    fingers = page.context.new_cdp_session(page)
    hold, right = middle_of(page, "#pad-draw"), middle_of(page, "#pad-right")
    touches(fingers, "touchStart", hold)
    touches(fingers, "touchStart", hold, right)
    page.wait_for_function("() => Number(document.querySelector('#says').innerText) > 2")
    touches(fingers, "touchEnd")
    assert len(drawn(page, puzzle)) > 2
    page.touchscreen.tap(*middle_of(page, "#undo"))
    assert drawn(page, puzzle) == []


@pytest.mark.slow
def test_two_windows_play_one_game(opened):
    puzzle = ns.example("cup")
    page = opened(puzzle)
    drag(page, 0, 3)
    other = page.context.new_page()
    other.goto(page.url)
    drag(page, 10, 13)
    other.wait_for_function("() => document.querySelectorAll('.cell')[13].ariaLabel.endsWith('black')")
    drag(other, 20, 22)
    page.wait_for_function("() => document.querySelectorAll('.cell')[22].ariaLabel.endsWith('black')")
    drag(page, 30, 31)
    other.close()  # it saves the time as it goes
    page.reload()
    assert len(drawn(page, puzzle)) == 4 + 4 + 3 + 2
    assert undo_all(page) == 4


@pytest.mark.slow
def test_a_window_that_slept_loses_nothing_of_another_one(opened):
    puzzle = ns.example("cup")
    page = opened(puzzle)
    page.evaluate("addEventListener('storage', (event) => event.stopImmediatePropagation(), true)")
    drag(page, 0, 3)
    other = page.context.new_page()
    other.add_init_script("addEventListener('storage', (event) => event.stopImmediatePropagation())")
    other.goto(page.url)
    drag(page, 10, 13)
    assert len(drawn(other, puzzle)) == 4
    other.evaluate("dispatchEvent(new Event('pagehide'))")
    page.reload()
    assert len(drawn(page, puzzle)) == 8
    other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert len(drawn(other, puzzle)) == 8


@pytest.mark.slow
@pytest.mark.parametrize("width", [360, 390])
def test_a_trial_leaves_room_for_mistakes(opened, width):
    page = opened(PLUS, **{**PHONE, "viewport": {"width": width, "height": 740}})
    page.touchscreen.tap(*point(page, 0))
    place = "() => Object.values(document.querySelector('.cell').getBoundingClientRect().toJSON())"
    before = page.evaluate(place)
    for name in ("check", "hint"):
        page.click(f"#{name}")
        assert says(page).endswith("1 cell is wrong.")
        if page.is_enabled("#try"):
            page.click("#try")
        assert says(page).endswith("1 cell is wrong.")
        assert page.evaluate(place) == before
        for part in page.locator("#trial > *, #says, #offers button").all():
            box = part.bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width, part.inner_text()
        assert page.locator("#says").bounding_box()["width"] > 100
    page.click("#offers button")
    assert shown(page, PLUS)[0][0] is None
    page.click("#withdraw")
    assert shown(page, PLUS)[0][0] == 1
