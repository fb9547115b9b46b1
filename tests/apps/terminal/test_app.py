"""The program that plays, driven by keys and mouse as a terminal sends them."""

import asyncio

import pytest

import nonosat as ns
from nonosat.apps.terminal.game import Game, load
from nonosat.support.limits import Limit

pytest.importorskip("textual")

from nonosat.apps.terminal.app import PlayApp, play

PICTURE = ns.Grid(["##.", "#..", "###"])
PUZZLE = PICTURE.puzzle(metadata=ns.Metadata(title="Small"))
COLOURS = [("white", "ffffff", "."), ("red", "d62828", "r"), ("navy", "101060", "n")]
INKED = ns.Grid([[1, 2, 2], [2, 2, 0], [1] * 3]).puzzle(COLOURS)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def playing(puzzle, script, *, size=(80, 30), seconds=20.0):
    """The program after a script has used it."""
    app = PlayApp(load(puzzle), Limit(seconds=seconds))

    async def run():
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(app, pilot)
            await app.workers.wait_for_complete()
            await pilot.pause()

    asyncio.run(run())
    return app


def lines(app):
    """What the board shows."""
    return ["".join(part.text for part in app.board.render_line(y)) for y in range(app.board.size.height)]


@pytest.mark.slow
def test_keys_draw_move_and_mark_and_the_game_is_kept():
    async def script(app, pilot):
        await pilot.press("space", "shift+right", "right", "x", "down", "left", "left", "space", "down")
        await pilot.press("space", "shift+right")
        assert not app.game.is_solved
        await pilot.press("shift+right")
        await pilot.pause()
        assert app.said.startswith("Solved in 0:0")
        assert "row 3: 3" in str(app.query_one("#about").content)

    app = playing(PUZZLE, script)
    assert app.game.cells == [[1, 1, 0], [1, None, None], [1, 1, 1]]
    assert app.said.endswith(f"Difficulty: {ns.rate(PUZZLE).grade}, {ns.rate(PUZZLE).estimate.minutes_text}.")
    assert load(PUZZLE).state == app.game.state


@pytest.mark.slow
def test_undo_redo_clear_and_a_new_game_only_when_asked_twice():
    async def script(app, pilot):
        await pilot.press("space", "right", "space", "u")
        assert app.game.cells[0] == [1, None, None]
        await pilot.press("r", "delete")
        assert app.game.cells[0] == [1, None, None]
        await pilot.press("n")
        assert app.game.cells[0][0] == 1
        await pilot.press("n")
        assert app.game.cells[0][0] is None
        assert app.said == "A new game."
        await pilot.press("u")
        assert app.said == "There is nothing to undo."

    playing(PUZZLE, script)


def test_the_mouse_draws_a_line_in_one_stroke_and_marks_with_its_other_button():
    async def script(app, pilot):
        places = [app.board.offset_of((2, column)) for column in range(3)]
        await pilot.mouse_down("Board", offset=places[0])
        await pilot.hover("Board", offset=places[2])
        await pilot.mouse_up("Board", offset=places[2])
        await pilot.hover("Board", offset=app.board.offset_of((0, 0)))
        assert app.game.cells == [[None] * 3, [None] * 3, [1, 1, 1]]
        await pilot.press("u")
        assert app.game.cells[2] == [None] * 3
        await pilot.click("Board", offset=app.board.offset_of((0, 2)), button=3)
        assert app.game.cells[0][2] == 0
        await pilot.click("Board", offset=(0, 0))

    playing(PUZZLE, script)


@pytest.mark.slow
def test_hints_say_more_each_time_and_can_be_applied():
    said = []

    async def script(app, pilot):
        for _ in range(4):
            await pilot.press("h")
            await app.workers.wait_for_complete()
            await pilot.pause()
            said.append(app.said)
        assert app.board.hinted
        await pilot.press("a")
        assert app.game.state.open_cells < 9

    playing(PUZZLE, script)
    assert len(set(said)) == 4
    assert said[0].startswith("Look at ")
    assert said[3] == str(ns.hint(PUZZLE))[:1].upper() + str(ns.hint(PUZZLE))[1:]


def test_mistakes_are_named_when_asked_for():
    async def script(app, pilot):
        await pilot.press("c")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert app.said == "Nothing is wrong so far."
        await pilot.press("x", "c")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert app.said == "There is a mistake in a column near the left"

    playing(PUZZLE, script)


@pytest.mark.slow
def test_colours_are_chosen_shown_and_lettered():
    async def script(app, pilot):
        await pilot.press("space", "right", "2", "space", "3", "right", "space", "l")
        assert app.game.cells[0] == [1, 2, 2]
        assert app.board.ink == 2
        assert any("1r 2n" in line for line in lines(app))
        assert any(" r " in line and " n " in line for line in lines(app))

    playing(INKED, script)


def test_rules_stand_after_every_fifth_line_and_clues_stay_in_sight():
    puzzle = ns.Grid([[1, 0] * 40] * 7 + [[1] * 80]).puzzle()

    async def script(app, pilot):
        assert lines(app)[0].split() == [*["8", "1"] * 5, "8"]
        await pilot.press("left")
        await pilot.pause()
        shown = lines(app)
        assert app.board.cursor == (0, 79)
        assert app.board.scroll_offset.x > 0
        assert shown[0].split()[-2:] == ["8", "1"]
        assert shown[2].lstrip().startswith("… 1 1 1")
        assert [at for at, line in enumerate(shown) if set("┼┬┴") & set(line)] == [1, 7, 11]
        assert {len(line) for line in shown} == {50}

    playing(puzzle, script, size=(50, 40))


def test_cells_are_where_they_are_drawn():
    places = [(row, column) for row in range(11) for column in range(12)]

    async def script(app, pilot):
        await pilot.pause()
        assert [app.board.place_at(*app.board.offset_of(place)) for place in places] == places
        found = [app.board.place_at(x, y) for y in range(30) for x in range(80)]
        assert {place: found.count(place) for place in places} == dict.fromkeys(places, 3)

    playing(ns.Grid([[1] * 12] * 11).puzzle(), script)


def test_without_a_terminal_it_says_what_to_do():
    with pytest.raises(ns.UsageError, match="a game needs a terminal"):
        play(Game(PUZZLE), Limit())


def test_ctrl_c_leaves():
    async def script(app, pilot):
        await pilot.press("ctrl+c")
        assert not app.is_running

    playing(PUZZLE, script)


def test_a_colour_grid_of_16_columns_fits_80_characters():
    async def script(app, pilot):
        assert app.board.virtual_size.width <= 80
        narrow = app.board.virtual_size.width
        await pilot.press("l")
        assert app.board.virtual_size.width > narrow

    playing(ns.example("apple"), script)


@pytest.mark.slow
def test_capitals_do_what_the_help_prints():
    async def script(app, pilot):
        await pilot.press("X", "U", "H", "H", "H", "H", "A")  # typed while the hint is computed
        await app.workers.wait_for_complete()
        await pilot.pause()

    assert playing(PUZZLE, script).game.cells != Game(PUZZLE).cells
