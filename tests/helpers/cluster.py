"""A Dask cluster of processes on this machine: a scheduler, and workers that can be killed."""

import json
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager

_START_SECONDS = 60


def started(stack, folder, *words):
    """Starts a program of Dask, whose messages go to a file in the folder."""
    log = stack.enter_context((folder / f"{words[0]}.log").open("ab"))
    command = [
        sys.executable,
        "-m",
        "dask",
        *words,
        "--scheduler-file",
        str(folder / "scheduler.json"),
        "--no-dashboard",
    ]
    process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


@contextmanager
def dask_cluster(folder, workers=2):
    """Yields the address of the scheduler, and the processes of the workers."""
    file = folder / "scheduler.json"
    with ExitStack() as stack:
        started(stack, folder, "scheduler", "--host", "127.0.0.1", "--port", "0")
        deadline = time.monotonic() + _START_SECONDS
        while not (file.exists() and file.read_text().endswith("}")):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        options = ("--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
        yield (
            address,
            [started(stack, folder, "worker", "--host", "127.0.0.1", *options) for _ in range(workers)],
        )


def wait_for_workers(address, number):
    """Waits until the scheduler has that many workers."""
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(number, timeout=_START_SECONDS)
