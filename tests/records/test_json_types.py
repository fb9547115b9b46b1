"""Declarations of JSON: accepted and refused values, and equal schemas."""

import pytest

from nonosat.records.json_types import (
    Each,
    Field,
    Flag,
    Number,
    OneOf,
    Record,
    Refused,
    Table,
    Text,
    Whole,
    maybe,
)

INNER = Record("", (Field("size", Whole(1, 9), "How large."),))
RECORD = Record(
    "Thing",
    (
        Field("name", Text(5), "What it is called.", "none"),
        Field("kind", Text(words=("a", "b")), "Of which kind.", "a"),
        Field("sizes", Each(Whole(0, 9), 3), "How large.", []),
        Field("inner", maybe(INNER), "More.", None),
        Field("rate", Number(0, 1), "How fast.", 0.5),
        Field("flag", Flag(), "Whether.", False),
        Field("table", Table(Whole(), 2), "Numbers.", {}),
        Field("some", Each(Whole(), least=1), "Some.", []),
        Field("either", OneOf((Whole(), Text()), "a number or text"), "One of two.", None),
    ),
)


@pytest.mark.parametrize(
    ("value", "where", "message"),
    [
        ([], "", "must be an object, got a list"),
        ({"name": 3}, "name", "`name` must be text, got 3"),
        ({"name": "longer"}, "name", "`name` must have 5 characters at most, not 6"),
        ({"kind": "c"}, "kind", "`kind` must be one of a, b, got 'c'"),
        ({"sizes": [1, 2, 3, 4]}, "sizes", "`sizes` must have 0 to 3 items, not 4"),
        ({"some": []}, "some", "`some` must have 1 or more items, not 0"),
        ({"sizes": [1, True]}, "sizes[1]", "`sizes[1]` must be a whole number, got true"),
        ({"sizes": [10**99]}, "sizes[0]", "`sizes[0]` must be between 0 and 9, got a very long number"),
        ({"inner": {"size": 0}}, "inner.size", "`inner.size` must be between 1 and 9, got 0"),
        ({"inner": {}}, "inner.size", "`inner.size` is missing"),
        ({"rate": float("nan")}, "rate", "`rate` must be a number, got nan"),
        ({"rate": 10**999}, "rate", "`rate` must be between 0 and 1, got a very long number"),
        ({"flag": 1}, "flag", "`flag` must be true or false, got 1"),
        ({"table": {"x": "y"}}, "table.x", "`table.x` must be a whole number, got 'y'"),
        ({"either": []}, "either", "`either` must be a number or text, got a list"),
        (
            {"other": 1},
            "",
            "has no member 'other' (did you mean either?); there are name, kind, sizes, inner, rate, flag, table, some, either",
        ),
    ],
)
def test_an_undeclared_value_is_refused_with_its_place(value, where, message):
    with pytest.raises(Refused) as refused:
        RECORD.read(value)
    assert (refused.value.where, str(refused.value)) == (where, message)


def test_a_missing_member_has_its_default():
    found = RECORD.read({"sizes": [2.0], "rate": 1})
    assert found["sizes"] == [2]
    assert (found["name"], found["kind"], found["inner"], found["rate"]) == ("none", "a", None, 1.0)


def test_exactly_one_of_some_members_must_be_there():
    record = Record("", (Field("a", Whole(), "", None), Field("b", Whole(), "", None)), either=("a", "b"))
    assert record.read({"b": 1}) == {"a": None, "b": 1}
    for value in ({}, {"a": 1, "b": 1}):
        with pytest.raises(Refused, match="exactly one of a, b"):
            record.read(value)
    assert record.schema({})["oneOf"] == [{"required": ["a"]}, {"required": ["b"]}]


def test_a_schema_says_what_is_read():
    named = {}
    assert RECORD.schema(named) == {"$ref": "#/components/schemas/Thing"}
    members = named["Thing"]["properties"]
    assert members["sizes"]["maxItems"] == 3
    assert members["sizes"]["items"] == {"type": "integer", "minimum": 0, "maximum": 9}
    assert members["inner"]["anyOf"][0]["required"] == ["size"]
    assert members["kind"]["default"] == "a"
    assert named["Thing"]["additionalProperties"] is False
