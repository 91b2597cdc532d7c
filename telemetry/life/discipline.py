"""Whether UTC is kept right on this host, and how far it may be off: what the kernel says of it (Linux).

A program that keeps the clock right (chrony, ntpd, systemd-timesyncd) reports its error to the kernel; there
it grows until the next report (adjtimex(2)).  This only reads.
"""

import ctypes
from typing import NamedTuple

_UNSYNCHRONISED = 0x40  # of the status
_US_PER_S = 1e6


class _Timex(ctypes.Structure):
    _fields_ = (
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("frequency", ctypes.c_long),
        ("greatest_error", ctypes.c_long),  # [us]
        ("estimated_error", ctypes.c_long),  # [us]
        ("status", ctypes.c_int),
        ("rest", ctypes.c_byte * 512),
    )


class Discipline(NamedTuple):
    """What the kernel says of UTC on this host."""

    is_kept: bool  # by a program that reports to it
    greatest_error_s: float  # either way; it means nothing where UTC is not kept
    estimated_error_s: float


def discipline() -> Discipline | None:
    """Return what the kernel says of UTC; None: it says nothing here."""
    read = _Timex()
    try:
        state: int = ctypes.CDLL(None).adjtimex(ctypes.byref(read))
    except (AttributeError, OSError):
        return None
    if state < 0:  # not allowed in this container
        return None
    return Discipline(
        not read.status & _UNSYNCHRONISED, read.greatest_error / _US_PER_S, read.estimated_error / _US_PER_S
    )
