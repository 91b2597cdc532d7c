"""A file that others see whole: the old one, the new one, and nothing between."""

import os
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write a file in place of the one that is there.

    Raises:
        OSError: it cannot be written; the old one stays.
    """
    part = _written_beside(path, data)
    try:
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def write_private(path: Path, data: bytes) -> None:
    """Write a file that its owner alone may read, in place of the one that is there.

    Raises:
        OSError: it cannot be written; the old one stays.
    """
    part = _part(path)
    part.unlink(missing_ok=True)
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


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


def _written_beside(path: Path, data: bytes) -> Path:
    part = _part(path)
    try:
        part.write_bytes(data)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    return part


def _part(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.with_name(f"{path.name}.{os.getpid()}.part")
