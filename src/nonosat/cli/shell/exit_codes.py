"""What the answers of commands mean as exit codes; those of errors are in `nonosat.foundation.errors`."""

from __future__ import annotations

from nonosat.solving.engine.outcome import Verdict

EXIT_CODES = {Verdict.UNIQUE: 0, Verdict.MULTIPLE: 1, Verdict.UNSOLVABLE: 2, Verdict.UNKNOWN: 3}
EXIT_UNKNOWN = EXIT_CODES[Verdict.UNKNOWN]
EXIT_PASSED, EXIT_FAILED = 0, 1
"""Of `check --require`: whether all puzzles are what is required."""
EXIT_REFUSED = 1
"""Of `verify`: a certificate does not prove what it claims."""
