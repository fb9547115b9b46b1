"""A game: strokes, what is found, and the file that keeps it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonosat as ns
from nonosat.apps.terminal.game import Game, load, save, saved_at

PUZZLE = ns.Grid(["##.", "#..", "###"]).puzzle()


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


places = st.tuples(st.integers(0, 2), st.integers(0, 2))
strokes = st.lists(
    st.tuples(st.dictionaries(places, st.sampled_from([None, 0, 1]), max_size=4), st.booleans())
)


@given(strokes)
def test_all_strokes_can_be_taken_back_and_drawn_again(drawn):
    game = Game(PUZZLE)
    states = [game.state]
    for cells, more in drawn:
        game.draw(cells, more=more)
    last = game.state
    while game.undo():
        states.append(game.state)
    assert game.state == states[0]
    while game.redo():
        pass
    assert game.state == last
    assert not game.redo()


def test_what_goes_on_with_a_stroke_is_taken_back_with_it():
    game = Game(PUZZLE)
    game.draw({(0, 0): 1})
    game.draw({(0, 1): 1}, more=True)
    game.draw({(0, 0): 0}, more=True)
    assert game.cells[0] == [0, 1, None]
    assert game.undo()
    assert game.cells[0] == [None] * 3
    assert not game.undo()


def test_givens_stay_and_a_new_stroke_forgets_what_was_taken_back():
    game = Game(PUZZLE.replace(givens=[(0, 0, 1)]))
    game.draw({(0, 0): 0, (0, 1): 1})
    assert game.cells[0] == [1, 1, None]
    game.undo()
    game.draw({(2, 2): 1})
    assert not game.redo()
    game.restart()
    assert game.cells[0] == [1, None, None]


def test_a_game_goes_on_where_it_was_left_wherever_its_puzzle_is(tmp_path):
    game = Game(PUZZLE)
    game.draw({(0, 0): 1})
    game.draw({(1, 1): 0})
    game.undo()
    game.seconds = 75.25
    save(game)
    ns.dump(PUZZLE, tmp_path / "elsewhere.json")
    again = load(ns.load(tmp_path / "elsewhere.json"))
    assert (again.state, again.seconds) == (game.state, 75.2)
    assert not again.undo()
    assert load(PUZZLE.replace(givens=[(0, 0, 1)])).state.open_cells == 8


@pytest.mark.parametrize(
    "change",
    [
        {"cells": [[1]]},
        {"cells": [[7, 0, 0]] * 3},
        {"cells": 7},
        {"seconds": -1},
        {"seconds": "later"},
    ],
)
def test_what_is_no_game_of_the_puzzle_is_not_taken_up(change):
    game = Game(PUZZLE)
    game.draw({(0, 0): 1})
    save(game)
    path = saved_at(PUZZLE)
    data = json.loads(path.read_text())
    assert Game(PUZZLE).resume(data)
    path.write_text(json.dumps(data | change))
    assert load(PUZZLE).state.open_cells == 9
    path.write_bytes(b"\xff{")
    assert load(PUZZLE).state.open_cells == 9


def test_it_is_solved_when_all_clues_are_met_by_any_picture():
    game = Game(ns.Puzzle([[1], [1]], [[1], [1]]))
    game.draw({(0, 1): 1, (1, 0): 1})
    assert game.is_solved
    game.draw({(0, 0): 1})
    assert not game.is_solved


def test_triddlers_are_refused():
    with pytest.raises(ns.InputError, match="triddlers are not played in a terminal"):
        Game(ns.example("flower"))


def test_a_game_that_cannot_be_kept_says_so(tmp_path):
    (tmp_path / "nonosat").write_text("a file in the way")
    with pytest.raises(ns.OutputError, match="nonosat"):
        save(Game(PUZZLE))
