"""Whoever meets a type in a public signature or attribute can import it from `nonosat` or `nonosat.types`."""

import inspect
import typing
from importlib import import_module

import pytest

import nonosat
import nonosat.types
from nonosat.records import shared_types

INTERNAL = {"Board", "Clock", "Explained"}
"""Types of parameters for callers within the package."""

ELSEWHERE = {"os": __import__("os"), "pyarrow": None}
"""Names in annotations that only type checkers import."""


def classes_in(hint):
    """Yields the classes of this package in an annotation."""
    arguments = typing.get_args(hint)
    if typing.get_origin(hint) is typing.Annotated:
        arguments = arguments[:1]
    for argument in arguments:
        for part in argument if isinstance(argument, list) else [argument]:
            yield from classes_in(part)
    kind = typing.get_origin(hint) or hint
    if isinstance(kind, type) and kind.__module__.startswith("nonosat"):
        yield kind


def evaluated(hint, module):
    if not isinstance(hint, str):
        return hint
    if "pyarrow" in hint:
        return None
    return eval(hint, {**ELSEWHERE, **vars(shared_types), **vars(import_module(module))})


def hints_of(thing):
    """Yields the annotations of a function, or of a class's public attributes, properties and methods."""
    if not isinstance(thing, type):
        function = inspect.unwrap(thing)
        yield from ((hint, function.__module__) for hint in getattr(function, "__annotations__", {}).values())
        return
    for owner in thing.__mro__:
        if not owner.__module__.startswith("nonosat"):
            continue
        for name, hint in inspect.get_annotations(owner).items():
            if not name.startswith("_"):
                yield hint, owner.__module__
        for name, member in vars(owner).items():
            function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
            if not name.startswith("_") and callable(function) and not isinstance(function, type):
                yield from (
                    (hint, owner.__module__)
                    for hint in getattr(inspect.unwrap(function), "__annotations__", {}).values()
                )


@pytest.mark.parametrize("name", nonosat.__all__)
def test_types_in_its_signature_or_attributes_can_be_imported(name):
    public = {getattr(module, each) for module in (nonosat, nonosat.types) for each in module.__all__}
    met = {
        kind
        for hint, module in hints_of(getattr(nonosat, name))
        for kind in classes_in(evaluated(hint, module))
    }
    assert {kind.__name__ for kind in met - public} <= INTERNAL


def test_no_name_is_in_both_and_other_names_are_errors():
    assert not {*nonosat.__all__} & {*nonosat.types.__all__}
    assert {*nonosat.types.__all__} <= {*dir(nonosat.types)}
    with pytest.raises(AttributeError, match=r"module 'nonosat.types' has no attribute 'Nothing'"):
        nonosat.types.Nothing  # noqa: B018
