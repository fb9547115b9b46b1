"""The compiled twin of what takes most of the time, where there is one; else `Lines` is None.

`line.c` does what `nonosat.lines.line` does, `propagate.c` what `nonosat.lines.propagate`, `clauses.c` what
`nonosat.sat.encodings.order`, `marginals.c` what `nonosat.lines.marginals`, and `beliefs.c`, `graph.c` and
`messages.c` what `nonosat.lines.beliefs` does, for the lines of a puzzle as `lines.c` keeps them. The Python
stays the reference, explains the methods, and does the work where there was no compiler at installation. The
tests compare the two. The twin is left alone if NONOSAT_PURE is set in the environment.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonosat.lines.kernel import _compiled

__all__ = ["Lines"]

Lines: type[_compiled.Lines] | None = None
"""The lines and clues of a puzzle, prepared; `_compiled.pyi` has its methods."""

if not os.environ.get("NONOSAT_PURE"):
    with suppress(ImportError):
        from nonosat.lines.kernel._compiled import Lines
