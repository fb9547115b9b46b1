"""The studio's page in a browser with either engine: a server in another process, or Python in the page."""

import functools
import http.server
import os
import re
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from designer import Designer
from wasm import require_module

from nonosat.apps.web import FOLDER

ROOT = Path(__file__).parents[3]
BROWSER = ROOT / ".venv" / "browser"
"""Folder in which `.ci/run` puts Pyodide and python-sat's wheel for it."""


class Server:
    """`nonosat studio` as a process, which can be killed and started again at the same address."""

    def __init__(self):
        self.port = 0
        self.start()

    def start(self):
        command = [sys.executable, "-m", "nonosat", "studio", "--no-browser", "--port", str(self.port)]
        command += ["--allow-host", "studio.test"]
        environment = {
            **os.environ,
            "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
        }
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        said = ""
        for line in self.process.stdout:
            said += line
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
                self.address, self.port = found[0], int(found[1])
                break
        else:
            raise AssertionError(f"the server has not started: {said}")

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture(scope="module")
def server():
    pytest.importorskip("nonosat.apps.studio.serving", reason="the extra `studio` is not installed")
    server = Server()
    yield server
    server.kill()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def translate_path(self, path):
        """Tests import modules that the exported page has within its only one."""
        name = super().translate_path(path)
        source = FOLDER / os.path.relpath(name, self.directory)
        return name if os.path.exists(name) or not source.is_file() else os.fspath(source)

    def log_message(self, *_):
        pass

    def copyfile(self, *files):
        with suppress(ConnectionError):  # a page that is closed before it is loaded
            super().copyfile(*files)


@pytest.fixture(scope="session")
def exported(tmp_path_factory):
    """The folder of the page that needs no server."""
    from nonosat.apps.studio.export import export

    wheels = sorted((BROWSER / "wheels").glob("*.whl"))
    if not wheels:
        pytest.skip("no wheel of python-sat for Pyodide in .venv/browser/wheels")
    require_module()
    folder = tmp_path_factory.mktemp("studio") / "site"
    export(folder, pyodide=BROWSER / "node_modules" / "pyodide", wheels=wheels)
    return folder


@pytest.fixture(scope="session")
def static(exported):
    """The address of that folder, from a server of files."""
    handler = functools.partial(_Quiet, directory=os.fspath(exported))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as files:
        threading.Thread(target=files.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{files.server_port}/"
        files.shutdown()


# Starting Python in a page takes some CPU seconds.
@pytest.fixture(params=["server", pytest.param("pyodide", marks=pytest.mark.nightly)])
def engine(request):
    return request.param


@pytest.fixture
def studio(engine, request, visit):
    """`studio(puzzle=None, **context)`: a `Designer` at the page, with a puzzle on the desk."""
    address = (
        request.getfixturevalue("static")
        if engine == "pyodide"
        else request.getfixturevalue("server").address
    )

    def studio(puzzle=None, **context):
        return Designer(visit(address, **context), puzzle)

    return studio
