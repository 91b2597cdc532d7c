"""A person's line to the gate: acts go up, answers and status come back on the same connection.

    person --- OperatorBeat: here I am ---> gate --- GateStatus, in each of its periods ---> person
           --- an act ------------------->      --- ActReply ---------------------------->

Nothing heavy is imported here.
"""

import asyncio
import contextlib
import getpass
import secrets
from collections.abc import Callable
from types import TracebackType
from typing import TypeVar

import msgspec

from telemetry.agreed.participants import Speakers
from telemetry.life.boot import boot_at
from telemetry.life.clock import utc_ns
from telemetry.messages.acts import ActReply, Confirm, LeaseRequest, OperatorBeat, ResumeAct
from telemetry.messages.base import Message
from telemetry.network.launch import Addresses
from telemetry.network.stream import READ_BYTES, frame_splitter
from telemetry.wire.codec import Reader, Received, Wire
from telemetry.wire.frames import FrameError

ROLE, GATE = "person", "gate"
CONNECT_S = 1.0
ANSWER_S = 1.0  # a gate that has not answered by then will not
LONGEST_LOGIN = 40  # characters
NUMBER_BITS = 48  # two programs at once do not take each other's answers for their own

M = TypeVar("M", bound=Message)


class PersonLine:
    """One connection to the gate; an asynchronous context manager."""

    def __init__(self, addresses: Addresses, speakers: Speakers) -> None:
        """Begin without a connection."""
        self.login = _login()
        self._number = secrets.randbits(NUMBER_BITS)
        self._address = addresses.host(GATE), addresses.streams[GATE]
        self._wire = Wire(ROLE, speakers, boot=boot_at(utc_ns()))
        self._codec = Reader(speakers)
        self._splitter = frame_splitter()

    async def __aenter__(self) -> "PersonLine":
        """Connect.

        Raises:
            OSError: the gate cannot be reached.
        """
        async with asyncio.timeout(CONNECT_S):
            self._reader, self._writer = await asyncio.open_connection(*self._address)
        self._writer.write(self._wire.frame(OperatorBeat()))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave."""
        self._writer.transport.abort()
        with contextlib.suppress(OSError):  # how it ended is known already
            await self._writer.wait_closed()

    async def ask(self, act: LeaseRequest | ResumeAct | Confirm) -> ActReply | None:
        """Do an act and return the gate's answer to just that; None: it gives none."""
        self._number += 1
        number = self._number
        self._writer.write(self._wire.frame(msgspec.structs.replace(act, number=number)))
        is_answer: Callable[[ActReply], bool] = lambda reply: (reply.to, reply.number) == (ROLE, number)  # noqa: E731
        return await self.next_message(ActReply, is_answer, ANSWER_S)

    async def next_message(self, kind: type[M], is_wanted: Callable[[M], bool], limit_s: float) -> M | None:
        """Return the next message that is wanted; None: it does not come in time, or the gate has gone."""
        try:
            async with asyncio.timeout(limit_s):
                while True:
                    for message in await self._next():
                        if isinstance(message, kind) and is_wanted(message):
                            return message
        except (TimeoutError, OSError, FrameError):
            return None

    async def _next(self) -> list[Message]:
        data = await self._reader.read(READ_BYTES)
        if not data:
            raise ConnectionResetError("the gate has closed the connection")
        decoded = [self._codec.decode(frame, "stream") for frame in self._splitter.feed(data)]
        return [received.message for received in decoded if isinstance(received, Received)]


def _login() -> str:
    """Return the login of the person, for the record."""
    try:
        return getpass.getuser()[:LONGEST_LOGIN]
    except (OSError, KeyError):  # a user without a name
        return ""
