"""The receiver of the guide at the UDP addresses of a station, in a thread, listing what it has taken."""

import json
import threading
import time
from typing import NamedTuple

from tests.reference import receiver


class CameUp(NamedTuple):
    """A telecommand, as it came."""

    at_ns: int  # monotonic
    sender: str
    kind: int  # id of its message


class ReceiverPort(receiver.Spacecraft):
    """One life of it; a context manager."""

    def __init__(self, station, key_file):
        """Be where a station file says, with the spacecraft's key."""
        self._ends = [receiver.address(end) for end in (station.spacecraft.tc, station.spacecraft.tm)]
        key, robot = json.loads(key_file.read_text()), receiver.limits_of(station.robot)
        super().__init__(key, *robot, time.monotonic_ns())
        self.came, self.begun, self._ended = [], [], threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *raised):
        self._ended.set()
        self._thread.join()

    def of(self, sender, kind):
        """Return what came of a sender."""
        return [row for row in list(self.came) if (row.sender, row.kind) == (sender, kind)]

    def begin_pass(self, sender, now_ns):
        super().begin_pass(sender, now_ns)
        self.begun.append(sender)

    def on_command(self, came, now_ns):
        super().on_command(came, now_ns)
        self.came.append(CameUp(now_ns, came.sender, came.message["id"]))

    def _run(self):
        receiver.serve(self, *self._ends, time.monotonic_ns, lambda: not self._ended.is_set())
