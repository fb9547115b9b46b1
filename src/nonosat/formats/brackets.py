"""Cuts values in brackets out of a text: JSON, Python, JavaScript, TypeScript, Lua, C, Java, QML, R and others write them alike.

Nothing is run and no grammar is checked. Names stand before `:` or `=`. Comments, types, names of functions and operators are
skipped. Takes time linear in the length of the text.
"""

from __future__ import annotations

import re
from typing import Any

from nonosat.support.errors import InputError
from nonosat.support.limits import check_limits

_MOST_CHARACTERS = 2_000_000
_MOST_VALUES = 100_000  # brackets and loose values; a list of numbers alone is one
_MOST_DEPTH = 60
_MOST_ESCAPES = 1000
_OPEN, _CLOSE = "[({", "])}"
_NUMBER = r"[0-9]{1,4}(?:\.0+)?(?![\w.])"

# quantifiers are possessive: every text takes linear time
_TOKEN = re.compile(
    rf"""
      (?P<numbers>[\[({{]\s*+{_NUMBER}(?:\s*+[,;]?+\s*+{_NUMBER})*+\s*+[,;]?+\s*+[\])}}])  # a list of nothing but numbers
    | (?P<long>\"\"\".*?(?:\"\"\"|\Z)|'''.*?(?:'''|\Z)|`[^`]*+(?:`|\Z))
    | (?P<text>"(?:[^"\\\n]|\\.)*+"?|'(?:[^'\\\n]|\\.)*+')
    | (?P<comment>//[^\n]*+|/\*.*?(?:\*/|\Z)|--\[\[.*?(?:\]\]|\Z)|--[^\n]*+|\#[^\n]*+)
    | (?P<word>[A-Za-z_$][\w$]*+(?:(?:::|\.)[A-Za-z_$][\w$]*+)*+(?:\[\s*+[0-9]*+\s*+\])*+)  # a type can have brackets
    | (?P<number>-?[0-9]+(?:\.[0-9]+)?)
    | (?P<bracket>[\[\](){{}}])
    | (?P<other>=>|<-|[=!<>]=+|:=|[:=,;])
    """,
    re.VERBOSE | re.DOTALL,
)
_WORDS = {"true": True, "True": True, "false": False, "False": False, "null": None, "None": None, "nil": None}
_SIZES = re.compile(r"[\[\s].*", re.DOTALL)  # behind a word
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


class _Branch:
    """The values between two brackets; mutable."""

    __slots__ = ("called", "items", "name")

    def __init__(self, name: str, called: bool) -> None:
        self.name = name
        self.called = called  # True behind the name of a function, as in `f(1, 2)`
        self.items: list[tuple[str, Any]] = []


def values_in(text: str) -> Any:
    """Returns the values of a text as lists and dicts; raises `InputError` if there are too many.

    >>> values_in("const a: number[][] = [[1, 2], []]; b = {c: 'x', d: true}")
    {'a': [[1, 2], []], 'b': {'c': 'x', 'd': True}}
    """
    if len(text) > _MOST_CHARACTERS:
        raise InputError(f"more than the {_MOST_CHARACTERS} characters in which values are looked for")
    if text.count("\\'") > _MOST_ESCAPES:  # each could begin a text that does not end
        text = text.replace("\\'", "")
    root = _Branch("", called=False)
    stack = [root]
    name, last, count = "", "", 0  # the name of the next value, and what can become a name
    quoted = False  # True if the last value can be a name
    end = -1  # where the last word ends, behind which a bracket is a call
    for match in _TOKEN.finditer(text):
        kind, token, here = match.lastgroup, match[0], stack[-1]
        if kind == "comment":
            continue
        count += 1
        if not count % 1000:
            check_limits()
        if count > _MOST_VALUES:
            raise InputError(f"more than the {_MOST_VALUES} values that are looked at")
        if kind == "word" and token not in _WORDS:
            quoted = False
            last, end = _SIZES.sub("", token).replace("::", ".").rpartition(".")[2], match.end()
        elif kind == "other":
            # in `rows: number[][] = ` the name comes before its type
            is_name = token in (":", "=", ":=", "<-")
            name = (name if token == "=" and name else last or _key(here)) if is_name else ""
            if is_name and quoted and here.items:  # the name was taken for a value
                here.items.pop()
            last, quoted = "", False
        elif kind == "bracket" and token in _OPEN:
            if len(stack) > _MOST_DEPTH:
                raise InputError("brackets are nested too deeply")
            behind = match.start() == end
            if behind and token == "{" and not name:  # as C++ writes values
                name = last
            branch = _Branch(name, called=token == "(" and behind)
            stack.append(branch)
            name, last, quoted = "", "", False
        elif kind == "bracket":
            if len(stack) > 1:
                stack.pop()
                if here.items or not here.called:
                    stack[-1].items.append((here.name, _plain(here.items)))
            name, last, quoted = "", "", False
        else:
            here.items.append((name, _value(kind, token)))
            quoted = kind in ("text", "number") and not name
            last = str(here.items[-1][1]) if quoted else ""
            name = ""
    while len(stack) > 1:  # unclosed
        here = stack.pop()
        stack[-1].items.append((here.name, _plain(here.items)))
    return _plain(root.items)


def _key(here: _Branch) -> str:
    """Takes the name in brackets that Lua writes, as in `["rows"] = `, out of the values; "" if there is none."""
    if here.items and not here.items[-1][0]:
        value = here.items[-1][1]
        if isinstance(value, list) and len(value) == 1 and isinstance(value[0], (str, int)):
            here.items.pop()
            return str(value[0])
    return ""


def _value(kind: str | None, token: str) -> Any:
    if kind == "numbers":
        return [int(float(number)) for number in re.findall(_NUMBER, token)]
    if kind == "number":
        number = float(token)
        return int(number) if number.is_integer() and abs(number) < 1e9 else number
    if kind == "word":
        return _WORDS[token]
    quotes = 3 if token.startswith(('"""', "'''")) else 1
    ends = len(token) > 1 and token.endswith(token[0])
    return _ESCAPE.sub(_unescaped, token[quotes:-quotes] if ends else token[quotes:])


def _unescaped(match: re.Match[str]) -> str:
    return chr(int(match[1], 16)) if match[1] else _ESCAPES.get(match[2], match[2])


def _plain(items: list[tuple[str, Any]]) -> Any:
    """Returns values as a list or, if they have names, as a dict; a list of dicts, and of the others, if names come again."""
    if not any(name for name, _ in items):
        return [value for _, value in items]
    groups: list[dict[str, Any]] = [{}]
    others = []
    for name, value in items:
        if name:
            if name in groups[-1]:
                groups.append({})
            groups[-1][name] = value
        elif isinstance(value, (list, dict)):
            others.append(value)
    return groups[0] if len(groups) == 1 and not others else [*groups, *others]
