"""The protection header: which mode, which key, which run, which sender, which number of that sender.

    octets  0        1       2        4        12       14           18         26           -16    end
            +--------+-------+--------+--------+--------+------------+----------+------------+------+
            | version| mode  | key id | run    | sender | boot epoch | sequence | payload    | tag  |
            +--------+-------+--------+--------+--------+------------+----------+------------+------+

    version  2; 1 had no run
    mode     1 live, 2 rehearsal, 3 replay: what is said in one mode is never accepted in another
    run      the first 8 octets of SHA-256 of the run's id: nor is what is said in another run
    sender   number of the participant in the run's table, from 1 (`telemetry.participants`)
    tag      reserved: all zero under key id 0, the only one so far, which means unsealed

The same body stands in every space packet and in every frame.  Checks go from the outside in; the payload is
not looked at here.
"""

import hashlib
import struct
from typing import NamedTuple

from telemetry.participants import PARTICIPANTS, Participants, number_of
from telemetry.wire.packet import Rejection

MODES = {"live": 1, "rehearsal": 2, "replay": 3}
RUN_BYTES = 8
TAG_BYTES = 16

_VERSION = 2
_UNSEALED_KEY = 0
_NO_TAG = bytes(TAG_BYTES)
_HEAD = struct.Struct("!BBH8sHIQ")
HEADER_BYTES = _HEAD.size


class Unwrapped(NamedTuple):
    """A body that passed every check."""

    sender: int  # number of the participant
    boot_epoch: int
    sequence: int
    payload: bytes


class Wrapper:
    """Puts one sender's payloads into bodies, each with the next number."""

    def __init__(
        self,
        participant: str,
        *,
        mode: str,
        run_id: str,
        boot_epoch: int,
        participants: Participants = PARTICIPANTS,
    ) -> None:
        """Number from 1 in this boot epoch.

        Raises:
            ValueError: an unknown participant or mode, or a boot epoch that does not fit 4 octets.
        """
        if not 0 <= boot_epoch < 2**32:
            raise ValueError(f"boot epoch {boot_epoch} is not within 0 ... 2^32 - 1")
        self._mode, self._run = mode_number(mode), run_octets(run_id)
        self._sender = number_of(participant, participants)
        self._boot_epoch = boot_epoch
        self._sequence = 0

    def wrap(self, payload: bytes) -> bytes:
        """Return header, payload and tag."""
        self._sequence += 1
        who = self._run, self._sender, self._boot_epoch, self._sequence
        return _HEAD.pack(_VERSION, self._mode, _UNSEALED_KEY, *who) + payload + _NO_TAG


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


def unwrap(body: bytes, mode: int, run: bytes | None) -> Unwrapped | Rejection:
    """Return what a body holds, or why it is not taken.

    Args:
        body: header, payload and tag.
        mode: the receiver's own.
        run: the receiver's own, from `run_octets`; None: of any run, for who reads what others had taken.
    """
    if len(body) < HEADER_BYTES + TAG_BYTES:
        return Rejection.LENGTH
    version, its_mode, key_id, its_run, sender, boot_epoch, sequence = _HEAD.unpack_from(body)
    if version != _VERSION:
        return Rejection.PROTECTION_VERSION
    if its_mode != mode:
        return Rejection.MODE
    if key_id != _UNSEALED_KEY:
        return Rejection.KEY
    if run is not None and its_run != run:
        return Rejection.OTHER_RUN
    if body[-TAG_BYTES:] != _NO_TAG:
        return Rejection.TAG
    return Unwrapped(sender, boot_epoch, sequence, body[HEADER_BYTES:-TAG_BYTES])
