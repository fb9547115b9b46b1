"""The table of formats: finding one, reading and writing files, folders."""

import io
import subprocess
import sys

import pytest

import nonosat as ns
from nonosat.formats import MAX_LINES, load_all
from nonosat.formats.table import FORMATS, extensions_of
from nonosat.support.files import MAX_BYTES

PUZZLE = ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]], goal=ns.Grid(["#.", "##"]))


@pytest.mark.parametrize("name", [row.name for row in FORMATS.values() if row.format])
def test_content_tells_the_format(name):
    data = ns.dump_bytes(PUZZLE, name)
    assert ns.loads(data).statement == PUZZLE.statement
    assert ns.loads(data) == ns.loads(data, name)


@pytest.mark.parametrize(("name", "extension"), [("non", ".non"), ("json", ".JSON"), ("square", ".txt")])
def test_a_file_reads_back_as_it_was_written(tmp_path, name, extension):
    path = tmp_path / f"puzzle{extension}"
    ns.dump(PUZZLE, path, name)
    assert ns.load(path).statement == PUZZLE.statement
    assert ns.load(path).origin.path == str(path)


def test_formats_of_txt_are_recognised_by_content(tmp_path):
    for name in ("square", "picture"):
        ns.dump(PUZZLE, tmp_path / "puzzle.txt", name)
        assert ns.load(tmp_path / "puzzle.txt").statement == PUZZLE.statement


def test_an_unknown_extension_is_found_by_content(tmp_path):
    ns.dump(PUZZLE, tmp_path / "puzzle.dat", "non")
    assert ns.load(tmp_path / "puzzle.dat").statement == PUZZLE.statement


def test_content_of_no_format_is_an_error(tmp_path):
    (tmp_path / "a.txt").write_text("hello\nthere\n")
    with pytest.raises(ns.InputError, match=r"a\.txt: the content is in no known format$"):
        ns.load(tmp_path / "a.txt")


def test_an_extension_with_several_formats_needs_a_name_to_write(tmp_path):
    with pytest.raises(ns.UsageError, match=r"choose one of square, .*picture"):
        ns.dump(PUZZLE, tmp_path / "a.txt")


def test_an_unknown_format_lists_the_known_ones():
    with pytest.raises(ns.UsageError, match=r"'nonsense'; there are non, json, .*picture"):
        ns.dumps(PUZZLE, "nonsense")


def test_a_dash_is_standard_input_and_output(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(ns.dumps(PUZZLE, "json").encode())))
    assert ns.load("-") == PUZZLE
    ns.dump(PUZZLE, "-", "picture")
    assert capsys.readouterr().out == "#.\n##\n"


def test_a_byte_order_mark_and_dos_line_ends_are_read(tmp_path):
    path = tmp_path / "dos.non"
    path.write_bytes(b"\xef\xbb\xbf" + ns.dumps(PUZZLE, "non").replace("\n", "\r\n").encode())
    assert ns.load(path) == PUZZLE


@pytest.mark.parametrize("name", ["non", "json", "picture", "olsak", "tournament"])
@pytest.mark.parametrize("mark", ["utf-16-le", "utf-16-be"])
def test_utf16_with_its_mark_is_read(name, mark):
    data = f"\ufeff{ns.dumps(PUZZLE, name)}".encode(mark)
    assert ns.loads(data) == ns.loads(ns.dumps(PUZZLE, name))
    with pytest.raises(ns.InputError, match=r"not text: byte|cannot be read|known format|expected"):
        ns.loads(data[:-1], name)


@pytest.mark.parametrize("name", ["non", "json", "olsak"])
def test_old_files_are_windows_1252_with_a_note(tmp_path, name):
    puzzle = PUZZLE.replace(metadata=ns.Metadata(title="caf\xe9 \u20ac"))
    text = ns.dumps(puzzle, name).replace("\\u00e9", "\xe9").replace("\\u20ac", "\u20ac")
    path = tmp_path / f"old{next(iter(extensions_of(name)))}"
    path.write_bytes(text.encode("cp1252"))
    read = ns.load(path)
    assert read.statement == PUZZLE.statement
    assert read.metadata.title in (puzzle.metadata.title, "")
    assert read.origin.read_as.startswith("read as Windows-1252, since byte 0xe9 in line ")


