"""Commands and options of versions before 1.0, with the names that replace them: what typing an old name prints."""

from __future__ import annotations

COMMANDS = {
    "formats": "list formats",
    "backends": "list backends",
    "examples": "list examples",
    "publish": "check --site NAME",
    "dataset": "generate --dataset FILE",
}
"""The words that replace a command."""

OPTIONS = {
    "--example": "the path example:NAME",
    "repair --by": "`nonosat repair KIND PUZZLE...`",
    "givens --goal": "--any-solution",
    "--max": "-n or --number",
    "--count": "-n or --number",
    "--choices": "-n or --number",
    "batch -o": "--journal",
    "batch --output": "--journal",
    "solve --workers": "--portfolio",
    "show --workers": "--portfolio",
    "benchmark --workers": "--portfolio",
    "batch --portfolio": "absent: each puzzle has one solver; --workers puzzles are worked on at once",
    "--no-solutions": "the default; --solutions adds them",
    "batch --minutes": "--estimate",
    "book --strict": "--all-or-nothing",
    "book --trim": "--page",
    "generate --show": "--draw",
    "from-image --show": "--draw",
    "render --every": "--frames",
    "scan --state": "--state-output",
    "studio --export": "a command, `nonosat export DIR`",
    "studio --pyodide": "an option of `nonosat export DIR`",
    "studio --wheel": "an option of `nonosat export DIR`",
    "studio --force": "an option of `nonosat export DIR`",
}
"""What replaces an option; a key such as `book --strict` is about one command."""

OTHER_WORDS = {
    "--difficulty": "--grade",
    "--timeout": "--time-limit",
    "--limit": "--time-limit",
    "--threads": "--workers",
    "--jobs": "--workers",
    "--solver": "--backend",
    "--out": "--output",
}
"""Options of other programs, with the names that they have here."""


def command_text(name: str) -> str | None:
    """Returns the line about an old command, or None."""
    return f"`nonosat {name}` is now `nonosat {COMMANDS[name]}`" if name in COMMANDS else None


def option_text(command: str, option: str) -> str | None:
    """Returns the line about an old option of a command, or None."""
    now = OPTIONS.get(f"{command} {option}", OPTIONS.get(option))
    return f"{option} is now {now}" if now else None
