"""Files that are whole at every instant: replaced at once, or grown by whole pieces.

A file that others see is the old one or the new one, and nothing between.  Of a file that grows, what a full
disk has cut short is written again from where it was whole: a format's writer writes into the spool, which is
memory; `save` puts everything that waits on the disk: first what is new, then what is written over, so a disk
that is full leaves all before readable.
"""

import errno
import io
import os
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write a file in place of the one that is there.

    Raises:
        OSError: it cannot be written; the old one stays.
    """
    _replace(path, _written_beside(path, data))


def write_private(path: Path, data: bytes) -> None:
    """Write a file that its owner alone may read, in place of the one that is there.

    Raises:
        OSError: it cannot be written; the old one stays.
    """
    _replace(path, _written_beside(path, data, mode=0o600))


def write_durable(path: Path, data: bytes) -> None:
    """Write a file that its owner alone may read, and wait until no cut of power takes it back.

    Raises:
        OSError: it cannot be written; the old one stays.
    """
    _replace(path, _written_beside(path, data, mode=0o600, sync=True))
    make_name_durable(path)


def write_first(path: Path, data: bytes) -> None:
    """Write a file unless one is there: of several writers the first has written it.

    Raises:
        OSError: it cannot be written.
    """
    part = _written_beside(path, data)
    try:
        os.link(part, path)
    except FileExistsError:
        return
    finally:
        part.unlink(missing_ok=True)


def _written_beside(path: Path, data: bytes, *, mode: int = 0o666, sync: bool = False) -> Path:
    """Return a new file in the same folder, which did not exist before and has this mode."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
            file.flush()
            if sync:
                os.fsync(file.fileno())
    except OSError:
        part.unlink(missing_ok=True)
        raise
    return part


def _replace(path: Path, part: Path) -> None:
    try:
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def make_name_durable(path: Path) -> None:
    """Wait until the folder of a new file names it on the disk, which the file's own contents do not."""
    number = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


class WholeWrites:
    """A new file, its owner's alone, and the bytes that wait for it."""

    def __init__(self, path: Path, *, sync: bool) -> None:
        """Make the file; `sync` waits for the disk with each save.

        Raises:
            OSError: it exists already, or cannot be made.
        """
        self._file = io.FileIO(path, "x+", opener=lambda name, flags: os.open(name, flags, 0o600))
        self._sync = sync
        if sync:
            make_name_durable(path)
        self._waiting = bytearray()
        self._over: dict[int, bytes] = {}  # in what is saved, by place
        self._saved = 0
        self._is_torn = False  # by a save that has failed

    def write(self, data: bytes) -> int:
        """Append bytes; nothing is saved yet."""
        self._waiting += data
        return len(data)

    def write_over(self, place: int, data: bytes) -> None:
        """Write bytes over as many that stand at a place."""
        split = min(max(self._saved - place, 0), len(data))
        if split:
            self._over[place] = data[:split]
        if split < len(data):
            begin = place + split - self._saved
            self._waiting[begin : begin + len(data) - split] = data[split:]

    def tell(self) -> int:
        """Return the length of all that was taken."""
        return self._saved + len(self._waiting)

    def flush(self) -> None:
        """Do nothing: a writer does not decide when the disk is written."""

    def save(self) -> None:
        """Make all that was taken durable; OSError: nothing of it counts, and it may be tried again."""
        if self._is_torn:
            self._file.truncate(self._saved)
            self._file.seek(self._saved)
        self._is_torn = True
        rest = bytes(self._waiting)
        while rest:
            rest = rest[self._file.write(rest) or 0 :]
        for place, data in self._over.items():
            if os.pwrite(self._file.fileno(), data, place) < len(data):
                raise OSError(errno.EIO, os.strerror(errno.EIO))
        if self._sync:
            os.fsync(self._file.fileno())
        self._is_torn = False
        self._saved += len(self._waiting)
        self._waiting.clear()
        self._over.clear()

    def close(self) -> None:
        """Close the file."""
        self._file.close()
