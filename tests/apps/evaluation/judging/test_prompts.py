"""Prompts: their content, and answers in the requested format (more in `test_judge.py`)."""

import pytest

import nonosat as ns

PUZZLE = ns.Grid(["##.", "#..", "###"]).puzzle(
    goal=ns.Grid(["##.", "#..", "###"]), metadata=ns.Metadata(title="A secret letter")
)


def test_a_prompt_reveals_neither_title_nor_goal():
    told = str(ns.prompt(PUZZLE))
    assert told == str(ns.prompt(PUZZLE.statement))
    assert "secret" not in told


def test_the_clues_in_text():
    told = ns.prompt(PUZZLE).text
    assert "Rows:\n1: 2\n2: 1\n3: 3\n\nColumns:\n1: 3\n2: 1 1\n3: 1\n" in told
    assert told.endswith("one character for each cell and nothing else: . empty, # filled.\n")


def test_a_prompt_has_only_the_rules_that_the_puzzle_needs():
    plain = ns.prompt(PUZZLE).text
    assert "colour" not in plain
    assert "unknown" not in plain
    blotted = ns.prompt(ns.Puzzle([["?"], None], [[2], [1]], givens=[(0, 0)])).text
    assert '"?" stands for a block of unknown length' in blotted
    assert "* tells nothing" in blotted
    assert "Known from the start: row 1, column 1 is #." in blotted


def test_letters_that_could_be_misread_are_replaced():
    palette = [("white", "ffffff", "0"), ("red", "ff0000", "1"), ("red", "ee0000", "|")]
    prompt = ns.prompt(ns.Puzzle([[(1, 1), (1, 2)]], [[(1, 1)], [(1, 2)]], palette))
    grid = ns.solve(prompt.puzzle)
    assert "1a 1b" in prompt.text
    assert "a red, b red-2" in prompt.text
    assert prompt.answer(grid) == "```\nab\n```"
    assert ns.judge(prompt.puzzle, prompt.answer(grid)).right


def test_pictures_of_another_size_are_refused():
    prompt = ns.prompt(PUZZLE)
    for grid in (ns.Grid(["##"]), ns.Grid([[2, 0, 0]] * 3)):
        with pytest.raises(ns.UsageError):
            prompt.answer(grid)
