"""Files that cannot be read, in a folder and in an archive, and those that are missing or superfluous."""

import json
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from forging import seal
from verifier.test_claims import ONE, put

from nonosat.verifier import Unreadable, places, verify
from nonosat.verifier.budget import Budget
from nonosat.verifier.places import Place
from nonosat.verifier.reading import FORMULA, MANIFEST, Files, clauses_in


def raising(error):
    def failing(*_):
        raise error

    return failing


@pytest.fixture
def folder(tmp_path):
    return put(tmp_path / "c", {"kind": "count", "count": "3"}, ONE, orders=[[0, 1, 2]])


@pytest.fixture
def archive(folder, tmp_path):
    write_archive(folder, tmp_path / "c.zip")
    return str(tmp_path / "c.zip")


def write_archive(folder, path):
    with zipfile.ZipFile(path, "w") as file:
        for each in sorted(folder.iterdir()):
            file.writestr(zipfile.ZipInfo(each.name), each.read_bytes())


def test_a_folder_and_an_archive_hold_the_same(folder, archive):
    one, other = Place(str(folder), Budget()), Place(archive, Budget())
    assert one.names() == other.names() == {each.name for each in folder.iterdir()}
    assert all(one.data(name) == other.data(name) for name in one.names())
    for place in (one, other):
        with pytest.raises(Unreadable, match="nothing: there is no such file"):
            place.data("nothing")
        with pytest.raises(Unreadable, match=f"{MANIFEST}: larger than the 7 bytes that are accepted"):
            place.data(MANIFEST, 7)
    assert verify(archive).accepted


def test_a_file_is_read_if_memory_suffices(folder, archive):
    size = (folder / MANIFEST).stat().st_size
    for path in (str(folder), archive):
        required = []
        place = Place(path, SimpleNamespace(require=required.append))
        assert len(place.data(MANIFEST, size)) == size
        assert not required
        with pytest.raises(Unreadable, match="larger"):
            place.data(MANIFEST, size - 1)
        place.data(MANIFEST)
        assert required == [3 * size]


def test_a_missing_place_is_no_certificate(tmp_path):
    with pytest.raises(Unreadable, match=r"^there is no such folder or file$"):
        Place(str(tmp_path / "missing"), Budget())


def test_a_file_that_cannot_be_opened_is_unreadable(folder, archive, monkeypatch):
    place = Place(str(folder), Budget())
    with monkeypatch.context() as patch:
        patch.setattr(places.os, "scandir", raising(OSError("no list")))
        with pytest.raises(Unreadable, match=r"^no list$"):
            place.names()
    with monkeypatch.context() as patch:
        patch.setattr(places, "open", raising(OSError("no file")), raising=False)
        with pytest.raises(Unreadable, match=f"^{MANIFEST}: no file$"):
            place.data(MANIFEST)
    for error in (OSError("broken"), NotImplementedError("too new")):
        with monkeypatch.context() as patch:
            patch.setattr(zipfile, "ZipFile", raising(error))
            with pytest.raises(Unreadable, match=f"^not a certificate: {error}$"):
                Place(archive, Budget())


@pytest.mark.parametrize("more", [-1, 1])
def test_a_file_that_changes_while_it_is_read_is_unreadable(more, folder, monkeypatch):
    size = (folder / MANIFEST).stat().st_size
    with monkeypatch.context() as patch:
        patch.setattr(places.os, "fstat", lambda _: SimpleNamespace(st_size=size + more))
        with pytest.raises(Unreadable, match=f"^{MANIFEST}: changes while it is read$"):
            Place(str(folder), Budget()).data(MANIFEST)


def test_an_archive_has_a_limited_number_of_files(archive, monkeypatch):
    monkeypatch.setattr(places, "_MOST_NAMES", 4)
    assert verify(archive).accepted
    monkeypatch.setattr(places, "_MOST_NAMES", 3)
    with pytest.raises(Unreadable, match=r"^an archive of more than 3 files$"):
        Place(archive, Budget())


@pytest.mark.parametrize(("offset", "value"), [(8, 0x800), (9, 1), (20, 1), (16, 1)])
def test_the_directory_of_an_archive_agrees_with_its_files(offset, value, archive):
    """Flags, sizes and checksums of the first entry, whose bytes are changed in the directory only."""
    data = bytearray(Path(archive).read_bytes())
    at = data.index(b"PK\1\2") + offset
    data[at : at + 2] = (int.from_bytes(data[at : at + 2], "little") ^ value).to_bytes(2, "little")
    Path(archive).write_bytes(data)
    with pytest.raises(Unreadable, match="not where or what its archive says from the start on"):
        Place(archive, Budget())


def test_an_archive_of_many_files_has_a_longer_end(folder, archive, monkeypatch):
    number = len(Place(archive, Budget()).names())
    monkeypatch.setattr(places, "_MOST_SHORT", number)
    assert verify(archive).accepted
    monkeypatch.setattr(places, "_MOST_SHORT", number - 1)
    with pytest.raises(Unreadable, match="something before, between or after its files"):
        Place(archive, Budget())
    monkeypatch.setattr(
        zipfile, "ZIP_FILECOUNT_LIMIT", number - 1
    )  # as if these were too many for a short end
    write_archive(folder, archive)
    assert verify(archive).accepted


