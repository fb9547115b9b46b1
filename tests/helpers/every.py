"""All commands, their required parameters, and the uses of their paths."""

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
    "PACKAGE": "node_modules/pyodide",
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
    """Returns True if a parameter is required."""
    return parameter.required or parameter.metavar in UNLESS


def leaves(command, words=()):
    """Yields the commands of a group and of its groups, with the words that call them."""
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
    """Returns the value in `VALUES` for a parameter, or None."""
    if isinstance(parameter.type, click.types.IntParamType):
        return VALUES[int]
    return VALUES.get(f"{name} {parameter.metavar}", VALUES.get(parameter.metavar))


@cache
def words_of(name):
    """Returns a command with its required arguments; `{puzzle}` stands for the puzzle."""
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
    """Returns True if a command works in this process; those that start others are for the thorough run."""
    return name not in ("batch", "benchmark", "export")


def paths(name, role):
    """Yields the parameters of a command that are paths of files to read (`InFile`) or to write (`OutFile`)."""
    return [each for each in COMMANDS[name].params if isinstance(each.type, role)]


def given(name, values, *, left_out=None):
    """Returns a command with some values of its parameters and all other required ones, except `left_out`."""
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
