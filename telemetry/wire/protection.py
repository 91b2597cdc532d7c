"""The protection header: which mode, which key, which run, which sender, which number of that sender.

    octets  0        1       2        4        12       14           18         26           -16    end
            +--------+-------+--------+--------+--------+------------+----------+------------+------+
            | version| mode  | key id | run    | sender | boot epoch | sequence | payload    | tag  |
            +--------+-------+--------+--------+--------+------------+----------+------------+------+

    version  2; 1 had no run
    mode     1 live, 2 rehearsal, 3 replay: what is said in one mode is never accepted in another
    run      the first 8 octets of SHA-256 of the run's id: nor is what is said in another run
    sender   number of the participant in the run's table, from 1 (`telemetry.agreed.participants`)
    number   boot epoch and sequence: no sender uses one twice, whatever carries it (`telemetry.life.boot`)
    tag      of all before it, head and body (`telemetry.agreed.keys`): all zero under key id 0, unsealed

The same body stands in every space packet and in every frame.  `Sealing` makes it and `Opening` takes it;
both see the head before it (primary header and time code of a packet, length of a frame), which a tag covers
too.  Checks go from the outside in; the payload is not looked at here.

`Heard` knows of every sender which life of it is the newest, and which numbers came by each way.  What is not
sealed proves nothing by its number, so a repeat under key 0 is classified as one and accepted all the same.
"""

import hashlib
import struct
from typing import NamedTuple

from telemetry.agreed.keys import TAG_BYTES
from telemetry.agreed.participants import Participant, Speakers, number_of
from telemetry.life.boot import Boot
from telemetry.wire.arrival import Arrival, Rejection, Window
from telemetry.wire.routes import Way

MODES = {"live": 1, "rehearsal": 2, "replay": 3}
RUN_BYTES = 8

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


class Sealing:
    """The sending side: one participant's bodies, each with the next number."""

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
        self._keys, run = speakers.keys, run_octets(speakers.run_id)
        life = mode_number(speakers.mode), self._keys.key_id, run, sender, boot.epoch
        self._life = _HEAD.pack(_VERSION, *life, 0)[:-_SEQUENCE_BYTES]

    def seal(self, head: bytes, payload: bytes) -> bytes:
        """Return a head and the body behind it: header, payload and tag."""
        self._sequence += 1
        number = self._sequence.to_bytes(_SEQUENCE_BYTES, "big")
        return self._keys.sealed(head + self._life + number + payload)


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

    def open(self, data: bytes, head_bytes: int) -> Body | Rejection:
        """Return what the body behind a head of so many octets holds, or why it is not taken."""
        if len(data) < head_bytes + ADDED_BYTES:
            return Rejection.LENGTH
        version, mode, key_id, run, sender, boot_epoch, sequence = _HEAD.unpack_from(data, head_bytes)
        if version != _VERSION:
            return Rejection.PROTECTION_VERSION
        if mode != self._mode:
            return Rejection.MODE
        keys = self._keys
        if keys is not None and key_id != keys.key_id:
            return Rejection.KEY
        if self._run is not None and run != self._run:
            return Rejection.OTHER_RUN
        participant = self._senders.get(sender)
        if participant is None:
            return Rejection.SENDER
        if keys is not None and not keys.prove(data):
            return Rejection.TAG
        return Body(participant, boot_epoch, sequence, data[head_bytes + HEADER_BYTES : -TAG_BYTES])


class HeardNumbers:
    """The numbers that one receiver has heard, of all senders; what is of a life before the newest is old."""

    def __init__(self) -> None:
        """Start before the first body."""
        self._lives: dict[str, tuple[int, dict[Way, Window]]] = {}  # boot epoch, and windows of that life

    def on_body(self, body: Body, way: Way) -> Arrival:
        """Note the number of a body that came by `way`, and classify it."""
        sender, boot_epoch, sequence, _ = body
        life = self._lives.get(sender.name)
        if life is None or boot_epoch > life[0]:
            life = self._lives[sender.name] = boot_epoch, {}
        elif boot_epoch < life[0]:
            return "old"
        window = life[1].get(way)
        if window is None:
            window = life[1][way] = Window()
        return window.on_number(sequence)


def parted(data: bytes, head_bytes: int) -> tuple[bytes, int, bytes, bytes]:
    """Return what the body behind a head of so many octets is made of: life, sequence, payload, tag.

    `life` is the header up to the sequence.  The body is as long as one.
    """
    end = head_bytes + HEADER_BYTES
    number = end - _SEQUENCE_BYTES
    sequence = int.from_bytes(data[number:end], "big")
    return data[head_bytes:number], sequence, data[end:-TAG_BYTES], data[-TAG_BYTES:]


def header_of(life: bytes, sequence: int) -> bytes:
    """Return the header of a body."""
    return life + sequence.to_bytes(_SEQUENCE_BYTES, "big")


def payload_of(body: bytes) -> bytes:
    """Return the payload of a body of whatever mode, run and sender, which was checked before."""
    return body[HEADER_BYTES:-TAG_BYTES]


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
    return hashlib.sha256(run_id.encode()).digest()[:RUN_BYTES]
