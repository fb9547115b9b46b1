"""Puzzles in YAML: the names and values of `nonosat.formats.synonyms`."""

from __future__ import annotations

import re
from contextlib import suppress

from nonosat.formats.base import Format
from nonosat.formats.member_values import plain_name
from nonosat.formats.native import puzzles_of
from nonosat.formats.sections import PLAIN
from nonosat.formats.synonyms import are_usual, is_across, is_down
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError, MissingExtraError

_MOST_YAML = 200_000  # its reader is slow
_MOST_TRIED = 20_000  # characters of a text that is read to know whether it holds a puzzle

_KEY = re.compile(
    r"^[ \t-]*[\"']?([\w -]{1,40})[\"']?[ \t]*:[ \t]*(?:\r?\n[ \t]*-[ \t]|[\[|>\"'])", re.MULTILINE
)


def sniff(text: str) -> bool:
    """Returns True if there are lists with the names of rows and columns."""
    if len(text) > _MOST_YAML:
        return False
    names = {plain_name(name) for name in set(_KEY.findall(text))}
    if are_usual(names):
        return True
    if len(text) > _MOST_TRIED or not (any(map(is_across, names)) and any(map(is_down, names))):
        return False
    with suppress(InputError, MissingExtraError):
        return bool(parse(text))
    return False


def parse(text: str) -> list[Puzzle]:
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


FORMAT = Format(
    name="yaml",
    summary="YAML with the names that programs use",
    features=PLAIN,
    sniff=sniff,
    parse=parse,
    format=None,
)
