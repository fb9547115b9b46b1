"""`list formats`, `list backends` and `list examples` on the command line."""

import json

import pytest
from printed import ran

from nonosat.formats.table import FORMATS
from nonosat.sat.backends import BACKENDS
from nonosat.support.bundled import EXAMPLES


def test_backends_are_listed_with_their_package(capsys):
    out = ran(capsys, ["list", "backends"]).out
    listed = [line.split()[0] for line in out.splitlines() if not line.startswith(" ")]
    assert listed == ["auto", *BACKENDS]
    assert "(ortools)" in out


def test_formats_lists_every_format_with_what_it_holds_those_that_are_only_read_at_the_end(capsys):
    out = ran(capsys, ["list", "formats"]).out
    heads = out.splitlines()[::2]
    assert sorted(line.split()[0] for line in heads) == sorted(FORMATS)
    written = [FORMATS[line.split()[0]].format is not None for line in heads]
    assert written == sorted(written, reverse=True)
    assert [line.endswith(", read only") for line in heads] == [not each for each in written]
    assert "several puzzles" in out


@pytest.mark.parametrize("command", ["formats", "backends", "examples"])
def test_the_lists_as_json(command, capsys):
    rows = [json.loads(line) for line in ran(capsys, ["list", command, "--json"]).out.splitlines()]
    named = [row[command.removesuffix("s")] for row in rows]
    assert named == list({"formats": FORMATS, "backends": BACKENDS, "examples": EXAMPLES}[command])
    assert all(row["summary"] for row in rows)
    if command == "formats":
        jpeg = rows[named.index("jpeg")]
        assert (jpeg["extensions"], jpeg["written"]) == ([".jpg", ".jpeg"], False)


def test_examples_are_listed_with_their_size(capsys):
    rows = [line.split(maxsplit=2) for line in ran(capsys, ["list", "examples"]).out.splitlines()]
    assert [row[0] for row in rows] == list(EXAMPLES)
    assert rows[0][1] == "25x25"
