"""A function in a process of its own, which begins as a copy of this one and has only so much time.

It gives what it returns as JSON, or what it raised; a child that says nothing came to an end by what it ran.
The processor's time is bounded, so a machine at work on something else makes nobody late; the clock on the
wall bounds those that wait for ever.
"""

import ctypes
import json
import os
import resource
import select
import signal
import sys
import time
import traceback
from pathlib import Path
from tempfile import TemporaryFile

MEMORY = 3 * 2**30  # beyond what the parent has [octets]
NOTHING = None
ENDS_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux


class Child:
    """A process that carries out a function."""

    def __init__(self, function, *, processor_s, wall_s):
        """Start it; `fd` is ready to be read when it has ended."""
        self._said = TemporaryFile()  # noqa: SIM115 (read by `result`)
        self.fd, end = os.pipe()
        self._until_s = time.monotonic() + wall_s
        sys.stdout.flush()
        self._pid = os.fork()
        if self._pid == 0:
            _carry_out(function, self._said, processor_s)
        os.close(end)

    def has_ended(self):
        """True if there is a result, or there will be none; one whose time is over is ended."""
        if time.monotonic() > self._until_s:
            self.kill()
        return bool(select.select([self.fd], [], [], 0)[0])

    def kill(self):
        """End it, with all that it has started."""
        for kill in (os.killpg, os.kill):
            try:
                kill(self._pid, signal.SIGKILL)
            except ProcessLookupError:
                continue

    def result(self):
        """Return what the function returned; None: it came to no end.

        Raises:
            RuntimeError: the function raised something.
        """
        os.waitpid(self._pid, 0)
        os.close(self.fd)
        with self._said as said:
            said.seek(0)
            text = said.read()
        if not text:
            return NOTHING
        answer = json.loads(text)
        if "raised" in answer:
            raise RuntimeError(answer["raised"])
        return answer["returned"]


def wait(children):
    """Wait a little for any of them."""
    select.select([child.fd for child in children], [], [], 0.2)


def carried_out(function, *, processor_s=3600, wall_s=7200):
    """Return what a function returns that another process carries out."""
    child = Child(function, processor_s=processor_s, wall_s=wall_s)
    while not child.has_ended():
        wait([child])
    return child.result()


def _carry_out(function, said, processor_s):
    """Be the child, and never come back."""
    try:
        os.setpgid(0, 0)
        ctypes.CDLL(None).prctl(ENDS_WITH_PARENT, signal.SIGKILL)
        limit = int(processor_s) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
        answer = {"returned": function()}
    except BaseException:
        answer = {"raised": traceback.format_exc()}
    said.write(json.dumps(answer).encode())
    said.flush()
    os._exit(0)


def quiet():
    """Say nothing from now on."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for fd in (1, 2):
        os.dup2(nowhere, fd)


def bound_memory():
    """Ask for no more than a share beyond what there is."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
