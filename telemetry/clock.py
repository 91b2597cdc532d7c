"""The only door to the wall clock; everything else is told `now_ns`."""

import time
from datetime import UTC, datetime


def monotonic_ns() -> int:
    """Return the monotonic clock [ns]: for intervals."""
    return time.monotonic_ns()


def utc_ns() -> int:
    """Return the present UTC [ns since 1970]: to mark an instant for other programs, never for intervals."""
    return time.time_ns()


def utc_stamp() -> str:
    """Return the present UTC for file names and records: 20260131T120000Z."""
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
