"""The command of a question without a module of its own; its options are the parameters of the function."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

import nonosat
from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.asked_options import option_of
from nonosat.records.parameters import declaration_of


def command_of(function: str) -> Any:
    """Makes the command of a public function."""
    question = getattr(nonosat, function)
    declaration = declaration_of(question)

    def command(asked: cli.ManyPuzzles, **options: Any) -> int:
        one = partial(answered, function=function, options=cli.given(**options))
        return asked.answer_all(one)

    command.__doc__ = declaration.summary
    options = tuple(option_of(question, parameter.name) for parameter in declaration.parameters)
    name = function.replace("_", "-")
    return cli.puzzles_command(name, f"{name} puzzle.non", parallel=True)(cli.declared(options, command))


def answered(asked: cli.OnePuzzle, *, function: str, options: Mapping[str, Any]) -> cli.Answer:
    """Answers about one puzzle, each member of the record that is known on a line."""
    record = getattr(nonosat, function)(asked.puzzle, **options, limit=asked.limit).to_json()
    text = "\n".join(
        f"  {name}: {json.dumps(value)}" for name, value in record.items() if value not in (None, "")
    )
    code = cli.EXIT_UNKNOWN if record.get("stopped") else 0
    return asked.answer(record, exit_code=code, line=f"{asked.name}:\n{text}")
