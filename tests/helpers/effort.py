"""The effort of the tests: few examples by default, more before a merge, all of them each night.

The profiles are Hypothesis': `quick` is the default, `.ci/run` takes `merge`, `.ci/nightly` takes `thorough`. None has
a deadline or a health check of speed: the speed of a machine is no property of the code.
"""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

_EXAMPLES = {"quick": 4, "merge": 10, "thorough": 100}
"""Examples of a property test, by profile."""

for _name, _examples in _EXAMPLES.items():
    settings.register_profile(
        _name,
        deadline=None,
        max_examples=_examples,
        suppress_health_check=[HealthCheck.too_slow],
        print_blob=True,
    )


def tries(number: int, share: int = 10) -> int:
    """Returns the number of examples: `number` in a thorough run, a `share`-th before a merge, fewer in a quick run."""
    examples = settings().max_examples
    if examples >= _EXAMPLES["thorough"]:
        return number
    return -(-number * examples // (share * _EXAMPLES["merge"]))


def quick(values: Iterable[Any], kept: Callable[[Any], bool], *, nightly: bool = False) -> list[Any]:
    """Returns the values as parameters of a test; all but those for a quick run are marked slow, or nightly."""
    mark = pytest.mark.nightly if nightly else pytest.mark.slow
    return [
        value if kept(value) else pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=mark)
        for value in values
    ]
