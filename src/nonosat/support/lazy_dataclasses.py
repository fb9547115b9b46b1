"""A drop-in for `dataclasses` that compiles methods lazily, for modules that every command loads.

`dataclasses` imports `inspect` and compiles all methods when a class is created. A command on an easy puzzle
instantiates few classes and spent a third of its time on that. Here the methods are generic closures over the fields,
and `__init__` is compiled for the first instance; later instances are as fast as ordinary ones.

`dataclasses.fields`, `replace` and `asdict`, `inspect.signature`, `match`, pickling and copying work, and type checkers see the
ordinary decorator. Only options in use here are supported, and no ordinary dataclasses derived from these.
"""

from __future__ import annotations

import sys
from functools import cache
from operator import attrgetter

TYPE_CHECKING = False  # importing `typing` takes longer than the rest of this module
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from dataclasses import dataclass, field, fields, replace
    from typing import Any

    Fields = dict[str, "_Field"]

__all__ = ["dataclass", "field", "fields", "replace"]

_FIELDS = "__lazy_fields__"  # class attribute: the fields by name, those of base classes first


class _Absent:
    """Marks a missing default, or an argument to be made by a factory."""

    def __repr__(self) -> str:
        return "<factory>"


_ABSENT = _Absent()


class _Field:
    """The declaration of a field, with the attribute names of `dataclasses.Field`."""

    name: str
    type: Any

    def __init__(
        self,
        *,
        default: Any = _ABSENT,
        default_factory: Any = _ABSENT,
        repr: bool = True,
        hash: bool | None = None,
        compare: bool = True,
        kw_only: bool = False,
    ) -> None:
        self.default = default
        self.default_factory = default_factory
        self.kw_only = kw_only
        self.repr = repr
        self.hash = compare if hash is None else hash
        self.compare = compare


