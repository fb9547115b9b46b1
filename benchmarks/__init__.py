"""Measurements that run from a checkout: see docs/benchmarks.md. Not installed with the package."""

import sys
from pathlib import Path

# pages and screens are drawn as in the tests
sys.path.append(str(Path(__file__).parents[1] / "tests/helpers"))
