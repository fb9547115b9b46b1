"""Compiles the kernel to WebAssembly, for pages and for Python in browsers: python packaging/wasm.py

The modules go to `apps/web/kernel`, and are no part of the repository; wheels and `npm pack` take them from there.
`nonosat.wasm` is the library alone, `pyodide.wasm` the extension for Pyodide, with the stable interface of CPython. The
compiler is Zig's, the package `ziglang` of PyPI. Modules end with the hash of their sources. Tests recompile outdated
modules, and setup.py leaves them out of what it builds.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
LICENSE = ROOT / "LICENSE"
SHIM = ROOT / "packaging" / "pyodide" / "pyconfig.h"
KERNEL = ROOT / "src" / "nonosat" / "kernel"
FOLDER = KERNEL.parent / "apps" / "web" / "kernel"
MODULE = FOLDER / "nonosat.wasm"
EXTENSION = FOLDER / "pyodide.wasm"

_FLAGS = ["-target", "wasm32-wasi", "-std=c11", "-O3"]
_ALONE = [
    *("-mexec-model=reactor", "-flto", "-s"),
    "-Wl,--gc-sections,--initial-memory=1048576,--max-memory=2147483648,-z,stack-size=262144",
]
_SHARED = [
    *("-mcpu=generic-extended_const", "-fPIC", "-fvisibility=hidden", "-Wno-incompatible-pointer-types"),
    *("-D_WASI_EMULATED_SIGNAL", "-D_WASI_EMULATED_PROCESS_CLOCKS", "-DPy_LIMITED_API=0x030b0000"),
]
_LINKED = [
    *(
        "-shared",
        "--experimental-pic",
        "--allow-undefined",
        "--import-memory",
        "--gc-sections",
        "--strip-all",
    ),
    "--export=PyInit__compiled",
]
_SECTION = b"sources"  # name of the custom section with the hash


def sources() -> list[Path]:
    """Returns the C files and headers."""
    return sorted(path for path in KERNEL.rglob("*") if path.suffix in (".c", ".h"))


def digest() -> bytes:
    """Returns the hash of the sources and flags."""
    content = sha256(" ".join([*_FLAGS, *_ALONE, *_SHARED, *_LINKED]).encode())
    for path in (*sources(), SHIM):
        content.update(path.name.encode() + b"\n" + path.read_bytes())
    return content.hexdigest().encode()


def is_current() -> bool:
    """Returns True if the compiled modules exist and match the sources."""
    end = digest()
    return all(path.is_file() and path.read_bytes().endswith(end) for path in (MODULE, EXTENSION))


def _code(without: str) -> list[str]:
    found = (path for path in sources() if path.suffix == ".c")
    return [os.fspath(path) for path in found if without not in path.relative_to(KERNEL).parts]


def _run(*words: str) -> None:
    if find_spec("ziglang") is None:
        raise SystemExit(f"Zig compiles the kernel for browsers: {sys.executable} -m pip install ziglang")
    command = [sys.executable, "-m", "ziglang", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)


def _link_extension(made: str, folder: str) -> None:
    """Compiles the extension with the headers of this Python, and the configuration of Pyodide's."""
    headers = Path(folder, "include")
    shutil.copytree(sysconfig.get_path("include"), headers)
    shutil.copy(SHIM, headers)
    objects = []
    for number, path in enumerate(_code("wasm")):
        objects.append(os.path.join(folder, f"{number}.o"))
        _run("cc", *_FLAGS, *_SHARED, "-I", os.fspath(headers), "-c", path, "-o", objects[-1])
    _run("wasm-ld", *_LINKED, *objects, "-o", made)


def build() -> None:
    """Compiles the modules; older ones are replaced at once."""
    section = bytes([len(_SECTION)]) + _SECTION + digest()
    with TemporaryDirectory() as folder:
        alone, shared = os.path.join(folder, "alone"), os.path.join(folder, "shared")
        _run("cc", *_FLAGS, *_ALONE, *_code("python"), "-lm", "-o", alone)
        _link_extension(shared, folder)
        for made, path in ((alone, MODULE), (shared, EXTENSION)):
            beside = path.with_suffix(f".{os.getpid()}")
            beside.write_bytes(Path(made).read_bytes() + bytes([0, len(section)]) + section)
            beside.replace(path)
    shutil.copy(LICENSE, FOLDER)  # npm packages need a copy


if __name__ == "__main__":
    if not is_current():
        build()
    for path in (MODULE, EXTENSION):
        print(f"{path}: {path.stat().st_size:,} bytes")
