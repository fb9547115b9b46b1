"""Files for other tools: recipes, hooks, actions, citations, manual pages, completion."""

import os
import re
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

import nonosat
from nonosat.formats.described import format_records

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

OF_OTHERS = {
    ".npy",
    ".npz",
    ".xlsx",
    ".htm",
    ".html",
    ".json",
    ".lp",
    ".param",
    ".toml",
    ".txt",
    ".url",
    ".xml",
    ".yaml",
    ".yml",
} | {
    f".{name}"
    for name in ["bmp", "gif", "jpeg", "jpg", "pbm", "pgm", "png", "pnm", "ppm", "tif", "tiff", "webp"]
}
"""Extensions of files that need not be puzzles."""


def read(name):
    return pytest.importorskip("yaml").safe_load((ROOT / name).read_text(encoding="utf-8"))


def requirement(text):
    """Name and version of a requirement, as both sides write them; conda calls ortools otherwise."""
    name, version = re.fullmatch(r"([\w-]+) ?(>=[\w.]+)", text.partition(";")[0]).groups()
    return name.removesuffix("-python"), version


def test_versions_agree():
    assert PROJECT["version"] == nonosat.__version__ == read("CITATION.cff")["version"]
    assert read("packaging/conda/recipe.yaml")["context"]["version"] == nonosat.__version__


def test_the_recipe_of_conda_has_the_dependencies_and_the_program():
    recipe = read("packaging/conda/recipe.yaml")
    needs = recipe["requirements"]["run"]
    assert needs[0] == "python"
    assert sorted(map(requirement, needs[1:])) == sorted(map(requirement, PROJECT["dependencies"]))
    assert recipe["build"]["python"]["entry_points"] == ["nonosat = nonosat.apps.cli:main"]


def test_the_hooks_take_the_files_of_our_formats():
    hooks = read(".pre-commit-hooks.yaml")
    assert [hook["id"] for hook in hooks] == ["nonosat-unique", "nonosat-line-solvable"]
    own = {end for record in format_records() for end in record["extensions"]}
    for hook in hooks:
        taken = {f".{end}" for end in re.search(r"\((.*)\)", hook["files"])[1].split("|")}
        assert taken == own - OF_OTHERS


@pytest.mark.slow
def test_a_hook_refuses_a_puzzle_with_two_solutions(tmp_path):
    """The hook's own command, by pre-commit, with this package as it is installed."""
    pytest.importorskip("pre_commit")
    hook = read(".pre-commit-hooks.yaml")[0]
    config = {"repos": [{"repo": "local", "hooks": [hook | {"language": "system"}]}]}
    (tmp_path / ".pre-commit-config.yaml").write_text(pytest.importorskip("yaml").safe_dump(config))
    for name in ("cup.non", "gchq-without-givens.non"):
        (tmp_path / name).write_bytes((ROOT / "puzzles" / name).read_bytes())
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PRE_COMMIT_HOME": str(tmp_path / "home"),
    }
    for command in (["git", "init", "-q"], ["git", "add", "."]):
        subprocess.run(command, cwd=tmp_path, check=True)
    run = [sys.executable, "-m", "pre_commit", "run", "--files"]
    for files, code in ((["cup.non"], 0), (["cup.non", "gchq-without-givens.non"], 1)):
        done = subprocess.run(
            [*run, *files], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done.stdout + done.stderr
    assert "multiple" in done.stdout


@pytest.mark.slow_for(
    "puzzles/cup.non puzzles/one-line.non-puzzles/expected.json-0", "puzzles/gchq-without-givens.non--1"
)
@pytest.mark.parametrize(
    ("puzzles", "expect", "code"),
    [
        ("puzzles/cup.non", "", 0),
        ("puzzles/gchq-without-givens.non", "", 1),
        ("puzzles/cup.non puzzles/one-line.non", "puzzles/expected.json", 0),
    ],
)
def test_the_action_does_what_it_says(tmp_path, puzzles, expect, code):
    """Its last step, in a shell, with this package as it is installed."""
    step = read(".github/actions/check/action.yml")["runs"]["steps"][-1]
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PUZZLES": puzzles,
        "EXPECT": expect,
        "LIMIT": "60",
        "RUNNER_TEMP": str(tmp_path),
    }
    assert set(step["env"]) < set(environment)
    done = subprocess.run(
        ["bash", "-e", "-c", step["run"]], cwd=ROOT, env=environment, capture_output=True, check=False
    )
    assert done.returncode == code, done.stderr


@pytest.mark.slow_for("bash-complete")
@pytest.mark.parametrize(("shell", "what"), [("bash", "complete"), ("zsh", "compdef"), ("fish", "complete")])
def test_shells_complete_commands_options_and_examples(shell, what):
    def ask(kind, **words):
        environment = os.environ | {"_NONOSAT_COMPLETE": f"{shell}_{kind}"} | words
        command = [sys.executable, "-c", "from nonosat.apps.cli import main; main()"]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout

    assert what in ask("source")
    if shell == "bash":
        assert ask("complete", COMP_WORDS="nonosat chec", COMP_CWORD="1") == "plain,check\n"
        assert "example:gchq" in ask("complete", COMP_WORDS="nonosat check exa", COMP_CWORD="2")
        assert "plain,gchq" in ask("complete", COMP_WORDS="nonosat check example : g", COMP_CWORD="4")


@pytest.mark.slow
def test_each_command_has_a_manual_page(tmp_path):
    pytest.importorskip("click_man")
    subprocess.run([sys.executable, str(ROOT / "packaging" / "man.py"), str(tmp_path)], check=True)
    from nonosat.apps.cli.commands import COMMANDS

    assert {f"nonosat-{name}.1" for name in COMMANDS} < {path.name for path in tmp_path.iterdir()}
    names = [line for page in tmp_path.iterdir() for line in page.read_text().splitlines() if " \\- " in line]
    assert len(names) > len(COMMANDS)
    assert not [line for line in names if line.endswith("...")]
    assert "several puzzles the highest" in (tmp_path / "nonosat-check.1").read_text().replace("\n", " ")


def test_workflows_are_readable_and_use_what_there_is():
    for path in (ROOT / ".github").glob("**/*.yml"):
        assert isinstance(read(path.relative_to(ROOT)), dict), path
    assert find_spec("nonosat")
    steps = read(".github/workflows/tests.yml")["jobs"]["all"]["steps"]
    assert steps[-1]["run"].endswith(".ci/run")
    nightly = read(".github/workflows/nightly.yml")["jobs"]["nightly"]
    script = (ROOT / ".ci" / "nightly").read_text(encoding="utf-8")
    assert nightly["strategy"]["matrix"]["part"] == re.findall(r"^(\w+)\)", script, re.MULTILINE)
    assert read(".readthedocs.yaml")["sphinx"]["configuration"] == "docs/conf.py"


def test_the_paper_cites_what_it_lists():
    folder = ROOT / "packaging" / "paper"
    cited = set(re.findall(r"@(\w+)", (folder / "paper.md").read_text(encoding="utf-8").partition("\n# ")[2]))
    listed = set(
        re.findall(r"^@\w+\{(\w+),", (folder / "paper.bib").read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert cited == listed
