"""The secrets that a participant seals by, and proves others by.

    pair     with each participant with which it speaks by the routing table: nobody else has it
    group    of each multicast group of telemetry and pictures that it is on: everybody there has it
    audit    of the gate alone, which seals its log by it

They are never used as they are: `telemetry.wire.protection` derives from them what one run, mode and
direction is sealed under.  The ring of a run that is not sealed has key id 0 and no secrets.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

SECRET_BYTES = 32
TAG_BYTES = 16
KEY_IDS = 1 << 14  # of each mode, which is the two bits above them
UNSEALED_ID = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyring:
    """The secrets of one participant."""

    holder: str  # whose they are
    key_id: int  # of the set that they are part of, as the protection header names it
    pairs: Mapping[str, bytes] = field(default_factory=dict, repr=False)  # by the other participant
    groups: Mapping[str, bytes] = field(default_factory=dict, repr=False)  # by carrier
    is_confidential: bool = False  # payloads are encrypted, not only authenticated
    audit: bytes = field(default=b"", repr=False)

    @property
    def of_audit(self) -> Self:
        """The same with what seals a log, and nothing that seals a packet."""
        return type(self)(holder=self.holder, key_id=self.key_id, audit=self.audit)

    @property
    def is_sealed(self) -> bool:
        """True if what it seals proves who made it."""
        return self.key_id != UNSEALED_ID


UNSEALED = Keyring(holder="", key_id=UNSEALED_ID)


def key_id_of(mode_number: int, number: int) -> int:
    """Return the key id of a set: its mode in the two highest bits, its number in the others."""
    return mode_number * KEY_IDS + number % KEY_IDS


def key_text(key_id: int) -> str:
    """Return a key id as people read it."""
    return f"key {key_id:04X}"
