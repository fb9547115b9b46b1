"""The plain text formats of black-and-white clues."""

import pytest
from hypothesis import given
from strategies import puzzles

import nonosat as ns
from nonosat.formats.table import FORMATS, LAST

PUZZLE = ns.Puzzle(rows=[[1, 1], [3], []], columns=[[2], [1], [2]])
TEXTS = {
    "nin": "3 3\n1 1\n3\n0\n2\n1\n2\n",
    "mk": "3 3\n1 1\n3\n0\n#\n2\n1\n2\n",
    "cwd": "3\n3\n1 1\n3\n0\n\n2\n1\n2\n",
    "keen": "1 1\n3\n0\n\n2\n1\n2\n",
    "faase": "rows\n1 1\n3\n0\ncolumns\n2\n1\n2\n",
    "square": "3\n1 1\n3\n0\n2\n1\n2\n",
}
NAMES = tuple(TEXTS)


@pytest.mark.parametrize("name", NAMES)
def test_a_puzzle_is_written_and_read(name):
    assert ns.dumps(PUZZLE, name) == TEXTS[name]
    assert ns.loads(TEXTS[name], name) == PUZZLE
    texts = [row for row in FORMATS.values() if not row.binary and row.name not in LAST]
    assert [row.name for row in texts if row.sniff(TEXTS[name])] == [name]


@pytest.mark.parametrize(
    "text",
    [
        "Rows: 1 1, 3, 0\nColumns: 2, 1, 2\n",
        "ROWS: 1 1, 3, 0\n\nCOLUMNS: 2, 1, 2",
        "Columns:\n2\n1\n2\nRows:\n1 1\n3\n0\n",
        "rows: 1 1, 3, 0\ncolumns: 2, 1, 2\n",
        "Rows: 1,1; 3; 0\nCols: 2; 1; 2\n",
        "Row clues: 1 1 / 3 / 0\nColumn clues: 2/1/2\n",
        "rows: [[1, 1], [3], []]\ncolumns: [[2], [1], [2]]\n",
        "Rows:\n1,1\n3\n-\nColumns:\n2\n1\n2\n",
        "Rows: 1 1, 3,\n  0\nColumns: 2, 1,\n  2",
        "Width 3\nHeight 3\nRows: 1 1, 3, 0\nColumns: 2, 1, 2\n",
        "Width: 3\nHeight: 3\nRows:\n1,1\n3\n0\nColumns:\n2\n1\n2\n",
    ],
)
@pytest.mark.parametrize("name", ["pasted.txt", "pasted", ""])
def test_pasted_text_is_read(tmp_path, text, name):
    assert ns.loads(text, path=name) == PUZZLE


@pytest.mark.parametrize("name", ["square", "nin", "mk", "cwd", "faase", "non"])
def test_a_possibly_missing_row_is_pointed_out(tmp_path, name):
    text = ns.dumps(ns.Puzzle(rows=[[1], [2], [1]], columns=[[1], [3], []]), name)
    assert text.count("\n2\n") == 1
    (path := tmp_path / "typed").write_text(text.replace("\n2\n", "\n\n"))
    (problem,) = ns.load(path, name).problems()
    reason = "the rows have 2 filled cells, the columns 4 (row 2 is empty in the file; is a row missing?)"
    assert problem.reason == reason
    path.write_text(text.replace("\n2\n", "\n0\n"))
    (problem,) = ns.load(path, name).problems()
    assert problem.reason == "the rows have 2 filled cells, the columns 4"


@pytest.mark.parametrize("name", NAMES)
@given(puzzle=puzzles(givens=False))
def test_what_was_written_reads_back_equal(name, puzzle):
    if name == "square" and puzzle.width != puzzle.height:
        with pytest.raises(ns.UsageError, match="square cannot hold what the puzzle has: rectangles"):
            ns.dumps(puzzle, name)
    else:
        assert ns.loads(ns.dumps(puzzle, name), name) == puzzle.statement


@pytest.mark.parametrize("name", NAMES)
def test_other_ways_to_write_an_empty_clue(name):
    assert ns.loads(TEXTS[name].replace("\n0\n", "\n-\n"), name) == PUZZLE


