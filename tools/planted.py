"""Plants faults in the verifier, one at a time, and lists those that no test finds.

`python tools/planted.py [--share N] [MODULE ...]` changes one operator, constant, condition or statement of a
function in `nonosat.verifier` after the other (every Nth with `--share N`) and runs the tests of certificates until
one fails. A fault that all tests pass is printed with its line, and the run fails. Faults for which
`tests/verifier/equivalent.txt` gives a reason are not tried: no test can see them.

Each fault is tried in a fork of one process that has imported and collected everything: the fork exchanges the code of
the changed function, which takes no import and reaches every module that holds the function, and runs the tests that
reach the changed statement, those that found faults in the same function first. General tools (mutmut 3) copy the
sources and start pytest anew, which does not work with compiled modules beside them.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import math
import os
import pickle
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "nonosat" / "verifier"
REASONS = ROOT / "tests" / "verifier" / "equivalent.txt"
"""A line `module: changed source: reason` for faults that cannot be observed; ` ... ` in the changed source is any text."""
TESTS = ("tests/verifier", "tests/proofs")
MOST_TIMES, MOST_MORE = 10, 3
"""A test that takes so many times its CPU seconds, and so many more, has found a fault that never ends."""
MOST_WAITED = 600
"""Wall seconds of the tests for one fault; more is a fault that waits for ever."""

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


class Fault(NamedTuple):
    """A changed function of a module."""

    module: str
    function: list[str]
    line: int
    """The line on which the changed statement begins."""
    source: str
    code: CodeType
    """The code of the module with the change."""

    @property
    def name(self) -> str:
        return f"{self.module}: {self.source}".rstrip(":")


def changes(node: ast.AST) -> Iterator[ast.AST | None]:
    """Yields the replacements of a node; None deletes a statement."""
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

    def inside(node: ast.AST, function: list[str], begins: int) -> Iterator[Fault]:
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "args") and not isinstance(node, ast.Call):
                continue
            entries = value if isinstance(value, list) else [value]
            for at, child in enumerate(entries):
                if not isinstance(child, ast.AST):
                    continue
                here = child.lineno if isinstance(child, ast.stmt) else begins
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
                        code = compile(ast.fix_missing_locations(tree), str(path), "exec")
                        yield Fault(path.stem, function, here, source, code)
                        if isinstance(value, list):
                            value[at] = child
                        else:
                            setattr(node, name, child)
                named = isinstance(child, ast.FunctionDef | ast.ClassDef)
                yield from inside(child, [*function, child.name] if named else function, here)

    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            yield from inside(statement, [statement.name], statement.lineno)


def code_of(code: CodeType, names: list[str]) -> CodeType | None:
    """The code of a function in a module's code, by the names of classes and functions that lead to it."""
    for name in names:
        inner = [each for each in code.co_consts if isinstance(each, CodeType) and each.co_name == name]
        if not inner:
            return None
        code = inner[-1]
    return code


def changed_function(
    module: ModuleType, names: list[str], code: CodeType
) -> tuple[FunctionType, CodeType] | None:
    """The function to change, the outermost one for a function in a function, and its code in the changed module."""
    holder: object = module
    for depth, name in enumerate(names, 1):
        found = vars(holder).get(name)
        found = getattr(found, "__func__", None) or getattr(found, "fget", None) or found
        if isinstance(found, FunctionType):
            its = code_of(code, names[:depth])
            return (found, its) if its and its.co_freevars == found.__code__.co_freevars else None
        holder = found
    return None


class Planter:
    """A plugin of pytest that runs the collected tests for each fault, each time in a fork."""

    def __init__(self, modules: list[str], share: int, known: list[str]) -> None:
        self._modules, self._share, self._known = modules, share, known
        self.unused = set(known)
        self.survivors = 0

    def pytest_configure(self) -> None:
        """Examples are not shrunk: that one fails is enough."""
        from hypothesis import Phase, settings  # pytest wants to import its plugins first

        phases = [phase for phase in Phase if phase not in (Phase.shrink, Phase.explain)]
        settings.register_profile("planted", settings.get_profile("quick"), phases=phases)
        settings.load_profile("planted")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            sys.exit("not all tests can be collected")
        capture = session.config.pluginmanager.getplugin("capturemanager")
        reached = dict(zip(session.items, in_fork(partial(statements_of, session.items)), strict=True))
        files: Counter[Path] = Counter()
        for item, (_, seconds) in reached.items():
            files[item.path] += seconds
        items = sorted(reached, key=lambda item: (files[item.path], item.path, reached[item][1]))

        def failing(tests: list[pytest.Item], change: tuple[FunctionType, CodeType]) -> Any:
            return in_fork(partial(first_failing, tests, [reached[test][1] for test in tests], change))

        def survives(fault: Fault, change: tuple[FunctionType, CodeType], finders: list[pytest.Item]) -> bool:
            statement = f"{fault.module}:{fault.line}"
            tests = [item for item in items if statement in reached[item][0]]
            tests.sort(key=lambda item: finders.index(item) if item in finders else len(finders))
            while (at := failing(tests, change)) != -1:
                if at is None:
                    return False
                finder, tests = tests[at], tests[at + 1 :]
                if failing([finder], change) != -1:  # else it failed by chance, on a busy machine
                    finders[:] = [finder, *(each for each in finders if each is not finder)]
                    return False
            return True

        for name in self._modules:
            module = importlib.import_module(f"nonosat.verifier.{name}".removesuffix(".__init__"))
            tried = reasons = survivors = 0
            finders: dict[str, list[pytest.Item]] = {}
            for fault in list(faults(PACKAGE / f"{name}.py"))[:: self._share]:
                if (change := changed_function(module, fault.function, fault.code)) is None:
                    continue
                tried += 1
                if reason := next((each for each in self._known if matches(each, fault.name)), None):
                    self.unused.discard(reason)
                    reasons += 1
                elif survives(fault, change, finders.setdefault(".".join(fault.function), [])):
                    survivors += 1
                    with capture.global_and_fixture_disabled():
                        print(f"{name}.py:{fault.line}: {fault.source}", flush=True)
            with capture.global_and_fixture_disabled():
                found = tried - reasons - survivors
                print(f"# {name}: {tried} faults, {found} found, {reasons} with a reason", flush=True)
            self.survivors += survivors
        return True


