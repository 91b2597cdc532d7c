"""A full disk for one process, anywhere and without privileges: no file of it can be written to any more."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def nothing_fits(pid: int = 0) -> Iterator[None]:
    """Let every write of a process (0: this one) to a file fail; its pipes and sockets go on."""
    soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        with suppress(ProcessLookupError):  # it may have ended
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))
