"""`solve` on the command line."""

import sys

import pytest
from printed import ran, records

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.support.errors import EXIT_BROKEN_PIPE


def test_solve_prints_one_picture_and_reports_further_solutions(folder, capsys):
    out, err = ran(capsys, ["solve", "unique.non"])
    assert (out, err) == ("#.\n##\n", "unique.non: the only solution\n")
    out, err = ran(capsys, ["solve", "multiple.non"])
    assert out in ("#.\n.#\n", ".#\n#.\n")
    assert err == "multiple.non: one of several solutions\n"
    assert ran(capsys, ["solve", "unsolvable.non"], 2) == ("", "unsolvable.non: no solution\n")


def test_solve_all_lists_every_solution_once(folder, capsys):
    out, err = ran(capsys, ["solve", "--all", "multiple.non"])
    assert sorted(out.split("\n\n")) == sorted(["#.\n.#", ".#\n#.\n"]) or out.count("#") == 4
    assert err == "multiple.non: all 2 solutions\n"
    *lines, record = records(ran(capsys, ["solve", "--all", "--json", "multiple.non"]).out)
    assert (record["verdict"], record["listed"], record["solutions"]) == ("multiple", 2, [])
    assert sorted(line["solution"] for line in lines) == [["01", "10"], ["10", "01"]]
    assert {line["puzzle"] for line in lines} == {"multiple.non"}


def test_solve_max_stops_there(folder, capsys):
    (record,) = records(ran(capsys, ["solve", "-n", "1", "--json", "multiple.non"]).out)
    assert (record["verdict"], len(record["solutions"]), record["stopped"]) == ("unknown", 1, "solutions")
    assert ran(capsys, ["solve", "-n", "5", "multiple.non"]).err == "multiple.non: all 2 solutions\n"


def test_solve_all_that_hits_a_limit_exits_with_3(hard, capsys):
    assert run(["solve", "--all", "--time-limit", "0.2", "--json", "hard.non"]) == 3
    assert records(capsys.readouterr().out)[-1]["stopped"] == "seconds"


def test_each_solution_is_a_line_as_soon_as_it_is_found(folder, monkeypatch):
    """The reader of a pipe that takes ten lines of 10! solutions ends the command."""
    ns.dump(ns.Puzzle([[1]] * 10, [[1]] * 10), "permutations.non")
    lines = []

    def echo(text, **_):
        lines.append(text)
        if len(lines) == 10:
            raise BrokenPipeError

    monkeypatch.setattr("click.echo", echo)
    assert run(["solve", "--all", "--json", "permutations.non"]) == EXIT_BROKEN_PIPE
    assert all('"solution": ' in line for line in lines)


def test_a_solution_is_written_as_the_extension_says(folder, capsys):
    solution = ns.Grid(["#.", "##"])
    for name in ("out.txt", "out.pbm", "out.json", "out.non"):
        assert ran(capsys, ["solve", "unique.non", "-o", name]) == ("", "unique.non: the only solution\n")
        assert ns.load(name).goal == solution
    assert (folder / "out.txt").read_text() == "#.\n##\n"
    assert run(["solve", "unsolvable.non", "-o", "none.txt"]) == 2
    assert not (folder / "none.txt").exists()


@pytest.mark.parametrize(
    "words",
    [
        "unique.non multiple.non -o out.txt",
        ". -o out.txt",
        "multiple.non --all -o out.txt",
        "unique.non --to non",
    ],
)
def test_one_solution_of_one_puzzle_is_written(folder, words):
    assert run(["solve", *words.split()]) == 64
    assert not (folder / "out.txt").exists()


@pytest.mark.parametrize("told", ["", "NO_COLOR", "file"])
def test_a_terminal_gets_clues_and_a_coloured_verdict(folder, capsys, monkeypatch, told):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: told != "file")
    if told == "NO_COLOR":
        monkeypatch.setenv(told, "1")
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda *_: False)
    assert run(["check", "unique.non"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "unique.non: \x1b[32m\x1b[1munique\x1b[0m (" if not told else "unique.non: unique ("
    )
    assert run(["solve", "unique.non"]) == 0
    out = capsys.readouterr().out
    assert out == "#.\n##\n" if told == "file" else "│" in out


def test_a_solution_written_as_a_picture_needs_no_givens(folder, capsys):
    ns.dump(ns.Puzzle([[1], [1]], [[1], [1]], givens=[(0, 0)]), "given.json")
    for name in ("out.png", "out.txt"):
        assert ran(capsys, ["solve", "given.json", "-o", name]).err == "given.json: the only solution\n"
        assert ns.load(name).goal == ns.Grid(["#.", ".#"])


@pytest.mark.parametrize("command", ["solve", "repair givens", "convert", "generate --size 2x2 -n 1"])
@pytest.mark.parametrize("extension", ["svg", "pdf"])
def test_no_command_writes_a_puzzle_into_a_drawing(folder, capsys, command, extension):
    words = command.split() + ([] if "generate" in command else ["multiple.non"]) + ["-o", f"out.{extension}"]
    assert "`render` makes one" in ran(capsys, words, 64).err
    assert not (folder / f"out.{extension}").exists()


@pytest.mark.parametrize("name", ["out.g", "out.toml", "out.mk"])
def test_a_format_without_pictures_is_refused_before_the_search(folder, capsys, name):
    assert "cannot hold a solution" in ran(capsys, ["solve", "unique.non", "-o", name], 64).err
    assert not (folder / name).exists()


@pytest.mark.parametrize(
    "name", ["out.txt", "out.json", "out.non", "out.xml", "out.png", "out.pbm", "out.gif"]
)
@pytest.mark.parametrize("inks", [1, 2])
def test_an_output_of_solve_can_be_judged_and_used_as_a_state(folder, capsys, name, inks):
    palette = [("white", "ffffff", "."), ("blue", "0000ff", "b"), ("red", "ff0000", "r")][: inks + 1]
    grid = ns.Grid([[1, 0, 0], [1, inks, 0], [inks, 0, inks]], palette=palette)
    ns.dump(grid.puzzle(), "puzzle.json")
    run(["solve", "puzzle.json", "-o", name])
    capsys.readouterr()
    assert ran(capsys, ["judge", "puzzle.json", name]).out.startswith(f"{name}: right")
    assert ran(capsys, ["hint", "puzzle.json", name]).out.endswith("solved\n")
    assert run(["render", "puzzle.json", "--state", name, "-o", "state.svg"]) == 0
    assert run(["nearest", "puzzle.json", name]) == 0
