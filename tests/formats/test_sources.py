"""`nonosat.formats.sources`: puzzles from files, folders, lists, texts and standard input."""

import csv
import io
import json
import os
from pathlib import Path

import pytest

import nonosat as ns
from nonosat.formats.sources import Sources

UNIQUE = ns.Grid(["#.", "##"]).puzzle()
MULTIPLE = ns.Puzzle([[1], [1]], [[1], [1]])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "set" / "more").mkdir(parents=True)
    for name in ("set/a.non", "set/b.json", "set/more/c.non"):
        ns.dump(UNIQUE, name)
    ns.dump([UNIQUE, MULTIPLE, UNIQUE], "bundle.nonpack")
    Path("bad.non").write_text("width 1\nheight 1\nrows\n1x\ncolumns\n1\n")
    return tmp_path


def names(*paths, **options):
    return [item.name for item in Sources(paths, **options).items()]


def test_files_folders_and_puzzles_of_a_bundle(folder):
    assert names("set") == ["set/a.non", "set/b.json", "set/more/c.non"]
    assert names("set/more/c.non", "bundle.nonpack#2") == ["set/more/c.non", "bundle.nonpack#2"]
    assert names("bundle.nonpack") == ["bundle.nonpack#1", "bundle.nonpack#2", "bundle.nonpack#3"]


def test_small_files_can_be_left_to_the_consumer(folder):
    large = ns.Grid([bytes([1, 0] * 200)] * 300).puzzle()
    ns.dump(large, "set/large.non")
    sources = Sources(("set", "bundle.nonpack", "missing.non"), reads=False)
    items = [(item.name, item.unread, item.puzzle is None) for item in sources.items()]
    assert items == [
        ("set/a.non", True, True),
        ("set/b.json", True, True),
        ("set/large.non", False, False),
        ("set/more/c.non", True, True),
        ("bundle.nonpack", True, True),
        ("missing.non", True, True),
    ]
    assert [item.name for item in sources.inside("bundle.nonpack")] == names("bundle.nonpack")
    assert [item.puzzle for item in sources.inside("bundle.nonpack")] == [UNIQUE, MULTIPLE, UNIQUE]
    (missing,) = sources.inside("missing.non")
    assert "cannot read" in str(missing.error)


def test_what_cannot_be_read_is_an_item(folder):
    os.mkdir("empty")
    missing, bad, empty = Sources(("missing.non", "bad.non", "empty")).items()
    assert str(missing.error) == "missing.non: cannot read: No such file or directory"
    assert str(bad.error) == "bad.non:4: expected a number of cells, got '1x'"
    assert str(empty.error) == "empty: the folder has no puzzles in it"


def test_lines_are_paths_or_puzzles(folder):
    lines = [
        "set/a.non",
        json.dumps({"path": "bundle.nonpack#2", "id": 7}),
        json.dumps({"id": "x", **UNIQUE.to_json()}),
        json.dumps({"puzzle": ns.dumps(MULTIPLE, "non"), "format": "non", "id": [1]}),
        json.dumps({"puzzle": UNIQUE.to_json()}),
        json.dumps({"puzzle": ns.dumps([UNIQUE, MULTIPLE], "non"), "id": "two"}),
        "  ",
        "more.jsonl",
    ]
    Path("list.jsonl").write_text("\r\n".join(lines))
    Path("more.jsonl").write_text("set")
    items = list(Sources(("list.jsonl",)).items())
    assert [(item.name, item.id) for item in items] == [
        ("set/a.non", None),
        ("bundle.nonpack#2", 7),
        ("x", "x"),
        ("[1]", [1]),
        ("list.jsonl#5", None),
        ("two#1", "two"),
        ("two#2", "two"),
        ("set/a.non", None),
        ("set/b.json", None),
        ("set/more/c.non", None),
    ]
    assert [item.puzzle for item in items[:4]] == [UNIQUE, MULTIPLE, UNIQUE, MULTIPLE]


ROWS = [
    {"id": "a", "rows": [[1], [1]], "columns": [[2], []], "about": None},
    {"id": "b", "rows": [[1], [1]], "columns": [[1], [1]], "about": "two"},
]


def parquet(path):
    pa = pytest.importorskip("pyarrow")
    pytest.importorskip("pyarrow.parquet").write_table(
        pa.Table.from_pylist([{**row, "picture": b"\xff"} for row in ROWS]), path
    )


