"""UDP: multicast groups for packets on the station's network, and the link port.

    receive   bound to the group itself, joined on one named interface, no groups of other processes
    send      leaves by one named interface, is received on the same host too; TTL 0 stays on it

The interface is never left to the routing table.  asyncio-dgram carries each socket.  Its reader takes one
datagram in each turn of the loop, and a burst would overflow the kernel's buffer meanwhile: so whenever it
wakes, the rest of what has come is taken from the same socket at once, into a bounded queue of our own, and
handed on in slices between which the loop turns.  Errors of the network are counted and never end anything.
"""

import asyncio
import socket
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import asyncio_dgram
from asyncio_dgram.aio import DatagramServer

from telemetry.life.clock import monotonic_ns
from telemetry.network.backlog import Backlog
from telemetry.wire.routes import Nature

RECEIVE_BUFFER = 32 << 20  # bytes asked of the kernel: for 25,000 reports, while others have the processors
LARGEST_DATAGRAM = 2048  # bytes of a datagram that are read; a longer one is no packet of ours
DATAGRAMS_AT_ONCE = 1024  # datagrams taken from the socket at once
DATAGRAMS_A_TURN = 64  # datagrams handed on in one turn of the loop, at most
TURN_NS = 500_000  # after so long the turn ends all the same: whatever is due waits for some of them
ARRIVED_CAP = 131_072  # datagrams that wait to be handed on; the oldest gives way
LEAVING_CAP = 4096  # datagrams that wait to be sent

_IP_MULTICAST_ALL = 49  # not in the socket module
_SO_RCVBUFFORCE = 33  # past the system's limit, where the process may

Address = tuple[str, int]


def group_receiver(group: str, port: int, interface: str) -> socket.socket:
    """Return a socket that receives from one group on one interface.

    Raises:
        OSError: the address is no group, or the interface is not there.
    """
    with _udp() as opened:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind((group, port))  # to the group, which keeps other groups on this port out
        member = socket.inet_aton(group) + socket.inet_aton(interface)
        opened.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
        opened.setsockopt(socket.IPPROTO_IP, _IP_MULTICAST_ALL, 0)
        _ask_for_buffer(opened)
    return opened


def group_sender(interface: str, ttl: int) -> socket.socket:
    """Return a socket that sends to groups by one interface.

    Raises:
        OSError: the interface is not there.
    """
    with _udp() as opened:
        opened.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(interface))
        opened.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, ttl)
        opened.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
        opened.bind((interface, 0))
    return opened


def link_port(host: str, port: int) -> socket.socket:
    """Return a socket of one end of the link; not connected, so that a dead peer is no error.

    Raises:
        OSError: the address is not there or in use.
    """
    with _udp() as opened:
        opened.bind((host, port))
        _ask_for_buffer(opened)
    return opened


def granted_buffer(opened: socket.socket) -> int:
    """Return the receive buffer that the kernel granted [bytes]; it counts its own overhead twice."""
    return opened.getsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF) // 2


def granted_here() -> int:
    """Return the receive buffer that the kernel grants whoever asks as a receiver does [bytes]."""
    with _udp() as opened, opened:
        _ask_for_buffer(opened)
        return granted_buffer(opened)


@contextmanager
def _udp() -> Iterator[socket.socket]:
    """Yield a socket that never blocks; one that cannot be set up is closed."""
    opened = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    opened.setblocking(False)
    try:
        yield opened
    except OSError:
        opened.close()
        raise


def _ask_for_buffer(opened: socket.socket) -> None:
    try:
        opened.setsockopt(socket.SOL_SOCKET, _SO_RCVBUFFORCE, RECEIVE_BUFFER)
    except PermissionError:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)


class Counts(NamedTuple):
    """What went wrong on one socket."""

    errors: int  # of the network
    arrived_dropped: int
    leaving_dropped: int


