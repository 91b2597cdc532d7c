"""The protection header: which mode, which key, which run, which sender, which number of that sender.

    octets  0        1       2        4        12       14           18         26           -16 n  end
            +--------+-------+--------+--------+--------+------------+----------+------------+-------+
            | version| tags, | key id | run    | sender | boot epoch | sequence | payload    | n tags|
            |        | mode  |        |        |        |            |          |            |       |
            +--------+-------+--------+--------+--------+------------+----------+------------+-------+

    version  2; 1 had no run
    tags     4 bits: how many there are, less one; 16 octets each, at the end
    mode     4 bits: 1 live, 2 rehearsal, 3 replay: what is said in one mode is never accepted in another
    run      the first 8 octets of SHA-256 of the id of the run, or on the space link of a station of the
             pass: nor is what is said in another one; zeros where a pass is begun
    sender   number of the participant in the run's table, from 1 (`telemetry.agreed.participants`)
    number   boot epoch and sequence: no sender uses one twice, whatever carries it (`telemetry.life.boot`)
    tags     each of all before the first, head and body, under the key of one receiver or of a group
             (`telemetry.wire.protection.traffic`); all zero under key id 0, unsealed

The same body stands in every space packet and in every frame.  `Numbering` makes it and `Opening` takes it;
both see the head before it (primary header and time code of a packet, length of a frame), which a tag covers
too.  Checks go from the outside in; the payload is not looked at here.
"""

import hashlib
import struct
from collections.abc import Callable
from typing import NamedTuple, Protocol

from telemetry.agreed.keys import TAG_BYTES
from telemetry.agreed.participants import Participant, Speakers, number_of
from telemetry.life.boot import Boot
from telemetry.wire.protection.arrival import Rejection
from telemetry.wire.protection.ciphers import NO_TAG, NONCE_BYTES

MODES = {"live": 1, "rehearsal": 2, "replay": 3}
RUN_BYTES = 8
BETWEEN_RUNS = "between runs"  # in place of a run's id: of what begins a pass, before it has an id of its own
TAGS_MAX = 5  # of one packet, so that it fits an Ethernet frame: four receivers, and one inside

_VERSION = 2
_HEAD = struct.Struct("!BBH8sHIQ")
_SEQUENCE_BYTES = 8
HEADER_BYTES = _HEAD.size
ADDED_BYTES = HEADER_BYTES + TAG_BYTES  # what a body is longer than its payload


class Body(NamedTuple):
    """A body that passed every check."""

    sender: Participant
    boot_epoch: int
    sequence: int
    payload: bytes


class Numbering:
    """The sending side: one participant's bodies without their tags, each with the next number."""

    def __init__(
        self,
        participant: str,
        speakers: Speakers,
        *,
        boot: Boot,
    ) -> None:
        """Number from `boot` on.

        Raises:
            ValueError: an unknown participant or mode, a boot epoch that does not fit 4 octets, or no keys.
        """
        if not 0 <= boot.epoch < 2**32:
            raise ValueError(f"boot epoch {boot.epoch} is not within 0 ... 2^32 - 1")
        if speakers.keys is None or speakers.run_id is None:
            raise ValueError(f"{participant} cannot speak: what is on record has no run and no keys")
        sender, self._sequence = number_of(participant, speakers.participants), boot.sequence
        mode, run = mode_number(speakers.mode), run_octets(speakers.run_id)
        self._version_to_mode = bytes((_VERSION, mode))
        life = _HEAD.pack(_VERSION, mode, speakers.keys.key_id, run, sender, boot.epoch, 0)
        self._key_to_epoch = life[2:-_SEQUENCE_BYTES]

    def count(self) -> int:
        """Return the next sequence, which no body has then."""
        self._sequence += 1
        return self._sequence

    def next(self, tags: int = 1) -> bytes:
        """Return the header with the next number, of a body with so many tags."""
        self._sequence += 1
        first = self._version_to_mode if tags == 1 else bytes((_VERSION, self._mode | (tags - 1) << 4))
        return first + self._key_to_epoch + self._sequence.to_bytes(_SEQUENCE_BYTES, "big")

    @property
    def _mode(self) -> int:
        return self._version_to_mode[1]


class Proof(Protocol):
    """What proves the bodies of one sender, by one way, to one receiver."""

    def payload(self, data: bytes, begin: int, tail: int) -> bytes | None:
        """Return the payload between header and tags, readable; None: no tag is right."""
        ...


ProofOf = Callable[[str], Proof | None]  # by the sender's name; None: it has no business there


