"""The kernel as a C library, without Python: its own tests, and the example of its README."""

import os
import re
import runpy
import shutil
import subprocess
from graphlib import TopologicalSorter
from pathlib import Path

import older_header
import pytest

import nonosat as ns

ROOT = Path(__file__).parents[2]
KERNEL = ROOT / "src/nonosat/kernel"
PAGE = (ROOT / "docs/embedding.md").read_text(encoding="utf-8")
TOOLS = ("make", "cc", "ar", "nm")

needs_tools = pytest.mark.skipif(not all(map(shutil.which, TOOLS)), reason="there is no C compiler")


def make(build, *targets):
    """Runs make; returns what it printed."""
    command = ["make", "-s", "-C", str(KERNEL), f"BUILD={build}", *targets]
    done = subprocess.run(command, capture_output=True, text=True)
    assert not done.returncode, done.stderr
    assert not done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Returns a folder with the installed library; nonosat.pc is searched for there, not in the system's folders."""
    folder = tmp_path_factory.mktemp("installed")
    make(folder / "build", "install", f"PREFIX={folder}")
    return folder


@needs_tools
@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("pkg-config"), reason="there is no pkg-config")
@pytest.mark.parametrize("static", [False, True])
def test_the_example_of_the_readme_links_with_what_pkg_config_says(installed, tmp_path, static):
    _, _, rest = (KERNEL / "README.md").read_text(encoding="utf-8").partition("```c\n")
    (tmp_path / "example.c").write_text(rest.partition("```")[0], encoding="utf-8")
    environment = {**os.environ, "PKG_CONFIG_PATH": str(installed / "lib/pkgconfig")}
    command = ["pkg-config", "--cflags", "--libs", "--static", "nonosat"]
    flags = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True
    ).stdout.split()
    if static:
        flags = [str(installed / "lib/libnonosat.a") if flag == "-lnonosat" else flag for flag in flags]
    program = tmp_path / "example"
    words = ["cc", "-std=c11", "-Wall", "-Werror", str(tmp_path / "example.c"), *flags, "-o", str(program)]
    subprocess.run(words, check=True)
    environment["LD_LIBRARY_PATH"] = "" if static else str(installed / "lib")
    run = subprocess.run([program], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout == "#.\n##\n"


@needs_tools
@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("cmake"), reason="there is no CMake")
@pytest.mark.parametrize("target", ["nonosat::nonosat", "nonosat::static"])
def test_cmake_finds_the_library_by_the_example_of_the_page(installed, tmp_path, target):
    _, _, rest = (KERNEL / "README.md").read_text(encoding="utf-8").partition("```c\n")
    (tmp_path / "example.c").write_text(rest.partition("```")[0], encoding="utf-8")
    (lists,) = re.findall(r"```cmake\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "CMakeLists.txt").write_text(lists.replace("nonosat::nonosat", target), encoding="utf-8")
    build = tmp_path / "build"
    subprocess.run(
        ["cmake", "-S", str(tmp_path), "-B", str(build), f"-DCMAKE_PREFIX_PATH={installed}"],
        check=True,
        capture_output=True,
    )
    subprocess.run(["cmake", "--build", str(build)], check=True, capture_output=True)
    run = subprocess.run([build / "example"], capture_output=True, text=True, check=True)
    assert run.stdout == "#.\n##\n"


@needs_tools
@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("cmake"), reason="there is no CMake")
@pytest.mark.parametrize(
    ("wanted", "found"), [("0.1", True), ("0.1.0", True), ("0.0", False), ("0.2", False), ("1.0", False)]
)
def test_cmake_takes_versions_of_the_same_series_only(installed, tmp_path, wanted, found):
    lists = (
        f"cmake_minimum_required(VERSION 3.16)\nproject(p NONE)\nfind_package(nonosat {wanted} REQUIRED)\n"
    )
    (tmp_path / "CMakeLists.txt").write_text(lists, encoding="utf-8")
    command = [
        "cmake",
        "-S",
        str(tmp_path),
        "-B",
        str(tmp_path / "build"),
        f"-DCMAKE_PREFIX_PATH={installed}",
    ]
    assert (subprocess.run(command, capture_output=True).returncode == 0) == found


