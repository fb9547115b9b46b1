"""`check --site`: a folder is checked against the rules of a site."""

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
        ran(capsys, ["check", "--site", "webpbn.com", "all"]).out
        == "all/good.non: breaks no known rule of webpbn.com\n"
    )
    ns.dump(SEVERAL.puzzle(goal=SEVERAL), "all/several.non")
    shown = ran(capsys, ["check", "--site", "nonograms.org", "all"], 1).out.splitlines()
    assert shown[1] == "all/several.non: not for nonograms.org: it has no title; it has several solutions"
    lines = [
        json.loads(line)
        for line in ran(capsys, ["check", "--site", "webpbn.com", "all", "--json"], 1).out.splitlines()
    ]
    assert [line["faults"] for line in lines] == [[], ["it has no title", "it has several solutions"]]
    assert {line["site"] for line in lines} == {"webpbn.com"}
    assert (
        ran(capsys, ["check", "--site", "webpbn.com", "all/good.non", "--time-limit", "0"], 3).out
        == "all/good.non: unknown (seconds)\n"
    )


def test_options_of_the_search_are_refused_with_a_site(folder, capsys):
    for options in (["--require", "unique"], ["--backend", "cadical195"], ["--conflict-limit", "9"]):
        assert (
            "leave out --require"
            in ran(capsys, ["check", "unique.non", "--site", "webpbn.com", *options], 64).err
        )
