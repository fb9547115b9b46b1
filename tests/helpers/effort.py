"""How hard the tests try: quickly by default, thoroughly with `--hypothesis-profile thorough`, as CI does.

Neither profile has a deadline or complains about slow generation: how fast a machine is at some moment is no
property of the code.
"""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

SHARE = 10
"""Of the examples of a thorough run a quick one takes every so many."""

_THOROUGH = 100

for _name, _examples in (("quick", _THOROUGH // SHARE), ("thorough", _THOROUGH)):
    settings.register_profile(
        _name,
        deadline=None,
        max_examples=_examples,
        suppress_health_check=[HealthCheck.too_slow],
        print_blob=True,
    )


def tries(number: int, share: int = SHARE) -> int:
    """How many of so many examples to take in this run; a quick one takes fewer yet where each takes long."""
    return number if settings().max_examples >= _THOROUGH else -(-number // share)


def quick(values: Iterable[Any], kept: Callable[[Any], bool]) -> list[Any]:
    """The values as parameters of a test, those that are not kept for a quick run marked slow."""
    return [
        value
        if kept(value)
        else pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.slow)
        for value in values
    ]
