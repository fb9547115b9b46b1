"""The exit codes of the command line, all of them; those of errors come with the errors."""

from __future__ import annotations

from nonosat.engine.outcome import Verdict
from nonosat.errors import EXIT_BAD_INPUT, EXIT_SOFTWARE, EXIT_USAGE

__all__ = [
    "EXIT_BAD_INPUT",
    "EXIT_BROKEN_PIPE",
    "EXIT_CODES",
    "EXIT_INTERRUPTED",
    "EXIT_REFUSED",
    "EXIT_SOFTWARE",
    "EXIT_UNKNOWN",
    "EXIT_USAGE",
]

EXIT_CODES = {Verdict.UNIQUE: 0, Verdict.MULTIPLE: 1, Verdict.UNSOLVABLE: 2, Verdict.UNKNOWN: 3}
EXIT_REFUSED = 1
"""Of `verify`: a certificate does not prove what it claims."""
EXIT_UNKNOWN = EXIT_CODES[Verdict.UNKNOWN]

EXIT_INTERRUPTED = 130
EXIT_BROKEN_PIPE = 141
"""As a shell tells of a program that a signal ended: 128 and the number of SIGINT, SIGPIPE."""
