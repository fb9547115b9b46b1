"""Each face names its own words: Python's messages no options, those of commands no parameters."""

import ast
import re
from inspect import signature
from pathlib import Path

import click
import pytest
from every import COMMANDS, given, starts_nothing, takes_puzzle

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.records.parameter_help import help_of

PACKAGE = Path(ns.__file__).parent

OF_COMMANDS = (
    "apps/cli",
    "apps/benchmarking",  # `nonosat benchmark`, which has no function
    "apps/agents",  # servers, which are started by a command
    "apps/studio",
    "verifier/__main__.py",
    "records/jsonl.py",  # members that only a command's lines have
)
"""Modules whose texts only people at a command line meet."""

FUNCTIONS = sorted(name for name in ns.__all__ if name.islower())

OPTION = re.compile(r"(?<![\w-])--[a-z]")
COMMAND = re.compile(r"`nonosat [a-z]")


def messages(path):
    """Yields the texts in a module that are no docstrings, with their lines; of one that names nothing, none."""
    source = path.read_text(encoding="utf-8")
    if not (OPTION.search(source) or COMMAND.search(source)):
        return
    tree = ast.parse(source)
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            yield node.lineno, node.value


def test_no_message_of_the_library_names_an_option_or_a_command():
    named = [
        (str(path.relative_to(PACKAGE)), line, text)
        for path in sorted(PACKAGE.rglob("*.py"))
        if not path.relative_to(PACKAGE).as_posix().startswith(OF_COMMANDS)
        for line, text in messages(path)
        if (OPTION.search(text) and "pip install" not in text and "{--" not in text) or COMMAND.search(text)
    ]
    assert not named


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_help_of_a_function_names_an_option_or_a_command(name):
    function = getattr(ns, name)
    helps = [help_of(function, parameter) for parameter in vars(function)["declared"]]
    assert not [text for text in (*helps, function.__doc__) if OPTION.search(text) or COMMAND.search(text)]


PARAMETERS = {parameter for name in FUNCTIONS for parameter in signature(getattr(ns, name)).parameters}


def parameters_in(text):
    """Returns the parameters of functions that a text names as such."""
    return {word for word in re.findall(r"`(\w+)`", text) if word in PARAMETERS and "_" in word} | {
        word for word in re.findall(r"`(\w+)=", text) if word in PARAMETERS
    }


@pytest.mark.parametrize("name", COMMANDS)
def test_no_help_of_a_command_names_a_parameter(name):
    command = COMMANDS[name]
    helps = [option.help or "" for option in command.params if isinstance(option, click.Option)]
    assert not parameters_in("\n".join([command.help or "", *helps]))


WRONG = ("nonsense", "")


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        name
        for name in filter(starts_nothing, COMMANDS)
        if name not in ("studio", "mcp", "generate", "benchmark")
    ],
)
def test_no_refusal_of_a_command_names_a_parameter(name, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    picture = ns.Grid(["##.", "#..", "###"])
    ns.dump(picture.puzzle(goal=picture), "puzzle.json")
    Path("right.txt").write_text(f"{picture}\n")
    for option in COMMANDS[name].params:
        if isinstance(option, click.Option) and not option.is_flag:
            for value in WRONG:
                run([*given(name, {option: value}), *(["--time-limit", "2"] if takes_puzzle(name) else [])])
                _, err = capfd.readouterr()
                assert not parameters_in(err), (option.opts, value)
                assert not re.search(r"must be .*, not ", err), (option.opts, value, err)
