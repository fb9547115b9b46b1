"""Commands and public functions have the same names."""

import nonosat as ns
from nonosat.apps.cli.commands import COMMANDS

OTHERWISE = {
    "show": "print(puzzle)",
    "play": "`playable` makes its page",
    "studio": "a server",
    "export": "a folder for a web site",
    "mcp": "a server",
    "benchmark": "processes of its own, and a journal of files",
    "report": "`table` of a journal of files",
    "merge": "journals of files",
    "repair": "`repair_givens`, `repair_pixels`, `repair_clue` and `repair_auto`, one for each kind",
    "list": "lists for people; `example` loads one of the examples",
}
"""Commands without a function of their name, and why."""


def test_every_command_has_a_function_of_its_name_or_a_reason():
    missing = {name for name in COMMANDS if name.replace("-", "_") not in ns.__all__}
    assert missing == OTHERWISE.keys()
