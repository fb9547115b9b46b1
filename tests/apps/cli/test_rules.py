"""Rules that hold for every command: a table of the commands by rule, which includes new commands by itself.

Each cell is a probe that is run here. A command that cannot do something says so in one line, which is listed.
"""

import re
import shutil
from pathlib import Path

import click
import pytest
from effort import quick
from every import COMMANDS, FOREIGN, given, has, paths, starts_nothing, takes_puzzle
from PIL import Image
from printed import ran

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.apps.cli.shell.paths import InFile, OutFile

RED_AND_BLUE = [("white", "ffffff", "."), ("red", "ff0000", "r"), ("blue", "0000ff", "b")]
PICTURE = ns.Grid(["##.", "#..", "###"])
PLAIN = PICTURE.puzzle(goal=PICTURE)
INKED = ns.Grid([[1, 2, 2], [2, 2, 0]])
TRIANGLE = ns.Grid(["##.", "###"], ragged=True)
KINDS = {
    "colours": INKED.puzzle(RED_AND_BLUE, goal=INKED),
    "blots": PLAIN.replace(rows=[["?"], *PLAIN.rows[1:]]),
    "a line without a clue": PLAIN.replace(columns=[None, *PLAIN.columns[1:]]),
    "triddlers": TRIANGLE.triddler(2, 2, -1).replace(goal=TRIANGLE),
    "givens": PLAIN.replace(givens=[(0, 0)]),
}
"""Puzzles that every command can handle; each has one solution, with its picture."""

WITH_PUZZLE = list(filter(takes_puzzle, COMMANDS))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("state.txt").write_text("???\n???\n???\n")
    Path("right.txt").write_text(f"{PICTURE}\n")
    return tmp_path


def test_the_kinds_have_one_solution():
    assert {ns.check(each).verdict for each in KINDS.values()} == {ns.Verdict.UNIQUE}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", quick(WITH_PUZZLE, starts_nothing))
def test_every_command_works_with_every_kind_of_puzzle(folder, capfd, name, kind):
    puzzle = KINDS[kind]
    ns.dump(puzzle, "puzzle.json")
    Path("right.txt").write_text(ns.solve(puzzle).text(puzzle.palette))
    assert run(given(name, {})) == 0, capfd.readouterr()


PHOTOGRAPHS = {"IMAGE", "IMAGE...", "PICTURE", "PUZZLE", "PUZZLE...", "IN"}
"""Arguments that can be images."""


def turned(path):
    """The picture of `path`, lying on its side in the file, with a note of how the camera was held."""
    with Image.open(path) as image:
        exif = image.getexif()
        exif[0x0112] = 6
        image.transpose(Image.Transpose.ROTATE_90).save(f"turned{Path(path).suffix}", exif=exif)
    return f"turned{Path(path).suffix}"


READERS = [
    (name, each)
    for name in filter(starts_nothing, COMMANDS)
    for each in paths(name, InFile)
    if each.metavar.strip("[]") in PHOTOGRAPHS
]


@pytest.mark.parametrize(
    ("name", "parameter"), READERS, ids=[f"{name} {each.name}" for name, each in READERS]
)
def test_pictures_are_read_as_the_camera_was_held(folder, capfd, name, parameter):
    ns.dump(PLAIN, "puzzle.json")
    ns.dump(PLAIN, "upright.png", "png")
    shutil.copy("upright.png", "photograph.png")
    results = []
    for path in ("photograph.png", turned("upright.png")):
        shutil.copy(path, "given.png")
        run([*given(name, {parameter: "given.png"}), *(["--force"] if has(name, "--force") else [])])
        results.append(re.sub(r"\d+\.\d+(e-\d+)?", "0", "".join(capfd.readouterr())))
    assert results[0] == results[1]
    assert "internal error" not in results[0]


JOURNALS = [
    (name, each)
    for name in COMMANDS
    if starts_nothing(name) or has(name, "--journal")
    for each in paths(name, OutFile)
    if each.metavar == "JOURNAL"
]


def journalled(name, parameter):
    return given(name, {parameter: "journal"})


