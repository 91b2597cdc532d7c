"""A link that is silent for an hour: the first report after it is on the screen within one period."""

import numpy as np
import pytest

from ground.console.facts.console_state import ConsoleState
from ground.rehearsal.body.as_built import onboard_clock
from telemetry.bridge_role import build
from telemetry.drive.store import MemoryStore
from telemetry.life.contract import Send
from telemetry.messages.spacecraft import Downlink
from telemetry.wire.codec import Wire
from tests.nominal_run import nominal_run
from tests.telemetry.test_bridge_role import telemetry

S = 1_000_000_000
HOUR_NS = 3600 * S
RUN = nominal_run()
PERIOD_NS = RUN.link.telemetry_period_ns
CLOCK = onboard_clock(offset_s=3600.0, drift_ppm=50.0)


class Station:
    """A bridge and the screen behind it, of a spacecraft that this bench plays."""

    def __init__(self):
        self.bridge, self.screen = build(RUN, MemoryStore(), np.random.default_rng(0)), ConsoleState(RUN)
        self.space, self.now_ns = Wire("space_segment"), 0

    def carry_out(self, effects):
        for effect in effects:
            if isinstance(effect, Send):
                self.screen.on_message(effect.message, self.now_ns)

    def wait(self, for_ns):
        """Let the bridge tick whenever it is due."""
        until_ns = self.now_ns + for_ns
        while self.bridge.due_ns <= until_ns:
            self.now_ns = max(self.now_ns, self.bridge.due_ns)
            self.carry_out(self.bridge.tick(self.now_ns))
        self.now_ns = until_ns

    def report(self):
        """A report comes down that was sampled one way of the link ago."""
        sampled_ns = CLOCK.read(self.now_ns - RUN.link.down_ns)
        (packet,) = self.space.packets(telemetry(sampled_ns=sampled_ns), self.now_ns)
        self.carry_out(self.bridge.receive(Downlink(packet=packet), "space_segment", self.now_ns))

    def talk(self, seconds):
        for _ in range(10 * seconds):
            self.report()
            self.wait(PERIOD_NS)

    def shown(self):
        return self.screen.snapshot(self.now_ns)


def is_shown(station):
    """True if the screen has telemetry of now, and both bridge and screen say that the way down is there."""
    seen = station.shown()
    return (
        seen.los_ns is None
        and not seen.arm.telemetry.is_stale(station.now_ns)
        and (seen.link.status.value.down.state == "ok")
    )


def silences(station, times):
    """Be silent for an hour, again and again; yield whether the first report after it was shown."""
    for _ in range(times):
        station.wait(HOUR_NS)
        seen = station.shown()
        assert seen.los_ns is not None and seen.link.status.value.down.state == "lost"
        assert seen.link.status.value.down.age >= 3599.0
        station.space.packets(telemetry(), station.now_ns)  # counted, and lost on its way
        station.report()
        station.wait(PERIOD_NS)
        yield is_shown(station)
        station.talk(3)


def test_after_an_hour_of_silence_the_first_report_is_shown_within_one_period():
    station = Station()
    station.talk(3)
    assert is_shown(station) and [*silences(station, 1)] == [True]


@pytest.mark.sweep
def test_100_times_in_a_row_the_first_report_after_an_hour_is_shown_within_one_period():
    station = Station()
    station.talk(3)
    assert [*silences(station, 100)] == [True] * 100


@pytest.mark.parametrize("by_s", [1.0, -1.0, 3600.0, -3600.0, 3.2e8, -3.2e8])
def test_a_clock_that_is_set_in_silence_makes_nothing_fresh_and_is_believed_after_two_seconds(by_s):
    station = Station()
    station.talk(5)
    station.wait(60 * S)
    for k in range(30):
        sampled_ns = CLOCK.read(station.now_ns - RUN.link.down_ns) + round(by_s * S)
        (packet,) = station.space.packets(telemetry(sampled_ns=sampled_ns), station.now_ns)
        station.carry_out(station.bridge.receive(Downlink(packet=packet), "", station.now_ns))
        seen = station.shown().arm.telemetry
        assert (seen.age_s(station.now_ns) < 4.0) == (k >= 20), "neither too early, nor ever"
        station.wait(PERIOD_NS)
