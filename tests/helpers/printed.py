"""What a command has printed."""

import json

from nonosat.apps.cli import run


def ran(capture, words, code=0):
    """What a command prints, which must end with this code: `out` and `err`."""
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
