# mypy: implicit-reexport
# ruff: noqa: F401 (names for the commands)
"""What commands have in common, under one name: `from nonosat.cli.shell import common as cli`."""

from nonosat.cli.shell.answers import ERROR, Answer, Json, answer_all, refusal, tell
from nonosat.cli.shell.exit_codes import EXIT_CODES, EXIT_FAILED, EXIT_PASSED, EXIT_REFUSED, EXIT_UNKNOWN
from nonosat.cli.shell.help import examples
from nonosat.cli.shell.inputs import Inputs, only, read, read_text, sources_of
from nonosat.cli.shell.options import (
    Command,
    ascii_option,
    asked_flag,
    asked_option,
    declared,
    depth_option,
    from_option,
    given,
    json_option,
    limit_options,
    puzzle_argument,
    puzzles_argument,
    search_options,
    to_option,
)
from nonosat.cli.shell.progress import QUIET_SECONDS, Tally, checking, progress_of, tallying, waiting
from nonosat.cli.shell.sentences import cell_text, end_text, method_text, people_text, report_text
