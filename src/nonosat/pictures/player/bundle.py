"""Modules of JavaScript as one script, for a page that is a single file.

Each module becomes a function that is called at once and returns what the module exports; its imports become
variables. Modules stand after those that they import. Comments that begin a line and the
space before lines are left out, which is a third of all. What is understood of the
language is what prettier writes and this package uses: `import { a, b } from "./x.js";`, and `export` before a `const`, a
`function` or a `class`. A module may wait: `await` begins a line, or begins the value of its `const`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

_IMPORT = re.compile(r'^import (?:(\{[^}]*\}) from )?"(\.[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|(?:async )?function|class) (\w+))", re.MULTILINE)
_WAIT = re.compile(r"^(?:(?:export )?const .* = \(*)?await\b", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n?|^[ \t]*//[^\n]*\n", re.MULTILINE | re.DOTALL)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def bundle(main: Path) -> str:
    """The script that does what the module `main` does. Raises `ValueError` for what it does not understand."""
    modules = list(_in_order(main, []))
    numbers = {path: number for number, path in enumerate(modules)}
    return "\n".join(_called_at_once(path, numbers) for path in modules)


def imported(path: Path) -> list[Path]:
    """The modules that a module imports, in their order."""
    folder = path.parent
    return [Path(os.path.normpath(folder / name)) for _, name in _IMPORT.findall(_text(path))]


def _in_order(path: Path, users: list[Path]) -> Iterator[Path]:
    """A module after all that it imports, each once; `users` are those by which it was reached."""
    if path in users:
        raise ValueError(f"{path}: imports itself, by way of {users[-1]}")
    found: dict[Path, None] = {}
    for other in imported(path):
        found |= dict.fromkeys(_in_order(other, [*users, path]))
    yield from found
    yield path


def _called_at_once(path: Path, numbers: dict[Path, int]) -> str:
    """A module as a variable that has its exports."""
    text = _COMMENT.sub("", _text(path))
    begin = "await (async () => {" if _WAIT.search(text) else "(() => {"
    text = _INDENT.sub("", text)

    def variables(match: re.Match[str]) -> str:
        names, other = match.groups()
        number = numbers[Path(os.path.normpath(path.parent / other))]
        return f"const {names.replace(' as ', ': ')} = module{number};" if names else ""

    names = ", ".join(_EXPORT.findall(text))
    text = _EXPORT.sub("", _IMPORT.sub(variables, text))
    if left := _LEFT.search(text):
        raise ValueError(f"{path}: {left[0]}")
    return f"const module{numbers[path]} = {begin}\n{text}return {{ {names} }};\n}})();"


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
