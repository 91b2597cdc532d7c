"""Only tests marked `real_time` may open a socket, start a process, wait for one or sleep; any other fails.

Such a test waits for what is outside of it, so it depends on how busy the machine is, and workers that
compute can run beside it.  An event loop of asyncio opens two sockets, by which it is woken, and its clock is
the machine's, so to run one is real time too.  Threads of the test's own process are not: what they wait for
is computed there.  Nobody guesses; an audit hook of Python's sees what a test and its fixtures do until the
test ends.
"""

import multiprocessing.util
import subprocess
import sys
import time
from contextlib import contextmanager
from functools import wraps

import pytest

MARK = "real_time"
ACTS = {
    "socket.__new__": "opens a socket",
    "subprocess.Popen": "starts a process",
    "subprocess.Popen.wait": "waits for a process",
    "os.fork": "starts a process",
    "os.forkpty": "starts a process",
    "os.posix_spawn": "starts a process",
    "os.system": "starts a process",
    "os.exec": "becomes another program",
    "multiprocessing.spawn": "starts a process",
    "time.sleep": "sleeps",
}


class Watch:
    """Whether the test that runs may do what needs the mark."""

    may_do_all = True


def watch():
    """Watch from now on; a hook stays as long as its process."""
    if sys.version_info < (3, 13):
        time.sleep = audited("time.sleep", time.sleep)
    subprocess.Popen.wait = audited("subprocess.Popen.wait", subprocess.Popen.wait)
    spawn = multiprocessing.util.spawnv_passfds
    multiprocessing.util.spawnv_passfds = audited("multiprocessing.spawn", spawn)
    sys.addaudithook(on_event)


def audited(event, function):
    """Return a function that tells the hook of what Python itself does not."""

    @wraps(function)
    def told(*arguments, **named):
        sys.audit(event)
        return function(*arguments, **named)

    return told


def on_event(event, _):
    """End a test that does what it is not marked for."""
    if event in ACTS and not Watch.may_do_all:
        pytest.fail(f"this test {ACTS[event]} ({event}), and is not marked {MARK}", pytrace=False)


def is_marked(item):
    """True if a test may do all."""
    return item.get_closest_marker(MARK) is not None


@contextmanager
def only_if_marked(item):
    """While a test runs, with its fixtures, hold it to its marks."""
    Watch.may_do_all = is_marked(item)
    try:
        yield
    finally:
        Watch.may_do_all = True
