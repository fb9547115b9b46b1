"""All commands that can be called, what they must be given, and what their paths are for."""

from functools import cache

import click

from nonosat.apps.cli.program import program

VALUES = {
    "PLOT": "plot.svg",
    "PUZZLE": "{puzzle}",
    "PUZZLE...": "{puzzle}",
    "[PUZZLE]": "{puzzle}",
    "STATE": "state.txt",
    "IMAGE": "picture.png",
    "IMAGE...": "page.png",
    "IN": "{puzzle}",
    "OUT": "out.json",
    "[OUT]": "out.json",
    "DIR": "new",
    "DIR...": "certificate",
    "RESULTS": "results.jsonl",
    "RESULTS...": "results.jsonl",
    "TEXT": "A",
    "CLUE": "3 1",
    "CELLS": "??#??????",
    "FILE": "out.json",
    "dataset FILE": "set.jsonl",
    "FORMULA": "new.cnf",
    "ENCODED": "encoded.cnf",
    "ANSWER": "answer.txt",
    "judge ANSWER": "right.txt",
    "BOOK": "book.pdf",
    "LESSON": "lesson.html",
    "PICTURE": "out.svg",
    "SIZE": "9",
    int: "9",
}
"""What to give for an argument or a required option, by its name in the help, of one command or of all, or by
its type."""


UNLESS = ("[OUT]", "[PUZZLE]", "PICTURE")
"""What must be given unless something else stands for it, such as a picture where a record goes to standard output."""


def needed(parameter):
    """Whether a parameter must be given."""
    return parameter.required or parameter.metavar in UNLESS


def leaves(command, words=()):
    """The commands of a group, and those of the groups in it, with the words that call them."""
    if not isinstance(command, click.Group):
        yield words, command
        return
    with click.Context(command) as context:
        for name in command.list_commands(context):
            yield from leaves(command.get_command(context, name), (*words, name))


COMMANDS = {" ".join(words): command for words, command in leaves(program)}


def has(name, option):
    return any(option in each.opts for each in COMMANDS[name].params)


def value_of(name, parameter):
    """The value in `VALUES` for a parameter; None if there is none."""
    if isinstance(parameter.type, click.types.IntParamType):
        return VALUES[int]
    return VALUES.get(f"{name} {parameter.metavar}", VALUES.get(parameter.metavar))


@cache
def words_of(name):
    """The command with all that it must be given, `{puzzle}` standing for the puzzle."""
    words = name.split()
    for each in COMMANDS[name].params:
        if not needed(each):
            continue
        value = value_of(name, each)
        assert value, f"{name}: say in VALUES what to give for {each.metavar}"
        words += [value] if isinstance(each, click.Argument) else [each.opts[0], value]
    return tuple(words)


def takes_puzzle(name):
    return any("{puzzle}" in word for word in words_of(name))


def starts_nothing(name):
    """Whether a command works in this process; what starts others each time is for the thorough run."""
    return name not in ("batch", "dataset", "benchmark")


def paths(name, role):
    """The parameters of a command that are paths of files to read (`InFile`) or to write (`OutFile`)."""
    return [each for each in COMMANDS[name].params if isinstance(each.type, role)]


def given(name, values, *, left_out=None):
    """The command with some values of its parameters, and what it must be given besides, but for one parameter."""
    words = name.split()
    for each in COMMANDS[name].params:
        if each is left_out or not (needed(each) or each in values):
            continue
        value = values.get(each, value_of(name, each))
        words += [value] if isinstance(each, click.Argument) else [each.opts[0], value]
    return [word.format(puzzle="puzzle.json") for word in words]


FOREIGN = {
    "notes": b"What I think of it:\nnothing yet\n",
    "journal": b'{"key": "1", "puzzle": "a.non", "verdict": "unique", "seconds": 0.01}\n',
    "puzzle": b"height 1\nwidth 1\nrows\n1\ncolumns\n1\n",
    "picture": b"\xff\xd8\xff\xe0 a photograph",
}
