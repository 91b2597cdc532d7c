"""What a driver makes a role of: its factory, named as a string, its store, its own random stream."""

import importlib
import zlib
from typing import Any, Protocol

import numpy as np


class AppendStore(Protocol):
    """A store that the driver can append to."""

    def records(self, key: str) -> list[bytes]:
        """Return the records of a log."""
        ...

    def append(self, key: str, record: bytes) -> None:
        """Append a record, or raise `StoreError`."""
        ...


def load(name: str) -> Any:
    """Return what `package.module:name` names.

    Raises:
        ImportError: there is no such module.
        AttributeError: the module has no such name.
    """
    module, _, attribute = name.partition(":")
    return getattr(importlib.import_module(module), attribute)


def stream(seed: int, name: str) -> np.random.Generator:
    """Return the role's own random stream: independent of which other roles run."""
    return np.random.default_rng([seed, zlib.crc32(name.encode())])
