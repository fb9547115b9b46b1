"""A program that uses every public function, to be checked by mypy in a test."""

from collections.abc import Iterator
from pathlib import Path

import nonosat as ns


def main(path: Path, folder: Path) -> None:
    puzzle: ns.Puzzle = ns.load(path)
    puzzles: list[ns.Puzzle] = [*ns.load_all(path), ns.loads("2\n1\n2\n2\n1\n"), *ns.loads_all(b"", "non")]
    ns.dump(puzzles, folder / "all.non")
    ns.convert(folder / "all.non", folder / "all.json")
    print(ns.from_image(b"", choices=2, inks=(1, 3)).to_json())
    puzzles.append(ns.example("cup"))
    text: str = ns.dumps(puzzle, "json", lossy=True)
    data: bytes = ns.dump_bytes(puzzle, "png", lossy=True)
    options = ns.SearchOptions(backend="cadical195", seed=2, portfolio=1)
    limit = ns.Limit(seconds=5, solutions=3)

    report: ns.Report = ns.check(puzzle, limit=limit, options=options)
    verdict: ns.Verdict = report.verdict
    grid: ns.Grid | None = ns.solve(puzzle, seconds=1.5, memory=10**9)
    found: ns.Solutions = ns.solutions(puzzle, options=options, seconds=2)
    for each in found:
        print(each, found.stopped is ns.Stopped.SECONDS)
    for checked in ns.check_many(puzzles, seconds=2, options=options):
        if isinstance(checked, ns.Failed):
            error: ns.NonosatError = checked.error
            print(checked.index, error)
        else:
            one: ns.Report = checked.report
            print(checked.index, one)
    for answer in ns.batch(puzzles, ask="count", journal="results.jsonl", seconds=2):
        print(answer["puzzle"], answer["verdict"])
    with ns.Journal("results.jsonl") as journal:
        for named in journal.missing(puzzles, ask="rate"):
            journal.append(ns.record(named, ask="rate"))
    number: int = ns.count(puzzle, seconds=2).count
    regions: tuple[ns.Patch, ...] = ns.ambiguity(puzzle).regions
    backbone: ns.Backbone = ns.backbone(puzzle)
    cells: list[tuple[int, ...]] = [region.cells for region in regions]
    every: ns.SolutionSet = ns.solution_set(puzzle)
    drawn: list[ns.Grid] = list(ns.sample(puzzle, 3, 1))
    near: ns.Nearest = ns.nearest(puzzle, drawn[0])
    asked: ns.Prompt = ns.prompt(puzzle)
    kinds = [cell.kind for cell in ns.judge_moves(puzzle, [[(0, 0, 1)]], ["??"]).cells]
    followed: bool | None = ns.judge_moves(puzzle, [[(0, 0, 1)]]).followed
    print(kinds, followed)
    judgement: ns.Judgement = ns.judge(puzzle, asked.answer(drawn[0]), seconds=5)
    understood: ns.Reading | None = judgement.reading

    steps: list[ns.Step] = list(ns.explain(puzzle, depth=1, seconds=3))
    film: ns.Animation = ns.animate(puzzle, every="step", fps=4, duration=20, seconds=5)
    film.save(str(folder / "film.gif"), cell=12)
    frames: tuple[ns.Frame, ...] = film.frames
    line: ns.SettledLine = ns.line("3 1", "??#??????")
    hint: ns.Hint = ns.hint(puzzle, ["?" * puzzle.width] * puzzle.height)
    grade: ns.Grade | None = ns.rate(puzzle).grade
    clash: ns.Conflict = ns.conflict(puzzle, smallest=True)

    by_clue: ns.Repair[ns.ClueChange] = ns.repair_clue(puzzle, edits=2)
    print([change.before for change in by_clue.changes])
    by_givens: ns.Repair[ns.CellChange] = ns.repair_givens(puzzle, filled=True, weights={(0, 0): 2})
    by_pixels = ns.repair_pixels(puzzle, line_solvable=True, seconds=1)
    print([(change.row, change.column, change.colour) for change in (*by_givens.changes, *by_pixels.changes)])
    repairs: list[ns.Repair[ns.CellChange | ns.ClueChange]] = [
        by_clue,
        ns.repair_auto(puzzle),
        by_givens,
        by_pixels,
    ]
    printed: ns.Book = ns.book(puzzles, layout=ns.BookLayout(page="A5"), seconds=9)
    printed.save("book.pdf")
    page: int = printed.puzzles[0].page
    picture: ns.Drawing = ns.render(puzzle, show="steps", step=2, seconds=5)
    picture.save(folder / "step.svg", theme="dark", cell=20)
    played: ns.Page = ns.playable(puzzle, seconds=5)
    played.save(folder / "play.html")
    made: ns.Puzzle = ns.from_image(path, width=20)
    made.save(folder / "made.non", lossy=True)
    wish = ns.Wish(width=10, height=5)
    drawn_up: ns.Generated = ns.generate(wish, seed=1)
    worded = ns.Wish(
        width=10, height=5, grade="medium", symmetry="lr", kind="blobs", figures={"minutes": (1, 2)}
    )
    print(
        ns.generate(size=10, grade="medium", minutes=(3, None)).found,
        ns.generate(worded, stars=2.5).wish == worded,
    )
    endless: Iterator[ns.Generated] = ns.stream(wish, seed=1, start=5)
    many: ns.Dataset = ns.dataset(folder / "many.jsonl", wish, count=2, workers=1)
    print(many.count, many.sha256)
    print(drawn_up.found, drawn_up.puzzle, next(endless).missed)
    certified: ns.Certificate = ns.certify(puzzle, folder)
    counted: ns.Certificate = ns.certify(puzzle, folder / "count", claim="count")
    needed: ns.Certificate = ns.certify(puzzle, folder / "givens", claim="givens", more_than=1, filled=True)
    print(certified.statement, counted.path, needed.proved, certified.stopped)
    verified: ns.Verification = ns.verify(folder, against=puzzle, seconds=60)

    repainted: ns.Certificate = (
        ns.certify(grid, folder, claim="pixels", line_solvable=True) if grid else counted
    )
    lesson: ns.Lesson = ns.lesson(puzzle, first=2, last=5)
    lesson.save(folder / "lesson.html")
    read: ns.Scan = ns.scan("page.png", straight=True)
    print(repainted.statement, read.sure, ns.scan_all("page.png", seconds=9)[0].puzzle)
    print(ns.table([ns.rate(puzzle)]).num_rows, ns.Grid.from_array([[1]]))

    formula: str = ns.encode(puzzle)
    decoded: ns.Decoded = ns.decode(formula, "s UNSATISFIABLE")

    print(formula, decoded.satisfiable, decoded.grid)
    print(
        text,
        data,
        verdict,
        grid,
        number,
        regions,
        backbone.rows(),
        cells,
        every[0],
        near.distance,
        understood,
        steps,
    )
    print(hint, line, page, len(frames), grade, clash.lines, picture.svg(), picture.png(), made, drawn_up)
    print(certified.seconds, verified.accepted)
    print([repair.to_json() for repair in repairs], puzzle.to_json(), near.to_json())
