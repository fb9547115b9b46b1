"""Plants faults in the verifier, one at a time, and lists those that no test finds.

`python tests/helpers/planted.py [--share N] [MODULE ...]` changes one operator, constant, condition or statement of a
function in `nonosat.verifier` after the other (every Nth with `--share N`) and runs the tests of certificates until
one fails. A fault that all tests pass is printed with its line and counts against the run, unless
`tests/verifier/equivalent.txt` gives the reason why it changes nothing that can be observed.

Each fault is tried in a fork of one process that has imported and collected everything: the fork exchanges the code of
the changed function, which takes no import and reaches every module that holds the function, and runs the tests that
call it. General tools (mutmut 3) copy the sources and start pytest anew, which does not work with compiled modules
beside them.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import os
import pickle
import select
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "nonosat" / "verifier"
REASONS = ROOT / "tests" / "verifier" / "equivalent.txt"
"""A line `module: changed source: reason` for each fault that cannot be observed."""
TESTS = ("tests/verifier", "tests/proofs")
MOST_SECONDS = 120
"""CPU time of the tests for one fault; a fault that never ends counts as found."""
MOST_WAITED = 3600
"""Wall time of them, for a fault that waits for ever."""

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.Continue: ast.Break,
    ast.Break: ast.Continue,
}


class Fault:
    """A changed function of a module."""

    def __init__(self, module: str, function: list[str], line: int, source: str, tree: ast.Module) -> None:
        self.module, self.function, self.line, self.source, self.tree = module, function, line, source, tree

    @property
    def name(self) -> str:
        return f"{self.module}: {self.source}".rstrip(":")


def changes(node: ast.AST) -> Iterator[ast.AST | None]:
    """What can stand in place of a node; None deletes a statement."""
    if type(node) in SWAPPED:
        yield SWAPPED[type(node)]()
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield ast.Constant(node.value + 1)
        if node.value:
            yield ast.Constant(node.value - 1)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.If):
        for value in (True, False):
            changed = copy.copy(node)
            changed.test = ast.Constant(value)
            yield changed
    elif isinstance(node, ast.Raise | ast.Expr | ast.AugAssign) and not (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    ):
        yield None


def faults(path: Path) -> Iterator[Fault]:
    """All faults of a module, from the top to the bottom."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    lines = path.read_text(encoding="utf-8").splitlines()

    def inside(node: ast.AST, function: list[str]) -> Iterator[Fault]:
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "args") and not isinstance(node, ast.Call):
                continue
            entries = value if isinstance(value, list) else [value]
            for at, child in enumerate(entries):
                if not isinstance(child, ast.AST):
                    continue
                if function and not isinstance(child, ast.FunctionDef):
                    for changed in changes(child):
                        place = ast.copy_location(
                            changed or ast.Pass(), child if hasattr(child, "lineno") else node
                        )
                        if isinstance(value, list):
                            value[at] = place
                        else:
                            setattr(node, name, place)
                        line = getattr(child, "lineno", getattr(node, "lineno", 0))
                        if isinstance(changed, ast.If):
                            text = f"if {changed.test.value}:"
                        else:
                            text = "deleted" if changed is None else ast.unparse(node).splitlines()[0]
                        source = f"{lines[line - 1].strip()} -> {text}"
                        yield Fault(
                            path.stem, function, line, source, ast.fix_missing_locations(copy.deepcopy(tree))
                        )
                        if isinstance(value, list):
                            value[at] = child
                        else:
                            setattr(node, name, child)
                named = isinstance(child, ast.FunctionDef | ast.ClassDef)
                yield from inside(child, [*function, child.name] if named else function)

    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            yield from inside(statement, [statement.name])


def code_of(tree: ast.Module, names: list[str], path: str) -> CodeType | None:
    """The code of a function in a module's tree, by the names of classes and functions that lead to it."""
    code = compile(tree, path, "exec")
    for name in names:
        inner = [each for each in code.co_consts if isinstance(each, CodeType) and each.co_name == name]
        if not inner:
            return None
        code = inner[-1]
    return code


def changed_function(module: ModuleType, fault: Fault) -> tuple[FunctionType, CodeType] | None:
    """The function to change, the outermost one for a function in a function, and its new code."""
    holder: object = module
    for depth, name in enumerate(fault.function, 1):
        found = vars(holder).get(name)
        found = getattr(found, "__func__", None) or getattr(found, "fget", None) or found
        if isinstance(found, FunctionType):
            code = code_of(fault.tree, fault.function[:depth], found.__code__.co_filename)
            return (found, code) if code and code.co_freevars == found.__code__.co_freevars else None
        holder = found
    return None


