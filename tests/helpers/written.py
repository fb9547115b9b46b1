"""One picture in all notations of people and language models; `ways` returns them by name."""

import json

SYMBOLS = ["#.", "#-", "#_", "#0", "#–", "X.", "X_", "x-", "1.", "*.", "@.", "10", "█░", "▓░", "■□", "■·"]
SYMBOLS += ["■x", "●○", "⚫⚪", "⬛⬜", "🟦⬜", "✓✗", "✅❌", "✔✘"]
WORDS = ["◼\ufe0f ◻\ufe0f", "filled empty", "Filled Blank", "filled unfilled", "full empty", "yes no"]
WORDS += ["true false", "on off", "black white", "shaded unshaded"]
BEFORE = ["{n}: ", "{n}. ", "{n}) ", "R{n} = ", "Row {n}: ", "Row {n} ({clue}): ", "**Row {n}** [{clue}]: "]
BEFORE += ["- **Row {n}:** "]
BESIDE = ["- ", "• ", "Row {n} is ", "{clue}: ", "{n}  ", "| {n} | {clue} | ", "grid[{n}] = "]
AFTER = [" ({clue})", " ✓", " ({clue}) ✓", " → {clue}", " -> {clue}", " | {clue}", "  // row {n}: {clue}"]
AFTER += ["  <- {clue}", " - {clue}", " - this fits the clue", ".", "  ", ""]
AROUND = [("`", "`"), ("> ", ""), ("<li>", "</li>"), ("'", "'"), ('"', '"')]
FENCES = ["```\n{}\n```", "```text\n{}\n```", "~~~\n{}\n~~~", "```\n{}", "<answer>{}</answer>", "`{}`"]
FENCES += ["<pre>{}</pre>", '"""\n{}\n"""', "# = filled, . = empty\n\n{}", "??\n??\n\n{}\n\n??\n??"]


def ways(grid):
    """Returns (name, text) pairs for a picture, square or wider than high, with a clue in each row."""
    rows = [row.replace("0", ".").replace("1", "#") for row in ("".join(map(str, row)) for row in grid)]
    clues = [" ".join(str(block.length) for block in clue) for clue in grid.clues()[0]]
    picture = "\n".join(rows)

    def lines(form, between=""):
        numbered = enumerate(zip(rows, clues, strict=True), 1)
        return "\n".join(form.format(between.join(row), n=n, clue=clue) for n, (row, clue) in numbered)

    def drawn(ink, empty, between):
        return "\n".join(between.join(ink if cell else empty for cell in row) for row in grid)

    for ink, empty in SYMBOLS:
        yield f"{ink}{empty}", drawn(ink, empty, "")
        yield f"{ink} {empty}", drawn(ink, empty, " ")
    for ink, empty in map(str.split, WORDS):
        yield f"{ink} {empty}", drawn(ink, empty, " ")
        yield f"{ink}, {empty}", drawn(ink, empty, ", ")
    for text in (*BEFORE, *BESIDE):
        yield f"{text}ROW", lines(text + "{}")
    for text in BEFORE:
        yield f"{text}R O W", lines(text + "{}", " ")
    for text in AFTER:
        yield f"ROW{text}", lines("{}" + text)
        yield f"Row n: ROW{text}", lines("Row {n}: {}" + text)
    for start, end in AROUND:
        yield f"{start}ROW{end}", lines(start + "{}" + end)
        yield f"{start}R O W{end}", lines(start + "{}" + end, " ")
    for text in FENCES:
        yield text.format("GRID"), text.format(picture)
    for end in ("\r\n", "\r", "\n\n"):
        yield f"rows between {end!r}", end.join(rows)
    for blank in ("\u00a0", "\u200b", "\t", "\u3000", "  "):
        yield f"cells between {blank!r}", "\n".join(blank.join(row) for row in rows)
    yield from _tables(rows)
    yield from _lists(rows, [list(row) for row in grid], clues)
    for check in ("Column {}: {}", "- Col {}: {} ✓", "C{}: {}"):
        columns = enumerate(map("".join, zip(*rows, strict=True)), 1)
        text = "\n".join(check.format(n, column) for n, column in columns)
        yield f"checked {check}", f"{picture}\n\nLet me check each column:\n{text}"


def _tables(rows):
    heads = [str(n) for n in range(1, len(rows[0]) + 1)]
    rule = "|---" * len(rows[0]) + "|"
    bars = [f"| {' | '.join(row)} |" for row in rows]
    yield "table", "\n".join(["| " + " | ".join(heads) + " |", rule, *bars])
    numbered = [f"| **R{n}** {bar}" for n, bar in enumerate(bars, 1)]
    yield "numbered table", "\n".join([f"| | C{' | C'.join(heads)} |", f"|---{rule}", *numbered])
    border = "+---" * len(rows[0]) + "+"
    yield "drawn", "\n".join(f"{border}\n{bar}" for bar in bars) + f"\n{border}"
    yield "csv", "\n".join(",".join(row) for row in rows)


def _lists(rows, numbers, clues):
    yield "boxed list", f"$\\boxed{{{json.dumps(numbers)}}}$"
    yield "numpy", "array([" + ",\n       ".join(map(str, numbers)) + "])"
    yield "printed array", "[[" + "]\n [".join(" ".join(map(str, row)) for row in numbers) + "]]"
    yield "truths", json.dumps([[bool(cell) for cell in row] for row in numbers])
    for name, lines in (("numbers", numbers), ("text", rows)):
        for indent in (None, 2):
            nested = {"solution": {"grid": lines}, "valid": True, "clues": clues}
            yield f"nested {name} {indent}", json.dumps(nested, indent=indent)
    keyed = {f"row_{n}": row for n, row in enumerate(numbers, 1)}
    yield "keys", json.dumps(keyed)
    yield "objects", json.dumps({"rows": [{"row": n, "cells": row} for n, row in enumerate(numbers, 1)]})
    for form in ("Row {}: {}", "row{} = {}"):
        yield f"lists {form}", "\n".join(form.format(n, row) for n, row in enumerate(numbers, 1))
