"""Valid letters of a palette; no reader or writer accepts others."""

import json
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.formats.base import Feature
from nonosat.formats.table import FORMATS
from nonosat.model.palette import is_letter

WRONG = [
    "",
    "ab",
    " ",
    "\t",
    "\n",
    "\x85",
    "\xa0",
    "\u2028",
    "\u2029",
    "\u0301",
    "\u200b",
    "\x00",
    "\ud800",
    "?",
]
FINE = [".", "#", "a", "ä", "█", "⬛", "一", "é", "1", "'", '"', "\\", "&", "<"]


@pytest.mark.parametrize(("letter", "fine"), [*product(WRONG, [False]), *product(FINE, [True])])
def test_a_letter_is_one_character_that_can_be_seen(letter, fine):
    puzzle = ns.Grid(["#"]).puzzle([("a", "ffffff", "x"), ("b", "ff0000", letter)], goal=ns.Grid(["#"]))
    assert is_letter(letter) == fine
    assert not puzzle.problems() if fine else [problem.kind for problem in puzzle.problems()] == ["palette"]
    for name, row in FORMATS.items():
        if row.format and not fine:
            with pytest.raises(ns.UsageError, match="the letter of the colour 'b' must be one character"):
                ns.dump_bytes(puzzle, name)


@given(st.characters())
def test_a_letter_never_ends_a_line_or_vanishes(letter):
    if is_letter(letter):
        assert f"{letter}{letter}".splitlines() == f"{letter}{letter}".split() == [letter * 2]
        letter.encode()


@pytest.mark.parametrize("letter", ["#", "x"])
def test_letters_differ(letter):
    puzzle = ns.Puzzle([[1]], [[1]], [("a", "ffffff", letter), ("b", "ff0000", letter)])
    reason = f"the letters of the colours must differ, {letter!r} comes twice"
    assert list(map(str, puzzle.problems())) == [reason]


@pytest.mark.parametrize(
    ("colour", "reason"),
    [
        (("\ud800", "ff0000", "b"), r"the name of a colour must be text that can be encoded, got '\ud800'"),
        (("b", "reddish", "b"), "the value of the colour 'b' must be six hex digits, got 'reddish'"),
        ((1, 2, 3), "a colour must be three texts: its name, value and letter, got (1, 2, 3)"),
    ],
)
def test_names_and_values_of_colours(colour, reason):
    puzzle = ns.Puzzle([[1]], [[1]], [("a", "ffffff", "."), colour])
    assert list(map(str, puzzle.problems())) == [reason]


@pytest.mark.parametrize("letter", WRONG)
def test_the_native_reader_refuses_what_is_no_letter(letter):
    text = json.dumps(
        {"rows": [[1]], "columns": [[1]], "palette": [["a", "ffffff", "."], ["b", "ff0000", letter]]}
    )
    with pytest.raises(ns.InputError, match=r"p: `palette.* must be (one character|text that can be)"):
        ns.loads(text, "json", path="p")


@pytest.mark.parametrize("field", ["title", "author", "source", "copyright", "licence", "extra"])
def test_half_of_a_surrogate_pair_is_refused_wherever_it_stands(field, tmp_path, capfd):
    value = {"key": "a\ud800"} if field == "extra" else "a\ud800"
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"rows": [[1]], "columns": [[1]], field: value}))
    for command in ("check", "show", "solve", "explain"):
        assert run([command, str(path)]) == 65
        out, err = capfd.readouterr()
        assert out == ""
        assert "must be text that can be encoded" in err
    fields = {field: tuple(value.items()) if field == "extra" else value}
    puzzle = ns.Puzzle([[1]], [[1]], metadata=ns.Metadata(**fields))
    assert [problem.kind for problem in puzzle.problems()] == ["text"]
    for name in ("json", "non", "webpbn"):
        with pytest.raises(ns.UsageError, match="must be text that can be encoded"):
            ns.dump_bytes(puzzle, name)


@pytest.mark.parametrize("letter", ["\x1c", "\u2028", "\x85", " "])
def test_readers_of_formats_whose_letters_mean_nothing_choose_others(letter):
    texts = {
        "webpbn": f'<puzzleset><puzzle backgroundcolor="a"><color name="a" char="{letter}">fff</color>'
        '<color name="b" char="b">f00</color>'
        '<clues type="rows"><line><count color="b">1</count></line></clues>'
        '<clues type="columns"><line><count color="b">1</count></line></clues></puzzle></puzzleset>',
        "olsak": f"#d\n0:{letter} white\nb:b red\n:\n1b\n:\n1b\n:\n",
        "non": "color b #ff0000\nwidth 1\nheight 1\nrows\n1b\ncolumns\n1b\n",
        "nonogrid": '[clues]\nrows = "1b"\ncolumns = "1b"\n[colors]\ndefs = ["b = (red) *"]\n',
    }
    for name, text in texts.items():
        if letter == "\x1c" and name == "webpbn":
            continue  # XML has no such character
        puzzle = ns.loads(text, name)
        assert not puzzle.problems()
        assert Feature.COLOURS in FORMATS[name].features


def test_a_picture_in_json_has_as_many_rows_as_the_puzzle(tmp_path, capsys):
    palette = [("a", "ffffff", "\u00b7"), ("b", "ff0000", "一")]
    path = tmp_path / "a.json"
    ns.dump(ns.Puzzle([[1], [2]], [[2], [1]], palette), path)
    assert run(["check", "--json", "--solutions", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["solutions"] == [["10", "11"]]
