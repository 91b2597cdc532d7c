"""A person's line to the gate: acts go up, answers and status come back on the same connection.

    person --- OperatorBeat: here I am ---> gate --- GateStatus, in each of its periods ---> person
           --- an act ------------------->      --- ActReply ---------------------------->

Nothing heavy is imported here.
"""

import asyncio
import contextlib
import getpass
from collections.abc import Callable
from types import TracebackType
from typing import TypeVar

from telemetry.clock import monotonic_ns
from telemetry.messages.acts import ActReply, Confirm, LeaseRequest, OperatorBeat, ResumeAct
from telemetry.messages.base import Message
from telemetry.network.addresses import Addresses
from telemetry.network.stream import CHUNK, FrameError, FrameSplitter
from telemetry.run_settings import NS_PER_S
from telemetry.wire.codec import Reader, Received, Wire

ROLE, GATE = "person", "gate"
CONNECT_S = 1.0
ANSWER_S = 1.0  # a gate that has not answered by then will not
LONGEST_LOGIN = 40  # characters

M = TypeVar("M", bound=Message)


class PersonLine:
    """One connection to the gate; an asynchronous context manager."""

    def __init__(self, addresses: Addresses, *, mode: str, run_id: str) -> None:
        """Connect to nobody yet."""
        self.actor = _actor()
        self._address = addresses.host(GATE), addresses.streams[GATE]
        # a later program of the same host begins a newer boot epoch, so its numbers are newer too
        self._wire = Wire(
            ROLE,
            mode=mode,
            run_id=run_id,
            boot_epoch=monotonic_ns() // NS_PER_S,
            participants=addresses.participants,
        )
        self._ear = Reader(mode=mode, run_id=run_id, participants=addresses.participants)
        self._splitter = FrameSplitter()

    async def __aenter__(self) -> "PersonLine":
        """Connect.

        Raises:
            OSError: the gate cannot be reached.
        """
        async with asyncio.timeout(CONNECT_S):
            self._reader, self._writer = await asyncio.open_connection(*self._address)
        self._writer.write(self._wire.frame(OperatorBeat(actor=self.actor)))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave."""
        self._writer.transport.abort()
        with contextlib.suppress(OSError):  # how it ended is known already
            await self._writer.wait_closed()

    async def ask(self, act: LeaseRequest | ResumeAct | Confirm) -> ActReply | None:
        """Do an act and return the gate's answer to it; None: it gives none."""
        self._writer.write(self._wire.frame(act))
        name = type(act).__name__
        return await self.hear(ActReply, lambda r: (r.act, r.actor) == (name, act.actor), ANSWER_S)

    async def hear(self, kind: type[M], is_wanted: Callable[[M], bool], limit_s: float) -> M | None:
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
        data = await self._reader.read(CHUNK)
        if not data:
            raise ConnectionResetError("the gate has closed the connection")
        decoded = [self._ear.decode(frame, "stream") for frame in self._splitter.feed(data)]
        return [received.message for received in decoded if isinstance(received, Received)]


def _actor() -> str:
    """Return under which name this person acts, so that the record says who."""
    try:
        login = getpass.getuser()
    except (OSError, KeyError):  # a user without a name
        return ROLE
    return f"{ROLE}:{login[:LONGEST_LOGIN]}"
