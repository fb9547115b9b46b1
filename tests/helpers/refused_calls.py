"""Runs every command with one of its calls to the system refused; a program, which starts with `refused_calls.c` preloaded.

    refused_calls.py FOLDER SHARE COMMAND...

FOLDER has the files that the commands read. For each command one line of JSON on standard output: a list of what was wrong.
A run is a fork of a process that has run the command before, so the calls are those of its work, not of imports.
"""

import ctypes
import json
import os
import random
import re
import shutil
import signal
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path

from every import COMMANDS, has, words_of

from nonosat.apps.cli import main
from nonosat.apps.cli import run as run_here
from nonosat.support.children.processes import end_idle

LIBRARY = ctypes.CDLL(None)


def refuse(number):
    """Has the n-th call from now on refused; none for 0."""
    LIBRARY.refuse_call(number)


def refused():
    """Returns the name of the call that was refused, or b""."""
    LIBRARY.refused_call.restype = ctypes.c_char_p
    return LIBRARY.refused_call() or b""


MOST = 5_000
"""Most calls of a command that are refused, one by one."""

SECONDS = 30
"""Seconds after which a run has failed."""

OLD = b"old\n"
"""Content of each output before the command runs."""


def ran(words, folder, number):
    """Runs a command in a copy of the folder with a call refused.

    Returns the call's name, the exit code, both streams, and the files written.
    """
    place = tempfile.mkdtemp()
    shutil.copytree(folder, f"{place}/in", symlinks=True)
    out, err, said = (os.path.join(place, name) for name in ("stdout", "stderr", "call"))
    child = os.fork()
    if not child:
        os.chdir(f"{place}/in")
        for path, number in ((out, 1), (err, 2)):
            fd = os.open(path, os.O_WRONLY | os.O_CREAT)
            os.dup2(fd, number)
            os.close(fd)
        note = os.open(said, os.O_WRONLY | os.O_CREAT)
        sys.stdout, sys.stderr = (os.fdopen(number, "w", closefd=False) for number in (1, 2))
        code = 99
        signal.alarm(SECONDS)
        refuse(number)
        try:
            main(words)
        except SystemExit as end:
            code = end.code
        finally:
            name = refused()
            refuse(0)
            os.write(note, name)
            for stream in (sys.stdout, sys.stderr):
                with suppress(OSError):
                    stream.flush()
            os._exit(code or 0)
    _, status = os.waitpid(child, 0)
    files = {
        path.relative_to(place).as_posix(): path.read_bytes()
        for path in Path(place, "in").rglob("*")
        if path.is_file()
    }
    texts = [Path(path).read_text(errors="replace") for path in (out, err)]
    name = Path(said).read_text()
    shutil.rmtree(place)
    return name, os.waitstatus_to_exitcode(status), *texts, files


def warmed(words, folder):
    """Runs the command here, so that all its modules are loaded."""
    place = tempfile.mkdtemp()
    shutil.copytree(folder, f"{place}/in", symlinks=True)
    before = os.getcwd()
    os.chdir(f"{place}/in")
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        run_here(words)
    end_idle()
    os.chdir(before)
    shutil.rmtree(place)


def is_one_line(errors):
    """Returns True if one line says what was wrong, perhaps after notes."""
    return sum(line.startswith("nonosat: ") for line in errors.splitlines()) == 1


def without_times(text):
    return re.sub(r"[\d.]+(e-?\d+)? ?s\b|\d+\.\d+(e-?\d+)?", "0", text)


def faults(words, folder, share, dice):
    """Yields what is wrong when one of the calls is refused."""
    before = {path.relative_to(folder).as_posix() for path in Path(folder).rglob("*") if path.is_file()}
    warmed(words, folder)
    _, code, out, err, files = ran(words, folder, 0)
    _, again, same_out, _, same = ran(words, folder, 0)
    if code not in (0, 1, 2, 3) or again != code:
        yield f"{words}: {code} {again} {err}"
        return
    says_the_same = without_times(out) == without_times(same_out)
    stable = {name for name in files if files[name] == same.get(name)}
    number = dice.randrange(share)
    while (number := number + share) < MOST:
        name, now, text, errors, left = ran(words, folder, number)
        if not name:
            return
        told = f"{' '.join(words)}: call {number}, {name}: code {now}, {text[-200:]!r}, {errors[-900:]!r}"
        if now not in (0, 1, 2, 3, 64, 65, 74):
            yield f"exit code: {told}"
        elif "Traceback" in errors or (now >= 64 and not is_one_line(errors) and name != "write"):
            yield f"not one line: {told}"
        elif now < 64 and (now != code or (says_the_same and without_times(text) != without_times(out))):
            yield f"another answer: {told}"
        extra = {each for each in left if each.removeprefix("in/") not in before} - {*files}
        if extra and name not in ("unlink", "rmdir", "rename"):
            yield f"left behind {sorted(extra)}: {told}"
        for each in stable & {*left}:
            if left[each] not in (files[each], OLD) and name != "unlink":
                yield f"half written {each}: {told}"
            if now == 0 and left[each] != files[each]:
                yield f"not written {each}: {told}"


def run(folder, share, names):
    for name in names:
        words = [word.format(puzzle="puzzle.json") for word in words_of(name)]
        if has(name, "--force"):
            words.append("--force")
        print(json.dumps([*faults(words, folder, share, random.Random(name))]), flush=True)


if __name__ == "__main__":
    run(sys.argv[1], int(sys.argv[2]), [name for name in sys.argv[3:] if name in COMMANDS])
