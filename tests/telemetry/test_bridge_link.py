"""What the bridge says of the link: once a second, and at once as it changes."""

import msgspec

from telemetry.messages.command import HoldCommand, Keep
from telemetry.messages.link import LinkStatus
from telemetry.messages.spacecraft import Downlink, Echo, Telemetry
from tests.telemetry.test_bridge_role import MS, Bench, S, telemetry

KEEP = Keep(epoch=1, repeat=None)


class WatchedBench(Bench):
    """Ticks whenever the bridge is due, and keeps what it says of the link."""

    def __init__(self):
        super().__init__()
        self.said = []

    def carry_out(self, effects):
        super().carry_out(effects)
        self.said = [*getattr(self, "said", []), *(m for m in self.sent if isinstance(m, LinkStatus))]

    def go(self, seconds):
        until_ns = self.now_ns + round(seconds * S)
        while self.role.due_ns <= until_ns:
            self.now_ns = max(self.now_ns, self.role.due_ns)
            self.carry_out(self.role.tick(self.now_ns))
        self.now_ns = until_ns
        return self

    def echoed(self, left_ns, for_ns=50 * MS):
        report = msgspec.structs.replace(
            telemetry(sampled_ns=self.now_ns), echo=Echo(left_ns=left_ns, for_ns=for_ns, packets=1)
        )
        self.give(Downlink(packet=self.space.packets(report, self.now_ns)[0]))
        return self


def test_the_link_is_reported_every_second():
    bench = WatchedBench().go(5)
    assert [status.state for status in bench.said] == ["quiet"] * 6


def test_a_report_after_silence_makes_the_way_down_ok_in_that_very_instant():
    bench = WatchedBench().go(0.3)
    bench.report()
    assert any(isinstance(message, Telemetry) for message in bench.sent) and bench.role.due_ns == bench.now_ns
    assert bench.go(0).said[-1].down.state == "ok"


def test_a_keep_that_comes_back_in_a_report_is_the_round_trip():
    bench = WatchedBench().go(1)
    bench.give(KEEP)
    left_ns = bench.now_ns
    status = bench.go(7.05).echoed(left_ns).go(0.2).said[-1]
    assert abs(status.round_trip.value - 7.0) < 1e-6 and status.state == "quiet"
    assert status.up.reason == "nothing_sent"


def test_a_hold_is_no_packet_that_the_link_is_measured_by():
    bench = WatchedBench().go(1)
    bench.give(HoldCommand(actor="op", pressed_ns=0, nonce=1))
    status = bench.go(7.05).echoed(S + 1).go(1).said[-1]
    assert (status.round_trip, status.up.rate) == (None, 0.0)
