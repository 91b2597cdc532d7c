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
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    return part
