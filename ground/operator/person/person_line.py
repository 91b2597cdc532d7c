"""A person's line to the gate: acts go up, answers and status come back on the same connection.

    person --- OperatorBeat: here I am ---> gate --- GateStatus, in each of its periods ---> person
           --- an act ------------------->      --- ActReply ---------------------------->

Nothing heavy is imported here.
"""

import getpass
import secrets
from collections.abc import Callable
from types import TracebackType
from typing import TypeVar

import msgspec

from ground.run.guest import converse
from telemetry.agreed.participants import Speakers
from telemetry.life.boot import boot_at
from telemetry.life.clock import utc_ns
from telemetry.messages.acts import ActReply, Confirm, GoNoGo, LeaseRequest, OperatorBeat, ResumeAct
from telemetry.messages.base import Message
from telemetry.messages.world import ConfirmWorld, ProposeWorld
from telemetry.network.launch import Addresses
from telemetry.wire.codec import Wire
from telemetry.wire.frames import FrameError

ROLE, GATE = "person", "gate"
ANSWER_S = 1.0  # a gate that has not answered by then will not
LONGEST_LOGIN = 40  # characters
NUMBER_BITS = 48  # two programs at once do not take each other's answers for their own

M = TypeVar("M", bound=Message)
PersonsAct = LeaseRequest | ResumeAct | Confirm | GoNoGo | ProposeWorld | ConfirmWorld


class PersonLine:
    """One connection to the gate; an asynchronous context manager."""

    def __init__(self, addresses: Addresses, speakers: Speakers) -> None:
        """Begin without a connection."""
        self.login = _login()
        self._number = secrets.randbits(NUMBER_BITS)
        self._addresses, self._speakers = addresses, speakers
        self._wire = Wire(ROLE, speakers, boot=boot_at(utc_ns()))

    async def __aenter__(self) -> "PersonLine":
        """Connect.

        Raises:
            OSError: the gate cannot be reached, or agrees on no session.
        """
        self._gate = await converse(GATE, self._addresses, self._speakers)
        self._gate.send(self._wire.untagged(OperatorBeat()))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave."""
        await self._gate.close()

    async def ask(
        self, act: LeaseRequest | ResumeAct | Confirm | GoNoGo | ProposeWorld | ConfirmWorld
    ) -> ActReply | None:
        """Do an act and return the gate's answer to just that; None: it gives none."""
        self._number += 1
        number = self._number
        self._gate.send(self._wire.untagged(msgspec.structs.replace(act, number=number)))
        is_answer: Callable[[ActReply], bool] = lambda reply: (reply.to, reply.number) == (ROLE, number)  # noqa: E731
        return await self.next_message(ActReply, is_answer, ANSWER_S)

    async def next_message(self, kind: type[M], is_wanted: Callable[[M], bool], limit_s: float) -> M | None:
        """Return the next message that is wanted; None: it does not come in time, or the gate has gone."""
        try:
            found = await self._gate.next_message(
                lambda message: isinstance(message, kind) and is_wanted(message), limit_s
            )
        except (OSError, FrameError):  # a time-out is one too
            return None
        return found if isinstance(found, kind) else None


def _login() -> str:
    """Return the login of the person, for the record."""
    try:
        return getpass.getuser()[:LONGEST_LOGIN]
    except (OSError, KeyError):  # a user without a name
        return ""
