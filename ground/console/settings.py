"""What one screen of a run is told: the run, its own name in it, and what may be asked for at it."""

import msgspec

from ground.operator.pilot import PlanOffer
from telemetry.participants import OBSERVER, role_of
from telemetry.run_settings import RunSettings

ROLE = "console"


class ConsoleSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of one console."""

    run: RunSettings
    participant: str = ROLE
    offers: tuple[PlanOffer, ...] = ()  # plans of the scenario
    flies: bool = False  # a person at this screen, and no script

    @property
    def observes(self) -> bool:
        """True if who sits here looks on: HOLD, and no other act."""
        return role_of(self.participant, self.run.participants) == OBSERVER
