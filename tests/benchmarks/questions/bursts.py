"""How a receiver keeps up with a burst of datagrams.

    a child sends 100,000 datagrams to a group as fast as it can  ---> one receiver, in turns:
        raw        nothing but `recv`
        asyncio    `asyncio_dgram.recv` in a loop, which it is meant for
        ours       `telemetry.network.multicast.Datagrams`
    and each of them once more with every datagram opened, proven and decoded

What is lost the kernel has dropped, as its buffer (the same for all) was full.
"""

import asyncio
import os
import socket
import struct
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from typing import NamedTuple

import asyncio_dgram
from asyncio_dgram.aio import DatagramServer

from telemetry.life.clock import processor_ns
from telemetry.messages.spacecraft import Telemetry
from telemetry.network.launch import LOOPBACK
from telemetry.network.multicast import Datagrams, group_receiver, group_sender
from telemetry.network.reservation import reserve
from telemetry.wire.codec import Reader, Received
from tests.benchmarks.questions.child import of_checkout
from tests.benchmarks.questions.sealed import SENDER, reader_of, wire_of

BURST = 100_000
FIRST_S, LOOK_S = 10.0, 0.05
QUIET_S = 0.3  # without a datagram, once all are sent: no more come
LONGEST = 2048
SENDS = "from tests.benchmarks.questions.bursts import send; send({group!r}, {port}, {number})"


class Caught(NamedTuple):
    """What came of one burst."""

    came: int
    decoded: int
    worked_us: float  # of a processor, for each that came


def telemetry() -> Telemetry:
    """Return a report as it comes ten times a second: of seven joints."""
    seven = (0.1, -0.2, 0.3, -0.4, 0.5, -0.6, 0.7)
    return Telemetry(
        sampled_ns=10**9, mode="moving", q=seven, qd=seven, currents=seven, temperatures=seven,
        brakes_on=False, locked=(False,) * 7, gripper=0.0, quat_world_base=(1.0, 0.0, 0.0, 0.0),
        p_world_base=(0.0, 0.0, 0.0), rate_base=(0.0, 0.0, 0.0), buffer=2, epoch=1, accepted=7,
        accepted_at_ns=10**9, executed_epoch=1, executed=6, refused_epoch=0, refused=0, refusal="",
        latched=False, latch_reason="", hold_q=seven,
    )  # fmt: skip


def send(group: str, port: int, number: int) -> None:
    """Send a burst, once a line comes: what the child does."""
    wire = wire_of(SENDER)
    packets = [wire.packets(telemetry(), at)[0] for at in range(number)]
    print("ready", flush=True)
    sys.stdin.readline()
    with closing(group_sender(LOOPBACK, 0)) as sender:
        sender.setblocking(True)
        for packet in packets:
            sender.sendto(packet, (group, port))


def caught(kind: str, number: int, *, is_decoded: bool) -> Caught:
    """Let a child send a burst, and catch it in one way."""
    with reserve([SENDER]) as reserved:
        group = reserved.addresses.groups["tm"], reserved.addresses.group_ports["tm"]
        code = SENDS.format(group=group[0], port=group[1], number=number)
        command = [sys.executable, "-P", "-c", code]
        counter, ready, asked = Counter(reader_of() if is_decoded else None), os.pipe(), os.pipe()
        with subprocess.Popen(command, env=of_checkout(), stdin=asked[0], stdout=ready[1]):
            os.read(ready[0], 1)
            opened = group_receiver(*group, LOOPBACK)
            began_ns = processor_ns()
            os.write(asked[1], b"\n")
            RECEIVERS[kind](opened, counter)
            worked_ns = processor_ns() - began_ns
        for end in (*ready, *asked):
            os.close(end)
    return Caught(counter.came, counter.decoded, worked_ns / max(counter.came, 1) / 1e3)


class Counter:
    """Counts datagrams, and decodes them if it has a reader."""

    def __init__(self, reader: Reader | None) -> None:
        """Start before the first."""
        self._reader = reader
        self.came = self.decoded = 0

    def on_datagram(self, data: bytes) -> None:
        """Count one."""
        self.came += 1
        if self._reader is not None and isinstance(self._reader.decode(data, "tm"), Received):
            self.decoded += 1


def _raw(opened: socket.socket, counter: Counter) -> None:
    opened.setblocking(True)
    with closing(opened):
        _wait_at_most(opened, FIRST_S)
        try:
            while True:
                counter.on_datagram(opened.recv(LONGEST))
                if counter.came == 1:
                    _wait_at_most(opened, QUIET_S)
        except BlockingIOError:
            return


def _wait_at_most(opened: socket.socket, patience_s: float) -> None:
    """Let the kernel end a `recv`, which costs no call of its own."""
    seconds, rest = divmod(round(patience_s * 1e6), 1_000_000)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("@ll", seconds, rest))


async def served(opened: socket.socket) -> DatagramServer:
    """Return asyncio-dgram's stream of a socket that is not connected."""
    stream = await asyncio_dgram.from_socket(opened)
    if not isinstance(stream, DatagramServer):
        raise TypeError("the socket is connected")
    return stream


def _asyncio(opened: socket.socket, counter: Counter) -> None:
    async def read(stream: DatagramServer) -> None:
        while True:
            counter.on_datagram((await stream.recv())[0])

    async def run() -> None:
        stream = await served(opened)
        reading = asyncio.create_task(read(stream))
        await _quiet(counter)
        reading.cancel()
        stream.close()

    asyncio.run(run())


def _ours(opened: socket.socket, counter: Counter) -> None:
    async def run() -> None:
        datagrams = Datagrams(opened, counter.on_datagram)
        await datagrams.open()
        await _quiet(counter)
        await datagrams.close()

    asyncio.run(run())


async def _quiet(counter: Counter) -> None:
    """Return when nothing has come for a while after the first."""
    before, waited_s = 0, 0.0
    while waited_s < (QUIET_S if counter.came else FIRST_S):
        await asyncio.sleep(LOOK_S)
        waited_s = waited_s + LOOK_S if counter.came == before else 0.0
        before = counter.came


RECEIVERS: dict[str, Callable[[socket.socket, Counter], None]] = {
    "raw socket": _raw,
    "asyncio-dgram": _asyncio,
    "ours": _ours,
}
