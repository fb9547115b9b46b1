"""Sites' requirements: each fault is found, and the studio checks the same."""

import re
from pathlib import Path

import pytest

import nonosat as ns
from nonosat.apps.cli.commands import check
from nonosat.apps.generation.publishing import SITES, publication

SCRIPT = Path(ns.__file__).parent / "apps" / "web" / "studio" / "model" / "publishing.js"
PICTURE = ns.Grid(["#...", "##..", "....", "...#"])
GOOD = PICTURE.puzzle(goal=PICTURE, metadata=ns.Metadata(title="Seed"))
SEVERAL = ns.Grid(["#.", ".#"])
INKED = ns.Grid(["###", "#..", "###"])
MIRRORED = ns.Grid(["#.#", "...", "#.#"])


def faults(puzzle, site="webpbn.com"):
    return publication(puzzle, site).faults


@pytest.mark.parametrize("site", SITES)
def test_nothing_is_against_a_titled_unique_picture(site):
    result = publication(GOOD, site)
    assert (result.faults, str(result)) == ((), f"breaks no known rule of {site}")


def test_the_command_line_has_all_sites():
    assert tuple(SITES) == check.SITES


def test_each_fault_is_named():
    assert faults(GOOD.replace(metadata=ns.Metadata())) == ("it has no title",)
    assert faults(GOOD.replace(goal=None)) == ("the file holds no picture",)
    assert faults(SEVERAL.puzzle(goal=SEVERAL, metadata=GOOD.metadata)) == ("it has several solutions",)
    assert faults(ns.Puzzle([[2]], [[1]], metadata=GOOD.metadata)) == (
        "the file holds no picture",
        "it has no solution",
    )
    triddler = ns.Puzzle([[1], [1]], [[1], [1]], diagonals=[[1], [1]], corner=-1)
    assert "it is no rectangle" in faults(triddler)
    assert "it is no rectangle" not in faults(triddler, "griddlers.net")


def test_the_commonest_colour_is_the_background_and_symmetry_is_for_children_at_griddlers():
    titled = {"metadata": GOOD.metadata}
    assert faults(INKED.puzzle(goal=INKED, **titled), "griddlers.net") == (
        "the background should be black, which has the most cells",
        "it is symmetrical (tb), which is taken for children only",
    )
    (symmetry,) = faults(MIRRORED.puzzle(goal=MIRRORED, **titled), "griddlers.net")
    assert symmetry.startswith("it is symmetrical (lr, tb, both")


def test_a_limit_is_no_fault():
    result = publication(GOOD, "webpbn.com", limit=ns.Limit(seconds=0))
    assert (result.faults, str(result)) == ((), "unknown (seconds)")


def test_the_studio_checks_the_same_sites_for_the_same_faults():
    text = SCRIPT.read_text(encoding="utf-8")

    def names(words):
        return [
            re.sub(r"[A-Z]", lambda capital: f"_{capital[0].lower()}", name)
            for name in re.findall(r"\w+", words)
        ]

    usual = names(re.search(r"const USUAL = \[(.*?)\];", text)[1])
    table = {}
    for name, listed in re.findall(
        r'name: "([^"]+)",\s*format: "\w+",\s*checks: (\[.*?\]|USUAL)', text, re.DOTALL
    ):
        table[name] = usual if listed == "USUAL" else names(listed)
    ours = {site: [check.__name__.lstrip("_") for check in checks] for site, checks in SITES.items()}
    assert table == ours
