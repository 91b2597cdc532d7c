"""What participants said, as the recording shows it: every message that somebody else was given.

One message is heard by several; its sender, boot epoch and number say that it is one.  What the drivers said
(taps, losses of the network) is left out: no role said it.  Packets that are carried as they are come by the
link alone, with numbers of their own.
"""

from typing import Literal, NamedTuple

from telemetry.messages.health import LanLoss, Tapped
from telemetry.messages.images import ImagePacket
from telemetry.messages.spacecraft import Downlink, Uplink
from telemetry.participants import Participants
from telemetry.recording.received import carrier_of, name_of, packets
from telemetry.recording.record import Record
from telemetry.recording.told import is_told
from telemetry.wire.packet import Packet, unpack
from telemetry.wire.protection import Unwrapped, mode_number, unwrap

Channel = Literal["bus", "link"]
OF_DRIVERS = frozenset((Tapped.__name__, LanLoss.__name__))
LINK = frozenset((Uplink.__name__, Downlink.__name__))
_LENGTH_BYTES = 4


class Said(NamedTuple):
    """One message, as somebody was given it."""

    sequence: int  # of the sender's boot epoch; of several packets the first
    pieces: int  # numbers that it took
    at_ns: int
    receiver: str
    name: str
    payload: bytes


class Voices:
    """Everything that was said, by sender, boot epoch and channel."""

    def __init__(self, mode: str, participants: Participants) -> None:
        """Begin with nothing heard."""
        self._mode, self._participants = mode_number(mode), participants
        self._said: dict[tuple[str, int, Channel], dict[tuple[int, bytes], Said]] = {}

    def take(self, record: Record) -> None:
        """Take what somebody was given."""
        if is_told(record.packet):
            return
        name = name_of(record.role, record.packet)
        if name in OF_DRIVERS or name == ImagePacket.__name__:
            return
        bodies = [self._body(data) for data in _bodies(record)]
        known = [body for body in bodies if isinstance(body, Unwrapped)]
        if not known or len(known) < len(bodies):
            return
        first = known[0]
        payload = record.packet if name in LINK else b"".join(body.payload for body in known)
        said = Said(first.sequence, len(known), record.at_ns, record.role, name, payload)
        sender = self._participants[first.sender - 1].name
        channel: Channel = "link" if name in LINK else "bus"
        voice = self._said.setdefault((sender, first.boot_epoch, channel), {})
        voice.setdefault((first.sequence, payload), said)

    def of(self, participant: str, boot_epoch: int, channel: Channel) -> list[Said]:
        """Return what one participant said in one boot epoch, in order."""
        return sorted(self._said.get((participant, boot_epoch, channel), {}).values())

    def _body(self, body: bytes) -> Unwrapped | None:
        found = unwrap(body, self._mode, None)
        return found if isinstance(found, Unwrapped) and found.sender <= len(self._participants) else None


def _bodies(record: Record) -> list[bytes]:
    """Return the protected bodies of a frame or of packets."""
    if carrier_of(record.role, record.packet) == "stream":
        return [record.packet[_LENGTH_BYTES:]]
    opened = (unpack(data) for data in packets(record.packet))
    return [packet.body for packet in opened if isinstance(packet, Packet)]
