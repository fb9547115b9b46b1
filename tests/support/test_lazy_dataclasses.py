"""Classes made by both decorators from the same declarations: nobody can tell which is which."""

import copy
import dataclasses
import pickle
import subprocess
import sys
from inspect import signature
from pathlib import Path

import pytest

import nonosat
from nonosat.support import lazy_dataclasses


def made(by):
    """Classes of every kind, made by that module."""
    dataclass, field = by.dataclass, by.field

    @dataclass(frozen=True, slots=True)
    class Point:
        """Two numbers."""

        x: int
        y: int = 2

        def __post_init__(self):
            if self.x == self.y:
                raise ValueError("equal")

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Base:
        seconds: float = 0.0

    @dataclass(frozen=True, slots=True, repr=False)
    class Derived(Base):
        names: tuple[str, ...]
        hidden: int = field(default=0, compare=False, repr=False)
        last: str = field(default="z", kw_only=True)

        def __repr__(self):
            return "derived"

    @dataclass(slots=True)
    class Changing:
        path: str
        found: list[int] = field(default_factory=list)
        at: dict[str, int] = field(default_factory=dict, hash=False)
        left: int = 3

    @dataclass(frozen=True)
    class Open:
        side: int
        name = "not a field"

    @dataclass(eq=False, slots=True)
    class Itself:
        number: int = 0

    @dataclass(frozen=True, init=False)
    class Own:
        rows: int

        def __init__(self, *rows):
            object.__setattr__(self, "rows", len(rows))

    @dataclass(frozen=True, slots=True)
    class Nothing:
        pass

    for kind in (kinds := (Point, Base, Derived, Changing, Open, Itself, Own, Nothing)):
        kind.__qualname__ = kind.__name__
    return {kind.__name__: kind for kind in kinds}


LAZY, ORDINARY = made(lazy_dataclasses), made(dataclasses)

CALLS = [
    ("Point", (1,), {}),
    ("Point", (), {"y": 5, "x": 7}),
    ("Point", (2,), {}),
    ("Point", (), {}),
    ("Point", (1, 3, 4), {}),
    ("Point", (1,), {"z": 1}),
    ("Base", (), {}),
    ("Base", (1.5,), {}),
    ("Derived", (("a",),), {}),
    ("Derived", (("a",), 1), {"seconds": 2.0, "last": "y"}),
    ("Changing", ("here",), {}),
    ("Changing", ("here", [1]), {"at": {"a": 1}}),
    ("Open", (4,), {}),
    ("Itself", (1,), {}),
    ("Own", (1, 2, 3), {}),
    ("Nothing", (), {}),
]


def outcome(work, *arguments, **named):
    """What a call returns, or the kind of its error and what it says."""
    try:
        return work(*arguments, **named)
    except (TypeError, ValueError, AttributeError) as error:
        return type(error).__name__, str(error).replace(f"{made.__name__}.<locals>.", "")


def seen(value):
    """All that can be seen of an object of a dataclass."""
    if isinstance(value, tuple):
        return value
    kind = type(value)
    names = [field.name for field in dataclasses.fields(value)]
    return {
        "values": {name: getattr(value, name) for name in names},
        "repr": repr(value) if kind.__name__ != "Itself" else "",
        "hash": outcome(hash, value) if kind.__hash__ is None else "hashable",
        "signature": str(signature(kind)) if kind.__name__ != "Nothing" else "",
        "match": kind.__match_args__,
        "slots": getattr(kind, "__slots__", None),
        "docs": kind.__name__ == "Point" and kind.__doc__,
        "defaults": {
            name: getattr(kind, name) for name in names if kind.__name__ == "Open" and hasattr(kind, name)
        },
        "set": names and outcome(setattr, copy.copy(value), names[0], 5),
        "deleted": names and outcome(delattr, copy.copy(value), names[0]),
        "dict": dataclasses.asdict(value),
        "fields": [
            (field.name, field.type, field.repr, field.compare, field.init, field.kw_only)
            for field in dataclasses.fields(value)
        ],
    }