@pytest.mark.parametrize(("name", "parameter"), JOURNALS, ids=[name for name, _ in JOURNALS])
def test_a_journal_never_replaces_another_file(folder, capfd, name, parameter):
    ns.dump(PLAIN, "puzzle.json")
    torn = {"torn notes": b"one line\nand half", "torn record": b'{"width": 3}\n{"height": '}
    for kind, data in {**FOREIGN, **torn}.items():
        if kind == "journal" and name == "batch":
            continue  # that is its own
        Path("journal").write_bytes(data)
        assert run(journalled(name, parameter)) in (64, 65, 74), kind
        assert Path("journal").read_bytes() == data, kind
        assert capfd.readouterr().err.count("\n") == 1, kind


@pytest.mark.slow_for("certify", "check")
@pytest.mark.parametrize(("name", "parameter"), [row for row in JOURNALS if row[0] != "batch"], ids=str)
def test_a_journal_is_of_one_run_at_a_time_and_one_question(folder, capfd, name, parameter):
    fcntl = pytest.importorskip("fcntl")
    ns.dump(PLAIN, "puzzle.json")
    assert run(journalled(name, parameter)) == 0
    before = Path("journal").read_bytes()
    with open("journal", "rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert run(journalled(name, parameter)) in (65, 74)
    assert "another run" in capfd.readouterr().err
    ns.dump(KINDS["givens"], "puzzle.json")
    Path("journal").write_bytes(before + b'{"torn')
    assert run(journalled(name, parameter)) in (64, 65)
    assert Path("journal").read_bytes() == before + b'{"torn'


BESIDE_OUTPUT = [
    (name, each)
    for name in COMMANDS
    for each in paths(name, OutFile)
    if has(name, "--json") and each.metavar not in ("DIR", "JOURNAL")
]


@pytest.mark.parametrize(
    ("name", "parameter"), BESIDE_OUTPUT, ids=[f"{name} {each.name}" for name, each in BESIDE_OUTPUT]
)
def test_json_and_a_file_do_not_share_standard_output(folder, capfd, name, parameter):
    ns.dump(PLAIN, "puzzle.json")
    out, err = ran(capfd, [*given(name, {parameter: "-"}), "--json"], 64)
    assert not out
    assert "--json and -o - both write to standard output" in err


OUTPUTS = [(name, each) for name in COMMANDS for each in paths(name, OutFile)]


@pytest.mark.parametrize(
    ("name", "parameter"), OUTPUTS, ids=[f"{name} {each.name}" for name, each in OUTPUTS]
)
def test_a_placeholder_is_filled_in_or_refused(folder, capfd, name, parameter):
    ns.dump(PLAIN, "puzzle.json")
    for word in ("{name}", "{number}"):
        if word not in (getattr(parameter, "help", None) or ""):
            assert run(given(name, {parameter: f"made-{{{word}}}.x"})) == 64
            assert f"nothing to put in the place of {word}" in capfd.readouterr().err
            assert not list(folder.glob("made-*"))


@pytest.mark.parametrize(
    "name", [name for name in WITH_PUZZLE if has(name, "--to") and has(name, "--output")]
)
def test_a_format_to_write_without_an_output_is_refused(folder, capfd, name):
    ns.dump(PLAIN, "puzzle.json")
    if not {"-o", "--output", "out.json"} & {*given(name, {})} and name != "render":
        assert "-o" in ran(capfd, [*given(name, {}), "--to", "non"], 64).err


def test_the_table_has_a_row_for_every_command_and_a_probe_for_every_rule():
    """Limits, own outputs and files of other kinds are probed for every command in `test_every_command.py`."""
    assert {name for name, _ in READERS} | {"batch", "benchmark"} >= set(WITH_PUZZLE)
    assert {name for name, _ in JOURNALS} >= {name for name in COMMANDS if has(name, "--journal")}


def kind_of_value(option):
    name = "flag" if option.is_flag else option.type.name
    if isinstance(option.type, OutFile):
        return "path"
    if option.metavar in ("K", "[NAME=]K"):
        return "number"  # of a choice; from-image takes one for each picture, too
    return "number" if re.match("integer|float|number", name) else name


def test_an_option_takes_the_same_kind_of_value_in_every_command():
    kinds = {}
    for command in COMMANDS.values():
        for option in command.params:
            for word in option.opts if isinstance(option, click.Option) else ():
                kinds.setdefault(word, set()).add(kind_of_value(option))
    assert not {word for word, found in kinds.items() if len(found) > 1 and word.startswith("--")}
