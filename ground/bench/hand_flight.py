"""One flight of the study of what helps a hand: to a goal behind an obstacle, under one condition.

condition --> what is seen, felt, led      seed --> errors, reactions, tremor: the same under each condition
                          '--> whole chain in virtual time --> Outcome
"""

from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from ground.operator.script import ReachTable, ScriptAct
from ground.rehearsal.flight import Flight, fly
from ground.scenario import LinkTable, Scenario, load
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from predictor.run_model import read_new_model
from telemetry.messages.acts import ActReply, Disarm
from telemetry.messages.base import Message
from telemetry.messages.command import Motion
from telemetry.messages.handle import HandControl, HandIntent
from telemetry.plan.force_table import ForceTable, HumanTable
from telemetry.plan.hand_settings_table import HandSettingsTable
from telemetry.run_settings import NS_PER_S

Array = NDArray[np.float64]

SCENARIO = "reach_behind_antenna"
JITTER_S = 0.005


class Condition(NamedTuple):
    """What the person sees, feels and is led by."""

    reach: dict[str, object]  # fields of the act that differ
    hand: HandSettingsTable


def _hand(force: ForceTable | None = None) -> HandSettingsTable:
    """Return the same simulated hand for each condition; None: it feels nothing."""
    control: HandControl = "bilateral" if force else "master_slave"
    return HandSettingsTable(
        control=control, force=force or ForceTable(), human=HumanTable(is_simulated=True)
    )


CONTACT = ForceTable(gain_n_m=0.0)  # of what is near alone, without that of the delay

# To add a condition: a row here.
CONDITIONS = {
    "plain": Condition({"sees": "telemetered"}, _hand()),
    "predicted": Condition({"sees": "predicted"}, _hand()),
    "bilateral": Condition({"sees": "telemetered"}, _hand(ForceTable())),
    "contact": Condition({"sees": "telemetered"}, _hand(CONTACT)),
}


class Outcome(NamedTuple):
    """What one flight showed."""

    is_reached: bool
    time_s: float  # from the first arming until the person lets go at the goal, or gives up
    path_m: float  # of the tool, as commanded
    moves: int  # of the hand
    refusals: int  # set-points that were refused, each with a roll-back
    clearance_m: float  # least, of the true arm


class Witness:
    """Watches a flight for what the summary does not tell."""

    def __init__(self, robot: Robot) -> None:
        """Nothing has begun."""
        self._robot = robot
        self._place: Array | None = None
        self._is_out = False  # the hand
        self.began_ns: int | None = None
        self.ended_ns = 0
        self.path_m, self.moves = 0.0, 0

    def watch(self, at_ns: int, role: str, message: Message) -> None:
        """Take one delivery."""
        match message:
            case ActReply(act="ArmTeleop", accepted=True) if role == "operator" and self.began_ns is None:
                self.began_ns = at_ns
            case Disarm() if role == "gate":
                self.ended_ns = at_ns
            case HandIntent(p_handle=p_handle) if role == "haptics":
                self.moves += any(p_handle) and not self._is_out
                self._is_out = any(p_handle)
            case Motion(set_point=point) if role == "bridge":
                self._moved(tool_pose(self._robot, np.array(point.state.q))[:3, 3])

    def _moved(self, place: Array) -> None:
        if self._place is not None:
            self.path_m += float(np.linalg.norm(place - self._place))
        self._place = place


def flown(condition: str, delay_s: float, seed: int) -> Outcome:
    """Fly once in virtual time, with a round trip of the link of `delay_s`."""
    return outcome(under(load(SCENARIO), CONDITIONS[condition], delay_s), seed)


def outcome(scenario: Scenario, seed: int) -> Outcome:
    """Fly a scenario once and return what it showed."""
    witness = Witness(read_new_model(scenario.robot, scenario.scene).robot)
    summary = fly(scenario, Flight(seed=seed, witness=witness.watch))
    is_reached = all(row["ok"] for row in summary["expectations"] if row["name"] == "completed")
    ended_ns = witness.ended_ns if is_reached else round(scenario.duration_s * NS_PER_S)
    return Outcome(
        is_reached=is_reached,
        time_s=(ended_ns - (witness.began_ns or 0)) / NS_PER_S,
        path_m=witness.path_m,
        moves=witness.moves,
        refusals=len(summary["rollbacks"]),
        clearance_m=summary["clearance"]["min_truth_m"],
    )


def under(scenario: Scenario, condition: Condition, delay_s: float) -> Scenario:
    """Return the scenario under a condition, without dynamics, half of the delay each way."""
    way_s = 0.5 * delay_s
    link = LinkTable(up_s=way_s, down_s=way_s, jitter_s=min(JITTER_S, way_s))
    acts = tuple(_act(act, condition) for act in scenario.acts)
    return msgspec.structs.replace(
        scenario.with_plant("kinematic"), link=link, hand=condition.hand, acts=acts
    )


def _act(act: ScriptAct, condition: Condition) -> ScriptAct:
    if act.reach is None:
        return act
    fields = msgspec.structs.asdict(act.reach) | condition.reach
    return msgspec.structs.replace(act, reach=msgspec.convert(fields, ReachTable))
