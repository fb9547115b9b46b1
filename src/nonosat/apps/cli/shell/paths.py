"""The types of paths: what a command reads, and what it writes.

All commands are loaded with them, so they import nothing of the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from nonosat.support.bundled import EXAMPLES, PREFIX

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

NAME, NUMBER = "{name}", "{number}"  # in the path of several outputs: name of the puzzle's file, and 1, 2, 3


class _FilePath(click.types.StringParamType):
    """A path, which the shell completes."""

    name = "path"

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # only the Tab key needs it; 0.7 ms

        return [CompletionItem(incomplete, type="file")]


class InFile(_FilePath):
    """The path of a file or folder that a command reads; `puzzle` if it can be example:NAME."""

    def __init__(self, *, puzzle: bool = False) -> None:
        self.puzzle = puzzle

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        words: list[str] = []
        if self.puzzle and incomplete.startswith(PREFIX[:1]):
            words = [PREFIX + name for name in EXAMPLES]
        if (ctx.params.get(param.name or "") or ())[-2:] == ("example", ":"):  # bash splits words at a colon
            words = [*EXAMPLES]
        from click.shell_completion import CompletionItem

        matching = [CompletionItem(word) for word in words if word.startswith(incomplete)]
        return [*matching, *super().shell_complete(ctx, param, incomplete)]


class OutFile(_FilePath):
    """The path of a file or folder that a command writes; `continued` if its own rule says what it replaces."""

    def __init__(self, *, continued: bool = False) -> None:
        self.continued = continued
