"""Puzzles anywhere in data and text: what fits is read, what does not is no puzzle."""

import json
import random

import pytest
from effort import tries
from hypothesis import given
from hypothesis import strategies as st
from strategies import puzzles

import nonosat as ns
from nonosat.formats import format_of
from nonosat.formats.brackets import values_in
from nonosat.formats.folders import Folder
from nonosat.formats.labels import labelled

ROWS, COLUMNS = [[2, 1], [1], [3]], [[1], [1, 1], [1], [3]]
PUZZLE = ns.Puzzle(rows=ROWS, columns=COLUMNS)
GOAL = ns.Grid(["##.#", "...#", ".###"])
LINES = "4 3\n1\n1 1\n1\n3\n2 1\n1\n3"  # columns first

CODE = {
    "Python": "class A:\n    rows: list = [(2, 1), (1,), (3,)]  # of it\n    cols = [[1], [1, 1], [1], [3]]\n\nrun(A)\n",
    "JavaScript": "export const p = { rowClues: [[2,1],[1],[3]], colClues: [[1],[1,1],[1],[3]], };\nfoo(p);\n",
    "TypeScript": "const p: Puzzle = { rowHints: [[2,1],[1],[3]] as number[][], colHints: [[1],[1,1],[1],[3]] }\n",
    "Lua": "local levels = {\n  { rows = {{2,1},{1},{3}}, ['cols'] = {{1},{1,1},{1},{3}} }, -- one\n}\nreturn levels\n",
    "C": "int a[] = {1};\nstatic const int ROWS[3][2] = {{2,1},{1},{3}};\nint COLS[4][2] = {{1},{1,1},{1},{3}};\n",
    "C++": "std::vector<std::vector<int>> rows = {{2,1},{1},{3}};\nstd::vector<std::vector<int>> cols{{1},{1,1},{1},{3}};\n",
    "Java": "int[][] rows = new int[][] {new int[]{2,1}, {1}, {3}};\nint[][] columns = {{1},{1,1},{1},{3}};\n",
    "R": "rows <- list(c(2,1), c(1), c(3))\ncols <- list(c(1), c(1,1), c(1), c(3))\n",
    "QML": "Item { property var left: [[2,1],[1],[3]]; property var top: [[1],[1,1],[1],[3]] }\n",
    "a template": "const p = { clues: text`\n  Row 1: 2 1\n  Row 2: 1\n  Row 3: 3\n"
    "  Column 1: 1\n  Column 2: 1 1\n  Column 3: 1\n  Column 4: 3\n` };\n",
    "drawn": 'LEVELS = [{"name": "x", "art": ["##.#", "...#", ".###"]}]\nprint(len(LEVELS))\n',
    "a matrix": "local problems = {\n {\n  {1,1,0,1},\n  {0,0,0,1},\n  {0,1,1,1},\n },\n}\n",
}


@pytest.mark.parametrize("text", CODE.values(), ids=CODE)
def test_levels_in_source_code_are_read_when_the_file_is_named(tmp_path, text):
    path = tmp_path / "levels.src"
    path.write_text(text)
    assert ns.load(path).statement == PUZZLE
    assert format_of(str(path))  # whoever asks for the format first is not told that there is none


DATA = {
    "other names": {"rowsDef": ROWS, "colsDef": COLUMNS, "level": 1},
    "instructions": {"rows_instructions": ROWS, "columns_instructions": COLUMNS},
    "names of other languages": {"Zeilen": ROWS, "Spalten": COLUMNS},
    "columns before rows": {"colsDef": COLUMNS, "rowsDef": ROWS},
    "nested": {"level": {"field": {"horizontal_clue_list": ROWS, "vertical_clue_list": COLUMNS}}},
    "texts of lines": {"problem": LINES, "solution": "4 3\nx x - x\n- - - x\n- x x x"},
    "texts of labels": {"prompt": "Rows:\n1: 2 1\n2: 1\n3: 3\nColumns:\n1: 1\n2: 1 1\n3: 1\n4: 3\n"},
    "a solution decides": [
        COLUMNS,
        ROWS,
        [{"X": x, "Y": y} for y in range(3) for x in range(4) if GOAL[y, x]],
    ],
    "sizes decide": {"width": 4, "height": 3, "a": COLUMNS, "b": ROWS},
    "one name decides": {"colsDef": COLUMNS, "other": ROWS},
    "decimals": [[[2.0, 1.0], [1.0], [3.0]], COLUMNS],
}


