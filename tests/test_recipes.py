"""The recipes of docs/developers.md: each is followed in a copy of the project, and the tests it names pass."""

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
SOURCE = "src/nonosat"


class Recipe(NamedTuple):
    """The actions of a contributor."""

    heading: str
    files: dict[str, str]
    edits: tuple[tuple[str, str, str], ...]
    """Files, a pattern in each, and what takes its place."""
    tests: tuple[str, ...]
    keyword: str
    """Which of these tests concern what was added."""
    commands: tuple[str, ...] = ()


FORMAT = '''"""A toy format: the word toy, row clues, a line of dashes, column clues."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.formats.base import Format, one_puzzle
from nonosat.formats.sections import PLAIN, clue_lines, numbered, puzzle_of
from nonosat.support.errors import InputError
from nonosat.model.puzzle import Puzzle


def sniff(text: str) -> bool:
    """Returns True if it says so itself."""
    return text.startswith("toy\\n")


def parse(text: str) -> list[Puzzle]:
    """A puzzle from the text of a file."""
    lines = [(number, line) for number, line in numbered(text) if line]
    dashes = [at for at, (_, line) in enumerate(lines) if line == "--"]
    if not sniff(text) or len(dashes) != 1:
        raise InputError("expected toy, and one line of dashes")
    return [puzzle_of(lines[1 : dashes[0]], lines[dashes[0] + 1 :])]


def format(puzzles: Sequence[Puzzle]) -> str:
    """The text of a file."""
    rows, columns = clue_lines(one_puzzle(puzzles))
    return "\\n".join(["toy", *rows, "--", *columns]) + "\\n"


FORMAT = Format(name="toy", summary="a toy", features=PLAIN, sniff=sniff, parse=parse, format=format)
'''

PICTURE = '''"""A picture as a list of what is in it."""

from __future__ import annotations

from nonosat.apps.drawing.drawing import AUTO, Drawing
from nonosat.apps.drawing.layout import laid_out


def write(drawing: Drawing, *, theme: str = AUTO, cell: int | None = None) -> bytes:
    """The items of the scene, a line each."""
    return "\\n".join(map(repr, laid_out(drawing, cell=cell).items)).encode()
'''

QUESTION = '''"""A toy question: the ink of a puzzle."""

from __future__ import annotations

from time import monotonic
from typing import Annotated

from nonosat.support.arguments import question
from dataclasses import dataclass
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.results import END, Answer, Work
from nonosat.support.children.processes import run_limited
from nonosat.model.puzzle import Puzzle
from nonosat.records.json_types import Whole


@dataclass(frozen=True, slots=True, repr=False)
class Ink(Answer):
    """Cells of ink in the rows, times a factor."""

    cells: Annotated[int, "Cells of ink."]

    MEMBERS = ("cells", *END)


@question
def ink(
    puzzle: Puzzle,
    *,
    times: Annotated[int, Whole(1, 3), "Factor."] = 1,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> Ink:
    """Adds up the row clues.

    >>> ink(Puzzle([[1], [2]], [[2], [1]])).cells
    3
    """
    return run_limited(_ink, puzzle, times, limit=limit_of(limit, seconds, memory))


def _ink(puzzle: Puzzle, times: int, *, clock: Clock) -> Ink:
    work, cells = Work(monotonic()), 0
    for clue in puzzle.rows:
        clock.tick()
        cells += sum(block.length or 0 for block in clue or ())
    return Ink(times * cells, **work.fields())
'''

COMMAND = '''"""`toy`: the size of a puzzle."""

from __future__ import annotations

from nonosat.apps.cli.shell import common as cli


@cli.puzzle_command("toy", "toy puzzle.non", json=False)
def toy_command(asked: cli.OnePuzzle) -> int:
    """Tell the size of a puzzle."""
    puzzle = asked.read()
    cli.note(f"{asked.name}: {puzzle.width}x{puzzle.height}")
    return 0
'''

