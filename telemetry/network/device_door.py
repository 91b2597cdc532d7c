"""The door of the handle: the server, TCP and UDP, by which a device's program speaks to the haptics role.

    program --- bytes ---> DeviceLine ---> DeviceSeat ---> the role      one device has the seat
            <--------------- DeviceForce, the newest alone ----'

It stands on this host alone, and admits programs that know the run's token (`door_address`).  A program that
sends nonsense, too much, nothing, or half a frame for too long is dismissed with one line and disturbs no
other; one that has given the token receives that line, and so does the role.  There is always room for one
more: of those without the token the oldest gives way.
"""

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path
from typing import cast

from telemetry.life.clock import monotonic_ns
from telemetry.messages.base import shortened
from telemetry.messages.device import DeviceForce, DeviceRefused, DeviceState
from telemetry.network.door_address import open_pair, remove_door, write_door
from telemetry.network.event_log import EventLog
from telemetry.network.launch import LOOPBACK
from telemetry.wire.device_line import DeviceError, DeviceLine, DeviceSeat, device_body, device_frame_splitter
from telemetry.wire.frames import LENGTH, FrameError

MOST_GUESTS = 16  # programs that have not taken the seat
ACCEPTED_AT_ONCE = 8  # of those that wait: what the newest brings is read before it has to give way
WATCH_PERIOD_S = 0.05  # between two looks at who has fallen silent
LINGER_S = 0.2  # for a last word to be read
SEND_BUFFER = 8192  # bytes that wait in the kernel: old forces are of no use
LISTEN_BACKLOG = 1024  # connections that the kernel keeps until they are accepted

Address = tuple[str, int]


class TcpCaller(asyncio.Protocol):
    """A program that has connected."""

    def __init__(self, door: "DeviceDoor") -> None:
        """Wait for the connection."""
        self.line = DeviceLine(door.token, monotonic_ns())
        self.peer = "somebody"
        self._door = door
        self._frames = device_frame_splitter()
        self._transport: asyncio.Transport | None = None
        self._has_ended = False

    @property
    def is_partial(self) -> bool:
        """True if a frame has begun."""
        return self._frames.is_partial

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Admit the program."""
        self._transport = cast(asyncio.Transport, transport)
        opened: socket.socket = transport.get_extra_info("socket")
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        peer = transport.get_extra_info("peername")
        if peer:
            self.peer = f"{peer[0]}:{peer[1]}"
        self._door.admit(self)

    def data_received(self, data: bytes) -> None:
        """Hand on the frames that have come."""
        if self._has_ended:
            return None
        try:
            frames = self._frames.feed(data)
        except FrameError as error:
            return self._door.dismiss(self, str(error))
        for frame in frames:
            if not self._door.on_body(self, frame[LENGTH.size :]):
                return None
        return None

    def connection_lost(self, error: Exception | None) -> None:
        """Forget the program."""
        self._door.on_left(self, "connection lost" if error or self.is_partial else "")

    def send(self, body: bytes) -> None:
        """Send a frame, unless the last one still waits."""
        if self._transport is not None and not self._transport.get_write_buffer_size():
            self._transport.write(LENGTH.pack(len(body)) + body)

    def end(self) -> None:
        """Close, once a last word has been read: what the program still sends would wipe it out."""
        self._has_ended = True
        if self._transport is None or self._transport.is_closing():
            return
        if self.line.hello is None or self._transport.get_write_buffer_size():
            self._transport.abort()
        else:
            self._transport.write_eof()
            asyncio.get_running_loop().call_later(LINGER_S, self._transport.abort)


class UdpCaller:
    """A program that sends datagrams from one address."""

    is_partial = False

    def __init__(self, token: str, transport: asyncio.DatagramTransport, address: Address) -> None:
        """Speak by the door's socket."""
        self.line = DeviceLine(token, monotonic_ns())
        self.peer = f"{address[0]}:{address[1]}"
        self.address = address
        self._transport = transport

    def send(self, body: bytes) -> None:
        """Send one datagram."""
        self._transport.sendto(body, self.address)

    def end(self) -> None:
        """Do nothing: a datagram has no connection."""


Caller = TcpCaller | UdpCaller  # one program at the door


