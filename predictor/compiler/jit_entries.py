"""What is kept of one function: a file for each kind of arguments that it was compiled for.

    seal (32 octets)   digest of all that follows, and of what it must have been made of
    pickled            what it was compiled for, and its code

A file that is not whole, or not of the sources and the compiler of here, is none: the function is compiled
again.  The compiler's own files would be loaded as they are found.
"""

# The compiler has no types.
# mypy: disable-error-code="no-untyped-call"

import hashlib
import os
import pickle
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from numba.core import serialize

SUFFIX = ".code"
_SEAL = hashlib.sha256().digest_size


class CodeFiles:
    """The files of a function: the first folder is the process's own, the others are read alone."""

    def __init__(self, folders: Sequence[Path], name: str, stamp: str) -> None:
        """Read nothing yet; `stamp`: what the code must have been made of."""
        self._folders, self._name, self._stamp = folders, name, stamp.encode()

    def load(self, key: object) -> object:
        """Return what was compiled for this; None: nothing was."""
        found = (self._kept(folder / self._file(key)) for folder in self._folders)
        return next((code for kept_for, code in found if kept_for == key), None)

    def save(self, key: object, compiled: object) -> None:
        """Keep what was compiled for this; where that cannot be, it is not kept."""
        kept = serialize.dumps((key, compiled))
        path = self._folders[0] / self._file(key)
        written = path.with_suffix(f".{secrets.token_hex(8)}{SUFFIX}")
        try:
            written.write_bytes(self._seal(kept) + kept)
            os.replace(written, path)
        except OSError:
            with suppress(OSError):
                written.unlink()

    def flush(self) -> None:
        """Forget what is kept."""
        for path in self._folders[0].glob(f"{self._name}.*{SUFFIX}"):
            path.unlink(missing_ok=True)

    def _file(self, key: object) -> str:
        return f"{self._name}.{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}{SUFFIX}"

    def _kept(self, path: Path) -> tuple[object, object]:
        try:
            content = path.read_bytes()
        except OSError:
            return None, None
        seal, kept = content[:_SEAL], content[_SEAL:]
        if seal != self._seal(kept):
            return None, None
        return pickle.loads(kept)  # type: ignore[no-any-return]  # noqa: S301  # sealed, in a trusted folder

    def _seal(self, kept: bytes) -> bytes:
        return hashlib.sha256(b"%d %s%s" % (len(self._stamp), self._stamp, kept)).digest()
