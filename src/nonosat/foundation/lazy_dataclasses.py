"""Dataclasses of which nothing is compiled before it is needed, for the modules that every command loads.

`dataclasses` compiles the methods of a class as it makes the class, and loads `inspect` for that. A command with an
easy puzzle makes objects of few of its classes, and spent a third of its time so. Here a class gets functions that look
at its fields, and its `__init__` is compiled for its first object; from then on it is as fast as there.

Who uses such a class sees no difference: the functions of `dataclasses`, subclasses that are ordinary dataclasses,
`inspect.signature`, pickles and copies find what they look for. Type checkers are shown the ordinary decorator. Only
the options are there that are used.
"""

from __future__ import annotations

import sys
from functools import cache
from operator import attrgetter

TYPE_CHECKING = False  # `typing` takes longer to load than all that is here
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from dataclasses import dataclass, field, fields, replace
    from typing import Any

    Fields = dict[str, "_Field"]

__all__ = ["dataclass", "field", "fields", "replace"]

_FIELDS = "__lazy_fields__"
"""The attribute of a class that has its fields by name, those of its bases first."""


class _Absent:
    """A default that a field does not have, or an argument that is made where it is not given."""

    def __repr__(self) -> str:
        return "<factory>"


_ABSENT = _Absent()


class _Field:
    """What is declared of a field, by the names of `dataclasses.Field`."""

    name: str
    type: Any

    def __init__(
        self,
        *,
        default: Any = _ABSENT,
        default_factory: Any = _ABSENT,
        init: bool = True,
        repr: bool = True,
        hash: bool | None = None,
        compare: bool = True,
        kw_only: bool = False,
    ) -> None:
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = compare if hash is None else hash
        self.compare = compare
        self.kw_only = kw_only


