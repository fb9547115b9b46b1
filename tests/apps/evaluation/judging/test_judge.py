"""The judge: any solution is right, and errors name their places."""

import json
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import every_feature

import nonosat as ns

PUZZLE = ns.Grid(["##.", "#..", "###"]).puzzle()


def several(random, side):
    """A puzzle of which a solution is known, and that often has others."""
    grid = ns.Grid([[int(random.random() < 0.35) for _ in range(side)] for _ in range(side)])
    return grid.puzzle()


def written(grid, random):
    """A picture in one of many ways."""
    ink, empty = random.choice(["#.", "10", "X_", "■□", "⬛⬜"])
    rows = [[ink if cell else empty for cell in row] for row in grid]
    way = random.randrange(6)
    if way == 0:
        return json.dumps([list(row) for row in grid])
    if way == 1:
        return json.dumps({"grid": ["".join(row) for row in rows]}, ensure_ascii=False)
    if way == 2:
        return "\n".join(f"| {' | '.join(row)} |" for row in rows)
    if way == 3:
        return "\n".join(f"Row {at}: {' '.join(row)}" for at, row in enumerate(rows, 1))
    if way == 4:
        return "\n".join(",".join(row) for row in rows)
    return "Here it is:\n```\n" + "\n".join("".join(row) for row in rows) + "\n```\n"


def alternatives(number, seed=1):
    """Solutions of puzzles that have several, each with its puzzle and as a text."""
    random = Random(seed)
    while number > 0:
        puzzle = several(random, random.randint(3, 9))
        grids = list(islice(ns.solutions(puzzle), 12))
        if len(grids) > 1:
            for grid in grids[:number]:
                yield puzzle, written(grid, random)
            number -= len(grids)


def test_every_solution_is_right():
    for puzzle, text in alternatives(30):
        judgement = ns.judge(puzzle, text)
        assert (judgement.right, judgement.score, judgement.problem) == (True, 1.0, ""), text


@pytest.mark.nightly
def test_a_thousand_alternative_solutions_are_right():
    assert [ns.judge(*alternative).score for alternative in alternatives(1000)] == [1.0] * 1000


def test_figures_agree_with_the_solutions():
    random = Random(2)
    for puzzle, _ in alternatives(40):
        cells = bytearray(ns.solve(puzzle).cells)
        for cell in random.sample(range(len(cells)), 2):
            cells[cell] ^= 1
        grid = ns.Grid._of(puzzle, bytes(cells))
        judgement = ns.judge(puzzle, grid)
        assert judgement.grid == grid
        assert judgement.right is (judgement.score == 1.0) is grid.satisfies(puzzle)
        assert bool(judgement.problem) is not judgement.right
        if judgement.right:
            continue
        assert 0 <= judgement.score < 1
        nearest = judgement.nearest.cells
        assert judgement.distance == sum(one != other for one, other in zip(cells, nearest, strict=True))
        backbone = ns.backbone(puzzle).cells
        right = sum(cells[cell] == colour for cell, colour in backbone.items())
        assert (judgement.backbone_cells, judgement.right_cells) == (len(backbone), right)


def test_a_blank_answer_gains_nothing_and_a_right_one_everything():
    """All-white and all-black answers score .3 and more; the gain is what an answer adds to the better of both."""
    for puzzle, _ in alternatives(10):
        cells = len(ns.solve(puzzle).cells)
        blanks = [ns.judge(puzzle, ns.Grid._of(puzzle, bytes([colour]) * cells)) for colour in (0, 1)]
        if any(blank.right for blank in blanks):
            continue
        best = max(blank.score for blank in blanks)
        assert {blank.gain for blank in blanks} == {0.0}
        assert ns.judge(puzzle, ns.solve(puzzle)).gain == 1.0
        near = bytearray(ns.solve(puzzle).cells)
        near[0] ^= 1
        judgement = ns.judge(puzzle, ns.Grid._of(puzzle, bytes(near)))
        if not judgement.right:
            assert judgement.blank_score == best
            assert judgement.gain == pytest.approx(max(0, (judgement.score - best) / (1 - best)))


