"""TCP frames, the receiving side: one server for each role that receives streams.

    frame   u32 length | body        the length is of the body, FRAME_CAP at most

A client that says nonsense, too much, nothing, or half a frame for too long loses its connection and disturbs
nobody.  At most `CONNECTIONS` are open: when one more comes, the oldest that has not said one valid frame
gives way; if all have, the new one is refused.  The sending side is `telemetry.stream_sender`.
"""

import asyncio
import socket
import struct
from collections.abc import Callable

from telemetry.codec import FRAME_CAP
from telemetry.event_log import EventLog
from telemetry.protection import HEADER_BYTES, TAG_BYTES

CONNECTIONS = 64
FRAME_TIMEOUT_S = 2.0  # from a frame's first byte to its last
CHUNK = 65_536

_LENGTH = struct.Struct("!I")
_SHORTEST = HEADER_BYTES + TAG_BYTES
_SILENT_MS = 3000  # data that the other side does not acknowledge for so long ends the connection


class FrameError(ValueError):
    """These bytes are no stream of frames."""


class FrameSplitter:
    """Cuts a stream of bytes into frames, wherever it was cut before."""

    def __init__(self) -> None:
        """Start at the beginning of a frame."""
        self._held = bytearray()

    @property
    def is_partial(self) -> bool:
        """True if a frame has begun and not ended."""
        return bool(self._held)

    def feed(self, data: bytes) -> list[bytes]:
        """Return the frames that are now whole, their lengths included.

        Raises:
            FrameError: a length that no frame has; what was whole before it is lost with the connection.
        """
        self._held += data
        frames, at = [], 0
        while len(self._held) - at >= _LENGTH.size:
            length = _LENGTH.unpack_from(self._held, at)[0]
            if length > FRAME_CAP:
                raise FrameError(f"frame too large ({length} > {FRAME_CAP})")
            if length < _SHORTEST:
                raise FrameError(f"frame too small ({length} < {_SHORTEST})")
            end = at + _LENGTH.size + length
            if len(self._held) < end:
                break
            frames.append(bytes(self._held[at:end]))
            at = end
        del self._held[:at]
        return frames


def keep_watch(writer: asyncio.StreamWriter) -> None:
    """Let the kernel find out within seconds that the other host is gone, and send without delay."""
    opened = writer.get_extra_info("socket")
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 1)
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 1)
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 3)
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _SILENT_MS)


class StreamServer:
    """Hears every client; says nothing back."""

    def __init__(self, take: Callable[[bytes], bool], log: EventLog) -> None:
        """Hand each frame to `take`, which returns whether it was a valid one."""
        self._take = take
        self._log = log
        self._server: asyncio.Server | None = None
        self._has_spoken: dict[asyncio.StreamWriter, bool] = {}  # in the order in which they came

    @property
    def connections(self) -> int:
        """How many clients are connected."""
        return len(self._has_spoken)

    async def open(self, host: str, port: int) -> int:
        """Listen, and return the port.

        Raises:
            OSError: the address is not there or in use.
        """
        self._server = await asyncio.start_server(self._serve, host, port, backlog=CONNECTIONS)
        bound: int = self._server.sockets[0].getsockname()[1]
        return bound

    async def close(self) -> None:
        """Stop to listen, and end every connection."""
        if self._server is None:
            return
        self._server.close()
        for writer in self._has_spoken:
            writer.transport.abort()
        await self._server.wait_closed()
        while self._has_spoken:
            await asyncio.sleep(0)  # each connection's task sees its end
        await asyncio.sleep(0)  # and the last transports close their sockets

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self._admit(writer):
                await self._read(reader, writer)
        except FrameError as error:
            self._log.count("stream:", f"{error}, closed {_peer(writer)}")
        except TimeoutError:
            self._log.count("stream:", f"frame not whole after {FRAME_TIMEOUT_S:g} s, closed {_peer(writer)}")
        except OSError:
            self._log.count("stream:", f"connection lost {_peer(writer)}")
        finally:
            self._has_spoken.pop(writer, None)
            writer.transport.abort()

    def _admit(self, writer: asyncio.StreamWriter) -> bool:
        if len(self._has_spoken) >= CONNECTIONS:
            mute = next((known for known, spoken in self._has_spoken.items() if not spoken), None)
            self._log.count("stream:", f"more than {CONNECTIONS} connections, closed {_peer(mute or writer)}")
            if mute is None:
                return False
            del self._has_spoken[mute]
            mute.transport.abort()
        self._has_spoken[writer] = False
        keep_watch(writer)
        return True

    async def _read(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        splitter = FrameSplitter()
        until_s: float | None = None  # a frame that has begun must end by then
        clock = asyncio.get_running_loop().time
        while True:
            async with asyncio.timeout_at(until_s):
                data = await reader.read(CHUNK)
            if not data:
                return
            frames = splitter.feed(data)
            for frame in frames:
                if self._take(frame):
                    self._speaks(writer)
            if not splitter.is_partial:
                until_s = None
            elif frames or until_s is None:
                until_s = clock() + FRAME_TIMEOUT_S

    def _speaks(self, writer: asyncio.StreamWriter) -> None:
        if writer in self._has_spoken:  # else it has given way meanwhile
            self._has_spoken[writer] = True


def _peer(writer: asyncio.StreamWriter) -> str:
    peer = writer.get_extra_info("peername")
    return f"{peer[0]}:{peer[1]}" if peer else "somebody"