def comma_separated(path, sign=","):
    with open(path, "w", newline="", encoding="utf-8-sig") as file:
        table = csv.DictWriter(file, ROWS[0], delimiter=sign)
        table.writeheader()
        table.writerows(
            {**row, "rows": json.dumps(row["rows"]), "columns": "2;0" if row["id"] == "a" else "1;1"}
            for row in ROWS
        )


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("set.parquet", parquet),
        ("set.csv", comma_separated),
        ("set.tsv", lambda path: comma_separated(path, "\t")),
        ("half.csv", lambda path: comma_separated(path, ";")),
    ],
)
def test_a_row_of_a_table_is_a_puzzle(name, write, folder):
    write(name)
    items = list(Sources((name,)).items())
    assert [(item.name, item.id, item.error) for item in items] == [("a", "a", None), ("b", "b", None)]
    assert [ns.check(item.require()).verdict.value for item in items] == ["unique", "multiple"]
    (second,) = Sources((f"{name}#2",)).items()
    assert second.puzzle == items[1].puzzle
    (third,) = Sources((f"{name}#3",)).items()
    assert "there is no line 3 of 2" in str(third.error)


def test_tables_without_a_puzzle_say_so(folder):
    Path("no.parquet").write_text("PAR1")
    Path("no.csv").write_bytes(b"question,answer\n\xff,1\n")
    Path("few.csv").write_text("question,answer\nwhat?,1\n")
    said = [str(item.error) for item in Sources(("no.parquet", "no.csv", "few.csv")).items()]
    assert said[0].startswith(("no.parquet: not a Parquet file", "Parquet files need pyarrow"))
    assert said[1].startswith("no.csv: not a table of CSV")
    assert said[2].startswith("few.csv:1: ")


@pytest.mark.parametrize("content", ["1,0\n1,1\n", "x,.\nx,x\n", "black,white\nblack,black\n", "#,.\n#,#\n"])
def test_a_grid_of_commas_is_no_table(content, folder):
    Path("grid.csv").write_text(content)
    (item,) = Sources(("grid.csv",)).items()
    assert item.error is not None or (item.puzzle.width, item.puzzle.height) == (2, 2)
    assert "line" not in str(item.error)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "expected a path or an object of JSON, got '{'"),
        ("[1]", "expected a path or an object of JSON"),
        ('"a.non', "expected a path or an object of JSON"),
        ('"a.non"', "cannot read"),
        ("[" * 100_000, "expected a path or an object"),
        ("-", "standard input cannot be in a list"),
        ('{"path": "-"}', "standard input cannot be in a list"),
        ('{"id": 4}', "`rows` is missing"),
        ('{"id": 4, "path": 3}', "`path` must be text, got 3"),
        ('{"path": "a", "puzzel": 1}', "unknown key 'puzzel'"),
        ('{"puzzle": "2\\n1\\n", "format": "nono"}', "no format is called 'nono'"),
        ('{"puzzle": ""}', "the file is empty"),
        ('{"rows": [[1]], "columns": [[9999999999999999999999999]]}', ""),
        ("\x00", "zero bytes"),
    ],
)
def test_a_line_without_sense_is_an_item_and_the_next_is_read(folder, line, said):
    Path("list.jsonl").write_text(f"{line}\nset/a.non\n")
    wrong, good = Sources(("list.jsonl",)).items()
    assert said in str(wrong.error or wrong.puzzle.problems())
    if '"id"' in line:
        assert (wrong.id, wrong.name) == (4, "4")
    assert good.name == "set/a.non"


def test_standard_input_is_a_list(folder, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"set\n\xff\n")))
    *items, wrong = Sources(("-",), lines=True).items()
    assert [item.name for item in items] == names("set")
    assert (wrong.name, str(wrong.error)) == ("-#2", "-:2: not UTF-8 text")


def test_a_list_in_utf16_is_no_list_of_paths(folder):
    Path("list.jsonl").write_bytes("set/a.non\nset/b.non\n".encode("utf-16-le"))
    errors = {str(item.error) for item in Sources(("list.jsonl",)).items()}
    assert errors == {f"list.jsonl:{line}: not UTF-8 text: it has zero bytes" for line in (1, 2, 3)}


def test_a_line_that_never_ends_is_not_held(folder, monkeypatch):
    monkeypatch.setattr("nonosat.formats.sources.MAX_BYTES", 100_000)
    Path("list.jsonl").write_bytes(b"{" + b" " * 1_000_000 + b"\nset/a.non")
    wrong, good = Sources(("list.jsonl",)).items()
    assert "larger than" in str(wrong.error)
    assert good.name == "set/a.non"


def test_standard_input_is_a_puzzle_or_lines_of_json(folder, monkeypatch):
    def items(text):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        return list(Sources(("-",)).items())

    (item,) = items(ns.dumps(UNIQUE, "json"))
    assert (item.name, item.puzzle) == ("-", UNIQUE)
    bundle = items(ns.dumps([UNIQUE, MULTIPLE], "non"))
    assert [(item.name, item.puzzle) for item in bundle] == [("-#1", UNIQUE), ("-#2", MULTIPLE)]
    lines = items(json.dumps({"id": "x", **UNIQUE.to_json()}) + "\n" + json.dumps(MULTIPLE.to_json()) + "\n")
    assert [(line.name, line.puzzle) for line in lines] == [("x", UNIQUE), ("-#2", MULTIPLE)]
    (wrong,) = items("words")
    assert str(wrong.error).startswith("-: the content is in no known format")


