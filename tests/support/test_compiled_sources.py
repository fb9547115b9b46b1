"""A compiled module of other sources than those of the checkout: one line, never an answer."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import nonosat as ns
from nonosat.lines import compiled
from nonosat.model import _compiled as of_model
from nonosat.support.compiled_sources import digest, is_outdated

PACKAGE = Path(ns.__file__).parent
kernel = pytest.importorskip("nonosat.kernel._compiled")


def test_the_modules_of_this_checkout_are_current():
    assert digest(str(PACKAGE / "kernel")) == kernel.SOURCES
    assert digest(str(PACKAGE / "model")) == of_model.SOURCES


def test_an_edited_added_or_missing_source_is_seen_and_a_folder_without_sources_is_not_asked(tmp_path):
    module = str(tmp_path / "_compiled.so")
    assert not is_outdated(module, kernel.SOURCES, "nonosat.h")  # as in an installed wheel
    shutil.copytree(PACKAGE / "kernel", tmp_path, dirs_exist_ok=True)
    assert not is_outdated(module, kernel.SOURCES, "nonosat.h")
    source = tmp_path / "core/line.c"
    text = source.read_bytes()
    source.write_bytes(text + b"\n")
    assert is_outdated(module, kernel.SOURCES, "nonosat.h")
    source.write_bytes(text)
    (tmp_path / "core/more.c").write_bytes(b"int more;\n")
    assert is_outdated(module, kernel.SOURCES, "nonosat.h")
    (tmp_path / "core/more.c").unlink()
    assert not is_outdated(module, kernel.SOURCES, "nonosat.h")
    (tmp_path / "search/check.c").unlink()
    assert is_outdated(module, kernel.SOURCES, "nonosat.h")


@pytest.mark.parametrize("module", [kernel, of_model])
def test_each_question_then_ends_with_the_command_that_compiles_anew(module, monkeypatch):
    monkeypatch.setattr(compiled, "_is_checked", False)
    monkeypatch.setattr(module, "SOURCES", "0")
    for _ in range(2):
        with pytest.raises(ns.UsageError, match=rf"{module.__name__} was compiled .* pip install -e \.$"):
            ns.check(ns.Puzzle([[1]], [[1]]))


@pytest.mark.slow
def test_a_command_says_so_in_one_line_after_an_edit_in_a_copy(tmp_path):
    copy = tmp_path / "nonosat"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "web", "*.wasm"))

    def run():
        words = [sys.executable, "-m", "nonosat", "check", "example:cup"]
        environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
        return subprocess.run(words, env=environment, cwd=tmp_path, capture_output=True, text=True)

    assert run().returncode == 0
    with open(copy / "kernel/learn/heap.c", "a") as source:
        source.write("/* edited */\n")
    edited = run()
    assert (edited.returncode, edited.stdout) == (64, "")
    assert edited.stderr.count("\n") == 1
    assert "python -m pip install -e ." in edited.stderr
