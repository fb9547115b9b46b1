"""Coverage-guided fuzzing of the readers of files and of the two compiled modules, with Atheris.

`python tools/fuzz.py [--seconds N] [TARGET ...]` fuzzes each target for so many seconds and fails at the
first input that raises anything but an error for users. The input is then in a file `crash-...`, and
`python tools/fuzz.py TARGET crash-...` runs it again. With clang installed, the compiled modules are
built with coverage and AddressSanitizer; otherwise the fuzzer sees only the Python code around them.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests" / "helpers")]

FLAGS = "-fsanitize=fuzzer-no-link,address -g"
MAX_BYTES = 4096


def read_file(data: bytes) -> None:
    """Reads a file of any format; what is read is written as JSON and read again."""
    import nonosat as ns
    from nonosat.formats import FORMATS, loads_all

    names = [None, *FORMATS]
    try:
        puzzles = loads_all(data[1:], names[data[0] % len(names)] if data else None)
    except ns.InputError:
        return
    for puzzle in puzzles:
        if not puzzle.problems():
            assert ns.loads(ns.dumps(puzzle, "json"), "json") == puzzle


def puzzle_of(data: bytes):
    """A small puzzle of one or two inks, clues of unknown length and givens among it; None if bytes are missing."""
    import atheris

    import nonosat as ns

    source = atheris.FuzzedDataProvider(data)
    height, width, inks = (source.ConsumeIntInRange(1, most) for most in (6, 6, 2))

    def clue(length: int):
        if source.ConsumeIntInRange(0, 9) == 0:
            return None
        count = source.ConsumeIntInRange(0, 3)
        return [
            (source.ConsumeIntInRange(0, length) or None, source.ConsumeIntInRange(1, inks))
            for _ in range(count)
        ]

    rows, columns = [clue(width) for _ in range(height)], [clue(height) for _ in range(width)]
    givens = [
        tuple(source.ConsumeIntInRange(0, most) for most in (height - 1, width - 1, inks))
        for _ in range(source.ConsumeIntInRange(0, 2))
    ]
    palette = [(name, name * 6, name) for name in "012"[: inks + 1]]
    return ns.Puzzle(rows, columns, palette=palette, givens=givens)


def solve(data: bytes) -> None:
    """Solves a small puzzle with the compiled kernel and checks its solutions with the compiled checker."""
    import nonosat as ns

    puzzle = puzzle_of(data)
    if puzzle.problems():
        return
    report = ns.check(puzzle, limit=ns.Limit(conflicts=200))
    assert all(grid.satisfies(puzzle) for grid in report.solutions)


TARGETS = {"readers": read_file, "kernel": solve}


def seeds(target: str, folder: Path) -> None:
    """Writes the files that the fuzzer starts from: the puzzles that are shipped, and one in each format."""
    folder.mkdir()
    if target == "readers":
        import nonosat as ns
        from nonosat.formats import FORMATS

        puzzle = ns.load(ROOT / "puzzles" / "cup.non")
        for at, (name, each) in enumerate(FORMATS.items(), 1):
            if each.format is not None:
                try:
                    text = ns.dumps(puzzle, name)
                except ns.NonosatError:
                    continue
                file = text.encode() if isinstance(text, str) else text
                (folder / name).write_bytes(bytes([at]) + file[: MAX_BYTES - 1])


def fuzz(target: str, arguments: list[str]) -> None:
    """Fuzzes a target in this process, which libFuzzer ends."""
    import atheris

    with atheris.instrument_imports(include=["nonosat"]):
        import nonosat
        import nonosat.formats  # noqa: F401
    atheris.Setup([sys.argv[0], *arguments], TARGETS[target])
    atheris.Fuzz()


def environment(folder: Path) -> dict[str, str]:
    """Environment in which compiled modules with coverage are imported, built in `folder`; as it is without clang."""
    if shutil.which("clang") is None:
        print("there is no clang: the compiled modules are fuzzed without coverage", file=sys.stderr)
        return dict(os.environ)
    import atheris
    from sanitize import build

    library = Path(atheris.path()) / "asan_with_fuzzer.so"
    return os.environ | {
        "PYTHONPATH": str(build(folder, FLAGS, compiler="clang")),
        "LD_PRELOAD": str(library),
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "PYTHONMALLOC": "malloc",
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "targets", nargs="*", help=f"{', '.join(TARGETS)}; or one of them and files to run again"
    )
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options, rest = parser.parse_known_args()
    if options.inside:
        fuzz(options.targets[0], options.targets[1:] + rest)
        return 0
    named = [name for name in options.targets if name in TARGETS]
    files = [name for name in options.targets if name not in TARGETS]
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        its = environment(folder)
        for target in named or TARGETS:
            corpus = folder / target
            seeds(target, corpus)
            words = files or [
                str(corpus),
                f"-max_total_time={options.seconds}",
                f"-max_len={MAX_BYTES}",
                "-len_control=0",
                "-timeout=20",
                "-rss_limit_mb=2048",
                "-print_final_stats=1",
            ]
            command = [sys.executable, __file__, "--inside", target, *words]
            if code := subprocess.run(command, env=its, check=False).returncode:
                return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
