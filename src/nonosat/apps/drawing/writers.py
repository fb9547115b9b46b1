"""File kinds of pictures, each written by a lazily loaded module.

A module has `write(thing, **options) -> bytes`; for the kinds of `PICTURES`, `thing` is a `Drawing`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from nonosat.support.errors import MissingExtraError, UsageError
from nonosat.support.files import STANDARD_OUTPUT, require_writable, write
from nonosat.support.limits import Clock


class Writer(NamedTuple):
    """A kind of file."""

    name: str
    extensions: tuple[str, ...]
    module: str  # module in `nonosat.apps.drawing`


# writers of single drawings
PICTURES = (
    Writer("svg", (".svg",), "svg"),
    Writer("png", (".png",), "png"),
    Writer("pdf", (".pdf",), "pdf"),
)
GIF = Writer("gif", (".gif",), "gif")  # writer of animations


def writer_of(kinds: Sequence[Writer], path: str, to: str | None = None) -> Writer:
    """Returns the writer named `to`, or of the path's extension.

    Raises `UsageError` if there is no such writer, or if `to` contradicts the extension.

    >>> writer_of(PICTURES, "cup.SVG").name, writer_of(PICTURES, "-", "svg").name
    ('svg', 'svg')
    """
    extension = os.path.splitext(path)[1].lower()
    meant = [kind.name for kind in kinds if extension in kind.extensions]
    if meant and to not in (None, *meant) and any(kind.name == to for kind in kinds):
        raise UsageError(f"{path}: the extension says {meant[0]}, not {to}: choose one of them")
    for kind in kinds:
        if kind.name == to or (to is None and extension in kind.extensions):
            return kind
    names = ", ".join(dict.fromkeys(kind.name for kind in kinds))
    if to in ("jpg", "jpeg") or (to is None and extension in (".jpg", ".jpeg")):
        raise UsageError(f"JPEG is not written, because it blurs edges; there are {names}")
    if to is not None:
        raise UsageError(f"no kind of picture is called {to!r}; there are {names}")
    if path == STANDARD_OUTPUT:
        raise UsageError(f"standard output has no extension that says which kind; there are {names}")
    raise UsageError(f"{path}: the extension does not say which kind of picture; there are {names}")


def contents(
    writer: Writer,
    thing: Any,
    options: Mapping[str, Any],
    *,
    clock: Clock | None = None,
    observer: Callable[[str], None] | None = None,
) -> bytes:
    """Returns the content of a file; the observer gets the progress of an animation.

    Raises `MissingExtraError` if Pillow is needed and missing, and `OutOfReach` if the clock has stopped.
    """
    if clock:
        clock.tick()
    try:
        module = import_module(f"nonosat.apps.drawing.{writer.module}")
    except ModuleNotFoundError as missing:
        if missing.name != "PIL":
            raise
        raise MissingExtraError(f"{writer.name.upper()} needs Pillow: pip install pillow") from None
    made: bytes = module.write(thing, **options, **({"progress": observer} if observer else {}))
    return made


def save(kinds: Sequence[Writer], thing: Any, path: str, to: str | None = None, **options: Any) -> None:
    """Writes a file atomically; raises `OutputError` if that fails."""
    writer = writer_of(kinds, path, to)
    require_writable(path)
    write(path, contents(writer, thing, options))
