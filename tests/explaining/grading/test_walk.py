"""The walk along the steps about lines: the kernel's, and the reference without it."""

import pytest
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import every_feature, puzzles

from nonosat.explaining.grading import walk


@given(puzzles(max_side=6, inks=1) | puzzles(max_side=5, inks=2) | st.integers(1, 2).flatmap(every_feature))
@settings(max_examples=tries(400))
def test_the_kernel_takes_the_steps_of_the_reference(puzzle):
    taken = walk.walked(puzzle)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walk, "knows_techniques", lambda _: False)
        assert walk.walked(puzzle) == taken
