"""The adapter of a made-up station: an arm at rest, and everything that comes up is taken."""

import time
from dataclasses import replace
from pathlib import Path

import msgspec

from telemetry.agreed.participants import SPACECRAFT
from telemetry.agreed.run_settings import RunSettings
from telemetry.life.contract import Send
from telemetry.messages.command import HoldCommand, taken
from telemetry.messages.spacecraft import Downlink, Telemetry, Uplink
from telemetry.wire.codec import Wire

NAME = "space_segment"
PERIOD_NS = 100_000_000


class AdapterSettings(msgspec.Struct):
    run: RunSettings
    q: tuple[float, ...]  # [rad]
    waits_for: str = ""  # a file, without which it is not ready


class Adapter:
    def __init__(self, settings, store):
        self.due_ns = 0
        self._q = settings.q
        self._wire = Wire(
            SPACECRAFT, replace(settings.run.speakers, keys=store.keys[SPACECRAFT]), boot=store.boot
        )
        self.taken = 0

    def receive(self, message, sender, now_ns):
        self.taken += isinstance(message, Uplink)
        return [Send(taken(message, NAME), to=sender)] if isinstance(message, HoldCommand) else []

    def tick(self, now_ns):
        self.due_ns = now_ns + PERIOD_NS
        return [Send(Downlink(packet=packet)) for packet in self._wire.packets(self._report(now_ns), now_ns)]

    def _report(self, now_ns):
        still = (0.0,) * len(self._q)
        return Telemetry(
            sampled_ns=now_ns, mode="latched", q=self._q, qd=still, currents=still, temperatures=still,
            brakes_on=True, locked=(False,) * len(still), gripper=0.0, quat_world_base=(1.0, 0.0, 0.0, 0.0),
            p_world_base=(0.0, 0.0, 0.0), rate_base=(0.0, 0.0, 0.0), buffer=0, epoch=0, accepted=0,
            accepted_at_ns=0, executed_epoch=0,
            executed=0, refused_epoch=0, refused=0, refusal="", latched=True, latch_reason="start",
            hold_q=self._q,
        )  # fmt: skip


def build(settings: AdapterSettings, store, rng):
    while settings.waits_for and not Path(settings.waits_for).exists():
        time.sleep(0.01)
    return Adapter(settings, store)
