"""Who hears the same load beside a run: a raw socket and asyncio-dgram, which prove and record nothing.

Each is a process of its own that counts the datagrams of the group, and ticks every 10 ms as the roles do.
"""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from telemetry.drive.giving_way import give_way
from telemetry.life.clock import monotonic_ns, processor_ns
from telemetry.network.multicast import group_receiver
from tests.benchmarks.questions.bursts import LONGEST, served
from tests.benchmarks.questions.load_roles import TICK_NS, Seen

NICENESS = 5  # as observers have


class Counts:
    """What one of them has seen so far."""

    def __init__(self) -> None:
        """Begin to tick now."""
        self.came, self.late_ns = 0, list[int]()
        self._began_ns, self._due_ns = processor_ns(), monotonic_ns() + TICK_NS

    @property
    def left_s(self) -> float:
        """How long it is until the next tick; below 0: it is late."""
        return (self._due_ns - monotonic_ns()) * 1e-9

    def tick(self) -> None:
        """Note how late this tick is."""
        late_ns = monotonic_ns() - self._due_ns
        self.late_ns.append(late_ns)
        self._due_ns += TICK_NS * (1 + late_ns // TICK_NS)

    @property
    def seen(self) -> Seen:
        """All of it."""
        return Seen(count=self.came, late_ns=self.late_ns, worked_ns=processor_ns() - self._began_ns)


def _raw(opened: socket.socket, counts: Counts) -> None:
    while True:
        if (left_s := counts.left_s) <= 0.0:
            counts.tick()
            continue
        opened.settimeout(left_s)
        try:
            opened.recv(LONGEST)
        except TimeoutError:
            continue
        counts.came += 1


def _asyncio(opened: socket.socket, counts: Counts) -> None:
    async def ticks() -> None:
        while True:
            await asyncio.sleep(max(counts.left_s, 0.0))
            counts.tick()

    async def run() -> None:
        stream, ticking = await served(opened), asyncio.create_task(ticks())
        while not ticking.done():
            await stream.recv()
            counts.came += 1

    asyncio.run(run())


PEERS: dict[str, Callable[[socket.socket, Counts], None]] = {"raw socket": _raw, "asyncio-dgram": _asyncio}


def main(kind: str, file: str, *group: str) -> None:
    """Hear a group until told to end, and write what was seen: what the child does."""
    give_way(NICENESS)
    address, port, interface = group
    opened, counts = group_receiver(address, int(port), interface), Counts()

    def end(*_: object) -> None:
        Path(file).write_bytes(msgspec.json.encode(counts.seen))
        os._exit(0)  # from within the loop

    signal.signal(signal.SIGTERM, end)
    print("ready", flush=True)
    PEERS[kind](opened, counts)


if __name__ == "__main__":
    main(*sys.argv[1:])
