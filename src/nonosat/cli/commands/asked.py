"""The command of a question that no module here is about: its options are the parameters of the function."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

import nonosat
from nonosat.cli.shell import deferred as click
from nonosat.cli.shell.answers import Answer, Json, answer_all
from nonosat.cli.shell.exit_codes import EXIT_UNKNOWN
from nonosat.cli.shell.inputs import Inputs
from nonosat.cli.shell.options import (
    asked_flag,
    asked_option,
    declared,
    given,
    json_option,
    limit_options,
    puzzles_argument,
)
from nonosat.foundation.limits import Limit
from nonosat.model.puzzle import Puzzle
from nonosat.records.declarations import declaration_of
from nonosat.records.declared import Flag
from nonosat.solving.engine.outcome import Observer


def command_of(function: str) -> Any:
    """Makes the command of a public function."""
    declaration = declaration_of(getattr(nonosat, function))

    def asked(inputs: Inputs, as_json: Json, limit: Limit, **options: Any) -> int:
        one = partial(answered, function=function, options=given(**options), limit=limit)
        return answer_all(inputs, as_json, one, limit=limit, apart=True)

    asked.__doc__ = declaration.summary
    options = tuple(
        (asked_flag if isinstance(each.type, Flag) else asked_option)(function, each.name)
        for each in declaration.parameters
    )
    shared = (puzzles_argument, *options, json_option, limit_options)
    return click.command(function.replace("_", "-"))(declared(shared, asked))


def answered(
    path: str,
    puzzle: Puzzle,
    _: Observer | None = None,
    *,
    function: str,
    options: Mapping[str, Any],
    limit: Limit,
) -> Answer:
    """The answer about one puzzle, each member of the record on a line."""
    record = getattr(nonosat, function)(puzzle, **options, limit=limit).to_json()
    text = "\n".join(f"  {name}: {json.dumps(value)}" for name, value in record.items() if value)
    code = EXIT_UNKNOWN if record.get("stopped") else 0
    return Answer.of(path, puzzle, record, exit_code=code, line=f"{path}:\n{text}")
