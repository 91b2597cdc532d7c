"""Play a recording in real time: the replay in a process of its own, the console in another one if wanted.

    recording --> replay --> bus of mode replay --> console (blue frame)
                     ^----- ReplayControl ------------'

Time zero is when the console is there; the replay ends when its window is closed, without one at the end of
the recording.  Ctrl-C ends it at any time, and no process is left behind.
"""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ground.run.consoles import CONSOLE, consoles
from ground.run.locks import SUPERVISOR, lock_path
from ground.run.process import Child, Holds, child_environment, command
from ground.run.recorded_model import recorded_settings, unpacked
from ground.run.run_folder import (
    RunFolder,
    RunPlan,
    known_run,
    make_folder,
    new_run_id,
    write_launches,
)
from ground.run.runs import announce, present, runs_folder
from ground.run.supervisor import STARTS, Interrupts, StartError, Supervisor
from telemetry.clock import utc_stamp
from telemetry.contract import RoleSpec
from telemetry.drive.runtime import Runtime
from telemetry.messages.replay import ReplayStatus
from telemetry.network.addresses import Launch
from telemetry.network.reservation import Reservation, reserve
from telemetry.participants import REPLAY
from telemetry.recording.playback import Playback
from telemetry.recording.record import About
from telemetry.recording.replay_settings import ReplaySettings
from telemetry.run_settings import RunSettings

LEAD_S = 1.0  # from the replay's first tick to its first message: everybody is connected by then
LISTENER_STOPS_S = 3.0

Tell = Callable[[ReplayStatus], None]


def play_live(settings: ReplaySettings, *, with_console: bool, tell: Tell) -> dict[str, Any]:
    """Play as the settings say and return how far it came.

    Returns:
        recording, from_s, speed, duration_s, at_s, sent, done, damage

    Raises:
        FileError: the recording cannot be played, or not on a console.
        StartError: the replay does not start.
    """
    recording = Path(settings.recording)
    about = Playback(recording).about
    folder = make_folder(runs_folder(), f"replay-{recording.stem}-{utc_stamp()}")
    run_id = new_run_id(folder.path.name)
    told = msgspec.structs.replace(settings, run_id=run_id, lead_s=LEAD_S)
    specs = [
        RoleSpec(REPLAY, "telemetry.recording.replay_role:build", told),
        RoleSpec(SUPERVISOR, "ground.replay.listener_role:build", told),
    ]
    if with_console:
        run = msgspec.structs.replace(recorded_run(recording, about, folder), run_id=run_id)
        specs += consoles(run)[:1]
    with present(folder.path), reserve([spec.participant for spec in specs]) as reservation:
        plan = RunPlan(folder, reservation.addresses, 0, run_id, REPLAY)
        launches = write_launches(plan, specs)
        announce(known_run(plan, up_s=0.0, down_s=0.0, period_s=0.0))
        listener = Runtime(launches.pop(SUPERVISOR))
        children = [_child(folder, launch, reservation) for launch in launches.values()]
        status = _play(children, listener, tell)
    return {
        "recording": settings.recording,
        "from_s": settings.from_s,
        "speed": settings.speed,
        "duration_s": status.duration if status else None,
        "at_s": status.at if status else None,
        "sent": status.sent if status else 0,
        "done": status.done if status else False,
        "damage": (status.detail or None) if status else None,
    }


def recorded_run(recording: Path, about: About, folder: RunFolder) -> RunSettings:
    """Return the settings of the recorded run in mode replay, with robot and scene as they were then.

    Raises:
        FileError: the recording does not hold them.
    """
    run = recorded_settings(recording, about)
    model = unpacked(recording, about, folder.path)
    return msgspec.structs.replace(run, mode=REPLAY, **model._asdict())


def _play(children: Sequence[Child], listener: Runtime, tell: Tell) -> ReplayStatus | None:
    """Run the processes to the end; returns the last status."""
    supervisor = Supervisor(children)
    console = next((child for child in children if child.role == CONSOLE), None)
    hearing: Any = listener.role
    thread = threading.Thread(target=listener.run, name=SUPERVISOR, daemon=True)
    with Interrupts() as interrupts:
        try:
            thread.start()
            supervisor.start()
            _watch(supervisor, listener, console, interrupts=interrupts, tell=tell)
        finally:
            supervisor.stop(interrupts)
            listener.stop()
    thread.join(LISTENER_STOPS_S)
    status: ReplayStatus | None = hearing.status
    return status


def _watch(
    supervisor: Supervisor, listener: Runtime, console: Child | None, *, interrupts: Interrupts, tell: Tell
) -> None:
    """Watch until the window is closed, the recording is over, or somebody interrupts."""
    hearing: Any = listener.role
    told: ReplayStatus | None = None
    while not interrupts.count:
        if not listener.clock.is_told() and supervisor.is_ready:
            listener.clock.begin()
        supervisor.step()
        status: ReplayStatus | None = hearing.status
        if status is not None and status is not told:
            told = status
            tell(status)
        if _is_over(console, status):
            return


def _is_over(console: Child | None, status: ReplayStatus | None) -> bool:
    """True if nobody looks on any more; StartError: nobody ever can."""
    if console is None:
        return status is not None and status.done and not status.playing
    if not console.was_ready and len(console.deaths) >= STARTS:
        raise StartError(f"the console does not start: {console.deaths[-1]}; add --headless")
    return console.state == "ended"


def _child(folder: RunFolder, launch: Launch, reservation: Reservation) -> Child:
    return Child(
        launch.participant,
        command(launch.factory.partition(".")[0], launch.participant, folder.launch(launch.participant)),
        folder.log(launch.participant),
        holds=Holds(lock_path(folder.path, launch.participant), reservation.descriptor),
        environment=child_environment(),
        is_vital=launch.role != CONSOLE,
    )
