"""The kernel in WebAssembly, compiled from the present sources."""

import importlib.util
import shutil
import subprocess
from pathlib import Path

import pytest

_spec = importlib.util.spec_from_file_location(
    "wasm_build", Path(__file__).parents[2] / "packaging" / "wasm.py"
)
build = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(build)

NODE = shutil.which("node")


def node(folder, *words, text=None):
    """Returns what Node prints for a script, run in a folder."""
    done = subprocess.run(
        [NODE, *map(str, words)], input=text, cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def require_module():
    """Returns the path of the module, recompiled if outdated; skips the test without a compiler."""
    if not build.is_current():
        pytest.importorskip("ziglang", reason="no compiler for WebAssembly: pip install ziglang")
        build.build()
    return build.MODULE
