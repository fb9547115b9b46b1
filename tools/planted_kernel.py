"""Plants faults in the kernel, one at a time, and lists those that its own tests do not find.

`python tools/planted_kernel.py [--share N]` builds the library (kernel/Makefile) in a copy, plants every fault of
`tests/kernel/faults.txt` (every Nth with `--share N`), and runs `test_library`. A fault is found if the program does not
build, fails, crashes or takes too long. The run fails if a fault without a reason survives, or one with a reason is found.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
KERNEL = ROOT / "src" / "nonosat" / "kernel"
TESTS = ROOT / "tests" / "kernel"
RUNS = "2000"
MOST_SECONDS = 60
"""Wall seconds after which a fault is one that never ends."""


class Fault(NamedTuple):
    """A replacement in a file, with the reason if no test can see it."""

    path: str
    old: str
    new: str
    reason: str

    def __str__(self) -> str:
        return f"{self.path}: {' '.join(self.old.split())} -> {' '.join(self.new.split())}"


def faults(text: str) -> list[Fault]:
    """Parses the table of faults."""
    found = []
    for part in text.split("\n\n"):
        lines = part.strip("\n").splitlines()
        if not lines or lines[0].startswith("#"):
            continue
        fields = {"-": "", "+": "", "=": ""}
        mark = "-"
        for line in lines[1:]:
            if line[:2] in ("- ", "+ ", "= "):
                mark, line = line[0], line[2:]
                fields[mark] = line
            else:
                fields[mark] += f"\n{line}"
        found.append(Fault(lines[0], fields["-"], fields["+"], fields["="]))
    return found


def built(folder: Path) -> subprocess.CompletedProcess[str]:
    """Builds the tests in a copy of the library, without sanitizers."""
    command = ["make", "-s", "-j2", "-C", str(folder), "CHECKED=-O1", f"TESTS={TESTS}", "build/test_library"]
    return subprocess.run(command, capture_output=True, text=True)


def is_found(folder: Path, fault: Fault) -> bool:
    """Plants a fault, and returns whether the tests find it."""
    path = folder / fault.path
    sound = path.read_text(encoding="utf-8")
    if sound.count(fault.old) != 1:
        sys.exit(f"{fault}: stands there {sound.count(fault.old)} times")
    path.write_text(sound.replace(fault.old, fault.new), encoding="utf-8")
    try:
        if built(folder).returncode:
            return True
        program = [folder / "build" / "test_library", RUNS]
        return subprocess.run(program, capture_output=True, timeout=MOST_SECONDS).returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_text(sound, encoding="utf-8")


def main() -> int:
    """Tries the faults; returns 1 if the result is not the expected one."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--share", type=int, default=1, metavar="N", help="every Nth fault")
    share = parser.parse_args().share
    tried = faults((TESTS / "faults.txt").read_text(encoding="utf-8"))[::share]
    wrong = 0
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "kernel"
        shutil.copytree(KERNEL, copy, ignore=shutil.ignore_patterns("build", "__pycache__", "*.so"))
        if (sound := built(copy)).returncode:
            sys.exit(sound.stderr)
        for fault in tried:
            found = is_found(copy, fault)
            if found == bool(fault.reason):
                wrong += 1
                print(f"{'found in spite of its reason' if found else 'survives'}: {fault}", flush=True)
    print(
        f"{len(tried)} faults, {sum(bool(fault.reason) for fault in tried)} that no test can see, {wrong} not as expected"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
