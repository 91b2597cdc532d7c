"""How long a datagram takes to another process and back: by raw sockets, asyncio-dgram, and ours.

Both ends go the same way.  A ping leaves when the one before it is back, so nothing waits for anything else.
"""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from telemetry.life.clock import monotonic_ns
from telemetry.network.launch import LOOPBACK
from telemetry.network.multicast import Datagrams, link_port
from tests.benchmarks.questions.bursts import served
from tests.benchmarks.questions.child import of_checkout

PINGS, WARM = 2_000, 200
PING = bytes(256)
LONGEST = 2048
ECHOES = "from tests.benchmarks.questions.pings import main; main({kind!r}, {port})"

Address = tuple[str, int]


class Trips(NamedTuple):
    """How long pings took, there and back [us]."""

    median_us: float
    slow_us: float  # 99 of a hundred took less


def trips(kind: str, pings: int = PINGS) -> Trips:
    """Ping a child."""
    ping, _ = KINDS[kind]
    opened = link_port(LOOPBACK, 0)
    command = [sys.executable, "-P", "-c", ECHOES.format(kind=kind, port=opened.getsockname()[1])]
    with subprocess.Popen(command, env=of_checkout(), stdout=subprocess.PIPE, text=True) as child:
        there = (LOOPBACK, int(child.stdout.readline() if child.stdout else ""))
        took_us = ping(opened, there, pings + WARM)[WARM:]
        child.terminate()
    return Trips(float(np.median(took_us)), float(np.quantile(took_us, 0.99)))


def main(kind: str, port: int) -> None:
    """Send back whatever comes, until the end: what the child does."""
    opened = link_port(LOOPBACK, 0)
    print(opened.getsockname()[1], flush=True)
    _, echo = KINDS[kind]
    echo(opened, (LOOPBACK, port))


def _ping_raw(opened: socket.socket, there: Address, pings: int) -> list[float]:
    took_us = []
    with opened:
        opened.setblocking(True)
        for _ in range(pings):
            began_ns = monotonic_ns()
            opened.sendto(PING, there)
            opened.recv(LONGEST)
            took_us.append((monotonic_ns() - began_ns) / 1e3)
    return took_us


def _echo_raw(opened: socket.socket, back: Address) -> None:
    opened.setblocking(True)
    while True:
        opened.sendto(opened.recv(LONGEST), back)


def _ping_asyncio(opened: socket.socket, there: Address, pings: int) -> list[float]:
    async def run() -> list[float]:
        stream, took_us = await served(opened), []
        for _ in range(pings):
            began_ns = monotonic_ns()
            await stream.send(PING, there)
            await stream.recv()
            took_us.append((monotonic_ns() - began_ns) / 1e3)
        stream.close()
        return took_us

    return asyncio.run(run())


def _echo_asyncio(opened: socket.socket, back: Address) -> None:
    async def run() -> None:
        stream = await served(opened)
        while True:
            await stream.send((await stream.recv())[0], back)

    asyncio.run(run())


def _ping_ours(opened: socket.socket, there: Address, pings: int) -> list[float]:
    async def run() -> list[float]:
        ended, left_ns = asyncio.Event(), [monotonic_ns()]

        def on_datagram(data: bytes) -> None:
            left_ns.append(monotonic_ns())
            if len(left_ns) > pings:
                ended.set()
            else:
                datagrams.send(data, there, "state")

        datagrams = Datagrams(opened, on_datagram)
        await datagrams.open()
        left_ns[0] = monotonic_ns()
        datagrams.send(PING, there, "state")
        await ended.wait()
        await datagrams.close()
        return [(back - left) / 1e3 for left, back in pairwise(left_ns)]

    return asyncio.run(run())


def _echo_ours(opened: socket.socket, back: Address) -> None:
    async def run() -> None:
        def on_datagram(data: bytes) -> None:
            datagrams.send(data, back, "state")

        datagrams = Datagrams(opened, on_datagram)
        await datagrams.open()
        await asyncio.Event().wait()

    asyncio.run(run())


Ping = Callable[[socket.socket, Address, int], list[float]]
Echo = Callable[[socket.socket, Address], None]
KINDS: dict[str, tuple[Ping, Echo]] = {
    "raw socket": (_ping_raw, _echo_raw),
    "asyncio-dgram": (_ping_asyncio, _echo_asyncio),
    "ours": (_ping_ours, _echo_ours),
}
