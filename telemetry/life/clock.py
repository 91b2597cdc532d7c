"""The only access to the wall clock; everything else is given `now_ns`.

UTC is what hosts can share, and may be stepped at any time; the monotonic clock is one host's own and only
goes forward.  Both read together turn an instant of UTC into one of this host.
"""

import time
from datetime import UTC, datetime

import msgspec

CLOCK_READS = 9  # of both clocks, of which the tightest counts


class ClockReading(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What both clocks of a host showed at one instant."""

    utc_ns: int
    monotonic_ns: int
    uncertainty_ns: int  # of the one against the other, either way

    def monotonic_at(self, utc_ns: int) -> int:
        """Return what the monotonic clock shows at an instant of UTC [ns]."""
        return self.monotonic_ns + utc_ns - self.utc_ns

    def utc_at(self, monotonic_ns: int) -> int:
        """Return the instant of UTC at which the monotonic clock shows this [ns]."""
        return self.utc_ns + monotonic_ns - self.monotonic_ns


def monotonic_ns() -> int:
    """Return the monotonic clock [ns]: for intervals."""
    return time.monotonic_ns()


def monotonic_step_s() -> float:
    """Return the smallest step of the monotonic clock [s], as the system states it."""
    return time.get_clock_info("monotonic").resolution


def time_zone() -> tuple[str, float]:
    """Return the name of this host's time zone, and how far it is ahead of UTC now [h]."""
    local = datetime.now().astimezone()
    ahead = local.utcoffset()
    return local.tzname() or "", 0.0 if ahead is None else ahead.total_seconds() / 3600.0


def processor_ns() -> int:
    """Return how long this process has had a processor, all its threads together [ns]."""
    return time.process_time_ns()


def sleep_until(at_ns: int) -> None:
    """Sleep until the monotonic clock shows this; at once if it does already."""
    left_ns = at_ns - time.monotonic_ns()
    if left_ns > 0:
        time.sleep(left_ns * 1e-9)


def utc_ns() -> int:
    """Return the present UTC [ns since 1970]: to mark an instant for other programs, never for intervals."""
    return time.time_ns()


def read_both() -> ClockReading:
    """Read UTC between two reads of the monotonic clock, several times; the tightest counts."""
    return min((_read_both() for _ in range(CLOCK_READS)), key=lambda reading: reading.uncertainty_ns)


def _read_both() -> ClockReading:
    before_ns, at_ns, after_ns = time.monotonic_ns(), time.time_ns(), time.monotonic_ns()
    half_ns = (after_ns - before_ns + 1) // 2
    return ClockReading(utc_ns=at_ns, monotonic_ns=before_ns + half_ns, uncertainty_ns=half_ns)


Utc = datetime  # an instant as TOML has it


def utc_ns_of(at: Utc) -> int:
    """Return an instant [ns since 1970], to the millisecond; ValueError: it names no time zone."""
    if at.tzinfo is None:
        raise ValueError("an instant of UTC ends in Z, as 2026-11-24T10:00:00Z")
    return round(at.timestamp() * 1000) * 1_000_000


def utc_ns_in(text: str) -> int:
    """Return an instant as `utc_text` and people write it [ns since 1970]; ValueError: it is none."""
    return utc_ns_of(datetime.fromisoformat(text))


def utc_stamp(at_ns: int | None = None) -> str:
    """Return an instant of UTC [ns since 1970], by itself now, for file names: 20260131T120000Z."""
    at = datetime.fromtimestamp((time.time_ns() if at_ns is None else at_ns) * 1e-9, UTC)
    return at.strftime("%Y%m%dT%H%M%SZ")


def utc_text(at_ns: int) -> str:
    """Return an instant of UTC [ns since 1970] for people, to the millisecond: 2026-01-31T12:00:00.000Z."""
    at = datetime.fromtimestamp(at_ns // 1_000_000 / 1000, UTC)
    return f"{at.strftime('%Y-%m-%dT%H:%M:%S')}.{at.microsecond // 1000:03d}Z"
