"""Lines of numbers in the orders of other programs, judged by their sums."""

import random

import pytest

import nonosat as ns
from nonosat.formats.readings import readings

ROWS, COLUMNS = ["2 1", "1", "3"], ["1", "1 1", "1", "3"]
PUZZLE = ns.Puzzle(rows=[[2, 1], [1], [3]], columns=[[1], [1, 1], [1], [3]])


def counted(clues):
    return [f"{len(clue.split())} {clue}" for clue in clues]


TEXTS = {
    "columns first": ["4 3", *COLUMNS, *ROWS],
    "height first, counted": ["3 4", *counted(ROWS), *counted(COLUMNS)],
    "width first, counted, with an empty line": ["4 3", *counted(ROWS), "", *counted(COLUMNS)],
    "height and width on lines of their own": ["3", "4", *ROWS, *COLUMNS],
    "width, columns, any number of rows": ["4", *COLUMNS, *ROWS],
    "closed by 0, after the number of puzzles": [
        "1",
        "3 4",
        *(f"{clue} 0" for clue in (*ROWS, *COLUMNS)),
    ],
    "Makhorin": ["* clues of the rows", *ROWS, "&", "* clues of the columns", *COLUMNS],
    "a comment names the order": ["# columns", *COLUMNS, "", "# rows", *ROWS],
    "remarks": [*(f"{clue}   # row" for clue in ROWS), "", *(f"{clue} // column" for clue in COLUMNS)],
    "numbered": ["1. 2 1", "2. 1", "3. 3", "", "1. 1", "2. 1 1", "3. 1", "4. 3"],
    "named lines": ["R1: 2 1", "R2: 1", "R3: 3", "C1: 1", "C2: 1 1", "C3: 1", "C4: 3"],
    "columns as a table, padded": ["0 1 0 0", "1 1 1 3", "-", "2 1", "0 1", "0 3"],
    "in brackets": ["3 4", *(f"[{clue.replace(' ', ', ')}]," for clue in counted(ROWS + COLUMNS))],
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_an_order_that_is_not_declared_is_found_by_the_sums(text):
    assert ns.loads("\n".join(text) + "\n") == PUZZLE
    assert ns.loads("\ufeff" + "\r\n".join(text)) == PUZZLE


def test_a_list_of_clues_in_one_line_has_commas_between_clues():
    puzzle = ns.loads("# columns\n3 1, 1 1 1, 1 1 1, 1 3\n\n\n# rows\n4,1,4,1,4\n")
    assert ns.solve(puzzle) == ns.Grid(["####", "#...", "####", "...#", "####"])


def test_several_puzzles_follow_their_number():
    case = ["3 4", *(f"{clue} 0" for clue in (*ROWS, *COLUMNS))]
    puzzles = ns.loads_all("\n".join(["2", *case, "1 1", "1 0", "1 0"]))
    assert puzzles == [PUZZLE, ns.Puzzle(rows=[[1]], columns=[[1]])]
    assert puzzles[1].origin is None


def test_a_reading_and_its_mirror_image_are_named():
    text = "\n".join(TEXTS["columns first"])
    note = ns.loads(text).origin.read_as
    assert note == (
        "read as W H, columns first (its sums agree; in the usual order they do not); "
        "H W, rows first fits as well"
    )
    mirrored = ns.loads(text, columns_first=False)
    assert (mirrored.rows, mirrored.columns) == (PUZZLE.columns, PUZZLE.rows)
    assert ns.loads(text, columns_first=True) == PUZZLE
    assert ns.loads(text, columns_first=True).origin is None


def test_a_square_file_is_read_rows_first_unless_told():
    text = "2\n2\n1\n1\n2\n"
    assert ns.loads(text) == ns.Puzzle(rows=[[2], [1]], columns=[[1], [2]])
    assert ns.loads(text, columns_first=True) == ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]])


def test_a_declared_order_is_never_reread(tmp_path):
    text = "rows\n1\n1 1\n1\n3\ncolumns\n2 1\n1\n4\n"
    puzzle = ns.loads(text)
    assert [len(puzzle.rows), len(puzzle.columns)] == [4, 3]
    assert puzzle.contradictions()
    assert puzzle.origin is None
    with pytest.raises(ns.UsageError, match="faase: files in this format say themselves"):
        ns.loads(text, "faase", columns_first=True)


def test_without_another_reading_the_verdict_stays():
    puzzle = ns.loads("4 3\n2 1\n1\n4\n1\n1 1\n1\n3\n")
    assert puzzle.contradictions()
    assert puzzle.origin.unsure
    assert not puzzle.origin.read_as


@pytest.mark.parametrize("name", ["nin", "mk", "cwd", "keen", "square"])
def test_a_puzzle_with_a_wrong_number_gets_no_other_reading(name):
    rng = random.Random(name)
    refused = 0
    for _ in range(150):
        side = rng.choice((9, 12, 14))
        grid = ns.Grid(
            [[rng.random() < 0.6 for _ in range(side)] for _ in range(side if name == "square" else 12)]
        )
        right = grid.puzzle()
        clues = [[block.length for block in clue] for clue in (*right.rows, *right.columns)]
        clue = rng.choice([clue for clue in clues if clue])
        clue[rng.randrange(len(clue))] += 1
        wrong = ns.Puzzle(rows=clues[: right.height], columns=clues[right.height :])
        try:
            read = ns.loads(ns.dumps(wrong, name))
        except ns.InputError:
            refused += 1
            continue
        assert (read.rows, read.columns) == (wrong.rows, wrong.columns)
    assert refused < 8


def test_every_reading_agrees_in_its_sums():
    rng = random.Random(1)
    count = 0
    for _ in range(3000):
        lines = [
            " ".join(str(rng.randrange(4)) for _ in range(rng.randrange(1, 3)))
            for _ in range(rng.randrange(3, 9))
        ]
        lines.insert(rng.randrange(len(lines)), rng.choice(("", "#", "-", "* rows")))
        for reading in readings("\n".join(lines)):
            rows, columns = reading.clues
            assert sum(map(sum, rows)) == sum(map(sum, columns)) > 0
            assert not reading.puzzle().contradictions()
            count += 1
    assert count > 80


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3\n4 5 6\n",
        "10\n20\n30\n",
        "2024 11 28\n09 44 33\n",
        "* a list\n* of things\n",
        "1. first\n2. second\n",
        "1\n2\n3\n4\n5\n6\n7\n",
        "0 0\n0 0\n",
        "1.5 2.5\n3.5 4.5\n",
    ],
)
def test_other_numbers_are_no_puzzle(text):
    with pytest.raises(ns.InputError):
        ns.loads(text)
