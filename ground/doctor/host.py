"""What the doctor asks of a host: every look at it is a function here, so that a test can answer instead."""

import os
import resource
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ground.doctor.first_verdict import FirstVerdicts, first_verdicts
from ground.doctor.places import FolderFacts, Syncs, look_at, synced
from ground.doctor.punctuality import Lateness, measured_lateness
from ground.screen import ScreenProbe, probed_screen
from telemetry.agreed.participants import PARTICIPANTS
from telemetry.files.settings import FileError, read_file
from telemetry.life.clock import (
    ClockReading,
    monotonic_step_s,
    read_both,
    time_zone,
)
from telemetry.life.discipline import Discipline, discipline
from telemetry.network.host_network import BufferSize, Interface, buffer_size, echo_s, interfaces
from telemetry.network.launch import Addresses
from telemetry.network.reservation import is_free, reserve


class Limits(NamedTuple):
    """What the system allows one process; None: as much as it wants."""

    open_files: int | None
    file_bytes: int | None


def free_addresses() -> Addresses:
    """Return addresses that a run could have now; FileError: none are left."""
    with reserve([participant.name for participant in PARTICIPANTS]) as reserved:
        return reserved.addresses


def system_text(path: str) -> str | None:
    """Return the text of a file in which the system tells of itself; None: it does not."""
    try:
        return read_file(path).decode(errors="replace").strip()
    except FileError:
        return None


def limits() -> Limits:
    """Return what the system allows this process."""
    return Limits(_limit(resource.RLIMIT_NOFILE), _limit(resource.RLIMIT_FSIZE))


def _limit(kind: int) -> int | None:
    soft, _ = resource.getrlimit(kind)
    return None if soft == resource.RLIM_INFINITY else soft


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """A host, as it can be asked; by itself this one."""

    interfaces: Callable[[], Sequence[Interface]] = interfaces
    echo_s: Callable[[str, int, str], float | None] = echo_s  # group, port, address of an interface
    buffer_size: Callable[[], BufferSize] = buffer_size
    free_addresses: Callable[[], Addresses] = free_addresses
    is_free: Callable[[str, int], bool] = is_free  # address, port
    monotonic_step_s: Callable[[], float] = monotonic_step_s
    read_both: Callable[[], ClockReading] = read_both
    discipline: Callable[[], Discipline | None] = discipline
    time_zone: Callable[[], tuple[str, float]] = time_zone
    lateness: Callable[[], Sequence[Lateness]] = measured_lateness
    place: Callable[[Path], FolderFacts] = look_at
    synced: Callable[[Path], Syncs] = synced
    limits: Callable[[], Limits] = limits
    processors: Callable[[], int] = lambda: len(os.sched_getaffinity(0))
    screen: Callable[[], ScreenProbe] = probed_screen
    first_verdicts: Callable[[], FirstVerdicts] = first_verdicts
    system_file: Callable[[str], str | None] = system_text
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    encoding: str = field(default_factory=sys.getfilesystemencoding)
