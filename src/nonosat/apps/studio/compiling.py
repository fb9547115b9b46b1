"""Compiles the Python of an exported page, to save browsers the time: Node runs the page's own Pyodide."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from nonosat.apps.web import FOLDER

_PROGRAM = FOLDER / "compile.mjs"
_SECONDS = 120


def compiled(files: Mapping[str, bytes], archives: Sequence[str]) -> dict[str, bytes]:
    """Returns the archives with bytecode in place of source; empty if Node is missing or fails.

    `files` are those of Pyodide and the archives, by name.
    """
    node = shutil.which("node")
    if node is None:
        return {}
    with TemporaryDirectory() as folder:
        for name, data in files.items():
            Path(folder, name).write_bytes(data)
        try:
            command = [node, str(_PROGRAM), folder, *archives]
            subprocess.run(command, capture_output=True, check=True, timeout=_SECONDS)
        except (OSError, subprocess.SubprocessError):  # the page then compiles it, which takes some seconds
            return {}
        return {name: Path(folder, name).read_bytes() for name in archives}
