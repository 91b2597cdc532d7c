"""The receiver of the guide at the far end of a rehearsal in virtual time, over a pass of its own.

run's bridge --- Uplink ---> opened, under the keys of the run
                             sealed, under those of the pass -- delay --> receiver
             <-- Downlink -- sealed, under those of the run
                             opened, under those of the pass <-- delay -- receiver
"""

from dataclasses import replace

import numpy as np

from ground.scenario.scenario import SpaceSettings
from predictor.run_model import read_model
from telemetry.agreed.participants import SPACECRAFT, Speakers
from telemetry.keys.key_file import file_of
from telemetry.keys.key_sets import drawn_rings
from telemetry.life.boot import Boot
from telemetry.life.contract import Send
from telemetry.messages.spacecraft import Downlink, Uplink
from telemetry.wire.codec import Reader, Received, Wire
from telemetry.wire.pass_link import PassLink
from tests.reference.receiver import Spacecraft

S = 1_000_000_000
TELEMETRY_NS, AHEAD_NS, DRIFT = S // 10, 3600 * S, 50e-6


def key_of(ring, mode="rehearsal"):
    """A key file's content, as JSON has it."""
    content = file_of(ring, role="space_segment", mode=mode, scope="north", made_ns=0)
    fields = ("mode", "key_id", "is_confidential", "pairs")
    return {field: getattr(content, field) for field in fields}


class Relay:
    """The role."""

    newest = None  # of all that were made, for a test to look at

    def __init__(self, settings, store, rng, *, is_confidential=False):
        run, limits = settings.run, read_model(settings.run).robot.limits
        rings = drawn_rings(
            rng.bytes(32), mode=run.mode, number=9, participants=run.participants,
            is_confidential=is_confidential,
        )  # fmt: skip
        below = replace(run.speakers, keys=store.keys[SPACECRAFT])
        self._opened, self._sealed = Reader(below), Wire(SPACECRAFT, below, boot=store.boot)
        speakers = Speakers(mode=run.mode, run_id="north-1", keys=rings["bridge"], has_passes=True)
        self.ground = PassLink("bridge", speakers, boot=Boot(1), link=run.link, chance=rng.bytes(16))
        rows = zip(limits.q_min, limits.q_max, limits.qd_max, limits.qdd_max, limits.qddd_max, strict=True)
        self.spacecraft = Spacecraft(key_of(rings[SPACECRAFT]), list(rows), settings.start_q, AHEAD_NS)
        self._ways = {"up": settings.link.up_s, "down": settings.link.down_s}
        self._flying = []  # when it arrives, which way, packet
        self._report_ns = self.due_ns = 0
        Relay.newest = self

    def receive(self, message, sender, now_ns):
        if isinstance(message, Uplink):
            received = self._opened.decode(message.packet, "up")
            if isinstance(received, Received):
                self._send("up", self.ground.packets(received.message, now_ns), now_ns)
        return []

    def tick(self, now_ns):
        effects, clock_ns = [], AHEAD_NS + now_ns + round(now_ns * DRIFT)
        arrived = [row for row in self._flying if row[0] <= now_ns]
        self._flying = [row for row in self._flying if row[0] > now_ns]
        for _, way, packet in arrived:
            if way == "up":
                self._send("down", self.spacecraft.on_packet(packet, clock_ns), now_ns)
            else:
                effects += self._down(packet, now_ns)
        if now_ns >= self._report_ns:
            self._report_ns = now_ns + TELEMETRY_NS
            self._send("down", self.spacecraft.report(clock_ns), now_ns)
        if now_ns >= self.ground.due_ns:
            self._send("up", self.ground.tick(now_ns), now_ns)
        self.due_ns = min(self._report_ns, self.ground.due_ns, *(row[0] for row in self._flying))
        return effects

    def _send(self, way, packets, now_ns):
        at_ns = now_ns + round(self._ways[way] * S)
        self._flying += [(at_ns, way, packet) for packet in packets]
        self.due_ns = min([self.due_ns, *(row[0] for row in self._flying)])

    def _down(self, packet, now_ns):
        if self.ground.on_packet(packet, now_ns):
            return []
        received = self.ground.reader.decode(packet, "down")
        assert isinstance(received, Received), received
        self.ground.on_proven(now_ns)
        return [Send(Downlink(packet=each)) for each in self._sealed.packets(received.message, now_ns)]


def build(settings: SpaceSettings, store, rng: np.random.Generator) -> Relay:
    return Relay(settings, store, rng)
