"""The compiled kernel, if it is there.

NONOSAT_PURE in the environment disables it. Then, and on machines without a compiler, the reference serves: `placements` and
`reference`, which nothing else imports.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING

from nonosat.model.geometry import Cells
from nonosat.support.packages import PURE

if TYPE_CHECKING:
    from nonosat.kernel import _compiled

Kernel: type[_compiled.Lines] | None = None

if not PURE:
    with suppress(ImportError):
        from nonosat.kernel._compiled import Lines as Kernel

KERNEL_IN_USE = "compiled" if Kernel is not None else "Python"


def arrangement(lines: Sequence[Cells]) -> tuple[bytes, bytes]:
    """Returns the lengths of lines and the cells of all lines, as the kernel reads them."""
    from array import array  # rarely needed

    return array("i", map(len, lines)).tobytes(), array("i", chain.from_iterable(lines)).tobytes()