def test_a_line_has_a_number(folder):
    lines = [json.dumps({"id": "x", **UNIQUE.to_json()}), "", json.dumps(MULTIPLE.to_json())]
    Path("list.jsonl").write_text("\n".join(lines))
    assert names("list.jsonl#1", "list.jsonl#3") == ["x", "list.jsonl#3"]
    for number, of in ((2, 3), (4, 3)):
        items = list(Sources((f"list.jsonl#{number}",)).items())
        assert [str(item.error) for item in items] == [f"list.jsonl: there is no line {number} of {of}"]


@pytest.mark.parametrize(
    "text",
    [
        "1/2:2/1",
        " 1 / 2 : 2 / 1 ",
        "2x2:2/1/1/2",
        "https://puzz.link/p?nonogram/2/2/2112",
        "?nonogram/2/2/2112",
    ],
)
def test_a_text_is_a_puzzle_unless_it_is_a_file(folder, text):
    (item,) = Sources((text,)).items()
    assert (item.name, item.puzzle) == (text, ns.loads(text))
    assert item.puzzle.height == item.puzzle.width == 2
    assert Sources((text,)).items().__next__().puzzle.problems() == ()


def test_a_file_comes_before_a_text_and_addresses_are_not_fetched(folder, monkeypatch):
    def refuse(*_):
        raise AssertionError

    monkeypatch.setattr("socket.socket.connect", refuse)
    ns.dump(UNIQUE, "1:1", "json")
    assert [item.puzzle for item in Sources(("1:1",)).items()] == [UNIQUE]
    for address in ("https://webpbn.com/play.cgi?id=1", "https://puzz.link/p?sudoku/9/9/x"):
        (item,) = Sources((address,)).items()
        assert "addresses are not fetched" in str(item.error)
    (item,) = Sources(("1/x:1",)).items()
    assert "No such file" in str(item.error)


def test_a_list_cannot_name_itself(folder):
    (folder / "a.jsonl").write_text("b.jsonl\n")
    (folder / "b.jsonl").write_text("a.jsonl\n")
    (item,) = Sources(("a.jsonl",)).items()
    assert "a list cannot name itself" in str(item.error)


@pytest.mark.parametrize(("text", "sign"), [("1 ?/2:2/1", "?"), ("*/2:1/1", "*"), ("1a/2:2/1", "1a")])
def test_clues_with_other_signs_get_the_error_of_the_clue(folder, text, sign):
    (item,) = Sources((text,)).items()
    assert f"expected a number of cells, got {sign!r}" in str(item.error)


@pytest.mark.parametrize(
    "text",
    [
        "[2,1] [1] [3] : [1] [1,1] [1] [3]",
        "2 1|1|3:1|1 1|1|3",
        "2,1;1;3:1;1,1;1;3",
        '{"rowClues": [[2, 1], [1], [3]], "colClues": [[1], [1, 1], [1], [3]]}',
        "[[2, 1], [1], [3]] [[1], [1, 1], [1], [3]]",
        "{{2,1},{1},{3}},{{1},{1,1},{1},{3}}",
    ],
)
def test_clues_in_place_of_a_file_can_be_written_as_others_write_them(folder, text):
    (item,) = Sources((text,)).items()
    assert item.require() == ns.Puzzle([[2, 1], [1], [3]], [[1], [1, 1], [1], [3]])


def test_makefiles_and_grammars_in_a_folder_are_no_puzzles(folder):
    (folder / "Make.mk").write_text("all: a.o\n\tcc -o all a.o\n#\n")
    (folder / "Calc.g").write_text("grammar Calc;\nprog\n: stat+ ;\n")
    names = [item.name for item in Sources((".",)).items()]
    assert names
    assert not {"Make.mk", "Calc.g"} & {*names}


def test_other_data_in_a_folder_are_no_puzzles(folder):
    (folder / "schema.json").write_text('{"browser": {"a": [1]}, "version": ["2"], "arrow": "x", "top": [3]}')
    (folder / "page.rst").write_text("Left:\n- one\n- two\n\nVersion:\n- 3\n")
    (folder / "level.json").write_text('{"Zeilen": [[1], [2]], "Spalten": [[2], [1]]}')
    names = [item.name for item in Sources((".",)).items()]
    assert "level.json" in names
    assert not {"schema.json", "page.rst"} & {*names}