@pytest.mark.parametrize("data", DATA.values(), ids=DATA)
def test_clues_are_found_by_their_sums_and_ordered_by_what_stands_beside_them(data):
    puzzle = ns.loads(json.dumps(data))
    assert puzzle.statement == PUZZLE
    assert ns.loads(json.dumps(data, indent=1), path="a.txt").statement == PUZZLE


def test_several_lists_of_json_in_one_text_are_a_puzzle():
    assert ns.loads("\n".join(map(json.dumps, [ROWS, COLUMNS]))) == PUZZLE


def test_rows_come_first_with_a_note_if_nothing_decides():
    square = ns.loads("[[[2], [1]], [[1], [2]]]")
    assert (
        square.origin.read_as == "read as rows first: nothing names them; columns first is the mirror image"
    )
    assert square == ns.Puzzle(rows=[[2], [1]], columns=[[1], [2]])
    assert ns.loads('{"rowsDef": [[2], [1]], "colsDef": [[1], [2]]}').origin is None


def test_inks_stand_behind_or_before_lengths():
    data = {
        "rows": [[["y", 2]], [["R", 1], ["r", 1]]],
        "cols": [[["y", 1], [1, "R"]], [["y", 1], {"length": 1, "color": "r"}]],
    }
    puzzle = ns.loads(json.dumps(data))
    assert len({colour.rgb for colour in puzzle.palette}) == 4
    assert ns.solve(puzzle) == ns.Grid([[1, 1], [2, 3]])


MISFITS = {
    "sums": (
        {"rowsDef": [[2], [1]], "colsDef": [[1], [1]]},
        "the sums of the two lists of clues here differ: 3 and 2",
    ),
    "room": (
        {"rowsDef": [[1, 1], []], "colsDef": [[1], [1]]},
        "no two lists of clues here have equal sums and room",
    ),
    "inks": ({"a": [[["r", 1]]], "b": [[["b", 1]]]}, "no two lists of clues here have equal sums"),
    "code": ("x = {{2},{1}};\ny = {{1},{1}};\nwork();\n", "the sums of the two lists of clues here differ"),
    "sizes": ({"rowsDef": [[1]], "colsDef": [[1]], "width": 9}, "the width is 9"),
    "declared": (
        {"rows": [[1], [2]], "columns": "abc", "goal": ["10", "01"]},
        "`columns` must be a list of clues",
    ),
}


@pytest.mark.parametrize(("data", "reason"), MISFITS.values(), ids=MISFITS)
def test_what_does_not_fit_is_refused_in_one_sentence(data, reason):
    with pytest.raises(ns.InputError, match=reason):
        ns.loads(data if isinstance(data, str) else json.dumps(data))


@given(puzzles(givens=False), st.randoms())
def test_clues_in_code_are_read_in_their_order(puzzle, rng):
    clues = {
        name: [[block.length for block in clue] for clue in getattr(puzzle, name)]
        for name in ("rows", "columns")
    }
    if not any(clues["rows"]):
        return
    names = rng.sample(["rows", "columns"], 2)
    text = "; ".join(f"var {name[:3]}Def = {clues[name]}" for name in names) + "\nstart();\n"
    assert ns.loads(text, "text").statement == puzzle.statement


def test_a_wrong_number_never_makes_another_puzzle():
    rng = random.Random(7)
    for _ in range(tries(100)):
        grid = ns.Grid([[rng.randint(0, 1) for _ in range(5)] for _ in range(4)])
        puzzle = grid.puzzle()
        rows, columns = (
            [[block.length for block in clue] for clue in half] for half in (puzzle.rows, puzzle.columns)
        )
        line = rng.choice([clue for clue in rows + columns if clue] or [[0]])
        line[0] += rng.choice([1, 2])
        for text in (json.dumps({"rDef": rows, "cDef": columns}), f"a = {rows}\nb = {columns}\nf()\n"):
            with pytest.raises(ns.InputError):
                ns.loads(text)


def test_in_folders_only_clues_with_names_count(tmp_path):
    for name, text in CODE.items():
        (tmp_path / f"{name}.src").write_text(text)
    (tmp_path / "notes.src").write_text("rows and columns of [[1], [2]] and [[2], [1]]\n")
    (tmp_path / "broken.src").write_text("run({rows: [[1], [2]], cols: [[1], [1]]})\n")
    taken = {path.rsplit("/", 1)[1].removesuffix(".src") for path in Folder(str(tmp_path)).walk()}
    assert taken == CODE.keys() - {"drawn", "a matrix"}


