"""The device's end of the door: sends states, reads the newest force, never waits for either.

TCP   frames; what the kernel has no room for is dropped: the next state says more
UDP   datagrams

The door is a port of this host: once its run has ended, another user may have it.  To such a one no token is
given, and no force is taken from him.
"""

import select
import socket

import msgspec

from telemetry.messages.device import DeviceForce, DeviceState
from telemetry.network.door_address import DoorFile
from telemetry.network.socket_owner import is_anothers
from telemetry.wire.device_line import BODY_CAP, device_body, device_frame_splitter
from telemetry.wire.frames import LENGTH, FrameError

CONNECT_S = 2.0
READ_BYTES = 65_536  # bytes taken from the kernel at once

CARRIERS = ("tcp", "udp")
_DECODE = msgspec.msgpack.Decoder(DeviceForce).decode


class DeviceClient:
    """One conversation with the door of a run; a connection that is lost raises OSError."""

    def __init__(self, door: DoorFile, carrier: str) -> None:
        """Connect.

        Raises:
            OSError: nobody is there, or somebody else than this user.
        """
        kind = socket.SOCK_STREAM if carrier == "tcp" else socket.SOCK_DGRAM
        self._is_tcp = carrier == "tcp"
        self._opened = socket.socket(socket.AF_INET, kind)
        try:
            if is_anothers(kind, door.host, door.port):
                raise PermissionError(f"another user of this host has port {door.port}, the handle's")
            self._opened.settimeout(CONNECT_S)
            self._opened.connect((door.host, door.port))
            self._opened.setblocking(False)
            if self._is_tcp:
                self._opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError:
            self._opened.close()
            raise
        self._frames = device_frame_splitter()
        self._is_over = False  # the other side says nothing any more
        self._unsent = b""  # of a frame that has left in part

    def send(self, state: DeviceState) -> None:
        """Send a state, unless the one before has not left yet."""
        body = device_body(state)
        data = self._unsent or (LENGTH.pack(len(body)) + body if self._is_tcp else body)
        try:
            sent = self._opened.send(data)
        except BlockingIOError:
            return
        self._unsent = data[sent:] if self._is_tcp else b""

    def new_forces(self) -> list[DeviceForce]:
        """Return the forces that have come since the last time, oldest first."""
        try:
            return [_DECODE(body) for body in self._bodies()]
        except (FrameError, msgspec.DecodeError) as error:
            raise ConnectionError(f"this is no door of a handle: {error}") from None

    def wait(self, longest_s: float) -> None:
        """Sleep until something has come."""
        select.select([self._opened], [], [], longest_s)

    def close(self) -> None:
        """End the conversation."""
        self._opened.close()

    def _bodies(self) -> list[bytes]:
        bodies: list[bytes] = []
        while not self._is_over and (data := self._received()):
            if self._is_tcp:
                bodies += [frame[LENGTH.size :] for frame in self._frames.feed(data)]
            else:
                bodies.append(data)
        if self._is_over and not bodies:
            raise ConnectionError("the run has closed the connection")
        return bodies

    def _received(self) -> bytes:
        """Return what has come, or nothing yet, or nothing any more."""
        try:
            data = self._opened.recv(READ_BYTES if self._is_tcp else BODY_CAP)
        except BlockingIOError:
            return b""
        self._is_over = not data
        return data
