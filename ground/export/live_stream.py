"""A live stream of a run: an observer's place in it, the role in a thread of its own, the server beside it.

    runtime: role `observer`, sockets ---> samples ---> server ---> clients
                                       X <--------------------------'         no way back

What a client does reaches the server's library at most: nothing of it is handed on, and an observer's place
could say nothing with it but HOLD.
"""

import os
import signal
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from msgspec import json

from ground.console.facts.settings import ConsoleSettings
from ground.export.conversion import usual_topics
from ground.export.sample import PROCESS_OUTLET
from ground.export.stream_server import StreamServer
from ground.run.kept.run_folder import RunFolder
from ground.run.processes.role_thread import RoleThread
from telemetry.agreed.participants import REPLAY
from telemetry.drive.run_clock import time_zero_ns
from telemetry.drive.runtime import Runtime
from telemetry.files.settings import read_json
from telemetry.network.launch import Launch
from telemetry.recording.records.record import VIRTUAL_ZERO_NS

STREAM_ROLE = "ground.export.stream_role:build"  # in an observer's place
NICENESS = 10  # what flies comes first
LOOK_S = 0.5


class LiveStream:
    """The stream of one run, from `start` to `stop`."""

    def __init__(self, launch: Path, *, host: str, port: int) -> None:
        """Take the place of a launch file, and open the server; nothing is heard yet.

        Raises:
            FileError: the launch file or the run's model cannot be used, or the server not be opened.
        """
        settings = read_json(launch, Launch)
        folder = RunFolder(Path(settings.folder))
        self._zero_utc_ns = _zero_utc_ns(settings)
        with ExitStack() as ending:
            topics = usual_topics(settings.role)
            self._server = StreamServer(folder.path.name, topics, host=host, port=port)
            ending.callback(self._server.stop)
            log = ending.enter_context(folder.log(settings.participant).open("a", encoding="utf-8"))
            self._role = RoleThread(Runtime(settings, log=log, role=STREAM_ROLE), "stream")
            self._ending = ending.pop_all()

    @property
    def port(self) -> int:
        """Where the server listens."""
        return self._server.port

    @property
    def is_alive(self) -> bool:
        """True while it hears the run."""
        return self._role.is_alive

    def start(self) -> None:
        """Begin to hear and to put out."""
        PROCESS_OUTLET.open(self._server, zero_utc_ns=self._zero_utc_ns)
        self._role.start()

    def stop(self) -> int:
        """End the role, then the server; return the role's exit code."""
        code = self._role.stop()
        self._ending.close()
        return code


def _zero_utc_ns(launch: Launch) -> int:
    """Return time zero of what is told, since 1970: of the run, or in a replay of the recorded one."""
    if launch.mode != REPLAY:
        return time_zero_ns(Path(launch.folder)) or 0
    recorded_ns = json.decode(launch.settings, type=ConsoleSettings).recorded_zero_ns
    return VIRTUAL_ZERO_NS if recorded_ns is None else recorded_ns


def serve(stream: LiveStream, is_over: Callable[[], bool]) -> int:
    """Stream until the run is over or a signal ends it; return the exit code."""
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    os.nice(NICENESS)
    stream.start()
    while stream.is_alive and not (ended.wait(LOOK_S) or is_over()):
        pass
    return stream.stop()
