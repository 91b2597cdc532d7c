"""The settings of each screen of a run: the run, its own name in it, and what may be asked for at it.

console                 with the run, or opened later
console-2, -3           opened later, by whoever wants
observer, -2, -3        taken later; who takes one decides what runs there, unless it is a screen
approver, -2            the same, for who approves what others do

The launch file of a place says who is there, in which run, at which addresses.
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from ground.operator.procedure import PlanOffer
from ground.pictures.camera import CameraTable
from telemetry.agreed.participants import APPROVER, CONSOLE, OBSERVER, playing, role_of
from telemetry.agreed.run_settings import RunSettings
from telemetry.life.contract import RoleSpec
from telemetry.messages.base import Vector


class Goal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place that a hand is to lead a tool to."""

    place: Vector  # in base axes [m]
    tolerance: float  # [m]
    tool: str = ""  # empty: the arm's first


class Surroundings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is around an arm beside its scene, and where it is to go by hand."""

    cameras: tuple[CameraTable, ...] | None = None  # None: those that suit the arm
    to_sun: Vector | None = None  # direction in world axes; None: not known
    goals: tuple[Goal, ...] = ()  # in their order
    task: str = ""  # of a person, in words; empty: nobody has said it


NO_SURROUNDINGS = Surroundings()


class ConsoleSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of one console."""

    run: RunSettings
    participant: str = CONSOLE
    offers: tuple[PlanOffer, ...] = ()  # plans of the scenario
    plans: str = ""  # the folder of plans that are saved and opened in flight; empty: there is none
    flies: bool = False  # a person at this screen, and no script
    around: Surroundings = NO_SURROUNDINGS
    recorded_zero_ns: int | None = None  # in a replay: the recorded time zero, since 1970; None: unknown
    recording: str = ""  # in a replay: its file

    @property
    def seat(self) -> str:
        """The role of who sits there: a console's, an approver's, or an observer's."""
        return role_of(self.participant, self.run.participants)


def consoles(
    run: RunSettings, *, offers: tuple[PlanOffer, ...] = (), person_flies: bool = False
) -> list[RoleSpec]:
    """Return all consoles that a run may have, the first one first: it is there that a person flies."""
    shared = ConsoleSettings(run=run, offers=offers)
    screens = [
        msgspec.structs.replace(shared, participant=name, flies=person_flies and name == CONSOLE)
        for name in playing((CONSOLE,), run.participants)
    ]
    return [_screen(settings) for settings in screens]


def observers(run: RunSettings) -> list[RoleSpec]:
    """Return the places of observers of a run; none is taken from the beginning."""
    return _guests(run, OBSERVER)


def approvers(run: RunSettings) -> list[RoleSpec]:
    """Return the places of those who approve; none is taken from the beginning."""
    return _guests(run, APPROVER)


def _guests(run: RunSettings, role: str) -> list[RoleSpec]:
    names = playing((role,), run.participants)
    return [_screen(ConsoleSettings(run=run, participant=name)) for name in names]


def with_around(specs: Sequence[RoleSpec], around: Surroundings) -> tuple[RoleSpec, ...]:
    """Return the specs of a run, each of whose screens is told what stands around the arm."""
    return _with_settings(specs, around=around)


def with_recording(specs: Sequence[RoleSpec], recording: str, *, zero_ns: int | None) -> tuple[RoleSpec, ...]:
    """Return the specs of a replay, whose screens know its file, and its time zero since 1970."""
    return _with_settings(specs, recording=recording, recorded_zero_ns=zero_ns)


def with_plans(specs: Sequence[RoleSpec], folder: Path) -> tuple[RoleSpec, ...]:
    """Return the specs of a run, whose consoles save and open plans in a folder."""
    return _with_settings(specs, plans=str(folder))


def _with_settings(
    specs: Sequence[RoleSpec], **more: Surroundings | str | int | None
) -> tuple[RoleSpec, ...]:
    return tuple(
        _screen(msgspec.structs.replace(spec.settings, **more))
        if isinstance(spec.settings, ConsoleSettings)
        else spec
        for spec in specs
    )


def _screen(settings: ConsoleSettings) -> RoleSpec:
    return RoleSpec(settings.participant, role_of(settings.participant, settings.run.participants), settings)
