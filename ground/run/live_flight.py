"""The processes of one flight, from the first to the last of them.

    processes ---> all ready: time zero ---> script done, time over, Ctrl-C, an error
        ---> HOLD, unless the script is done ---> processes end, the recorder last

The supervisor's own files have no part in it: a status that cannot be written ends no flight.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass

from ground.run.consoles import CONSOLE
from ground.run.deaths import carry_out
from ground.run.hold import goes_up, press_once
from ground.run.live_run import LiveRun, Tell
from ground.run.locks import SUPERVISOR, lock_path
from ground.run.process import Child, Holds, child_environment, command
from ground.run.run_folder import RunFolder
from ground.run.runs import KnownRun
from ground.run.supervisor import Interrupts, Supervisor
from telemetry.drive.deaths import Deaths
from telemetry.drive.runtime import Runtime
from telemetry.network.addresses import Launch
from telemetry.network.reservation import Reservation
from telemetry.run_settings import NS_PER_S
from telemetry.settings import FileError

AFTERMATH_NS = NS_PER_S  # the last changes of state are told and recorded
LISTENER_STOPS_S = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """What stands before the first process is started."""

    folder: RunFolder
    launches: dict[str, Launch]
    known: KnownRun
    reservation: Reservation


@contextmanager
def needed(folder: RunFolder) -> Iterator[None]:
    """What cannot be written before the start is an error: nothing flies that nobody could find."""
    try:
        yield
    except OSError as error:
        raise FileError(folder.path, "", f"cannot hold a run ({error.strerror})") from None


def fly_processes(
    prepared: Prepared, duration_ns: int, tell: Tell, *, later: Sequence[str] = ()
) -> tuple[LiveRun, bool]:
    """Run all processes to the end of the script; returns the run, and whether somebody interrupted it.

    Participants that are `later` are left to others, who may start them meanwhile.

    However it ends: HOLD unless the script is done, then the processes.
    """
    known, events = prepared.known, list[str]()
    children, deaths = _children(prepared, later), Deaths(prepared.launches[SUPERVISOR].faults)
    supervisor = Supervisor(
        children,
        event=events.append,
        trouble=lambda: carry_out(
            deaths, children, folder=prepared.folder.path, now_ns=listener.clock.now_ns()
        ),
    )
    with Interrupts() as interrupts, ExitStack() as ending:
        ending.enter_context(prepared.reservation)
        with needed(prepared.folder):
            listener = ending.enter_context(_started_listener(prepared))
        live = LiveRun(prepared.folder, supervisor, listener.role, listener.clock, tell, events)
        ending.callback(live.stop, interrupts)
        ending.callback(_hold_unless_done, live, known)
        _start(live, interrupts)
        _watch(live, duration_ns, interrupts)
        was_interrupted = interrupts.count > 0
    live.phase = "ended"
    live.publish()
    return live, was_interrupted


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


def _hold_unless_done(live: LiveRun, known: KnownRun) -> None:
    """Send HOLD before the processes end, whatever ends them, unless the script is done."""
    if live.listener.script is not None:
        return
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
        with needed(live.folder):
            live.clock.begin()
        live.phase = "running"


def _watch(live: LiveRun, duration_ns: int, interrupts: Interrupts) -> None:
    """Watch until the script is done and a moment longer, the time is over, or somebody interrupts."""
    end_ns = duration_ns
    while live.clock.now_ns() < end_ns and not interrupts.count:
        live.step()
        if live.listener.script is not None:
            end_ns = min(end_ns, live.clock.now_ns() + AFTERMATH_NS)


def _children(prepared: Prepared, later: Sequence[str]) -> list[Child]:
    environment = child_environment()
    return [
        Child(
            role,
            command(launch.factory.partition(".")[0], role, prepared.folder.launch(role)),
            prepared.folder.log(role),
            holds=Holds(lock_path(prepared.folder.path, role), prepared.reservation.descriptor),
            environment=environment,
            is_vital=launch.role != CONSOLE,
        )
        for role, launch in prepared.launches.items()
        if role not in (SUPERVISOR, *later)
    ]
