"""A folder with a puzzle of each verdict, and one that no solver decides in the time given."""

import os
import sys
from types import SimpleNamespace

import pages
import pytest
from npm import pyodide_in

import nonosat as ns

os.environ["BROWSER"] = "true"  # no test opens a window

UNIQUE = ns.Grid(["#.", "##"]).puzzle()
MULTIPLE = ns.Puzzle(rows=[[1], [1]], columns=[[1], [1]])
UNSOLVABLE = ns.Puzzle(rows=[[3], [], [3]], columns=[[2], [2], [2]])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder that the commands run in, with unique.non, multiple.non, unsolvable.non and bad.non."""
    monkeypatch.chdir(tmp_path)
    for name, puzzle in (("unique", UNIQUE), ("multiple", MULTIPLE), ("unsolvable", UNSOLVABLE)):
        ns.dump(puzzle, f"{name}.non")
    (tmp_path / "bad.non").write_text("width 1\nheight 1\nrows\n1x\ncolumns\n1\n")
    return tmp_path


@pytest.fixture
def hard(folder):
    """The folder with a domino puzzle, hard.non: no solver proves anything about it in the time given."""
    side = 25
    rows = [[3], *([[1], [3, 1]] * (side - 1)), [1], [1]]
    columns = [[1], *([[1], [1, 3]] * (side - 1)), [1], [3]]
    ns.dump(ns.Puzzle(rows, columns), "hard.non")
    return folder


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Files of the names that the examples use."""
    monkeypatch.chdir(tmp_path)
    goal = ns.Grid(["##.##", "#..##", ".###.", "..#..", "#####"])
    several = ns.Puzzle([[1], [1]], [[1], [1]])
    os.mkdir("puzzles")
    for name, puzzle in {
        "puzzle": goal.puzzle(goal=goal),
        "puzzles/some": goal.puzzle(),
        "several": several,
        "drawn": several.replace(goal=ns.Grid(["#.", ".#"])),
        "wrong": ns.Puzzle([[1], [1], []], [[1], [], []]),
    }.items():
        ns.dump(puzzle, f"{name}.non")
    ns.dump(several.replace(goal=ns.Grid(["#.", ".#"])), "wanted.pbm")
    ns.dump(goal.puzzle(goal=goal), "photo.pbm")
    pages.page(pages.puzzle(10, 5), "boxed", seed=1).image.save("page.png")
    (tmp_path / "state.txt").write_text("?????\n" * 5)
    ns.certify(goal.puzzle(goal=goal), "proof")
    (tmp_path / "results.jsonl").write_text(
        '{"key": "1", "puzzle": "a.non", "verdict": "unique", "width": 9, "height": 9, "seconds": 0.01}\n'
    )
    (tmp_path / "puzzle.cnf").write_text(ns.encode(goal.puzzle()))
    pyodide_in(tmp_path / "node_modules")
    (tmp_path / "answer.txt").write_text("s SATISFIABLE\nv 1 0\n")
    (tmp_path / "reply.txt").write_text("Here it is:\n\n##.##\n#..##\n.###.\n..#..\n#.###\n")
    return tmp_path


@pytest.fixture(autouse=True)
def serving(monkeypatch):
    """A server that ends as soon as it has started, by the signal in `ended_by`; and its settings."""

    def serve(settings, listener, *, started, browser=False, app=None):
        found.settings, found.listener, found.browser = settings, listener, browser
        started("http://127.0.0.1:1/", found.others)
        return found.ended_by

    def serve_stdio(settings, folder):
        found.settings, found.folder = settings, folder

    found = SimpleNamespace(ended_by=0, others=[], listening=lambda host, port: (host, port), serve=serve)
    monkeypatch.setitem(sys.modules, "nonosat.apps.studio.serving", found)
    agents = SimpleNamespace(application=lambda _: None, serve_stdio=serve_stdio)
    monkeypatch.setitem(sys.modules, "nonosat.apps.agents.server", agents)
    return found
