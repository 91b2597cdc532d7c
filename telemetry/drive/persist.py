"""What is durable for a participant: its store, its boot epoch, and how a record is written or fails.

The boot epoch of a sealed run stands beside the key (`telemetry.keys.number_state`), else in the store.
"""

import errno
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NoReturn, cast

from telemetry.agreed.participants import RECORDER, Speakers, playing
from telemetry.drive.factory import AppendStore, load
from telemetry.drive.heard_page import HeardPage
from telemetry.drive.seams import StoreFault
from telemetry.drive.store import FileStore, StoreError, packed
from telemetry.keys.set_folder import OwnKeys
from telemetry.life.boot import Boot, boot_at, next_boot
from telemetry.life.clock import utc_ns
from telemetry.life.contract import UNSEALED_RINGS, Persist, PersistFailed, Rings
from telemetry.network.bus import Identity
from telemetry.network.launch import Launch
from telemetry.wire.routes import LINK_ENDS

BRIDGE = "bridge"
STORES = "store"  # folder of a run folder


def store_of(launch: Launch) -> AppendStore:
    """Return the store of a participant in its run folder."""
    if launch.role == RECORDER:  # the only one that loads what writes a recording
        return cast(AppendStore, load("telemetry.recording.writing.mcap_file:store_for")(Path(launch.folder)))
    return _files(launch)


def boot_of(launch: Launch, store: AppendStore, say: Callable[[str], None]) -> Boot:
    """Return where the life of a participant that begins now counts from; SafetyError: it has no key."""
    keys = keys_of(launch)
    if keys is not None:
        reserved = keys.reserve(launch.participant)
        if reserved.problem:
            say(reserved.problem)
        return reserved.boot
    beside = _files(launch) if launch.role == RECORDER else store  # a recording holds nothing else
    boot, complaint = next_boot(beside, boot_at(utc_ns()))
    if complaint:
        say(complaint)
    return boot


def keys_of(launch: Launch) -> OwnKeys | None:
    """Return the key set of a process's run; None: nothing is sealed there."""
    if launch.keys is None:
        return None
    return OwnKeys(place=launch.keys, mode=launch.mode, participants=launch.addresses.participants)


def rings_of(launch: Launch) -> Rings:
    """Return the rings of those whose packets the role of a process seals itself; SafetyError: a bad one."""
    keys, table = keys_of(launch), launch.addresses.participants
    seals = playing((launch.role,), table) if launch.role in LINK_ENDS and launch.role != BRIDGE else ()
    return UNSEALED_RINGS if keys is None else keys.rings(seals)


def speakers_of(launch: Launch) -> Speakers:
    """Return the speakers of a process's run, with its own ring; SafetyError: it has none."""
    keys = keys_of(launch)
    return launch.speakers if keys is None else replace(launch.speakers, keys=keys.ring(launch.participant))


def identity_of(launch: Launch, boot: Boot, say: Callable[[str], None]) -> Identity:
    """Return what a process seals and proves by; SafetyError: it has no key."""
    if launch.keys is None:
        return Identity(launch.speakers, boot)
    try:
        page = HeardPage(Path(launch.folder) / STORES / launch.participant, launch.addresses.participants)
    except OSError as error:  # HOLD waits for no disk
        say(f"what it has had does not outlive it ({error.strerror}): free the disk")
        return Identity(speakers_of(launch), boot)
    return Identity(speakers_of(launch), boot, page.numbers)


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


def close(store: AppendStore, say: Callable[[str], None]) -> None:
    """Close a store that is to be closed; what was written before stays readable, if that fails."""
    try:
        if (close_it := getattr(store, "close", None)) is not None:
            close_it()
    except StoreError as error:
        say(f"the end is not durable: {error}")


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
