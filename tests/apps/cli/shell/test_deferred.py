"""`nonosat.apps.cli.shell.deferred`: commands that run without click do what they do with it."""

import subprocess
import sys

import click
import pytest
from commands import ALL

from nonosat.apps.cli import run
from nonosat.apps.cli.commands import COMMANDS, command_named, examples_named
from nonosat.apps.cli.shell.deferred import Command, Note

WORDS = ([], ["a"], ["a", "b"], ["-", "a b", "ä"], ["a", "b", "c", "d"])
NOTED = [name for name in COMMANDS if isinstance(command_named(name), Command)]


def by_click(name, words):
    """What click calls the function of a command with; None if it finds fault with the words."""
    try:
        with ALL[name].make_context(name, list(words)) as context:
            return context.params
    except click.ClickException:
        return None


def test_most_commands_wait_for_click():
    assert set(COMMANDS) - set(NOTED) == {"generate", "repair"}


def flagged(name):
    """Words with the flags of a command among them."""
    options = [each for each in ALL[name].params if isinstance(each, click.Option) and each.is_flag]
    for flag in {word for each in options for word in (*each.opts, *each.secondary_opts)}:
        yield from (
            [flag],
            [flag, "a"],
            ["a", flag],
            ["a", flag, "b", "--json"],
            ["a", flag, flag],
            ["a", flag[2:]],
        )


@pytest.mark.parametrize("name", NOTED)
def test_a_plain_command_is_called_as_click_calls_it(name):
    for words in (*WORDS, *flagged(name)):
        plain = command_named(name).plain(words)
        if plain is not None:
            assert plain.keywords == by_click(name, words), words


def test_the_usual_questions_are_plain():
    for name in ("check", "solve", "count", "rate", "explain", "show"):
        assert command_named(name).plain(["puzzle.non"]) is not None
        assert command_named(name).plain(["puzzle.non", "--json"]) is not None or name == "show"


@pytest.mark.parametrize(
    "words", [["--seed", "a"], ["--json=1", "a"], ["--jso", "a"], ["a", "-h"], ["--", "a"], [""], []]
)
def test_whatever_else_there_is_is_for_click(words):
    assert command_named("check").plain(words) is None


@pytest.mark.parametrize("said", [{"type": int}, {"callback": print}, {"envvar": "X"}, {"is_eager": True}])
def test_an_argument_that_click_has_to_look_at_is_for_click(said):
    def function(**given):
        return len(given)

    function.__click_params__ = [Note("click", "Argument", (("n",),), said)]
    assert Command(function, "f", {}).plain(["1"]) is None


@pytest.mark.parametrize("variable", ["NONOSAT_DEBUG", "_NONOSAT_COMPLETE"])
def test_what_the_environment_says_is_for_click(variable, monkeypatch, capsys):
    monkeypatch.setattr("nonosat.apps.cli.shell.deferred.Command.plain", lambda *_: lambda: 7)
    assert run(["check", "a"]) == 7
    monkeypatch.setenv(variable, "1")
    assert run(["check", "a"]) != 7


LOADED = """
import sys
from nonosat.apps.cli import run
assert run(["check", "unique.non"]) == run(["check", "--example", "cup"]) == 0
needless = "click rich multiprocessing subprocess pathlib numpy pysat ortools json".split()
needless += "dataclasses inspect pickle glob string".split()
print(*[name for name in needless if name in sys.modules])
"""


def test_an_easy_puzzle_takes_few_modules(folder):
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "unique.non: unique (2x2, solvable line by line)",
        "example:cup: unique (10x10, solvable line by line)",
        "",
    ]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["--example", "cup"], ["example:cup"]),
        (["a", "--example=cup", "b"], ["a", "example:cup", "b"]),
        (["--", "--example", "cup"], ["--", "--example", "cup"]),
        (["--example"], ["--example"]),
        ([], []),
    ],
)
def test_examples_are_paths(words, found):
    assert examples_named(words) == found
