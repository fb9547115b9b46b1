"""Small inputs for every face: JSON, texts and files, right and broken, all made up here.

`inputs` yields each with a name, the name of its file ("" for a text that comes without one) and its content: JSON data, a text,
or bytes. Puzzles are of a few cells, so that each face answers at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import nonosat as ns
from nonosat.formats.table import FORMATS

ROWS, COLUMNS = [[2, 1], [1], [3]], [[1], [1, 1], [1], [3]]
PICTURE = [[1, 1, 0, 1], [0, 0, 0, 1], [0, 1, 1, 1]]
DRAWN = ["##.#", "...#", ".###"]
OWN: dict[str, Any] = {"rows": ROWS, "columns": COLUMNS}
SQUARE: dict[str, Any] = {"rows": [[1], [2]], "columns": [[2], [1]]}
INKS = [["white", "ffffff", "."], ["red", "ff0000", "r"], ["blue", "0000ff", "b"]]
COLOURED: dict[str, Any] = {
    "rows": [[[1, 1], [1, 2]], [[2, 2]]],
    "columns": [[[1, 1], [1, 2]], [[2, 2]]],
    "palette": INKS,
}
TRIDDLER = {"rows": [[1], [1]], "columns": [[1], [1]], "diagonals": [[1], [1]], "corner": -1}
CROSS = {
    "lines": {"across": [[0, 1], [2, 3, 4]], "down": [[0, 2], [1, 3], [4]]},
    "clues": {"across": [[1], [2]], "down": [[1], [2], []]},
}

Input = tuple[str, str, Any]


def inputs() -> Iterator[Input]:
    """Yields each input as its name, the name of its file, and its content."""
    for kind, part in PARTS.items():
        for name, file, content in part():
            yield f"{kind}: {name}", file, content


def _members() -> Iterator[Input]:
    """Our own JSON, one member after the other with all sorts of values."""
    for name, data in {"plain": OWN, "colours": COLOURED, "triddler": TRIDDLER, "a shape": CROSS}.items():
        yield name, "a.json", data
    for name, values in VALUES.items():
        for value in values:
            shown = json.dumps(value)
            yield (
                f"{name} {shown if len(shown) < 60 else shown[:50] + '...'}",
                "a.json",
                {**SQUARE, name: value},
            )
    for value in BLOCKS:
        yield f"block {json.dumps(value)}", "a.json", {"rows": [[value], [2]], "columns": [[2], [1]]}
        yield f"block {json.dumps(value)} of colours", "a.json", {**COLOURED, "rows": [[value], [[2, 2]]]}
    for value in CLUES:
        yield f"clue {json.dumps(value)}", "a.json", {"rows": [value, [2]], "columns": [[2], [1]]}
    for name, more in MORE.items():
        yield name, "a.json", {**SQUARE, **more}
    for name, colours in {"255 colours": 255, "256 colours": 256}.items():
        palette = [[f"c{at}", f"{at:06x}", chr(0x4E00 + at)] for at in range(colours)]
        yield name, "a.json", {**SQUARE, "palette": palette}
    yield "4096 columns", "a.json", {"rows": [[1]], "columns": [[1], *([[]] * 4095)]}
    yield "5000 columns", "a.json", {"rows": [[1]], "columns": [[1], *([[]] * 4999)]}
    for name, change in SHAPES.items():
        yield f"a shape, {name}", "a.json", {**CROSS, **change}
    for name, change in TRIDDLERS.items():
        yield f"triddler, {name}", "a.json", {**TRIDDLER, **change}
    for value in (
        None,
        3,
        "2 1",
        True,
        [],
        {},
        [[]],
        [0],
        ["1"],
        [1, 0],
        {"rows": []},
        {"lines": {}},
        {"clues": {}},
    ):
        yield json.dumps(value), "a.json", value
    for key in ("rows", "columns"):
        yield f"no {key}", "a.json", {name: value for name, value in OWN.items() if name != key}


VALUES: dict[str, tuple[Any, ...]] = {
    "rows": (None, [], {}, "x", 2, [0], ["1"], ["1", "2"], [[0], [2]], [[1]], [[1], [2], []], "1\n2", "1;2", [1, 2]),
    "columns": (None, [], {"1": [2]}, ["2", 1], [[2], "1"], [[2], None], [["2"], ["1"]], [[2.0], [1]], [[2.5], [1]]),
    "palette": (None, [], {}, "x", INKS[:1], INKS[:2], INKS, ["a", "b"], [["a", "ffffff", "."], ["b", "xyz", "#"]],
                [["a", "ffffff", "."], ["b", "000000", "."]], [["a", "ffffff", "."], ["b", "000000", "?"]],
                [["a", "ffffff", " "], ["b", "000000", "#"]], [["a", "ffffff", ".."], ["b", "000000", "#"]],
                [["", "ffffff", "."], ["", "000000", "#"]], [["a", "ffffff", "."], ["b", "FFFFFF", "#"]],
                [["a", "ffffff", "."], ["a", "000000", "#"]], [["a", "ffffff", "."], ["b", 0, "#"]]),
    "givens": (None, [], {}, [[0, 0]], [[0, 1, 0]], [[1, 1, 1]], [[2, 0]], [[0, 2]], [[-1, 0]], [[0]], [[0, 0, 2]], [0],
               [[0, 0, 1], [0, 0, 0]], [[0, 0], [0, 0]], [[0, 0, 1, 1]], [["0", "0"]], [[0.0, 0]], [[True, 0]]),
    "goal": (None, [], {}, "x", "1011", "10\n11", ["10", "11"], ["11", "11"], [[1, 0], [1, 1]], ["1"], ["1", "11"],
             ["10", "11", "00"], ["100", "110"], ["1x", "11"], ["12", "11"], [[1, 2], [1, 1]], [[1, None], [1, 1]],
             ["#.", "##"], [[True, False], [True, True]], [["1", "0"], ["1", "1"]], ["10", [1, 1]], ["\uff11\uff10", "11"]),
    "title": ("", "x", "a\nb", 3, None, ["x"], "\u0000", "\U0001f600", "\ud83d"),
    "author": ("x", {},),
    "source": ("https://example.org/1", 1),
    "copyright": ("x", False),
    "licence": ("CC0", []),
    "extra": (None, {}, [], {"a": "b"}, [["a", "b"], ["a", "c"]], [["a"]], [["a", 1]], {"a": 1}, {"a": None}, "a", 3, {"": "b"}),
    "corner": (0, 1, -1, None, "0", 4096, 5000, 1.5),
    "diagonals": (None, [], [[1]], [[], [1], [2]], {}),
    "labels": ([], ["a", "b", "c", "d"], ["a"], [1], None),
    "outlines": ([], [[[0, 0], [1, 0], [1, 1]]] * 4, [[[0, 0], [1, 0], [1, 1]]], [[[0, 0]]], None),
    "lines": ({}, {"a": [[0, 1]]}, None),
    "clues": ({}, [], None),
    "difficulty": (3, None, "hard", {"a": [1]}),
    "width": (2, 3, "2", 2.0),
    "height": (2, 3),
    "size": (2, 3, [2, 2], "2x2", {"width": 2, "height": 2}, "x"),
    "id": (7, "a", None),
}  # fmt: skip

BLOCKS = (
    0, 1, 2, -1, 1.0, 1.5, "1", "x", "", "?", "*", None, True, 4096, 4097, 5000, [1], [1, 1], [1, 0], [1, 2],
    [1, 9], ["?", 1], ["?", 9], ["*", 1], [0, 1], [0, 2], ["1", "red"], ["red", 1], [1, "red"], [1, "rouge"],
    {"length": 1, "color": 1}, {"count": 1, "colour": "red"}, {"size": 1}, {"n": "1"}, {}, [[1]], [1, 1, 1],
    {"length": 1, "color": "#ff0000"},
)  # fmt: skip

CLUES = (
    None,
    [],
    [0],
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
    [3],
    "",
    "1",
    "-",
    "0",
    "1 0",
    "1 1",
    "x",
    "?",
    0,
    1,
    2,
    True,
    {},
    ["*"],
    ["*", "*"],
    ["?", "?"],
)

MORE: dict[str, dict[str, Any]] = {
    "all texts": {"title": "t", "author": "a", "source": "s", "copyright": "c", "licence": "l", "extra": {"k": "v"}},
    "givens that contradict": {"givens": [[0, 1, 1]]},
    "a goal of colours": {**COLOURED, "goal": ["12", "22"]},
    "a goal of lists": {**COLOURED, "goal": [[1, 2], [2, 2]]},
    "a goal of another size": {**COLOURED, "goal": [[1, 2]]},
    "givens of colours": {**COLOURED, "givens": [[0, 0, 1], [1, 1, 2]]},
    "twenty colours": {"palette": [[f"c{at}", f"{at:02x}0000", chr(97 + at)] for at in range(20)], "goal": [[1, 0], [1, 1]]},
    "ink that no clue has": {"palette": INKS},
    "names in capitals": {"Title": "x"},
    "a misspelt member": {"widht": 2},
    "two languages": {"Zeilen": [[1], [2]], "Spalten": [[2], [1]]},
}  # fmt: skip

SHAPES: dict[str, dict[str, Any]] = {
    "labels": {"labels": list("abcde")},
    "too few labels": {"labels": ["a"]},
    "outlines": {"outlines": [[[at, 0], [at + 1, 0], [at, 1]] for at in range(5)]},
    "too few outlines": {"outlines": [[[0, 0], [1, 0], [0, 1]]]},
    "an outline of two corners": {"outlines": [[[0, 0], [1, 0]]] * 5},
    "goal": {"goal": ["10", "110"]},
    "goal of another shape": {"goal": ["10", "11"]},
    "givens": {"givens": [[0, 0], [1, 2, 0]]},
    "a given outside": {"givens": [[0, 2]]},
    "rows as well": {"rows": [[1]]},
    "corner as well": {"corner": 0},
    "too few clues": {"clues": {"across": [[1]], "down": [[1], [2], []]}},
    "too few families of clues": {"clues": {"across": [[1], [2]]}},
    "an unknown family": {"clues": {**CROSS["clues"], "up": [[1]]}},
    "a gap in the numbers": {
        "lines": {"across": [[0, 2]], "down": [[1]]},
        "clues": {"across": [[1]], "down": [[1]]},
    },
    "a cell twice": {"lines": {"across": [[0, 0]], "down": [[0]]}, "clues": {"across": [[1]], "down": [[1]]}},
    "an empty line": {"lines": {"across": [[]], "down": [[0]]}, "clues": {"across": [[]], "down": [[1]]}},
    "one family": {"lines": {"across": [[0, 1]]}, "clues": {"across": [[1]]}},
    "a family named by a number": {
        "lines": {"b": [[0, 1]], "1": [[0], [1]]},
        "clues": {"b": [[1]], "1": [[1], []]},
    },
    "lines as a list": {"lines": [[[0]]]},
    "a clue as text": {"clues": {"across": ["1", "2"], "down": [[1], [2], []]}},
    "no clue": {"clues": {"across": [None, [2]], "down": [[1], None, []]}},
    "colours": {"palette": INKS, "clues": {"across": [[[1, 2]], [2]], "down": [[1], [2], [[1, 2]]]}},
    "title and extra": {"title": "x", "extra": {"a": "b"}},
}

TRIDDLERS: dict[str, dict[str, Any]] = {
    "no corner": {"corner": 0},
    "a corner far away": {"corner": 9},
    "more diagonals": {"diagonals": [[1], [1], []]},
    "goal": {"goal": ["100", "001"]},
    "goal of a rectangle": {"goal": ["10", "01"]},
    "givens": {"givens": [[0, 0]]},
    "diagonals as text": {"diagonals": "1"},
    "another member": {"note": "x"},
    "clues as texts": {"rows": ["1", "1"]},
}


def _others() -> Iterator[Input]:
    """JSON of other programs."""
    yield from ((name, "a.json", data) for name, data in OTHERS.items())
    for rows, columns in NAMES:
        yield f"{rows} and {columns}", "a.json", {rows: ROWS, columns: COLUMNS}
    for name, data in PICTURES.items():
        yield name, "a.json", data
    for key in (
        "goal",
        "solution",
        "grid",
        "cells",
        "content",
        "picture",
        "image",
        "matrix",
        "pixels",
        "answer",
        "data",
        "level",
    ):
        yield f"picture called {key}", "a.json", {key: PICTURE}


NAMES = (
    ("rows", "cols"), ("row", "column"), ("rowClues", "colClues"), ("row_clues", "col_clues"), ("row-hints", "col-hints"),
    ("RowConstraints", "ColumnConstraints"), ("hor", "ver"), ("horizontal", "vertical"), ("left", "top"), ("side", "up"),
    ("across", "down"), ("rowRules", "columnRules"), ("rows_info", "columns_info"), ("rowsDef", "colsDef"), ("Zeilen", "Spalten"),
    ("lignes", "colonnes"), ("filas", "columnas"), ("wiersze", "kolumny"), ("r", "c"), ("h", "v"), ("hClues", "vClues"),
    ("X", "Y"),
    ("rows_instructions", "columns_instructions"), ("row_numbers", "columns"), ("ROW CLUES", "COLUMN CLUES"), ("a", "cols"),
    ("rows", "b"), ("linhas", "colunas"), ("rijen", "kolommen"), ("rowHeaders", "columnHeaders"),
)  # fmt: skip

OTHERS: dict[str, Any] = {
    "columns before rows": {"cols": COLUMNS, "rows": ROWS},
    "numbers of rows beside": {"rows": 3, "cols": 4, "row_clues": ROWS, "col_clues": COLUMNS},
    "width and height": {"width": 4, "height": 3, "hor": ROWS, "ver": COLUMNS},
    "another width": {"width": 9, "hor": ROWS, "ver": COLUMNS},
    "nested": {"clues": {"rows": ROWS, "columns": COLUMNS}, "title": "x"},
    "nested twice": {"puzzle": {"clues": {"row": ROWS, "col": COLUMNS}, "author": "a"}, "name": "n"},
    "deep": {"a": {"b": {"c": {"rowClues": ROWS, "colClues": COLUMNS}}}},
    "a list of one": [{"rows": ROWS, "cols": COLUMNS}],
    "a list of two": [{"rows": ROWS, "cols": COLUMNS}, SQUARE],
    "levels": {"levels": [{"rows": ROWS, "cols": COLUMNS}, {"grid": PICTURE}]},
    "levels by name": {"one": {"rows": ROWS, "cols": COLUMNS}, "two": {"rows": [[1]], "cols": [[1]]}},
    "a pair": [ROWS, COLUMNS],
    "a pair of columns and rows": [COLUMNS, ROWS],
    "a pair beside a title": {"title": "x", "data": [ROWS, COLUMNS]},
    "a pair whose sums differ": [ROWS, [[1], [1, 1], [1], [4]]],
    "sums that differ": {"rowClues": ROWS, "colClues": [[1], [1, 1], [1], [4]]},
    "a clue too long": {"rowClues": [[2, 2, 1]], "colClues": COLUMNS},
    "texts": {"rows": ["2 1", "1", "3"], "cols": ["1", "1,1", "1", "3"]},
    "texts of our names": {"rows": ["2 1", "1", "3"], "columns": ["1", "1,1", "1", "3"]},
    "texts with a word": {"rows": ["2 1", "one", "3"], "columns": ["1", "1,1", "1", "3"]},
    "one text for each": {"rows": "2 1\n1\n3", "columns": "1\n1 1\n1\n3"},
    "semicolons": {"rows": "2 1;1;3", "columns": "1;1 1;1;3"},
    "bars": {"rows": "2 1|1|3", "columns": "1|1 1|1|3"},
    "numbers beside lists": {"rows": [[2, 1], 1, 3], "columns": [1, [1, 1], 1, 3]},
    "numbers alone": {"rows": [3, 1, 3], "columns": [1, 2, 1, 3]},
    "padded by zeros": {"rows": [[2, 1], [0, 1], [0, 3]], "columns": [[0, 1], [1, 1], [0, 1], [0, 3]]},
    "padded by nothing": {"rows": [[2, 1], [None, 1], [None, 3]], "columns": [[1], [1, 1], [1, None], [3]]},
    "words": {"rows": [["2", "1"], ["1"], ["3"]], "cols": [["1"], ["1", "1"], ["1"], ["3"]]},
    "full-width digits": {"rows": [["\uff12", "1"], ["1"], ["3"]], "cols": COLUMNS},
    "letters and lengths": {"rows": [[["y", 2]]], "columns": [[["y", 1]], [["y", 1]]]},
    "lengths and letters": {"rows": [[[2, "y"]]], "columns": [[[1, "y"]], [[1, "y"]]]},
    "objects with numbers of inks": {
        "rows": [[{"length": 1, "color": 1}, {"length": 1, "color": 2}]],
        "columns": [[{"length": 1, "color": 1}], [{"length": 1, "color": 2}]],
    },
    "objects with names of inks": {
        "rows": [[{"count": 1, "color": "red"}, {"count": 1, "color": "#0000ff"}]],
        "cols": [[{"count": 1, "color": "red"}], [{"count": 1, "color": "#0000ff"}]],
    },
    "objects with unknown inks": {
        "rows": [[{"count": 1, "color": "rouge"}]],
        "cols": [[{"count": 1, "color": "rouge"}]],
    },
    "objects without lengths": {"rows": [[{"color": "red"}]], "cols": [[{"color": "red"}]]},
    "a palette of texts": {"rows": [[[1, 1]]], "cols": [[[1, 1]]], "colors": ["#ff0000"]},
    "colours that are none": {"rows": [[1]], "cols": [[1]], "colors": ["some"]},
    "a solution beside": {"rows": ROWS, "cols": COLUMNS, "solution": PICTURE},
    "another solution beside": {"rows": ROWS, "cols": COLUMNS, "solution": [[1, 1], [0, 0]]},
    "a solution of texts beside": {"rows": ROWS, "cols": COLUMNS, "solution": DRAWN},
    "a flat solution beside": {"rows": ROWS, "cols": COLUMNS, "solution": "110100010111"},
    "a solution of -1 beside": {
        "rows": ROWS,
        "cols": COLUMNS,
        "content": [[1, 1, -1, 1], [-1, -1, -1, 1], [-1, 1, 1, 1]],
    },
    "an unfinished solution beside": {
        "rows": ROWS,
        "cols": COLUMNS,
        "solution": [[1, -1, 0, 0], [0] * 4, [0] * 4],
    },
    "givens beside": {"rows": ROWS, "cols": COLUMNS, "givens": [[0, 0]]},
    "givens outside": {"rows": ROWS, "cols": COLUMNS, "givens": [[9, 9]]},
    "other members": {"rows": ROWS, "columns": COLUMNS, "difficulty": 3, "tags": ["a"], "nothing": None},
    "our inks and another member": {**COLOURED, "note": "x"},
    "only rows": {"rowClues": ROWS},
    "only columns": {"colClues": COLUMNS},
    "columns that are no clues": {"rowClues": ROWS, "colClues": [[1], "x"]},
    "columns that are no clues beside a picture": {"rowClues": ROWS, "col": [[1], "x"], "grid": PICTURE},
    "no clue": {"rows": [], "cols": []},
    "all clues empty": {"rowClues": [[], []], "colClues": [[], []]},
    "lines of numbers in a text": {"problem": "4 3\n1\n1 1\n1\n3\n2 1\n1\n3"},
    "lines of numbers and their solution": {
        "problem": "4 3\n1\n1 1\n1\n3\n2 1\n1\n3",
        "solution": "4 3\nx x - x\n- - - x\n- x x x",
    },
    "a prompt": {"prompt": "Rows:\n1: 2 1\n2: 1\n3: 3\nColumns:\n1: 1\n2: 1 1\n3: 1\n4: 3\n"},
    "a question": {"question": "rows: [[2,1],[1],[3]]\ncolumns: [[1],[1,1],[1],[3]]", "id": 4},
    "an input": {"input": "rows: 2 1; 1; 3\ncolumns: 1; 1 1; 1; 3", "target": DRAWN},
    "a package": {"name": "package", "version": "1.0", "files": ["a", "b"]},
    "a sudoku": {"grid": [[5, 3, 0], [6, 0, 0], [0, 9, 8]]},
    "a table": [{"name": "a", "row": 1}, {"name": "b", "row": 2}],
    "numbers": [[1, 2], [3, 4]],
    "places": {"rows": ROWS, "cols": COLUMNS, "filled": [{"x": 0, "y": 0}]},
}

PICTURES: dict[str, Any] = {
    "matrix": PICTURE,
    "matrix of truth": [[bool(cell) for cell in row] for row in PICTURE],
    "matrix of -1": [[cell or -1 for cell in row] for row in PICTURE],
    "matrix of texts": [["x" if cell else "" for cell in row] for row in PICTURE],
    "matrix of nothing": [["x" if cell else None for cell in row] for row in PICTURE],
    "matrix with gaps": [[1, 1], [1]],
    "matrix of one row": [[1, 0, 1]],
    "matrix of one cell": [[1]],
    "matrix of zeros": [[0, 0], [0, 0]],
    "matrix of two": [[0, 2], [2, 0]],
    "rows of text": {"solution": DRAWN},
    "rows of text in a list": DRAWN,
    "rows of text with blanks": {"grid": ["1 1 0 1", "0 0 0 1", "0 1 1 1"]},
    "rows of text with commas": {"grid": ["1,1,0,1", "0,0,0,1", "0,1,1,1"]},
    "drawn rows": {"rows": DRAWN},
    "drawn rows with blanks": {"rows": ["# # . #", ". . . #", ". # # #"]},
    "drawn rows and columns": {"rows": DRAWN, "columns": 4},
    "one text of lines": {"grid": "##.#\n...#\n.###"},
    "one text of slashes": {"grid": "##.#/...#/.###"},
    "one text without a size": {"grid": "0111010101010100111011111"},
    "one text and its side": {"size": 5, "grid": "0111010101010100111011111"},
    "one text and a wrong side": {"size": 4, "grid": "0111010101010100111011111"},
    "one text and two sizes": {"size": [2, 3], "grid": "011101"},
    "one text and its width": {"width": 2, "grid": "01/11/10"},
    "one text, width and height": {"cells": "##.#...#.###", "width": 4, "height": 3},
    "one list, width and height": {"cells": [1, 1, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1], "width": 4, "height": 3},
    "one list and n": {"n": 3, "pixels": [1, 0, 0, 1, 1, 1, 0, 0, 1]},
    "one list without a size": {"pixels": [1, 0, 0, 1]},
    "sizes in an object": {"size": {"width": 2, "height": 3}, "grid": "011101"},
    "sizes in a text": {"shape": "3 x 2", "board": {"grid": ["110", "011"]}},
    "another size": {"size": 4, "grid": ["110", "011", "111"]},
    "letters of two kinds": {"grid": [["a", "b"], ["b", "a"]]},
    "emoji": {"grid": ["\u2b1b\u2b1c", "\u2b1b\u2b1b"]},
    "a palette": {"palette": ["#ff0000", "#0000ff"], "cells": [[0, None, 1], [1, 1, None]]},
    "a palette of one": {"palette": ["#000000"], "cells": [[0, None], [0, 0]]},
    "many": {"levels": [{"grid": ["10", "11"]}, {"grid": ["01", "11"]}]},
    "rows of one cell": {"grid": ["1", "0"]},
}


TEXT_PUZZLES = {
    "plain": ns.Puzzle(ROWS, COLUMNS),
    "empty lines": ns.Puzzle([[1], [], [1]], [[1], [], [1]]),
    "one cell": ns.Puzzle([[1]], [[1]]),
    "several solutions": ns.Puzzle([[1], [1]], [[1], [1]]),
    "no solution": ns.Puzzle([[3], [], [3]], [[2], [2], [2]]),
    "sums differ": ns.Puzzle(ROWS, [[1], [1, 1], [1], [4]]),
    "colours": ns.Puzzle(COLOURED["rows"], COLOURED["columns"], palette=[tuple(ink) for ink in INKS]),
    "blots": ns.Puzzle([["?", 1], [1], [3]], COLUMNS),
    "givens and goal": ns.Puzzle(ROWS, COLUMNS, givens=[(0, 0, 1)], goal=ns.Grid(PICTURE), metadata=ns.Metadata("A title", "Me")),
    "triddler": ns.Puzzle([[1], [1]], [[1], [1]], diagonals=[[1], [1]], corner=-1),
}  # fmt: skip


def _written() -> Iterator[Input]:
    """What each format writes, whole, without its end, and with a word in it."""
    for format in FORMATS.values():
        if format.format is None:
            continue
        from nonosat.formats.table import extensions_of

        file = f"a{next(iter(extensions_of(format.name)), '')}" if extensions_of(format.name) else ""
        for name, puzzle in TEXT_PUZZLES.items():
            try:
                data = ns.dump_bytes(puzzle, format.name)
            except ns.UsageError:
                continue
            content: Any = data if format.binary else data.decode()
            yield f"{format.name}, {name}", file, content
            if name == "plain":
                yield f"{format.name}, without its end", file, content[: len(content) * 2 // 3]
                if not format.binary:
                    lines = content.splitlines(keepends=True)
                    lines.insert(len(lines) // 2, "word\n")
                    yield f"{format.name}, with a word", file, "".join(lines)


LINES, LINES_DOWN = ["2 1", "1", "3"], ["1", "1 1", "1", "3"]


def _counted(clues: list[str]) -> list[str]:
    return [f"{len(clue.split())} {clue}" for clue in clues]


ORDERS = {
    "columns first": ["4 3", *LINES_DOWN, *LINES],
    "height first": ["3 4", *LINES, *LINES_DOWN],
    "height first, counted": ["3 4", *_counted(LINES), *_counted(LINES_DOWN)],
    "width first, counted, an empty line": ["4 3", *_counted(LINES), "", *_counted(LINES_DOWN)],
    "height and width on lines": ["3", "4", *LINES, *LINES_DOWN],
    "width, columns, rows": ["4", *LINES_DOWN, *LINES],
    "closed by 0": ["1", "3 4", *(f"{clue} 0" for clue in (*LINES, *LINES_DOWN))],
    "two cases": ["2", "1 1", "1", "1", "3 4", *LINES, *LINES_DOWN],
    "Makhorin": ["* clues of the rows", *LINES, "&", "* clues of the columns", *LINES_DOWN],
    "comments": ["# columns", *LINES_DOWN, "", "# rows", *LINES],
    "remarks": [*(f"{clue}   # row" for clue in LINES), "", *(f"{clue} // column" for clue in LINES_DOWN)],
    "numbered": ["1. 2 1", "2. 1", "3. 3", "", "1. 1", "2. 1 1", "3. 1", "4. 3"],
    "named lines": ["R1: 2 1", "R2: 1", "R3: 3", "C1: 1", "C2: 1 1", "C3: 1", "C4: 3"],
    "columns as a table": ["0 1 0 0", "1 1 1 3", "-", "2 1", "0 1", "0 3"],
    "brackets": ["3 4", *(f"[{clue.replace(' ', ', ')}]," for clue in _counted(LINES + LINES_DOWN))],
    "headings": ["Rows:", *LINES, "Columns:", *LINES_DOWN],
    "headings on the line": ["Rows: 2 1, 1, 3", "Columns: 1, 1 1, 1, 3"],
    "Zeilen": ["Zeilen:", "1. 2 1", "2. 1", "3. 3", "Spalten:", "1. 1", "2. 1 1", "3. 1", "4. 3"],
    "prose": ["Solve it.", "Row 1: 2 1", "Row 2: 1", "Row 3: 3", "Col 1: 1", "Col 2: 1 1", "Col 3: 1", "Col 4: 3", "Thanks!"],
    "a wrong number": ["4 3", "2 1", "1", "4", "1", "1 1", "1", "3"],
    "a line too few": ["4 3", "2 1", "1", "3", "1", "1 1", "1"],
    "a list of numbers": ["1 2 3", "4 5 6"],
    "a drawing": DRAWN,
    "a drawing of x": ["xx_x", "___x", "_xxx"],
    "a drawing of digits": ["1101", "0001", "0111"],
    "a drawing with commas": ["1,1,0,1", "0,0,0,1", "0,1,1,1"],
    "a ragged drawing": ["##.#", "...", ".###"],
    "a drawing of two characters": ["ab", "ba"],
    "prose without a puzzle": ["There are 3 rows and 4 columns.", "I cannot say more."],
    "a date": ["2026-11-29"],
    "nothing": [""],
    "blanks": ["  ", ""],
}  # fmt: skip

CODE = {
    "a.py": "class A:\n    rows = [(2, 1), (1,), (3,)]  # of it\n    cols = [[1], [1, 1], [1], [3]]\n",
    "a.js": "export const p = { rowClues: [[2,1],[1],[3]], colClues: [[1],[1,1],[1],[3]], };\nfoo(p);\n",
    "a.ts": "const p: Puzzle = { rowHints: [[2,1],[1],[3]] as number[][], colHints: [[1],[1,1],[1],[3]] }\n",
    "a.lua": "local levels = {\n  { rows = {{2,1},{1},{3}}, ['cols'] = {{1},{1,1},{1},{3}} }, -- one\n}\nreturn levels\n",
    "a.c": "static const int ROWS[3][2] = {{2,1},{1},{3}};\nint COLS[4][2] = {{1},{1,1},{1},{3}};\n",
    "a.cpp": "std::vector<std::vector<int>> rows = {{2,1},{1},{3}};\nstd::vector<std::vector<int>> cols{{1},{1,1},{1},{3}};\n",
    "a.java": "int[][] rows = new int[][] {new int[]{2,1}, {1}, {3}};\nint[][] columns = {{1},{1,1},{1},{3}};\n",
    "a.r": "rows <- list(c(2,1), c(1), c(3))\ncols <- list(c(1), c(1,1), c(1), c(3))\n",
    "a.qml": "Item { property var left: [[2,1],[1],[3]]; property var top: [[1],[1,1],[1],[3]] }\n",
    "b.py": "def f(x):\n    return [x, 1]\n\n\nprint(f(2))\n",
    "b.js": "export const sizes = [[1, 2], [3, 4]];\n",
    "b.mk": "all: a.o b.o\n\tcc -o all a.o b.o\n",
    "b.g": "grammar A;\nprog: stat+ ;\n",
    "a.yaml": "rows:\n- [2, 1]\n- [1]\n- [3]\ncolumns:\n- [1]\n- [1, 1]\n- [1]\n- [3]\n",
    "b.yaml": "version: 1\njobs: [a, b]\n",
    "a.csv": "1,1,0,1\n0,0,0,1\n0,1,1,1\n",
    "b.csv": "name,size\na,1\nb,2\n",
    "a.tsv": "x\tx\t\tx\n\t\t\tx\n\tx\tx\tx\n",
    "a.sgt": "4x3:1/1.1/1/3/2.1/1/3\n",
    "a.url": "[InternetShortcut]\nURL=https://puzz.link/p?nonogram/4/3/g1g1g1g1g3g1g2g1h\n",
    "a.toml": '[clues]\nrows = """\n2 1\n1\n3\n"""\ncolumns = "1, 1 1, 1, 3"\n',
    "b.toml": "[project]\nname = 'x'\n",
    "b.xml": "<project><name>x</name></project>\n",
    "c.xml": "<puzzleset><puzzle type='grid'><clues type='columns'><line><count>1</count></line></clues></puzzle></puzzleset>\n",
    "d.xml": "<!DOCTYPE a [<!ENTITY b 'c'>]><puzzleset>&b;</puzzleset>\n",
    "b.html": "<p>no puzzle</p>\n",
    "b.json": "{\"rows\": [[1]",
    "c.json": "{'rows': [[2, 1], [1], [3]], 'cols': [[1], [1, 1], [1], [3]]}",
    "d.json": '{"rows": [[1]], "columns": [[1]]}\n{"rows": [[1], []], "columns": [[1]]}\n',
    "e.json": "[" * 2000,
    "f.json": '{"rows": [[1]], "columns": [[1]], "rows": [[0]]}',
    "g.json": '{"rows": [[NaN]], "columns": [[1]]}',
    "b.non": "width 2\nheight 2\nrows\n1\n2\ncolumns\n2\n1\ngoal \"1011\"\n",
    "c.non": "width 3\nheight 2\nrows\n1\n2\ncolumns\n2\n1\n",
    "d.non": "rows\n2r\n2r\ncolumns\n2r\n2r\ncolor r #ff0000\n",
    "e.non": "width 1\nheight 1\nrows\n1\ncolumns\n1\n====\nwidth 1\nheight 1\nrows\n0\ncolumns\n0\n",
    "b.pbm": "P1\n2 2\n1 0 1 1\n",
    "c.pbm": "P1\n2 2\n1 0 1\n",
    "README": "# A game\n\nWrite rows and columns.\n",
}  # fmt: skip

WORDS = (
    "2 1/1/3:1/1 1/1/3", "2.1/1/3:1/1.1/1/3", "4x3:1/1.1/1/3/2.1/1/3", "1/1.1/1/3/2.1/1/3", "2 1/1/3", "2 1/1/x:1/1 1/1/3",
    "https://puzz.link/p?nonogram/4/3/g1g1g1g1g3g1g2g1h", "https://example.org/puzzle", "[[2,1],[1],[3]] [[1],[1,1],[1],[3]]",
    "[2,1] [1] [3]", "[1] [3] [1] : [1] [3] [1]", "2 1|1|3:1|1 1|1|3", "2,1;1;3:1;1,1;1;3",
    "rows: 2 1; 1; 3 columns: 1; 1 1; 1; 3",
    '{"rows": [[1]], "columns": [[1]]}', "pzprv3/nonogram/3/4/. . . 1 . . /. . 1 1 1 3 /2 1 # # . # /. 1 . . + # /. 3 . # # # /",
    "3/1 1/2:1/1 1/2", ":", "1:1", "-:-", "example:cup",
)  # fmt: skip


def _texts() -> Iterator[Input]:
    """Texts of people and programs."""
    for name, lines in ORDERS.items():
        yield name, "a.txt", "\n".join(lines) + "\n"
        if name in ("columns first", "a drawing", "prose", "headings", "a wrong number"):
            yield f"{name}, without a file", "", "\n".join(lines)
            yield f"{name}, CR LF", "a.txt", "\r\n".join(lines)
    for file, text in CODE.items():
        yield f"{file}", file, text
    for text in WORDS:
        yield text, "", text


def _bytes() -> Iterator[Input]:
    """Files in other encodings, and pictures."""
    non = ns.dumps(TEXT_PUZZLES["plain"], "non")
    titled = f'title "Caf\u00e9"\n{non}'
    for coding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1", "cp1252"):
        yield f"non, {coding}", "a.non", titled.encode(coding)
        yield (
            f"JSON, {coding}",
            "a.json",
            json.dumps({**OWN, "title": "Caf\u00e9"}, ensure_ascii=False).encode(coding),
        )
        yield f"prose, {coding}", "a.txt", ("Caf\u00e9\n" + "\n".join(ORDERS["prose"])).encode(coding)
    for name, data in {
        "zeros": bytes(40),
        "half a surrogate": b"\xed\xa0\x80",
        "a zero in text": b"width 1\0\nheight 1\n",
        "a GIF without its end": b"GIF89a\x02\x00\x02\x00",
        "a PNG without its end": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        "a ZIP": b"PK\x03\x04" + bytes(30),
        "a GZIP": b"\x1f\x8b\x08" + bytes(20),
    }.items():
        yield name, "a.bin", data


PARTS = {"member": _members, "other JSON": _others, "written": _written, "text": _texts, "bytes": _bytes}
