"""The same picture as people and language models write it in answers: `ways` has each with a name."""

import json

SYMBOLS = [
    "#.",
    "#-",
    "#_",
    "#0",
    "#–",
    "#…",
    "X.",
    "X-",
    "X_",
    "x_",
    "1.",
    "*.",
    "*-",
    "O.",
    "o.",
    "@.",
    "F.",
    "10",
    "FE",
    "TF",
    "YN",
    "BW",
    "█░",
    "▓░",
    "█.",
    "■□",
    "■_",
    "■·",
    "■x",
    "●○",
    "⚫⚪",
    "⬛⬜",
    "🟦⬜",
    "✓✗",
    "✅❌",
    "✔✘",
    "１０",
    "＃．",
]
WORDS = [
    *(
        ("1\ufe0f\u20e3", "0\ufe0f\u20e3"),
        ("◼\ufe0f", "◻\ufe0f"),
        ("[#]", "[ ]"),
        ("(#)", "( )"),
    ),
    *(pair.split() for pair in ("1.0 0.0", "filled empty", "Filled Blank", "filled unfilled", "full empty")),
    *(pair.split() for pair in ("yes no", "true false", "on off", "black white", "marked unmarked")),
    *(pair.split() for pair in ("shaded unshaded", "colored white", "ink blank", "painted empty")),
]
BEFORE = ["{n}: ", "{n}. ", "{n}) ", "R{n} = ", "Row {n}: ", "Row {n} ({clue}): ", "**Row {n}** [{clue}]: "]
BEFORE += ["- ", "* ", "• ", "- **Row {n}:** ", "Row {n} is ", "{clue}: ", "{clue}  ", "Row {n}:\n", "{n}  "]
AFTER = [" ({clue})", " ✓", " ({clue}) ✓", " → {clue}", " -> {clue}", " | {clue}", "  # Row {n}: {clue}"]
AFTER += [
    "  // {clue}",
    "  <- {clue}",
    " - {clue}",
    " - this fits the clue",
    "\nSo the clue is met.\n",
    ".",
    "  ",
]
AROUND = [("`", "`"), ("**", "**"), ("“", "”"), ('"', '",'), ("'", "',"), ("\u200f", "\u200e")]
AROUND += [
    ("\u2066", "\u2069"),
    ("<li>", "</li>"),
    ("", "<br>"),
    ("", "\\"),
    ("\\texttt{", "} \\\\"),
    ("> ", ""),
]
FENCES = ["```\n{}\n```", "```text\n{}\n```", "~~~\n{}\n~~~", "```\n{}", "<answer>{}</answer>", "`{}`"]
FENCES += ["<pre>{}</pre>", "<answer>\n{}\n</answer>", "\\boxed{{\n{}\n}}", '"""\n{}\n"""', "grid: |\n{}"]
FENCES += [
    "\\begin{{verbatim}}\n{}\n\\end{{verbatim}}",
    "# = filled, . = empty\n\n{}",
    "{}\n\n# = filled\n. = empty",
]
FENCES += ["??\n??\n\n{}\n\n??\n??"]


def ways(grid):
    """(name, text) of a square picture, wider than high or not; it must have a clue in each row."""
    rows = [row.replace("0", ".").replace("1", "#") for row in ("".join(map(str, row)) for row in grid)]
    numbers = [list(row) for row in grid]
    clues = [" ".join(str(block.length) for block in clue) for clue in grid.clues()[0]]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    picture = "\n".join(rows)

    def lines(written):
        return "\n".join(
            written(row, n=n, clue=clue) for n, (row, clue) in enumerate(zip(rows, clues, strict=True), 1)
        )

    def drawn(ink, empty, between):
        return "\n".join(between.join(ink if cell else empty for cell in row) for row in grid)

    for ink, empty in SYMBOLS:
        yield f"{ink}{empty}", drawn(ink, empty, "")
        yield f"{ink} {empty}", drawn(ink, empty, " ")
    for ink, empty in WORDS:
        yield f"{ink} {empty}", drawn(ink, empty, " ")
        yield f"{ink}, {empty}", drawn(ink, empty, ", ")
    for text in BEFORE:
        yield f"{text}ROW", lines(lambda row, text=text, **its: text.format(**its) + row)
    for text in BEFORE[:9]:
        yield f"{text}R O W", lines(lambda row, text=text, **its: text.format(**its) + " ".join(row))
    for text in AFTER:
        if "\n" not in text:
            yield f"ROW{text}", lines(lambda row, text=text, **its: row + text.format(**its))
        yield (
            f"Row n: ROW{text}",
            lines(lambda row, text=text, **its: f"Row {its['n']}: {row}{text.format(**its)}"),
        )
    for start, end in AROUND:
        yield f"{start}ROW{end}", lines(lambda row, start=start, end=end, **_: start + row + end)
        yield (
            f"{start}R O W{end}",
            lines(lambda row, start=start, end=end, **_: f"{start}{' '.join(row)}{end}"),
        )
    for text in FENCES:
        yield text.format("GRID"), text.format(picture)
    for end in ("\r\n", "\r", "<br>", " / ", "; ", ", ", "|", "\n\n", "\n-----\n"):
        yield f"rows between {end!r}", end.join(rows)
    for blank in ("\u00a0", "\u200b", "\t", "\u3000", "  "):
        yield f"cells between {blank!r}", "\n".join(blank.join(row) for row in rows)
    yield "in prose", ", ".join(f"row {n} is {row}" for n, row in enumerate(rows, 1)) + "."
    yield "inline", "; ".join(f"Row {n}: {row}" for n, row in enumerate(rows, 1))
    yield (
        "words in prose",
        lines(
            lambda row, n, **_: (
                f"Row {n}: " + ", ".join("Filled" if cell == "#" else "Empty" for cell in row) + "."
            )
        ),
    )
    yield from _tables(rows, clues)
    yield from _latex(grid)
    yield from _lists(rows, numbers, clues)
    for said in ("Column {}: {}", "- Col {}: {} ✓", "C{}: {}", "{}. {}"):
        check = "\n".join(said.format(n, column) for n, column in enumerate(columns, 1))
        yield f"checked {said}", f"{picture}\n\nLet me check each column:\n{check}"
    check = "\n".join(
        f"Column {n}: {[int(cell == '#') for cell in column]}" for n, column in enumerate(columns, 1)
    )
    yield "checked lists", f"{numbers}\n{check}"
    yield "columns only", "\n".join(f"Column {n}: {column}" for n, column in enumerate(columns, 1))


