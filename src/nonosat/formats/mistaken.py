"""Says of a file that was taken for a picture that it holds a puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from nonosat.formats import format_in
from nonosat.formats.table import format_named
from nonosat.support.errors import InputError


@contextmanager
def told_from_pictures(data: object, path: str) -> Iterator[None]:
    """Turns the `InputError` about a picture into one that says which format the data is in, if it holds a puzzle."""
    try:
        yield
    except InputError:
        name = ""
        if isinstance(data, bytes):
            with suppress(InputError):
                name = format_in(data, path)
        if not name or format_named(name).binary:
            raise
        raise InputError(f"a puzzle in the format {name}, not a picture", path=path or None) from None