@needs_tools
@pytest.mark.slow
@pytest.mark.skipif(not (shutil.which("cargo") and shutil.which("pkg-config")), reason="there is no Rust")
def test_the_crate_of_the_page_is_built_and_prints_what_it_says(installed, tmp_path):
    for name, code in re.findall(r"```rust\n// (\S+)\n(.*?)```", PAGE, re.DOTALL):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(code, encoding="utf-8")
    (tmp_path / "Cargo.toml").write_text('[package]\nname = "example"\nedition = "2024"\n', encoding="utf-8")
    environment = {
        **os.environ,
        "PKG_CONFIG_PATH": str(installed / "lib/pkgconfig"),
        "RUSTFLAGS": "-Dwarnings",
    }
    run = subprocess.run(
        ["cargo", "run", "-q", "--offline"], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert [run.stdout.strip()] == re.findall(r"println!\(\"\{\} \{:\?\}.*// (.*)$", PAGE, re.MULTILINE)


@needs_tools
@pytest.mark.slow
@pytest.mark.parametrize(("header", "option"), [(older_header.older, []), (older_header.newer, ["-DNEWER"])])
def test_programs_with_shorter_and_longer_structs_get_their_answers(installed, tmp_path, header, option):
    program = tmp_path / "caller"
    source = Path(__file__).parent / "old_caller.c"
    text = (KERNEL / "nonosat.h").read_text(encoding="utf-8")
    (tmp_path / "caller.h").write_text(header(text), encoding="utf-8")
    words = ["cc", "-std=c11", "-Wall", "-Werror", f"-I{tmp_path}", *option, str(source)]
    words += [f"-L{installed}/lib", "-lnonosat"]
    subprocess.run([*words, "-o", str(program)], check=True)
    environment = {**os.environ, "LD_LIBRARY_PATH": str(installed / "lib")}
    run = subprocess.run([program], env=environment, capture_output=True, text=True)
    assert run.stdout == "answers as expected\n", run.stderr


def test_the_members_of_each_struct_keep_their_order():
    text = (KERNEL / "nonosat.h").read_text(encoding="utf-8")
    declared = {name: [*members] for name, members in older_header.structs_that_grow(text).items()}
    assert declared == {name: members for name, (members, _) in older_header.recorded().items()}


def test_each_struct_that_can_grow_begins_with_its_size():
    header = IGNORED.sub("", (KERNEL / "nonosat.h").read_text(encoding="utf-8"))
    structs = dict(re.findall(r"typedef struct \{([^}]*)\} (nonosat_\w+);", header))
    structs = {name: members for members, name in structs.items()}
    sized = {name for name, members in structs.items() if members.split()[:2] == ["size_t", "size;"]}
    fixed = {"memory", "tick", "observer", "step_observer", "block", "chain", "pairs", "step"}
    assert structs.keys() - sized == {f"nonosat_{name}" for name in fixed}


def names_in(library, *options):
    """Returns the exported names of a library."""
    command = ["nm", "-g", "--defined-only", *options, str(library)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {line.split()[-1] for line in printed.splitlines() if len(line.split()) == 3}


@needs_tools
@pytest.mark.slow
def test_only_documented_names_are_visible(installed):
    header = (KERNEL / "nonosat.h").read_text(encoding="utf-8")
    documented = set(re.findall(r"\b(nonosat_\w+)\(", header))
    assert names_in(installed / "lib/libnonosat.so", "-D") == documented
    others = names_in(installed / "lib/libnonosat.a") - documented
    assert others
    assert all(name.startswith("nonosat_inner_") for name in others)


@needs_tools
def test_the_version_is_that_of_the_package():
    header = (KERNEL / "nonosat.h").read_text(encoding="utf-8")
    parts = [re.search(rf"_VERSION_{part} (\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH")]
    assert ".".join(parts) == re.search(r'_VERSION "(.*)"', header)[1] == ns.__version__


@needs_tools
@pytest.mark.slow
def test_threads_that_share_a_puzzle_have_no_data_race(tmp_path):
    make(tmp_path, f"{tmp_path}/threads")
    told = subprocess.run([tmp_path / "threads", "50"], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert told.stdout == "threads: 50 puzzles shared by 4\n"


@needs_tools
@pytest.mark.slow
def test_the_library_survives_random_calls(tmp_path):
    make(tmp_path, f"{tmp_path}/fuzz")
    fuzzed = subprocess.run([tmp_path / "fuzz", "20000"], capture_output=True, text=True, timeout=100)
    assert fuzzed.stdout == "fuzzer: no fault\n", fuzzed.stderr


@needs_tools
@pytest.mark.nightly
def test_the_library_passes_its_own_tests_with_sanitizers(tmp_path):
    assert "fuzzer: no fault" in make(tmp_path, "test", "RUNS=20000", "FUZZES=5000")


def test_only_the_binding_uses_python():
    for path in KERNEL.rglob("*.[ch]"):
        text = path.read_text(encoding="utf-8")
        assert ("Python.h" in text) == (path.name == "binding.h")
        if path.parent.name in ("python", "wasm"):
            assert all(
                line in ('#include "../nonosat.h"',) or "../" not in line
                for line in text.splitlines()
                if line.startswith("#include")
            )


DEFINITION = re.compile(
    r"^(?!static|INLINED|EXPORT|#|typedef)[A-Za-z_][\w ]*[ *](\w+)\([^;{}]*\)\s*\{", re.MULTILINE
)
IGNORED = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\])*"', re.DOTALL)


def test_no_files_include_each_other():
    text = {path: IGNORED.sub("", path.read_text(encoding="utf-8")) for path in KERNEL.rglob("*.c")}
    owner = {name: path for path in text for name in DEFINITION.findall(text[path])}
    assert len(owner) > 150
    used = {
        path: {owner[word] for word in re.findall(r"\w+(?=\()", text[path]) if owner.get(word, path) != path}
        for path in text
    }
    assert [*TopologicalSorter(used).static_order()]


def test_every_planted_fault_has_one_place_in_the_kernel():
    faults = runpy.run_path(str(KERNEL.parents[2] / "tools/planted_kernel.py"))["faults"]
    planted = faults((Path(__file__).parent / "faults.txt").read_text(encoding="utf-8"))
    places = {fault: (KERNEL / fault.path).read_text(encoding="utf-8").count(fault.old) for fault in planted}
    assert len(planted) > 100
    assert [str(fault) for fault, number in places.items() if number != 1] == []
