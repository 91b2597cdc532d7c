"""Stay on some of the cores while something is measured, and give them back."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def pinned(cores: int) -> Iterator[int]:
    """Stay on so many of this process's cores; yields how many it got."""
    may = sorted(os.sched_getaffinity(0))
    chosen = may[-cores:]
    with suppress(OSError):
        os.sched_setaffinity(0, chosen)
    try:
        yield len(chosen)
    finally:
        os.sched_setaffinity(0, may)
