"""What is handed out: the source distribution is whole, and its wheel is installed without a compiler."""

import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.slow

A_PART = (
    "test_puzzles.py",
    "test_architecture.py",
    "formats/test_examples.py",
    "solving/lines/test_line.py",
    "cli/commands/test_check.py",
)
"""Of the tests, what is quick and takes files of all folders."""


def run(*command, cwd, **environment):
    """What a command prints; nothing of the environment that could lead to this package is left."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}
    done = subprocess.run(
        command, cwd=cwd, env=kept | environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("packaging")


@pytest.fixture(scope="module")
def tracked():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("no repository")
    return {name for name in listed.stdout.splitlines() if (ROOT / name).is_file()}


@pytest.fixture(scope="module")
def sdist(folder, tracked):
    """The source distribution of what git tracks."""
    pytest.importorskip("setuptools")
    for name in tracked:
        (folder / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / "tree" / name, follow_symlinks=False)
    code = "from setuptools import build_meta; build_meta.build_sdist('..')"
    run(sys.executable, "-c", code, cwd=folder / "tree")
    (archive,) = folder.glob("*.tar.gz")
    return archive


@pytest.fixture(scope="module")
def wheel(folder, sdist):
    """The wheel that is built of the source distribution, in an environment of its own."""
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", "wheel", str(sdist), cwd=folder)
    (found,) = folder.glob("wheel/*.whl")
    return found


def test_the_source_distribution_lacks_nothing(sdist, tracked):
    with tarfile.open(sdist) as tar:
        held = {member.name.partition("/")[2] for member in tar if not member.isdir()}
    assert tracked - held == {".gitignore"}


def test_the_wheel_has_the_kernel_and_the_examples_and_no_tests(wheel):
    with zipfile.ZipFile(wheel) as archive:
        held = archive.namelist()
    assert "any" not in wheel.name
    for module in ("solving/lines/kernel", "model"):
        assert any(name.startswith(f"nonosat/{module}/_compiled.c") for name in held)
    assert "nonosat/examples/gchq.non" in held
    assert "nonosat/py.typed" in held
    assert {name.partition("/")[0].partition("-")[0] for name in held} == {"nonosat"}


def test_the_wheel_is_installed_without_a_compiler_and_answers(folder, wheel):
    venv.create(folder / "environment", with_pip=True)
    programs = folder / "environment" / "bin"
    nowhere = {"PATH": str(programs), "CC": "/bin/false", "CXX": "/bin/false"}
    python = str(programs / "python")
    run(python, "-m", "pip", "install", "-q", "--only-binary=:all:", str(wheel), cwd=folder, **nowhere)
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    nonosat = str(programs / "nonosat")
    assert "(compiled kernel)" in run(nonosat, "--version", cwd=elsewhere, **nowhere)
    told = run(nonosat, "check", "--example", "gchq", cwd=elsewhere, **nowhere)
    assert told == "example:gchq: unique (25x25, solvable line by line)\n"


def test_the_tests_of_the_source_distribution_are_found_and_pass(folder, sdist, wheel):
    with tarfile.open(sdist) as tar:
        tar.extractall(folder / "unpacked", filter="data")
    (sources,) = (folder / "unpacked").iterdir()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "installed")
    pytest_of = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    built = {"PYTHONPATH": str(folder / "installed")}
    run(*pytest_of, "--collect-only", "tests", cwd=sources, **built)
    told = run(*pytest_of, *(f"tests/{name}" for name in A_PART), cwd=sources, **built)
    assert " passed" in told
