"""Puzzles as literals of Python and other languages, and in YAML: the names and values of `nonosat.formats.synonyms`.

A text of Python has nothing but literals: an object or a pair of lists, lists in lines of their own, or assignments such as
`row_rules = [[2, 1], [3]]`. A pair in braces, as C and Java write it, is read too. Nothing is evaluated. Lists without names are
rows and columns, if their sums agree.
"""

from __future__ import annotations

import ast
import re
import warnings
from typing import Any

from nonosat.formats.base import Format
from nonosat.formats.native import puzzles_of
from nonosat.formats.sections import PLAIN
from nonosat.formats.synonyms import COLUMNS, ROWS, plain_name
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError, MissingExtraError, reading

_MOST_CHARACTERS = 1_000_000
_MOST_YAML = 200_000  # its reader is slow

_START = re.compile(r"\s*(?:#.*\s+)*(?:[\[({]|[A-Za-z_]\w*\s*(?::[^=\n]+)?=\s*[\[({0-9\"'])")
_BRACES = re.compile(r"[\w\s<>\[\]]*=?\s*(\{[\s{}0-9,]*\})\s*;?\s*")
_KEY = re.compile(
    r"^[ \t-]*[\"']?([\w -]{1,40})[\"']?[ \t]*:[ \t]*(?:\r?\n[ \t]*-[ \t]|[\[|>\"'])", re.MULTILINE
)


def sniff_python(text: str) -> bool:
    """Returns True if the text has nothing but literals, which have the clues of a puzzle."""
    if not _START.match(text) and not _BRACES.fullmatch(text[:_MOST_CHARACTERS]):
        return False
    try:
        return bool(parse_python(text))
    except InputError:
        return False


def parse_python(text: str) -> list[Puzzle]:
    if len(text) > _MOST_CHARACTERS:
        raise InputError(f"more than the {_MOST_CHARACTERS} characters accepted of Python")
    if braces := _BRACES.fullmatch(text):
        text = braces[1].replace("{", "[").replace("}", "]")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the parser, about texts that are no Python
            values = [*_statements(ast.parse(text).body)]
    except (SyntaxError, TypeError, ValueError, RecursionError, MemoryError):
        raise InputError("not literals of Python") from None
    named = [value for value in values if isinstance(value, tuple)]  # lists stand for the tuples of the text
    if named and len(named) == len(values):
        return puzzles_of(dict(named))
    if named or not values:
        raise InputError("expected literals, or assignments of literals, and nothing else")
    with reading("cannot be read as python"):
        return puzzles_of(values[0] if len(values) == 1 else values)


def _statements(body: list[ast.stmt]) -> Any:
    """Yields values, and (name, value) pairs of assignments; raises `ValueError` for other statements."""
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, _plain(ast.literal_eval(value))
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, _plain(ast.literal_eval(value))
            case ast.Expr(value=value):
                yield _plain(ast.literal_eval(value))
            case _:
                raise ValueError


def _plain(value: Any) -> Any:
    """Returns a value with lists for tuples."""
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value


def sniff_yaml(text: str) -> bool:
    """Returns True if there are lists with the names of rows and columns."""
    if len(text) > _MOST_YAML:
        return False
    names = {plain_name(name) for name in set(_KEY.findall(text))}
    return not names.isdisjoint(ROWS) and not names.isdisjoint(COLUMNS)


def parse_yaml(text: str) -> list[Puzzle]:
    if len(text) > _MOST_YAML:
        raise InputError(f"more than the {_MOST_YAML} characters accepted of YAML")
    try:
        import yaml
    except ImportError:
        raise MissingExtraError("YAML files need PyYAML: pip install pyyaml") from None
    try:
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=yaml.SafeLoader)):
            raise InputError("aliases in YAML are not read")
        documents = [document for document in yaml.safe_load_all(text) if document is not None]
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        reason = " ".join(str(getattr(error, "problem", "") or error).split())[:80]
        raise InputError(f"not YAML: {reason}", line=mark.line + 1 if mark else None) from None
    return puzzles_of(documents[0] if len(documents) == 1 else documents)


FORMATS = (
    Format(
        name="python",
        summary="literals of Python: lists, objects or assignments with the names that programs use",
        features=PLAIN,
        sniff=sniff_python,
        parse=parse_python,
        format=None,
    ),
    Format(
        name="yaml",
        summary="YAML with the names that programs use",
        features=PLAIN,
        sniff=sniff_yaml,
        parse=parse_yaml,
        format=None,
    ),
)
