"""Releases: the source distribution is complete, and its wheel is installed without a compiler."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
from wasm import require_module

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.nightly

A_PART = (
    "test_puzzles.py",
    "test_architecture.py",
    "formats/test_examples.py",
    "lines/test_line.py",
    "apps/cli/commands/test_check.py",
)
"""Of the tests, what is quick and takes files of all folders."""


def run(*command, cwd, **environment):
    """Returns the output of a command, in an environment without any path to this package."""
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
    for module in require_module().parent.glob("*.wasm"):
        shutil.copy(module, folder / "tree" / "src" / "nonosat" / "apps" / "web" / "kernel")
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


def test_classifiers_name_the_versions_and_systems_that_workflows_build_and_test():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    classifiers = project["project"]["classifiers"]
    built = re.findall(r"cp3([0-9]+)-\*", project["tool"]["cibuildwheel"]["build"])
    versions = [classifier.rsplit(".", 1)[1] for classifier in classifiers if "Python :: 3." in classifier]
    assert versions == built
    machines = (ROOT / ".github" / "workflows" / "tests.yml").read_text()
    systems = {"ubuntu": "POSIX :: Linux", "macos": "MacOS", "windows": "Microsoft :: Windows"}
    assert {name for name in systems if f"{name}-latest" in machines} == set(systems)
    assert {f"Operating System :: {system}" for system in systems.values()} <= set(classifiers)


def test_the_source_distribution_lacks_nothing(sdist, tracked):
    with tarfile.open(sdist) as tar:
        held = {member.name.partition("/")[2] for member in tar if not member.isdir()}
    assert tracked - held == {".gitignore"}
    assert {f"src/nonosat/apps/web/kernel/{name}.wasm" for name in ("nonosat", "pyodide")} <= held


def test_the_wheel_has_the_kernel_and_the_examples_and_no_tests(wheel):
    with zipfile.ZipFile(wheel) as archive:
        held = archive.namelist()
    assert "any" not in wheel.name
    for module in ("kernel", "model"):
        assert any(name.startswith(f"nonosat/{module}/_compiled.c") for name in held)
    assert "nonosat/examples/gchq.non" in held
    modules = {f"nonosat/apps/web/kernel/{name}.wasm" for name in ("nonosat", "pyodide")}
    assert {"nonosat/py.typed", *modules} <= set(held)
    assert {name.partition("/")[0].partition("-")[0] for name in held} == {"nonosat"}
    assert not [name for name in held if name.endswith((".c", ".h"))]
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = (archive.read(name).decode() for name in held if name.endswith("/METADATA"))
    assert "Author: The nonosat developers\n" in metadata
    extras = re.findall(r"^Provides-Extra: (.*)$", metadata, re.MULTILINE)
    assert sorted(extras) == sorted(
        ["all", "book", "dask", "data", "mcp", "plot", "ray", "scan", "studio", "svg", "xlsx", "yaml"]
    )


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
    told = run(nonosat, "check", "example:gchq", cwd=elsewhere, **nowhere)
    assert told == "example:gchq: unique (25x25, solvable line by line)\n"


@pytest.fixture(scope="module")
def index(folder, wheel):
    """A local index: a page that links the wheel; dependencies come from the usual one."""
    place = folder / "simple" / "nonosat"
    place.mkdir(parents=True)
    shutil.copy(wheel, place)
    (place / "index.html").write_text(f'<a href="{wheel.name}">{wheel.name}</a>')
    return place.parent.as_uri()


NO_COMPILER = {"CC": "/bin/false", "CXX": "/bin/false"}


AGENT = """
import asyncio, sys
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

async def tools():
    server = StdioServerParameters(command=sys.executable, args=["-m", "nonosat", "mcp"])
    async with Client(stdio_client(server)) as client:
        print([tool.name for tool in (await client.list_tools()).tools])

asyncio.run(tools())
"""
"""The first calls of an agent, by the official client."""


DRAWN = """
import base64
from nonosat.apps.studio.questions import answer