def _tables(rows, clues):
    width = len(rows[0])
    heads = [str(n) for n in range(1, width + 1)]
    rule = "|---" * width + "|"
    bars = [f"| {' | '.join(row)} |" for row in rows]
    yield "table", "\n".join(["| " + " | ".join(heads) + " |", rule, *bars])
    numbered = [f"| **R{n}** {bar}" for n, bar in enumerate(bars, 1)]
    yield "numbered table", "\n".join([f"| | C{' | C'.join(heads)} |", f"|---{rule}", *numbered])
    clued = [f"| {n} | {clue} {bar}" for n, (clue, bar) in enumerate(zip(clues, bars, strict=True), 1)]
    yield "table with clues", "\n".join([f"| Row | Clue | {' | '.join(heads)} |", f"|---|---{rule}", *clued])
    for form in ("| {n} | {clue} | {row} |", "| {n} | `{row}` | {clue} |"):
        lines = [form.format(n=n, clue=clues[n - 1], row=row) for n, row in enumerate(rows, 1)]
        yield f"table {form}", "\n".join(["| Row | Clue | Cells |", "|:--|:-:|--:|", *lines])
    border = "+---" * width + "+"
    yield "drawn", "\n".join(f"{border}\n{bar}" for bar in bars) + f"\n{border}"
    yield (
        "numbers of columns",
        "\n".join([f"   {' '.join(heads)}", *(f"{n}  {' '.join(row)}" for n, row in enumerate(rows, 1))]),
    )
    yield (
        "digits of columns",
        "\n".join([f"  {''.join(heads)}", *(f"{n} {row}" for n, row in enumerate(rows, 1))]),
    )
    cells = "\n".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    yield "html", f"<table>\n{cells}\n</table>"


def _latex(grid):
    columns = "c" * grid.width
    for ink, empty in (("1", "0"), ("\\blacksquare", "\\square"), ("\\#", "\\_")):
        lines = [" & ".join(ink if cell else empty for cell in row) for row in grid]
        for end in (" \\\\\n", " \\\\ ", " \\\\ \\hline\n"):
            array = f"\\begin{{array}}{{{columns}}}\n{end.join(lines)}\n\\end{{array}}"
            yield f"array {ink} {end!r}", f"$${array}$$"
    rows = " \\\\ ".join(" & ".join(map(str, row)) for row in grid)
    yield "matrix", f"\\boxed{{\\begin{{bmatrix}} {rows} \\end{{bmatrix}}}}"


def _lists(rows, numbers, clues):
    yield "list", json.dumps(numbers)
    yield "boxed list", f"$\\boxed{{{json.dumps(numbers)}}}$"
    yield "numpy", "array([" + ",\n       ".join(map(str, numbers)) + "])"
    yield "printed array", "[[" + "]\n [".join(" ".join(map(str, row)) for row in numbers) + "]]"
    yield "yaml", "grid:\n" + "\n".join(f"  - {row}" for row in numbers)
    yield "yaml text", "grid:\n" + "\n".join(f'  - "{row}"' for row in rows)
    for name, lines in (("numbers", numbers), ("text", rows)):
        objects = {"rows": [{"row": n, "cells": row} for n, row in enumerate(lines, 1)]}
        for indent in (None, 2):
            yield f"objects of {name} {indent}", json.dumps(objects, indent=indent)
            keyed = {f"row_{n}": row for n, row in enumerate(lines, 1)}
            yield f"keys of {name} {indent}", json.dumps(keyed, indent=indent)
            nested = {"solution": {"grid": lines}, "valid": True, "clues": clues}
            yield f"nested {name} {indent}", json.dumps(nested, indent=indent)
    yield "text in JSON", json.dumps({"solution": "\n".join(rows), "reason": "because"})
    yield "truths", json.dumps([[bool(cell) for cell in row] for row in numbers])
    for form in ("Row {}: {}", "row{} = {}", "Row {} (2 1): {}", "Row {}: {}  # 2 1"):
        yield f"lists {form}", "\n".join(form.format(n, row) for n, row in enumerate(numbers, 1))
    commented = "\n".join(f"    {row},  # row {n}" for n, row in enumerate(numbers, 1))
    yield "commented list", f"grid = [\n{commented}\n]"
    commented = "\n".join(f"    '{row}',  // row {n}: {clues[n - 1]}" for n, row in enumerate(rows, 1))
    yield "commented text", f"grid = [\n{commented}\n]"
    yield "csv", "\n".join(",".join(map(str, row)) for row in numbers)
    heads = ",".join(str(n) for n in range(1, len(numbers[0]) + 1))
    yield (
        "csv with heads",
        f",{heads}\n" + "\n".join(f"{n},{','.join(map(str, row))}" for n, row in enumerate(numbers, 1)),
    )