@pytest.mark.parametrize("name", ["nin", "mk", "cwd", "square", "faase"])
def test_an_empty_line_among_clues_is_an_empty_clue(name):
    wide = ns.Puzzle(rows=[[1], [], [1]], columns=[[1, 1], [], []])
    text = ns.dumps(wide, name)
    assert ns.loads(text.replace("1\n0\n1\n", "1\n\n1\n"), name) == wide


@pytest.mark.parametrize("name", ["nin", "mk", "cwd", "square"])
def test_the_sizes_tell_which_empty_lines_are_clues(name):
    wide = ns.Puzzle(rows=[[], [1], []], columns=[[1], [], []])
    text = ns.dumps(wide, name).replace("\n0", "\n")
    assert ns.loads(text, name) == wide
    assert ns.loads(f"{text}\n\n", name) == wide


@pytest.mark.parametrize("name", NAMES)
def test_clues_know_their_lines(tmp_path, name):
    path = tmp_path / "puzzle"
    path.write_text(TEXTS[name])
    origin = ns.load(path, name).origin
    lines = TEXTS[name].splitlines()
    first = lines.index("1 1") + 1
    assert (origin.rows, origin.columns[-1]) == ((first, first + 1, first + 2), len(lines))


@pytest.mark.parametrize("name", NAMES)
def test_a_word_among_clues_is_an_error_with_its_line(tmp_path, name):
    path = tmp_path / "puzzle"
    path.write_text(TEXTS[name].replace("1 1", "1 one"))
    with pytest.raises(ns.InputError, match=rf"{path}:\d+: expected a number of cells, got 'one'"):
        ns.load(path, name)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("nin", "", "line 1: expected `width height`, got ''"),
        ("nin", "2\n1\n1\n", "line 1: expected `width height`, got '2'"),
        ("nin", "2 2\n1\n1\n1\n", "line 4: 2 columns are declared, but 1 column clue follows"),
        ("nin", "9999 9\n", "line 1: 9999 is more than the 4096 cells accepted"),
        ("nin", "0 0\n", "there are no row clues"),
        ("mk", "2 2\n1\n1\n1\n1\n", "expected a line `#` between rows and columns"),
        ("mk", "#\n", "line 1: expected `height width`"),
        ("square", "x\n", "line 1: expected a size, got 'x'"),
        ("square", "2\n1\n1\n1\n", "line 4: 2 columns are declared, but 1 column clue follows"),
        ("mk", "2 2\n1\n#\n1\n1\n", "line 2: 2 rows are declared, but 1 row clue follows"),
        ("mk", "1 2\n1\n#\n1\n1\n1\n", "line 4: 2 columns are declared, but 3 column clues follow"),
        ("cwd", "2\n", "expected `width`, got ''"),
        ("keen", "1\n", "expected rows, an empty line and columns, got 1 block of lines"),
        ("keen", "1\n\n1\n\n1\n", "line 5: expected rows, an empty line and columns, got 3 blocks of lines"),
        ("cwd", "2\n2\n1\n", "line 3: 2 rows are declared, but 1 row clue follows"),
        ("cwd", "1\n1\n1\n1\n", "line 4: expected an empty line, got '1'"),
        ("cwd", "1\n1\n1\n\n", "1 column is declared, but 0 column clues follow"),
        ("keen", "", "expected rows, an empty line and columns, got 0 blocks of lines"),
        ("faase", "rows\n1\n", "no line `columns`"),
        ("faase", "rows\n1\nrows\n1\n", "line 3: `rows` comes twice"),
        ("faase", "rose\n1\n", "line 1: expected `rows`, got 'rose'"),
        ("faase", "rows\ncolumns\n1\n", "there are no row clues"),
    ],
)
def test_errors_say_what_was_expected(name, text, message):
    with pytest.raises(ns.InputError) as caught:
        ns.loads(text, name)
    assert message in str(caught.value)


def test_numbers_between_commas_are_read_as_keen():
    assert ns.loads("1,1\n3\n0\n\n2\n1\n2\n") == PUZZLE


@pytest.mark.parametrize(("name", "text"), [("keen", "{0}\n{0}"), ("faase", "rows\n{0}columns\n{0}")])
def test_too_many_clues_are_refused(name, text):
    with pytest.raises(ns.InputError, match="5000 row clues are more than the 4096"):
        ns.loads(text.format("1\n" * 5000), name)
