"""The life of a run, from its first process to its last.

    processes ---> all ready: time zero ---> it is over, its time is, Ctrl-C, an error
        ---> HOLD, unless it was over ---> processes end, the recorder last

The supervisor's own files have no part in it: a status that cannot be written ends no run.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

from ground.run.consoles import CONSOLE
from ground.run.deaths import carry_out_deaths
from ground.run.hold import goes_up, press_once
from ground.run.interrupts import Interrupts
from ground.run.live_run import LiveRun, Tell
from ground.run.locks import SUPERVISOR, lock_path
from ground.run.prepared import Prepared, needed
from ground.run.process import Child, Holds, child_environment, command
from ground.run.supervisor import Supervisor
from telemetry.drive.deaths import Deaths
from telemetry.drive.runtime import Runtime
from telemetry.run_settings import NS_PER_S

AFTERMATH_NS = NS_PER_S  # the last changes of state are told and recorded
LISTENER_STOPS_S = 3.0
PACKAGES = ("telemetry", "predictor", "planner", "haptics", "ground")  # each of which can run its own roles

IsOver = Callable[[LiveRun], bool]


def script_is_done(live: LiveRun) -> bool:
    """True if the operator's script has ended, and what follows from it has been told."""
    return live.done_for_ns >= AFTERMATH_NS


def carry_out(prepared: Prepared, tell: Tell, *, is_over: IsOver = script_is_done) -> LiveRun:
    """Run all processes until the run is over, its time is, or somebody interrupts; returns how it went.

    However it ends: HOLD unless the script is done, then the processes.

    Raises:
        FileError: time zero cannot be told.
        StartError: a process does not become ready.
    """
    events = list[str]()
    children, deaths = _children(prepared), Deaths(prepared.launches[SUPERVISOR].faults)

    def trouble() -> None:
        carry_out_deaths(deaths, children, folder=prepared.folder.path, now_ns=listener.clock.now_ns())

    supervisor = Supervisor(children, event=events.append, trouble=trouble)
    with Interrupts() as interrupts, ExitStack() as ending:
        with needed(prepared.folder):
            listener = ending.enter_context(_started_listener(prepared))
        live = LiveRun(prepared.plan, supervisor, listener.role, listener.clock, tell, events)
        ending.callback(live.stop, interrupts)
        ending.callback(_hold_unless_done, live, prepared)
        _start(live, interrupts)
        _watch(live, interrupts, is_over)
        live.interrupted_by = interrupts.first
    live.phase = "ended"
    live.publish()
    return live


@contextmanager
def _started_listener(prepared: Prepared) -> Iterator[Runtime]:
    """Hear the bus in a thread of this process."""
    log = prepared.folder.log(SUPERVISOR).open("w", encoding="utf-8")
    listener = Runtime(prepared.launches[SUPERVISOR], log=log)
    thread = threading.Thread(target=listener.run, name=SUPERVISOR, daemon=True)
    thread.start()
    try:
        yield listener
    finally:
        listener.stop()
        thread.join(LISTENER_STOPS_S)
        with suppress(OSError):  # what a full disk has not taken by now is lost
            log.close()


def _hold_unless_done(live: LiveRun, prepared: Prepared) -> None:
    """Send HOLD before the processes end, whatever ends them, unless the script is done."""
    if live.heard.script is not None or not prepared.plan.has_arm:
        return
    known = prepared.known
    try:
        answers = press_once(known.addresses, actor=SUPERVISOR, mode=known.mode, run_id=known.run_id)
    except OSError as error:
        live.events.append(f"HOLD could not be sent ({error.strerror})")
    else:
        if not goes_up(answers):
            live.events.append("HOLD did not leave: neither bridge nor space segment took it")


def _start(live: LiveRun, interrupts: Interrupts) -> None:
    """Start all processes, and tell time zero once they are ready."""
    live.supervisor.start()
    while not live.supervisor.is_ready and not interrupts.count:
        live.step()
    if not interrupts.count:
        with needed(live.plan.folder):
            live.clock.begin()
        live.phase = "running"


def _watch(live: LiveRun, interrupts: Interrupts, is_over: IsOver) -> None:
    while not (interrupts.count or live.is_time_over or is_over(live)):
        live.step()


def _children(prepared: Prepared) -> list[Child]:
    elsewhere = (SUPERVISOR, *prepared.plan.later)
    environment, folder = child_environment(), prepared.folder
    return [
        Child(
            name,
            command(_package(launch.factory), name, folder.launch(name)),
            folder.log(name),
            holds=Holds(lock_path(folder.path, name), prepared.reservation.descriptor),
            environment=environment,
            is_vital=launch.role != CONSOLE,
        )
        for name, launch in prepared.launches.items()
        if name not in elsewhere
    ]


def _package(factory: str) -> str:
    """Return the package whose process runs a role: its own, or for a station's one that runs any role."""
    package = factory.partition(".")[0]
    return package if package in PACKAGES else "telemetry"
