"""Certificates in one file: older ones, and archives that every unzipper reads alike, and no others."""

from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from forging import holds

import nonosat as ns


def _shifted(data, by):
    """The archive with bytes in front and its offsets adjusted, as `zip -A` does it."""
    end = data.rindex(b"PK\5\6")
    start = int.from_bytes(data[end + 16 : end + 20], "little")
    directory = bytearray(data[start:end])
    at = 0
    while at < len(directory):
        offset = int.from_bytes(directory[at + 42 : at + 46], "little")
        directory[at + 42 : at + 46] = (offset + len(by)).to_bytes(4, "little")
        at += 46 + int.from_bytes(directory[at + 28 : at + 30], "little")
    tail = data[end : end + 16] + (start + len(by)).to_bytes(4, "little") + data[end + 20 :]
    return by + data[:start] + bytes(directory) + tail


def _compressed(data):
    """The same files, compressed."""
    packed = BytesIO()
    with ZipFile(BytesIO(data)) as archive, ZipFile(packed, "w", ZIP_DEFLATED) as other:
        for name in archive.namelist():
            other.writestr(name, archive.read(name))
    return packed.getvalue()


NOT_CANONICAL = {
    "compressed files": lambda data, _: _compressed(data),
    "bytes before": lambda data, _: b"#!" + data,
    "bytes after": lambda data, _: data + b"\n",
    "another archive before": lambda data, other: other + data,
    "another archive before, offsets adjusted": lambda data, other: _shifted(data, other),
    "another archive after": lambda data, other: data + other,
    "a comment": lambda data, _: data[:-2] + b"\1\0!",
    "a local header with an extra field": lambda data, _: data[:28] + b"\4\0" + data[30:],
    "a local header with flags": lambda data, _: data[:6] + b"\x08\0" + data[8:],
    "a local header with another name": lambda data, _: data[:30] + b"D" + data[31:],
}


@pytest.mark.parametrize("change", NOT_CANONICAL.values(), ids=NOT_CANONICAL)
def test_only_canonical_archives_are_certificates(tmp_path, change):
    place = tmp_path / "c.nonoproof"
    ns.certify(ns.Puzzle([[1], [1]], [[1], [1]]), place)
    other = place.read_bytes()
    ns.certify(ns.Puzzle([[1], [1]], [[2], []]), place)
    assert holds(place)
    place.write_bytes(change(place.read_bytes(), other))
    assert not holds(place)


OLDER = Path(__file__).parent / "older"
"""A certificate of every kind, as an earlier version wrote it."""


@pytest.mark.parametrize("place", sorted(OLDER.iterdir()), ids=lambda place: place.stem)
def test_older_certificates_hold(place):
    verification = ns.verify(place)
    assert (verification.kind, verification.accepted) == (place.stem, True)
