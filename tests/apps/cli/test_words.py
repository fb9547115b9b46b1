"""The same word for the same thing on the command line and in Python."""

from inspect import Parameter, signature

import click
import pytest
from commands import ALL

from nonosat.apps.generation.from_image import from_image
from nonosat.apps.generation.generate import stream
from nonosat.apps.generation.wish import FIGURES, Wish
from nonosat.apps.scanning.scan import scan_all
from nonosat.conflicts.mus import conflict
from nonosat.counting.solution_set import sample
from nonosat.explaining.grading.rate import rate
from nonosat.explaining.hints.hint import hint
from nonosat.explaining.steps.explain import explain
from nonosat.proofs.certificate import verify
from nonosat.repairs.repair_clue import repair_clue
from nonosat.repairs.repair_givens import repair_givens
from nonosat.repairs.repair_pixels import repair_pixels

FUNCTIONS = {
    "sample": sample,
    "explain": explain,
    "hint": hint,
    "rate": rate,
    "conflict": conflict,
    "repair clue": repair_clue,
    "repair givens": repair_givens,
    "repair pixels": repair_pixels,
    "from-image": from_image,
    "scan": scan_all,
    "generate": stream,
    "verify": verify,
}
"""The function that does what a command does."""

OF_THE_COMMAND_LINE = {
    *("--executor", "--workers", "--dataset", "--number"),
    *("--with", "--certificate", "--any-solution"),
    *("--json", "--solutions", "--from", "--to", "--output", "--draw", "--debug", "--pictures", "--force"),
    *("--time-limit", "--memory-limit"),  # `seconds` and `memory` of a `Limit`
    *("--steps", "--to-step", "--states"),  # of an iterator in Python
    "--technique",  # words only, which are asked of no puzzle
    "--size",  # for `height` and `width`
    "--nearest",  # in Python, properties of the iterator
    *("--columns-first", "--rows-first", "--strict"),  # of the reading of files
    "--figure",  # for one of the `figures`
    *("--best", "--state-output"),  # in Python, parts of a `Scan`
    "--take",  # one of the `choices`
    *("--drat-trim", "--proved"),  # other programs
    *("--from-step", "--paper", "--language", "--font"),  # of a lesson
}

MENDING = {"--unique", "--line-solvable"}
"""Options of the repair that follows in commands that make pictures."""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_options_are_called_as_the_arguments_of_the_function(name):
    known = set(signature(FUNCTIONS[name]).parameters)
    known |= {*signature(Wish).parameters, *FIGURES} if "wish" in known else set()
    given = [parameter for parameter in ALL[name].params if isinstance(parameter, click.Option)]
    own = {max(parameter.opts, key=len) for parameter in given} - OF_THE_COMMAND_LINE
    own -= MENDING if "generate" not in name and "repair" not in name else {"--unique"}
    assert {option.lstrip("-").replace("-", "_") for option in own} <= known


@pytest.mark.parametrize("name", FUNCTIONS)
def test_options_have_the_defaults_of_the_function(name):
    function = FUNCTIONS[name]
    defaults = {each.name: each.default for each in signature(function).parameters.values()}
    if "wish" in defaults:
        defaults |= {each.name: each.default for each in signature(Wish).parameters.values()}
        defaults["size"] = f"{defaults['width']}x{defaults['height']}"
    for option in ALL[name].params:
        own = max(option.opts, key=len).lstrip("-").replace("-", "_")
        # a flag without a default has none, or False, or a mark for none, depending on the version of click
        default = option.default if isinstance(option.default, (str, int, float, tuple)) else None
        default = None if default is False else default
        if own in defaults and default is not None and defaults[own] not in (Parameter.empty, None):
            assert default == defaults[own], (name, own)