@pytest.mark.parametrize("order", ["utf-16-le", "utf-16-be"])
def test_utf16_without_its_mark_is_read_with_a_note(order):
    puzzle = ns.loads(ns.dumps(PUZZLE, "non").encode(order))
    assert puzzle == PUZZLE
    assert puzzle.origin.read_as == f"read as {order.upper()}"


def test_data_that_are_no_text_are_named_with_their_line(tmp_path):
    path = tmp_path / "data.non"
    path.write_bytes(b"width 1\n\x01\xe9\n")
    with pytest.raises(ns.InputError, match=r"data\.non:2: not text: byte 0xe9"):
        ns.load(path)


def test_a_huge_file_is_refused_without_reading_all_of_it(tmp_path):
    path = tmp_path / "huge.non"
    with open(path, "wb") as file:
        file.truncate(4 * MAX_BYTES)
    with pytest.raises(ns.InputError, match="larger than the 32 MB"):
        ns.load(path)


def test_a_file_too_large_to_be_read_is_not_written(tmp_path, monkeypatch):
    path = tmp_path / "some.non"
    size = len(ns.dumps(PUZZLE, "non"))
    monkeypatch.setattr("nonosat.formats.MAX_BYTES", size)
    ns.dump(PUZZLE, path)
    assert ns.load(path) == PUZZLE
    monkeypatch.setattr("nonosat.formats.MAX_BYTES", size - 1)
    for puzzle in (PUZZLE, PUZZLE.replace(metadata=ns.Metadata(title="\u00e9"))):
        path.write_text("as it was")
        with pytest.raises(ns.OutputError, match="that would be 1 MB, and files of up to 0 MB are read"):
            ns.dump(puzzle, path)
        assert path.read_text() == "as it was"


def test_too_many_lines_are_refused_before_they_are_read(tmp_path):
    path = tmp_path / "tall.non"
    path.write_bytes(b"\n" * (MAX_LINES + 1))
    with pytest.raises(ns.InputError, match=r"tall\.non: more than the 1000000 lines that are accepted"):
        ns.load(path)


def test_a_missing_file_and_a_folder_are_input_errors(tmp_path):
    with pytest.raises(ns.InputError, match=r"no\.non: cannot read: No such file"):
        ns.load(tmp_path / "no.non")
    with pytest.raises(ns.InputError, match="cannot read: Is a directory"):
        ns.load(tmp_path)


def test_a_puzzle_that_the_format_cannot_hold_leaves_the_old_file(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(ns.UsageError, match="square cannot hold what the puzzle has: rectangles"):
        ns.dump(ns.Puzzle(rows=[[1]], columns=[[1], []]), path, "square")
    assert path.read_text() == "old"


@pytest.mark.parametrize("name", [row.name for row in FORMATS.values() if row.format])
@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"givens": [(5, 5, 1)]}, "outside of the grid"),
        ({"givens": [(0, 0, 9)]}, "colour 9 is not in the palette"),
        ({"rows": [[(1, 7)], [2]]}, "colour 7 is not an ink"),
        ({"goal": ns.Grid([[9, 0], [1, 1]])}, "colour 9"),
        ({"palette": PUZZLE.palette[:1]}, "2 to 256 colours"),
    ],
)
def test_a_puzzle_with_parts_outside_of_grid_or_palette_is_not_written(name, changes, reason):
    with pytest.raises(ns.UsageError, match=reason):
        ns.dumps(PUZZLE.replace(**changes), name)


def test_half_a_surrogate_in_a_text_is_an_input_error():
    with pytest.raises(ns.InputError, match="not UTF-8 text"):
        ns.loads("rows\n\ud800\ncolumns\n1\n", "non")


def test_the_table_names_the_formats_as_they_name_themselves():
    assert [row.name for row in FORMATS.values()] == list(FORMATS)
    assert "nosuch" not in FORMATS


