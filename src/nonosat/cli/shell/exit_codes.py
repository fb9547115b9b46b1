"""Exit codes of answers; those of errors are in `nonosat.foundation.errors`."""

from __future__ import annotations

from nonosat.solving.engine.outcome import Verdict

EXIT_CODES = {Verdict.UNIQUE: 0, Verdict.MULTIPLE: 1, Verdict.UNSOLVABLE: 2, Verdict.UNKNOWN: 3}
EXIT_UNKNOWN = EXIT_CODES[Verdict.UNKNOWN]
EXIT_PASSED, EXIT_FAILED = 0, 1  # `check --require`: all puzzles are as required, or not
EXIT_REFUSED = 1  # `verify`: a certificate does not prove its claim
