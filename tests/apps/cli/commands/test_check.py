"""`check` on the command line."""

import pytest
from patience import patient
from printed import ran, records

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.apps.generation import julia
from nonosat.support.errors import EXIT_INTERRUPTED

UNIQUE = ns.Grid(["#.", "##"]).puzzle()


@pytest.mark.parametrize(("name", "code"), [("unique", 0), ("multiple", 1), ("unsolvable", 2)])
def test_check_prints_the_verdict_and_exits_with_its_code(folder, capsys, name, code):
    assert ran(capsys, ["check", f"{name}.non"], code).out.startswith(f"{name}.non: {name} (")


def test_a_limit_that_is_hit_is_unknown_and_exits_with_3(hard, capsys):
    (record,) = records(ran(capsys, ["check", "hard.non", "--time-limit", "0.2", "--json"], 3).out)
    assert (record["verdict"], record["stopped"]) == ("unknown", "seconds")


@pytest.mark.slow_for("limits0-conflicts", "limits3-seconds", "limits1-seconds")
@pytest.mark.parametrize(
    ("limits", "stopped"),
    [
        (["--conflict-limit", "0"], "conflicts"),
        (["--backend", "cadical195"], "seconds"),
        (["--backend", "cp-sat"], "seconds"),
        (["--portfolio", "2", "--seed", "5"], "seconds"),
    ],
)
def test_the_other_puzzles_go_on_after_one_that_hit_a_limit(hard, capsys, limits, stopped):
    def checked(seconds):
        time = ["--time-limit", str(seconds)] if stopped == "seconds" else []
        return records(ran(capsys, ["check", "hard.non", "unique.non", "--json", *limits, *time], 3).out)

    stuck, unique = patient(checked, lambda told: told[1]["verdict"] == "unique")
    assert (stuck["verdict"], stuck["stopped"]) == ("unknown", stopped)
    assert unique["verdict"] == "unique"


@pytest.mark.slow
@pytest.mark.parametrize("more", [[], ["--time-limit", "60"]])
def test_the_other_puzzles_go_on_after_one_that_took_too_much_memory(folder, capsys, more):
    ns.dump(julia(600).puzzle(), "large.non")
    assert run(["check", "large.non", "unique.non", "--json", "--memory-limit", "60M", *more]) == 3
    stuck, unique = records(capsys.readouterr().out)
    assert (stuck["verdict"], stuck["stopped"]) == ("unknown", "memory")
    assert unique["verdict"] == "unique"


def test_check_json_has_the_promised_fields(folder, capsys):
    unique, multiple = records(
        ran(capsys, ["check", "--json", "--solutions", "unique.non", "multiple.non"], 1).out
    )
    assert unique["puzzle"] == "unique.non"
    assert unique["verdict"] == "unique"
    assert unique["line_solvable"] is True
    assert unique["solutions"] == [["10", "11"]]
    assert unique["seconds"] >= 0
    assert unique["stats"]["cells"] == 4
    assert (unique["minutes"] < 1, unique["stars"]) == (True, 1)
    assert "minutes" not in multiple
    assert sorted(multiple["solutions"]) == [["01", "10"], ["10", "01"]]


def test_the_goal_is_compared_with_the_clues(folder, capsys):
    ns.dump(UNIQUE.replace(goal=ns.Grid(["##", "##"])), "goal.non")
    assert ran(capsys, ["check", "goal.non"]).err == "nonosat: goal.non: the goal picture is not a solution\n"


def test_watch_checks_again_after_each_change_of_the_file(folder, capsys, monkeypatch):
    changes = [lambda: None, lambda: ns.dump(ns.load("multiple.non"), "puzzle.non"), lambda: None]
    ns.dump(ns.load("unique.non"), "puzzle.non")

    def sleep(_):
        if not changes:
            raise KeyboardInterrupt
        changes.pop()()

    monkeypatch.setattr("nonosat.apps.cli.commands.check.sleep", sleep)
    assert run(["check", "--watch", "puzzle.non"]) == EXIT_INTERRUPTED
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [["puzzle.non:", "unique"], ["puzzle.non:", "multiple"]]
    assert run(["check", "--watch", "-"]) == 64
