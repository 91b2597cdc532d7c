"""What participants said, as the recording shows it: every message that somebody else was given.

One message is heard by several; its sender, boot epoch and number say that it is one.  What the drivers said
(taps, losses of the network) is left out: no role said it.  What goes up is its message; what comes down and
the pictures the spacecraft has said, and its packets are only carried on.
"""

from typing import NamedTuple

from telemetry.agreed.speakers import Speakers
from telemetry.messages.base import wire_name
from telemetry.messages.health import LanLoss, RoleLoad, Tapped
from telemetry.messages.images import ImagePacket
from telemetry.messages.spacecraft import Downlink
from telemetry.recording.given.received import name_of
from telemetry.recording.given.voice import SentMessageReader
from telemetry.recording.records.record import Record

LEFT_OUT = frozenset(wire_name(kind) for kind in (Tapped, LanLoss, RoleLoad, ImagePacket, Downlink))


class ReceivedMessage(NamedTuple):
    """One message, as somebody was given it."""

    sequence: int  # of the sender's boot epoch; of several packets the first
    at_ns: int
    receiver: str
    name: str
    payload: bytes


class MessagesBySender:
    """Everything that was said, by sender and boot epoch."""

    def __init__(self, speakers: Speakers) -> None:
        """Begin with nothing heard."""
        self._ears = SentMessageReader(speakers)
        self._said: dict[tuple[str, int], dict[tuple[int, bytes], ReceivedMessage]] = {}

    def on_record(self, record: Record) -> None:
        """Take what somebody was given."""
        if name_of(record.role, record.packet) in LEFT_OUT:
            return
        voice = self._ears.read(record.role, record.packet)
        if voice is not None:
            said = ReceivedMessage(voice.sequence, record.at_ns, record.role, voice.name, voice.payload)
            spoken = self._said.setdefault((voice.sender, voice.boot_epoch), {})
            spoken.setdefault((voice.sequence, voice.payload), said)

    def counts(self) -> dict[tuple[str, int], int]:
        """Return how many messages were said by each sender in each boot epoch."""
        return {voice: len(said) for voice, said in self._said.items()}

    def of(self, participant: str, boot_epoch: int) -> list[ReceivedMessage]:
        """Return what one participant said in one boot epoch, in order."""
        return sorted(self._said.get((participant, boot_epoch), {}).values())
