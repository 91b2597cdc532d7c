"""What the gate sends and writes, in order: a record comes before the packet that it speaks of.

    send(notice)   log(record, packet)   send(reply)   --- take() --->   notice, record, packet, reply
                           |
                           on_record_failed(): packet and reply have never left

From then on, until an arming or a resume, nothing waits for a record: they come last (`take_late`).
"""

from typing import NamedTuple

from msgspec import structs

from planner.gate.set_points.copies_and_keys import StateKey
from planner.gate.set_points.onboard_steps import CommandNumber
from planner.gate.set_points.stream import Released
from telemetry.agreed.reasons import Reason
from telemetry.messages.acts import ActReply
from telemetry.messages.base import Message
from telemetry.messages.command import Motion

Output = Message | Released


class Unsent(NamedTuple):
    """What stood behind the newest record."""

    motion: Motion | None = None
    number: CommandNumber | None = None


class WriteAhead:
    """Messages and records until they are taken, and what a failing record takes with it."""

    def __init__(self) -> None:
        """Start without a message, and with a log that works."""
        self._output: list[Output] = []
        self._late: list[Released] = []
        self._works = True
        self._behind = Unsent()
        self._accepted: list[ActReply] = []  # acts whose answers stand behind the newest record

    def send(self, message: Message) -> None:
        """Send a message after everything before it."""
        self._output.append(message)

    def log(self, record: Released, behind: Unsent | None = None) -> None:
        """Write a record ahead of the packet that stands behind it; while the log fails, last of all."""
        unsent = behind or Unsent()
        if self._works:
            self._output.append(record)
            self._behind = unsent
        else:
            self._late.append(record)
        if unsent.motion is not None:
            self._output.append(unsent.motion)

    def on_record_failed(self) -> Unsent:
        """The newest record was not written; returns what stood behind it and never left."""
        unsent, self._behind, self._works = self._behind, Unsent(), False
        return unsent

    def let_go(self) -> None:
        """Know that what stood behind the newest record has left."""
        self._behind, self._accepted = Unsent(), []

    def take_back_acts(self) -> None:
        """Answer the acts that have not happened after all."""
        for reply in self._accepted:
            self.send(structs.replace(reply, accepted=False, reason=Reason.RELEASE_LOG, detail=""))
        self._accepted = []

    def try_again(self) -> None:
        """Let records go ahead again: the log may work by now."""
        self._works = True

    @property
    def key(self) -> StateKey:
        """Whether the log works; all else is taken before anything else happens."""
        return (self._works,)

    def take_output(self) -> list[Output]:
        """Return what is to be sent and written now, in order."""
        output, self._output = self._output, []
        if any(isinstance(item, Released) for item in output):
            self._accepted = [item for item in output if isinstance(item, ActReply) and item.accepted]
        return output

    def take_late(self) -> list[Released]:
        """Return the records that are written last of all."""
        late, self._late = self._late, []
        return late
