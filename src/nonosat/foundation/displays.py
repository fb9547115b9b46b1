"""What a value looks like in a notebook, or printed: known far above, and registered here from there.

Puzzles, grids and results lie low and know nothing of pictures. `import nonosat` registers what draws them, and
that is loaded when something is to be shown.
"""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` takes longer to load than all that is here
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Literal

    Kind = Literal["svg", "html", "text"]
    Show = Callable[[Any], str | None]

_loaders: dict[Kind, Callable[[], Show]] = {}
"""For each kind what loads the function that shows a value; filled once, when the package is imported."""


def register(kind: Kind, load: Callable[[], Show]) -> None:
    """Says what loads the function that shows values in this way."""
    _loaders[kind] = load


def shown(kind: Kind, value: object) -> str | None:
    """A value as it is shown in this way; None if it is not."""
    load = _loaders.get(kind)
    return load()(value) if load else None


class NotebookDisplay:
    """Base of what notebooks show as a picture, or in words: puzzles, grids and results."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return shown("svg", self)

    def _repr_html_(self) -> str | None:
        return shown("html", self)
