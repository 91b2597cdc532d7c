"""The script of a scripted operator: the acts that a scenario file lists, in order, and how each is done.

    [[act]]                       one of six kinds, each in its own table:
    [act.plan]                    steps of a plan; its moves are armed, watched, taken up when interrupted
    [act.teleop]                  strokes of the hand with the dead-man pressed
    [act.reach]                   the tool is led to a goal by what the screen shows, move by move
    [act.hold]                    HOLD now, then the way back to rest
    [act.retreat]                 out from where the arm is too near: by plan, or by strokes of the hand
    [act.wait]                    nothing, for a while

The steps of a plan are those of a plan file (`telemetry.plan`), here or in such a file.  An arm with several
tools has in each move which one it moves.  Another kind is a table in `ActTable`, its key in `ScriptAct`
and its case in `perform`.
"""

from typing import ClassVar, assert_never

import msgspec

from ground.faults.ground_faults import ScriptFaults
from ground.operator.act_tables import OperatorTable, PlanTable, ReachTable, RetreatTable
from ground.operator.arming import hold
from ground.operator.carrying_out import carry_out
from ground.operator.client import Steps
from ground.operator.procedure import Procedure
from ground.operator.script.plan_act import ScriptFlier
from ground.operator.script.retreat_act import retreat
from ground.operator.script.teleop_act import teleoperate
from ground.operator.scripted import ScriptedOperator
from telemetry.agreed.run_settings import RunSettings
from telemetry.files.settings import Table
from telemetry.plan.step_table import OneOfTables, WaitTable
from telemetry.plan.teleop_table import TeleopTable


class HoldTable(Table, frozen=True, kw_only=True):
    """HOLD is pressed; the act ends when the arm is resumed and at rest again."""


ActTable = PlanTable | TeleopTable | ReachTable | RetreatTable | HoldTable | WaitTable


class ScriptAct(OneOfTables, frozen=True, kw_only=True):
    """One act: exactly one of the six tables."""

    what: ClassVar[str] = "an act"

    plan: PlanTable | None = None
    teleop: TeleopTable | None = None
    reach: ReachTable | None = None
    retreat: RetreatTable | None = None
    hold: HoldTable | None = None
    wait: WaitTable | None = None

    @property
    def content(self) -> ActTable:
        """The one table that is given."""
        content: ActTable = self.given
        return content


class OperatorSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the scripted operator receives."""

    run: RunSettings
    participant: str = "operator"  # who it is in the run
    operator: OperatorTable
    acts: tuple[ScriptAct, ...]
    joints: tuple[str, ...] = ()  # names, in the order of telemetry
    befalls: ScriptFaults = ScriptFaults()  # what befalls it


def perform(client: ScriptedOperator, act: ActTable, name: str) -> Steps[str]:
    """Do one act; returns empty, or why it failed for good."""
    match act:
        case PlanTable():
            return (yield from carry_out(Procedure(name, act), ScriptFlier(client, act)))
        case TeleopTable():
            return (yield from teleoperate(client, act, name))
        case ReachTable():
            from ground.operator.script.reach_act import reach  # loads numba, which no other act needs

            return (yield from reach(client, act, name))
        case RetreatTable():
            return (yield from retreat(client, act, name))
        case HoldTable():
            return (yield from hold(client))
        case WaitTable():
            yield from client.pause(act.for_s)
            return ""
        case _:
            assert_never(act)
