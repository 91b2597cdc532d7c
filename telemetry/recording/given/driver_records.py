"""Inputs that a driver makes for a participant, as bytes for the record, beside what came off the bus.

    Started         how its life began: role, settings, seed, what it found in its store
    Ticked          a run of ticks, their times as distances
    WorkDone        the value of a work; a picture only by its digest: it is on record where it arrives
    PersistFailed, Orphaned, PassState, WayState
    Persisted       a record was made durable: in which log, its number there in this life, its SHA-256; of a
                    log that is sealed, the record itself and its seal
    SentUp          what the bridge has sent to a spacecraft, which may be elsewhere and not on record
    Refused         bytes off the bus that admission refused: the participant was not given them
    Ended           its life ends in order: nothing follows; the end of each sealed log
    Piece           a part of what is too long for one frame of the tap

Each is a msgpack map that begins with its name under `told`.  So its first octet is 0x80 to 0x8f, with which
neither a frame nor a space packet begins.
"""

import hashlib
import itertools
from collections.abc import Iterator

import msgspec

from telemetry.life.boot import Boot
from telemetry.life.contract import Orphaned, PassState, PersistFailed, WayState, WorkDone
from telemetry.messages.images import Image
from telemetry.wire.routes import Carrier

PIECE_BYTES = 512 * 1024
STARTED, ENDED, TICKS = "Started", "Ended", "Ticked"  # names of records

_ENCODE = msgspec.msgpack.Encoder().encode


class _Record(msgspec.Struct, frozen=True, kw_only=True, tag_field="told"):
    pass


class FoundLog(msgspec.Struct, frozen=True, kw_only=True):
    """One log of a store as a participant found it when it was built."""

    records: tuple[bytes, ...] = ()
    octets: int = 0  # that hold no whole record
    at_end: bool = False


class Started(_Record, frozen=True, kw_only=True, tag=STARTED):
    """A life begins."""

    role: str = ""  # an installed one (`telemetry.drive.installed`); empty: one of one's own
    settings: bytes  # JSON
    seed: int
    boot: Boot  # where its messages begin to count
    found: dict[str, FoundLog]  # by key
    # for people: where a role of one's own stands; in older recordings where an installed one stood
    place: str = msgspec.field(default="", name="factory")


class LogEnd(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a sealed log."""

    sha256: bytes  # of its newest record, which names all before it
    seal: bytes


class Ended(_Record, frozen=True, kw_only=True, omit_defaults=True, tag=ENDED):
    """A life ends in order."""

    logs: dict[str, LogEnd] = {}  # by key


class Ticked(_Record, frozen=True, tag=TICKS):
    """A run of ticks."""

    after_ns: tuple[int, ...]  # of each from the one before; of the first from the record's time

    @classmethod
    def at(cls, times_ns: list[int]) -> "Ticked":
        """Return the run of ticks at these times; the record's time is the first."""
        return cls(after_ns=(0, *(later - earlier for earlier, later in itertools.pairwise(times_ns))))

    def times_ns(self, at_ns: int) -> Iterator[int]:
        """Return the instants of the ticks."""
        return itertools.islice(itertools.accumulate(self.after_ns, initial=at_ns), 1, None)


class Persisted(_Record, frozen=True, kw_only=True, omit_defaults=True, tag="Persisted"):
    """A record is durable; recordings made before this was kept have none."""

    key: str
    number: int  # in this log, of those written in this life, from 1
    sha256: bytes
    record: bytes = b""  # of a sealed log
    seal: bytes = b""


class SentUp(_Record, frozen=True, kw_only=True, tag="SentUp"):
    """A telecommand has left; recordings made before this was kept have none."""

    name: str  # of the message
    message: msgspec.Raw  # its payload


class Refused(_Record, frozen=True, kw_only=True, tag="Refused"):
    """A packet or frame that was not taken, as it came."""

    number: int  # of those refused in this life, from 1; a gap: more than a recording keeps of them
    carrier: Carrier
    reason: str  # a `Rejection`
    data: bytes


class Piece(_Record, frozen=True, tag="Piece"):
    """A part of something long; the last one ends it."""

    data: bytes
    is_last: bool


class PictureTaken(msgspec.Struct, frozen=True, kw_only=True):
    """In place of a picture that a work has returned."""

    sha256: bytes  # of its message


DriverRecord = (
    Started
    | Ended
    | Ticked
    | WorkDone
    | PersistFailed
    | Persisted
    | SentUp
    | Orphaned
    | PassState
    | WayState
    | Refused
    | Piece
)

_DECODE = msgspec.msgpack.Decoder(DriverRecord).decode
_NAME_BEGIN = 7  # behind the map's octet, the key `told` and the octet of the name's length
_TIMES_BEGIN = len(_ENCODE(Ticked(after_ns=()))) - 1  # the list of a run of ticks
_LONGER = 0xDC  # a list of 16 and more says so in two octets


def pack_driver_record(record: DriverRecord) -> bytes:
    """Return the bytes of a driver's record.

    Raises:
        TypeError: a work has returned what cannot be written down.
    """
    if isinstance(record, WorkDone) and isinstance(record.value, Image):
        digest = hashlib.sha256(_ENCODE(record.value)).digest()
        return _ENCODE(WorkDone(record.name, PictureTaken(sha256=digest)))
    return _ENCODE(record)


def unpack_driver_record(data: bytes) -> DriverRecord:
    """Return the driver's record; msgspec.DecodeError: the bytes are none."""
    record: DriverRecord = _DECODE(data)
    return record


def is_driver_record(data: bytes) -> bool:
    """True if bytes on record are a driver's record."""
    return bool(data) and data[0] & 0xF0 == 0x80


def driver_record_name(data: bytes) -> str:
    """Return the name of a driver's record, by its first bytes alone."""
    return data[_NAME_BEGIN : driver_record_name_end(data)].decode("ascii", errors="replace")


def ticks_in(data: bytes) -> int:
    """Return how many ticks there are in a run of them, by the head of its list alone."""
    head = data[_TIMES_BEGIN]
    return head & 0x0F if head < _LONGER else int.from_bytes(data[_TIMES_BEGIN + 1 : _TIMES_BEGIN + 3], "big")


def driver_record_name_end(data: bytes) -> int:
    """Return where the name in a driver's record ends."""
    return _NAME_BEGIN + (data[_NAME_BEGIN - 1] & 0x1F) if len(data) >= _NAME_BEGIN else len(data)


def in_pieces(data: bytes) -> Iterator[bytes]:
    """Cut what is too long for one frame."""
    for begin in range(0, len(data), PIECE_BYTES):
        end = begin + PIECE_BYTES
        yield _ENCODE(Piece(data=data[begin:end], is_last=end >= len(data)))
