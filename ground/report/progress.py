"""One line for the terminal while a run goes on: mission time, what is being done, link, newest event.

12.3 s  flies the plan    queue 4, in flight 6   round trip 7.01 s   ! predictor is started again
"""

from ground.run.live_run import Progress
from telemetry.authority import State

DOING = {
    State.REST: "at rest",
    State.FILLING: "armed, filling",
    State.PLAN: "flies the plan",
    State.TELEOP: "steers by hand",
    State.STOPPING: "stopping",
    State.HELD: "held",
}
WIDTH = max(map(len, DOING.values()))


def progress_line(progress: Progress) -> str:
    """Return the line; an event that is empty is left out."""
    event = f"   ! {progress.event}" if progress.event else ""
    return f"{progress.mission_s:6.1f} s  {_doing(progress)}{event}"


def _doing(progress: Progress) -> str:
    status = progress.gate
    if progress.phase == "compiling":
        return "compiling kernels"
    if progress.phase == "starting":
        return f"starting: {progress.ready} of {progress.processes} processes are ready"
    if status is None:
        return "nothing heard of the gate yet"
    if status.held_by:
        return f"held by {status.held_by}   `farhand resume` goes on, Ctrl-C ends"
    doing = DOING[State(status.state)] if status.state in set(State) else status.state
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
