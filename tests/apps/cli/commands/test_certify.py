"""`certify` on the command line: what a failed one leaves."""

import os

from printed import ran

import nonosat as ns

UNSOLVABLE = ns.Puzzle(rows=[[3]], columns=[[1], []])


def test_a_failed_certify_leaves_nothing_that_verify_accepts(folder, capsys):
    ran(capsys, ["certify", "unique.non", "--claim", "backbone", "-o", "proof"])
    ns.dump(UNSOLVABLE, "none.non")
    assert (
        "the older certificate is now "
        in ran(capsys, ["certify", "none.non", "--claim", "backbone", "-o", "proof"], 2).err
    )
    assert not os.path.exists("proof")
    ran(capsys, ["verify", "proof~"])


def test_a_damaged_proof_is_bad_input(folder, capsys):
    with open("bad.lrat.gz", "wb") as file:
        file.write(b"\x1f\x8b\x08\0\0\0\0\0\0\x03garbage garbage")
    words = ["certify", "--example", "unsolvable-by-search", "--proof", "bad.lrat.gz", "-o", "proof"]
    assert "damaged (Error -3 while decompressing" in ran(capsys, words, 65).err
