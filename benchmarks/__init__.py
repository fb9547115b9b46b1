"""Measurements that run from a checkout: see docs/benchmarks.md. Not installed with the package."""

import sys
from pathlib import Path

# pages and screens are drawn as in the tests
ROOT = Path(__file__).parents[1]
sys.path += [str(ROOT / "tools"), str(ROOT / "tests/helpers")]
