"""Compiles the Python of an exported page, so that browsers need not: Node runs the page's own Pyodide for that."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

_PROGRAM = Path(__file__).parent / "compile.mjs"
_SECONDS = 120


def compiled(files: Mapping[str, bytes], archives: Sequence[str]) -> dict[str, bytes]:
    """Those archives, with Python's bytecode in place of its source; none where Node is missing, or fails.

    `files` are Pyodide's and the archives, by name.
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
        except (OSError, subprocess.SubprocessError):  # the page compiles it then, which takes some seconds
            return {}
        return {name: Path(folder, name).read_bytes() for name in archives}