class Datagrams:
    """One socket, carried by asyncio-dgram: hands on what comes, sends what is given, both in order."""

    def __init__(self, opened: socket.socket, on_datagram: Callable[[bytes], None]) -> None:
        """Take over the socket; `on_datagram` gets each datagram in the loop's thread."""
        self._socket = opened
        self._on_datagram = on_datagram
        self._stream: DatagramServer | None = None
        self._arrived: deque[bytes] = deque()
        self._leaving = Backlog[tuple[bytes, Address]](LEAVING_CAP)
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._is_pumping = self._is_sending = False
        self._errors = self._arrived_dropped = 0

    @property
    def counts(self) -> Counts:
        """What went wrong so far."""
        return Counts(self._errors, self._arrived_dropped, self._leaving.dropped)

    @property
    def is_idle(self) -> bool:
        """True if nothing waits to be sent."""
        return not self._leaving and not self._is_sending

    async def open(self) -> None:
        """Begin to receive and to send."""
        stream = await asyncio_dgram.from_socket(self._socket)
        if not isinstance(stream, DatagramServer):
            raise TypeError("the socket is connected; one is wanted that is not")
        self._stream = stream
        self._tasks = [asyncio.create_task(self._receive(stream)), asyncio.create_task(self._send(stream))]

    def send(self, data: bytes, address: Address, nature: Nature) -> bool:
        """Send one datagram, after those given before; False: there is no room for this act.

        It leaves at once if none waits and the system has room for it.
        """
        if self._stream is not None and self.is_idle and self._has_left(data, address):
            return True
        self._wake.set()
        return self._leaving.put((data, address), nature, monotonic_ns())

    def _has_left(self, data: bytes, address: Address) -> bool:
        for _ in range(2):  # an error of an earlier datagram is raised in place of sending this one
            try:
                self._socket.sendto(data, address)
                return True
            except BlockingIOError:
                return False
            except OSError:
                self._errors += 1
        return True  # it cannot leave, now or later

    async def close(self) -> None:
        """Close the socket; nothing is handed on after this."""
        self._arrived.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._stream is None:
            self._socket.close()
        else:
            self._stream.close()
            await asyncio.sleep(0)  # the transport closes its socket in the next turn
        self._arrived.clear()

    async def _receive(self, stream: DatagramServer) -> None:
        """Empty the socket whenever it has something.

        Order is kept: between a datagram that the stream hands over and the batch after it the loop does not
        turn, so the stream never holds one that came before the batch.
        """
        while True:
            try:
                data, _ = await stream.recv()
            except OSError:
                self._errors += 1
                continue
            except asyncio_dgram.TransportClosed:
                return
            self._arrive(data)
            if not self._is_pumping:
                self._pump()  # before looking for more, as it may be alone and waited for
            self._take_batch()
            if self._arrived and not self._is_pumping:
                self._pump()

    def _take_batch(self) -> None:
        for _ in range(DATAGRAMS_AT_ONCE):
            try:
                data = self._socket.recv(LARGEST_DATAGRAM)
            except BlockingIOError:
                return
            except OSError:
                self._errors += 1
                return
            self._arrive(data)

    def _arrive(self, data: bytes) -> None:
        if len(self._arrived) >= ARRIVED_CAP:
            self._arrived.popleft()
            self._arrived_dropped += 1
        self._arrived.append(data)

    def _pump(self) -> None:
        """Hand on one slice, and the next one in the loop's next turn."""
        end_ns = monotonic_ns() + TURN_NS
        for _ in range(min(DATAGRAMS_A_TURN, len(self._arrived))):
            self._on_datagram(self._arrived.popleft())
            if monotonic_ns() >= end_ns:
                break
        self._is_pumping = bool(self._arrived)
        if self._is_pumping:
            asyncio.get_running_loop().call_soon(self._pump)

    async def _send(self, stream: DatagramServer) -> None:
        while True:
            while leaving := self._leaving.pop_ready(monotonic_ns(), 1):
                self._is_sending = True
                await self._send_one(stream, *leaving[0])
                self._is_sending = False
            self._wake.clear()
            await self._wake.wait()

    async def _send_one(self, stream: DatagramServer, data: bytes, address: Address) -> None:
        for _ in range(2):  # an error of an earlier datagram is raised in place of sending this one
            try:
                await stream.send(data, address)
                return
            except OSError:
                self._errors += 1
            except asyncio_dgram.TransportClosed:
                return