@pytest.mark.slow
@given(every_feature(triddlers=True, missing=True), st.data())
def test_answers_in_the_format_of_prompts_are_read(puzzle, data):
    prompt = ns.prompt(puzzle)
    solution = ns.solve(puzzle)
    assert ns.judge(puzzle, prompt.answer(solution)).right
    cells = bytearray(solution.cells)
    cells[data.draw(st.integers(0, len(cells) - 1))] = data.draw(st.integers(0, len(puzzle.palette) - 1))
    grid = ns.Grid._of(puzzle, bytes(cells))
    judgement = ns.judge(puzzle, f"{prompt}\nMy answer:\n{prompt.answer(grid)}\n")
    assert judgement.grid == grid
    assert judgement.right is grid.satisfies(puzzle)


@given(every_feature(triddlers=True, missing=True), st.text())
def test_no_text_is_an_error(puzzle, text):
    assert ns.judge(puzzle, text).right is not None


def test_a_wrong_answer_names_its_wrong_lines():
    judgement = ns.judge(PUZZLE, "##.\n##.\n###")
    assert judgement.right is False
    assert [
        (str(violation.line), violation.found, violation.expected) for violation in judgement.violations
    ] == [
        ("row 2", (ns.Block(2),), (ns.Block(1),)),
        ("column 2", (ns.Block(3),), (ns.Block(1), ns.Block(1))),
    ]
    assert judgement.problem == "2 lines differ from the clues"
    assert (judgement.right_lines, judgement.clued_lines) == (4, 6)
    assert (judgement.right_cells, judgement.backbone_cells, judgement.distance) == (8, 9, 1)
    assert judgement.score == pytest.approx((4 / 6 + 8 / 9 + 8 / 9) / 3)


def test_a_given_cell_counts_though_all_lines_are_right():
    puzzle = ns.Puzzle([[1], [1]], [[1], [1]], givens=[(0, 0)])
    judgement = ns.judge(puzzle, ".#\n#.")
    assert (judgement.right, judgement.violations) == (False, ())
    assert judgement.wrong_givens == (ns.Given(0, 0, 1),)
    assert judgement.problem == "1 given cell has another colour"
    assert 0 < judgement.score < 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Sorry.", "there is no grid in the answer"),
        ("##.\n#..", "the grid has 2 rows, the puzzle 3"),
        ("##.\n#..\n##", "row 3 of the grid has 2 cells, the puzzle's 3"),
        ("##.\n#?.\n###", "unknown: 1 of 9 cells"),
    ],
)
def test_an_incomplete_grid_is_wrong(text, problem):
    judgement = ns.judge(PUZZLE, text)
    assert (judgement.right, judgement.problem, judgement.score, judgement.grid) == (
        False,
        problem,
        0.0,
        None,
    )


PICTURE = ns.Grid(["##.#", "...#", ".###"])


@pytest.mark.parametrize(
    "text",
    [
        "110100010111",
        "Row 1 is `1101`.\n\nAnswer: **110100010111**.",
        "That is right!110100010111",
        "##.#...#.###",
        "1 1 0 1 0 0 0 1 0 1 1 1",
        "[1,1,0,1,0,0,0,1,0,1,1,1]",
        "1101 0001 0111",
        "First try:\n1101\n0001\n0110\n\n110100010111\n",
        "011111111111\n\nNo, rather\n\n110100010111\n",
    ],
)
def test_one_text_of_all_cells_is_an_answer(text):
    judgement = ns.judge(PICTURE.puzzle(), text)
    assert judgement.right
    assert judgement.reading.style == "one text of cells"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1101\n0001\n0111\n\n11010001011", "the text has 11 cells, the puzzle 12"),
        ("110100010111\n\nAnswer: 1101000101110", "the text has 13 cells, the puzzle 12"),
        ("1101\n0001\n0111\n\n110100010110", "2 lines differ from the clues"),
    ],
)
def test_the_last_statement_is_the_answer_even_if_an_earlier_one_is_right(text, problem):
    judgement = ns.judge(PICTURE.puzzle(), text)
    assert (judgement.right, judgement.problem) == (False, problem)


