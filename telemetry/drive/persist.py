"""Carrying out `Persist`: a record is kept, or its role is told why not; the same in both drivers."""

import errno
import os
from typing import NoReturn

from telemetry.contract import Persist, PersistFailed
from telemetry.drive.factory import AppendStore
from telemetry.drive.seams import StoreFault
from telemetry.drive.store import FileStore, StoreError, packed


def keep(store: AppendStore, effect: Persist, fault: StoreFault | None) -> PersistFailed | None:
    """Append a record, unless trouble keeps it off; return what the role is told, None: it is durable."""
    try:
        if fault is not None:
            fail(store, effect, fault)
        store.append(effect.key, effect.record)
    except StoreError as error:
        return PersistFailed(effect.key, str(error))
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
