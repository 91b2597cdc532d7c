"""The places of a run for screens: one for each participant who plays the console.

console     with the run, or opened later        console-2, console-3     opened later, by whoever wants
"""

from ground.console.settings import ROLE, ConsoleSettings
from ground.operator.pilot import PlanOffer
from telemetry.contract import RoleSpec
from telemetry.network.addresses import Addresses
from telemetry.participants import playing
from telemetry.run_settings import RunSettings

CONSOLE = ROLE  # the first of them bears the name of the role


def consoles(
    run: RunSettings, *, offers: tuple[PlanOffer, ...] = (), person_flies: bool = False
) -> list[RoleSpec]:
    """Return all consoles that a run may have, the first one first: it is there that a person flies."""
    told = [
        ConsoleSettings(run=run, participant=name, offers=offers, flies=person_flies and name == CONSOLE)
        for name in playing((ROLE,), run.participants)
    ]
    return [RoleSpec(each.participant, "ground.console.feed_role:build", each) for each in told]


def places(addresses: Addresses) -> list[str]:
    """Return the names under which a console can be in this run."""
    return [name for name in playing((ROLE,), addresses.participants) if name in addresses.streams]
