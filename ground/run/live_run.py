"""One run while it is going on: its processes, what is heard of it, and its status file.

status.json   phase, mission time, state of the gate, one row for each process, what happened so far
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import msgspec

from ground.run.interrupts import Interrupts
from ground.run.own_files import OwnFiles
from ground.run.process import Child
from ground.run.run_plan import RunPlan
from ground.run.supervisor import Supervisor
from telemetry.clock import monotonic_ns
from telemetry.drive.run_clock import RunClock
from telemetry.messages.queue import GateStatus
from telemetry.messages.replay import ReplayStatus
from telemetry.run_settings import NS_PER_S

STATUS_NS = NS_PER_S // 4

Phase = Literal["compiling", "starting", "running", "stopping", "ended"]


class Progress(NamedTuple):
    """How far a run is, for whoever started it."""

    phase: Phase
    ready: int = 0  # processes
    processes: int = 0
    mission_s: float = 0.0
    gate: GateStatus | None = None
    replay: ReplayStatus | None = None
    event: str = ""  # that has just happened, or empty


Tell = Callable[[Progress], None]


@dataclass(slots=True)
class LiveRun:
    """One run while it is going on."""

    plan: RunPlan
    supervisor: Supervisor
    heard: Any  # the supervisor's own role: `gate`, `replay`, `script`
    clock: RunClock
    tell: Tell
    events: list[str] = field(default_factory=list)
    phase: Phase = "starting"
    interrupted_by: str = ""  # name of the signal that asked for the end; empty: none did
    files: OwnFiles = field(init=False)
    _mission_s: float = 0.0
    _done_ns: int | None = None  # when the script was heard to be done
    _status_ns: int = 0
    _told: int = 0

    def __post_init__(self) -> None:
        """Tell of files that cannot be written among the other events."""
        self.files = OwnFiles(self.events.append)

    @property
    def is_time_over(self) -> bool:
        """True if the run has lasted as long as it may."""
        duration_s = self.plan.duration_s
        return duration_s is not None and self.clock.now_ns() >= duration_s * NS_PER_S

    @property
    def done_for_ns(self) -> int:
        """How long the operator's script has been done [ns]; -1: it is not."""
        return -1 if self._done_ns is None else self.clock.now_ns() - self._done_ns

    def step(self) -> None:
        """Watch the processes for a moment, and tell now and then."""
        self.supervisor.step()
        if self._done_ns is None and self.heard.script is not None:
            self._done_ns = self.clock.now_ns()
        now_ns = monotonic_ns()
        if now_ns >= self._status_ns:
            self._status_ns = now_ns + STATUS_NS
            self.publish()

    def publish(self) -> None:
        """Write the status file, and tell whoever started the run."""
        self._mission_s = self.clock.now_ns() / NS_PER_S
        self.files.write(self.plan.folder.status, msgspec.json.encode(self._status()))
        self.tell_events()

    def tell_events(self) -> None:
        """Tell whoever started the run how it goes, and what has happened since the last time."""
        untold, self._told = self.events[self._told :], len(self.events)
        with suppress(OSError, ValueError):  # the terminal may be gone; the flight does not depend on it
            for event in untold or [""]:
                self.tell(self._progress(event))

    def stop(self, interrupts: Interrupts) -> None:
        """End all processes; a further Ctrl-C cuts the waiting short."""
        self.phase = "stopping"
        self.supervisor.stop(interrupts)

    def _progress(self, event: str) -> Progress:
        return Progress(
            phase=self.phase,
            ready=self.supervisor.ready,
            processes=len(self.supervisor.children),
            mission_s=self._mission_s,
            gate=self.heard.gate,
            replay=self.heard.replay,
            event=event,
        )

    def _status(self) -> dict[str, Any]:
        gate, script = self.heard.gate, self.heard.script
        children = self.supervisor.children
        return {
            "phase": self.phase,
            "mission_s": round(self._mission_s, 3),
            "gate": gate.state if gate else None,
            "in_flight": gate.in_flight if gate else None,
            "latched": gate.latched if gate else None,
            "held_by": gate.held_by if gate else None,
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
