"""A pytest plugin that lists assertions that no test executed, such as those after an early return or without any case left.

    pytest -p unasserted -o enable_assertion_pass_hook=true

Leaves out assertions in helpers and in tests that did not run. pytest must recompile the tests for it: set
`PYTHONPYCACHEPREFIX` to an empty folder in a checkout where they have run.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

Place = tuple[str, int]  # (path, line) of an assertion

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
    """Receives the assertions of a worker at its end."""
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
