"""The recipes of docs/developers.md: they are followed in a copy of the project, and the tests they name pass.

A block of code follows a paragraph that ends with its file in backquotes: a module as a whole, or a `diff` of lines that
stay, go and come.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "developers.md").read_text(encoding="utf-8")
TOP = ("tests/", "tools/", "docs/")


class Step(NamedTuple):
    """One file of a recipe."""

    file: str
    kind: str
    code: str


COMMANDS = {
    "A question": ("ink-toy puzzles/cup.non --times 2", "ink-toy --json puzzles/cup.non"),
    "A command": ("toy puzzles/cup.non",),
    "A format": ("convert puzzles/cup.non cup.toy", "check cup.toy"),
    "A backend": ("check --backend gluecard3 puzzles/dom-06.non",),
    "A technique": ("explain puzzles/cat.non --steps 5", "rate puzzles/cat.non"),
    "A picture": ("render puzzles/cup.non -o picture.toy", "render puzzles/cup.non -o picture.toy --force"),
}
"""Tries of what a recipe adds."""

KEYWORD = " or ".join(
    (
        *("toy", "added", "every_format", "gluecard3", "table", "sound"),
        *("test_api", "test_render", "test_the_package_keeps_the_rules"),
    )
)
"""Of the tests that recipes name, those that concern what was added."""


def section_of(heading):
    _, _, text = PAGE.partition(f"### {heading}\n")
    return text.partition("\n### ")[0]


def steps_of(heading):
    """The files of a recipe, in order."""
    blocks = re.findall(
        r"((?:^[^\n]+\n)+)\n```(python|diff)\n(.*?)^```", section_of(heading), re.DOTALL | re.MULTILINE
    )
    return [Step(path_of(paragraph), kind, code) for paragraph, kind, code in blocks]


def path_of(paragraph):
    """The file that the end of a paragraph names."""
    name = re.findall(r"`([\w/.-]+\.\w+)`", paragraph)[-1]
    return name if name.startswith(TOP) else f"src/nonosat/{name}"


def named_tests(heading):
    """The modules and folders of tests that a recipe names."""
    named = re.findall(r"`(tests/[\w/.-]+)`", section_of(heading))
    return [name for name in dict.fromkeys(named) if "/helpers/" not in name and (ROOT / name).exists()]


def changed(text, diff, file):
    """A file with a diff applied: the lines that stay or go stand together, once."""
    lines = diff.splitlines()
    before = "".join(f"{line[1:]}\n" for line in lines if line[:1] != "+")
    after = "".join(f"{line[1:]}\n" for line in lines if line[:1] != "-")
    assert before, f"the recipe does not say where in {file}"
    assert f"\n{text}".count(f"\n{before}") == 1, f"{file} does not have once, as the recipe says:\n{before}"
    return f"\n{text}".replace(f"\n{before}", f"\n{after}")[1:]


@pytest.fixture
def copy(tmp_path):
    """A copy of the project, with the kernel where it was built."""
    unwanted = shutil.ignore_patterns(
        "__pycache__", "_build", "images", "screenshots", "node_modules", "results"
    )
    for folder in ("src", "tests", "docs", "puzzles", "benchmarks", "tools", "packaging"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=unwanted)
    for name in ("README.md", "pyproject.toml", "setup.py", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def run(copy, *words):
    environment = {**os.environ, "PYTHONPATH": str(copy / "src")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # commands and tests load the same modules
    command = [sys.executable, *words]
    return subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, text=True, check=False, timeout=400
    )


def follow(copy, heading):
    """Does what a recipe says."""
    for file, kind, code in steps_of(heading):
        path = copy / file
        path.write_text(changed(path.read_text(), code, file) if kind == "diff" else code)
    if heading == "A format":  # which the page says without a diff: others add formats as well
        for file, pattern, added in (
            ("docs/formats.md", "`keen`", "`keen`, `toy`"),
            ("README.md", r"between (\d+) formats", lambda found: f"between {int(found[1]) + 1} formats"),
        ):
            text, count = re.subn(pattern, added, (copy / file).read_text(), count=1)
            assert count, f"{file} has no {pattern}"
            (copy / file).write_text(text)


@pytest.mark.slow
def test_recipes_run(copy):
    """All in one copy: a copy of its own for each takes ten times as long."""
    for heading in COMMANDS:
        follow(copy, heading)
    settings = copy / "pyproject.toml"
    settings.write_text(settings.read_text().replace('"-O3"', '"-O0"'))  # compiles in a third of the time
    built = run(copy, "setup.py", "-q", "build_ext", "--inplace")
    assert built.returncode == 0, built.stderr
    where = run(copy, "-c", "import nonosat; print(nonosat.__file__)")
    assert where.stdout.startswith(str(copy))
    for heading, commands in COMMANDS.items():
        for command in commands:
            done = run(copy, "-m", "nonosat", *command.split())
            assert done.returncode == 0, f"{heading}: {command}\n{done.stderr}"
    tests = [*(name for heading in COMMANDS for name in named_tests(heading)), "tests/test_architecture.py"]
    done = run(copy, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests, "-k", KEYWORD)
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.parametrize("heading", COMMANDS)
def test_recipes_fit_the_files_and_name_tests(heading):
    text = section_of(heading)
    assert len(steps_of(heading)) == len(re.findall(r"^```(?:python|diff)$", text, re.MULTILINE)) > 0
    assert named_tests(heading)
    for file, kind, code in steps_of(heading):
        assert (ROOT / file).exists() == (kind == "diff"), f"{file}, of the recipe"
        assert kind != "diff" or changed((ROOT / file).read_text(encoding="utf-8"), code, file)


def test_a_diff_that_does_not_fit_names_the_file():
    with pytest.raises(AssertionError, match="table\\.py does not have once"):
        changed("a\nb\n", " c\n+d\n", "table.py")
    assert changed("a\nb\n", " a\n+d\n", "table.py") == "a\nd\nb\n"
    assert changed("a\nb\n", "-a\n+d\n", "table.py") == "d\nb\n"
