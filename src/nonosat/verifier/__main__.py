"""`python -m verifier CERTIFICATE...`: 0 if all prove their claims, 1 if one does not, 65 if it is none."""

from __future__ import annotations

import sys

from . import Unreadable, verify


def main(folders: list[str]) -> int:
    """Checks the folders one after the other and returns the exit code."""
    code = 0 if folders else 64
    for folder in folders:
        try:
            found = verify(folder)
        except Unreadable as error:
            print(f"{folder}: {error}", file=sys.stderr)
            code = 65
            continue
        print(f"{folder}: {found}")
        code = max(code, 0 if found.accepted else 1)
    return code


sys.exit(main(sys.argv[1:]))
