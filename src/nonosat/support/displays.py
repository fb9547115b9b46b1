"""Registry of functions that draw puzzles, grids and results in notebooks and on terminals, and of the one that writes files.

`model` and the results stand below `pictures` and `formats` and cannot import them. `import nonosat` registers loaders
here; a loader imports its code at the first use.
"""

from __future__ import annotations

TYPE_CHECKING = False  # importing `typing` takes longer than the rest of this module
if TYPE_CHECKING:
    import os
    from collections.abc import Callable
    from typing import Any, Literal

    Kind = Literal["svg", "html", "text", "line", "file"]
    Show = Callable[..., Any]

# loader of the function of each kind; filled once, when the package is imported
_loaders: dict[Kind, Callable[[], Show]] = {}


def register(kind: Kind, load: Callable[[], Show]) -> None:
    """Registers the loader of the function of a kind."""
    _loaders[kind] = load


def shown(kind: Kind, value: object) -> str | None:
    """Returns `value` drawn as `kind`, or None if there is no such drawing."""
    load = _loaders.get(kind)
    drawn: str | None = load()(value) if load else None
    return drawn


class NotebookDisplay:
    """Base class of everything that notebooks display: puzzles, grids and results."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return shown("svg", self)

    def _repr_html_(self) -> str | None:
        return shown("html", self)


class Saving:
    """Base class of puzzles: writes them to files."""

    __slots__ = ()

    def save(self, path: str | os.PathLike[str], format: str | None = None, *, lossy: bool = False) -> None:
        """Writes a file, like `nonosat.dump`: without a `format` the extension of the path decides."""
        _loaders["file"]()(self, path, format, lossy=lossy)
