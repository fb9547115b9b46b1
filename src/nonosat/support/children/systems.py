"""Chooses how this system starts, ends and limits child processes."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from types import ModuleType


@cache
def system() -> ModuleType:
    """Returns the module for this system; loading it takes 1 ms, and most programs start no process."""
    if sys.platform == "linux" and not os.environ.get("NONOSAT_PORTABLE"):
        with suppress(ImportError):
            from nonosat.support.children import linux

            return linux
    from nonosat.support.children import portable

    return portable
