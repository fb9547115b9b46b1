# mypy: implicit-reexport
# ruff: noqa: F401 (names for the commands)
"""The shell's names for commands: `from nonosat.apps.cli.shell import common as cli`."""

from nonosat.apps.cli.shell.answers import (
    EXIT_CODES,
    EXIT_FAILED,
    EXIT_PASSED,
    EXIT_REFUSED,
    EXIT_UNKNOWN,
    Answer,
    Json,
    OnePuzzle,
    Question,
    error_answer,
    print_answer,
)
from nonosat.apps.cli.shell.groups import command, examples
from nonosat.apps.cli.shell.inputs import Inputs, note, only, read, read_answer, read_state, sources_of
from nonosat.apps.cli.shell.many_answers import ManyPuzzles
from nonosat.apps.cli.shell.options import (
    Command,
    ascii_option,
    declared,
    executor_option,
    from_option,
    given,
    json_and_solutions_option,
    json_option,
    limit_options,
    output_option,
    plot_option,
    search_options,
    to_option,
    workers_option,
)
from nonosat.apps.cli.shell.paths import InFile, OutFile
from nonosat.apps.cli.shell.progress import QUIET_SECONDS, progress_of, waiting
from nonosat.apps.cli.shell.runner import about_puzzle, puzzle_command, puzzles_command
from nonosat.apps.cli.shell.sentences import end_text, first_of, people_text
from nonosat.apps.cli.shell.targets import format_to_write
from nonosat.apps.many.lines import ERROR
from nonosat.apps.wording.sentences import report_text
