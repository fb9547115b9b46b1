"""What the help of commands has in common: examples."""

from __future__ import annotations


def examples(*commands: str) -> str:
    """The end of a command's help; a test runs every line.

    The test has a picture and puzzles of the names that the examples use, see `tests/cli/test_help.py`.
    """
    return "\b\nExamples:\n" + "\n".join(f"  nonosat {command}" for command in commands)
