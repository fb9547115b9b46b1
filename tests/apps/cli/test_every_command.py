"""Every command, taken from the command line's own table, on every kind of puzzle and in every mishap.

What must come of it is the same for all: an answer, or one line that says why not, and the right exit code.
"""

import io
import json
import os
import re
import shutil
from contextlib import contextmanager
from pathlib import Path

import click
import pages
import pytest
from effort import quick, tries
from every import COMMANDS, FOREIGN, VALUES, given, has, paths, starts_nothing, takes_puzzle, words_of
from PIL import Image

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.apps.cli.shell.paths import InFile, OutFile
from nonosat.apps.cli.shell.streams import Output
from nonosat.lines import placements
from nonosat.lines.compiled import Kernel
from nonosat.lines.reference import Reference
from nonosat.support.children.processes import memory_in_use

PICTURE = ns.Grid(["##.", "#..", "###"])
KINDS = {
    "unique": PICTURE.puzzle(),
    "pictured": PICTURE.puzzle(goal=PICTURE),
    "ambiguous": ns.Puzzle([[1], [1]], [[1], [1]]),
    "ambiguous-pictured": ns.Puzzle([[1], [1]], [[1], [1]], goal=ns.Grid(["#.", ".#"])),
    "unsolvable": ns.Puzzle([[3], [], [3]], [[2], [2], [2]]),
    "unsolvable-pictured": ns.Puzzle([[3], [], [3]], [[2], [2], [2]], goal=PICTURE),
    "colours": ns.Puzzle(
        [[(1, 1), (1, 2)], [(2, 2)]],
        [[(1, 1), (1, 2)], [(2, 2)]],
        palette=[("white", "ffffff", "."), ("red", "ff0000", "r"), ("blue", "0000ff", "b")],
    ),
    "blotted": ns.Puzzle([["?"], [2]], [[2], [1]]),
    "starred": ns.Puzzle([["*", 1], [2]], [[2], [1]]),
    "clueless": ns.Puzzle([None, [2]], [[2], [1]]),
    "given": ns.Puzzle([[1], [1]], [[1], [1]], givens=[(0, 0)]),
    "triddler": ns.Puzzle([[1], [1]], [[1], [1]], diagonals=[[1], [1]], corner=-1),
    "blank": ns.Puzzle([[], []], [[], []]),
    "cell": ns.Puzzle([[1]], [[1]]),
    "unsolvable-cell": ns.Puzzle([[2]], [[1]]),
    "unsolvable-given": ns.Puzzle([[]], [[]], givens=[(0, 0)]),
    "titled": PICTURE.puzzle(metadata=ns.Metadata(title="\u2028 \x1b[31m ä 日 {}")),
}
"""Each in a file of its own; whatever a format may hold."""

BAD = {
    "missing": None,
    "empty": b"",
    "binary": b"\x00\xff\x00\xff" * 9,
    "words": b"words and more words\n",
    "unsound": b'{"rows": [[2]], "columns": [[1], [0]]}',
    "no-cells": b'{"rows": [], "columns": []}',
    "huge": b'{"rows": [[1000000000000000000000000]], "columns": [[1]]}',
}

NUMBERS = ("-1", "9999999999", "nan", "", "0", "99999999999999999999", "inf", "-inf", "1e300", "many")
"""A quick run tries the first ones only."""

NO_QUESTIONS = {"convert", "prompt", "decode", "list formats", "list backends", "list examples"}
"""Commands that copy or list, and have nothing to think about."""

SERVERS = {"studio", "mcp"}
"""Commands that are asked by others, within limits; `conftest.py` has them end at once."""

DOCUMENTED = {0, 1, 2, 3, 64, 65}

