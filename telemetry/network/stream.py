"""TCP frames, the receiving side: one server for each role that receives streams.

    frame   u32 length | body        the length is of the body, FRAME_CAP at most

Where frames are sealed, a connection has a session first (`telemetry.wire.protection.handshake`): a client
that agrees on none within two seconds, or is refused, loses its connection without an answer.

A client that sends nonsense, too much, nothing, or half a frame for too long loses its connection, without a
disturbance of others.  There is always room for one more, which may bring HOLD: at most `CONNECTIONS` are
open, and then one gives way, the oldest that has neither a session nor sent one valid frame, or else the
quietest of the role that has the most.

A participant with a server is answered there, by `stream_sender`.  One without is a guest: an answer to it
goes back on the connection by which that role spoke last.
"""

import asyncio
import socket
from collections import Counter
from collections.abc import Callable, Sequence

from telemetry.network.calling import set_keep_alive
from telemetry.network.event_log import EventLog
from telemetry.wire.codec import FRAME_CAP
from telemetry.wire.frames import FrameError, FrameSplitter
from telemetry.wire.protection.handshake import GREETING_BYTES, Greeter, Refusal, Welcome
from telemetry.wire.protection.header import ADDED_BYTES
from telemetry.wire.protection.stream_session import StreamSession, with_tag

CONNECTIONS = 64
ACCEPTED_AT_ONCE = 16  # of those that wait: what the newest brings is read before they all gave way
LISTEN_BACKLOG = 1024  # connections that the kernel keeps until they are accepted
FRAMES_AT_ONCE = 4  # of one client, before others get their turn
ANSWERS_CAP = 65_536  # bytes that a client leaves untaken, before it loses its connection
FRAME_TIMEOUT_S = 2.0  # from a frame's first byte to its last
SESSION_TIMEOUT_S = 2.0  # from the connection to its session
READ_BYTES = 65_536


def frame_splitter() -> FrameSplitter:
    """Return what cuts a stream of the suite's own frames."""
    return FrameSplitter(shortest=ADDED_BYTES, longest=FRAME_CAP)


class _Refused(ConnectionError):
    """A greeting that was not accepted."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.reason = refusal.reason


class Connection:
    """One client: its session, the sender that speaks by it, and the way back to it."""

    def __init__(self, writer: asyncio.StreamWriter, welcome: Welcome | None = None) -> None:
        """Start before the first valid frame; `welcome` greets, None: nothing is sealed."""
        self._writer, self._welcome = writer, welcome
        self.session: StreamSession | None = None  # None: none yet, or nothing is sealed
        self.sender = ""  # of the last valid frame; empty: none has come
        self.heard_s = 0.0  # when, by the loop's clock
        self.has_ended = False  # by this side; its task sees it at its next turn

    def on_frame_from(self, sender: str) -> None:
        """Note that a valid frame of this sender has come."""
        self.sender, self.heard_s = sender, asyncio.get_running_loop().time()

    @property
    def is_greeting(self) -> bool:
        """True if what comes is no frame yet."""
        return self._welcome is not None and self.session is None

    def on_greeting(self, frame: bytes) -> None:
        """Answer a greeting, or begin the session; `_Refused`: it is neither."""
        if self._welcome is None:
            return
        outcome = self._welcome.on_frame(frame)
        if isinstance(outcome, Refusal):
            raise _Refused(outcome)
        if isinstance(outcome, StreamSession):
            self.session = outcome
            self.on_frame_from(outcome.peer)
        else:
            self._writer.write(outcome)

    def answer(self, untagged: bytes) -> None:
        """Send a frame to the client, or end the connection if it reads nothing."""
        if self._writer.transport.get_write_buffer_size() > ANSWERS_CAP:
            self.end()
        else:
            self._writer.write(with_tag(untagged, self.session))

    def end(self) -> None:
        """End the connection at once."""
        self.has_ended = True
        self._writer.transport.abort()

    def __str__(self) -> str:
        """Return the client's address."""
        peer = self._writer.get_extra_info("peername")
        return f"{peer[0]}:{peer[1]}" if peer else "somebody"


