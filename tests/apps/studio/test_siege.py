"""Many hostile clients at once: honest ones are still answered, and nothing leaks."""

import sys

import pytest
from patience import DEADLINE
from servers import served
from siege import besieged

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(sys.platform != "linux", reason="hostile clients have addresses of their own"),
]


def test_honest_clients_are_answered_among_hostile_ones_of_whom_nothing_stays():
    with served() as (server, address):
        left = besieged(server.pid, address.port, 3)
        server.terminate()
        assert server.wait(DEADLINE) == 0
    assert left["answered"] == {"check", "examine"}
    assert set(left["attacks"]) == {
        "huge",
        "endless",
        "nested",
        "malformed",
        "slow_head",
        "slow_body",
        "hard",
        "repairs",
        "goes_away",
        "does_not_read",
    }
    assert left["after"]["processes"] <= left["before"]["processes"]
    assert left["after"]["files"] <= left["before"]["files"] + 2
    assert left["after"]["megabytes"] < left["before"]["megabytes"] + 400
