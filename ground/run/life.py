"""The life of a run, from its first process to its last.

    screens ---> kernels, if it asks so ---> processes ---> all ready: time zero
        ---> it is over, its time is, a signal, an error
        ---> HOLD, unless it was over ---> processes end, the recorder last
        ---> summed up by its starter, and shown ---> screens, which stay open then

The supervisor's own files have no part in it: a status that cannot be written ends no run.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

from ground.run.hold_press import HOLD, StandingHold, goes_up, press_text
from ground.run.kept.locks import SUPERVISOR, lock_path
from ground.run.live_run import LiveRun, OnProgress
from ground.run.prepared import Prepared, must_be_written, removed_on_failure
from ground.run.processes.compiling import PROCESSES, Compiling, KernelPart
from ground.run.processes.interrupts import Interrupted, Interrupts
from ground.run.processes.process import Child, Holds, child_environment, command
from ground.run.processes.supervisor import StartError, Supervisor, carry_out_deaths
from ground.run.warm import parts_of
from predictor.warming import is_cold
from telemetry.agreed.participants import CONSOLE
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.runtime import Runtime
from telemetry.drive.seams import LifeChanges
from telemetry.files.settings import FileError
from telemetry.messages.health import RunEnd

AFTERMATH_NS = NS_PER_S  # in which the last changes of state are published and recorded
LISTENER_STOPS_S = 3.0
BEFORE_ANYTHING = (
    "while kernels were compiled; no process of the run was started, nothing has moved, and there is no"
    " recording"
)

IsOver = Callable[[LiveRun], bool]


def script_is_done(live: LiveRun) -> bool:
    """True if the operator's script has ended, and its last changes of state are recorded."""
    return live.done_for_ns >= AFTERMATH_NS


def carry_out(prepared: Prepared, on_progress: OnProgress, *, is_over: IsOver = script_is_done) -> LiveRun:
    """Run all processes until the run is over, and return how it went; there is nothing to sum up.

    Raises:
        FileError: time zero cannot be set.
        StartError: a process does not become ready.
    """
    with run_processes(prepared, on_progress, is_over=is_over) as live:
        return live


@contextmanager
def run_processes(
    prepared: Prepared,
    on_progress: OnProgress,
    *,
    is_over: IsOver = script_is_done,
    check: KernelPart | None = None,
    failed: Callable[[str], RunEnd] | None = None,
) -> Iterator[LiveRun]:
    """Run all processes until the run is over, its time is up, or a signal comes; yield the run.

    However it ends: HOLD unless the script is done, then the processes.  The screens live on while it is
    summed up, and longer if they were told what came of it.

    Args:
        prepared: the run.
        on_progress: called with how far it is.
        is_over: whether it is.
        check: what has to be right before the first process starts, while kernels are compiled; None: the
            run needs neither.
        failed: makes the message that screens show of an error that ends the run; None: none is shown.

    Raises:
        FileError: the check's, or time zero cannot be set.
        StartError: a process does not become ready.
        Interrupted: a signal came before anything was started.
    """
    with _live_run(prepared, on_progress) as live:
        live.supervisor.open_screens()
        if check is not None:
            with removed_on_failure(prepared.folder), _errors_on_screens(live, failed):
                _compile(live, prepared, check)
        with _errors_on_screens(live, failed):
            _fly(live, prepared, is_over)
        live.interrupted_by = live.interrupts.first
        live.publish()
        yield live


@contextmanager
def _errors_on_screens(live: LiveRun, failed: Callable[[str], RunEnd] | None) -> Iterator[None]:
    """Show an error that ends the run on its screens too, which stay then."""
    try:
        yield
    except (FileError, StartError) as error:
        if failed is not None:
            live.end()
            live.send_end(failed(str(error)))
        raise


@contextmanager
def _live_run(prepared: Prepared, on_progress: OnProgress) -> Iterator[LiveRun]:
    """Yield a run of which nothing is started, on the bus and counting signals; at last close its screens."""
    events = list[str]()
    children, deaths = _children(prepared), LifeChanges(prepared.plan.changes)

    def trouble() -> None:
        carry_out_deaths(deaths, children, folder=prepared.folder.path, now_ns=listener.clock.now_ns())

    with Interrupts() as interrupts, ExitStack() as ending:
        with must_be_written(prepared.folder):
            listener = ending.enter_context(_started_listener(prepared))
        live = LiveRun(
            plan=prepared.plan,
            supervisor=Supervisor(children, event=events.append, trouble=trouble),
            supervisor_role=listener.role,
            clock=listener.clock,
            on_progress=on_progress,
            send=listener.send,
            interrupts=interrupts,
            events=events,
        )
        ending.callback(live.close_screens)
        yield live