puzzle = {"rows": [[1], [2]], "columns": [[2], [1]]}
file = answer("render", {"puzzle": puzzle, "to": "pdf"})["file"]
print(base64.b64decode(file["base64"])[:5].decode())
print(answer("scan", {"base64": "AAAA"})["error"]["message"])
"""
"""Drawings of the studio with its own extra, and its refusals of those that need another."""


def tool(name):
    return shutil.which(name, path=str(Path(sys.executable).parent)) or pytest.skip(f"no {name}")


def test_pip_finds_it_by_name_and_it_answers_with_the_extras(folder, index):
    venv.create(folder / "named", with_pip=True)
    programs = folder / "named" / "bin"
    pip = (str(programs / "python"), "-m", "pip", "install", "-q", "--only-binary=:all:")
    run(*pip, "--extra-index-url", index, "nonosat[studio]", cwd=folder, **NO_COMPILER)
    drawn, refused = run(str(programs / "python"), "-c", DRAWN, cwd=folder).splitlines()
    assert drawn == "%PDF-"
    assert "nonosat[scan]" in refused
    run(*pip, "--extra-index-url", index, "nonosat[mcp]", cwd=folder, **NO_COMPILER)
    asked = run(str(programs / "nonosat"), "check", "example:gchq", cwd=folder)
    assert asked == "example:gchq: unique (25x25, solvable line by line)\n"
    run(str(programs / "nonosat"), "certify", "example:cup", "-o", "cup.nonoproof", cwd=folder)
    verified = run(str(programs / "python"), "-m", "nonosat.verifier", "cup.nonoproof", cwd=folder)
    assert "unique" in verified
    run(str(programs / "python"), "-c", "import nonosat.apps.studio.server", cwd=folder)
    assert "check_puzzle" in run(str(programs / "python"), "-W", "ignore", "-c", AGENT, cwd=folder)


def test_uv_and_pipx_run_it(folder, index):
    homes = {
        name: str(folder / "tools" / name.lower())
        for name in ("UV_TOOL_DIR", "UV_TOOL_BIN_DIR", "PIPX_HOME", "PIPX_BIN_DIR")
    }
    uv = (tool("uv"), "tool", "install", "-q", "--python", sys.executable, "--index", index, "nonosat")
    run(*uv, cwd=folder, **homes, **NO_COMPILER)
    program = str(folder / "tools" / "uv_tool_bin_dir" / "nonosat")
    assert "unique" in run(program, "check", "example:cup", cwd=folder)
    pipx = (
        tool("pipx"),
        "run",
        "--python",
        sys.executable,
        f"--pip-args=--extra-index-url {index}",
        "nonosat",
    )
    assert "unique" in run(*pipx, "check", "example:cup", cwd=folder, **homes, **NO_COMPILER)


def test_three_packages_suffice_for_most_questions(folder, wheel):
    venv.create(folder / "light", with_pip=True)
    python, program = (str(folder / "light" / "bin" / name) for name in ("python", "nonosat"))
    run(
        python,
        "-m",
        "pip",
        "install",
        "-q",
        "--no-deps",
        str(wheel),
        "click",
        "python-sat",
        "six",
        cwd=folder,
    )
    several = "example:gchq-without-givens"
    assert "4 solutions" in run(program, "count", *several, cwd=folder)
    assert "2 cells revealed" in run(program, "repair", "givens", *several, cwd=folder)
    assert "only solution" in run(program, "explain", "example:cup", cwd=folder)
    assert run(program, "convert", "example:cup", "cup.json", cwd=folder) == ""
    assert run(program, "convert", "example:cup", "-o", "cup.xml", cwd=folder) == ""
    assert "unique" in run(program, "check", "cup.xml", cwd=folder)


def test_an_outdated_kernel_for_browsers_stays_in_the_tree_and_out_of_the_wheel(folder, sdist):
    with tarfile.open(sdist) as tar:
        tar.extractall(folder / "outdated", filter="data")
    (sources,) = (folder / "outdated").iterdir()
    header = sources / "src/nonosat/kernel/nonosat.h"
    header.write_text(header.read_text() + "/* changed */\n")
    before = {path: path.read_bytes() for path in sources.rglob("*") if path.is_file()}
    said = run(sys.executable, "-m", "pip", "wheel", "-v", "--no-deps", "-w", "wheel", ".", cwd=sources)
    assert "no kernel for browsers: it is missing or outdated; python packaging/wasm.py compiles it" in said
    assert {path: path.read_bytes() for path in before} == before
    (wheel,) = sources.glob("wheel/*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert not [name for name in archive.namelist() if name.endswith(".wasm")]


def test_the_index_takes_the_descriptions(folder, sdist, wheel):
    assert run(tool("twine"), "check", str(sdist), str(wheel), cwd=folder).count("PASSED") == 2


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
