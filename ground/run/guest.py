"""A program that speaks to roles of a run without a server of its own: a guest.

    guest --- frame, then the end of its side ---> role
          <--- answer, then the end of its side ---

The answer comes on the same connection (`telemetry.network.stream`).  A role that ends the connection without
an answer has read the frame and refused it: it is of another run or mode, or the role is about to end.  The
host of a stopped role accepts the connection, and no answer comes.  Nothing heavy is imported here.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Literal, NamedTuple

from telemetry.agreed.participants import Speakers
from telemetry.messages.base import Message
from telemetry.network.launch import Addresses
from telemetry.network.stream import READ_BYTES, frame_splitter
from telemetry.wire.codec import Reader, Received
from telemetry.wire.frames import FrameError

CONNECT_S = 1.0
ANSWER_S = 1.0
AGAIN_S = 0.5  # between two attempts to get a connection that is kept

Outcome = Literal["took it", "refused", "gives no sign", "cannot be reached"]
IsAnswer = Callable[[Message], bool]
_Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Answer(NamedTuple):
    """What became of a frame at one receiver."""

    receiver: str
    outcome: Outcome
    message: Message | None  # that the receiver answered


class GuestLine:
    """A guest's way to one receiver."""

    def __init__(self, receiver: str, addresses: Addresses, speakers: Speakers) -> None:
        """Open no connection yet."""
        self.receiver = receiver
        self._address = addresses.host(receiver), addresses.streams[receiver]
        self._reader = Reader(speakers)
        self._kept: _Streams | None = None

    @property
    def is_open(self) -> bool:
        """True if a connection stands ready."""
        return self._kept is not None

    async def ask(self, frame: bytes, is_answer: IsAnswer) -> Answer:
        """Send by the connection that stands ready, or else by a new one; takes 3 s at most."""
        kept, self._kept = self._kept, None
        answer = await self._exchange(kept, frame, is_answer)
        if answer.outcome in ("cannot be reached", "refused") and kept is not None:
            answer = await self._exchange(None, frame, is_answer)
        return answer

    async def keep_open(self) -> None:
        """Connect whenever no connection stands, and notice when the receiver ends it; never returns."""
        while True:
            if self._kept is None:
                self._kept = await self._connect()
            elif self._kept[0].at_eof():
                await self.close()
            await asyncio.sleep(AGAIN_S)

    async def close(self) -> None:
        """Close the connection that stands ready."""
        kept, self._kept = self._kept, None
        if kept is not None:
            await _close(kept[1])

    async def _connect(self) -> _Streams | None:
        try:
            return await asyncio.wait_for(asyncio.open_connection(*self._address), CONNECT_S)
        except (OSError, TimeoutError):
            return None

    async def _exchange(self, streams: _Streams | None, frame: bytes, is_answer: IsAnswer) -> Answer:
        streams = streams or await self._connect()
        if streams is None:
            return Answer(self.receiver, "cannot be reached", None)
        reader, writer = streams
        try:
            writer.write(frame)
            writer.write_eof()
            async with asyncio.timeout(ANSWER_S):
                message = await self._read_answer(reader, is_answer)
        except TimeoutError:
            return Answer(self.receiver, "gives no sign", None)
        except (OSError, FrameError):
            return Answer(self.receiver, "cannot be reached", None)
        finally:
            await _close(writer)
        return Answer(self.receiver, "took it" if message else "refused", message)

    async def _read_answer(self, reader: asyncio.StreamReader, is_answer: IsAnswer) -> Message | None:
        """Return the answer; None if the receiver ends its side without one."""
        cut = frame_splitter()
        while data := await reader.read(READ_BYTES):
            for frame in cut.feed(data):
                received = self._reader.decode(frame, "stream")
                if isinstance(received, Received) and is_answer(received.message):
                    return received.message
        return None


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()
    with contextlib.suppress(OSError):  # how it ended is known already
        await writer.wait_closed()
