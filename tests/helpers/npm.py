"""A folder that looks like a package of npm."""

import json
from pathlib import Path

FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""Files that a page uses of the package."""
LIST = {"info": {"abi_version": "2026_0", "arch": "wasm32", "python": "3.14.2"}, "packages": {"numpy": {}}}


def pyodide_in(parent: Path) -> Path:
    """Makes a folder that looks like Pyodide's in the given folder."""
    folder = parent / "pyodide"
    folder.mkdir(parents=True)
    for name in (*FILES, "pyodide.d.ts"):
        (folder / name).write_text(name)
    (folder / "package.json").write_text('{"version": "314.0.7"}')
    (folder / "pyodide-lock.json").write_text(json.dumps(LIST))
    return folder