def test_the_mirror_image_of_a_solution_is_named():
    mirrored = "100\n101\n001\n111\n"
    assert ns.judge(PICTURE.puzzle(), mirrored).problem == (
        "the grid has 4 rows, the puzzle 3; with rows and columns exchanged it is a solution"
    )
    square = ns.Grid(["##.", "..#", ".#."]).puzzle()
    problem = ns.judge(square, "100\n101\n010").problem
    assert problem.endswith("differ from the clues; with rows and columns exchanged it is a solution")


def test_a_puzzle_without_a_solution():
    puzzle = ns.Puzzle([[3], [], [3]], [[2], [2], [2]])
    judgement = ns.judge(puzzle, "###\n...\n###")
    assert (judgement.right, judgement.verdict, judgement.score) == (False, ns.Verdict.UNSOLVABLE, None)
    assert judgement.right_lines == 3


def test_figures_cut_off_by_a_limit_are_none():
    judgement = ns.judge(PUZZLE, "##.\n#..\n###", seconds=0)
    assert (judgement.right, judgement.score, judgement.stopped) == (None, None, ns.Stopped.SECONDS)
    assert ns.judge(PUZZLE, "##.\n#..\n###", seconds=60, memory=10**9).right


@pytest.mark.slow
def test_a_hard_puzzle_within_a_limit():
    puzzle = several(Random(3), 40)
    judgement = ns.judge(puzzle, "\n".join(["#" * 40] * 40), seconds=3)
    assert (judgement.right, judgement.right_lines is None) == (False, False)
    assert (judgement.stopped is None) is (judgement.score is not None)


def test_puzzles_with_problems_are_refused():
    with pytest.raises(ns.PuzzleError):
        ns.judge(ns.Puzzle([[2]], [[1], [1]], givens=[(5, 5)]), "##")


@pytest.mark.parametrize(
    "answer", ["There is no solution.", "The sums differ.\n\nIt is unsolvable.", "No valid solution exists"]
)
def test_no_solution_is_right_exactly_if_there_is_none(answer):
    unsolvable = ns.Puzzle(rows=[[1], [1]], columns=[[2], [2]])
    right = ns.judge(unsolvable, answer)
    assert (right.right, right.score, right.problem, str(right.verdict)) == (True, 1.0, "", "unsolvable")
    wrong = ns.judge(ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]]), answer)
    assert (wrong.right, wrong.score) == (False, 0.0)
    assert wrong.problem == "the answer is that there is no solution, and there is one"
    assert ns.judge(unsolvable, "I cannot solve it.").problem == "there is no grid in the answer"
    assert ns.judge(unsolvable, f"#.\n.#\n\n{answer}").reading is not None


SAVED = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :7:Pattern\nPARAMS  :3:3x3\n{}"


@pytest.mark.parametrize(
    ("cells", "right", "problem"),
    [
        ("# # +/# + +/# # #", True, ""),
        ("# # +/# + ./# # #", False, "unknown: 1 of 9 cells"),
        ("# # #/# + +/# # #", False, "2 lines differ from the clues"),
    ],
)
def test_a_saved_game_is_an_answer(cells, right, problem):
    rows = [f"{clue} {row}" for clue, row in zip([". 2", ". 1", ". 3"], cells.split("/"), strict=True)]
    text = "/".join(["pzprv3", "nonogram", "3", "3", ". . . 1 .", ". . 3 1 1", *rows])
    judgement = ns.judge(PUZZLE, text)
    assert judgement.reading.style == "a saved game"
    assert (judgement.right, judgement.problem) == (right, problem)


def test_a_saved_game_of_pattern_is_an_answer():
    moves = ["F0,0,2,1", "F0,1,1,1", "F0,2,3,1", "E2,0,1,1", "E1,1,2,1"]
    records = ["DESC    :15:3/1.1/1/2/1/3", f"NSTATES :1:{len(moves) + 1}", f"STATEPOS:1:{len(moves) + 1}"]
    records += [f"MOVE    :{len(move)}:{move}" for move in moves]
    text = SAVED.format("\n".join(records) + "\n")
    assert ns.judge(PUZZLE, text).right
    assert ns.judge(PUZZLE, text.replace("STATEPOS:1:6", "STATEPOS:1:5")).problem == "unknown: 2 of 9 cells"
    assert not ns.judge(PUZZLE, text.replace("STATEPOS:1:6", "STATEPOS:1:x")).right
