"""Requests of a web worker, as text."""

import json
import sys
from types import ModuleType

import pytest

from nonosat.apps.studio import in_browser
from nonosat.apps.studio.in_browser import answered

CHECKERED = {"picture": {"rows": ["10", "01"]}}


def test_answers_and_progress_are_text():
    told = []
    found = json.loads(answered("examine", json.dumps(CHECKERED), told.append))
    assert found["answer"]["verdict"] == "multiple"
    assert [json.loads(each)["stage"] for each in told] == [
        "clues",
        "verdict",
        "open_cells",
        "ambiguity",
        "rating",
    ]


def test_an_error_says_what_the_page_cannot_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    request = {**CHECKERED, "to": "gif"}
    error = json.loads(answered("convert", json.dumps(request), print))["error"]
    assert error["kind"] == "missing"
    assert error["message"] == "gif pictures need Pillow, which a page without a server does not have"


@pytest.mark.parametrize("request_", [{}, {"puzzle": 1}, [], 1])
def test_an_invalid_request_is_an_error(request_):
    assert json.loads(answered("check", json.dumps(request_), print))["error"]["kind"] == "input"


def test_a_cancelled_question_ends_like_at_its_time_limit(monkeypatch):
    ffi = ModuleType("pyodide.ffi")
    ffi.run_sync = lambda promise: promise
    monkeypatch.setitem(sys.modules, "pyodide", ModuleType("pyodide"))
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    wide = json.dumps({"puzzle": {"rows": [[1]] * 40, "columns": [[1]] * 40}, "seconds": 600})
    assert json.loads(answered("count", wide, print, lambda: False))["answer"]["stopped"] == "seconds"


def test_a_question_that_needs_unloaded_solvers_says_so(monkeypatch):
    def check(*_, **__):
        with monkeypatch.context() as patch:
            patch.delitem(sys.modules, "pycard", raising=False)
            patch.setattr(sys, "path", [])  # it is not installed
            __import__("pycard")

    monkeypatch.setattr("nonosat.apps.studio.examining.check", check)
    request = '{"picture": {"rows": ["1"]}}'
    in_browser.without_solvers(True)
    assert json.loads(in_browser.answered("examine", request, print)) == {"needs": "solvers"}
    in_browser.without_solvers(False)
    assert "ModuleNotFoundError" in in_browser.answered("examine", request, print)
