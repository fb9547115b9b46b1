"""Workflows, scripts and settings: the files that they name are there."""

import re
import tomllib
from fnmatch import fnmatch
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]

MADE = (
    "benchmarks/results",
    "docs/_build*",
    "packaging/dist*",
    "src/nonosat/apps/web/kernel/*.wasm",
    "src/nonosat/apps/web/kernel/LICENSE",
)
"""Files that commands make."""
TOPS = ("src", "tests", "docs", "tools", "benchmarks", "packaging", "puzzles", ".ci", ".github")
PATH = re.compile(rf"(?<![\w./$}}*-])(?:\.\./|\./)?((?:{'|'.join(map(re.escape, TOPS))})/[\w./*-]+)")


def settings():
    """Every YAML, TOML and shell file of the project, and other files that name paths."""
    folders = (".ci", ".github", "packaging", "tools", "benchmarks", "docs", "src")
    files = [*ROOT.glob("*"), *(path for name in folders for path in (ROOT / name).rglob("*"))]
    files += ROOT.glob(".*.yaml")
    return sorted(path for path in {*files} if path.is_file() and is_setting(path))


def is_setting(path):
    if {"node_modules", "_build", "results"} & {*path.parts}:
        return False
    kinds = {".yml", ".yaml", ".toml", ".sh", ".in"}
    return path.suffix in kinds or path.name in {"Containerfile", "Makefile"} or path.parent.name == ".ci"


def missing(text, root=ROOT):
    """The paths in a text that are neither in the project nor made by a command."""
    for path in sorted({found.rstrip(".") for found in PATH.findall(text)}):
        made = any(fnmatch(path, pattern) for pattern in MADE)
        there = any(root.glob(path.replace("**.", "**/*."))) if "*" in path else (root / path).exists()
        if not there and not made:
            yield path


@pytest.mark.parametrize("path", settings(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_paths_that_a_file_of_settings_names_are_there(path):
    assert [*missing(path.read_text(encoding="utf-8"))] == []


def test_files_of_settings_are_found():
    names = {path.relative_to(ROOT).as_posix() for path in settings()}
    assert {
        ".ci/run",
        ".ci/nightly",
        ".github/workflows/tests.yml",
        "pyproject.toml",
        ".readthedocs.yaml",
    } <= names
    assert {"MANIFEST.in", "packaging/Containerfile", "packaging/conda/recipe.yaml"} <= names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pytest -q tests/cli tests/apps/cli", ["tests/cli"]),
        ('paths: ["packaging/**", "src/**.c", "src/**.nothing"]', ["src/**.nothing"]),
        ("uses: actions/checkout@v4\nrun: .ci/gone x", [".ci/gone"]),
        ('"include": ["../src/nonosat/**/*.js"]', []),
    ],
)
def test_a_path_that_is_gone_is_found(text, expected):
    assert [*missing(text)] == expected


def requirements():
    """All requirements of pyproject.toml, by package: runtime, extras and groups for developers."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras, groups = project["project"]["optional-dependencies"], project["dependency-groups"]
    lines = [*project["project"]["dependencies"], *chain(*extras.values()), *chain(*groups.values())]
    parsed = [Requirement(line) for line in lines if isinstance(line, str)]
    return [each for each in parsed if each.name not in {"nonosat", *NOT_PINNED}]


NOT_PINNED = {"ray", "atheris"}
"""Packages that `.ci/run` does not install."""


def test_exact_versions_are_names_and_versions_that_the_bounds_allow():
    lines = (ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []
    pins = {canonicalize_name(name): version for name, _, version in (line.partition("==") for line in lines)}
    assert len(pins) == len(lines)
    wrong = [
        str(each)
        for each in requirements()
        if not each.specifier.contains(pins.get(canonicalize_name(each.name), "0"), prereleases=True)
    ]
    assert wrong == []


def test_one_package_has_one_lower_bound():
    bounds = {}
    for each in requirements():
        bounds.setdefault(canonicalize_name(each.name), set()).add(str(each.specifier))
    assert [name for name, found in bounds.items() if len(found) > 1] == []
    assert all(found != {""} for found in bounds.values())