@pytest.mark.parametrize(("name", "given", "named"), CALLS)
def test_an_object_looks_as_that_of_an_ordinary_dataclass(name, given, named):
    mine, theirs = (outcome(kinds[name], *given, **named) for kinds in (LAZY, ORDINARY))
    assert seen(mine) == seen(theirs)
    if isinstance(mine, tuple):
        return
    same = outcome(LAZY[name], *given, **named)
    assert (mine == same) is (theirs == outcome(ORDINARY[name], *given, **named))
    assert mine != theirs
    if LAZY[name].__hash__ is not None and mine == same:
        assert hash(mine) == hash(same)


def test_a_field_that_is_not_compared_makes_no_difference():
    kind = LAZY["Derived"]
    assert kind((), 1) == kind((), 2)
    assert hash(kind((), 1)) == hash(kind((), 2))
    assert kind((), last="a") != kind((), last="b")


def test_each_object_has_what_its_factory_makes():
    one, other = LAZY["Changing"]("a"), LAZY["Changing"]("b")
    one.found.append(1)
    assert (one.found, other.found) == ([1], [])


@pytest.mark.parametrize("functions", [lazy_dataclasses, dataclasses])
def test_fields_and_replace_of_both_modules_take_lazy_objects(functions):
    point = LAZY["Point"](1)
    assert [field.name for field in functions.fields(point)] == ["x", "y"]
    names = ["seconds", "names", "hidden", "last"]
    assert [field.name for field in functions.fields(LAZY["Derived"])] == names
    assert functions.replace(point, y=9) == LAZY["Point"](1, 9)
    changing = functions.replace(LAZY["Changing"]("a"), path="b")
    assert (changing.path, changing.left) == ("b", 3)
    with pytest.raises(ValueError, match="equal"):
        functions.replace(point, y=1)


def test_a_frozen_object_refuses_new_attributes():
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'unknown'"):
        LAZY["Point"](1).unknown = 2


def test_subclasses_that_are_no_dataclasses_have_what_their_base_has():
    class Plain(LAZY["Open"]):
        pass

    assert repr(Plain(2)).endswith("Plain(side=2)")
    assert Plain(2) == Plain(2) != LAZY["Open"](2)


def test_objects_are_matched_by_their_places():
    match LAZY["Point"](1, 3):
        case LAZY_POINT(x, y):
            assert (x, y) == (1, 3)


LAZY_POINT = LAZY["Point"]


def test_frozen_objects_are_copied_and_sent():
    for value in (nonosat.Limit(seconds=2), nonosat.SearchOptions(seed=3)):
        assert pickle.loads(pickle.dumps(value)) == copy.copy(value) == copy.deepcopy(value) == value


def test_copy_replace_finds_what_it_looks_for():
    assert LAZY["Point"](1).__replace__(y=9) == LAZY["Point"](1, 9)

    @lazy_dataclasses.dataclass(frozen=True)
    class Named:
        value: int

    assert lazy_dataclasses.replace(Named(1), value=2) == Named(2)


def test_a_method_that_is_made_later_is_bound_as_others_are():
    kind = made(lazy_dataclasses)["Point"]
    later = vars(kind)["__init__"]
    assert [*signature(later.__get__(kind, type(kind))).parameters] == ["x", "y"]
    assert [*signature(later.__get__(None, kind)).parameters] == ["self", "x", "y"]


def test_all_dataclasses_are_lazy_but_those_that_can_be_copied_away():
    source = Path(nonosat.__file__).parent
    ordinary = {
        path.relative_to(source).parts[0]
        for path in source.rglob("*.py")
        if "\nfrom dataclasses import" in path.read_text(encoding="utf-8")
    }
    assert ordinary == {"verifier"}


def test_making_a_class_and_an_object_loads_nothing():
    code = (
        "import sys; from nonosat.support.lazy_dataclasses import dataclass, replace\n"
        "@dataclass(frozen=True, slots=True)\nclass A:\n a: int\n"
        "assert replace(A(1), a=2) == A(2) != A(1); repr(A(1)); hash(A(1))\n"
        "print({'dataclasses', 'inspect', 'typing'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(Path(nonosat.__file__).parents[1])},
    )
    assert done.stdout.strip() == "set()"