class DoorDatagrams(asyncio.DatagramProtocol):
    """The door's UDP socket, which distinguishes callers by their address."""

    def __init__(self, door: "DeviceDoor") -> None:
        """Start without a caller."""
        self._door = door
        self._transport: asyncio.DatagramTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note the open socket."""
        self._transport = cast(asyncio.DatagramTransport, transport)

    def datagram_received(self, data: bytes, address: Address) -> None:
        """Hand on a body; an address that is new is admitted first."""
        if self._transport is None:
            return
        caller = self._door.caller_at(address)
        if caller is None:
            caller = UdpCaller(self._door.token, self._transport, address)
            self._door.admit(caller)
        self._door.on_body(caller, data)


class DeviceDoor:
    """The door of one run."""

    def __init__(self, deliver: Callable[[DeviceState | DeviceRefused], None], log: EventLog) -> None:
        """Deliver the states of the one device, and the refusals of others."""
        self.token = ""
        self._deliver, self._log = deliver, log
        self._seat = DeviceSeat(deliver)
        self._callers: list[Caller] = []  # in the order in which they came
        self._server: asyncio.Server | None = None
        self._datagrams: asyncio.DatagramTransport | None = None
        self._folder: Path | None = None  # with the door's file
        self._watch: asyncio.Task[None] | None = None

    async def open(self, port: int, folder: Path) -> int:
        """Listen on this host, write the door's file into the run folder, return the port; 0: any free one.

        Raises:
            OSError: the port is in use, or the file cannot be written.
        """
        loop = asyncio.get_running_loop()
        listening, datagrams = open_pair(port)
        bound: int = listening.getsockname()[1]
        try:  # the token is there before any body is handled
            self.token, self._folder = write_door(folder, LOOPBACK, bound).token, folder
        except OSError:
            listening.close()
            datagrams.close()
            raise
        self._server = await loop.create_server(
            lambda: TcpCaller(self), sock=listening, backlog=ACCEPTED_AT_ONCE
        )
        listening.listen(LISTEN_BACKLOG)
        opened = await loop.create_datagram_endpoint(lambda: DoorDatagrams(self), sock=datagrams)
        self._datagrams = opened[0]
        self._watch = asyncio.create_task(self._keep_watch())
        return bound

    def send(self, force: DeviceForce) -> None:
        """Send a force to the device that has the seat."""
        caller = self._caller_of(self._seat.taken_by)
        if caller is not None:
            caller.send(device_body(force))

    async def close(self) -> None:
        """Dismiss every caller, and listen no more."""
        if self._folder is not None:
            remove_door(self._folder)
        if self._watch is not None:
            self._watch.cancel()
        if self._callers:
            for caller in list(self._callers):
                self.dismiss(caller, "the run's handle ends")
            await asyncio.sleep(1.5 * LINGER_S)
        if self._datagrams is not None:
            self._datagrams.close()
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
        await asyncio.sleep(0)  # the transports close their sockets in the next turn

    def caller_at(self, address: Address) -> UdpCaller | None:
        """Return the caller that sends datagrams from an address, if it is known."""
        by_udp = (caller for caller in self._callers if isinstance(caller, UdpCaller))
        return next((caller for caller in by_udp if caller.address == address), None)

    def admit(self, caller: Caller) -> None:
        """Add a program; with too many, the oldest without the seat is dismissed."""
        guests = [each for each in self._callers if each.line is not self._seat.taken_by]
        if len(guests) >= MOST_GUESTS:
            self.dismiss(guests[0], f"more than {MOST_GUESTS} programs at the door")
        self._callers.append(caller)

    def on_body(self, caller: Caller, body: bytes) -> bool:
        """Handle a body; False: its program was dismissed."""
        before = self._seat.taken_by
        try:
            self._seat.on_body(caller.line, body, monotonic_ns())
        except DeviceError as error:
            self._refuse(caller, str(error))
            return False
        if self._seat.taken_by is not before:
            self._log.say(f"haptic: {caller.line.name} at {caller.peer} is the handle")
            silent = self._caller_of(before)
            if silent is not None:
                self._refuse(silent, f"silent as {caller.line.name} came, which has the handle now")
        return True

    def dismiss(self, caller: Caller, why: str) -> None:
        """Dismiss a program, with the reason if it has given the token."""
        if caller.line.hello is not None:
            caller.send(device_body(DeviceForce(number=0, heard=0, device_ns=0, is_taken=False, told=why)))
        self.on_left(caller, why)
        caller.end()

    def on_left(self, caller: Caller, why: str) -> None:
        """Forget a program that has gone."""
        if caller not in self._callers:
            return
        self._callers.remove(caller)
        if caller.line is self._seat.taken_by:
            self._seat.on_left(caller.line)
            self._log.say(f"haptic: {caller.line.name} at {caller.peer} is no more the handle")
        if why:
            self._log.count("haptic:", f"{why}, closed {caller.peer}")

    def _caller_of(self, line: DeviceLine | None) -> Caller | None:
        return next((caller for caller in self._callers if caller.line is line), None)

    def _refuse(self, caller: Caller, why: str) -> None:
        """Dismiss a program, and report it to the role if it is a device of this run."""
        self.dismiss(caller, why)
        if caller.line.hello is not None:
            self._deliver(DeviceRefused(name=caller.line.name, why=shortened(why)))

    async def _keep_watch(self) -> None:
        while True:
            await asyncio.sleep(WATCH_PERIOD_S)
            for caller in list(self._callers):
                try:
                    caller.line.check_lives(monotonic_ns(), is_partial=caller.is_partial)
                except DeviceError as error:
                    self._refuse(caller, str(error))
