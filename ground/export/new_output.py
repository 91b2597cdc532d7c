"""A file or a folder that is there whole or not at all, and never in place of another.

NAME.<pid>.part   while it is written; whatever goes wrong, it is taken away
NAME              once it is whole
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from telemetry.files.settings import FileError


@contextmanager
def new_file(path: Path) -> Iterator[IO[bytes]]:
    """Write a new file.

    Raises:
        FileError: it is there already, or cannot be written.
    """
    with _written_beside(path) as part:
        with part.open("xb") as file:
            yield file
        os.link(part, path)  # never in place of another, also of one that has come meanwhile


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """Fill a new folder.

    Raises:
        FileError: it is there already, or cannot be written.
    """
    with _written_beside(path) as part:
        part.mkdir()
        yield part
        check_free(path)
        part.rename(path)


@contextmanager
def _written_beside(path: Path) -> Iterator[Path]:
    check_free(path)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield part
    except OSError as error:
        check_free(path)  # somebody may have been quicker
        raise FileError(path, "", f"cannot be written ({error.strerror})") from None
    finally:
        _take_away(part)


def _take_away(part: Path) -> None:
    if part.is_dir():
        shutil.rmtree(part)
    elif part.exists():
        part.unlink()


def check_free(path: Path) -> None:
    """Refuse a place that is taken; FileError: it is."""
    if os.path.lexists(path):
        raise FileError(path, "", "exists; choose another name, or remove it first")
