"""What is durable for a participant: its store, its boot epoch, and how a record is written or fails.

The boot epoch of a sealed run, and what has come in it, stand beside the key (`telemetry.keys.set_folder`);
else the epoch stands in the store.
"""

import errno
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NoReturn, cast

from telemetry.agreed.participants import GATE, RECORDER, Speakers, playing
from telemetry.drive.factory import AppendStore, load
from telemetry.drive.seams import StoreFault
from telemetry.drive.store import FileStore, StoreError, packed
from telemetry.keys.set_folder import OwnKeys
from telemetry.life.boot import boot_at, next_boot
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


def identity_of(launch: Launch, store: AppendStore, say: Callable[[str], None]) -> Identity:
    """Return what a life that begins now seals and proves by; SafetyError: it has no key."""
    keys = keys_of(launch)
    if keys is not None:
        boot, heard, problem = keys.begin(launch.participant, launch.run_id)
        identity = Identity(speakers_of(launch), boot, heard)
    else:
        beside = _files(launch) if launch.role == RECORDER else store  # a recording holds nothing else
        boot, problem = next_boot(beside, boot_at(utc_ns()))
        identity = Identity(launch.speakers, boot)
    if problem:
        say(problem)
    return identity


def keys_of(launch: Launch) -> OwnKeys | None:
    """Return the key set of a process's run; None: nothing is sealed there."""
    if launch.keys is None:
        return None
    return OwnKeys(place=launch.keys, mode=launch.mode, participants=launch.addresses.participants)


def rings_of(launch: Launch) -> Rings:
    """Return the rings that the role of a process itself seals by; SafetyError: a bad one."""
    keys, table = keys_of(launch), launch.addresses.participants
    if keys is not None and launch.role == GATE:
        return {launch.participant: keys.ring(launch.participant).of_audit}
    seals = playing((launch.role,), table) if launch.role in LINK_ENDS and launch.role != BRIDGE else ()
    return UNSEALED_RINGS if keys is None else keys.rings(seals)


def speakers_of(launch: Launch) -> Speakers:
    """Return the speakers of a process's run, with its own ring; SafetyError: it has none."""
    keys = keys_of(launch)
    return launch.speakers if keys is None else replace(launch.speakers, keys=keys.ring(launch.participant))


def _files(launch: Launch) -> FileStore:
    # what the bridge remembers of a HOLD outlives its process, not its host: it never waits for a disk
    return FileStore(Path(launch.folder) / STORES / launch.participant, sync=launch.role != "bridge")


def persist(store: AppendStore, effect: Persist, fault: StoreFault | None) -> PersistFailed | None:
    """Append a record unless a store fault prevents it; return the failure, None: it is durable."""
    try:
        if fault is not None:
            fail(store, effect, fault)
        store.append(effect.key, effect.record + effect.seal)
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
        data = packed(effect.record + effect.seal)
        with store.path(effect.key).open("ab") as file:
            file.write(data[: 1 + len(data) // 2])
    raise StoreError(f"{effect.key}: {os.strerror(errno.ENOSPC)}")
