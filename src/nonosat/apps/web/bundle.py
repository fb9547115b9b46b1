"""Joins JavaScript modules into one script, for pages that are a single file.

Python writes pages at run time, without npm. Native modules need files, or an import map to `data:` addresses, which the
page's policy forbids: it allows its own script by hash only.

Each module becomes an async function that is called at once and returns its exports; its imports become variables. The
script exports what its main module exports, and `import.meta.url` stays the address of each module.
Modules follow their imports. Indentation and comment lines are dropped, a third of the size. Accepted are
`import { a, b as c } from "./x.js";`, `import "./x.js";`, `export { a, b };`, and `export` before `const`, `function` or
`class`; anything else raises `ValueError`, and so does a text of several lines, which would lose its indentation.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

_IMPORT = re.compile(r'^import (?:(\{[^}]*\}) from )?"(\.[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|(?:async )?function|class) (\w+))", re.MULTILINE)
_EXPORTED = re.compile(r"^export \{((?:\s*\w+,)*\s*\w+,?\s*)\};$", re.MULTILINE)
_ADDRESS = re.compile(r"\bimport\.meta\.url\b")
_DROPPED = re.compile(r"^\s*(?:(?:/\*\*(?:(?!\*/).)*\*/[ \t]*$|//.*?$)\s*)*", re.MULTILINE | re.DOTALL)
_LEFT = re.compile(r"^(?:import|export)\b.*|^(?:[^`\n]*`[^`\n]*`)*[^`\n]*`[^`\n]*$", re.MULTILINE)


def bundle(main: Path) -> str:
    """Returns a script equivalent to the module `main`; raises `ValueError` for unknown syntax."""
    modules: dict[Path, int] = {}
    script = "\n".join(_wrapped(main, modules, main.parent, ()))
    exports = ", ".join(_exports(main.read_text(encoding="utf-8")))
    return f"{script}\nexport const {{ {exports} }} = module{modules[main]};" if exports else script


def joined(main: Path) -> set[Path]:
    """Returns the modules that the script of `main` consists of."""
    reached, waiting = set[Path](), [main]
    while waiting:
        if (path := waiting.pop()) not in reached:
            reached.add(path)
            waiting += imported(path)
    return reached


def imported(path: Path) -> list[Path]:
    """Returns the modules that a module imports, in order."""
    text = path.read_text(encoding="utf-8")
    return [Path(os.path.normpath(path.parent / name)) for _, name in _IMPORT.findall(text)]


def _exports(text: str) -> list[str]:
    """Returns the names that a module exports."""
    listed = chain.from_iterable(re.findall(r"\w+", names) for names in _EXPORTED.findall(text))
    return [*_EXPORT.findall(text), *listed]


def _wrapped(path: Path, modules: dict[Path, int], home: Path, users: tuple[Path, ...]) -> Iterator[str]:
    """Yields a module after its imports, unless it is in `modules` already; `users` import it.

    `home` is the folder of the script.
    """
    if path in users:
        raise ValueError(f"{path}: imports itself, by way of {users[-1]}")
    if path in modules:
        return
    for other in imported(path):
        yield from _wrapped(other, modules, home, (*users, path))

    def variables(match: re.Match[str]) -> str:
        names, other = match.groups()
        number = modules[Path(os.path.normpath(path.parent / other))]
        return f"const {names.replace(' as ', ': ')} = module{number};" if names else ""

    text = _DROPPED.sub("", path.read_text(encoding="utf-8"))
    names = ", ".join(_exports(text))
    text = _EXPORTED.sub("", _EXPORT.sub("", _IMPORT.sub(variables, text)))
    address = f'new URL("{Path(os.path.relpath(path, home)).as_posix()}", import.meta.url).href'
    text = _ADDRESS.sub(address, text)
    if left := _LEFT.search(text):
        raise ValueError(f"{path}: {left[0]}")
    modules[path] = number = len(modules)
    yield f"const module{number} = await (async () => {{\n{text}return {{ {names} }};\n}})();"
