"""Folders that runs write into: whose they are, what is free there, and how long the disk takes.

A folder that is not there yet is judged by the nearest one above it, in which it would be made.  What is
written to try the disk is gone again.
"""

import os
import stat
import tempfile
from pathlib import Path
from statistics import median
from typing import NamedTuple

from telemetry.life.clock import monotonic_ns

FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO  # permission bits
WRITES, WRITE_BYTES = 40, 4096  # about what a role makes durable before it says something


class FolderFacts(NamedTuple):
    """A folder, or where it would be made."""

    nearest: Path  # the folder itself, or what is there above it
    is_there: bool
    is_folder: bool
    can_write: bool
    is_own: bool  # this user's
    mode: int  # permission bits
    is_read_only: bool  # the file system
    free_bytes: int  # for this user


class Syncs(NamedTuple):
    """How long it takes until something small is on the disk [s]."""

    median_s: float
    worst_s: float


def look_at(folder: Path) -> FolderFacts:
    """Return what a folder is like; OSError: it cannot be looked at."""
    nearest = next(each for each in (folder, *folder.parents) if os.path.lexists(each))
    found, system = nearest.stat(), os.statvfs(nearest)
    return FolderFacts(
        nearest=nearest,
        is_there=nearest == folder,
        is_folder=stat.S_ISDIR(found.st_mode),
        can_write=os.access(nearest, os.W_OK | os.X_OK),
        is_own=found.st_uid == os.getuid(),
        mode=stat.S_IMODE(found.st_mode),
        is_read_only=bool(system.f_flag & os.ST_RDONLY),
        free_bytes=system.f_bavail * system.f_frsize,
    )


def synced(folder: Path) -> Syncs:
    """Return how long small writes take to be durable in a folder; OSError: they fail."""
    took_s = []
    with tempfile.TemporaryFile(dir=look_at(folder).nearest, buffering=0) as file:
        for _ in range(WRITES):
            began_ns = monotonic_ns()
            file.write(bytes(WRITE_BYTES))
            os.fsync(file.fileno())
            took_s.append((monotonic_ns() - began_ns) * 1e-9)
    return Syncs(median(took_s), max(took_s))
