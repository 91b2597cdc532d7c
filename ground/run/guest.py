"""A program that speaks to roles of a run without a server of its own: a guest.

    guest --- frame, then the end of its side ---> role
          <--- answer, then the end of its side ---

The answer comes on the same connection (`telemetry.network.stream`).  A role that ends the connection without
an answer has read the frame and refused it: it is of another run or mode, or the role is about to end.  Where
frames are sealed, a role under other keys agrees on no session, which is a refusal too.  The host of a
stopped role accepts the connection, and no answer comes.  Nothing heavy is imported here.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Literal, NamedTuple

from telemetry.agreed.participants import Speakers
from telemetry.messages.base import Message
from telemetry.network.calling import Called, SessionRefused, call
from telemetry.network.launch import Addresses
from telemetry.network.stream import READ_BYTES, frame_splitter
from telemetry.wire.codec import Reader, Received, Wire
from telemetry.wire.frames import FrameError
from telemetry.wire.protection.handshake import greeter_of
from telemetry.wire.protection.stream_session import with_tag

CONNECT_S = 1.0
ANSWER_S = 1.0

Outcome = Literal["took it", "refused", "gives no sign", "cannot be reached", "is gone"]
NOT_THERE: tuple[Outcome, ...] = ("cannot be reached", "is gone")  # never connected; and: it was
IsWanted = Callable[[Message], bool]


class Answer(NamedTuple):
    """What became of a frame at one receiver."""

    receiver: str
    outcome: Outcome
    message: Message | None  # that the receiver answered
    why: str = ""  # it was refused, if that is known


class Conversation:
    """One connection to a role: frames leave when they are sent, and messages go to who waits for them."""

    def __init__(self, called: Called, speakers: Speakers) -> None:
        """Begin to listen."""
        self._called = called
        self._codec = Reader(speakers)
        self._waiting: list[tuple[IsWanted, asyncio.Future[Message | None]]] = []
        self._listening = asyncio.create_task(self._listen())

    @property
    def is_over(self) -> bool:
        """True if the role has ended it."""
        return self._listening.done()

    def send(self, untagged: bytes, *, is_last: bool = False) -> None:
        """Send a frame, the last one with the end of this side."""
        self._called.writer.write(with_tag(untagged, self._called.session))
        if is_last:
            self._called.writer.write_eof()

    async def next_message(self, is_wanted: IsWanted, limit_s: float) -> Message | None:
        """Return the next message that is wanted; None: the role ends its side before.

        Raises:
            OSError: the connection is lost, or nothing has come in time (TimeoutError).
            FrameError: what has come is no stream of frames.
        """
        if self.is_over:
            return None
        waits: asyncio.Future[Message | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((is_wanted, waits))
        async with asyncio.timeout(limit_s):
            return await waits

    async def close(self) -> None:
        """End it."""
        self._listening.cancel()
        await asyncio.gather(self._listening, return_exceptions=True)
        writer = self._called.writer
        writer.transport.abort()
        with contextlib.suppress(OSError):  # how it ended is known already
            await writer.wait_closed()

    async def _listen(self) -> None:
        error: Exception | None = None
        cut = frame_splitter()
        try:
            while data := await self._called.reader.read(READ_BYTES):
                for frame in cut.feed(data):
                    self._on_frame(frame)
        except (OSError, FrameError) as lost:
            error = lost
        finally:
            for _, waits in self._waiting:
                if not waits.done():
                    waits.set_exception(error) if error else waits.set_result(None)

    def _on_frame(self, frame: bytes) -> None:
        received = self._codec.decode(frame, "stream", self._called.session)
        if not isinstance(received, Received):
            return
        for waiting in list(self._waiting):
            is_wanted, waits = waiting
            if waits.done():
                self._waiting.remove(waiting)
            elif is_wanted(received.message):
                self._waiting.remove(waiting)
                waits.set_result(received.message)


async def converse(receiver: str, addresses: Addresses, speakers: Speakers) -> Conversation:
    """Connect to a role, in a second at most; OSError: it cannot be reached, or agrees on no session."""
    address = addresses.host(receiver), addresses.streams[receiver]
    async with asyncio.timeout(CONNECT_S):
        return Conversation(await call(receiver, address, greeter_of(speakers)), speakers)


class GuestLine:
    """A guest's way to one receiver, with a connection that stands ready if it is kept so.

    A message gets its number as it leaves, so that what is sent at the same time stays in order.
    """

    def __init__(self, receiver: str, addresses: Addresses, speakers: Speakers, *, wire: Wire) -> None:
        """Open no connection yet; `wire` numbers what leaves, by this way or another."""
        self.receiver = receiver
        self._addresses, self._speakers, self._wire = addresses, speakers, wire
        self._kept: Conversation | None = None
        self._has_connected = False
        self._renewing = asyncio.Lock()

    @property
    def is_open(self) -> bool:
        """True if a connection stands ready."""
        return self._kept is not None and not self._kept.is_over

    async def ask(self, message: Message, answer: Message) -> Answer:
        """Send by the connection that stands ready, or else by a new one; takes 3 s at most."""
        kept, self._kept = self._kept, None
        if kept is not None:
            outcome = await self._exchange(kept, message, answer)
            await kept.close()
            if outcome.outcome not in (*NOT_THERE, "refused"):
                return outcome
        return await self._ask_anew(message, answer)

    async def probe(self, message: Message, answer: Message) -> Answer:
        """Send by the connection that stands ready, which stays so, or by a new one; takes 2 s at most."""
        failed = await self.stand_by()
        if failed is not None or self._kept is None:
            return failed or Answer(self.receiver, "cannot be reached", None)
        return await self._exchange(self._kept, message, answer, stays_open=True)

    async def stand_by(self) -> Answer | None:
        """Connect if no connection stands ready; return why none does."""
        async with self._renewing:
            if self.is_open:
                return None
            await self.close()
            made = await self._connected()
            if isinstance(made, Answer):
                return made
            self._kept = made
            return None

    async def close(self) -> None:
        """Close the connection that stands ready."""
        kept, self._kept = self._kept, None
        if kept is not None:
            await kept.close()

    async def _ask_anew(self, message: Message, answer: Message) -> Answer:
        made = await self._connected()
        if isinstance(made, Answer):
            return made
        try:
            return await self._exchange(made, message, answer)
        finally:
            await made.close()

    async def _connected(self) -> Conversation | Answer:
        try:
            made = await converse(self.receiver, self._addresses, self._speakers)
            self._has_connected = True
            return made
        except SessionRefused as refused:
            return Answer(self.receiver, "refused", None, str(refused))
        except TimeoutError:
            return Answer(self.receiver, "gives no sign", None)
        except OSError:
            return Answer(self.receiver, NOT_THERE[self._has_connected], None)

    async def _exchange(
        self, made: Conversation, message: Message, answer: Message, *, stays_open: bool = False
    ) -> Answer:
        try:
            made.send(self._wire.untagged(message), is_last=not stays_open)
            received = await made.next_message(answer.__eq__, ANSWER_S)
        except TimeoutError:
            return Answer(self.receiver, "gives no sign", None)
        except (OSError, FrameError):
            return Answer(self.receiver, "cannot be reached", None)
        return Answer(self.receiver, "took it" if received else "refused", received)