def test_an_archive_has_no_file_twice(archive):
    with (
        zipfile.ZipFile(archive, "a") as file,
        pytest.warns(UserWarning, match="Duplicate name"),
    ):
        file.writestr(MANIFEST, b"")
    with pytest.raises(Unreadable, match=f"^the archive has '{MANIFEST}' twice$"):
        Place(archive, Budget())


def test_files_are_those_of_the_manifest_and_of_the_claim(folder):
    (folder / "more.txt").write_text("")
    assert verify(folder).refusal == "'more.txt' is not in the manifest"
    (folder / "more.txt").unlink()
    (folder / "orders.json").rename(folder.parent / "orders.json")
    assert verify(folder).refusal == "'orders.json' is missing"


@pytest.mark.parametrize(
    ("parts", "why"),
    [({}, "lacks 'orders.json'"), ({"orders": [], "witnesses": []}, "does not take 'witnesses.json'")],
)
def test_a_certificate_has_the_files_of_its_kind(parts, why, tmp_path):
    found = verify(put(tmp_path / "c", {"kind": "count", "count": "3"}, ONE, **parts))
    assert found.refusal == f"{MANIFEST}: a certificate of this kind {why}"


def test_a_line_ends_with_a_line_feed(folder):
    files = Files(Place(str(folder), Budget()), Budget())
    files.texts = {"whole": "a\nb\n", "cut": "a\nb", "empty": ""}
    assert (files.lines("whole"), files.lines("empty")) == (["a", "b"], [])
    with pytest.raises(Unreadable, match="cut:2: the file ends in the middle of a line"):
        files.lines("cut")


@pytest.mark.parametrize(
    ("lines", "number"),
    [
        ([], 1),
        (["c only", "c comments"], 1),
        (["p cnf 2 1", "1 0"], 1),
        (["c x", "c y", "p cnf 3 2", "1 0"], 3),
        (["1 0", "p cnf 3 0"], 1),
    ],
)
def test_a_formula_begins_with_its_numbers(lines, number):
    expected = f"{FORMULA}:{number}: expected 'p cnf 3 {max(0, len(lines) - number)}'"
    with pytest.raises(Unreadable) as error:
        list(clauses_in(lines, 3))
    if lines[:1] not in ([], ["c only"]):
        assert str(error.value).startswith(expected)
    else:
        assert str(error.value).startswith(f"{FORMULA}:{number}: expected 'p cnf 3 ")


def test_text_is_utf_8(folder):
    (folder / "orders.json").write_bytes(b"\xff")
    seal(folder)
    with pytest.raises(Unreadable, match=r"orders\.json: 'utf-8' codec can't decode"):
        verify(folder)
    (folder / MANIFEST).write_bytes(b"\xff")
    with pytest.raises(Unreadable, match=f"{MANIFEST}: 'utf-8' codec can't decode"):
        verify(folder)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            {"format": "nonosat certificate 1"},
            "`format` is 'nonosat certificate 2', got 'nonosat certificate 1'",
        ),
        ({"claim": {"kind": "true"}}, "no claim is called 'true'"),
        ({"claim": {"kind": ["count"]}}, "no claim is called ['count']"),
        ({"claim": {}}, "no claim is called None"),
        ({"claim": "count"}, "claim: expected an object with count, kind"),
        ({"claim": ["count"]}, "no claim is called ['count']"),
        ({"claim": {"kind": "count", "count": "3", "more": 1}}, "claim: expected an object with count, kind"),
        ({"claim": {"kind": "count"}}, "claim: expected an object with count, kind"),
        ({"files": []}, "`files` is an object, got []"),
        ({"more": 1}, "expected an object with claim, files, format"),
    ],
)
def test_a_manifest_has_a_format_a_claim_and_files(change, why, folder):
    manifest = json.loads((folder / MANIFEST).read_text())
    (folder / MANIFEST).write_text(json.dumps({**manifest, **change}))
    with pytest.raises(Unreadable) as error:
        verify(folder)
    assert str(error.value) == f"{MANIFEST}: {why}"


def test_files_have_the_hashes_of_the_manifest(folder):
    text = (folder / "orders.json").read_text()
    (folder / "orders.json").write_text(text + " ")
    assert verify(folder).refusal == "orders.json: its SHA-256 is not the one in the manifest"
    manifest = (folder / MANIFEST).read_bytes()
    (folder / "orders.json").write_text(text)
    assert verify(folder).accepted
    (folder / MANIFEST).write_bytes(manifest + b" " * (100_001 - len(manifest)))
    with pytest.raises(Unreadable, match="larger than the 100,000 bytes that are accepted"):
        verify(folder)


def test_a_folder_in_a_certificate_is_refused(folder):
    (folder / "inner").mkdir()
    assert verify(folder).refusal == "'inner/' is not in the manifest"


def test_values_and_lines_are_read_if_memory_suffices(folder):
    files = Files(Place(str(folder), Budget()), Budget())
    required = []
    files.budget = SimpleNamespace(require=required.append)
    files.texts = {"value": '[{"a": [1, 2]}, [], 3]', "lines": "a\nbc\n"}
    assert files.json("value") == [{"a": [1, 2]}, [], 3]
    assert files.lines("lines") == ["a", "bc"]
    assert required == [100 * 4 + 60 * (3 + 4), 5 + 60 * 2]
