"""Lines for the terminal: one of the progress of a run, and one for each event in it.

12.3 s  flies the plan   queue 4, in flight 6   round trip 7.01 s
12.5 s  ! predictor is started again
"""

from ground.report.facts.words import actor_text
from ground.report.terminal import Terminal
from ground.run.live_run import Progress
from ground.run.processes.compiling import CompileProgress
from telemetry.agreed.authority import State
from telemetry.messages.queue import GateStatus
from telemetry.messages.replay import ReplayStatus

STATE_TEXTS = {
    State.REST: "at rest",
    State.FILLING: "armed, filling",
    State.PLAN: "flies the plan",
    State.TELEOP: "steers by hand",
    State.RETREAT: "retreats",
    State.STOPPING: "stopping",
    State.HELD: "held",
}
WIDTH = max(map(len, STATE_TEXTS.values()))


def progress_line(progress: Progress) -> str:
    """Return the line of a run's progress."""
    lasts = f"{progress.elapsed_s:.0f} s"
    match progress.phase:
        case "compiling":
            return f"{compiled_line(progress.compiled)}   {lasts}"
        case "starting":
            return f"starting: {progress.ready} of {progress.processes} processes are ready   {lasts}"
        case "stopping":
            return f"ending the processes   {lasts}"
        case "summing up":
            of = f"{progress.summed_s:.0f} s of {progress.mission_s:.0f} s"
            return f"summing up what was recorded: {of}   {lasts}"
    return f"{progress.mission_s:6.1f} s  {_replayed(progress.replay) or _doing(progress.gate)}"


def compiled_line(compiled: CompileProgress | None) -> str:
    """Return the line of how far kernels are."""
    if compiled is None:
        return "compiling kernels"
    return (
        f"compiling kernels: {compiled.kernels} are there, {compiled.parts} of {compiled.of} parts are done"
    )


def state_text(state: str) -> str:
    """Return a state of the gate in words."""
    return STATE_TEXTS[State(state)] if state in set(State) else state


def event_line(progress: Progress) -> str:
    """Return the line of an event."""
    return f"{progress.mission_s:6.1f} s  ! {progress.event}"


def _replayed(status: ReplayStatus | None) -> str:
    if status is None:
        return ""
    speed = f"{status.speed:g}x" if status.speed else "as fast as possible"
    state = f"playing {speed}" if status.playing else "done" if status.done else "paused"
    return f"{state}   {status.at:.1f} s of {status.duration:.1f} s"


def _doing(status: GateStatus | None) -> str:
    if status is None:
        return "nothing heard yet"
    if status.held_by:
        return f"held by {actor_text(status.held_by)}   `farhand resume` goes on, Ctrl-C ends"
    doing = state_text(status.state)
    trip = "not measured" if status.round_trip is None else f"{status.round_trip:.2f} s"
    alarms = [] if status.has_window else ["no contact window"]
    alarms += ["latched on board"] if status.latched else []
    parts = [
        f"{doing:<{WIDTH}}",
        f"queue {status.waiting}, in flight {status.in_flight}",
        f"round trip {trip}",
        *alarms,
    ]
    return "   ".join(parts)


def show_progress(terminal: Terminal, progress: Progress) -> None:
    """Print an event at once, and show how far the run is."""
    if progress.event:
        terminal.show_event(event_line(progress))
    state = progress.gate.state if progress.gate else ""
    terminal.show_progress(progress_line(progress), f"{progress.phase} {state}")
