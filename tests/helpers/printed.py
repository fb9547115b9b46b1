"""What a command has printed."""

import json


def lines(capsys):
    return capsys.readouterr().out.splitlines()


def records(text):
    return [json.loads(line) for line in text.splitlines()]


def record(capsys):
    """The only one."""
    (found,) = records(capsys.readouterr().out)
    return found
