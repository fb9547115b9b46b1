"""`certify` on the command line: files after a failure."""

import os
from pathlib import Path

import pytest
from printed import ran

import nonosat as ns
from nonosat.apps.cli import run

UNSOLVABLE = ns.Puzzle(rows=[[3]], columns=[[1], []])


# (command that writes certificates, similar one that fails, places of the older certificates, exit code)
FAILING = {
    "certify": (
        "certify unique.non --claim backbone -o proof",
        "certify none.non --claim backbone -o proof",
        ["proof"],
        2,
    ),
    "conflict": (
        "conflict none.non --certificate proof",
        "conflict unique.non --certificate proof",
        ["proof"],
        0,
    ),
    "smallest": (
        "conflict none.non --smallest --certificate proof",
        "conflict unique.non --smallest --certificate proof",
        ["proof/at-least", "proof/conflict"],
        0,
    ),
    "givens": (
        "repair givens multiple.non --certificate proof",
        "repair givens multiple.non --time-limit 0 --certificate proof",
        ["proof/at-least", "proof/repaired"],
        3,
    ),
    "pixels": (
        "repair pixels drawn.json --certificate proof",
        "repair pixels drawn.json --time-limit 0 --certificate proof",
        ["proof/at-least", "proof/repaired"],
        3,
    ),
}


@pytest.mark.parametrize(("first", "failing", "older", "code"), FAILING.values(), ids=FAILING)
def test_a_failed_command_leaves_no_certificate_that_verify_accepts(
    folder, capsys, first, failing, older, code
):
    ns.dump(UNSOLVABLE, "none.non")
    drawn = ns.Grid(["#.", ".#"])
    ns.dump(drawn.puzzle(goal=drawn), "drawn.json")
    run(first.split())
    assert [path for path in older if Path(path, "manifest.json").exists()] == older
    capsys.readouterr()
    messages = ran(capsys, failing.split(), code).err
    for path in older:
        assert f"{path}: the older certificate is now " in messages
        assert Path(f"{path}~", "manifest.json").exists()
    assert run(["verify", "proof"]) == 65


def test_a_certificate_never_replaces_the_root_folder(folder, capsys):
    assert ran(capsys, ["certify", "unique.non", "-o", "/"], 64).err.startswith(
        "nonosat: /: holds something else"
    )


def test_all_certificates_in_a_folder_are_verified(folder, capsys):
    assert run(["repair", "givens", "multiple.non", "--certificate", "fewest"]) == 0
    capsys.readouterr()
    assert run(["verify", "fewest"]) == 0
    verified = [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()]
    assert verified == [str(Path("fewest", name)) for name in ("at-least", "repaired")]
    Path("fewest", "notes.txt").write_text("mine")
    assert run(["verify", "fewest"]) == 65
    assert "manifest.json: there is no such file" in capsys.readouterr().err


def test_without_the_proved_checker_both_commands_say_how_to_build_it(folder, capsys, monkeypatch):
    monkeypatch.setenv("NONOCHECK", "./missing")
    ran(capsys, ["certify", "unique.non", "-o", "proof"], 0)
    for words in ("verify proof --proved", "certify unique.non --proved -o other"):
        said = ran(capsys, words.split(), 64).err
        assert said.count("\n") == 1
        assert "make -C" in said
    assert not Path("other").exists()


@pytest.mark.skipif(os.name == "nt", reason="the answer of another checker is a shell script")
def test_checkers_that_disagree_give_70_and_keep_the_certificate(folder, capsys, monkeypatch):
    Path("refuser").write_text("#!/bin/sh\necho s NOT VERIFIED\necho nonocheck: a reason >&2\nexit 1\n")
    Path("refuser").chmod(0o755)
    monkeypatch.setenv("NONOCHECK", "./refuser")
    for words in ("certify unique.non --proved -o proof", "verify proof --proved"):
        assert "the proved checker refuses it (a reason)" in ran(capsys, words.split(), 70).out
        assert Path("proof/manifest.json").exists()
