"""`nonosat.cli.options`: what the shared options mean."""

import pytest

from nonosat.cli import run


@pytest.mark.parametrize("size", ["100m", "1G", "200000000", "300MB"])
def test_sizes_of_memory(folder, size):
    assert run(["check", "unique.non", "--memory-limit", size]) == 0
