"""The calling side of a connection: greetings first, if the run is sealed, and then frames."""

import asyncio
import socket
from typing import NamedTuple

from telemetry.wire.frames import LENGTH
from telemetry.wire.protection.handshake import GREETING_BYTES, Call, Greeter, Refusal
from telemetry.wire.protection.stream_session import StreamSession

_SILENT_MS = 3000  # data that the other side does not acknowledge for so long ends the connection


class SessionRefused(ConnectionError):
    """The receiver and this process agree on no session; trying again changes nothing."""


class Called(NamedTuple):
    """A connection on which frames may leave."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    session: StreamSession | None  # None: nothing is sealed


async def call(receiver: str, address: tuple[str, int], greeter: Greeter | None) -> Called:
    """Connect to a receiver and agree on a session; for how long, the caller limits.

    Raises:
        OSError: it cannot be reached, or ends the connection; `SessionRefused` if it accepts no session.
    """
    reader, writer = await asyncio.open_connection(*address)
    try:
        if _is_itself(writer):
            raise ConnectionRefusedError(f"nobody is at the port of {receiver}")
        set_keep_alive(writer)
        session = await _agreed(greeter.call(receiver), reader, writer) if greeter else None
    except BaseException:
        writer.transport.abort()
        raise
    return Called(reader, writer, session)


async def _agreed(
    greeting: Call, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> StreamSession:
    writer.write(greeting.hello)
    try:
        answer = await reader.readexactly(LENGTH.size + GREETING_BYTES)
    except asyncio.IncompleteReadError:
        raise SessionRefused(greeting.refused) from None
    agreed = greeting.on_answer(answer)
    if isinstance(agreed, Refusal):
        raise SessionRefused(agreed.text)
    writer.write(agreed.confirm)
    return agreed.session


def set_keep_alive(writer: asyncio.StreamWriter) -> None:
    """Set a socket up to send without delay, and to fail within seconds when the other host is gone."""
    opened = writer.get_extra_info("socket")
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 1)
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 1)
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 3)
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _SILENT_MS)


def _is_itself(writer: asyncio.StreamWriter) -> bool:
    """True if the kernel has joined the connection to itself: a port of its own choice without a server."""
    return bool(writer.get_extra_info("sockname") == writer.get_extra_info("peername"))
