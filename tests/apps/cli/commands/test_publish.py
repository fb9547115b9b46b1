"""`publish`: a folder is checked against the rules of a site."""

import json

from printed import ran

import nonosat as ns

PICTURE = ns.Grid(["#...", "##..", "....", "...#"])
SEVERAL = ns.Grid(["#.", ".#"])


def test_a_folder_is_checked_puzzle_by_puzzle(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    title = ns.Metadata(title="Seed")
    (tmp_path / "all").mkdir()
    ns.dump(PICTURE.puzzle(goal=PICTURE, metadata=title), "all/good.non")
    assert (
        ran(capsys, ["publish", "all"]).out
        == "all/good.non: nothing is known to be against it at webpbn.com\n"
    )
    ns.dump(SEVERAL.puzzle(goal=SEVERAL), "all/several.non")
    shown = ran(capsys, ["publish", "--site", "nonograms.org", "all"], 1).out.splitlines()
    assert shown[1] == "all/several.non: not for nonograms.org: it has no title; it has several solutions"
    lines = [json.loads(line) for line in ran(capsys, ["publish", "all", "--json"], 1).out.splitlines()]
    assert [line["faults"] for line in lines] == [[], ["it has no title", "it has several solutions"]]
    assert {line["site"] for line in lines} == {"webpbn.com"}
    assert (
        ran(capsys, ["publish", "all/good.non", "--time-limit", "0"], 3).out
        == "all/good.non: unknown (seconds)\n"
    )
