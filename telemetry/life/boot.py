"""Where a life of a participant begins to count, so that no number is ever used twice under its name.

number      boot epoch, sequence: of two lives the later one has the greater numbers

a process   the epoch after the newest in its store, and not before the second of UTC; it is made durable
            before the first thing is said.  A store that is lost or cannot be written keeps no process
            from starting: the clock alone rises too, as long as it is not set back
a guest     has no store: the second of UTC, and within it a sequence that begins with the nanosecond

sealed      an epoch reserved under its key (`telemetry.keys.number_state`).  A life that cannot know which
            were used before it is unnumbered: the top bit of its epoch is set, and all else of epoch and
            sequence drawn from the system's source.  Of two such lives neither is the later one, and none is
            later than a numbered one.  It may report and send HOLD, and commands no motion
"""

from typing import NamedTuple, Protocol

from telemetry.agreed.run_settings import NS_PER_S

BOOT_LOG = "boot"
EPOCH_BYTES = 4
UNNUMBERED = 1 << 31  # the bit of an epoch that says so
NUMBERS_PER_NS = 1 << 20  # numbers for each nanosecond: more than can be said before the next one


class Boot(NamedTuple):
    """Where one life begins."""

    epoch: int = 0  # 4 octets
    sequence: int = 0  # 8 octets, one less than that of the first body

    @property
    def is_numbered(self) -> bool:
        """True if it is known that no life before it has used its numbers."""
        return self.epoch < UNNUMBERED


FIRST_BOOT = Boot()


class NextBoot(NamedTuple):
    """Where the next life begins, and a complaint for people."""

    boot: Boot
    complaint: str  # why it is not durable, or empty


class _Log(Protocol):
    """As much of a store as is needed."""

    def records(self, key: str) -> list[bytes]: ...

    def append(self, key: str, record: bytes) -> None: ...


def boot_at(utc_ns: int) -> Boot:
    """Return where a life begins that knows of none before it."""
    return Boot(utc_ns // NS_PER_S, utc_ns % NS_PER_S * NUMBERS_PER_NS)


def next_boot(store: _Log, least: Boot) -> NextBoot:
    """Return where the next life of a store's participant begins, at `least` or later, and write it down."""
    boot = least
    try:
        newest = max(map(_epoch, store.records(BOOT_LOG)), default=-1)
        boot = Boot(max(newest + 1, least.epoch), least.sequence)
        store.append(BOOT_LOG, boot.epoch.to_bytes(EPOCH_BYTES, "big"))
    except OSError as error:
        return NextBoot(boot, f"counts on by the clock alone, which is not durable: {error}")
    return NextBoot(boot, "")


def _epoch(record: bytes) -> int:
    return int.from_bytes(record[:EPOCH_BYTES], "big")
