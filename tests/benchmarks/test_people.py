"""The comparison with people, on a made-up study."""

import json

from benchmarks.people import FIGURES, PUZZLES, SCORES, TIMES, main

CLUES = [
    ([[1], [2]], [[2], [1]]),
    ([[1, 1], [1]], [[1], [1], [1]]),
    ([[3], [1], [3]], [[3], [1, 1], [1, 1]]),
]


def test_the_figures_and_their_correlation(tmp_path, capsys):
    studied = [
        {"id": at, "clues": {"rows": rows, "columns": columns}} for at, (rows, columns) in enumerate(CLUES)
    ]
    (tmp_path / PUZZLES).write_text(json.dumps(studied))
    for file, name in (SCORES, TIMES):
        (tmp_path / file).parent.mkdir(parents=True)
        (tmp_path / file).write_text(
            f"other,puzzle_id,{name}\n" + "".join(f"x,{at},{at / 2}\n" for at in range(3))
        )
    main([str(tmp_path)])
    heading, _, *rows = capsys.readouterr().out.splitlines()
    assert "n = 3" in heading
    assert len(rows) == len(FIGURES)
    cells = {row.split(" | ")[0].lstrip("| "): row.strip("| ").split(" | ")[1:] for row in rows}
    assert cells["longest_chain"][1:] == ["none", "none"]
    assert all(-1 <= float(each) <= 1 for found in cells.values() for each in found[1:] if each != "none")
