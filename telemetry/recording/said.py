"""What participants said, as the recording shows it: every message that somebody else was given.

One message is heard by several; its sender, boot epoch and number say that it is one.  What the drivers said
(taps, losses of the network) is left out: no role said it.  What goes up is its message; what comes down and
the pictures the spacecraft has said, and its packets are only carried on.
"""

from typing import NamedTuple

from telemetry.messages.health import LanLoss, Tapped
from telemetry.messages.images import ImagePacket
from telemetry.messages.spacecraft import Downlink, Uplink
from telemetry.participants import Participants
from telemetry.recording.received import carrier_of, name_of, packets
from telemetry.recording.record import Record
from telemetry.recording.told import is_told
from telemetry.wire.kinds import BY_APID
from telemetry.wire.packet import HEAD_BYTES, Rejection, unpack
from telemetry.wire.protection import Body, Opening

LEFT_OUT = frozenset(kind.__name__ for kind in (Tapped, LanLoss, ImagePacket, Downlink))
_LENGTH_BYTES = 4


class Said(NamedTuple):
    """One message, as somebody was given it."""

    sequence: int  # of the sender's boot epoch; of several packets the first
    at_ns: int
    receiver: str
    name: str
    payload: bytes


class Voices:
    """Everything that was said, by sender and boot epoch."""

    def __init__(self, mode: str, participants: Participants) -> None:
        """Begin with nothing heard."""
        self._opening = Opening(mode=mode, run_id=None, participants=participants)
        self._said: dict[tuple[str, int], dict[tuple[int, bytes], Said]] = {}

    def take(self, record: Record) -> None:
        """Take what somebody was given."""
        if is_told(record.packet):
            return
        name = name_of(record.role, record.packet)
        if name in LEFT_OUT:
            return
        bodies = self._bodies(record)
        known = [body for body in bodies if isinstance(body, Body)]
        if not known or len(known) < len(bodies):
            return
        first, payload = known[0], b"".join(body.payload for body in known)
        name = _carried(record.packet) if name == Uplink.__name__ else name
        said = Said(first.sequence, record.at_ns, record.role, name, payload)
        voice = self._said.setdefault((first.sender.name, first.boot_epoch), {})
        voice.setdefault((first.sequence, payload), said)

    def of(self, participant: str, boot_epoch: int) -> list[Said]:
        """Return what one participant said in one boot epoch, in order."""
        return sorted(self._said.get((participant, boot_epoch), {}).values())

    def _bodies(self, record: Record) -> list[Body | Rejection]:
        """Return the bodies of a frame or of packets."""
        if carrier_of(record.role, record.packet) == "stream":
            return [self._opening.open(record.packet, _LENGTH_BYTES)]
        return [self._opening.open(data, HEAD_BYTES) for data in packets(record.packet)]


def _carried(data: bytes) -> str:
    """Return what a packet that goes up holds."""
    packet = unpack(data)
    return "" if isinstance(packet, Rejection) else BY_APID[packet.apid].message.__name__