LABELS = {
    "headings": "Solve:\n\n**Rows:**\n1. 2 1\n2. 1\n3. 3\n\n**Columns:**\n1. 1\n2. 1 1\n3. 1\n4. 3\n\nGood luck.",
    "own labels": "Row 1: 2, 1\nRow 2: 1\nRow 3: 3\nand\nCol 1: 1\nCol 2: 1, 1\nCol 3: 1\nCol 4: 3",
    "columns first": "Column clues:\n1: 1\n2: 1 1\n3: 1\n4: 3\nRow clues:\n1: 2 1\n2: 1\n3: 3\n",
    "letters": "R1: 2 1\nR2: 1\nR3: 3\nC1: 1\nC2: 1 1\nC3: 1\nC4: 3\nThat is all.",
    "German": "Zeilen:\n1: 2 1\n2: 1\n3: 3\nSpalten:\n1: 1\n2: 1 1\n3: 1\n4: 3\n",
    "French": "Lignes :\n1. 2 1\n2. 1\n3. 3\nColonnes :\n1. 1\n2. 1 1\n3. 1\n4. 3\n",
    "Russian": "Строки:\n1. 2 1\n2. 1\n3. 3\n\u0421\u0442\u043e\u043b\u0431\u0446\u044b:\n1. 1\n2. 1 1\n3. 1\n4. 3\n",
    "a table": "".join(
        f"| {line} |\n"
        for line in (
            "Row 1 | 2 1",
            "Row 2 | 1",
            "Row 3 | 3",
            "Column 1 | 1",
            "Column 2 | 1 1",
            "Column 3 | 1",
            "Column 4 | 3",
        )
    ),
}


@pytest.mark.parametrize("text", LABELS.values(), ids=LABELS)
def test_clues_with_labels_are_read_in_prose(text):
    assert ns.loads(text) == PUZZLE


@given(puzzles(givens=False))
def test_every_prompt_is_read_back(puzzle):
    if sum(len(clue) for clue in puzzle.rows):
        assert ns.loads(ns.prompt(puzzle).text, "text").statement == puzzle.statement


@pytest.mark.parametrize(
    "text",
    [
        "Row 1: 2\nColumn 1: 1\n",
        "rows:\n1. first\n2. second\ncolumns:\n1. third\n",
        "Row 1: 1\nRow 2: 1\n",
        "",
        "1. 2\n2. 3\n",
    ],
)
def test_labels_that_do_not_fit_are_nothing(text):
    assert labelled(text) == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("f(1, 2); x = [1, [2]]", [{"x": [1, [2]]}, [1, 2]]),
        ("{'a': 1, \"b\": [true, null, 'x\\n']}", [{"a": 1, "b": [True, None, "x\n"]}]),
        ("a = [1]; a = [2]", [{"a": [1]}, {"a": [2]}]),
        ("/* [1] */ // [2]\n[3] # [4]\n-- [5]\n", [[3]]),
        ("{{1, 2}, {}}", [[[1, 2], []]]),
        ("]]]) [1", [[1]]),
        ("", []),
    ],
)
def test_values_are_cut_out_of_any_text(text, values):
    assert values_in(text) == values


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "[]" * 200_000,
        "/*" * 500_000,
        "'" * 999_999,
        "\\'" * 500_000,
        "[1" + " " * 999_999,
        "{a:" * 100_000,
    ],
)
def test_hostile_texts_are_cut_or_refused(text):
    try:
        values_in(text)
    except ns.InputError:
        return


@given(st.text(alphabet="[](){}\"'`=:,;01ab #/*-\\\n", max_size=60))
def test_no_text_breaks_the_reader(text):
    values_in(text)
    try:
        ns.loads(text)
    except ns.InputError:
        return


def test_a_length_that_is_not_told_is_no_name_of_an_ink():
    """A clue that is filled up with nulls, as other programs do, with a block of an unknown length in the second ink."""
    palette = [["white", "ffffff", "."], ["black", "000000", "#"], ["red", "ff0000", "r"]]
    record = {"rows": [["?", ["?", 2]]], "columns": [[1, ["?", 2], "?", None], ["?"]], "palette": palette}
    puzzle = ns.loads(json.dumps(record))
    assert len(puzzle.palette) == 3
    assert puzzle.rows == ns.Puzzle([["?", ("?", 2)]], [[]] * 2, palette=palette).rows
