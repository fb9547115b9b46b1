"""The page about other programs: its programs print the output in their comments. `tests/kernel` does that for C and Rust."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from wasm import require_module

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "embedding.md").read_text(encoding="utf-8")

pytestmark = pytest.mark.slow


def block(language):
    (code,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return code


def said(code, mark):
    """The comments behind what prints something."""
    return re.findall(
        rf"^.*(?:print|console\.log)\(.*\){';?' if mark == '//' else ''} +{mark} (.*)$",
        code,
        re.MULTILINE,
    )


def printed(*command, cwd):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_program_in_javascript(tmp_path):
    if not (node := shutil.which("node")):
        pytest.skip("no node is installed")
    package = tmp_path / "node_modules" / "nonosat"
    shutil.copytree(require_module().parent, package)
    code = block("js")
    (tmp_path / "program.mjs").write_text(code)
    assert printed(node, "program.mjs", cwd=tmp_path) == said(code, "//") != []
    size, small = map(int, re.findall(r"(\d+) kB of WebAssembly \((\d+) compressed\)", PAGE)[0])
    assert abs((package / "nonosat.wasm").stat().st_size / 1000 - size) < 10
    assert small <= 60
    assert f"{small} kB of WebAssembly, gzipped" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_program_in_python(tmp_path):
    code = block("python")
    assert printed(sys.executable, "-c", code, cwd=tmp_path) == said(code, "#") != []
