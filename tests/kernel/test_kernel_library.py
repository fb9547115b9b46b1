"""The kernel as a C library, without Python: its own tests, and the example of its README."""

import shutil
import subprocess
from pathlib import Path

import pytest

KERNEL = Path(__file__).parents[2] / "src/nonosat/kernel"
TOOLS = ("make", "cc", "ld", "ar", "objcopy")

needs_tools = pytest.mark.skipif(not all(map(shutil.which, TOOLS)), reason="there is no C compiler")


def make(build, *targets):
    """Runs make; returns what it printed."""
    command = ["make", "-s", "-C", str(KERNEL), f"BUILD={build}", *targets]
    done = subprocess.run(command, capture_output=True, text=True)
    assert not done.returncode, done.stderr
    assert not done.stderr
    return done.stdout


@needs_tools
@pytest.mark.slow
def test_the_example_of_the_readme_runs(tmp_path):
    make(tmp_path)
    _, _, rest = (KERNEL / "README.md").read_text(encoding="utf-8").partition("```c\n")
    (tmp_path / "example.c").write_text(rest.partition("```")[0], encoding="utf-8")
    program = tmp_path / "example"
    sources = [str(tmp_path / "example.c"), str(tmp_path / "libnonosat.a")]
    subprocess.run(
        ["cc", "-std=c11", "-Wall", "-Werror", f"-I{KERNEL}", *sources, "-lm", "-o", str(program)], check=True
    )
    assert subprocess.run([program], capture_output=True, text=True, check=True).stdout == "#.\n##\n"


@needs_tools
@pytest.mark.slow
def test_only_documented_names_are_visible(tmp_path):
    make(tmp_path)
    names = subprocess.run(
        ["nm", "-g", "--defined-only", tmp_path / "libnonosat.a"], capture_output=True, text=True
    )
    symbols = {line.split()[-1] for line in names.stdout.splitlines() if " T " in line or " D " in line}
    header = (KERNEL / "nonosat.h").read_text(encoding="utf-8")
    assert symbols
    assert all(name.startswith("nonosat_") and f"{name}(" in header for name in symbols)


@needs_tools
@pytest.mark.slow
def test_threads_that_share_a_puzzle_race_for_nothing(tmp_path):
    make(tmp_path, f"{tmp_path}/threads")
    told = subprocess.run([tmp_path / "threads", "50"], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert told.stdout == "threads: 50 puzzles shared by 4\n"


@needs_tools
@pytest.mark.slow
def test_the_library_bears_whatever_it_is_asked(tmp_path):
    make(tmp_path, f"{tmp_path}/fuzz")
    fuzzed = subprocess.run([tmp_path / "fuzz", "20000"], capture_output=True, text=True, timeout=100)
    assert fuzzed.stdout == "fuzzer: no fault\n", fuzzed.stderr


@needs_tools
@pytest.mark.nightly
def test_the_library_passes_its_own_tests_with_sanitizers(tmp_path):
    assert "fuzzer: no fault" in make(tmp_path, "test", "RUNS=20000", "FUZZES=5000")


def test_no_folder_but_that_of_the_binding_knows_python():
    for path in KERNEL.rglob("*.[ch]"):
        text = path.read_text(encoding="utf-8")
        assert ("Python.h" in text) == (path.name == "binding.h")
        if path.parent.name in ("python", "wasm"):
            assert all(
                line in ('#include "../nonosat.h"',) or "../" not in line
                for line in text.splitlines()
                if line.startswith("#include")
            )
