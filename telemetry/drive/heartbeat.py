"""The sign of life of a process: lines in a pipe, whose other end its supervisor reads.

    ready        once, when the role is built and its sockets are open
    beat         five times a second from the event loop, so that a stuck loop is seen

A pipe that nobody reads any more says that the supervisor is gone: then the process ends by itself, or is an
orphan (`telemetry.hold.orphan`).
"""

import os

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.beat import BEAT_NS

BEAT_S = BEAT_NS / NS_PER_S


class Heartbeat:
    """The writing end of the pipe."""

    def __init__(self, descriptor: int | None) -> None:
        """Write to an inherited file descriptor; None: nobody watches.

        Raises:
            OSError: the descriptor is not open.
        """
        self._descriptor = descriptor
        if descriptor is not None:
            os.set_blocking(descriptor, False)
            os.set_inheritable(descriptor, False)

    def ready(self) -> bool:
        """Say that the role runs; False: nobody reads any more."""
        return self._write(b"ready\n")

    def beat(self) -> bool:
        """Say that the event loop turns; False: nobody reads any more."""
        return self._write(b"beat\n")

    def _write(self, line: bytes) -> bool:
        if self._descriptor is None:
            return True
        try:
            os.write(self._descriptor, line)
        except BlockingIOError:
            return True  # the pipe is full: its reader is slow, but there
        except OSError:
            return False
        return True
