"""Registry of functions that draw puzzles, grids and results in notebooks and on terminals.

`model` and the results stand below `pictures` and cannot import it. `import nonosat` registers loaders here; a
loader imports its drawing code at the first display.
"""

from __future__ import annotations

TYPE_CHECKING = False  # importing `typing` takes longer than the rest of this module
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Literal

    Kind = Literal["svg", "html", "text", "line"]
    Show = Callable[[Any], str | None]

# loader of the display function of each kind; filled once, when the package is imported
_loaders: dict[Kind, Callable[[], Show]] = {}


def register(kind: Kind, load: Callable[[], Show]) -> None:
    """Registers the loader of the display function of a kind."""
    _loaders[kind] = load


def shown(kind: Kind, value: object) -> str | None:
    """Returns `value` drawn as `kind`, or None if there is no such drawing."""
    load = _loaders.get(kind)
    return load()(value) if load else None


class NotebookDisplay:
    """Base class of everything that notebooks display: puzzles, grids and results."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return shown("svg", self)

    def _repr_html_(self) -> str | None:
        return shown("html", self)
