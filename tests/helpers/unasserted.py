"""A pytest plugin that names assertions which no test executed, as where a test returns before them or filters its cases away.

    pytest -p unasserted -o enable_assertion_pass_hook=true

Assertions in tests that did not run are left out, and those in helpers. pytest must compile the tests anew for it: set
`PYTHONPYCACHEPREFIX` to an empty folder in a checkout where they have run.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

Place = tuple[str, int]  # of an assertion: path and line

executed: set[Place] = set()
ran: set[tuple[str, str]] = set()
"""Path and name of the function of each test that passed."""


def pytest_assertion_pass(item: pytest.Item, lineno: int) -> None:
    executed.add((str(item.path), lineno))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" and report.passed:
        path, *_, name = report.nodeid.partition("[")[0].split("::")
        ran.add((path, name))


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):  # a worker of pytest-xdist
        session.config.workeroutput["executed"] = [*executed]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Takes what a worker sends at its end."""
    executed.update((path, line) for path, line in node.workeroutput.get("executed", ()))


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    lines = [
        f"{path}:{line}: {text}"
        for path in sorted({path for path, _ in ran if Path(path).name.startswith("test_")})
        for line, text in never_executed(config.rootpath / path, {name for file, name in ran if file == path})
    ]
    if lines:
        terminalreporter.section(f"{len(lines)} assertions were never executed")
        terminalreporter.write("\n".join(lines) + "\n")


def never_executed(path: Path, names: set[str]) -> Iterator[tuple[int, str]]:
    """Yields the line and text of each assertion that was not executed, unless its own test did not run."""
    source = path.read_text(encoding="utf-8")
    for function in ast.parse(source).body:
        if getattr(function, "name", "").startswith("test_") and function.name not in names:
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Assert) and (str(path), node.lineno) not in executed:
                yield node.lineno, source.splitlines()[node.lineno - 1].strip()
