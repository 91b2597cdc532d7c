"""Play a recording in real time: the replay in a process of its own, the console in another one if wanted.

    recording --> replay --> bus of mode replay --> console (blue frame)
                     ^----- ReplayControl ------------'

It is a run like any other (`ground.run.life`), without an arm.  Time zero is when the console is there; it
ends when the window is closed, or without a console at the end of the recording.
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from ground.console.facts.settings import consoles, observers, with_around, with_recording
from ground.rehearsal.scenario_info import recorded_around
from ground.replay.counted_replay import behind_the_end
from ground.run.kept.known_runs import runs_folder
from ground.run.kept.locks import SUPERVISOR
from ground.run.kept.recorded_run import recorded_settings, unpack_model
from ground.run.kept.run_folder import RunFolder, make_folder, new_run_id
from ground.run.life import carry_out
from ground.run.live_run import LiveRun, OnProgress
from ground.run.prepared import prepared
from ground.run.processes.supervisor import STARTS, StartError
from ground.run.run_plan import RunPlan
from telemetry.agreed.participants import CONSOLE, OBSERVER, REPLAY, playing
from telemetry.agreed.run_settings import NS_PER_S, ReplaySettings, RunSettings
from telemetry.files.settings import FileError
from telemetry.life.clock import utc_stamp
from telemetry.life.contract import RoleSpec
from telemetry.messages.replay import ReplayStatus
from telemetry.recording.playback import about_of
from telemetry.recording.reading.mcap_glance import contents_of_all
from telemetry.recording.records.record import About, parts

LEAD_S = 1.0  # from the replay's first tick to its first message: everybody is connected by then


class PlayedReplay(msgspec.Struct, frozen=True, kw_only=True):
    """How far a replay came."""

    recording: str
    from_s: float
    speed: float
    duration_s: float | None
    at_s: float | None
    sent: int
    done: bool
    damage: str | None
    ended_by: str | None  # name of the signal that ended it early


def play_live(settings: ReplaySettings, *, with_console: bool, on_progress: OnProgress) -> PlayedReplay:
    """Play as the settings say and return how far it came.

    Raises:
        FileError: the recording cannot be played, or not on a console.
        StartError: the replay does not start.
    """
    with prepared(_plan(settings, with_console=with_console)) as ready:
        live = carry_out(ready, on_progress, is_over=_is_over)
    status: ReplayStatus | None = live.supervisor_role.replay
    return PlayedReplay(
        recording=settings.recording,
        from_s=settings.from_s,
        speed=settings.speed,
        duration_s=status.duration if status else None,
        at_s=status.at if status else None,
        sent=status.sent if status else 0,
        done=status.done if status else False,
        damage=(status.detail or None) if status else None,
        ended_by=live.interrupted_by or None,
    )


def _plan(settings: ReplaySettings, *, with_console: bool) -> RunPlan:
    recording = Path(settings.recording)
    about = about_of(recording)
    duration_s = contents_of_all(parts(recording)).totals.to_ns / NS_PER_S
    if settings.from_s > duration_s:
        raise behind_the_end(recording, from_s=settings.from_s, duration_s=duration_s)
    folder = make_folder(runs_folder(), f"replay-{recording.stem}-{utc_stamp()}")
    run_id = new_run_id(folder.path.name)
    replay_settings = msgspec.structs.replace(settings, run_id=run_id, lead_s=LEAD_S)
    specs = [
        RoleSpec(REPLAY, "replay", replay_settings),
        RoleSpec(SUPERVISOR, "supervisor", replay_settings),
    ]
    specs += _screens(replay_settings, about, folder, with_console=with_console)
    later = playing((OBSERVER,))
    return RunPlan(folder=folder, run_id=run_id, mode=REPLAY, specs=tuple(specs), later=later)


def _screens(
    settings: ReplaySettings, about: About, folder: RunFolder, *, with_console: bool
) -> Sequence[RoleSpec]:
    """Return the console and the places of observers; without a console they may be missing.

    Raises:
        FileError: the recording does not hold what a console needs.
    """
    try:
        run = recorded_run(Path(settings.recording), about, folder)
    except FileError:
        if with_console:
            raise
        return ()
    run = msgspec.structs.replace(run, run_id=settings.run_id)
    screens = [*(consoles(run)[:1] if with_console else ()), *observers(run)]
    zero_utc_ns = about.zero_utc_ns if about.begun else None
    file = str(Path(settings.recording).absolute())
    return with_recording(with_around(screens, recorded_around(about)), file, zero_ns=zero_utc_ns)


def _is_over(live: LiveRun) -> bool:
    """True if the console is closed, or without one all is played; StartError: it does not start."""
    console = next((child for child in live.supervisor.children if child.role == CONSOLE), None)
    if console is None:
        status: ReplayStatus | None = live.supervisor_role.replay
        return status is not None and status.done and not status.playing
    if not console.was_ready and len(console.deaths) >= STARTS:
        raise StartError(f"the console does not start: {console.deaths[-1]}; add --headless")
    return console.state == "ended"


def recorded_run(recording: Path, about: About, folder: RunFolder) -> RunSettings:
    """Return the settings of the recorded run in mode replay, with robot and scene as they were then.

    Raises:
        FileError: the recording does not hold them.
    """
    run = recorded_settings(recording, about)
    model = unpack_model(recording, about, folder.path)
    return msgspec.structs.replace(run, mode=REPLAY, **model._asdict())
