"""One fact that outlives its process: written whenever it changes, after everything else.

A write that failed is tried again after a moment, so a disk that is full for a while costs nothing but the
memory of a process that dies meanwhile.
"""

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.contract import NEVER_NS, Persist, Store

RETRY_NS = NS_PER_S  # from a write that failed to the next one


class Memo:
    """The newest record of one fact."""

    def __init__(self, store: Store, key: str, *, empty: bytes) -> None:
        """Go on from the newest record of the log `key`; `empty` stands for it while there is none."""
        self._key = key
        records = store.records(key)
        newest = records[-1] if records else empty
        self.newest = None if store.unreadable(key).at_end else newest  # None: nobody can tell
        self._is_written = True
        self._was_handed_out = False
        self._not_before_ns = -NEVER_NS

    def write(self, record: bytes, now_ns: int) -> list[Persist]:
        """Return what makes the fact durable: nothing, if it is or has just failed to be."""
        self._is_written = self.keeps(record)
        self.newest = record
        if self._is_written or now_ns < self._not_before_ns:
            return []
        self._is_written = self._was_handed_out = True
        return [Persist(self._key, record)]

    def keeps(self, record: bytes) -> bool:
        """True if the fact is this one, and nothing has to be written of it."""
        return self._is_written and record == self.newest

    def on_write_failed(self, now_ns: int) -> None:
        """Note that a record was not written, this one's or one before it in the same list of effects."""
        if self._was_handed_out:
            self._is_written, self._not_before_ns = False, now_ns + RETRY_NS