def test_a_format_is_loaded_when_it_is_needed_and_not_before():
    code = (
        "import sys, nonosat; puzzle = nonosat.loads('1/2:2/1', 'inline'); "
        "print(*(name for name in sys.modules if name.startswith('nonosat.formats.')))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = ("base", "examples", "inline", "numbers", "pattern_id", "sections", "table")
    assert set(run.stdout.split()) == {f"nonosat.formats.{name}" for name in loaded}


def test_a_number_behind_the_name_means_one_of_several(tmp_path):
    path = tmp_path / "two.nonpack"
    several = [PUZZLE, ns.Puzzle(rows=[[1]], columns=[[1]])]
    ns.dump(several, path)
    assert ns.load(f"{path}#2") == several[1]
    assert load_all(f"{path}#1") == several[:1]
    with pytest.raises(ns.InputError, match=r"two\.nonpack: there is no puzzle 3 of 2"):
        ns.load(f"{path}#3")
    with pytest.raises(ns.InputError, match=r"holds 2 puzzles, not one: .*two\.nonpack#1 is the first"):
        ns.load(path)
    (tmp_path / "a#1").write_text(ns.dumps(PUZZLE, "json"))
    assert ns.load(tmp_path / "a#1") == PUZZLE


@pytest.mark.parametrize(
    ("text", "name", "reason"),
    [
        ("#.#\n##\n", "picture", "x:2: 2 cells, the first row has 3"),
        ('{"rows": [[1]], "colums": [[2]]}', "json", "x: `columns` is missing; is it called `colums`?"),
        (
            "width 2\nheight 1\nrows\n1\ncolums\n1\n0\n",
            "non",
            "x:5: expected a clue, got 'colums'; did you m",
        ),
        ("#.q\n...\n", "picture", "x:1: which colour is 'q'? no colour has that letter"),
        ("3\n1\n1\n1\n1\n1\n", "square", "x:5: 3 columns are declared, but 2 column clues follow"),
        ("2 2\n1\n1\n1\n", "nin", "x:4: 2 columns are declared, but 1 column clue follows"),
        ("<puzzels>\n", "webpbn", "x:1: expected <puzzleset>, got <puzzels>"),
        ("[clues]\nrows = '1'\n", "nonogrid", "x: `columns` of [clues] must be a string"),
        ("$a\n1\n1\n", "tournament", "x:1: expected the number of a puzzle, such as `$1`, got '$a'"),
        ("", "", "x: the file is empty"),
        ("hello\nthere\n", "", "x: the content is in no known format"),
    ],
)
def test_the_likeliest_format_says_what_is_wrong(text, name, reason):
    with pytest.raises(ns.InputError) as caught:
        ns.loads(text, path="x")
    assert str(caught.value).startswith(reason)
    assert not name or str(caught.value).endswith(f" (read as {name}, the nearest format)")
    assert not name or caught.value.remedy == ("format",)


@pytest.mark.parametrize("text", ["1\n\n2\n1\n", "3\n1\n\n1\n1\n1\n"])
def test_sums_that_differ_do_not_hide_the_format(text):
    assert ns.loads(text).problems()


def test_a_shared_extension_does_not_hide_another_format(tmp_path):
    path = tmp_path / "puzzle.txt"
    path.write_text(ns.dumps(PUZZLE, "non"))
    assert ns.load(path).statement == PUZZLE.statement


def test_no_content_is_beyond_the_tests_for_formats():
    for blank in "\x1c\x1f\x85\xa0\u2028\u3000":
        for text in (
            f"4 {blank}\n1\n",
            f"{blank}1 1{blank}\n1\n1\n",
            f"1\n1{blank}\n1\n\n1\n",
            f"#.{blank}\n.#\n",
        ):
            for row in FORMATS.values():
                row.sniff(text.encode() if row.binary else text)


def test_keen_is_known_by_itself():
    assert FORMATS["keen"].sniff("1\n2\n\n2\n1\n")
    for text in ("2\n2\n1\n2\n\n2\n1\n", "1 0\n2 0\n\n2 0\n1 0\n", "2\n1\n\n1\n1\n", "1\n2\n\n2\n"):
        assert not FORMATS["keen"].sniff(text)


@pytest.mark.parametrize("format", ["json", "webpbn", "non", "olsak", "nonogrid", "puzzlink", "picture"])
def test_equal_blocks_are_one_object_whatever_was_read(format):
    """Puzzles are sent to other processes in a third of the time."""
    text = ns.dumps(
        ns.Grid(["##.#", "#..#", "##.#"]).puzzle().replace(goal=ns.Grid(["##.#", "#..#", "##.#"])), format
    )
    one, other = ns.loads(text, format), ns.loads(text, format)
    blocks = [block for puzzle in (one, other) for line in puzzle.lines for block in line.clue]
    assert len({id(block) for block in blocks}) == len(set(blocks))


def test_a_file_is_converted(tmp_path):
    ns.dump(PUZZLE, tmp_path / "a.non")
    ns.convert(tmp_path / "a.non", tmp_path / "a.json")
    assert ns.load(tmp_path / "a.json") == PUZZLE
