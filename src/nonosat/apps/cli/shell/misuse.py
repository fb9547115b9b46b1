"""The line that is printed for a command line that click refuses."""

from __future__ import annotations

import re

import click
from click.exceptions import NoArgsIsHelpError

from nonosat.apps.cli.shell.renamed import OTHER_WORDS, option_text

# what click says of numbers and of words
_NUMBER = r"is not a valid (?:integer|float)(?: range)?"
_SIZE = "[0-9]+x[0-9]+"
_UNEXPECTED = r"Got unexpected extra arguments? \((.*)\)"


def misuse_text(error: click.ClickException) -> str:
    """Returns the line about an error, with the command that it is about and how to get its help; of a bare group the help."""
    if isinstance(error, NoArgsIsHelpError):
        return error.format_message()
    context = error.ctx if isinstance(error, click.UsageError) else None
    command = context.command_path if context else "nonosat"
    reason = _reason(error).rstrip(".")
    reason = reason[:1].lower() + reason[1:]
    return f"{command.replace(' ', ': ', 1)}: {reason}{'' if '`' in reason else f' (see `{command} --help`)'}"


def _reason(error: click.ClickException) -> str:
    match error:
        case click.NoSuchOption():
            return _unknown_option(error)
        case click.UsageError(ctx=click.Context() as context) if sizes := _sizes(error, context):
            return f"the size is an option: `--size {sizes}`"
        case click.UsageError(message=message) if match := re.fullmatch(_UNEXPECTED, message):
            return f"takes no further argument, got {match[1]}"
    return re.sub(_NUMBER, "is no number", error.format_message())


def _sizes(error: click.UsageError, context: click.Context) -> str:
    """Returns the size that is given as an argument to a command with the option `--size`."""
    found = re.fullmatch(rf"Got unexpected extra argument \(({_SIZE})\)", error.message)
    takes = any("--size" in option.opts for option in context.command.params)
    return found[1] if found and takes else ""


def _unknown_option(error: click.NoSuchOption) -> str:
    """Suggests the new name of an old option, the own word for a common one, and `-n` for `--n`."""
    name = error.option_name
    command = error.ctx.info_name or "" if error.ctx else ""
    if renamed := option_text(command, name):
        return renamed
    taken = {word for option in error.ctx.command.params for word in option.opts} if error.ctx else set()
    own = {OTHER_WORDS.get(name, ""), name[1:]} & taken
    near = sorted(own or error.possibilities or ())
    meant = f"; did you mean {' or '.join(near)}?" if near else ""
    return f"there is no option {name}{meant}"
