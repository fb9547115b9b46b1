"""The files of a certificate: what there must be, and values, numbers and clauses out of text.

Nothing in a file is taken on trust: what does not read exactly as it should ends in `Unreadable`, with the
file, the line and what was expected.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Collection, Iterator
from typing import Any

from .budget import Budget

FORMAT = "nonosat certificate 1"
MANIFEST = "manifest.json"
PUZZLE, SOLUTIONS, DEDUCTIONS = "puzzle.json", "solutions.json", "deductions.jsonl"
FORMULA, VARIABLES, PROOF = "formula.cnf", "variables.json", "proof.drup"
CUBES = "cubes.jsonl"

VERDICTS = {"unique": 1, "multiple": 2, "unsolvable": 0}
"""What can be claimed, and how many solutions are shown for it."""


_MOST_MANIFEST = 100_000
"""Bytes; one of ours has less than a thousand."""

_PER_LIST, _PER_ITEM, _PER_LINE = 100, 60, 60
"""Bytes of memory that each of these takes at most, beside its text."""


class Unreadable(Exception):
    """Not a certificate, or a file in it that does not read as it should."""


class Refused(Exception):
    """A certificate that reads well and does not prove what it claims."""


class Files:
    """The files of a certificate, held against their hashes before anything is done with them."""

    def __init__(self, folder: str, budget: Budget | None = None) -> None:
        """Reads the manifest."""
        self.folder = folder
        self.budget = budget or Budget()
        self.texts: dict[str, str] = {}
        if not os.path.isdir(folder):
            raise Unreadable("there is no such folder")
        data, text = self._text(MANIFEST, _MOST_MANIFEST)
        self.digest = hashlib.sha256(data).hexdigest()
        """That of the manifest itself."""
        manifest = fields(value_of(text, MANIFEST), {"format", "verdict", "files"}, MANIFEST)
        if manifest["format"] != FORMAT:
            raise Unreadable(f"{MANIFEST}: `format` is {FORMAT!r}, read {shown(manifest['format'])}")
        if manifest["verdict"] not in list(VERDICTS):
            raise Unreadable(f"{MANIFEST}: no verdict is called {shown(manifest['verdict'])}")
        self.verdict: str = manifest["verdict"]
        if not isinstance(manifest["files"], dict):
            raise Unreadable(f"{MANIFEST}: `files` is an object, read {shown(manifest['files'])}")
        self.digests: dict[str, str] = {name: str(digest) for name, digest in manifest["files"].items()}
        """Per file the SHA-256 that the manifest states."""

    def read(self) -> None:
        """Reads the others; raises `Refused` if a hash differs, or they are not those that it takes."""
        try:
            present, listed = set(os.listdir(self.folder)) - {MANIFEST}, set(self.digests)
        except OSError as error:
            raise Unreadable(str(error)) from None
        if CUBES in listed:  # the folders beside it are certificates of their own
            present = {name for name in present if not os.path.isdir(os.path.join(self.folder, name))}
        if name := min(present ^ listed, default=None):
            raise Refused(f"{shown(name)} is {'missing' if name in listed else 'not in the manifest'}")
        needed = {PUZZLE}
        if self.verdict != "unsolvable":
            needed.add(SOLUTIONS)
        if self.verdict != "multiple" and CUBES in listed:
            needed.add(CUBES)
        elif self.verdict == "unique" or (self.verdict == "unsolvable" and listed != {PUZZLE}):
            needed.add(DEDUCTIONS)
            if listed & {FORMULA, VARIABLES, PROOF}:
                needed |= {FORMULA, VARIABLES, PROOF}
        if name := min(needed ^ listed, default=None):
            lacks = "lacks" if name in needed else "does not take"
            raise Refused(f"{MANIFEST}: a certificate of this kind {lacks} {shown(name)}")
        for name in sorted(listed):
            self.budget.look()
            data, self.texts[name] = self._text(name)
            if hashlib.sha256(data).hexdigest() != self.digests[name]:
                raise Refused(f"{name}: its SHA-256 is not the one in the manifest")

    def _text(self, name: str, most: int | None = None) -> tuple[bytes, str]:
        path = os.path.join(self.folder, name)
        if not os.path.isfile(path):
            raise Unreadable(f"{name}: there is no such file")
        try:
            with open(path, "rb") as file:
                size = os.fstat(file.fileno()).st_size
                if most is not None and size > most:
                    raise Unreadable(f"{name}: larger than the {most:,} bytes that are accepted")
                if most is None:
                    self.budget.require(3 * size)
                data = file.read(size + 1)
            if len(data) != size:
                raise Unreadable(f"{name}: changes while it is read")
            return data, data.decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise Unreadable(f"{name}: {error}") from None

    def json(self, name: str) -> Any:
        """The value that a file of JSON holds."""
        text = self.texts[name]
        lists = text.count("[") + text.count("{")
        self.budget.require(_PER_LIST * lists + _PER_ITEM * (text.count(",") + lists))
        return value_of(text, name)

    def lines(self, name: str) -> list[str]:
        """The lines of a file, every one of which ends with a line feed."""
        text = self.texts[name]
        self.budget.require(len(text) + _PER_LINE * text.count("\n"))
        *lines, rest = text.split("\n")
        if rest:
            raise Unreadable(f"{name}:{len(lines) + 1}: the file ends in the middle of a line")
        return lines


def shown(value: Any) -> str:
    """A value as a message shows it, in ASCII and not too long."""
    try:
        text = ascii(value)
    except RecursionError:
        return "something deeply nested"
    return text if len(text) <= 40 else f"{text[:37]}..."


def value_of(text: str, where: str) -> Any:
    """The value that JSON text stands for. No key comes twice: readers differ on which one counts."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise Unreadable(f"{where}: an object has the same key twice")
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        raise Unreadable(f"{where}: not JSON: {error}") from None
    except (RecursionError, ValueError):
        raise Unreadable(f"{where}: nested too deeply, or a number too long") from None