class StreamServer:
    """Receives from every client, and answers guests."""

    def __init__(
        self, on_frame: Callable[[bytes, Connection], None], log: EventLog, greeter: Greeter | None = None
    ) -> None:
        """Hand each frame to `on_frame`, which notes the sender of a valid one at the connection.

        `greeter` agrees on sessions; None: nothing is sealed.
        """
        self._on_frame, self._log, self._greeter = on_frame, log, greeter
        self._server: asyncio.Server | None = None
        self._open: list[Connection] = []  # in the order in which they came

    @property
    def connections(self) -> int:
        """How many clients are connected."""
        return len(self._living())

    async def open(self, host: str, port: int) -> int:
        """Listen, and return the port.

        Raises:
            OSError: the address is not there or in use.
        """
        opened = socket.create_server((host, port))
        self._server = await asyncio.start_server(self._serve, sock=opened, backlog=ACCEPTED_AT_ONCE)
        opened.listen(LISTEN_BACKLOG)
        bound: int = opened.getsockname()[1]
        return bound

    def answer(self, guest: str, untagged: bytes) -> None:
        """Send a frame to the guest of this role that spoke last."""
        of_role = [connection for connection in self._living() if connection.sender == guest]
        if of_role:
            max(of_role, key=lambda connection: connection.heard_s).answer(untagged)

    async def close(self) -> None:
        """Stop to listen, and end every connection."""
        if self._server is None:
            return
        self._server.close()
        for connection in self._open:
            connection.end()
        await self._server.wait_closed()
        while self._open:
            await asyncio.sleep(0)  # each connection's task sees its end
        await asyncio.sleep(0)  # and the last transports close their sockets

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = Connection(writer, self._greeter.welcome() if self._greeter else None)
        self._admit(connection)
        try:
            set_keep_alive(writer)
            await self._read(reader, connection)
        except FrameError as error:
            self._log.count("stream:", f"{error}, closed {connection}")
        except TimeoutError:
            late = "no session" if connection.is_greeting else "frame not whole"
            self._log.count("stream:", f"{late} after {FRAME_TIMEOUT_S:g} s, closed {connection}")
        except _Refused as refused:
            self._log.count(f"rejected on stream: {refused.reason}", f"{refused}, closed {connection}")
        except OSError:
            self._log.count("stream:", f"connection lost {connection}")
        except asyncio.CancelledError:
            pass  # the process ends: raised, asyncio of Python 3.11 would tell it as an error
        finally:
            self._open.remove(connection)
            connection.end()

    def _admit(self, connection: Connection) -> None:
        living = self._living()
        if len(living) >= CONNECTIONS:
            least = _least_needed(living)
            self._log.count("stream:", f"more than {CONNECTIONS} connections, closed {least}")
            least.end()
        self._open.append(connection)

    def _living(self) -> list[Connection]:
        return [connection for connection in self._open if not connection.has_ended]

    async def _read(self, reader: asyncio.StreamReader, connection: Connection) -> None:
        cut = frame_splitter()
        clock = asyncio.get_running_loop().time
        until_s: float | None = None  # a session, and then a frame that has begun, must be whole by then
        if connection.is_greeting:
            cut.longest, until_s = GREETING_BYTES, clock() + SESSION_TIMEOUT_S
        while True:
            async with asyncio.timeout_at(until_s):
                data = await reader.read(READ_BYTES)
            if not data:
                return
            cut.add(data)
            frames = await self._on_frames(cut, connection)
            if connection.has_ended:
                return
            if connection.is_greeting:
                continue
            if not cut.is_partial:
                until_s = None
            elif frames or until_s is None:
                until_s = clock() + FRAME_TIMEOUT_S

    async def _on_frames(self, cut: FrameSplitter, connection: Connection) -> int:
        """Hand on the frames that are whole, others having their turn between them; return how many."""
        frames = 0
        while not connection.has_ended and (frame := cut.next_frame()) is not None:
            frames += 1
            if connection.is_greeting:
                connection.on_greeting(frame)
                cut.longest = GREETING_BYTES if connection.is_greeting else FRAME_CAP
            else:
                self._on_frame(frame, connection)
            if frames % FRAMES_AT_ONCE == 0:
                await asyncio.sleep(0)
        return frames


def _least_needed(connections: Sequence[Connection]) -> Connection:
    """Return which one gives way; one that speaks for a role that has no other is not among them."""
    mute = next((connection for connection in connections if not connection.sender), None)
    if mute is not None:
        return mute
    most = Counter(connection.sender for connection in connections).most_common(1)[0][0]
    return min((one for one in connections if one.sender == most), key=lambda one: one.heard_s)
