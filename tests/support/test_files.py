"""Output files: existing files, links, pipes and devices, and unwritable places."""

import os
import stat
import subprocess
import sys
import threading

import pytest

import nonosat as ns
from nonosat.support.errors import OutputError
from nonosat.support.files import (
    read_bytes,
    replaces,
    require_writable,
    require_writable_folder,
    write,
    write_folder,
)

PUZZLE = ns.Puzzle([[1]], [[1]])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_file_has_the_usual_mode_and_nothing_is_left_beside_it(folder):
    write("a.non", "text")
    (folder / "plain").write_text("")
    assert mode(folder / "a.non") == mode(folder / "plain")
    write(f"{'long' * 60}.non", "text")  # nearly the maximum length of a name
    assert sorted(os.listdir(folder)) == ["a.non", f"{'long' * 60}.non", "plain"]


@pytest.mark.parametrize("name", ["\ud800", "a\0b"])
@pytest.mark.parametrize(
    "save",
    [
        lambda path: ns.dump(PUZZLE, f"{path}.non"),
        lambda path: ns.certify(PUZZLE, path),
        lambda path: ns.certify(PUZZLE, f"{path}.nonoproof", claim="count"),
        lambda path: ns.certify(ns.Grid(["#"]), path, claim="pixels"),
        lambda path: ns.render(PUZZLE).save(f"{path}.svg"),
        lambda path: ns.lesson(PUZZLE).save(f"{path}.html"),
        lambda path: list(ns.batch([PUZZLE], journal=path)),
        lambda path: ns.dataset(f"{path}.jsonl", ns.Wish(width=2, height=2), count=1),
    ],
)
def test_a_name_that_no_file_can_have_is_refused_before_any_work(folder, name, save):
    with pytest.raises(OutputError, match="no path has"):
        save(name)
    assert not os.listdir(folder)


@pytest.mark.parametrize("rights", [0o600, 0o640, 0o777])
def test_a_file_that_is_replaced_keeps_its_mode(folder, rights):
    old = folder / "old.non"
    old.write_text("")
    old.chmod(rights)
    ns.dump(PUZZLE, "old.non")
    assert ns.load("old.non") == PUZZLE
    assert mode(old) == rights


def test_links_are_followed(folder):
    (folder / "deep").mkdir()
    (folder / "deep" / "file.non").write_text("old")
    (folder / "deep" / "link.non").symlink_to("file.non")
    (folder / "link.non").symlink_to(os.path.join("deep", "link.non"))
    (folder / "new.non").symlink_to(os.path.join("deep", "new.non"))
    for link, file in (("link.non", "file.non"), ("new.non", "new.non")):
        assert replaces(link) is (file == "file.non")
        ns.dump(PUZZLE, link)
        assert (folder / link).is_symlink()
        assert ns.load(folder / "deep" / file) == PUZZLE
    assert (folder / "deep" / "link.non").is_symlink()
    (folder / "circle.non").symlink_to("circle.non")
    with pytest.raises(OutputError, match=r"circle\.non: cannot write: too many links"):
        ns.dump(PUZZLE, "circle.non")


def test_a_file_that_is_read_only_is_left_as_it_is(folder):
    old = folder / "old.non"
    old.write_text("old")
    old.chmod(0o444)
    for act in (lambda: write("old.non", "new"), lambda: require_writable("old.non")):
        with pytest.raises(OutputError, match="cannot write: it is read-only"):
            act()
    assert (old.read_text(), mode(old)) == ("old", 0o444)


@pytest.mark.parametrize(
    ("path", "reason"),
    [("none/a.non", "there is no folder none"), (".", "it is a folder"), ("a\0.non", "null")],
)
def test_an_unwritable_place_is_an_output_error(folder, path, reason):
    for act in (lambda: ns.dump(PUZZLE, path, "non"), lambda: require_writable(path)):
        with pytest.raises(OutputError, match=reason):
            act()
    assert os.listdir(folder) == []


