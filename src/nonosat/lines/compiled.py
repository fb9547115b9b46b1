"""The compiled kernel, if it is there.

NONOSAT_PURE in the environment disables it. Then, and on machines without a compiler, the reference serves: `placements` and
`reference`, which nothing else imports.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any

from nonosat.support.compiled_sources import is_outdated
from nonosat.support.errors import UsageError
from nonosat.support.packages import PURE

if TYPE_CHECKING:
    from nonosat.kernel import _compiled
    from nonosat.model.clues import Clue
    from nonosat.model.geometry import Cells

Kernel: type[_compiled.Lines] | None = None
sweep: Callable[..., tuple[Any, bool]] | None = None
"""The compiled sweep over a region, `nonosat.kernel._compiled.sweep`."""

if not PURE:
    with suppress(ImportError):
        from nonosat.kernel._compiled import Lines as Kernel
        from nonosat.kernel._compiled import sweep  # noqa: F401 (for the sweeps of `counting`)

_is_checked = False  # True once the compiled modules are known to be current
KERNEL_IN_USE = "compiled" if Kernel is not None else "Python"


def prepared(
    kernel: type[_compiled.Lines],
    shape: tuple[int, int] | tuple[bytes, bytes],
    clues: Sequence[Clue | None],
    colours: int,
) -> _compiled.Lines:
    """Returns lines as the kernel prepares them.

    Raises `UsageError` if a compiled module of this checkout is of other sources; they are compared at the first call.
    """
    global _is_checked
    if not _is_checked:
        _require_current()
        _is_checked = True
    return kernel(shape, clues, colours)


def _require_current() -> None:
    for name, beside in (("nonosat.kernel._compiled", "nonosat.h"), ("nonosat.model._compiled", "layout.h")):
        with suppress(ImportError):
            module = import_module(name)
            if is_outdated(module.__file__ or "", getattr(module, "SOURCES", ""), beside):
                raise UsageError(
                    f"{name} was compiled from other sources; compile it anew: python -m pip install -e ."
                )


def arrangement(lines: Sequence[Cells]) -> tuple[bytes, bytes]:
    """Returns the lengths of lines and the cells of all lines, as the kernel reads them."""
    from array import array  # rarely needed

    return array("i", map(len, lines)).tobytes(), array("i", chain.from_iterable(lines)).tobytes()
