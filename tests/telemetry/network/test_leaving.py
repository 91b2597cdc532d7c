"""What waits to leave by datagram: the nature of a message says what becomes of it when there is no room."""

import asyncio

import pytest

from telemetry.messages.command import Keep, Motion, SetPoint
from telemetry.network.bus import Bus
from telemetry.network.event_log import EventLog
from telemetry.network.multicast import LEAVING_CAP, Datagrams
from tests.telemetry.drive.runtime_bench import Bench

pytestmark = pytest.mark.real_time

KEEP = Keep(epoch=1, repeat=None)
POINT = dict.fromkeys(("q", "qd", "qdd"), (0.0,) * 6)
MOTION = Motion(
    set_point=SetPoint(epoch=1, seq=1, kind="motion", execute_at_ns=1, stop=b"", **POINT), repeat=None
)
MORE = 5


@pytest.fixture(autouse=True)
def system_without_room(monkeypatch):
    """A kernel that has no room for a datagram at once, as when its own queue is full."""
    monkeypatch.setattr(Datagrams, "_has_left", lambda *_: False)


def told_after(tmp_path, messages):
    """What the gate's log counts, and what its bus has dropped, when it says all this in one turn."""
    log = EventLog("gate", lambda: 0)
    log.say = lambda text: None

    async def say():
        bus = Bus(Bench(tmp_path).launch("gate"), lambda message, data: None, log)
        await bus.open()
        try:
            for message in messages:
                bus.send(message, 0)
            return bus.dropped.get("leaving", 0)
        finally:
            await bus.close()

    return asyncio.run(say()), log.counts


def test_a_command_that_finds_no_room_is_not_sent_and_that_is_told(tmp_path):
    dropped, counts = told_after(tmp_path, [MOTION] * (LEAVING_CAP + MORE))
    assert (dropped, counts) == (MORE, {"tc takes nothing: Motion not sent": MORE})


def test_what_is_told_again_gives_way_to_a_command_and_never_the_other_way(tmp_path):
    messages = [*[MOTION] * MORE, *[KEEP] * LEAVING_CAP, *[MOTION] * LEAVING_CAP]
    dropped, counts = told_after(tmp_path, messages)
    assert (dropped, counts) == (LEAVING_CAP + MORE, {"tc takes nothing: Motion not sent": MORE})
