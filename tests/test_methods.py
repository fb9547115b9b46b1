"""Public methods check their arguments like public functions: wrong ones are refused in words, and give no wrong result."""

import inspect
import itertools

import pytest
from test_pickles import ANSWERS

import nonosat as ns
import nonosat.types

MADE = {
    **ANSWERS,
    "puzzle": lambda: ns.example("cup"),
    "triddler": lambda: ns.example("flower"),
    "limit": lambda: ns.Limit(seconds=1),
    "wish": ns.Wish,
    "book layout": ns.BookLayout,
    "search options": ns.SearchOptions,
    "animation": lambda: ns.animate(ns.example("cup")),
    "solutions": lambda: ns.solutions(ns.example("cup")),
    "partial grid": lambda: ns.PartialGrid.blank(ns.example("cup")),
    "book": lambda: ns.book([ns.example("cup")]),
    "hint's words": lambda: ns.hint(ns.example("cup")).said,
    "right answer": lambda: ns.judge(ns.example("cup"), str(ns.solve(ns.example("cup")))),
}
"""Makers of objects whose methods, and those of their parts, are called."""

WRONG = (None, object(), "x", b"x", -1, 10**5, 1.5, float("nan"), [], [1], {}, (1, 2))

PUBLIC = {getattr(module, name) for module in (ns, nonosat.types) for name in module.__all__}

MEANT = {
    ("SolutionSet.sample", 10**5),
    ("Paper.area", 10**5),
    ("Words.pattern", "x"),  # no text of a book, which stays as it is
    ("Explanation.to_json", None),
    ("CellRows.text", None),
    ("PartialGrid.text", None),
    ("Phrase.text", None),
    ("Step.lines", None),
    ("Grid.puzzle", None),
    ("Lesson.html", None),
}
"""Calls of the walk that are right."""

ANYWHERE = {"Geometry.cell_name", "Geometry.centre", "Rectangle.outline", "CustomGeometry.outline"}
"""Methods that know a place outside the picture, too."""

NOTHING = {
    "Explanation.to_json",
    "Journal.missing",
    "Grid.puzzle",  # a puzzle whose palette is a problem of it
    "PartialGrid.filled_in",
    "PartialGrid.text",
    "Phrase.text",
    "Step.lines",
    "Words.printed",
}
"""Methods that take an empty collection."""


def parts(value, depth=3):
    """Yields an object of this package and those in its public attributes."""
    if type(value) in (tuple, list):
        for part in value[:2]:
            yield from parts(part, depth)
    elif type(value).__module__.startswith("nonosat"):
        yield value
        for name in dir(value) if depth else ():
            if not name.startswith("_") and not callable(getattr(type(value), name, None)):
                try:
                    part = getattr(value, name)
                except ns.NonosatError:
                    continue
                yield from parts(part, depth - 1)


def methods(kind):
    """Yields the names of the public methods of a class that have parameters."""
    for name in dir(kind):
        static = inspect.getattr_static(kind, name)
        if name.startswith("_") or isinstance(static, (property, type)) or not callable(getattr(kind, name)):
            continue
        function = inspect.unwrap(getattr(getattr(kind, name), "__func__", getattr(kind, name)))
        ours = (getattr(function, "__module__", None) or "").startswith("nonosat")
        bound = not isinstance(static, (classmethod, staticmethod))
        if ours and len(inspect.signature(getattr(kind, name)).parameters) > bound:
            yield name


@pytest.fixture(scope="module")
def objects(tmp_path_factory):
    """One object of each public class that the makers make."""
    path = tmp_path_factory.mktemp("journals") / "results.jsonl"
    found = {ns.Journal: ns.Journal(path)}
    for make in MADE.values():
        for part in parts(make()):
            for kind in type(part).__mro__:
                if kind in PUBLIC:
                    found.setdefault(kind, part)
    return found


def calls(method):
    """Yields the arguments of calls with one wrong value: by position as many as are needed, or one by its name."""
    given = inspect.signature(method).parameters.values()
    by_position = [parameter for parameter in given if parameter.kind is parameter.POSITIONAL_OR_KEYWORD]
    needed = [parameter for parameter in by_position if parameter.default is parameter.empty]
    for value in WRONG:
        if by_position:
            yield value, (value,) * max(1, len(needed)), {}
        for parameter in given:
            if parameter.kind is parameter.KEYWORD_ONLY and not needed:
                yield value, (), {parameter.name: value}


@pytest.mark.slow
def test_wrong_arguments_of_methods_are_refused_in_words(objects, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    raw, silent, number = [], [], 0
    for kind, value in objects.items():
        for name in methods(kind):
            method = getattr(value, name)
            called = inspect.unwrap(getattr(method, "__func__", method)).__qualname__
            for wrong, args, keywords in calls(method):
                number += 1
                try:
                    result = method(*args, **keywords)
                    if inspect.isgenerator(result):
                        [*itertools.islice(result, 2)]
                except ns.NonosatError:
                    continue
                except Exception as error:
                    raw.append((called, args, keywords, error))
                    continue
                right = any(called == one and (wrong is value or wrong == value) for one, value in MEANT)
                right |= called in ANYWHERE and wrong in (-1, 10**5)
                right |= (called in NOTHING and wrong in ([], {})) or (wrong is None and bool(keywords))
                if not right and not (called.endswith(".save") and wrong == "x"):
                    silent.append((called, args, keywords, result))
    print(number, "calls of methods of", len(objects), "classes")
    assert not raw
    assert not silent


def test_objects_of_most_classes_with_methods_are_tried(objects):
    """The others are made from files or by servers, or have no method with parameters."""
    untried = {
        kind.__name__
        for kind in PUBLIC - {*objects}
        if isinstance(kind, type) and not issubclass(kind, Exception) and [*methods(kind)]
    }
    assert untried == set()
