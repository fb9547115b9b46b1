"""Groups of commands that suggest the nearest name for an unknown one; the examples at the end of a help."""

from __future__ import annotations

import click


class Group(click.Group):
    """Commands in the order of the source; the error about an unknown one suggests the nearest."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        commands = self.list_commands(ctx)
        if args[0] not in commands and not ctx.resilient_parsing and not args[0].startswith("-"):
            from difflib import get_close_matches  # only errors need it

            near = get_close_matches(args[0], commands, cutoff=0.7)
            meant = f"; did you mean {' or '.join(near)}?" if near else f"; there are {', '.join(commands)}"
            raise click.UsageError(f"no command is called {args[0]!r}{meant}", ctx)
        return super().resolve_command(ctx, args)


def examples(*commands: str) -> str:
    """Returns the examples at the end of a command's help; `tests/apps/cli/shell/test_help.py` runs every line."""
    return "\b\nExamples:\n" + "\n".join(f"  nonosat {command}" for command in commands)
