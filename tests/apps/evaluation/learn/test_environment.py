"""The environment: what gymnasium asks of one, what agents see, seeds, rendering, many at once."""

import sys
from random import Random

import pytest

import nonosat as ns
from nonosat.learn import ENVIRONMENT, MoveKind

gymnasium = pytest.importorskip("gymnasium")

import numpy as np  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

from nonosat.learn import NonogramEnv  # noqa: E402

SMALL = ns.Grid(["##.", "#.."]).puzzle()
AMBIGUOUS = ns.Puzzle([["?"], None], [[1], [1], [0]])
COLOURS = ns.Wish(width=4, height=3, inks=3)

CONFIGURATIONS = [
    {},
    {"reward": "implied"},
    {"reward": "sparse", "contradiction_ends": True},
    {"reward": lambda move: float(move.kind is MoveKind.LINE), "max_steps": 9},
    {"puzzles": ns.Wish(width=7, height=3, symmetry="lr")},
    {"puzzles": COLOURS, "render_mode": "ansi"},
    {"puzzles": ns.Wish(width=4, height=4, solutions=None)},
    {"puzzles": [ns.Wish(width=3, height=5), COLOURS]},
    {"puzzles": [SMALL, AMBIGUOUS], "render_mode": "rgb_array"},
    {"puzzles": "puzzles/gnbond-3x3.txt", "limit": ns.Limit(seconds=10)},
]


@pytest.mark.parametrize("options", CONFIGURATIONS)
def test_gymnasium_has_no_complaint(options, request):
    if isinstance(options.get("puzzles"), str):
        options = {**options, "puzzles": str(request.config.rootpath / options["puzzles"])}
    check_env(gymnasium.make(ENVIRONMENT, **options).unwrapped)


def played(env, random, steps):
    """Random possible actions; each with what it gave."""
    _, info = env.reset(seed=3)
    for _ in range(steps):
        action = random.choice(np.flatnonzero(info["action_mask"]))
        result = env.step(action)
        info = result[4]
        yield action, result


def test_the_arrays_say_what_the_puzzle_is():
    env = NonogramEnv([SMALL, AMBIGUOUS])
    observed, info = env.reset(options={"puzzle": AMBIGUOUS})
    assert {name: array.tolist() for name, array in observed.items()} == {
        "cells": [[-1, -1, -1], [-1, -1, -1]],
        "rows": [[-1, 0], [-2, 0]],
        "columns": [[1], [1], [0]],
        "row_inks": [[1, 0], [0, 0]],
        "column_inks": [[1], [1], [0]],
    }
    assert info == {
        "move": "",
        "wrong": False,
        "solved": False,
        "left": 6,
        "action_mask": info["action_mask"],
    }
    assert info["action_mask"].tolist() == [1] * 12 + [0]


def test_smaller_puzzles_lie_in_the_corner():
    given = ns.Puzzle([[1]], [[1], [0]], givens=[(0, 1, 0)])
    red = [*given.palette, ("red", "ff0000", "r")]
    env = NonogramEnv([given, ns.Grid([[1, 2], [0, 0]]).puzzle(red)])
    observed, info = env.reset(options={"puzzle": given})
    assert observed["cells"].tolist() == [[-1, 0], [-2, -2]]
    assert np.flatnonzero(env.action_masks()).tolist() == [env.action(0, 0, 0), env.action(0, 0, 1)]
    observed, reward, ended, _, info = env.step(env.action(1, 1))
    assert (info["move"], reward, ended) == ("illegal", 0, False)
    observed, reward, ended, _, info = env.step(env.action(0, 0))
    assert (info["move"], reward, ended, info["solved"]) == ("line", 1, True, True)
    assert observed["cells"].tolist() == [[1, 0], [-2, -2]]
    assert np.flatnonzero(env.action_masks()).tolist() == [env.undo]


def test_masks_and_cells_follow_the_moves():
    env = NonogramEnv(COLOURS)
    for _, (observed, *_, info) in played(env, Random(1), 60):
        cells = observed["cells"]
        free = np.repeat((cells == -1).reshape(-1), 4)
        assert info["action_mask"][:-1].tolist() == free.astype(int).tolist()
        assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
        assert info["left"] == (cells == -1).sum()
        assert info["action_mask"][-1] == (info["left"] < 12)