def _compile(live: LiveRun, prepared: Prepared, check: KernelPart) -> None:
    """Check and compile, before all processes would do it at once; in two, unless most of it is there."""
    live.enter("compiling")
    with ExitStack() as ending:
        folder = prepared.folder
        parts = [check, *parts_of(folder, prepared.plan.roles)]
        compiling = Compiling(parts, log=folder.log("warm"), processes=PROCESSES if is_cold() else 1)
        ending.callback(compiling.end)
        while compiling.is_going_on:
            live.compiled = compiling.compiled
            live.step()
            if live.interrupts.count:
                raise Interrupted(live.interrupts.first, BEFORE_ANYTHING)
        compiling.check()


def _fly(live: LiveRun, prepared: Prepared, is_over: IsOver) -> None:
    """From the first process that flies to the last."""
    with ExitStack() as ending:
        ending.callback(live.stop)
        hold = ending.enter_context(standing_hold(prepared)) if prepared.plan.has_arm else None
        ending.callback(_hold_unless_done, live, hold)
        ending.callback(live.end)
        _start(live)
        unreached = hold.probe() if hold else ""
        if unreached:
            live.events.append(unreached)
        while not (live.interrupts.count or live.is_time_over or is_over(live)):
            live.step()
            if hold is not None and unreached != hold.unreached:
                unreached = hold.unreached
                live.events.append(unreached or "HOLD would reach all again")


def standing_hold(prepared: Prepared) -> StandingHold:
    """Return the supervisor's own HOLD, which reads its keys now and no file later."""
    known = prepared.known
    return StandingHold(known.addresses, known.speakers_as(HOLD), actor=SUPERVISOR)


@contextmanager
def _started_listener(prepared: Prepared) -> Iterator[Runtime]:
    """Run the supervisor's role in a thread of this process."""
    name = prepared.plan.supervisor
    log = prepared.folder.log(name).open("w", encoding="utf-8")
    listener = Runtime(prepared.launches[name], log=log, role=prepared.plan.roles[name])
    thread = threading.Thread(target=listener.run, name=SUPERVISOR, daemon=True)
    thread.start()
    try:
        yield listener
    finally:
        listener.stop()
        thread.join(LISTENER_STOPS_S)
        with suppress(OSError):  # what a full disk has not taken by now is lost
            log.close()


def _hold_unless_done(live: LiveRun, hold: StandingHold | None) -> None:
    """Send HOLD before the processes end, whatever ends them, unless the script is done."""
    if live.supervisor_role.script is not None or hold is None:
        return
    gate = live.supervisor_role.gate
    live.was_latched = gate is not None and gate.latched
    try:
        answers = hold.press()
    except OSError as error:
        live.hold = f"HOLD could not be sent ({error.strerror or 'its own thread stands still'})"
    else:
        live.hold = press_text(answers)
        if goes_up(answers):
            return
    if live.clock.has_time_zero():  # else nothing has moved, and nobody was there yet who could take it
        live.events.append(live.hold)


def _start(live: LiveRun) -> None:
    """Start all processes, and set time zero once they are ready."""
    live.supervisor.start()
    live.enter("starting")
    while not live.supervisor.is_ready and not live.interrupts.count:
        live.step()
    if not live.interrupts.count:
        with must_be_written(live.plan.folder):
            live.clock.begin()
        live.enter("running")


def _children(prepared: Prepared) -> list[Child]:
    elsewhere = (prepared.plan.supervisor, *prepared.plan.later)
    environment, folder = child_environment(), prepared.folder
    return [
        Child(
            name,
            command(name, prepared.plan.roles[name], folder.launch(name)),
            folder.log(name),
            holds=Holds(lock_path(folder.path, name), prepared.reservation.descriptor),
            environment=environment,
            is_vital=launch.role != CONSOLE,
        )
        for name, launch in prepared.launches.items()
        if name not in elsewhere
    ]
