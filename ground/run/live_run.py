"""One run while it goes on: its processes, the state that it receives, and its reports of progress.

terminal      `Progress`, four times a second and with each event
screens       `RunStage` as often, before time zero and after the flight too; at last `RunEnd`
status.json   phase, mission time, how much of it is summed up, state of the gate, one row for each
              process, what happened so far
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from ground.run.kept.locks import living
from ground.run.kept.run_folder import SupervisorFiles
from ground.run.processes.compiling import CompileProgress
from ground.run.processes.interrupts import Interrupts
from ground.run.processes.process import ProcessRow, ProcessState
from ground.run.processes.supervisor import Supervisor
from ground.run.run_plan import RunPlan
from telemetry.agreed.participants import SEATS, playing
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.run_clock import RunClock
from telemetry.life.clock import monotonic_ns
from telemetry.messages.base import Message, shortened
from telemetry.messages.health import PROCESSES, ProcessNow, RunEnd, RunStage, Stage
from telemetry.messages.queue import GateStatus
from telemetry.messages.replay import ReplayStatus

STATUS_NS = NS_PER_S // 4
STAYS_OPEN = "the console stays open with what came of the run; close its window when you have read it"
END_SENT_NS, END_AGAIN_NS = NS_PER_S, NS_PER_S // 5  # how long the end is sent, and how often


class Progress(NamedTuple):
    """How far a run is, for its starter."""

    phase: Stage
    elapsed_s: float = 0.0  # of this phase
    compiled: CompileProgress | None = None  # how far kernels are, while they are compiled
    ready: int = 0  # processes
    processes: int = 0
    mission_s: float = 0.0
    summed_s: float = 0.0  # of these, up to where the recording has been summed up
    gate: GateStatus | None = None
    replay: ReplayStatus | None = None
    event: str = ""  # that has just happened, or empty


OnProgress = Callable[[Progress], None]


class ProcessStatus(ProcessRow, frozen=True, kw_only=True):
    """A process in `status.json`."""

    state: ProcessState


class RunStatus(msgspec.Struct, frozen=True, kw_only=True):
    """The content of `status.json`."""

    phase: Stage
    mission_s: float
    summed_s: float
    gate: str | None  # its state; None: not heard of
    in_flight: int | None
    latched: bool | None
    held_by: str | None
    script: str | None
    processes: list[ProcessStatus]
    events: list[str]


@dataclass(slots=True)
class LiveRun:
    """One run while it is going on."""

    plan: RunPlan
    supervisor: Supervisor
    supervisor_role: Any  # the supervisor's own role: `gate`, `replay`, `script`
    clock: RunClock
    on_progress: OnProgress
    send: Callable[[Message], None]  # to the screens
    interrupts: Interrupts
    events: list[str] = field(default_factory=list)
    phase: Stage = "starting"
    interrupted_by: str = ""  # name of the signal that asked for the end; empty: none did
    hold: str = ""  # what became of the supervisor's own HOLD; empty: it pressed none
    was_latched: bool = False  # on board, before that HOLD
    summed_s: float = 0.0  # up to where the recording has been summed up
    compiled: CompileProgress | None = None  # how far kernels are
    files: SupervisorFiles = field(init=False)
    _since_ns: int = field(default_factory=monotonic_ns)  # of the phase
    _over_ns: int | None = None  # time of the run at which its processes were told to end
    _end_is_sent: bool = False  # the end, to the screens
    _mission_s: float = 0.0
    _done_ns: int | None = None  # when the script was heard to be done
    _status_ns: int = 0
    _events_sent: int = 0

    def __post_init__(self) -> None:
        """Report files that cannot be written among the other events."""
        self.files = SupervisorFiles(self.events.append)

    @property
    def is_time_over(self) -> bool:
        """True if the run has lasted as long as it may."""
        duration_s = self.plan.duration_s
        return duration_s is not None and self.clock.now_ns() >= duration_s * NS_PER_S

    @property
    def done_for_ns(self) -> int:
        """How long the operator's script has been done [ns]; -1: it is not."""
        return -1 if self._done_ns is None else self.clock.now_ns() - self._done_ns

    def end(self) -> None:
        """The flight is over: what the screens show from now on is how it ended."""
        if self._over_ns is None:
            self._over_ns = self.clock.now_ns()
            self.enter("stopping")

    def enter(self, phase: Stage) -> None:
        """Go on with another phase, and publish it."""
        self.phase, self._since_ns = phase, monotonic_ns()
        self.publish()

    def step(self) -> None:
        """Watch the processes for a moment, and publish when it is time."""
        self.supervisor.step()
        if self._done_ns is None and self.supervisor_role.script is not None:
            self._done_ns = self.clock.now_ns()
        self.publish_if_due()

    def publish_if_due(self) -> None:
        """Publish how far it is, if the time for that has come."""
        now_ns = monotonic_ns()
        if now_ns >= self._status_ns:
            self._status_ns = now_ns + STATUS_NS
            self.publish()

    def publish(self) -> None:
        """Write the status file, and report to the screens and to the run's starter."""
        self._mission_s = (self.clock.now_ns() if self._over_ns is None else self._over_ns) / NS_PER_S
        self.send(self._stage())
        self.files.write(self.plan.folder.status, msgspec.json.encode(self._status()))
        self.report_events()

    def report_events(self) -> None:
        """Report progress to the run's starter, and each event since the last time."""
        untold, self._events_sent = self.events[self._events_sent :], len(self.events)
        with suppress(OSError, ValueError):  # the terminal may be gone; the flight does not depend on it
            for event in untold or [""]:
                self.on_progress(self._progress(event))

    def stop(self) -> None:
        """End all processes but the screens; a further Ctrl-C cuts the waiting short."""
        self.supervisor.stop(self.interrupts)

    @property
    def arm_outcome(self) -> str:
        """The state of the arm when the supervisor ended the run."""
        if not self.clock.has_time_zero():
            return "the run had not begun, and nothing has moved"
        gate = self.supervisor_role.gate
        if gate is not None and gate.latched:
            return f"{self.hold}; the spacecraft reports its latch"
        if self.was_latched:
            return f"{self.hold}; the spacecraft had reported its latch before"
        return f"{self.hold}; its latch was not reported before the processes ended"

    @property
    def has_viewers(self) -> bool:
        """True if a screen is open: the run's own, or one that was opened meanwhile."""
        seats = playing(SEATS, self.plan.participants)
        return not living(self.plan.folder.path).keys().isdisjoint(seats)

    def send_end(self, end: RunEnd) -> None:
        """Send the screens the end of the run; they stay open, unless a signal has ended the run."""
        if self.has_viewers:
            self._end_is_sent = True
            until_ns = monotonic_ns() + END_SENT_NS
            while monotonic_ns() < until_ns:
                self.send(end)
                threading.Event().wait(END_AGAIN_NS / NS_PER_S)
            if self.supervisor.shows and not self.interrupted_by:
                self.events.append(STAYS_OPEN)
        self.report_events()

    def close_screens(self) -> None:
        """Close the screens, unless they show the end, which a person reads there."""
        if self.interrupted_by or not self._end_is_sent:
            self.supervisor.close_screens(self.interrupts)

    def _stage(self) -> RunStage:
        processes = [ProcessNow(role=child.role, state=child.state) for child in self.supervisor.children]
        return RunStage(
            stage=self.phase,
            elapsed=self._elapsed_s,
            processes=tuple(processes[:PROCESSES]),
            over_ns=self._over_ns,
            event=shortened(self.events[-1]) if self.events else "",
        )

    @property
    def _elapsed_s(self) -> float:
        return (monotonic_ns() - self._since_ns) / NS_PER_S

    def _progress(self, event: str) -> Progress:
        return Progress(
            phase=self.phase,
            elapsed_s=self._elapsed_s,
            compiled=self.compiled,
            ready=self.supervisor.ready,
            processes=len(self.supervisor.children),
            mission_s=self._mission_s,
            summed_s=self.summed_s,
            gate=self.supervisor_role.gate,
            replay=self.supervisor_role.replay,
            event=event,
        )

    def _status(self) -> RunStatus:
        gate, script = self.supervisor_role.gate, self.supervisor_role.script
        return RunStatus(
            phase=self.phase,
            mission_s=round(self._mission_s, 3),
            summed_s=round(self.summed_s, 3),
            gate=gate.state if gate else None,
            in_flight=gate.in_flight if gate else None,
            latched=gate.latched if gate else None,
            held_by=gate.held_by if gate else None,
            script=script.detail if script else None,
            processes=[
                ProcessStatus(**msgspec.structs.asdict(child.row), state=child.state)
                for child in self.supervisor.children
            ],
            events=self.events,
        )