class Planter:
    """A plugin of pytest that runs the collected tests once for each fault, each time in a fork."""

    def __init__(self, modules: list[str], share: int) -> None:
        self._modules, self._share = modules, share
        self.survivors: list[Fault] = []
        self.tried = 0

    def pytest_configure(self) -> None:
        """Examples are not shrunk: that one fails is enough."""
        from hypothesis import Phase, settings  # pytest wants to import its plugins first

        phases = [phase for phase in Phase if phase not in (Phase.shrink, Phase.explain)]
        settings.register_profile("planted", settings.get_profile("quick"), phases=phases)
        settings.load_profile("planted")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        capture = session.config.pluginmanager.getplugin("capturemanager")
        calls = dict(zip(session.items, in_fork(lambda: list(map(called, session.items))), strict=True))
        files: Counter[Path] = Counter()
        for item, (_, seconds) in calls.items():
            files[item.path] += seconds
        items = sorted(calls, key=lambda item: (files[item.path], item.path, calls[item][1]))
        if not in_fork(lambda: passed(items)):
            sys.exit("the tests fail together, without a fault")
        for name in self._modules:
            module = importlib.import_module(f"nonosat.verifier.{name}".removesuffix(".__init__"))
            tried = 0
            for fault in list(faults(PACKAGE / f"{name}.py"))[:: self._share]:
                if (change := changed_function(module, fault)) is None:
                    continue
                tried += 1
                callers = [item for item in items if place(change[0].__code__) in calls[item][0]]
                if in_fork(partial(passed, callers, change)):
                    self.survivors.append(fault)
                    with capture.global_and_fixture_disabled():
                        print(f"{name}.py:{fault.line}: {fault.source}", flush=True)
            self.tried += tried
            with capture.global_and_fixture_disabled():
                print(f"# {name}: {tried} faults", flush=True)
        return True


def place(code: CodeType) -> tuple[str, int]:
    return code.co_filename, code.co_firstlineno


def called(item: pytest.Item) -> tuple[set[tuple[str, int]], float]:
    """The functions of the verifier that a test calls, and its CPU seconds; the test must pass."""
    found = set()

    def seen(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(str(PACKAGE)):
            found.add(place(frame.f_code))

    began = time.process_time()
    threading.setprofile(seen)
    sys.setprofile(seen)
    good = passed([item])
    sys.setprofile(None)
    threading.setprofile(None)
    assert good, f"{item.nodeid} fails without a fault"
    return found, time.process_time() - began


def in_fork(work: Callable[[], Any]) -> Any:
    """The result of `work` in a fork of this process, which itself has no test leave threads behind; None if it dies."""
    import resource  # there is none on Windows

    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        # no alarm: a test that leaves one fails
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        errors = os.dup(2)
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        try:
            os.write(into, pickle.dumps(work()))
        except BaseException as error:
            os.write(errors, f"{error}\n".encode())
        finally:
            os._exit(0)
    os.close(into)
    with open(out, "rb") as pipe:
        data = pipe.read() if select.select([pipe], [], [], MOST_WAITED)[0] else b""
    if not data:
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return pickle.loads(data) if data else None


def passed(items: list[pytest.Item], change: tuple[FunctionType, CodeType] | None = None) -> bool:
    """Gives a function its new code, runs tests up to the first that fails, and returns whether none does."""
    if change:
        change[0].__code__ = change[1]
    for item, after in zip(items, [*items, None][1:], strict=True):
        if any(report.failed for report in runtestprotocol(item, nextitem=after, log=False)):
            return False
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("modules", nargs="*", help="modules of the verifier; all by default")
    parser.add_argument("--share", type=int, default=1, help="plant every Nth fault")
    options = parser.parse_args()
    names = options.modules or sorted(path.stem for path in PACKAGE.glob("*.py"))
    known = {line.rpartition(": ")[0] for line in REASONS.read_text(encoding="utf-8").splitlines() if line}
    planter = Planter(names, options.share)
    code = pytest.main(["-q", "-p", "no:randomly", "-p", "no:cacheprovider", *TESTS], plugins=[planter])
    new = [fault for fault in planter.survivors if fault.name not in known]
    print(f"{planter.tried} faults, {len(planter.survivors)} not found, {len(new)} of them without a reason")
    return int(bool(code) or bool(new))


if __name__ == "__main__":
    sys.exit(main())
