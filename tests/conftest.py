"""Before any test is read: the quick profile, unless the command line names another."""

import effort  # noqa: F401  registers the profiles
from browser import browser, visit  # noqa: F401  fixtures
from hypothesis import settings

settings.load_profile("quick")


def pytest_addoption(parser):
    parser.addoption(
        "--mutants", type=int, default=40, metavar="N", help="Damaged files of each format to read."
    )
