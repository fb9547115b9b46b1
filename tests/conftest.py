"""Before any test is read: the quick profile, unless the command line names another."""

import gc
import os
import sys

import effort  # noqa: F401  registers the profiles
from browser import browser, visit  # noqa: F401  fixtures
from hypothesis import settings

settings.load_profile("quick")

# What is the same for every process that a test starts is done once: compiling the package; and none needs threads for
# algebra, which NumPy starts as it is imported.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

gc.disable()


def pytest_collection_finish():
    """What thousands of tests are made of stays to the end: there is no garbage in it."""
    gc.freeze()
    gc.enable()


def pytest_addoption(parser):
    parser.addoption(
        "--mutants", type=int, default=20, metavar="N", help="Damaged files of each format to read."
    )
