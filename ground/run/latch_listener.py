"""Wait for the spacecraft's latch from outside the run: by its telemetry group alone.

press                     known: press + round trip            limit
  |------ too early: it may be before a RESUME ------|------ latched? ------|
"""

import asyncio
from typing import Literal

from ground.run.kept.known_runs import KnownRun
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.clock import monotonic_ns
from telemetry.messages.spacecraft import Telemetry
from telemetry.network.multicast import Datagrams, group_receiver
from telemetry.wire.codec import Reader, Received

STOP_S = 10.0  # from HOLD's arrival: the next boundary, the longest stop, and a report
LATCHED = "latched"  # the mode of one that is latched and at rest
LISTENER = "supervisor"  # whose interface is this host's
LOOKING_ON = ("observer", "console", "gate", "predictor")  # who receives telemetry, on one host or another

Latch = Literal["latched", "not latched", "no telemetry"]


def wait_for_latch(run: KnownRun, pressed_ns: int) -> Latch:
    """Wait for a report that can know of a press at `pressed_ns` (monotonic) and shows the latch, at rest."""
    return asyncio.run(_LatchListener(run, pressed_ns).wait())


class _LatchListener:
    """One wait."""

    def __init__(self, run: KnownRun, pressed_ns: int) -> None:
        """Receive nothing yet."""
        self._run = run
        self._reader = Reader(run.speakers_as(*LOOKING_ON))
        self._known_ns = pressed_ns + round((run.up_s + run.down_s) * NS_PER_S)
        self._limit_s = (self._known_ns - monotonic_ns()) / NS_PER_S + STOP_S
        self._has_report = False
        self._latched = asyncio.Event()

    async def wait(self) -> Latch:
        """Listen until the latch is seen, or the time is over."""
        addresses = self._run.addresses
        try:
            opened = group_receiver(
                addresses.groups["tm"], addresses.group_ports["tm"], addresses.host(LISTENER)
            )
        except OSError:
            return "no telemetry"
        datagrams = Datagrams(opened, self._on_packet)
        await datagrams.open()
        try:
            async with asyncio.timeout(self._limit_s):
                await self._latched.wait()
        except TimeoutError:
            return "not latched" if self._has_report else "no telemetry"
        finally:
            await datagrams.close()
        return "latched"

    def _on_packet(self, packet: bytes) -> None:
        received = self._reader.decode(packet, "tm")
        if isinstance(received, Received) and isinstance(received.message, Telemetry):
            self._has_report = True
            if received.message.mode == LATCHED and monotonic_ns() >= self._known_ns:
                self._latched.set()
