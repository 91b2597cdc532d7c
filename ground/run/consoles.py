"""The places of a run for screens, and for who only looks on.

console                 with the run, or opened later
console-2, -3           opened later, by whoever wants
observer, -2, -3        taken later; who takes one decides what runs there, unless it is a screen

The launch file of a place says who is there, in which run, at which addresses.
"""

from collections.abc import Sequence

import msgspec

from ground.console.facts.settings import ROLE, Around, ConsoleSettings
from ground.operator.procedure import PlanOffer
from predictor.run_model import read_model
from telemetry.agreed.participants import OBSERVER, playing, role_of
from telemetry.agreed.run_settings import RunSettings
from telemetry.life.contract import RoleSpec
from telemetry.network.addresses import Addresses

CONSOLE = ROLE  # the first of them bears the name of the role


def consoles(
    run: RunSettings, *, offers: tuple[PlanOffer, ...] = (), person_flies: bool = False
) -> list[RoleSpec]:
    """Return all consoles that a run may have, the first one first: it is there that a person flies."""
    joints = tuple(joint.name for joint in read_model(run).robot.commanded) if offers else ()
    shared = ConsoleSettings(run=run, offers=offers, joints=joints)
    told = [
        msgspec.structs.replace(shared, participant=name, flies=person_flies and name == CONSOLE)
        for name in playing((ROLE,), run.participants)
    ]
    return [_screen(settings) for settings in told]


def observers(run: RunSettings) -> list[RoleSpec]:
    """Return all who may look on at a run; none of them is there from the beginning."""
    names = playing((OBSERVER,), run.participants)
    return [_screen(ConsoleSettings(run=run, participant=name)) for name in names]


def places(addresses: Addresses, role: str = ROLE) -> list[str]:
    """Return the names under which a console, or an observer, can be in this run."""
    return [name for name in playing((role,), addresses.participants) if name in addresses.streams]


def with_around(specs: Sequence[RoleSpec], around: Around) -> tuple[RoleSpec, ...]:
    """Return the specs of a run, each of whose screens is told what stands around the arm."""
    return _told(specs, around=around)


def with_recorded_zero(specs: Sequence[RoleSpec], zero_ns: int | None) -> tuple[RoleSpec, ...]:
    """Return the specs of a replay, whose screens are told the recorded time zero, since 1970."""
    return _told(specs, recorded_zero_ns=zero_ns)


def _told(specs: Sequence[RoleSpec], **more: Around | int | None) -> tuple[RoleSpec, ...]:
    return tuple(
        _screen(msgspec.structs.replace(spec.settings, **more))
        if isinstance(spec.settings, ConsoleSettings)
        else spec
        for spec in specs
    )


def _screen(settings: ConsoleSettings) -> RoleSpec:
    return RoleSpec(settings.participant, role_of(settings.participant, settings.run.participants), settings)
