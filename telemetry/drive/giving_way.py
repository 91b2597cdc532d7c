"""How a process gives way to those that must be punctual: by its own niceness and by that of its session.

Linux may share the processors between sessions first (autogroup, sched(7)).  Niceness then counts inside one
session alone, and every process of a run is a session of its own.
"""

import contextlib
import os
from pathlib import Path

AUTOGROUP = Path("/proc/self/autogroup")


def give_way(niceness: int) -> None:
    """Make this process nicer, and its session if it leads one; a kernel without groups needs no more."""
    os.nice(niceness)
    if niceness and os.getsid(0) == os.getpid():
        with contextlib.suppress(OSError):
            AUTOGROUP.write_text(str(niceness), encoding="ascii")
