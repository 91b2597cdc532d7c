"""The script as whoever flies a plan: each part at once, interrupted legs finished, no failed part again."""

from ground.operator.arming import settle
from ground.operator.client import Steps
from ground.operator.plan_act import fly
from ground.operator.procedure import Part
from ground.operator.script import PlanTable
from ground.operator.scripted import ScriptedOperator
from ground.operator.teleop_act import teleoperate
from telemetry.plan.hand_table import TeleopTable
from telemetry.plan.plan_table import Leg


class ScriptFlier:
    """A scripted operator who flies a plan of its script."""

    tries_again = False

    def __init__(self, desk: ScriptedOperator, table: PlanTable) -> None:
        """Fly a plan as its table asks."""
        self.desk, self._table = desk, table
        self.second_person_s = desk.table.second_person_s

    def begins(self, part: Part) -> Steps[None]:
        """Begin at once."""
        yield from ()

    def fly(self, leg: Leg, part: Part) -> Steps[str]:
        """Plan, arm and watch, and finish what is interrupted."""
        return (yield from fly(self.desk, leg, table=self._table, name=part.title))

    def steer(self, table: TeleopTable, part: Part) -> Steps[str]:
        """Make the strokes of the table."""
        return (yield from teleoperate(self.desk, table, part.title))

    def settle(self) -> Steps[str]:
        """Come to rest without latch."""
        return (yield from settle(self.desk))
