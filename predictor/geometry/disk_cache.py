"""What was computed once and is kept on disk, named by the content it was made of.

    <user's cache>/farhand/geometry/<digest of content, method and source>      32 bytes SHA-256 | arrays

Whatever is not exactly what was written is made again, never believed; what cannot be written is computed the
next time too, and nothing else is lost.  The folder is the user's alone, and the oldest entries go when it
grows beyond its bound.
"""

import contextlib
import hashlib
import os
import stat
import tempfile
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from telemetry.files.settings import FileError, read_file

LARGEST_ENTRY = 50_000_000  # bytes
LARGEST_FOLDER = 500_000_000  # bytes
ARRAY_KINDS = ("float64", "int64")
Arrays = dict[str, NDArray[Any]]


class _Array(msgspec.Struct, frozen=True):
    kind: str
    shape: tuple[int, ...]
    octets: bytes


def cached_arrays(
    parts: Iterable[bytes | str], make: Callable[[], Arrays], is_sound: Callable[[Arrays], bool]
) -> Arrays:
    """Return what `make` gives for these parts, from the disk where it is there and sound."""
    folder = _folder(os.environ)
    if folder is None:
        return make()
    path = folder / _key(parts)
    found = _read(path)
    if found is not None and is_sound(found):
        return found
    made = make()
    _write(path, made)
    return made


def _key(parts: Iterable[bytes | str]) -> str:
    digest = hashlib.sha256(_source_digest())
    for part in parts:
        octets = part.encode() if isinstance(part, str) else part
        digest.update(f"{len(octets)}:".encode())
        digest.update(octets)
    return digest.hexdigest()


@cache
def _source_digest() -> bytes:
    """Return a digest of all sources of this package: a change of any of them makes everything anew."""
    digest = hashlib.sha256(np.__version__.encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.digest()


def _folder(environment: Mapping[str, str]) -> Path | None:
    """Return the folder, made if need be; None: it cannot be made, or others may write to it."""
    try:
        named = Path(environment.get("XDG_CACHE_HOME", ""))
        base = named if named.is_absolute() else Path.home() / ".cache"
        folder = base / "farhand" / "geometry"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
    except (OSError, RuntimeError):  # a RuntimeError tells that there is no home
        return None
    is_ours = found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return folder if is_ours else None


def _read(path: Path) -> Arrays | None:
    try:
        octets = read_file(path, at_most=LARGEST_ENTRY)
        if hashlib.sha256(octets[32:]).digest() != octets[:32]:
            return None
        stored = msgspec.msgpack.decode(octets[32:], type=dict[str, _Array])
        arrays = {name: _array(entry) for name, entry in stored.items()}
    except (FileError, msgspec.MsgspecError, ValueError):
        return None
    with contextlib.suppress(OSError):
        os.utime(path)
    return arrays


def _array(entry: _Array) -> NDArray[Any]:
    if entry.kind not in ARRAY_KINDS:
        raise ValueError(entry.kind)
    found = np.frombuffer(entry.octets, dtype=entry.kind).reshape(entry.shape)
    if not np.isfinite(found).all():
        raise ValueError("not finite")
    return found


def _write(path: Path, arrays: Arrays) -> None:
    """Write an entry as a whole or not at all."""
    body = msgspec.msgpack.encode(
        {name: _Array(str(array.dtype), array.shape, array.tobytes()) for name, array in arrays.items()}
    )
    if len(body) + 32 > LARGEST_ENTRY:
        return
    with contextlib.suppress(OSError):
        descriptor, name = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(hashlib.sha256(body).digest() + body)
            os.replace(name, path)
        except OSError:
            os.unlink(name)
        _shorten(path.parent)


def _shorten(folder: Path) -> None:
    """Remove the entries that were not used for longest, until the folder keeps to its bound."""
    entries = sorted((path.stat().st_mtime_ns, path.stat().st_size, path) for path in folder.iterdir())
    total = sum(size for _, size, _ in entries)
    for _, size, path in entries:
        if total <= LARGEST_FOLDER:
            return
        path.unlink(missing_ok=True)
        total -= size
