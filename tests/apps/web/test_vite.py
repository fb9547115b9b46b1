"""The JavaScript package in an application that a bundler builds: Vite's, in the version of `.ci/package.json`."""

import functools
import http.server
import json
import os
import shutil
import subprocess
import threading
from pathlib import Path

import pytest
from wasm import NODE

pytestmark = [pytest.mark.slow, pytest.mark.skipif(NODE is None, reason="no node is installed")]

ROOT = Path(__file__).parents[3]
VITE = ROOT / ".venv/browser/node_modules/vite/bin/vite.js"

PAGE = """<!doctype html><html lang="en"><title>Try</title><p id="says"></p>
<script type="module" src="./main.js"></script></html>
"""
MAIN = """import { check } from "nonosat";

const tell = (text) => (document.querySelector("#says").textContent = text);
check({ rows: [[1], [2]], columns: [[2], [1]] }).then(({ verdict }) => tell(verdict), ({ message }) => tell(message));
"""


def test_tools_have_exact_versions():
    versions = json.loads((ROOT / ".ci/package.json").read_text())["devDependencies"]
    assert all(version.replace(".", "").isdigit() for version in versions.values())
    installed = ROOT / ".venv/browser/node_modules"
    for name, version in versions.items():
        if (about := installed / name / "package.json").is_file():
            assert json.loads(about.read_text())["version"] == version


@pytest.mark.parametrize("base", ["./", "/"])
def test_a_build_of_vite_checks_a_puzzle(visit, served, tmp_path, base):
    if not VITE.is_file():
        pytest.skip("no vite is installed")
    shutil.copytree(served / "kernel", tmp_path / "node_modules" / "nonosat")
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "main.js").write_text(MAIN)
    done = subprocess.run(
        [NODE, VITE, "build", "--base", base], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=os.fspath(tmp_path / "dist"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as files:
        threading.Thread(target=files.serve_forever, daemon=True).start()
        page = visit(f"http://127.0.0.1:{files.server_port}/", expected="favicon|404")
        page.locator("#says").filter(has_text="unique").wait_for()
        files.shutdown()
