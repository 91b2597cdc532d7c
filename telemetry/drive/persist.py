"""What is durable for a participant: its store, its boot epoch, and how a record is written or fails."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn, cast

from telemetry.agreed.participants import RECORDER
from telemetry.drive.factory import AppendStore, load
from telemetry.drive.seams import StoreFault
from telemetry.drive.store import FileStore, StoreError, packed
from telemetry.life.boot import Boot, boot_at, next_boot
from telemetry.life.clock import utc_ns
from telemetry.life.contract import Persist, PersistFailed
from telemetry.network.launch import Launch

STORES = "store"  # folder of a run folder


def store_of(launch: Launch) -> AppendStore:
    """Return the store of a participant in its run folder."""
    if launch.role == RECORDER:  # the only one that loads what writes a recording
        return cast(AppendStore, load("telemetry.recording.writing.mcap_file:store_for")(Path(launch.folder)))
    return _files(launch)


def boot_of(launch: Launch, store: AppendStore, say: Callable[[str], None]) -> Boot:
    """Return where the life of a participant that begins now counts from."""
    beside = _files(launch) if launch.role == RECORDER else store  # a recording holds nothing else
    boot, complaint = next_boot(beside, boot_at(utc_ns()))
    if complaint:
        say(complaint)
    return boot


def _files(launch: Launch) -> FileStore:
    # what the bridge remembers of a HOLD outlives its process, not its host: it never waits for a disk
    return FileStore(Path(launch.folder) / STORES / launch.participant, sync=launch.role != "bridge")


def persist(store: AppendStore, effect: Persist, fault: StoreFault | None) -> PersistFailed | None:
    """Append a record unless a store fault prevents it; return the failure, None: it is durable."""
    try:
        if fault is not None:
            fail(store, effect, fault)
        store.append(effect.key, effect.record)
    except StoreError as error:
        return PersistFailed(effect.key, str(error), effect.record)
    return None


def fail(store: AppendStore, effect: Persist, fault: StoreFault) -> NoReturn:
    """Fail as a full disk does; in a store of files, the half of a torn record stays.

    Raises:
        StoreError: always.
    """
    if fault == "tears" and isinstance(store, FileStore):
        data = packed(effect.record)
        with store.path(effect.key).open("ab") as file:
            file.write(data[: 1 + len(data) // 2])
    raise StoreError(f"{effect.key}: {os.strerror(errno.ENOSPC)}")
