"""Hides what NONOSAT_HIDDEN names, as if this system or environment had it not: modules, or names in them."""

import os
import signal
import struct
import sys

POSIX = {
    os: ("fork", "forkpty", "wait4", "sysconf", "sched_getaffinity", "chown"),
    signal: ("SIGALRM", "SIGIO", "SIGPIPE", "pthread_sigmask", "setitimer", "alarm"),
}

for hidden in os.environ.get("NONOSAT_HIDDEN", "").split():
    if hidden == "posix":
        for module, names in POSIX.items():
            for name in names:
                delattr(module, name)
        sys.modules["fcntl"] = sys.modules["resource"] = None
    elif hidden == "long":  # a long has 32 bits on Windows and in Pyodide
        struct.calcsize = lambda layout, size=struct.calcsize: 4 if layout == "l" else size(layout)
    else:
        sys.modules[hidden] = None
