"""Firefox without a window, driven by its own remote protocol (Marionette), which needs no other program.

A message is its length, a colon, and JSON: `[0, number, command, parameters]`, answered by `[1, number, error, result]`. The
commands are those of WebDriver. Tests that ask for `firefox` are skipped where it is not installed.
"""

import json
import shutil
import socket
import subprocess
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from patience import DEADLINE

COMMANDS = ("firefox-esr", "firefox")
COMMAND = next(filter(None, map(shutil.which, COMMANDS)), None)

# the browser itself requests nothing
PREFERENCES = {
    "marionette.port": 0,  # any free port
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.safebrowsing.blockedURIs.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "captivedetect.canonicalURL": "",
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "extensions.systemAddon.update.enabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.dns.disablePrefetch": True,
    "network.prefetch-next": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.server": "",
}


class Firefox:
    """A tab of Firefox."""

    def __init__(self, connection):
        self._connection, self._file, self._sent = connection, connection.makefile("rb"), 0
        self._receive()  # a greeting
        self.ask("WebDriver:NewSession", capabilities={"alwaysMatch": {"acceptInsecureCerts": False}})
        self.ask("WebDriver:SetTimeouts", script=1000 * DEADLINE, pageLoad=1000 * DEADLINE)

    def _receive(self):
        length = b""
        while (digit := self._file.read(1)) != b":":
            assert digit, "Firefox has ended"
            length += digit
        return json.loads(self._file.read(int(length)))

    def ask(self, command, **parameters):
        """Sends a command and returns its answer; raises for an error."""
        self._sent += 1
        message = json.dumps([0, self._sent, command, parameters]).encode()
        self._connection.sendall(b"%d:%s" % (len(message), message))
        _, number, error, result = self._receive()
        assert number == self._sent
        assert error is None, error["message"]
        return result.get("value") if isinstance(result, dict) and result.keys() == {"value"} else result

    def open(self, address):
        self.ask("WebDriver:Navigate", url=address)

    def evaluate(self, script, *arguments):
        """Returns the value of a JavaScript function, which can be async."""
        call = f"({script})(...[...arguments].slice(0, -1))"
        whole = f"const done = [...arguments].at(-1); Promise.resolve({call}).then(done);"
        return self.ask("WebDriver:ExecuteAsyncScript", script=whole, args=list(arguments), sandbox=None)

    def wait(self, condition):
        """Waits until an expression of JavaScript is true."""
        end = monotonic() + DEADLINE
        while not self.evaluate(f"() => Boolean({condition})"):
            assert monotonic() < end, condition
            sleep(0.05)

    def drag(self, *points):
        """Presses the left button at the first point, and lets it go at the last."""
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 20, "origin": "viewport"}
            for x, y in points
        ]
        actions = [
            moves[0],
            {"type": "pointerDown", "button": 0},
            *moves[1:],
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}
        self.ask("WebDriver:PerformActions", actions=[mouse])

    def press(self, key):
        actions = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        self.ask("WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": actions}])


@contextmanager
def started(folder: Path):
    """Starts Firefox with an empty profile in a folder."""
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
    (folder / "user.js").write_text("\n".join(lines))
    command = [COMMAND, "--headless", "--no-remote", "--marionette", "--profile", str(folder), "about:blank"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        port, end = folder / "MarionetteActivePort", monotonic() + DEADLINE
        while not (port.exists() and port.read_text().strip()):
            assert process.poll() is None, "Firefox does not start"
            assert monotonic() < end, "Firefox starts too slowly"
            sleep(0.1)
        with socket.create_connection(("127.0.0.1", int(port.read_text())), timeout=DEADLINE) as connection:
            yield Firefox(connection)
    finally:
        process.terminate()
        process.wait(20)
