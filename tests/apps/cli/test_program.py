"""`nonosat.apps.cli.program`: the table of commands, and the imports of their modules."""

import ast
import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest

from nonosat.apps import cli
from nonosat.apps.cli.program import COMMANDS, GROUPS, program

MODULES = sorted(path.stem for path in Path(cli.__file__).with_name("shell").glob("*.py"))


def test_every_command_is_found_and_runs_in_the_module_that_the_table_names():
    with click.Context(program) as context:
        for name, (_, summary) in COMMANDS.items():
            command = program.get_command(context, name)
            assert command is not None
            assert command.name == name
            assert " ".join(command.help.partition("\n\n")[0].split()) == summary


def test_the_help_of_all_commands_loads_none_of_them():
    code = "import sys; from nonosat.apps.cli import run; run(['--help']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    *text, loaded = done.stdout.splitlines()
    start, end = (text.index(f"{heading}:") for heading in (next(iter(GROUPS)), "  Examples"))
    listed = [line.split()[0] for line in text[start:end] if line.startswith("  ")]
    assert listed == [*COMMANDS]
    commands = {name for name in loaded.split() if name.startswith("nonosat.apps.cli.commands.")}
    assert not commands


@pytest.mark.parametrize("module", MODULES)
def test_shared_code_of_commands_is_in_none_of_their_modules(module):
    tree = ast.parse(inspect.getsource(import_module(f"nonosat.apps.cli.shell.{module}")))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not imported & {f"nonosat.apps.cli.commands.{each}" for each, _ in COMMANDS.values()}


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_fits_a_terminal_of_80_columns(name):
    with click.Context(program, info_name="nonosat", terminal_width=80) as context:
        command = program.get_command(context, name) if name else program
        text = command.get_help(
            click.Context(
                command, parent=context if name else None, info_name=name or "nonosat", terminal_width=80
            )
        )
    assert [line for line in text.splitlines() if len(line) > 80] == []
