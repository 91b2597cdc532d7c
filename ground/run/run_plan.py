"""A run as a plain value, before anything of it exists but its folder: participants, mode, duration.

    a scenario   ---> rehearsal ---+
    a recording  ---> replay    ---+---> RunPlan ---> Prepared (`prepared`) ---> carried out (`life`)
    a station    ---> operation ---+

A plan gives each participant its role and settings.  One of them is at the far end of the link, in the role
of the space segment: a rehearsal's spacecraft, or the adapter of a station.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from ground.run.kept.locks import SUPERVISOR
from ground.run.kept.run_folder import RunFolder
from telemetry.agreed.participants import PARTICIPANTS, REPLAY, Participants, role_of
from telemetry.agreed.run_settings import RunSettings
from telemetry.drive.seams import LifeChange
from telemetry.keys.set_folder import KeyPlace
from telemetry.life.contract import RoleSpec
from telemetry.network.launch import Addresses
from telemetry.recording.records.record import About

FAR_END = "space_segment"  # the participant at the far end, whatever it is made of


def ground_segment(
    run: RunSettings, far_end: RoleSpec, *, others: Sequence[RoleSpec] = (), cameras: bool = False
) -> list[RoleSpec]:
    """Return all roles that fly, in the order in which they start; the recorder is the first.

    Args:
        run: what they agree on.
        far_end: the spec of `FAR_END` in this run.
        others: participants that act, as an operator's script.
        cameras: whether pictures are monitored.
    """
    monitor = RoleSpec("image_monitor", "image_monitor", run)
    return [
        RoleSpec("recorder", "recorder", run),
        RoleSpec("bridge", "bridge", run),
        far_end,
        RoleSpec("predictor", "predictor", run),
        RoleSpec("planner", "planner", run),
        RoleSpec("gate", "gate", run),
        RoleSpec("haptics", "haptics", run),
        *([monitor] if cameras else []),
        *others,
    ]


def supervision(run: RunSettings, participant: str = SUPERVISOR) -> RoleSpec:
    """Return the role of the supervisor, which runs in its own process."""
    return RoleSpec(participant, SUPERVISOR, run)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPlan:
    """What a run is to be."""

    folder: RunFolder
    run_id: str
    mode: str
    seed: int = 0
    specs: tuple[
        RoleSpec, ...
    ]  # in the order of their start, the supervisor's among them; the first ends last
    participants: Participants = PARTICIPANTS  # of the run, in it or not
    up_s: float = 0.0  # expected one-way delay to the spacecraft [s]
    down_s: float = 0.0  # and back [s]
    period_s: float = 0.0  # T [s]
    duration_s: float | None = None  # from time zero; None: until it is over by itself
    later: tuple[str, ...] = ()  # participants that somebody may start meanwhile
    about: About | None = None  # what its recording tells of it; None: it has none
    faults: tuple[msgspec.Raw, ...] = ()  # of a rehearsal, as its launch files carry them
    changes: tuple[LifeChange, ...] = ()  # of lives, that they ask for
    addresses: Addresses | None = None  # of all hosts; None: those that are free on this one
    zero_utc_ns: int | None = None  # time zero; None: once all processes are ready
    station_keys: KeyPlace | None = None  # None: the run gets its own
    is_unsealed: bool = False  # nothing is proven in this run, as somebody has asked for

    @property
    def keys(self) -> KeyPlace | None:
        """Where its key set lies; None: nothing is proven."""
        own = KeyPlace(folder=str(self.folder.keys), scope=self.run_id)
        return None if self.is_unsealed else self.station_keys or own

    @property
    def roles(self) -> dict[str, str]:
        """What each participant runs."""
        return {spec.participant: spec.role for spec in self.specs}

    @property
    def supervisor(self) -> str:
        """The participant that watches over the processes of this host."""
        names = (spec.participant for spec in self.specs)
        return next(name for name in names if role_of(name, self.participants) == SUPERVISOR)

    @property
    def has_arm(self) -> bool:
        """True if there is an arm that HOLD would stop: everywhere but in a replay."""
        return self.mode != REPLAY


def flight_plan(
    folder: RunFolder,
    run: RunSettings,
    specs: Sequence[RoleSpec],
    *,
    duration_s: float | None = None,
    later: Sequence[str] = (),
    about: About | None = None,
) -> RunPlan:
    """Return the plan of a run with an arm; its mode, seed and delays are those of the settings."""
    return RunPlan(
        folder=folder,
        run_id=run.run_id,
        mode=run.mode,
        seed=run.seed,
        specs=tuple(specs),
        participants=run.participants,
        up_s=run.link.up_s,
        down_s=run.link.down_s,
        period_s=run.commanding.period_s,
        duration_s=duration_s,
        later=tuple(later),
        about=about,
    )
