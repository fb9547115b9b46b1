"""`print(answer)` prints the same as the command of that name."""

import subprocess
import sys

import pytest
from printed import ran

import nonosat as ns
from nonosat.apps.wording.answers import _WITH_NAME, _WORDS

PICTURE = ns.Grid(["#.", ".#"])
PUZZLES = {
    "unique": ns.Grid(["#.", "##"]).puzzle(),
    "several": PICTURE.puzzle(goal=PICTURE),
    "none": ns.Puzzle(rows=[[3], [], [3]], columns=[[2], [2], [2]]),
}
ANSWERS = {
    "check": ns.check,
    "count": ns.count,
    "ambiguity": ns.ambiguity,
    "rate": ns.rate,
    "repair givens": ns.repair_givens,
    "repair clue": ns.repair_clue,
}


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("command", ANSWERS)
def test_the_command_prints_the_answer_behind_the_name_of_the_puzzle(
    command, puzzle, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    ns.dump(PUZZLES[puzzle], "p.non")
    answer = ANSWERS[command](ns.load("p.non"))
    from nonosat.apps.cli import run

    run([*command.split(), "p.non"])
    assert capsys.readouterr().out == f"p.non: {answer}\n"


def test_conflicts_judgements_and_nearest_solutions(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, puzzle in PUZZLES.items():
        ns.dump(puzzle, f"{name}.non")
    assert ran(capsys, ["conflict", "none.non"], 2).out == f"none.non: {ns.conflict(ns.load('none.non'))}\n"
    (tmp_path / "answer.txt").write_text("##\n##\n")
    judged = ns.judge(PUZZLES["unique"], "##\n##\n")
    assert ran(capsys, ["judge", "unique.non", "answer.txt"], 1).out == f"answer.txt: {judged}\n"
    picture, distance = str(ns.nearest(PUZZLES["several"], PICTURE)).rsplit("\n", 1)
    assert ran(capsys, ["nearest", "several.non"]).out == f"{picture}\nseveral.non{distance}\n"


def test_an_explanation_prints_its_steps_and_conclusion():
    steps = str(ns.explain(PUZZLES["unique"])).splitlines()
    assert steps[0].startswith("1. row 2, full: ")
    assert steps[-1] == "solved: this is the only solution"


def test_colours_of_another_file_count_as_those_of_the_puzzle(tmp_path, monkeypatch, capsys):
    """Its palette has them at other places: red is its first ink."""
    monkeypatch.chdir(tmp_path)
    palette = [("white", "ffffff", "."), ("black", "000000", "#"), ("red", "ff0000", "r")]
    ns.dump(ns.Puzzle([[1], [(1, 2)]], [[1], [(1, 2)]], palette=palette), "puzzle.json")
    (tmp_path / "red.ppm").write_bytes(b"P6 2 2 255 " + b"\xff" * 9 + b"\xf0\0\0")
    assert "differs in 1 cell\n" in ran(capsys, ["nearest", "puzzle.json", "red.ppm"]).out
    (tmp_path / "large.pbm").write_text("P1 3 1 1 0 1")
    reason = "large.pbm: row 1 of the picture has 3 cells, the puzzle's 2"
    assert reason in ran(capsys, ["nearest", "puzzle.json", "large.pbm"], 65).err


ALONE = """
import sys
import nonosat as ns
puzzle = ns.Puzzle([[1], [1]], [[1], [1]])
for ask in (ns.check, ns.count, ns.ambiguity, ns.rate, ns.repair_givens, ns.explain):
    print(ask(puzzle))
print(*(name for name in sys.modules if name == "click" or name.startswith("nonosat.apps.cli")))
"""


@pytest.mark.slow
def test_printing_an_answer_loads_nothing_of_the_command_line():
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("multiple (2x2, ")
    assert done.stdout.endswith("\n\n")


@pytest.mark.parametrize("name", [*_WORDS, *_WITH_NAME])
def test_each_name_is_that_of_a_public_class(name):
    assert isinstance(getattr(ns, name), type)
