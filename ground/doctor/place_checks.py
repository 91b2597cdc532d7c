"""Checks of places: what runs and compiled code are written into, and the disk below."""

import stat
from collections.abc import Iterator
from pathlib import Path

from ground.doctor.host import Host
from ground.doctor.host_findings import Figures, Finding, State, doubtful, fine, graded, state_of
from ground.doctor.places import FolderFacts

LITTLE_BYTES, TOO_LITTLE_BYTES = 5 << 30, 500 << 20  # an hour's recording, with pictures, is some GiB
SLOW_S, TOO_SLOW_S = 0.025, 0.125  # half a period: what is not durable by then is late
GIBIBYTE = 1 << 30
MS_PER_S = 1e3
BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def permissions(host: Host) -> Iterator[Finding]:
    """See that the folders of runs and of compiled code are this user's, and closed to others."""
    state, cache = state_folder(host), cache_folder(host)
    yield _folder(host.place(state), state, item="runs", variable="XDG_STATE_HOME")
    yield _folder(host.place(cache), cache, item="compiled code", variable="XDG_CACHE_HOME")


def state_folder(host: Host) -> Path:
    """Return the folder that runs write into."""
    return _base(host, "XDG_STATE_HOME", ".local/state") / "farhand"


def cache_folder(host: Host) -> Path:
    """Return the folder of compiled code."""
    return _base(host, "XDG_CACHE_HOME", ".cache") / "farhand"


def _base(host: Host, variable: str, below_home: str) -> Path:
    named = host.environment.get(variable)
    return Path(named) if named else Path(host.environment.get("HOME") or "/") / below_home


def _folder(found: FolderFacts, folder: Path, *, item: str, variable: str) -> Finding:
    name = str(folder) if found.is_there else f"{folder}, which would be made in {found.nearest},"
    other = f"set {variable} to a folder that is yours"
    facts: Figures = {"folder": str(folder), "is_there": found.is_there, "mode": f"{found.mode:04o}"}
    by_others = f"can be written by others ({found.mode:04o})"
    problems: tuple[tuple[bool, State, str, str], ...] = (
        (not found.is_folder, "failure", "cannot be: a file is in its way", other),
        (found.is_read_only, "failure", "is on a file system that is read only", other),
        (not found.can_write, "failure", "cannot be written", other),
        (found.is_there and not found.is_own, "warning", "is another user's", other),
        (found.is_there and found.mode & BY_OTHERS != 0, "warning", by_others, f"run `chmod go-w {folder}`"),
    )
    for is_so, state, why, cure in problems:
        if is_so:
            return graded(state, doubtful("permissions", f"{name} {why}", cure, item=item, figures=facts))
    return fine("permissions", f"{name} can be written", item=item, figures=facts)


def disk(host: Host) -> Iterator[Finding]:
    """See how much is free where runs are recorded, and how long small writes take to be durable."""
    folder = state_folder(host)
    found = host.place(folder)
    free = found.free_bytes
    room = doubtful(
        "disk",
        f"{free / GIBIBYTE:.1f} GiB free in {found.nearest}",
        "make room (`farhand runs --prune`), or set XDG_STATE_HOME to another disk",
        item="free",
        figures={"free_bytes": free},
    )
    yield graded(state_of(-free, warning=-LITTLE_BYTES, failure=-TOO_LITTLE_BYTES), room)
    median_s, worst_s = host.synced(folder)
    slow = doubtful(
        "disk",
        f"a small write is durable in {median_s * MS_PER_S:.1f} ms, the worst in {worst_s * MS_PER_S:.1f} ms",
        "record on a faster disk (XDG_STATE_HOME), or end what writes beside: half a period is 125 ms",
        item="write and sync",
        figures={"median_s": median_s, "worst_s": worst_s},
    )
    yield graded(state_of(worst_s, warning=SLOW_S, failure=TOO_SLOW_S), slow)