class _Later:
    """An attribute of a class that is made when it is first looked up."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self._make = make

    def __set_name__(self, kind: Any, name: str) -> None:
        self._kind, self._name = kind, name

    def __get__(self, instance: object, owner: type) -> Any:
        made = self._make(self._kind)
        setattr(self._kind, self._name, made)
        # bound as any other attribute would be: `inspect` of later versions asks the descriptor itself
        return made.__get__(instance, owner) if hasattr(made, "__get__") else made


def _dataclass(kind: Any = None, *, slots: bool = False, kw_only: bool = False, **options: bool) -> Any:
    """The decorator; its other options are `init`, `repr`, `eq` and `frozen`. It makes the class anew."""
    if kind is None:
        return lambda kind: _dataclass(kind, slots=slots, kw_only=kw_only, **options)
    contents = {name: each for name, each in vars(kind).items() if name not in ("__dict__", "__weakref__")}
    own = _declared(contents, kind.__annotations__, kw_only)
    inherited = _fields_of(kind.__mro__[1:]) or {}
    if slots:
        contents["__slots__"] = tuple(name for name in own if name not in inherited)
    else:
        contents |= {each.name: each.default for each in own.values() if each.default is not _ABSENT}
    fields = contents[_FIELDS] = inherited | own
    for name, each in _methods(fields, slots=slots, **options).items():
        if contents.get(name) is None:  # `__hash__` is None where there is an `__eq__`
            contents[name] = each
    return type(kind)(kind.__name__, kind.__bases__, contents)


def _declared(contents: dict[str, Any], annotations: dict[str, Any], kw_only: bool) -> Fields:
    """The fields that a class declares itself; their defaults are taken from its contents."""
    own = {}
    for name, annotation in annotations.items():
        given = contents.pop(name, _ABSENT)
        declared = given if isinstance(given, _Field) else _Field(default=given)
        declared.name, declared.type = name, annotation
        declared.kw_only = declared.kw_only or kw_only
        own[name] = declared
    return own


def _fields_of(kinds: Iterable[type]) -> Fields | None:
    """The fields of the first of some classes that has any; None if that is an ordinary dataclass, or there is none."""
    for each in kinds:
        if _FIELDS in vars(each):
            found: Fields = getattr(each, _FIELDS)
            return found
        if "__dataclass_fields__" in vars(each):
            break
    return None


def _methods(
    fields: Fields,
    *,
    slots: bool,
    init: bool = True,
    repr: bool = True,
    eq: bool = True,
    frozen: bool = False,
) -> dict[str, Any]:
    """What `dataclasses` adds to a class, by name."""
    shown = [name for name, each in fields.items() if each.repr]
    compared = _getter([name for name, each in fields.items() if each.compare])
    hashed = _getter([name for name, each in fields.items() if each.hash])

    def __repr__(self: Any) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{type(self).__qualname__}({values})"

    def __eq__(self: Any, other: object) -> bool:
        return compared(self) == compared(other) if type(other) is type(self) else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(hashed(self))

    def __getstate__(self: Any) -> list[Any]:  # those of a subclass as well
        return [getattr(self, each.name) for each in _fields(self)]

    def __setstate__(self: Any, state: list[Any]) -> None:
        for each, value in zip(_fields(self), state, strict=True):
            object.__setattr__(self, each.name, value)

    def ordinary() -> Any:
        return _ordinary(fields, init=init, repr=repr, eq=eq, frozen=frozen)

    added: dict[str, Any] = {
        "__match_args__": tuple(name for name, each in fields.items() if each.init and not each.kw_only),
        "__dataclass_fields__": _Later(lambda _: ordinary().__dataclass_fields__),
        "__dataclass_params__": _Later(lambda _: ordinary().__dataclass_params__),
        "__replace__": _replace,  # for `copy.replace`
    }
    if init:
        added["__init__"] = _Later(lambda kind: _init(kind, fields, frozen))
    if repr:
        added["__repr__"] = __repr__
    if eq:
        added |= {"__eq__": __eq__, "__hash__": __hash__ if frozen else None}
    if frozen:
        added |= {"__setattr__": _refuse, "__delattr__": _refuse}
    if frozen and slots:
        added |= {"__getstate__": __getstate__, "__setstate__": __setstate__}
    return added


def _getter(names: list[str]) -> Callable[[Any], Any]:
    """What gives the values of these attributes of an object, as one value."""
    return attrgetter(*names) if names else lambda _: ()


def _refuse(_: object, name: str, *value: object) -> None:
    """Instead of setting or deleting an attribute of what is frozen."""
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot {'assign to' if value else 'delete'} field {name!r}")


def _init(kind: Any, fields: Fields, frozen: bool) -> Callable[..., None]:
    """The method `__init__`, compiled."""
    taken = sorted((each for each in fields.values() if each.init), key=lambda each: each.kw_only)
    names: dict[str, Any] = {"_put": object.__setattr__, "_absent": _ABSENT}
    parameters, body = ["self"], []
    for each in taken:
        if each.kw_only and "*" not in parameters:
            parameters.append("*")
        optional = each.default is not _ABSENT or each.default_factory is not _ABSENT
        parameters.append(f"{each.name}=_default_{each.name}" if optional else each.name)
    for name, each in fields.items():
        names[default := f"_default_{name}"] = each.default
        value = name if each.init else default
        if each.default_factory is not _ABSENT:
            names[make := f"_make_{name}"] = each.default_factory
            value = f"{make}() if {name} is _absent else {name}" if each.init else f"{make}()"
        elif not each.init and each.default is _ABSENT:
            continue
        body.append(f"_put(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(kind, "__post_init__"):
        body.append("self.__post_init__()")
    lines = "".join(f"  {line}\n" for line in body or ["pass"])
    source = (
        f"def made({', '.join(names)}):\n def __init__({', '.join(parameters)}):\n{lines} return __init__"
    )
    found: dict[str, Any] = {}
    exec(source, vars(sys.modules[kind.__module__]), found)
    init: Callable[..., None] = found["made"](**names)
    init.__qualname__ = f"{kind.__qualname__}.__init__"
    init.__annotations__ = {each.name: each.type for each in taken} | {"return": None}
    return init


def _ordinary(fields: Fields, **options: bool) -> Any:
    """A class with these fields that `dataclasses` has made."""
    import dataclasses

    contents: dict[str, Any] = {"__annotations__": {name: each.type for name, each in fields.items()}}
    for name, each in fields.items():
        declared = {key: value for key, value in vars(each).items() if value is not _ABSENT}
        del declared["name"], declared["type"]
        contents[name] = dataclasses.field(**declared)
    return dataclasses.dataclass(**options)(type("Ordinary", (), contents))


def _fields(value: Any) -> tuple[Any, ...]:
    """The function `fields`: those of a class or an object, also of an ordinary dataclass."""
    found = _fields_of((value if isinstance(value, type) else type(value)).__mro__)
    if found is not None:
        return tuple(found.values())
    import dataclasses

    return dataclasses.fields(value)


def _replace(value: Any, /, **changes: Any) -> Any:
    """The function `replace`, also for objects of an ordinary dataclass."""
    kind: Any = type(value)
    names, found = _of_init(kind)
    return kind(**dict(zip(names, found(value), strict=True)) | changes)


@cache
def _of_init(kind: type) -> tuple[tuple[str, ...], Callable[[Any], Iterable[Any]]]:
    """The fields that `__init__` takes, and what gets them from an object."""
    names = tuple(each.name for each in _fields(kind) if each.init)
    return names, attrgetter(*names) if len(names) > 1 else lambda value: [
        getattr(value, name) for name in names
    ]


if not TYPE_CHECKING:
    dataclass, field, fields, replace = _dataclass, _Field, _fields, _replace
