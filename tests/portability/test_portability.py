"""The same answers wherever less is there: no POSIX, no numpy, no OR-tools, no Pillow, and in a browser."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from wasm import build, require_module

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BROWSER = ROOT / ".venv" / "browser"
"""Folder in which `.ci/run` puts Pyodide and its packages."""

NOT_LEFT = {
    "posix": {},
    "numpy": {},
    "ortools": {"cp_sat": "the backend cp-sat needs OR-tools: pip install ortools"},
    "PIL": {"an_image": "pictures need Pillow: pip install pillow"},
    "long": {},
}
"""The hidden packages, and the questions that are then refused, with their messages."""

DISC = ["  ####  ", " ###### ", "########", "########", "########", "########", " ###### ", "  ####  "]
"""Without its margins."""

EVERYTHING = " ".join(NOT_LEFT)
NO_PROCESSES = dict.fromkeys(("memory", "out_of_memory", "several_solvers"), "emscripten has none")


def without(hidden):
    """Returns the environment of a process for which that is hidden."""
    paths = [str(HERE / "hidden"), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "NONOSAT_HIDDEN": hidden}


def asked(hidden=""):
    """Returns the answers of all questions in a process in which some packages are hidden."""
    command = [sys.executable, str(HERE / "asking.py"), str(ROOT / "puzzles")]
    run = subprocess.run(command, env=without(hidden), capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
    return json.loads(run.stdout)


def without_times(found):
    return {
        name: {question: answer for question, (answer, _) in answers.items()}
        for name, answers in found["answers"].items()
    }


def compare(found, expected, refused):
    """Holds the answers to those of an environment that has everything, but for what is refused."""
    answers, expected = without_times(found), without_times(expected)
    means, all_means = answers.pop(""), expected.pop("")
    assert len(answers) == 10
    assert answers == expected
    for name, why in refused.items():
        assert str(means.pop(name)).endswith(why)
        del all_means[name]
    assert means == all_means


@pytest.fixture(scope="module")
def everything():
    """The answers where all is there."""
    found = asked()
    assert without_times(found)[""] == {
        "out_of_time": ["seconds", "seconds"],
        "memory": "unique",
        "out_of_memory": "memory",
        "several_solvers": "unique",
        "cp_sat": "unique",
        "an_image": 40,
        "a_netpbm_image": DISC,
    }
    return found


@pytest.mark.nightly
@pytest.mark.parametrize("hidden", [*NOT_LEFT, EVERYTHING])
def test_the_answers_are_the_same_with_fewer_packages(everything, hidden):
    found = asked(hidden)
    refused = {}
    for each in hidden.split():
        refused |= NOT_LEFT[each]
    compare(found, everything, refused)
    assert not set(found["loaded"]) & set(hidden.split())


def test_lines_and_clauses_load_no_other_package():
    asked = "ns.check(ns.example('gchq-without-givens'), options=ns.SearchOptions(backend='glucose4'))"
    code = f"import nonosat as ns, sys; {asked}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "ortools", "pandas", "PIL", "rich", "click"} & set(run.stdout.split())


def test_solvers_whose_budgets_do_not_hold_are_missing_where_a_c_long_has_32_bits():
    command = [sys.executable, "-m", "nonosat", "list", "backends"]
    listed = subprocess.run(command, env=without("long"), capture_output=True, text=True, check=True).stdout
    names = [line.split()[0] for line in listed.splitlines() if not line.startswith(" ")]
    assert names == ["auto", "cadical195", "cadical300", "cp-sat"]


@pytest.mark.slow
@pytest.mark.skipif(
    not shutil.which("node") or not BROWSER.is_dir(), reason="no Node, or no Pyodide in .venv/browser"
)
@pytest.mark.parametrize("kernel", ["compiled", "Python"])
def test_the_answers_are_the_same_in_a_browser(everything, tmp_path, kernel):
    out = tmp_path / "answers.json"
    pyodide = BROWSER / "node_modules" / "pyodide"
    command = ["node", HERE / "browser.mjs", pyodide, BROWSER / "site", ROOT, out]
    if kernel == "compiled":
        require_module()
        command.append(build.EXTENSION)
    with open(tmp_path / "said", "wb") as said:  # a failure prints megabytes
        subprocess.run(command, stdout=said, stderr=said, check=False)
    found = json.loads(out.read_text(encoding="utf-8"))
    assert "error" not in found, found["error"]
    assert found["kernel"] == kernel
    refused = {**NOT_LEFT["numpy"], **NOT_LEFT["ortools"], **NOT_LEFT["PIL"], **NO_PROCESSES}
    compare(found, everything, refused)
    for name, answers in found["answers"].items():
        print(name, *(f"{question} {seconds}" for question, (_, seconds) in answers.items()))
