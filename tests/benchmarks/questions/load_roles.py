"""Roles of a run under load: one that sends telemetry at a rate, and those that receive it and tick.

What each has seen stands in a file of its own, written anew each second, also after all has come.
"""

from pathlib import Path

import msgspec
import numpy as np

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.whole_file import write_whole
from telemetry.life.clock import monotonic_ns, processor_ns, sleep_until
from telemetry.life.contract import Effects, Input, Send, Store
from telemetry.messages.spacecraft import Telemetry
from tests.benchmarks.questions.bursts import telemetry

TICK_NS = 10_000_000


class LoadSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What a role of the load does."""

    file: str  # gets what it has seen
    per_s: int = 0  # telemetry that it sends in a second
    seconds: float = 0.0  # for so long
    stall_s: float = 0.0  # how long it stands still, once


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What a role has seen."""

    count: int  # of telemetry sent or received
    late_ns: list[int]  # of each tick
    worked_ns: int = 0  # of a processor, since it began


class LoadRole:
    """Sends or counts telemetry, on a grid of 10 ms."""

    def __init__(self, settings: LoadSettings) -> None:
        """Begin at time zero."""
        self.due_ns = TICK_NS
        self._settings, self._report = settings, telemetry()
        self._count, self._late_ns = 0, list[int]()
        self._stall_s, self._written_ns = settings.stall_s, 0
        self._began_ns = 0  # by the processor's clock

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Count telemetry."""
        self._count += isinstance(message, Telemetry)
        return ()

    def tick(self, now_ns: int) -> Effects:
        """Send what is due, or stand still once the load has begun to come."""
        self._began_ns = self._began_ns or processor_ns()
        self._late_ns.append(now_ns - self.due_ns)
        self.due_ns += TICK_NS * (1 + (now_ns - self.due_ns) // TICK_NS)
        wanted = round(min(now_ns / NS_PER_S, self._settings.seconds) * self._settings.per_s)
        due = wanted - self._count if self._settings.per_s else 0
        if self._settings.per_s:
            self._count = wanted
        if self._stall_s and self._count > 0:
            sleep_until(monotonic_ns() + round(self._stall_s * NS_PER_S))
            self._stall_s = 0.0
        if now_ns - self._written_ns >= NS_PER_S:
            self._written_ns = now_ns
            worked_ns = processor_ns() - self._began_ns
            seen = Seen(count=self._count, late_ns=self._late_ns, worked_ns=worked_ns)
            write_whole(Path(self._settings.file), msgspec.json.encode(seen))
        return [Send(self._report)] * due


def build(settings: LoadSettings, store: Store, rng: np.random.Generator) -> LoadRole:
    """Make the role."""
    return LoadRole(settings)
