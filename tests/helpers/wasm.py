"""The kernel in WebAssembly, compiled from the present sources."""

import importlib.util
from pathlib import Path

import pytest

_spec = importlib.util.spec_from_file_location(
    "wasm_build", Path(__file__).parents[2] / "packaging" / "wasm.py"
)
build = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(build)


def require_module():
    """Returns the path of the module, compiled anew if it is outdated; skips the test without a compiler."""
    if not build.is_current():
        pytest.importorskip("ziglang", reason="no compiler for WebAssembly: pip install ziglang")
        build.build()
    return build.MODULE