class Opening:
    """The receiving side: checks and opens bodies of any sender of one run; keeps nothing."""

    def __init__(self, speakers: Speakers) -> None:
        """Accept what is sent in their mode and run, under their keys.

        Raises:
            ValueError: an unknown mode.
        """
        self._mode, self._keys = mode_number(speakers.mode), speakers.keys
        self._run = None if speakers.run_id is None else run_octets(speakers.run_id)
        self._senders = dict(enumerate(speakers.participants, start=1))

    def open(self, data: bytes, head_bytes: int, proof_of: ProofOf | None = None) -> Body | Rejection:
        """Return what the body behind a head of so many octets holds, or why it is not taken.

        `proof_of` gives what proves a sender's bodies here, None for one that has no business here; without
        it the tags are not looked at, but that they are zero where nothing is sealed.
        """
        if len(data) < head_bytes + ADDED_BYTES:
            return Rejection.LENGTH
        version, tags_mode, key_id, run, sender, boot_epoch, sequence = _HEAD.unpack_from(data, head_bytes)
        begin, tail = head_bytes + HEADER_BYTES, TAG_BYTES * (1 + (tags_mode >> 4))
        if version != _VERSION:
            return Rejection.PROTECTION_VERSION
        if tags_mode & 0xF != self._mode:
            return Rejection.MODE
        keys = self._keys
        if keys is not None and key_id != keys.key_id:
            return Rejection.KEY
        if self._run is not None and run != self._run:
            return Rejection.OTHER_RUN
        participant = self._senders.get(sender)
        if participant is None:
            return Rejection.SENDER
        if len(data) < begin + tail:
            return Rejection.LENGTH
        payload: bytes | None = data[begin:-tail]
        if keys is not None and not keys.is_sealed:
            payload = payload if tail == TAG_BYTES and data.endswith(NO_TAG) else None
        elif proof_of is not None:
            proof = proof_of(participant.name)
            if proof is None:
                return Rejection.SENDER
            payload = proof.payload(data, begin, tail)
        if payload is None:
            return Rejection.TAG
        return Body(participant, boot_epoch, sequence, payload)

    def refusal(self, body: Body, data: bytes, head_bytes: int, *, proof_of: ProofOf) -> Rejection | None:
        """Return why a body that was opened without keys is not proven, or None."""
        keys, begin = self._keys, head_bytes + HEADER_BYTES
        if keys is not None and key_id_in(data, head_bytes) != keys.key_id:
            return Rejection.KEY
        proof = proof_of(body.sender.name)
        if proof is None:
            return Rejection.SENDER
        payload = proof.payload(data, begin, tail_bytes(data[head_bytes:begin]))
        return Rejection.TAG if payload is None else None


def key_id_in(data: bytes, head_bytes: int) -> int:
    """Return the key id that a body behind a head of so many octets names; of what is too short, any."""
    return int.from_bytes(data[head_bytes + 2 : head_bytes + 4], "big")


def nonce_of(data: bytes, begin: int) -> bytes:
    """Return boot epoch and sequence of the header that ends at `begin`."""
    return data[begin - NONCE_BYTES : begin]


def readable(data: bytes, head_bytes: int, payload: bytes) -> bytes:
    """Return a body with its payload as it was before it was sealed, and all tags zero."""
    before = data[: head_bytes + HEADER_BYTES]
    return b"".join((before, payload, bytes(len(data) - len(before) - len(payload))))


def parted(data: bytes, head_bytes: int) -> tuple[bytes, int, bytes, bytes]:
    """Return what the body behind a head of so many octets is made of: life, sequence, payload, tags.

    `life` is the header up to the sequence.  The body is as long as one.
    """
    end = head_bytes + HEADER_BYTES
    number = end - _SEQUENCE_BYTES
    sequence = int.from_bytes(data[number:end], "big")
    tail = tail_bytes(data[head_bytes:number])
    return data[head_bytes:number], sequence, data[end:-tail], data[-tail:]


def tail_bytes(life: bytes) -> int:
    """Return how many octets of tags stand at the end of a body, by how its header begins."""
    return TAG_BYTES * (1 + (life[1] >> 4 if len(life) > 1 else 0))


def header_of(life: bytes, sequence: int) -> bytes:
    """Return the header of a body."""
    return life + sequence.to_bytes(_SEQUENCE_BYTES, "big")


def payload_of(body: bytes) -> bytes:
    """Return the payload of a body of whatever mode, run and sender, which was checked before."""
    return body[HEADER_BYTES : -tail_bytes(body)]


def mode_number(mode: str) -> int:
    """Return the number of a mode.

    Raises:
        ValueError: there is no such mode.
    """
    if mode not in MODES:
        raise ValueError(f"unknown mode {mode!r}; modes: {', '.join(MODES)}")
    return MODES[mode]


def run_octets(run_id: str) -> bytes:
    """Return what stands in the header for a run."""
    if run_id == BETWEEN_RUNS:
        return bytes(RUN_BYTES)
    return hashlib.sha256(run_id.encode()).digest()[:RUN_BYTES]
