"""The end of any command: exit codes, interrupts, closed pipes."""

import json
import os
import signal
import subprocess
import sys

import pytest
from patience import DEADLINE, wait_for_work
from printed import ran

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.support.errors import MissingExtraError

UNIQUE = ns.Grid(["#.", "##"]).puzzle()


def running(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "nonosat", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("rows\n1\n1\ncolumns\n1\n1\ngoal \"111\"\n", "`goal` has 3 cells"),
        ("rows\n-1\ncolumns\n1\n", "expected a number of cells, got '-1'"),
        ("rows\n4000000000\ncolumns\n1\n", "4000000000 is more than the 4096 cells accepted"),
        ("rows\ncolumns\n", "a puzzle of 0 rows and 0 columns is empty"),
        ("rows\n1\ncolumns\n1\nsaved \"\"\n", "`saved` has 0 cells"),
        ("\0\1\2", "expected a property"),
        ("", "no line `rows`"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["check", "solve", "show", "convert"])
def test_bad_input_is_a_clear_error_with_code_65(folder, capsys, command, text, reason):
    (folder / "p.non").write_text(text)
    arguments = ["p.non", "out.json"] if command == "convert" else ["p.non"]
    out, err = ran(capsys, [command, *arguments], 65)
    assert out == ""
    assert err.startswith("nonosat: p.non:")
    assert reason in err
    assert not (folder / "out.json").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["nothing"],
        ["check"],
        ["check", "--backend", "none", "unique.non"],
        ["check", "--portfolio", "0", "unique.non"],
        ["check", "--memory-limit", "much", "unique.non"],
        ["check", "--memory-limit", "-1", "unique.non"],
        ["check", "--conflict-limit", "-1", "unique.non"],
        ["check", "--time-limit", "-1", "unique.non"],
        ["check", "--time-limit", "soon", "unique.non"],
        ["solve", "-n", "0", "unique.non"],
        ["solve", "--all", "-n", "2", "unique.non"],
        ["show", "--goal", "--solution", "unique.non"],
        ["convert", "unique.non"],
        ["convert", "unique.non", "out.xyz"],
        ["convert", "unique.non", "out.txt"],
        ["convert", "unique.non", "-"],
        ["convert", "unique.non", "out.txt", "--to", "picture"],
    ],
)
def test_a_wrong_command_line_exits_with_64_and_says_why(folder, capsys, arguments):
    out, err = ran(capsys, arguments, 64)
    assert out == ""
    assert err
    assert sorted(os.listdir(folder)) == ["bad.non", "multiple.non", "unique.non", "unsolvable.non"]


def test_a_dash_reads_standard_input(folder):
    with running("check", "--json", "-") as process:
        out, _ = process.communicate(ns.dumps(UNIQUE, "non"))
    assert process.returncode == 0
    assert (json.loads(out)["puzzle"], json.loads(out)["verdict"]) == ("-", "unique")


def test_ctrl_c_ends_cleanly(hard):
    with running("check", "unique.non", "hard.non") as process:
        wait_for_work(process.pid, 0.3)  # by then it reads or solves; both must end in the same way
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=DEADLINE)
    assert process.returncode == 130
    assert err.strip() == "nonosat: interrupted"
    assert "Traceback" not in out


def test_a_closed_pipe_is_no_error(folder):
    with running("solve", "--all", "multiple.non") as process:
        process.stdout.close()
        assert "Traceback" not in process.stderr.read()
    assert process.returncode == 141


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["check", "--help"]])
def test_help_and_version_load_no_solver(arguments):
    code = (
        "import sys; from nonosat.apps.cli import run; code = run(sys.argv[1:]);"
        "assert not {'pysat', 'pysolvers', 'ortools', 'rich', 'numpy', 'nonosat.verifier'} & set(sys.modules); sys.exit(code)"
    )
    subprocess.run([sys.executable, "-c", code, *arguments], check=True, stdout=subprocess.DEVNULL)


def test_errors_with_a_closed_standard_error_end_quietly():
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "nonosat", "check", "--no-such-option"]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=writer, check=False)
    os.close(writer)
    assert (run.returncode, run.stdout) == (64, b"")


ERRORS = (
    ZeroDivisionError("division\nby zero"),
    RecursionError("too deep"),
    AssertionError(),
)


def test_what_the_system_refuses_is_one_line_and_code_74(folder, capsys, monkeypatch):
    def fails(*_, **options):
        raise OSError(24, "Too many open files")

    monkeypatch.setattr("nonosat.apps.cli.commands.check.check", fails)
    out, err = ran(capsys, ["check", "unique.non"], 74)
    assert out == ""
    assert err.count("\n") == 1
    assert "Too many open files" in err


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_an_unexpected_error_is_one_line_and_code_70(folder, capsys, monkeypatch, error):
    def fails(*_, **options):
        raise error

    monkeypatch.setattr("nonosat.apps.cli.commands.check.check", fails)
    out, err = ran(capsys, ["check", "unique.non"], 70)
    assert out == ""
    assert err.startswith(f"nonosat: internal error: {type(error).__name__}")
    assert err.endswith("(--debug shows where)\n")
    assert err.count("\n") == 1
    for words in (["--debug", "check", "unique.non"], ["check", "unique.non", "--debug"]):
        assert "in fails" in ran(capsys, words, 70).err
    monkeypatch.setenv("NONOSAT_DEBUG", "1")
    assert "Traceback" in ran(capsys, ["check", "unique.non"], 70).err


def test_an_unexpected_error_keeps_the_answers_about_other_puzzles(folder, capsys, monkeypatch):
    def fails(puzzle, **options):
        if puzzle.metadata.title == "broken":
            raise ZeroDivisionError("oh")
        return ns.check(puzzle)

    UNIQUE.replace(metadata=ns.Metadata(title="broken")).save("broken.non")
    monkeypatch.setattr("nonosat.apps.cli.commands.check.check", fails)
    words = ["check", "unique.non", "broken.non", "multiple.non"]
    out, err = ran(capsys, words, 70)
    assert [line.partition(" (")[0] for line in out.splitlines()] == [
        "unique.non: unique",
        "multiple.non: multiple",
    ]
    assert "nonosat: broken.non: internal error: ZeroDivisionError: oh (--debug shows where)\n" in err
    records = [*map(json.loads, ran(capsys, [*words, "--json"], 70).out.splitlines())]
    assert [record["verdict"] for record in records] == ["unique", "error", "multiple"]
    assert records[1]["error"] == "internal error: ZeroDivisionError: oh"
    assert "in fails" in ran(capsys, [*words, "--debug"], 70).err


@pytest.mark.parametrize(("module", "package"), [("rich", "rich"), ("PIL", "pillow")])
def test_a_package_that_is_not_installed_is_named(folder, capsys, monkeypatch, module, package):
    def fails(*_, **options):
        raise ModuleNotFoundError(f"No module named '{module}.inner'", name=f"{module}.inner")

    monkeypatch.setattr("nonosat.apps.cli.commands.check.check", fails)
    assert run(["check", "unique.non"]) == MissingExtraError.exit_code
    assert capsys.readouterr() == ("", f"nonosat: this needs {module}: pip install {package}\n")


def test_the_extra_of_a_command_is_named_whatever_module_is_missing(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "nonosat.apps.agents.server", None)
    monkeypatch.setitem(sys.modules, "mcp_types", None)
    monkeypatch.delitem(sys.modules, "nonosat.apps.agents.server")
    assert run(["mcp"]) == MissingExtraError.exit_code
    assert capsys.readouterr().err == "nonosat: mcp needs the extra mcp: pip install 'nonosat[mcp]'\n"
