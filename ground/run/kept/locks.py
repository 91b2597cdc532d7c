"""The living processes of a run: each holds a lock, which the system frees however the process ends.

    <run folder>/lock/<role>        under flock; holds the number (pid) of the process

    supervisor   acquire ---> start the process, which inherits the lock ---> write its number ---> release
    process      holds the lock from its first instant to its last, and need not know
    reader       held? then the number in it is the holder's

A number alone would not do: it may belong to another process by now.  It is written over the last one, so
that a process is found on a full disk too.  Nothing heavy is imported here.
"""

import contextlib
import fcntl
import os
import threading
from collections.abc import Iterator
from pathlib import Path

LOCK_FOLDER = "lock"
SUPERVISOR = "supervisor"
NUMBER_WIDTH = 20  # characters, so that writing over one never needs a new block
DESCRIPTORS = "/proc/self/fd"
TRIES, BETWEEN_S = 50, 0.002  # a reader holds a lock for microseconds


def lock_path(folder: Path, role: str) -> Path:
    """Return the lock of a process of the run that lies in `folder`."""
    return folder / LOCK_FOLDER / role


def acquire_lock(path: Path) -> int:
    """Acquire a lock, created if need be, and return its descriptor; it holds no process number yet.

    Raises:
        OSError: it cannot be made, or a living process holds it.
    """
    path.parent.mkdir(exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(descriptor)
        _forget(descriptor)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def write_pid(descriptor: int, pid: int) -> None:
    """Write the number of the process that holds a lock; 0: not known yet."""
    os.pwrite(descriptor, f"{pid:{NUMBER_WIDTH}}\n".encode(), 0)


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold a lock in this process's own name.

    Raises:
        OSError: see `acquire_lock`.
    """
    descriptor = acquire_lock(path)
    try:
        write_pid(descriptor, os.getpid())
        yield
    finally:
        os.close(descriptor)


def release_lock(path: Path) -> None:
    """Let a lock go that this process holds or has inherited, whichever descriptor it is."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    with contextlib.suppress(OSError):  # there is no such lock
        meant = os.stat(path)
        for descriptor in map(int, os.listdir(DESCRIPTORS)):
            with contextlib.suppress(OSError):  # the one of the list itself is closed by now
                if os.path.samestat(os.fstat(descriptor), meant):
                    os.dup2(nothing, descriptor)  # whoever closes it later closes what is its own
    os.close(nothing)


def living(folder: Path) -> dict[str, int]:
    """Return the living processes of the run that lies in `folder`, role -> pid; 0: started just now."""
    try:
        paths = sorted((folder / LOCK_FOLDER).iterdir())
    except OSError:
        return {}
    found = {path.name: _holder(path) for path in paths}
    return {role: pid for role, pid in found.items() if pid is not None}


def is_orphaned(folder: Path) -> bool:
    """True if processes of the run live, and the one that watched over them does not."""
    alive = living(folder)
    return bool(alive) and SUPERVISOR not in alive


def _holder(path: Path) -> int | None:
    """Return the number of the process that holds a lock; None: none does."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        number = os.pread(descriptor, NUMBER_WIDTH, 0).strip()
        return int(number) if number.isdigit() else 0
    finally:
        os.close(descriptor)
    return None


def _forget(descriptor: int) -> None:
    """Remove the number of the last holder."""
    try:
        write_pid(descriptor, 0)
    except OSError:  # nothing can be written, but taken away
        os.ftruncate(descriptor, 0)


def _lock(descriptor: int) -> None:
    for _ in range(TRIES):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            threading.Event().wait(BETWEEN_S)
        else:
            return
    raise BlockingIOError("a living process holds it")
