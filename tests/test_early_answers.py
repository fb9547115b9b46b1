"""Every question stopped at any budget of states, conflicts and time, against brute force."""

from functools import cache
from itertools import product
from random import Random

import early
import pytest
import works

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.search import portfolio


@cache
def few():
    """Returns a few boards with their solutions."""
    return [early.board(Random(seed)) for seed in range(12)]


def wrong_of(truth, seed):
    """Yields what is wrong in any answer about a board, at any budget."""
    for states, conflicts in product(early.BUDGETS, repeat=2):
        yield from early.wrong_explored(truth, seed, states, conflicts)
    for question, budget in product(early.QUESTIONS, early.BUDGETS):
        yield from early.wrong_within(question, truth, seed, seconds=budget / 1000)
    for question, budget in product(("check", "solutions"), early.BUDGETS):
        yield from early.wrong_within(question, truth, seed, conflicts=budget)


@pytest.mark.parametrize("conflicts", early.BUDGETS)
def test_what_an_exploration_within_budgets_says_is_true(conflicts):
    for seed, truth in enumerate(few()):
        for states in early.BUDGETS:
            assert not early.wrong_explored(truth, seed, states, conflicts), (truth, states)


@pytest.mark.parametrize("question", early.QUESTIONS)
def test_what_an_answer_within_a_time_says_is_true(question):
    for seed, truth in enumerate(few()):
        for budget in early.BUDGETS:
            assert not early.wrong_within(question, truth, seed, seconds=budget / 1000), (truth, budget)


@pytest.mark.parametrize("question", ["check", "solutions"])
def test_what_an_answer_within_conflicts_says_is_true(question):
    for seed, truth in enumerate(few()):
        for budget in early.BUDGETS:
            assert not early.wrong_within(question, truth, seed, conflicts=budget), (truth, budget)


@pytest.mark.parametrize("command", early.COMMANDS)
def test_an_exit_code_promises_no_more_than_was_proved(command, tmp_path, capsys):
    def printed_by(words):
        return run(words), capsys.readouterr().out

    for seed, truth in enumerate(few()[:6]):
        for budget in early.COMMAND_BUDGETS:
            wrong = early.wrong_exit(command, truth, str(tmp_path / f"{seed}.json"), budget, printed_by)
            assert wrong is None, (truth, budget)


@pytest.mark.parametrize("options", [ns.SearchOptions(), ns.SearchOptions(portfolio=2)])
def test_a_picture_from_a_child_process_is_checked_like_any_other(options, importable, monkeypatch):
    monkeypatch.setattr(portfolio, "search_for", works.lying)
    with pytest.raises(ns.SolverDisagreement):
        ns.check(ns.Puzzle([[1]] * 3, [[1]] * 3), memory=10**9, options=options)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(20))
def test_the_same_of_2000_boards(part, tmp_path, capsys):
    def printed_by(words):
        return run(words), capsys.readouterr().out

    for seed in range(1000 + part, 3000, 20):
        truth = early.board(Random(seed))
        assert [*wrong_of(truth, seed)] == [], (seed, truth)
        for command, budget in product(early.COMMANDS, early.COMMAND_BUDGETS) if seed % 10 == 0 else ():
            wrong = early.wrong_exit(command, truth, str(tmp_path / "p.json"), budget, printed_by)
            assert wrong is None, (seed, truth, command, budget)
