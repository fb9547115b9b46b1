"""Compiles the kernel to WebAssembly: python packaging/wasm.py

The module goes to `apps/web/kernel`, and is no part of the repository; wheels and `npm pack` take it from there. The
compiler is Zig's, the package `ziglang` of PyPI. The module ends with the hash of its sources: tests compile an outdated
one anew, and setup.py removes it.
"""

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[1]
LICENSE = ROOT / "LICENSE"
KERNEL = ROOT / "src" / "nonosat" / "kernel"
MODULE = KERNEL.parent / "apps" / "web" / "kernel" / "nonosat.wasm"

_FLAGS = [
    *("-target", "wasm32-wasi", "-mexec-model=reactor", "-std=c11", "-O3", "-flto", "-s"),
    "-Wl,--gc-sections,--initial-memory=1048576,--max-memory=2147483648,-z,stack-size=262144",
]
_SECTION = b"sources"  # name of the custom section with the hash


def sources() -> list[Path]:
    """Returns the C files and headers of the library and of its exports."""
    found = (path for path in KERNEL.rglob("*") if path.suffix in (".c", ".h"))
    return sorted(path for path in found if "python" not in path.relative_to(KERNEL).parts)


def digest() -> bytes:
    """Returns the hash of the sources and flags."""
    content = sha256(" ".join(_FLAGS).encode())
    for path in sources():
        content.update(path.relative_to(KERNEL).as_posix().encode() + b"\n" + path.read_bytes())
    return content.hexdigest().encode()


def is_current() -> bool:
    """Returns True if the compiled module is there and of these sources."""
    return MODULE.is_file() and MODULE.read_bytes().endswith(digest())


def build() -> None:
    """Compiles the module, and replaces an older one at once."""
    made = MODULE.with_suffix(f".{os.getpid()}")
    code = [os.fspath(path) for path in sources() if path.suffix == ".c"]
    command = [sys.executable, "-m", "ziglang", "cc", *_FLAGS, *code, "-lm", "-o", os.fspath(made)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    section = bytes([len(_SECTION)]) + _SECTION + digest()
    with made.open("ab") as file:
        file.write(bytes([0, len(section)]) + section)
    made.replace(MODULE)
    shutil.copy(LICENSE, MODULE.parent)  # for npm


if __name__ == "__main__":
    if not is_current():
        build()
    print(f"{MODULE}: {MODULE.stat().st_size:,} bytes")
