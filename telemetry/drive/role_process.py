"""The process of one role: read its command line, build the role, run it, end with an exit code."""

import gc
import os
import signal
import sys
from collections.abc import Sequence

from telemetry.drive.giving_way import give_way
from telemetry.drive.runtime import DIED, DONE, Runtime
from telemetry.drive.task import BAD_FILE, UNSAFE, TaskError, explain, read_task
from telemetry.files.refused import SafetyError
from telemetry.files.settings import FileError
from telemetry.network.event_log import drop_unwritten

SWITCH_S = 0.0005  # between threads, so that work does not hold up a tick


def main(arguments: Sequence[str]) -> int:
    """Run the process of one role; return its exit code."""
    running: list[Runtime] = []
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the supervisor decides what an interrupt means
    signal.signal(signal.SIGTERM, lambda *_: running[0].stop() if running else sys.exit(DONE))
    sys.setswitchinterval(SWITCH_S)
    try:
        task = read_task(arguments)
    except TaskError as error:
        print(f"{error}", file=sys.stderr)
        return error.code
    try:
        running.append(Runtime(task.launch, task.heartbeat, role=task.own))
    except FileError as error:
        print(f"{task.launch.participant} cannot be built: {error}", file=sys.stderr)
        return UNSAFE if isinstance(error, SafetyError) else BAD_FILE
    except Exception as error:  # whatever else a factory finds wrong
        print(f"{task.launch.participant} cannot be built: {explain(error)}", file=sys.stderr)
        return DIED
    give_way(task.launch.niceness)
    gc.collect()
    gc.freeze()  # what the warm-up has made stays: no tick waits for a look at it
    code = running[0].run()
    drop_unwritten()
    if running[0].is_working:
        os._exit(code)  # the interpreter would wait for a work that is not needed any more
    return code
