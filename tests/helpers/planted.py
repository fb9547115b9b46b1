"""Plants faults in the verifier, one at a time, and lists those that no test finds.

`python tests/helpers/planted.py [--share N] [MODULE ...]` changes one operator, constant, condition or statement of a
function in `nonosat.verifier` after the other (every Nth with `--share N`) and runs the tests of certificates until
one fails. A fault that all tests pass is printed with its line and counts against the run, unless
`tests/verifier/equivalent.txt` gives the reason why it changes nothing that can be observed.

Each fault is tried in a fork of one process that has imported and collected everything: the fork exchanges the code of
the changed function, which takes no import and reaches every module that holds the function. General tools (mutmut 3)
copy the sources and start pytest anew, which does not work with compiled modules beside them.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "nonosat" / "verifier"
REASONS = ROOT / "tests" / "verifier" / "equivalent.txt"
"""A line `module: changed source: reason` for each fault that cannot be observed."""
TESTS = ("tests/verifier", "tests/proofs")
MOST_SECONDS = 120
"""Wall time of the tests for one fault; a fault that never ends counts as found."""

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
        return f"{self.module}: {self.source}"


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


def plant(module: ModuleType, fault: Fault) -> bool:
    """Exchanges the code of the changed function, of the outermost one for a function in a function."""
    holder: object = module
    for depth, name in enumerate(fault.function, 1):
        found = vars(holder).get(name)
        found = getattr(found, "__func__", None) or getattr(found, "fget", None) or found
        if isinstance(found, FunctionType):
            code = code_of(fault.tree, fault.function[:depth], found.__code__.co_filename)
            if code is None or code.co_freevars != found.__code__.co_freevars:
                return False
            found.__code__ = code
            return True
        holder = found
    return False


class Planter:
    """A plugin of pytest that runs the collected tests once for each fault, each time in a fork."""

    def __init__(self, modules: list[str], share: int) -> None:
        self._modules, self._share = modules, share
        self.survivors: list[Fault] = []
        self.tried = 0

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = session.items
        capture = session.config.pluginmanager.getplugin("capturemanager")
        costs = self._passing(items)
        files: dict[Path, float] = {}
        for item, cost in zip(items, costs, strict=True):
            files[item.path] = files.get(item.path, 0.0) + cost
        order = sorted(range(len(items)), key=lambda at: (files[items[at].path], items[at].path, costs[at]))
        for name in self._modules:
            module = importlib.import_module(f"nonosat.verifier.{name}")
            every = list(faults(PACKAGE / f"{name}.py"))
            for fault in every[:: self._share]:
                self.tried += 1
                if not self._found(module, fault, [items[at] for at in order]):
                    self.survivors.append(fault)
                    with capture.global_and_fixture_disabled():
                        print(f"{name}.py:{fault.line}: {fault.source}", flush=True)
            with capture.global_and_fixture_disabled():
                print(f"# {name}: {len(every[:: self._share])} faults", flush=True)
        return True

    def _passing(self, items: list[pytest.Item]) -> list[float]:
        """CPU seconds of each test without a fault; all must pass."""
        costs = []
        for item in items:
            began = time.process_time()
            if not passed([item]):
                sys.exit(f"{item.nodeid} fails without a fault")
            costs.append(time.process_time() - began)
        return costs

    def _found(self, module: ModuleType, fault: Fault, items: list[pytest.Item]) -> bool:
        """Whether a test fails with the fault."""
        child = os.fork()
        if child == 0:
            os.setpgid(0, 0)
            signal.alarm(MOST_SECONDS)
            silent = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silent, 1)
            os.dup2(silent, 2)
            if not plant(module, fault):
                os._exit(2)
            os._exit(0 if passed(items) else 1)
        _, status = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(status) == 2:
            self.tried -= 1
        return os.waitstatus_to_exitcode(status) != 0


def passed(items: list[pytest.Item]) -> bool:
    """Runs tests in order, up to the first that fails; whether none does."""
    for item, after in zip(items, [*items[1:], None], strict=True):
        if any(report.failed for report in runtestprotocol(item, nextitem=after, log=False)):
            return False
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("modules", nargs="*", help="modules of the verifier; all by default")
    parser.add_argument("--share", type=int, default=1, help="plant every Nth fault")
    options = parser.parse_args()
    names = options.modules or sorted(
        path.stem for path in PACKAGE.glob("*.py") if not path.stem.startswith("__")
    )
    known = {line.rpartition(": ")[0] for line in REASONS.read_text(encoding="utf-8").splitlines() if line}
    planter = Planter(names, options.share)
    code = pytest.main(["-q", "-p", "no:randomly", "-p", "no:cacheprovider", *TESTS], plugins=[planter])
    new = [fault for fault in planter.survivors if fault.name not in known]
    print(f"{planter.tried} faults, {len(planter.survivors)} not found, {len(new)} of them without a reason")
    return int(bool(code) or bool(new))


if __name__ == "__main__":
    sys.exit(main())
