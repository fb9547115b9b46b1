"""Reads the files of a certificate: requires those of its kind, and reads values and clauses from text.

Any deviation from the format raises `Unreadable`, with the file, the line and what was expected.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from .budget import Budget
from .places import Place
from .values import Refused, Unreadable, fields, shown, value_of

FORMAT = "nonosat certificate 2"
MANIFEST = "manifest.json"
PUZZLE, SOLUTIONS, DEDUCTIONS = "puzzle.json", "solutions.json", "deductions.jsonl"
FORMULA, VARIABLES, PROOF = "formula.cnf", "variables.json", "proof.lrat.gz"
IMPOSSIBLE, ORDERS, WITNESSES = "impossible.json", "orders.json", "witnesses.json"
REPAINT, FLAWS = "repaint.json", "flaws.jsonl"

# number of solutions shown for each verdict that can be claimed
VERDICTS = {"unique": 1, "multiple": 2, "unsolvable": 0}


class Kind(NamedTuple):
    """Members and files of the claims of a kind."""

    fields: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset({DEDUCTIONS})
    """Beside the puzzle."""
    searched: frozenset[str] = frozenset({FORMULA, VARIABLES, PROOF})
    """All of these, or none of them."""
    bounded: bool = False
    """True if the searched files are required."""
    stated: bool = False
    """True if only `puzzle.json` is required where the statement contradicts itself."""


_SETS = frozenset({IMPOSSIBLE, FORMULA, VARIABLES, PROOF})

# kinds of claims by name
KINDS = {
    "unique": Kind(files=frozenset({SOLUTIONS, DEDUCTIONS})),
    "multiple": Kind(files=frozenset({SOLUTIONS}), searched=frozenset()),
    "unsolvable": Kind(stated=True),
    "count": Kind(frozenset({"count"}), frozenset({DEDUCTIONS, ORDERS}), _SETS),
    "backbone": Kind(frozenset({"cells"}), frozenset({SOLUTIONS, DEDUCTIONS}), _SETS),
    "givens": Kind(frozenset({"more_than", "goal", "filled"}), frozenset({SOLUTIONS, DEDUCTIONS}), _SETS),
    "conflict": Kind(frozenset({"lines", "givens"}), frozenset({WITNESSES, DEDUCTIONS}), stated=True),
    "contradiction": Kind(frozenset({"more_than"}), frozenset({WITNESSES}), bounded=True),
    "repainting": Kind(
        frozenset({"more_than", "lines"}), frozenset({SOLUTIONS, REPAINT, FLAWS}), bounded=True
    ),
}


_MOST_MANIFEST = 100_000  # bytes; our own manifests have less than a thousand

# upper bounds of the bytes per list, item or line, on top of its text
_PER_LIST, _PER_ITEM, _PER_LINE = 100, 60, 60


class Files:
    """Files of a certificate; their hashes are compared before use."""

    def __init__(self, place: Place, budget: Budget) -> None:
        """Reads the manifest."""
        self.place, self.budget = place, budget
        self.texts: dict[str, str] = {}
        data = place.data(MANIFEST, _MOST_MANIFEST)
        self.digest = hashlib.sha256(data).hexdigest()  # SHA-256 of the manifest
        manifest = value_of(self._decoded(data, MANIFEST), MANIFEST)
        manifest = fields(manifest, {"format", "claim", "files"}, MANIFEST)
        if manifest["format"] != FORMAT:
            raise Unreadable(f"{MANIFEST}: `format` is {FORMAT!r}, got {shown(manifest['format'])}")
        self.claim: dict[str, Any] = manifest["claim"]  # the claim: its kind and the members of this kind
        kind = self.claim.get("kind") if isinstance(self.claim, dict) else self.claim
        if not isinstance(kind, str) or kind not in KINDS:
            raise Unreadable(f"{MANIFEST}: no claim is called {shown(kind)}")
        self.kind: str = kind
        fields(self.claim, {"kind", *KINDS[kind].fields}, f"{MANIFEST}: claim")
        if not isinstance(manifest["files"], dict):
            raise Unreadable(f"{MANIFEST}: `files` is an object, got {shown(manifest['files'])}")
        # SHA-256 by file, as stated by the manifest
        self.digests: dict[str, str] = {name: str(digest) for name, digest in manifest["files"].items()}
        self.packed = b""  # the compressed proof

    def read(self) -> None:
        """Reads the other files; raises `Refused` if a hash differs, or a file is missing or superfluous."""
        present, listed = self.place.names() - {MANIFEST}, set(self.digests)
        if name := min(present ^ listed, default=None):
            raise Refused(f"{shown(name)} is {'missing' if name in listed else 'not in the manifest'}")
        kind = KINDS[self.kind]
        searched = kind.searched if kind.bounded or listed & kind.searched else ()
        needed = {PUZZLE, *kind.files, *searched}
        if kind.stated and DEDUCTIONS not in listed:
            needed = {PUZZLE, *kind.files} - {DEDUCTIONS}
        if name := min(needed ^ listed, default=None):
            lacks = "lacks" if name in needed else "does not take"
            raise Refused(f"{MANIFEST}: a certificate of this kind {lacks} {shown(name)}")
        for name in sorted(listed):
            self.budget.check_limits()
            data = self.place.data(name)
            if hashlib.sha256(data).hexdigest() != self.digests[name]:
                raise Refused(f"{name}: its SHA-256 is not the one in the manifest")
            if name == PROOF:
                self.packed = data
            else:
                self.texts[name] = self._decoded(data, name)

    def _decoded(self, data: bytes, name: str) -> str:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise Unreadable(f"{name}: {error}") from None

    def json(self, name: str) -> Any:
        """Returns the value in a JSON file."""
        text = self.texts[name]
        lists = text.count("[") + text.count("{")
        self.budget.require(_PER_LIST * lists + _PER_ITEM * (text.count(",") + lists))
        return value_of(text, name)

    def lines(self, name: str) -> list[str]:
        """Returns the lines of a file; each must end with a line feed."""
        text = self.texts[name]
        self.budget.require(len(text) + _PER_LINE * text.count("\n"))
        *lines, rest = text.split("\n")
        if rest:
            raise Unreadable(f"{name}:{len(lines) + 1}: the file ends in the middle of a line")
        return lines


_LITERALS = re.compile(r"(-?[1-9][0-9]{0,8} )*0")


def literals_in(text: str, variables: int, where: str) -> list[int]:
    """Reads the clause on a line: its literals, each with a blank after it, and a 0."""
    if not _LITERALS.fullmatch(text):
        raise Unreadable(f"{where}: expected literals and a 0, got {shown(text)}")
    literals = [int(word) for word in text.split()[:-1]]
    if max(map(abs, literals), default=0) > variables:
        raise Unreadable(f"{where}: there are {variables} variables, got {shown(text)}")
    return literals


def clauses_in(lines: list[str], variables: int) -> Iterator[tuple[int, list[int]]]:
    """Reads the clauses of a DIMACS file, one per line, with their line numbers; comments come first."""
    start = next((at for at, text in enumerate(lines, 1) if not text.startswith("c")), 0)
    expected = f"p cnf {variables} {len(lines) - start}"
    if not start or lines[start - 1] != expected:
        raise Unreadable(f"{FORMULA}:{start or 1}: expected {expected!r} for the lines below and {VARIABLES}")
    for at, text in enumerate(lines[start:], start + 1):
        yield at, literals_in(text, variables, f"{FORMULA}:{at}")