def test_a_seed_begins_its_stream_and_the_next_reset_goes_on():
    env, stream = NonogramEnv(COLOURS), ns.stream(COLOURS, seed=5)
    first, second = next(stream).puzzle, next(stream).puzzle
    env.reset(seed=5)
    assert env.puzzle == first
    env.reset()
    assert env.puzzle == second
    env.reset(seed=5)
    assert env.puzzle == first
    env.reset(options={"puzzle": SMALL})
    assert env.puzzle == SMALL
    env.reset()
    assert env.puzzle == second
    other = NonogramEnv(COLOURS)
    other.reset()
    assert other.puzzle != first


def test_what_is_implied_solves_what_lines_solve():
    env = NonogramEnv(ns.Wish(width=6, height=6, line_solvable=True), reward="implied")
    env.reset(seed=2)
    total = 0.0
    while actions := env.implied_actions():
        _, reward, ended, cut, info = env.step(actions[0])
        total += reward
        assert info["move"] == "line"
    assert (ended, cut, info["left"]) == (True, False, 0)
    assert total == pytest.approx(1)


def test_a_contradiction_may_end_the_episode():
    for ends in (False, True):
        env = NonogramEnv(SMALL, reward="sparse", contradiction_ends=ends)
        env.reset()
        _, reward, ended, _, info = env.step(env.action(0, 0, 0))
        assert (info["move"], info["wrong"], reward, ended) == ("contradiction", True, -ends, ends)


def test_a_puzzle_of_given_cells_only_ends_at_once():
    env = ready(ns.Puzzle([[1]], [[1]], givens=[(0, 0)]))
    assert env.step(env.undo)[2]


def test_an_episode_is_cut_short():
    env = NonogramEnv(SMALL, max_steps=3)
    env.reset()
    assert [env.step(env.undo)[3] for _ in range(3)] == [False, False, True]


def test_renderings():
    env = NonogramEnv(SMALL, render_mode="ansi")
    env.reset()
    env.step(env.action(0, 0))
    assert "██····" in env.render()
    env = NonogramEnv(SMALL, render_mode="rgb_array")
    env.reset()
    before = env.render()
    env.step(env.action(0, 0))
    assert before.shape == env.render().shape == (*before.shape[:2], 3)
    assert before.dtype == np.uint8
    assert (before != env.render()).any()


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: NonogramEnv(reward="dense"), "no reward is called"),
        (lambda: NonogramEnv(render_mode="human"), "no render mode"),
        (lambda: NonogramEnv(max_steps=0), "at least 1 step"),
        (lambda: NonogramEnv(SMALL).step(0), "`reset` comes before"),
        (lambda: NonogramEnv(SMALL).action(2, 0), "there is no row 2"),
        (lambda: ready(SMALL).step(13), "from 0 to 12, not 13"),
        (lambda: ready(SMALL).reset(options={"puzle": SMALL}), "no option 'puzle'"),
        (lambda: ready(SMALL).reset(options={"puzzle": "a"}), "must be a Puzzle"),
        (lambda: ready(SMALL).reset(options={"puzzle": ns.Puzzle([[1]] * 3, [[3]])}), "has room for 3x2"),
        (lambda: ready(ns.Puzzle([[3], [], [3]], [[2], [2], [2]])), "without a solution"),
    ],
)
def test_what_makes_no_sense_is_refused(call, reason):
    with pytest.raises(ns.UsageError, match=reason):
        call()


def ready(puzzle):
    env = NonogramEnv(puzzle)
    env.reset()
    return env


@pytest.mark.parametrize("mode", ["sync", pytest.param("async", marks=pytest.mark.slow)])
def test_many_at_once(mode):
    many = gymnasium.make_vec(
        ENVIRONMENT, num_envs=3, vectorization_mode=mode, puzzles=COLOURS, reward="implied", max_steps=20
    )
    observed, info = many.reset(seed=5)
    assert observed["row_inks"].shape == (3, 3, 4)
    lone = NonogramEnv(COLOURS)
    for seed in range(3):
        mine, _ = lone.reset(seed=5 + seed)
        assert all((observed[name][seed] == mine[name]).all() for name in mine)
    random = Random(1)
    for _ in range(50):
        actions = np.array([random.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        _, rewards, _, _, info = many.step(actions)
        assert rewards.shape == (3,)
        assert set(info["move"]) <= {"", *MoveKind}
    assert many.call("action_masks")[0].shape == (49,)
    many.close()


def test_without_gymnasium_the_extra_is_named(monkeypatch):
    import nonosat.learn

    monkeypatch.setattr(nonosat.learn, "importable", lambda _: False)
    with pytest.raises(ns.MissingExtraError, match=r"nonosat\[learn\]"):
        nonosat.learn.NonogramEnv  # noqa: B018
    assert "gymnasium" in sys.modules