def matches(reason: str, name: str) -> bool:
    """Returns whether a fault has this name, or one with any text in place of ` ... `."""
    before, dots, after = reason.partition(" ... ")
    return name == reason if not dots else name.startswith(before) and name.endswith(after)


def statements_of(items: Sequence[pytest.Item]) -> list[tuple[set[str], float]]:
    """The statements of the verifier that each test reaches, as `module:line`, and its CPU seconds; all must pass."""
    reached: set[str] = set()
    for path in PACKAGE.glob("*.py"):
        module = importlib.import_module(f"nonosat.verifier.{path.stem}".removesuffix(".__init__"))
        vars(module)["_reached"] = reached.add
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = list(functions(tree, []))
        code = compile(ast.fix_missing_locations(Noting(path.stem).visit(tree)), str(path), "exec")
        for function in names:
            if change := changed_function(module, function, code):
                change[0].__code__ = change[1]
    found = []
    for item in items:
        reached.clear()
        began = time.process_time()
        assert first_failing([item], [60.0]) < 0, f"{item.nodeid} fails without a fault"
        found.append((reached.copy(), time.process_time() - began))
    return found


def functions(node: ast.AST, names: list[str]) -> Iterator[list[str]]:
    """The functions of a module and of its classes, without those inside of functions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield [*names, child.name]
        elif isinstance(child, ast.ClassDef):
            yield from functions(child, [*names, child.name])


class Noting(ast.NodeTransformer):
    """Calls `_reached` before each statement of a function."""

    def __init__(self, module: str) -> None:
        self._module, self._inside = module, False

    def visit(self, node: ast.AST) -> Any:
        outside, self._inside = not self._inside, self._inside or isinstance(node, ast.FunctionDef)
        node = self.generic_visit(node)
        self._inside = not outside
        if outside or not isinstance(node, ast.stmt):
            return node
        return [ast.parse(f"_reached('{self._module}:{node.lineno}')").body[0], node]


def in_fork(work: Callable[[], Any]) -> Any:
    """The result of `work` in a fork of this process, which itself has no test leave threads behind; None if it dies."""
    with TemporaryFile() as file:
        child = os.fork()
        if child == 0:
            os.setpgid(0, 0)
            errors = os.dup(2)
            silent = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silent, 1)
            os.dup2(silent, 2)
            try:
                file.write(pickle.dumps(work()))
                file.flush()
            except BaseException as error:
                os.write(errors, f"{error}\n".encode())
            finally:
                os._exit(0)
        until = time.monotonic() + MOST_WAITED
        while not os.waitpid(child, os.WNOHANG)[0] and time.monotonic() < until:
            time.sleep(0.002)
        with suppress(ProcessLookupError):  # with what the tests have left running
            os.killpg(child, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(child, 0)
        file.seek(0)
        data = file.read()
    return pickle.loads(data) if data else None


def first_failing(
    items: Sequence[pytest.Item],
    seconds: Sequence[float],
    change: tuple[FunctionType, CodeType] | None = None,
) -> int:
    """Gives a function its new code, runs tests up to the first that fails, and returns its place; -1 if none fails.

    Dies in a test that takes much more than its CPU seconds.
    """
    import resource  # there is none on Windows

    if change:
        change[0].__code__ = change[1]
    for at, (item, after) in enumerate(zip(items, [*items, None][1:], strict=True)):
        # no alarm: a test that leaves one fails
        most = math.ceil(time.process_time() + MOST_TIMES * seconds[at] + MOST_MORE)
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
        if any(report.failed for report in runtestprotocol(item, nextitem=after, log=False)):
            return at
    return -1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("modules", nargs="*", help="modules of the verifier; all by default")
    parser.add_argument("--share", type=int, default=1, help="plant every Nth fault")
    options = parser.parse_args()
    names = options.modules or sorted(path.stem for path in PACKAGE.glob("*.py"))
    known = [line.rpartition(": ")[0] for line in REASONS.read_text(encoding="utf-8").splitlines() if line]
    planter = Planter(names, options.share, known)
    code = pytest.main(["-q", "-p", "no:randomly", "-p", "no:cacheprovider", *TESTS], plugins=[planter])
    print(f"{planter.survivors} faults neither found nor with a reason")
    if options.share == 1:
        for reason in sorted(planter.unused):
            if reason.partition(":")[0] in names:
                print(f"a reason for no fault: {reason}")
    return int(bool(code) or planter.survivors > 0)


if __name__ == "__main__":
    sys.exit(main())