def test_a_failure_leaves_the_older_file(folder, monkeypatch):
    (folder / "old.non").write_text("old")

    def failing(source, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(OutputError, match="No space left on device"):
        write("old.non", "new")
    assert os.listdir(folder) == ["old.non"]
    assert (folder / "old.non").read_text() == "old"


def test_a_pipe_is_written_to_and_stays_a_pipe(folder):
    os.mkfifo("pipe.non")
    read = []
    reader = threading.Thread(target=lambda: read.append((folder / "pipe.non").read_text()))
    reader.start()
    ns.dump(PUZZLE, "pipe.non")
    reader.join()
    assert ns.loads(read[0], "non") == PUZZLE
    assert stat.S_ISFIFO((folder / "pipe.non").stat().st_mode)


def test_a_pipe_is_read_to_its_end_in_pieces(folder):
    os.mkfifo("pipe.non")

    def feed():
        with open("pipe.non", "wb", buffering=0) as pipe:
            for _ in range(3):
                pipe.write(b"1" * 70_000)

    writer = threading.Thread(target=feed)
    writer.start()
    assert read_bytes("pipe.non") == b"1" * 210_000
    writer.join()


def test_a_device_is_written_to_and_stays_a_device(folder):
    (folder / "null").symlink_to(os.devnull)
    write("null", "text")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)
    if os.path.exists("/dev/full"):
        with pytest.raises(OutputError, match="No space left on device"):
            write("/dev/full", "text")


@pytest.mark.parametrize("path", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"])
def test_open_files_go_on_where_they_are(folder, path):
    """Output before and after stays, though standard output is a regular file."""
    (folder / "link").symlink_to("/dev/stdout")
    code = f"from nonosat.support.files import write; print('before'); write({path!r}, 'text\\n'); print('after')"
    with open("out", "w") as out:
        subprocess.run([sys.executable, "-c", code], check=True, stdout=out)
    assert (folder / "out").read_text() == "before\ntext\nafter\n"


def test_a_folder_is_replaced_whole_and_keeps_its_mode(folder):
    write_folder("made", {"a": b"1"}, lambda: None)
    (folder / "made").chmod(0o750)
    (folder / "link").symlink_to("made")
    write_folder("link", {"b": b"2"}, lambda: None)
    assert (os.listdir("made"), mode(folder / "made")) == (["b"], 0o750)
    assert sorted(os.listdir(folder)) == ["link", "made"]

    write_folder("deep", {"a": b"1", "in/it/b": b"2"}, lambda: None)
    assert (folder / "deep/in/it/b").read_bytes() == b"2"

    def refuse():
        raise ns.UsageError("not free")

    with pytest.raises(ns.UsageError):
        write_folder("made", {"c": b"3"}, refuse)
    assert os.listdir("made") == ["b"]


def test_an_unwritable_folder_is_detected_in_advance(folder):
    (folder / "file").write_text("")
    (folder / "full").mkdir()
    for path in ("new", "full", "full/new"):
        require_writable_folder(path)
    (folder / "full").chmod(0o550)
    refused = {"file": "it is no folder", "none/new": "there is no folder none", "full": "it is read-only"}
    for path, reason in refused.items():
        with pytest.raises(OutputError, match=f"{path}: cannot write: {reason}"):
            require_writable_folder(path)


def test_of_files_with_the_nearest_name_the_one_with_the_nearest_extension_is_suggested(folder):
    for name in ("house.json", "house.non", "house.png"):
        (folder / name).touch()
    for name in ("hause.non", "house.no", "house.nom"):
        with pytest.raises(ns.InputError, match=r"did you mean house\.non\?"):
            read_bytes(name)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_that_leads_nowhere_is_not_suggested_for_itself(folder):
    (folder / "loop").symlink_to("loop")
    (folder / "broken").symlink_to("none")
    for name in ("loop", "broken"):
        with pytest.raises(ns.InputError) as caught:
            read_bytes(name)
        assert "did you mean" not in str(caught.value)
    with pytest.raises(ns.InputError, match="did you mean loop"):
        read_bytes("loops")
