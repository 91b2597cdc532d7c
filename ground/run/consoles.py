"""The places of a run for screens: one for each participant who plays the console.

console     with the run, or opened later        console-2, console-3     opened later, by whoever wants
"""

from ground.console.settings import ROLE, ConsoleSettings
from telemetry.contract import RoleSpec
from telemetry.network.addresses import Addresses
from telemetry.participants import playing
from telemetry.run_settings import RunSettings

CONSOLE = ROLE  # the first of them bears the name of the role


def consoles(run: RunSettings) -> list[RoleSpec]:
    """Return all consoles that a run may have, the first one first."""
    return [
        RoleSpec(name, "ground.console.feed_role:build", ConsoleSettings(run=run, participant=name))
        for name in playing((ROLE,), run.participants)
    ]


def places(addresses: Addresses) -> list[str]:
    """Return the names under which a console can be in this run."""
    return [name for name in playing((ROLE,), addresses.participants) if name in addresses.streams]