NOUNS = (
    "answer block byte cell clue column colour conflict cube edit file frame given ink line number page part piece "
    "puzzle region repair row second solution step sweep way"
)
WRONG_NUMBERS = re.compile(
    rf"(?<![.,0-9x-])1 (?:(?:filled|given|independent|open|row|column) )?(?:{'|'.join(NOUNS.split())})s\b"
    r"|(?<![.,0-9x-])1 (?:[a-z]+ )*(?:are|have|differ)\b"
)
"""A plural after the number 1."""


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A folder with a file for every kind of puzzle, and what else commands read."""
    folder = tmp_path_factory.mktemp("files")
    for kind, puzzle in KINDS.items():
        ns.dump(puzzle, folder / f"{kind}.json")
        rows = ["?" * length for length in puzzle.row_lengths]
        (folder / f"{kind}.state").write_text("\n".join(rows) + "\n")
        solved = ns.solve(puzzle) or ns.Grid([[0] * length for length in puzzle.row_lengths])
        (folder / f"{kind}.right").write_text(solved.text(puzzle.palette) + "\n")
    for kind, data in BAD.items():
        if data is not None:
            (folder / f"{kind}.json").write_bytes(data)
    Image.new("L", (9, 7), 90).save(folder / "picture.png")
    pages.page(pages.puzzle(10, 5), "boxed", seed=1).image.save(folder / "page.png")
    # loads the modules of scanning, so that tests with half a second succeed
    assert ns.scan(folder / "page.png").sure
    ns.certify(KINDS["unique"], folder / "certificate")
    (folder / "results.jsonl").write_text(
        '{"key": "1", "puzzle": "a.non", "verdict": "unique", "width": 9, "height": 9, "seconds": 0.01}\n'
    )
    (folder / "encoded.cnf").write_text(ns.encode(KINDS["unique"]))
    (folder / "answer.txt").write_text("s SATISFIABLE\nv 1 0\n")
    return folder


@pytest.fixture
def tried(files, tmp_path, monkeypatch, capfd):
    """Runs a command on a kind of puzzle in a folder of its own, and looks at what came of it."""
    monkeypatch.chdir(tmp_path)
    for name in ("picture.png", "page.png", "certificate", "encoded.cnf", "answer.txt", "results.jsonl"):
        os.symlink(files / name, name)

    def trying(name, kind="unique", *options, codes=DOCUMENTED):
        for left in ("new", "new.cnf", "out.json", "out.svg", "book.pdf", "state.txt", "right.txt"):
            shutil.rmtree(left, ignore_errors=True)
            Path(left).unlink(missing_ok=True)
        if kind in KINDS:
            os.symlink(files / f"{kind}.state", "state.txt")
            os.symlink(files / f"{kind}.right", "right.txt")
        words = [word.format(puzzle=files / f"{kind}.json") for word in words_of(name)] + list(options)
        code = run(words)
        out, err = capfd.readouterr()
        told = f"nonosat {' '.join(words)}: {code}\n{out}{err}"
        assert code in codes, told
        assert "Traceback" not in out + err, told
        assert not (wrong := WRONG_NUMBERS.search(out + err)), (wrong, told)
        if code >= 64:
            # a remark about the input, such as a margin that was cut off, can come before
            reasons = [line for line in err.strip().splitlines() if "an empty margin was cut off" not in line]
            assert len(reasons) == 1 or err.startswith("Usage: "), told
        if code in (64, 65):
            assert not Path("out.json").exists(), told
            assert not Path("book.pdf").exists(), told
            assert not Path("out.svg").exists(), told
            assert not Path("new").exists(), told
            assert not Path("new.cnf").exists(), told
        if "--json" in options and code < 64:
            for line in out.splitlines():
                json.loads(line)
            assert out, told
        return code, out, err

    return trying


@pytest.fixture
def only_the_kernel(monkeypatch):
    """Makes every use of the Python line solver fail if there is a kernel."""

    def refuse(*_, **__):
        raise AssertionError("the reference was asked")

    if Kernel is not None:
        for owner, name in ((placements, "settle"), (placements, "block_spans"), (Reference, "__init__")):
            monkeypatch.setattr(owner, name, refuse)


@pytest.mark.usefixtures("only_the_kernel")
@pytest.mark.slow_for("book")
@pytest.mark.parametrize("name", quick(COMMANDS, starts_nothing))
def test_every_kind_of_puzzle_has_an_answer_or_is_refused_in_one_line(tried, name):
    kinds = KINDS if takes_puzzle(name) else ["unique"]
    for kind in kinds:
        codes = set()
        for options in ([], ["--json"]) if has(name, "--json") else ([],):
            if options and has(name, "--output") and "-o" not in words_of(name):
                options = [*options, "-o", "out.json"]
            code, *_ = tried(name, kind, *options)
            assert code != 1 or kind.startswith("ambiguous") or kind == "triddler", (
                name,
                kind,
            )
            assert code != 2 or kind.startswith("unsolvable"), (name, kind)
            codes.add(code)
        assert len(codes - {64}) <= 1, (name, kind, codes)  # 64 for some options of `explain`


@pytest.mark.parametrize("kind", ["cell", "unsolvable-cell", "unsolvable-given", "ambiguous", "given"])
@pytest.mark.parametrize("claim", ["verdict", "count", "backbone", "givens", "conflict"])
def test_claims_have_the_right_number(tried, claim, kind):
    tried("certify", kind, "--claim", claim)


@pytest.mark.parametrize(
    ("name", "parameter"),
    [(name, each) for name in COMMANDS for each in COMMANDS[name].params if each.required],
    ids=str,
)
def test_a_required_parameter_left_out_is_a_usage_error(name, parameter, capfd):
    assert run(given(name, {}, left_out=parameter)) == 64
    out, err = capfd.readouterr()
    assert err
    assert not out


@pytest.mark.parametrize("name", quick(filter(takes_puzzle, COMMANDS), starts_nothing))
def test_bad_input_is_refused_in_one_line(tried, name):
    for kind in BAD:
        for options in ([], ["--json"]) if has(name, "--json") else ([],):
            code, *_ = tried(name, kind, *options)
            repairable = kind in ("unsound", "no-cells") and code != 1
            assert code == 65 or repairable, (name, kind)


@pytest.mark.parametrize("name", quick(COMMANDS, starts_nothing))
def test_every_question_takes_limits_and_every_command_debug(name):
    question = takes_puzzle(name) or has(name, "--json")
    limits = {option for option in ("--time-limit", "--memory-limit") if has(name, option)}
    limited = (question and name not in NO_QUESTIONS) or name in SERVERS
    assert len(limits) == (2 if limited else 0)
    assert has(name, "--debug")


@pytest.mark.slow_for("rate")
@pytest.mark.parametrize(
    "name", quick([name for name in COMMANDS if has(name, "--time-limit")], starts_nothing)
)
def test_a_limit_of_no_time_gives_an_answer_or_unknown(tried, name):
    for kind in KINDS if takes_puzzle(name) else ["unique"]:
        tried(name, kind, "--time-limit", "0")


@pytest.mark.nightly
@pytest.mark.parametrize("name", [name for name in COMMANDS if has(name, "--memory-limit")])
def test_a_limit_of_memory_that_suffices_changes_nothing(tried, name):
    # the command runs in this process, which also holds memory of other tests
    enough = str(memory_in_use() + 2**30)
    for kind in ("pictured", "ambiguous-pictured"):
        code, *_ = tried(name, kind)
        assert tried(name, kind, "--memory-limit", enough)[0] == code


def numbers(command):
    """The options of a command that take a number."""
    for each in command.params:
        words = isinstance(each.type, (click.Choice, click.types.StringParamType))
        if isinstance(each, click.Option) and not each.is_flag and not words:
            yield each.opts[0], each.nargs


@pytest.mark.slow_for("rate", "scan")
@pytest.mark.parametrize("name", quick(COMMANDS, starts_nothing))
def test_invalid_numbers_are_refused_or_harmless(tried, name):
    for option, number in numbers(COMMANDS[name]):
        for value in NUMBERS[: tries(len(NUMBERS), share=3)]:
            limit = ["--time-limit", "0.1"] if option != "--time-limit" and has(name, "--time-limit") else []
            tried(name, "ambiguous", option, *[value] * number, *limit)


class Interrupting(io.RawIOBase):
    """A place to write to where the user presses Ctrl-C."""

    pressed = 0

    def writable(self):
        return True

    def write(self, data):
        self.pressed += 1
        if self.pressed == 1:
            raise KeyboardInterrupt
        return len(data)


@contextmanager
def output_to(raw, monkeypatch):
    with (
        io.TextIOWrapper(io.BufferedWriter(raw), write_through=True) as stream,
        monkeypatch.context() as patch,
    ):
        patch.setattr("sys.stdout", stream)
        yield


@pytest.mark.slow_for("scan")
@pytest.mark.parametrize("name", quick(COMMANDS, starts_nothing))
def test_a_full_disk_and_an_interrupt_end_it_as_they_should(tried, name, monkeypatch):
    normal, out, _ = tried(name)
    with output_to(Interrupting(), monkeypatch):
        code, *_ = tried(name, codes={*DOCUMENTED, 130})
    assert code == (130 if out else normal)
    if os.path.exists("/dev/full"):
        with output_to(Output("/dev/full", "wb"), monkeypatch):
            code, *_ = tried(name, codes={*DOCUMENTED, 74})
        assert code == (74 if out else normal)


TEXTS = "NAME I/N TEXT LENGTH SHAPE SIZE COLOUR [NAME=]K [COMMAND] CELLS CLUE ADDRESS ORIGIN ROWS,COLUMNS URL PROGRAM"
"""Names in the help of texts that are not paths."""

UNTRIED = {("convert", "output"), ("scan", "state_output")}
"""The same as another parameter; not written, for nothing is filled in on the page."""

WRITERS = [name for name in COMMANDS if paths(name, OutFile)]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_text_is_declared_as_a_path_or_called_by_another_name(name):
    for each in COMMANDS[name].params:
        if isinstance(each.type, click.types.StringParamType) and not isinstance(each.type, InFile | OutFile):
            assert each.metavar in TEXTS.split(), f"give {each.opts} the type InFile or OutFile"


@pytest.mark.parametrize("name", WRITERS)
def test_no_command_writes_onto_an_input(name, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    ns.dump(KINDS["pictured"], "puzzle.json")
    before = Path("puzzle.json").read_bytes()
    os.symlink("puzzle.json", "link")
    os.link("puzzle.json", "hard")
    spelt = ("puzzle.json", "link", "hard", str(tmp_path / "puzzle.json"), f"../{tmp_path.name}/puzzle.json")
    for read in paths(name, InFile):
        for written in paths(name, OutFile):
            for path in spelt:
                words = given(name, {read: "puzzle.json", written: path})
                force = ["--force"] if has(name, "--force") else []
                assert run([*words, *force]) == 64, words
                assert "is an input of this command" in capfd.readouterr().err, words
                assert Path("puzzle.json").read_bytes() == before, words
    assert sorted(os.listdir()) == ["hard", "link", "puzzle.json"]


@pytest.mark.slow_for("book", "report-<Option plot>", "scan")
@pytest.mark.parametrize(
    ("name", "parameter"),
    [
        (name, each)
        for name in filter(starts_nothing, WRITERS)
        for each in paths(name, OutFile)
        if not each.type.continued and (name, each.name) not in UNTRIED
    ],
    ids=str,
)
def test_an_existing_file_is_kept_unless_forced(name, parameter, files, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    ns.dump(KINDS["pictured"], "puzzle.json")
    for each in ("picture.png", "page.png", "results.jsonl"):
        shutil.copy(files / each, each)
    path = VALUES.get(f"{name} {parameter.metavar}", VALUES[parameter.metavar])
    words = given(name, {parameter: path})
    for data in FOREIGN.values():
        Path(path).write_bytes(data)
        assert run(words) in (64, 65, 74), name
        assert Path(path).read_bytes() == data, name
        assert capfd.readouterr().err
    assert run([*words, "--force"]) == 0, name
    assert Path(path).read_bytes() != data, name
    assert run(words) == 64, name
    assert capfd.readouterr().err.endswith("already exists; --force replaces it\n")
    Path(path).write_bytes(b"")
    assert run(words) == 0, name


ONE_LINE = "2/1:1/2"


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """A puzzle by all the names that it can go by: the argument, and what it is called."""
    monkeypatch.chdir(tmp_path)
    puzzle = ns.loads(ONE_LINE).replace(goal=ns.Grid(["##", ".#"]))
    ns.dump(puzzle, "one.json")
    ns.dump([puzzle, puzzle], "two.nonpack")
    Path("folder").mkdir()
    ns.dump(puzzle, "folder/in.json")
    line = json.dumps(puzzle.to_json())
    Path("one.jsonl").write_text(line)
    Path("two.jsonl").write_text(f"{line}\n{line}\n")
    ns.certify(puzzle, "certificate")
    Path("state.txt").write_text("??\n??\n")
    Path("right.txt").write_text("##\n.#\n")
    return {
        "one.json": "one.json",
        "two.nonpack#2": "two.nonpack#2",
        "folder": "folder/in.json",
        "one.jsonl": "one.jsonl#1",
        "two.jsonl#2": "two.jsonl#2",
        "example:cup": "example:cup",
        ONE_LINE: ONE_LINE,
        "https://puzz.link/p?nonogram/2/2/1221": "https://puzz.link/p?nonogram/2/2/1221",
        "2x2:1/2/2/1": "2x2:1/2/2/1",
    }


@pytest.mark.slow_for("book")
@pytest.mark.parametrize("name", quick(sorted(filter(takes_puzzle, COMMANDS)), starts_nothing))
def test_every_command_takes_puzzles_from_everywhere_by_the_same_name(sources, name, capfd):
    for source, called in sources.items():
        for left in ("new", "new.cnf", "out.json", "out.svg", "book.pdf"):
            shutil.rmtree(left, ignore_errors=True)
            Path(left).unlink(missing_ok=True)
        words = [word.format(puzzle=source) for word in words_of(name)]
        code = run([*words, *(["--json"] if has(name, "--json") else [])])
        out, err = capfd.readouterr()
        said = f"{words}: {code}\n{out}{err}"
        pictureless = "no picture" in err or "no goal" in err or "differ in size" in err or "not fit" in err
        assert code < 64 or (pictureless or source == "example:cup"), said
        records = [json.loads(line) for line in out.splitlines()] if has(name, "--json") and code < 64 else []
        for record in records:
            if "puzzle" in record:
                assert record["puzzle"] == called, said
