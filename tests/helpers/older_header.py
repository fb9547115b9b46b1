"""Writes nonosat.h as programs have it that were compiled with an older or a newer one, whose structs are shorter or longer."""

import re
from pathlib import Path

RECORD = Path(__file__).parents[1] / "kernel/members.txt"

_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_STRUCT = re.compile(r"typedef struct \{([^}]*)\} (nonosat_\w+);")


def members_of(body):
    """Returns the declaration of each member of a struct by its name, in order.

    >>> members_of("size_t size; const int *one, two; double (*clock)(void);")
    {'size': 'size_t size', 'one': 'const int *one', 'two': 'const int two', 'clock': 'double (*clock)(void)'}
    """
    members = {}
    for statement in filter(None, map(str.strip, _COMMENT.sub("", body).split(";"))):
        if function := re.search(r"\(\*(\w+)\)", statement):
            members[function[1]] = statement
            continue
        kind, first, more = re.fullmatch(r"([\w ]+?) ?(\**\w+)((?:, *\**\w+)*)", statement).groups()
        for declared in (first, *filter(None, re.split(r", *", more))):
            members[declared.strip("*")] = f"{kind} {declared}"
    return members


def structs_that_grow(header):
    """Returns the members of each struct of a header that begins with its size."""
    header = _COMMENT.sub("", header)
    structs = {name: members_of(body) for body, name in _STRUCT.findall(header)}
    return {name: members for name, members in structs.items() if next(iter(members)) == "size"}


def recorded():
    """Returns the names of the members of each struct in the record, and how many of them an older program has."""
    record = {}
    for line in RECORD.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, members = line.split(": ")
            older, _, later = members.partition("|")
            record[f"nonosat_{name}"] = (older.split() + later.split(), len(older.split()))
    return record


def older(header):
    """Returns a header whose structs lack their last members."""
    record = recorded()
    return _with_members(header, lambda name, members: [*members.values()][: record[name][1]])


def newer(header):
    """Returns a header whose structs have a member more."""
    return _with_members(header, lambda _, members: [*members.values(), "int64_t unknown"])


def _with_members(header, choose):
    header = _COMMENT.sub("", header)
    grow = structs_that_grow(header)

    def chosen(match):
        if match[2] not in grow:
            return match[0]
        return f"typedef struct {{ {'; '.join(choose(match[2], grow[match[2]]))}; }} {match[2]};"

    return _STRUCT.sub(chosen, header)