RECIPES = (
    Recipe(
        "A question",
        {f"{SOURCE}/counting/toy.py": QUESTION},
        (
            (f"{SOURCE}/counting/__init__.py", r"(- `)", r"- `toy`: the ink of a puzzle;\n\1"),
            (f"{SOURCE}/__init__.py", r'(\*\("check", )', r'*("ink", "check", '),
            (
                f"{SOURCE}/__init__.pyi",
                r"(from nonosat.apps.scanning.scan import Scan as)",
                r"from nonosat.counting.toy import Ink as Ink\n"
                r"from nonosat.counting.toy import ink as ink\n\1",
            ),
        ),
        ("tests/records/test_parameters.py", "tests/records/test_answers.py"),
        "ink or added",
        ("ink puzzles/cup.non --times 2", "ink --json puzzles/cup.non"),
    ),
    Recipe(
        "A command",
        {f"{SOURCE}/cli/commands/toy.py": COMMAND},
        (
            (
                f"{SOURCE}/cli/commands/__init__.py",
                r"(COMMANDS = \{\n)",
                r'\1    "toy": ("toy", "Tell the size of a puzzle."),\n',
            ),
        ),
        (
            "tests/apps/cli/test_every_command.py",
            "tests/apps/cli/test_rules.py",
            "tests/apps/cli/shell/test_help.py",
        ),
        "toy",
        ("toy puzzles/cup.non",),
    ),
    Recipe(
        "A format",
        {f"{SOURCE}/formats/toy.py": FORMAT},
        (
            (
                f"{SOURCE}/formats/__init__.py",
                r"(_INDEX: .* = \{\n)",
                r'\1    "toy": _Where("toy", (".toy",)),\n',
            ),
            ("docs/formats.md", "`keen`", "`keen`, `toy`"),
            ("README.md", r"between (\d+) formats", lambda found: f"between {int(found[1]) + 1} formats"),
            ("tests/formats/test_text.py", r"NAMES = \(", r'NAMES = ("toy", '),
            (
                "tests/formats/test_text.py",
                r"TEXTS = \{",
                r'TEXTS = {"toy": "toy\\n1 1\\n3\\n0\\n--\\n2\\n1\\n2\\n",',
            ),
        ),
        (
            "tests/formats/test_formats.py",
            "tests/formats/test_fuzz.py",
            "tests/formats/test_text.py",
            "tests/test_pages.py",
        ),
        "toy or every_format",
        ("convert puzzles/cup.non cup.toy", "check cup.toy"),
    ),
    Recipe(
        "A backend",
        {},
        (
            (
                f"{SOURCE}/sat/backends/__init__.py",
                r'(        \("minisat22", .*\n)',
                r'\1        ("gluecard3", "python-sat", "Gluecard 3", _MINISAT, _pysat),\n',
            ),
        ),
        ("tests/sat/backends/test_backends.py",),
        "gluecard3",
        ("check --backend gluecard3 puzzles/dom-06.non",),
    ),
    Recipe(
        "A technique",
        {},
        (
            (
                f"{SOURCE}/questions/explanation/techniques.py",
                r'(    Technique\("agree", )',
                r'    Technique("toy", Grade.HARD, glue),\n\1',
            ),
            (
                f"{SOURCE}/questions/explanation/patterns.py",
                r"IDEAS = \{\n",
                'IDEAS = {\n    "toy": "a block goes on",\n',
            ),
            (f"{SOURCE}/questions/explanation/wording.py", r'case "glue":', 'case "glue" | "toy":'),
            (
                "tools/replay.py",
                r"DEFINITIONS = \{\n",
                'DEFINITIONS = {\n    "toy": is_glue("by_all"),\n',
            ),
            (
                "tests/explaining/steps/test_explain.py",
                r'(        \("agree", "\?#)',
                r'        ("toy", "#??.?#???.", (1, 3), "#??.?##??."),\n\1',
            ),
        ),
        ("tests/explaining/steps/test_explain.py",),
        "argument",
        ("explain puzzles/cat.non --steps 5", "rate puzzles/cat.non"),
    ),
    Recipe(
        "A picture",
        {f"{SOURCE}/pictures/drawing/toy.py": PICTURE},
        (
            (
                f"{SOURCE}/pictures/drawing/writers.py",
                r'(    Writer\("pdf", .*\n)',
                r'\1    Writer("toy", (".toy",), "toy"),\n',
            ),
            (f"{SOURCE}/pictures/drawing/__init__.py", r"`svg`, ", "`svg`, `toy`, "),
        ),
        ("tests/pictures/drawing", "tests/apps/cli/commands/test_render.py"),
        "not slow",
        ("render puzzles/cup.non -o cup.toy", "render puzzles/cup.non -o cup.toy --force"),
    ),
)


@pytest.fixture
def copy(tmp_path):
    """A copy of the project, with the kernel where it was built."""
    unwanted = shutil.ignore_patterns("__pycache__", "images", "screenshots", "node_modules")
    for folder in ("src", "tests", "docs", "puzzles", "benchmarks"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=unwanted)
    for name in ("README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def run(copy, *words):
    environment = {**os.environ, "PYTHONPATH": str(copy / "src")}
    command = [sys.executable, *words]
    return subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, text=True, check=False, timeout=400
    )


@pytest.mark.nightly
@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.heading)
def test_recipes_run(recipe, copy):
    for name, text in recipe.files.items():
        (copy / name).write_text(text)
    for name, pattern, replacement in recipe.edits:
        text, found = re.subn(pattern, replacement, (copy / name).read_text(), count=1)
        assert found, f"{name} has no {pattern}"
        (copy / name).write_text(text)
    where = run(copy, "-c", "import nonosat; print(nonosat.__file__)")
    assert where.stdout.startswith(str(copy))
    for command in recipe.commands:
        done = run(copy, "-m", "nonosat", *command.split())
        assert done.returncode == 0, f"{command}\n{done.stderr}"
    for words in (recipe.tests, ["tests/test_architecture.py", "tests/test_api.py"]):
        chosen = ["-k", recipe.keyword] if words is recipe.tests and recipe.keyword != "not slow" else []
        done = run(copy, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *words, *chosen)
        assert done.returncode == 0, done.stdout[-3000:]
        assert re.search(r"[1-9]\d* passed", done.stdout)


def test_recipes_name_their_files():
    for recipe in RECIPES:
        _, _, text = PAGE.partition(f"### {recipe.heading}\n")
        text, _, _ = text.partition("\n### ")
        assert text, recipe.heading
        for name in (*recipe.files, *(name for name, *_ in recipe.edits), *recipe.tests):
            short = name.removeprefix(f"{SOURCE}/").replace("toy", "NAME")
            shown = (short, Path(short).name)
            assert any(each in text for each in shown) or name.endswith("__init__.py"), (
                recipe.heading,
                name,
            )