class _Later:
    """Descriptor: a class attribute that is made at its first lookup."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self._make = make

    def __set_name__(self, kind: Any, name: str) -> None:
        self._kind, self._name = kind, name

    def __get__(self, instance: object, owner: type) -> Any:
        made = self._make(self._kind)
        setattr(self._kind, self._name, made)
        # bind it like any other attribute: `inspect` of later Python versions calls the descriptor itself
        return made.__get__(instance, owner) if hasattr(made, "__get__") else made


def _dataclass(kind: Any = None, *, slots: bool = False, kw_only: bool = False, **options: bool) -> Any:
    """Class decorator; further options: `init`, `repr`, `eq`, `frozen`. Returns a new class."""
    if kind is None:
        return lambda kind: _dataclass(kind, slots=slots, kw_only=kw_only, **options)
    contents = {name: value for name, value in vars(kind).items() if name not in ("__dict__", "__weakref__")}
    own = _declared(contents, kind.__annotations__, kw_only)
    inherited: Fields = getattr(kind, _FIELDS, {})
    if slots:
        contents["__slots__"] = tuple(name for name in own if name not in inherited)
    else:
        contents |= {spec.name: spec.default for spec in own.values() if spec.default is not _ABSENT}
    fields = contents[_FIELDS] = inherited | own
    for name, member in _methods(fields, slots=slots, **options).items():
        if contents.get(name) is None:  # `__hash__` is None where there is an `__eq__`
            contents[name] = member
    return type(kind)(kind.__name__, kind.__bases__, contents)


def _declared(contents: dict[str, Any], annotations: dict[str, Any], kw_only: bool) -> Fields:
    """Returns the fields that a class itself declares; removes their defaults from its contents."""
    own = {}
    for name, annotation in annotations.items():
        given = contents.pop(name, _ABSENT)
        declared = given if isinstance(given, _Field) else _Field(default=given)
        declared.name, declared.type = name, annotation
        declared.kw_only = declared.kw_only or kw_only
        own[name] = declared
    return own


def _methods(
    fields: Fields,
    *,
    slots: bool,
    init: bool = True,
    repr: bool = True,
    eq: bool = True,
    frozen: bool = False,
) -> dict[str, Any]:
    """Returns the methods and attributes that `dataclasses` would add to a class."""
    shown = [name for name, spec in fields.items() if spec.repr]
    compared = _getter([name for name, spec in fields.items() if spec.compare])
    hashed = _getter([name for name, spec in fields.items() if spec.hash])

    def __repr__(self: Any) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{type(self).__qualname__}({values})"

    def __eq__(self: Any, other: object) -> bool:
        return compared(self) == compared(other) if type(other) is type(self) else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(hashed(self))

    def __getstate__(self: Any) -> list[Any]:
        return [getattr(self, name) for name in fields]

    def __setstate__(self: Any, state: list[Any]) -> None:
        for name, value in zip(fields, state, strict=True):
            object.__setattr__(self, name, value)

    added: dict[str, Any] = {
        "__match_args__": tuple(name for name, spec in fields.items() if not spec.kw_only),
        "__dataclass_fields__": _Later(lambda _: _ordinary_fields(fields)),
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
    """Returns a function from an object to the values of these attributes."""
    return attrgetter(*names) if names else lambda _: ()


def _refuse(_: object, name: str, *value: object) -> None:
    """Raises `FrozenInstanceError`; the `__setattr__` and `__delattr__` of frozen classes."""
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot {'assign to' if value else 'delete'} field {name!r}")


def _init(kind: Any, fields: Fields, frozen: bool) -> Callable[..., None]:
    """Compiles `__init__`."""
    taken = sorted(fields.values(), key=lambda spec: spec.kw_only)
    names: dict[str, Any] = {"_put": object.__setattr__, "_absent": _ABSENT}
    parameters, body = ["self"], []
    for spec in taken:
        if spec.kw_only and "*" not in parameters:
            parameters.append("*")
        optional = spec.default is not _ABSENT or spec.default_factory is not _ABSENT
        parameters.append(f"{spec.name}=_default_{spec.name}" if optional else spec.name)
    for name, spec in fields.items():
        names[f"_default_{name}"] = spec.default
        value = name
        if spec.default_factory is not _ABSENT:
            names[make := f"_make_{name}"] = spec.default_factory
            value = f"{make}() if {name} is _absent else {name}"
        if not frozen:
            body.append(f"self.{name} = {value}")
        elif put_slot := getattr(getattr(kind, name, None), "__set__", None):
            # of a slot: a third of the time of `object.__setattr__`
            names[put := f"_put_{name}"] = put_slot
            body.append(f"{put}(self, {value})")
        else:
            body.append(f"_put(self, {name!r}, {value})")
    if hasattr(kind, "__post_init__"):
        body.append("self.__post_init__()")
    lines = "".join(f"  {line}\n" for line in body or ["pass"])
    source = (
        f"def made({', '.join(names)}):\n def __init__({', '.join(parameters)}):\n{lines} return __init__"
    )
    namespace: dict[str, Any] = {}
    exec(source, vars(sys.modules[kind.__module__]), namespace)
    init: Callable[..., None] = namespace["made"](**names)
    init.__qualname__ = f"{kind.__qualname__}.__init__"
    init.__annotations__ = {spec.name: spec.type for spec in taken} | {"return": None}
    return init


def _ordinary_fields(fields: Fields) -> Any:
    """Returns the fields as `dataclasses` makes them."""
    import dataclasses

    contents: dict[str, Any] = {"__annotations__": {name: spec.type for name, spec in fields.items()}}
    for name, spec in fields.items():
        declared = {key: value for key, value in vars(spec).items() if value is not _ABSENT}
        del declared["name"], declared["type"]
        contents[name] = dataclasses.field(**declared)
    made: Any = dataclasses.dataclass(init=False)(type("Ordinary", (), contents))
    return made.__dataclass_fields__


def _fields(value: Any) -> tuple[Any, ...]:
    """`dataclasses.fields`, for lazy and ordinary dataclasses."""
    if hasattr(value, _FIELDS):
        return tuple(getattr(value, _FIELDS).values())
    import dataclasses

    return dataclasses.fields(value)


def _replace(value: Any, /, **changes: Any) -> Any:
    """`dataclasses.replace`, for lazy and ordinary dataclasses."""
    kind: Any = type(value)
    names, values_of = _of_init(kind)
    return kind(**dict(zip(names, values_of(value), strict=True)) | changes)


@cache
def _of_init(kind: Any) -> tuple[tuple[str, ...], Callable[[Any], Iterable[Any]]]:
    """Returns the parameters of `__init__`, and a function that reads them from an object."""
    names = tuple(field.name for field in _fields(kind))
    return names, attrgetter(*names) if len(names) > 1 else lambda value: [
        getattr(value, name) for name in names
    ]


if not TYPE_CHECKING:
    dataclass, field, fields, replace = _dataclass, _Field, _fields, _replace
