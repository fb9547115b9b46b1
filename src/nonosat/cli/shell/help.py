"""Examples at the end of a command's help."""

from __future__ import annotations


def examples(*commands: str) -> str:
    """Returns the examples of a command's help; `tests/cli/shell/test_help.py` runs every line."""
    return "\b\nExamples:\n" + "\n".join(f"  nonosat {command}" for command in commands)
