"""The three standard streams of a process, secured against being closed or full.

- A closed stream is opened on the null device for the wrong direction: using it fails as before, and no file
  that is opened later takes its number.
- A failure to write to standard output raises `OutputError`, so that it can be distinguished from other errors.
- A failure to write to standard error is ignored: standard output may still work.
"""

from __future__ import annotations

import io
import os
import sys
from typing import Any

from nonosat.support.errors import OutputError


class Output(io.FileIO):
    """Standard output."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(f"standard output: cannot write: {error.strerror}") from None


class Errors(io.FileIO):
    """Standard error."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


def secure() -> None:
    """Secures the streams of this process."""
    if sys.stdin is None:
        raw = io.FileIO(os.open(os.devnull, os.O_WRONLY), "rb", closefd=False)
        sys.stdin = io.TextIOWrapper(io.BufferedReader(raw), "utf-8")
    sys.stdout = _secured(Output, sys.stdout)
    sys.stderr = _secured(Errors, sys.stderr)


def _secured(kind: type[io.FileIO], stream: Any) -> Any:
    """Replaces the interpreter's stream by one of that kind, unless it is a terminal."""
    if stream is None:
        raw = kind(os.open(os.devnull, os.O_RDONLY), "wb", closefd=False)
        return io.TextIOWrapper(io.BufferedWriter(raw), "utf-8", "backslashreplace")
    if stream.isatty():
        stream.reconfigure(errors="backslashreplace")
        return stream
    raw = kind(stream.fileno(), "wb", closefd=False)
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        stream.encoding,
        "backslashreplace",
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def silence() -> None:
    """Keeps the interpreter from writing the rest of a failed stream at exit."""
    for wrapper in (sys.stdout, sys.stderr):
        stream = getattr(wrapper, "wrapped", wrapper)  # click's, whose `flush` hides that a pipe is closed
        try:
            stream.flush()
        except (OSError, OutputError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
