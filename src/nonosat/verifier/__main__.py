"""`python -m verifier CERTIFICATE...`: checks certificates, without the code that wrote them.

Exit codes: 0 all claims are proved, 1 one is not, 3 a limit was hit before that was known, 65 a folder holds no
certificate, 64 invalid arguments; the highest of several.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from typing import NoReturn

from . import MEMORY, SECONDS, Unreadable, verify

_REFUSED, _UNKNOWN, _USAGE, _UNREADABLE = 1, 3, 64, 65

_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(_USAGE, f"{self.prog}: {message}\n")


def _seconds(text: str) -> float:
    """A number of seconds, 0 or more; `inf` for no limit."""
    value = float(text)
    if not value >= 0:
        raise ValueError
    return value


def _size(text: str) -> float:
    """A number of bytes such as 300M or 2G; `inf` for no limit."""
    if text == "inf":
        return math.inf
    match = re.fullmatch(r"([0-9]{1,12})([KMG]?)B?", text.upper(), re.ASCII)
    if not match:
        raise ValueError(text)
    return int(match[1]) * _UNITS[match[2]]


def main(arguments: list[str]) -> int:
    """Checks the folders one after the other and returns the exit code."""
    parser = _Parser(prog="python -m verifier", description=(__doc__ or "").partition("\n\n")[2])
    parser.add_argument("folders", metavar="CERTIFICATE", nargs="+", help="The folder of a certificate.")
    parser.add_argument(
        "--time-limit",
        type=_seconds,
        default=SECONDS,
        metavar="SECONDS",
        help=f"For each; {SECONDS:g} unless told, inf for none.",
    )
    parser.add_argument(
        "--memory-limit",
        type=_size,
        default=MEMORY,
        metavar="SIZE",
        help=f"Such as 300M; {MEMORY // 10**9}G unless told, inf for none.",
    )
    parser.add_argument("--json", action="store_true", help="One JSON object per certificate and line.")
    asked = parser.parse_args(arguments)
    code = 0
    for folder in asked.folders:
        try:
            verification = verify(folder, seconds=asked.time_limit, memory=asked.memory_limit)
        except Unreadable as error:
            print(f"{folder}: {error}", file=sys.stderr)
            code = max(code, _UNREADABLE)
            continue
        print(
            json.dumps({"certificate": folder, **verification.to_json()})
            if asked.json
            else f"{folder}: {verification}"
        )
        code = max(
            code, 0 if verification.accepted else _REFUSED if verification.stopped is None else _UNKNOWN
        )
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
