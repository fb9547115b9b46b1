"""The declared lines of each command with `--json`."""

from __future__ import annotations

from nonosat.apps.benchmarking.runs import BenchmarkRun
from nonosat.apps.evaluation.judging.judge import Judgement
from nonosat.apps.generation.datasets.records import FIGURES
from nonosat.apps.generation.generate import Generated
from nonosat.apps.generation.image_choices import ImageChoices
from nonosat.apps.many.asking import RECORDS
from nonosat.apps.scanning.scan import Scan
from nonosat.counting.distance import Nearest
from nonosat.counting.one_line import SettledLine
from nonosat.explaining.grading.rate import Rating
from nonosat.explaining.hints.mistakes import Hint
from nonosat.records import jsonl
from nonosat.records.json_types import Record
from nonosat.records.schema_of import fields_of, joined, optional_members, record_of
from nonosat.repairs.result import Repair

_REPAIRED = optional_members(
    Repair,
    "Members that `from-image` and `generate` add after a repair (`--unique`, `--line-solvable`).",
    "by",
    "changes",
    "bound",
    "optimal",
)
_CHOICES = optional_members(ImageChoices, "Members of `from-image` with `-n`.")
_GENERATED = optional_members(
    Generated, "Members that `generate` adds, but not for families made by formula."
)

COMMANDS: dict[str, tuple[type, ...]] = {
    "check": RECORDS["check"],
    "count": RECORDS["count"],
    "sample": (jsonl.Sample,),
    "ambiguity": RECORDS["ambiguity"],
    "nearest": (Nearest,),
    "judge": (Judgement,),
    "explain": (*RECORDS["explain"], jsonl.Lesson),
    "hint": (Hint,),
    "rate": RECORDS["rate"],
    "conflict": RECORDS["conflict"],
    "repair": (Repair,),
    "render": (jsonl.Render,),
    "book": (jsonl.Book, optional_members(Rating, "", "grade", "minutes", "difficulty")),
    "from-image": (_REPAIRED, _CHOICES),
    "scan": (Scan, jsonl.Scanned),
    "generate": (_GENERATED,),
    "certify": RECORDS["certify"],
    "encode": (jsonl.Encode,),
    "solve": (jsonl.Solve,),
    "decode": (),
    "batch": (jsonl.Batch,),
}
"""Members of each command's lines besides `PuzzleLine`."""

ALONE: dict[str, type] = {
    "line": SettledLine,
    "verify": jsonl.Verify,
    "generate --dataset": joined(jsonl.Dataset, Rating, *FIGURES),
    "benchmark": BenchmarkRun,
    "list formats": jsonl.Format,
    "list backends": jsonl.Backend,
    "list examples": jsonl.Example,
}
"""Lines of commands that are not about one puzzle."""


def line_of(command: str, *, failed: bool = False) -> Record:
    """Returns the declaration of a command's lines; if `failed`, of a line about an unreadable puzzle."""
    if command in ALONE:
        return record_of(ALONE[command])
    own = () if failed else COMMANDS[command] if command in COMMANDS else RECORDS[command]
    return Record("", fields_of(*own, jsonl.PuzzleLine))
