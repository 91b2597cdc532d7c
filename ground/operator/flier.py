"""What script and person do each in their own way, while one runner carries out a plan for both."""

from typing import Protocol

from ground.operator.client import OperatorClient, Steps
from ground.operator.procedure import PlanPart
from telemetry.plan.plan_table import Leg
from telemetry.plan.teleop_table import TeleopTable


class Flier(Protocol):
    """Whoever flies a plan."""

    tries_again: bool  # a part that failed; else the plan ends there

    @property
    def client(self) -> OperatorClient:
        """The screens and keys."""
        ...

    @property
    def second_person_s(self) -> float | None:
        """How long the rehearsal takes to play a second person; None: it plays none."""
        ...

    def begins(self, part: PlanPart) -> Steps[None]:
        """Wait until a part is to begin."""
        ...

    def fly(self, leg: Leg, part: PlanPart) -> Steps[str]:
        """Plan, arm and watch a leg, and what is left of it; returns empty, or why it was given up."""
        ...

    def steer(self, table: TeleopTable, part: PlanPart) -> Steps[str]:
        """Steer by hand; returns empty, or why it was given up."""
        ...

    def settle(self) -> Steps[str]:
        """Wait until the arm is confirmed at rest; returns empty, or why it is not."""
        ...
