"""Keys by which bodies are sealed and proven; so far there is one, which seals nothing: its tag is zero."""

from dataclasses import dataclass

TAG_BYTES = 16

_NO_TAG = bytes(TAG_BYTES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """What a participant seals by, and proves others by."""

    key_id: int  # as the protection header names it

    def sealed(self, octets: bytes) -> bytes:
        """Return octets with their tag behind them."""
        return octets + _NO_TAG

    def prove(self, sealed: bytes) -> bool:
        """True if what ends in a tag ends in that of all before it."""
        return sealed.endswith(_NO_TAG)


UNSEALED = Keys(key_id=0)
DEFAULT_KEYS: Keys = UNSEALED  # of a run that is given no others
