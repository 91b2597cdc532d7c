"""The time of a run: nanoseconds since its time zero, which is an instant of UTC that all its hosts share.

    <run folder>/time_zero.json      that instant, set once all roles are ready
                /clock/<clock>.json  UTC and monotonic clock of one host, read together by its first process

    not set ---> set, and ahead ---> begun
       0               0             the monotonic clock, less what it showed at time zero

A process goes by its host's monotonic clock, so a step of UTC moves no role.  All processes of a host take
the same reading, also one that is started later: they agree to the nanosecond.  Two hosts agree as well as
their UTC does; one without this folder gets `time_zero.json` as it gets its launch files, as a copy.
"""

import asyncio
import os
from contextlib import suppress
from pathlib import Path

import msgspec

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import FileError, read_file, read_json
from telemetry.files.whole_file import write_first
from telemetry.life.clock import ClockReading, monotonic_ns, read_both

TIME_ZERO, CLOCKS = "time_zero.json", "clock"
BOOT, TIME_NAMESPACE = Path("/proc/sys/kernel/random/boot_id"), Path("/proc/self/ns/time")
LOOK_S = 0.02  # between two looks for time zero
AHEAD_NS = NS_PER_S // 5  # of time zero when it is set: all processes have looked by then


class TimeZero(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The instant at which a run begins."""

    utc_ns: int


class RunClock:
    """The run's time for one process; any thread may read it."""

    def __init__(self, folder: Path | str) -> None:
        """Read this host's clocks, and time zero if it is set already."""
        self._file = Path(folder) / TIME_ZERO
        self.reading = _reading_of_host(Path(folder) / CLOCKS)
        self._zero_ns: int | None = None  # on the monotonic clock; None: not set
        self.has_time_zero()

    def now_ns(self) -> int:
        """Return the run's time [ns]: 0 until it has begun."""
        zero_ns = self._zero_ns
        return 0 if zero_ns is None else max(0, monotonic_ns() - zero_ns)

    def zero_utc_ns(self) -> int | None:
        """Return the instant of time zero [ns since 1970]; None: it is not set."""
        return None if self._zero_ns is None else self.reading.utc_at(self._zero_ns)

    def has_time_zero(self) -> bool:
        """Look, and return whether time zero is known.

        Raises:
            FileError: the file with it cannot be used.
        """
        if self._zero_ns is None and (zero_ns := time_zero_ns(self._file.parent)) is not None:
            self._zero_ns = self.reading.monotonic_at(zero_ns)
        return self._zero_ns is not None

    async def time_zero(self, *, unless: asyncio.Event) -> None:
        """Return when time zero has come, or the event."""
        while not unless.is_set() and (wait_s := self._wait_s()) > 0.0:
            await asyncio.sleep(wait_s)

    def begin(self) -> None:
        """Set time zero a moment ahead, for all processes; one that is set already stays.

        Raises:
            OSError: it cannot be written.
        """
        set_time_zero(self._file.parent, self.reading.utc_at(monotonic_ns() + AHEAD_NS))
        self.has_time_zero()

    def _wait_s(self) -> float:
        """Return how long to wait until the next look for time zero [s]; 0: it has come."""
        if not self.has_time_zero() or self._zero_ns is None:
            return LOOK_S
        return min(max(0.0, (self._zero_ns - monotonic_ns()) / NS_PER_S), LOOK_S)


def set_time_zero(folder: Path, utc_ns: int) -> None:
    """Set the instant of UTC at which a run begins, ahead or past; one that is set already stays.

    Raises:
        OSError: it cannot be written.
    """
    write_first(folder / TIME_ZERO, msgspec.json.encode(TimeZero(utc_ns)))


def time_zero_ns(folder: Path) -> int | None:
    """Return the instant of UTC at which the run of a folder begins; None: it is not set yet.

    Raises:
        FileError: the file with it cannot be used.
    """
    file = folder / TIME_ZERO
    return read_json(file, TimeZero).utc_ns if file.exists() else None


def clock_name() -> str:
    """Return the name of this monotonic clock: the same to all processes that share it, and to no others."""
    try:
        return f"{read_file(BOOT).decode().strip()}-{TIME_NAMESPACE.stat().st_ino}"
    except (FileError, OSError):  # no Linux: a host has one clock
        return os.uname().nodename


def _reading_of_host(folder: Path) -> ClockReading:
    """Return what the first process of this host has read; this one's own where nothing can be kept."""
    path, own = folder / f"{clock_name()}.json", read_both()
    if not path.exists():
        with suppress(OSError):
            write_first(path, msgspec.json.encode(own))
    return read_json(path, ClockReading) if path.exists() else own
