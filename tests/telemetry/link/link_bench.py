"""A link whose delays and clock are known: commands go up, echoes come down, the bridge's fold watches."""

import msgspec
import numpy as np

from ground.rehearsal.body.as_built import onboard_clock
from ground.rehearsal.spacecraft.onboard_report import NewestCommand
from telemetry.agreed.run_settings import LinkPlan
from telemetry.link.impairment import DelayLine, Losses
from telemetry.link.link_watch import LinkWatch
from tests.telemetry.test_bridge_role import telemetry

S = 1_000_000_000
MS = 1_000_000
ALWAYS = ((0.0, 1e9),)
KEEP_NS, REPORT_NS = 250 * MS, 100 * MS
REPORT = telemetry()


def arrivals(line, until_ns):
    """What arrives until then, each with its instant."""
    while (due_ns := line.due_ns) <= until_ns:
        for packet in line.pop(due_ns):
            yield due_ns, packet


class SimulatedLink:
    """Commands each 250 ms, reports each 100 ms; `up` and `down` are lines to lengthen or black out."""

    def __init__(
        self,
        *,
        delay_s=3.5,
        seed=0,
        jitter_s=0.0,
        loss=0.0,
        windows_s=ALWAYS,
        offset_s=3600.0,
        drift_ppm=50.0,
    ):
        up_rng, down_rng = np.random.default_rng(seed).spawn(2)
        self.up, self.down = (
            DelayLine(delay_s=delay_s, jitter_s=jitter_s, losses=Losses(loss), windows_s=windows_s, rng=rng)
            for rng in (up_rng, down_rng)
        )
        plan = LinkPlan(
            up_s=delay_s, down_s=delay_s, windows_s=windows_s, telemetry_period_s=0.1, jitter_s=jitter_s
        )
        self.watch, self.clock = LinkWatch(plan), onboard_clock(offset_s=offset_s, drift_ppm=drift_ppm)
        self.board, self.now_ns, self.status = NewestCommand(), 0, None
        self.commands = self.reports = True
        self.seen, self._count, self._left, self._newest_ns = [], 0, {}, 0

    def set_clock(self, by_s):
        """Set the clock on board."""
        by_ns = round(by_s * S)
        self.board.step_clock(by_ns)
        self.clock = type(self.clock)(offset_ns=self.clock.offset_ns + by_ns, drift=self.clock.drift)

    @property
    def offset_s(self):
        """Spacecraft clock minus ground clock, as it is now."""
        return (self.clock.read(self.now_ns) - self.now_ns) / S

    def run(self, seconds):
        """Go on for so long; returns the newest status."""
        for at_ns in range(self.now_ns + 10 * MS, self.now_ns + round(seconds * S) + 1, 10 * MS):
            self.now_ns = at_ns
            for due_ns, packet in arrivals(self.up, at_ns):
                self.board.on_packet(int.from_bytes(packet, "big"), self.clock.read(due_ns))
            if self.commands and at_ns % KEEP_NS == 0:
                self.watch.on_command(at_ns)
                self.up.push(at_ns.to_bytes(8, "big"), at_ns)
            if at_ns % REPORT_NS == 0:
                self._report(at_ns)
            for due_ns, packet in arrivals(self.down, at_ns):
                report, count = self._left.pop(packet)
                is_newer = report.sampled_ns > self._newest_ns
                self._newest_ns = max(self._newest_ns, report.sampled_ns)
                self.watch.on_report(report, count, due_ns, is_newer=is_newer)
            self.seen += [(at_ns, status) for status in self.watch.take_due(at_ns)]
        self.status = self.seen[-1][1]
        return self.status

    def _report(self, at_ns):
        read_ns = self.clock.read(at_ns)
        report = msgspec.structs.replace(REPORT, sampled_ns=read_ns, echo=self.board.echo(read_ns))
        key = self._count.to_bytes(4, "big")
        self._left[key] = (report, self._count % 16384)
        self._count += 1
        if self.reports:
            self.down.push(key, at_ns)
