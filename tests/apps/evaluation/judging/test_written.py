"""Answers by people and language models: read, distinguished from earlier attempts, and mangled."""

import json
import random

import pytest
from effort import tries
from written import ways

import nonosat as ns

RIGHT = ns.Grid(["##.#.", "#...#", "###..", ".#.##", "..###"])
WRONG = ns.Grid(["#..#.", "#.#.#", "##...", ".####", ".#.#."])
OBLONG = ns.Grid(["##.#.##", "#...#.#", "###.###", ".#.##.."])
PUZZLE = RIGHT.puzzle()
ROWS = str(RIGHT).split()
PALETTE = [("white", "ffffff", "."), ("red", "dd0000", "a"), ("blue", "0000aa", "b")]
COLOURS = ns.Grid([[1, 0, 2, 1, 0], [2, 2, 0, 0, 1], [0, 0, 1, 1, 2], [1, 1, 1, 0, 0]]).puzzle(PALETTE)
PIECES = [
    "```",
    "\u202e",
    "NaN",
    "🟥",
    "⬛",
    "|---|",
    "\r\n",
    "\0",
    "[",
    "]",
    "{",
    "}",
    "<td>",
    "\ud800",
    "1e999",
]
PIECES += ["null", "'", '"', "Row 3:", "Column 2:", "**", "\ufe0f", "\u3000", "-" * 50, "[" * 60]


@pytest.mark.parametrize("grid", [pytest.param(RIGHT, marks=pytest.mark.slow), OBLONG])
def test_answers_of_all_kinds_are_read(grid):
    puzzle = grid.puzzle()
    answers = {name: f"My answer:\n\n{text}\n" for name, text in ways(grid)}
    assert {name: text for name, text in answers.items() if not ns.judge(puzzle, text).right} == {}


def test_the_last_of_two_answers_counts_however_each_is_written():
    choose = random.Random(1)
    right, wrong = list(ways(RIGHT)), list(ways(WRONG))
    for _ in range(tries(500) // 2):
        (name, text), (its_name, its_text) = choose.choice(right), choose.choice(wrong)
        before = ns.judge(PUZZLE, f"{text}\n\nNo, that is not it. My final answer:\n\n{its_text}")
        assert before.grid == WRONG, (name, its_name)
        after = ns.judge(PUZZLE, f"{its_text}\n\nNo, that is not it. My final answer:\n\n{text}")
        assert after.right, (its_name, name)


@pytest.mark.parametrize(
    "text",
    [
        "##.#. #\n#...# .\n###.. .\n.#.## .\n..### .",  # a column too many
        "\n".join(f"Row {n}: {row}# (2 1)" for n, row in enumerate(ROWS, 1)),
        "Row 1: ##.#. or .##.#\nRow 2: #...#\nRow 3: ###..\nRow 4: .#.##\nRow 5: ..###",  # one of two
        "#ooo#\n#ooo#\n###oo\no#o##\noo###",  # noughts beside ink
        "The clues are 2 1, 1 1, 3, 1 2 and 3; columns 3, 3 1, 1 1, 1 2, 3.",
        "Filled: (1,1), (1,2), (1,4), (2,1), (2,5), (3,1), (3,2), (3,3), (4,2), (4,4), (5,3), (5,6), (5,5)",
    ],
)
def test_an_ambiguous_grid_is_not_read(text):
    assert ns.judge(PUZZLE, text).grid is None


def test_a_table_that_follows_is_no_grid():
    puzzle = ns.Grid(["##.", "#..", "###"]).puzzle()
    table = "| Row | Clue | Check |\n|---|---|---|\n| 1 | 2 | yes |\n| 2 | 1 | yes |\n| 3 | 3 | yes |"
    assert ns.judge(puzzle, f"##.\n#..\n###\n\n{table}").right


def mangled(texts, choose):
    """A text with some of it lost, doubled, exchanged or put beside another."""
    text = choose.choice(texts)
    for _ in range(choose.randint(1, 6)):
        at = choose.randrange(len(text) + 1)
        to = min(len(text), at + choose.choice([1, 1, 2, 5, 20, 80]))
        text = choose.choice(
            [
                text[:at] + text[to:],
                text[:at] + choose.choice(PIECES) + text[at:],
                text[:at] + text[at:to] * 3 + text[to:],
                f"{text}\n\n{choose.choice(texts)}",
                text[:at],
                text[::-1],
                text.replace(choose.choice("#.\n |"), choose.choice(PIECES)),
            ]
        )
    return text


@pytest.mark.slow
def test_five_thousand_mangled_answers_of_all_kinds_are_judged():
    choose, texts = random.Random(2), [text for _, text in ways(RIGHT)]
    rights = 0
    for _ in range(5000):
        text = mangled(texts, choose)
        for puzzle in (PUZZLE, COLOURS):
            judgement = ns.judge(puzzle, text)
            assert judgement.right is (judgement.grid is not None and judgement.grid.satisfies(puzzle))
            json.dumps(judgement.to_json())
            rights += judgement.right
    assert 500 < rights < 4500


@pytest.mark.nightly
@pytest.mark.parametrize(
    "part", ["##.#.\n", "Row 1: ##.#. (2 1)\n", "[[1,1,0,1,0],\n", "prose about row 1. ", "<td>"]
)
def test_ten_megabytes_end_at_the_limit(part):
    judgement = ns.judge(PUZZLE, part * (10_000_000 // len(part)), seconds=1)
    assert judgement.right is not True
    assert judgement.right is False or judgement.stopped is ns.Stopped.SECONDS


@pytest.mark.parametrize("after", [0, pytest.param(20_000, marks=pytest.mark.slow)])
def test_the_last_grid_of_a_long_text_counts_wherever_it_stands(after):
    words = "I look at row 3 again.\n"
    text = f"{words * 9_000}{WRONG}\n{words}{RIGHT}\n{words * after}"
    judgement = ns.judge(PUZZLE, text)
    assert judgement.right
    assert (judgement.reading.first_line, judgement.reading.last_line) == (9_007, 9_011)


@pytest.mark.slow
def test_rows_without_end_are_no_grid_wherever_a_piece_of_them_begins():
    assert ns.judge(PUZZLE, "##.#.\n" * 200_000).grid is None
