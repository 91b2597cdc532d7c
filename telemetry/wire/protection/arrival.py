"""How arriving bytes are judged: refused for a reason, or by their number new, late, a duplicate or old.

    old  <---- 64 numbers ----> newest
    ....  | 1 0 1 1 1 0 1 1 1 1 |  new: anything higher
               late: one that is missing       duplicate: one that is there

One way keeps the order in which it was given numbers, apart from trouble; two ways of a sender (a datagram, a
stream) overtake one another at will, so each has a window of its own.  Gaps are no loss: a receiver is not
meant to get all that a sender sends.
"""

from enum import StrEnum
from typing import Literal


class Rejection(StrEnum):
    """Why a packet or frame was not taken; counted, never raised."""

    LENGTH = "length"
    VERSION = "version"
    SECONDARY_HEADER = "secondary_header"
    TIME_CODE = "time_code"
    APID = "apid"
    TYPE = "type"
    PROTECTION_VERSION = "protection_version"
    MODE = "mode"
    KEY = "key"
    OTHER_RUN = "other_run"
    CARRIER = "carrier"
    SENDER = "sender"
    TAG = "tag"
    NO_SESSION = "no_session"
    REPLAY = "replay"
    UNNUMBERED = "unnumbered"
    SEGMENT_LOST = "segment_lost"
    SEGMENT_DUPLICATE = "segment_duplicate"
    SEGMENT_ORPHAN = "segment_orphan"
    PAYLOAD_TOO_LARGE = "payload_too_large"
    MALFORMED = "malformed"
    UNKNOWN_ID = "unknown_id"
    INVALID_MESSAGE = "invalid_message"
    APID_MISMATCH = "apid_mismatch"


WINDOW_SIZE = 64

Arrival = Literal["new", "late", "duplicate", "old"]


class Window:
    """The numbers heard by one way: the newest, and which of those just below it."""

    __slots__ = ("_all", "_floor", "_heard", "_size", "newest")

    def __init__(self, size: int = WINDOW_SIZE) -> None:
        """Start before the first number."""
        self._size, self._all = size, (1 << size) - 1
        self.newest = self._floor = -size
        self._heard = 0  # bit k: `newest` - k was heard

    def begin_above(self, number: int) -> None:
        """Count everything up to a number as old."""
        self.newest = self._floor = number

    def on_number(self, number: int) -> Arrival:
        """Note a number, 0 or more, and classify it."""
        ahead = number - self.newest
        if ahead > 0:
            self.newest = number
            self._heard = (self._heard << ahead | 1) & self._all if ahead < self._size else 1
            return "new"
        if ahead <= -self._size or number <= self._floor:
            return "old"
        if self._heard >> -ahead & 1:
            return "duplicate"
        self._heard |= 1 << -ahead
        return "late"
