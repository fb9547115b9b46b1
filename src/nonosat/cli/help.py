"""What the help of commands has in common: examples, and suggestions for misspelt commands."""

from __future__ import annotations

from difflib import get_close_matches

import click


def examples(*commands: str) -> str:
    """The end of a command's help; a test runs every line.

    The test has a picture and puzzles of the names that the examples use, see `tests/cli/test_help.py`.
    """
    return "\b\nExamples:\n" + "\n".join(f"  nonosat {command}" for command in commands)


class Group(click.Group):
    """Commands in the order of the source; for an unknown one the error suggests the nearest."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args[0] not in known and not ctx.resilient_parsing and not args[0].startswith("-"):
            near = get_close_matches(args[0], known)
            meant = f"; did you mean {' or '.join(near)}?" if near else f"; there are {', '.join(known)}"
            raise click.UsageError(f"no command is called {args[0]!r}{meant}", ctx)
        return super().resolve_command(ctx, args)