def fields(value: Any, names: Collection[str], where: str) -> dict[str, Any]:
    """An object with exactly these keys."""
    if not isinstance(value, dict) or set(value) != set(names):
        raise Unreadable(f"{where}: expected an object with {', '.join(sorted(names))}")
    return value


def items(value: Any, where: str, length: int | None = None) -> list[Any]:
    """A list, of that length if one is given."""
    if not isinstance(value, list) or length not in (None, len(value)):
        wanted = "a list" if length is None else f"a list of {length}"
        raise Unreadable(f"{where}: expected {wanted}, read {shown(value)}")
    return value


def number(value: Any, least: int, most: int, where: str) -> int:
    """A whole number within bounds."""
    if type(value) is not int or not least <= value <= most:
        raise Unreadable(f"{where}: expected a number from {least} to {most}, read {shown(value)}")
    return value


_LITERALS = re.compile(r"(-?[1-9][0-9]{0,8} )*0")


def literals_in(text: str, variables: int, where: str) -> list[int]:
    """The clause on a line: its literals, each with a blank after it, and a 0."""
    if not _LITERALS.fullmatch(text):
        raise Unreadable(f"{where}: expected literals and a 0, read {shown(text)}")
    literals = [int(word) for word in text.split()[:-1]]
    if max(map(abs, literals), default=0) > variables:
        raise Unreadable(f"{where}: there are {variables} variables, read {shown(text)}")
    return literals


def clauses_in(lines: list[str], variables: int) -> Iterator[tuple[int, list[int]]]:
    """The clauses of a DIMACS file, one on a line, with the numbers of their lines; comments come first."""
    start = next((at for at, text in enumerate(lines, 1) if not text.startswith("c")), 0)
    expected = f"p cnf {variables} {len(lines) - start}"
    if not start or lines[start - 1] != expected:
        raise Unreadable(f"{FORMULA}:{start or 1}: expected {expected!r} for what follows and {VARIABLES}")
    for at, text in enumerate(lines[start:], start + 1):
        yield at, literals_in(text, variables, f"{FORMULA}:{at}")
