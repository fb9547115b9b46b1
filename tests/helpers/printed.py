"""The output of commands."""

import json

from nonosat.apps.cli import run


def ran(capture, words, code=0):
    """Runs a command, requires its exit code, and returns its output, `out` and `err`."""
    assert run(words) == code
    return capture.readouterr()


def lines(printed):
    return printed.out.splitlines()


def records(text):
    return [json.loads(line) for line in text.splitlines()]


def record(printed):
    """The only one."""
    (found,) = records(printed.out)
    return found
