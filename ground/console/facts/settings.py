"""What one screen of a run is told: the run, its own name in it, and what may be asked for at it."""

import msgspec

from ground.operator.procedure import PlanOffer
from ground.pictures.camera import CameraTable
from telemetry.agreed.participants import OBSERVER, role_of
from telemetry.agreed.run_settings import RunSettings
from telemetry.messages.base import Vector

ROLE = "console"


class Goal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place that a hand is to lead a tool to."""

    place: Vector  # in base axes [m]
    tolerance: float  # [m]
    tool: str = ""  # empty: the arm's first


class Around(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is around an arm beside its scene, and where it is to go by hand."""

    cameras: tuple[CameraTable, ...] | None = None  # None: those that suit the arm
    to_sun: Vector | None = None  # direction in world axes; None: not known
    goals: tuple[Goal, ...] = ()  # in their order
    task: str = ""  # of a person, in words; empty: nobody has said it


NOT_TOLD = Around()


class ConsoleSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of one console."""

    run: RunSettings
    participant: str = ROLE
    offers: tuple[PlanOffer, ...] = ()  # plans of the scenario
    joints: tuple[str, ...] = ()  # names, in the order of telemetry: of whoever verifies a step of them
    flies: bool = False  # a person at this screen, and no script
    around: Around = NOT_TOLD
    recorded_zero_ns: int | None = None  # in a replay: the recorded time zero, since 1970; None: unknown

    @property
    def observes(self) -> bool:
        """True if who sits here looks on: HOLD, and no other act."""
        return role_of(self.participant, self.run.participants) == OBSERVER
