"""The tests of what is compiled, under AddressSanitizer and UndefinedBehaviorSanitizer.

`python tools/sanitize.py` builds it anew, in a folder that is thrown away afterwards, with gcc's
sanitizers, which stop the interpreter at the first access out of bounds, use of freed memory, overflow,
misaligned or undefined operation; and runs its tests with that: those of hostile arguments, of failing
allocations, and those that compare it with the reference. Takes gcc on Linux with its libasan, and some
minutes. With `--threads` first it is ThreadSanitizer instead, which reports what two threads touch without a lock,
and the tests of threads. What follows on the command line goes to pytest.

Leaks are not asked for: an interpreter that ends gives back little of what it has. The tests of allocations
count what is lost instead.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]

FLAGS = "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g"
OF_THREADS = "-fsanitize=thread -fno-omit-frame-pointer -g"

TESTS = (
    "lines/test_kernel_hostile.py",
    "lines/test_kernel_allocations.py",
    "lines/test_kernel.py",
    "lines/test_chains.py",
    "search/test_large.py",
    "counting/test_sweeps.py",
    "lines/test_threads.py",
    "model/test_soundness.py",
    "model/test_verification.py",
)

LIBRARY_TESTS = "tests/kernel/test_calls.py"
"""Calls of nonosat.h in any order, with any struct, and with NULL for every argument."""

UNFIT = "not leaks and not ctrl_c"
"""Excludes tests of memory or time, which the sanitizers increase."""


def build(folder: Path, flags: str, compiler: str = "gcc") -> Path:
    """A copy of the package whose kernel has the sanitizers; returns where to import it from."""
    ignored = shutil.ignore_patterns("*.so", "__pycache__")
    shutil.copytree(ROOT / "src", folder / "src", ignore=ignored)
    shutil.copytree(ROOT / "packaging", folder / "packaging", ignore=ignored)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / name)
    variables = {"CC": compiler, "CFLAGS": flags, "LDFLAGS": flags, "LDSHARED": f"{compiler} -shared"}
    setup = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(setup, cwd=folder, env=os.environ | variables, check=True)
    if len([*(folder / "src/nonosat").glob("**/_compiled.*.so")]) < 2:
        sys.exit(f"not all was built: {compiler} with its sanitizers is needed")
    return folder / "src"


def library(name: str) -> str:
    """Returns the path of one of gcc's libraries."""
    found = subprocess.run(["gcc", f"-print-file-name={name}"], capture_output=True, text=True, check=True)
    return found.stdout.strip()


def main() -> int:
    threads = sys.argv[1:2] == ["--threads"]
    libraries = ["libtsan.so"] if threads else ["libasan.so", "libubsan.so"]
    with TemporaryDirectory() as folder:
        environment = os.environ | {
            "PYTHONPATH": str(build(Path(folder), OF_THREADS if threads else FLAGS)),
            "PYTHONMALLOC": "malloc",  # so that every object has its own bounds
            "LD_PRELOAD": " ".join(map(library, libraries)),
            "ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1",
            "UBSAN_OPTIONS": "print_stacktrace=1",
            "TSAN_OPTIONS": "halt_on_error=1",
        }
        pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:faulthandler"]
        more = sys.argv[1 + threads :]

        def run(*words: str) -> int:
            return subprocess.run([*pytest, *words, *more], cwd=ROOT, env=environment, check=False).returncode

        if threads:
            return run("-k", UNFIT, "tests/lines/test_threads.py")
        code = run("-k", UNFIT, *(f"tests/{name}" for name in TESTS))
        environment |= {"CFLAGS": FLAGS, "LDFLAGS": FLAGS}  # the library that these tests make
        return run("-m", "", LIBRARY_TESTS) or code


if __name__ == "__main__":
    sys.exit(main())
