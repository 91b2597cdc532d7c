"""One run while it is going on: its processes, what the gate says, and its status file.

status.json   phase, mission time, state of the gate, one row for each process, what happened so far
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ground.run.own_files import OwnFiles
from ground.run.process import Child
from ground.run.run_folder import RunFolder
from ground.run.supervisor import Interrupts, Supervisor
from telemetry.clock import monotonic_ns
from telemetry.drive.run_clock import RunClock
from telemetry.messages.acts import ScriptDone
from telemetry.messages.queue import GateStatus
from telemetry.run_settings import NS_PER_S

STATUS_NS = NS_PER_S // 4

Tell = Callable[[float, GateStatus | None, str], None]  # mission time [s], gate, latest event or empty


@dataclass(slots=True)
class LiveRun:
    """One run while it is going on."""

    folder: RunFolder
    supervisor: Supervisor
    listener: Any  # the supervisor's role: `status`, `script`
    clock: RunClock
    tell: Tell
    events: list[str] = field(default_factory=list)
    phase: str = "starting"
    files: OwnFiles = field(init=False)
    _mission_s: float = 0.0
    _status_ns: int = 0
    _told: int = 0

    def __post_init__(self) -> None:
        """Tell of files that cannot be written among the other events."""
        self.files = OwnFiles(self.events.append)

    def step(self) -> None:
        """Watch the processes for a moment, and tell now and then."""
        self.supervisor.step()
        now_ns = monotonic_ns()
        if now_ns >= self._status_ns:
            self._status_ns = now_ns + STATUS_NS
            self.publish()

    def publish(self) -> None:
        """Write the status file, and tell whoever started the run."""
        self._mission_s = self.clock.now_ns() / NS_PER_S
        self.files.write(self.folder.status, msgspec.json.encode(self._status()))
        self.tell_events()

    def tell_events(self) -> None:
        """Tell whoever started the run how it goes, and what has happened since the last time."""
        untold, self._told = self.events[self._told :], len(self.events)
        with suppress(OSError, ValueError):  # the terminal may be gone; the flight does not depend on it
            for event in untold or [""]:
                self.tell(self._mission_s, self.listener.status, event)

    def stop(self, interrupts: Interrupts) -> None:
        """End all processes; a further Ctrl-C cuts the waiting short."""
        self.phase = "stopping"
        self.supervisor.stop(interrupts)

    def _status(self) -> dict[str, Any]:
        status: GateStatus | None = self.listener.status
        script: ScriptDone | None = self.listener.script
        children = self.supervisor.children
        return {
            "phase": self.phase,
            "mission_s": round(self._mission_s, 3),
            "gate": status.state if status else None,
            "in_flight": status.in_flight if status else None,
            "latched": status.latched if status else None,
            "held_by": status.held_by if status else None,
            "script": script.detail if script else None,
            "processes": [
                {**row, "state": child.state}
                for child, row in zip(children, process_rows(children), strict=True)
            ],
            "events": self.events,
        }


def process_rows(children: Sequence[Child]) -> list[dict[str, Any]]:
    """Return the summary's row of each process."""
    return [
        {"role": child.role, "pid": child.pid, "restarts": child.restarts, "deaths": child.deaths}
        for child in children
    ]
