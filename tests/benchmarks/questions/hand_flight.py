"""One flight of the study of what helps a hand: to a goal behind an obstacle, under one condition.

condition --> what is seen, felt, led      seed --> errors, reactions, tremor: the same under each condition
                          '--> whole chain in virtual time --> Outcome
"""

from math import nan
from typing import Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from ground.operator.script.script import ScriptAct
from ground.rehearsal.virtual_flight import Flight, fly
from ground.scenario.scenario import load, run_settings
from ground.scenario.scenario_table import LinkTable, Scenario
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from predictor.run_model import read_new_model
from telemetry.agreed.force_stability import passive_gain
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.acts import ActReply, Disarm
from telemetry.messages.base import Message
from telemetry.messages.command import Motion
from telemetry.messages.fixture import FixtureRequest
from telemetry.messages.handle import HandIntent
from telemetry.plan.hand_settings_table import ForceTable, HandSettingsTable, HumanTable

Array = NDArray[np.float64]

SCENARIO = "reach_behind_antenna"
JITTER_S = 0.005
TUBE_M = 0.03  # radius: a wider one does not fit between antenna and goal
UNFELT_M = 0.001  # beyond the required clearance: what is felt no sooner leads nobody away
HUMAN = HumanTable(is_simulated=True, gives_way_m_n=0.02)


class Condition(NamedTuple):
    """What the person sees, feels and is led by; else the telemetered arm, and nothing."""

    is_predicted: bool = False  # the predicted arm is shown in its place
    delay: Literal["", "default", "allowed"] = ""  # gain of the force of the delay that is felt; empty: none
    has_contact: bool = False  # what is near is felt
    has_tube: bool = False  # one to the goal is drawn, felt, and control is shared along it

    @property
    def is_felt(self) -> bool:
        """True if the hand feels anything."""
        return bool(self.delay) or self.has_contact or self.has_tube


# To add a condition: a row here.
CONDITIONS = {
    "plain": Condition(),
    "predicted": Condition(is_predicted=True),
    "bilateral": Condition(delay="default"),
    "bilateral_allowed": Condition(delay="allowed"),
    "contact": Condition(has_contact=True),
    "fixture": Condition(has_tube=True),
    "guided": Condition(has_contact=True, has_tube=True),
    "all": Condition(is_predicted=True, has_contact=True, has_tube=True),
}


class Outcome(NamedTuple):
    """What one flight showed."""

    is_reached: bool
    time_s: float  # since a tube was asked for, or else since the first arming: until the person lets go
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
            case ActReply(act="ArmTeleop", accepted=True) if role == "operator":
                self._begin(at_ns)
            case FixtureRequest() if role == "planner":
                self._begin(at_ns)
            case Disarm() if role == "gate":
                self.ended_ns = at_ns
            case HandIntent(p_handle=p_handle) if role == "haptics":
                self.moves += any(p_handle) and not self._is_out
                self._is_out = any(p_handle)
            case Motion(set_point=point) if role == "bridge":
                self._moved(tool_pose(self._robot, np.array(point.state.q))[:3, 3])

    def _begin(self, at_ns: int) -> None:
        if self.began_ns is None:
            self.began_ns = at_ns

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
    summary = fly(scenario, Flight(seed=seed, witness=witness.watch, coded=False))
    is_reached = all(row.ok for row in summary.expectations if row.name == "completed")
    least_m = summary.clearance.min_truth_m
    ended_ns = witness.ended_ns if is_reached else round(scenario.duration_s * NS_PER_S)
    return Outcome(
        is_reached=is_reached,
        time_s=(ended_ns - (witness.began_ns or 0)) / NS_PER_S,
        path_m=witness.path_m,
        moves=witness.moves,
        refusals=len(summary.rollbacks),
        clearance_m=nan if least_m is None else least_m,
    )


def under(scenario: Scenario, condition: Condition, delay_s: float) -> Scenario:
    """Return the scenario under a condition, without dynamics, half of the delay each way."""
    way_s = 0.5 * delay_s
    commanding = run_settings(scenario, seed=0, run_id=SCENARIO).commanding
    return msgspec.structs.replace(
        scenario.with_plant("kinematic"),
        link=LinkTable(up_s=way_s, down_s=way_s, jitter_s=min(JITTER_S, way_s)),
        hand=_hand(condition, delay_s + commanding.loop_beyond_link_s),
        acts=tuple(_act(act, condition) for act in scenario.acts),
    )


def _hand(condition: Condition, loop_s: float) -> HandSettingsTable:
    """Return the same hand of the same person, and what it is to feel through a loop of that delay."""
    usual = ForceTable()
    gains = {"": 0.0, "default": usual.gain_n_m, "allowed": passive_gain(usual.device_damping_ns_m, loop_s)}
    force = ForceTable(
        gain_n_m=gains[condition.delay],
        contact_from_m=usual.contact_from_m if condition.has_contact else UNFELT_M,
    )
    return HandSettingsTable(
        control="bilateral" if condition.is_felt else "master_slave",
        shared=("fixture",) if condition.has_tube else (),
        force=force,
        human=HUMAN,
    )


def _act(act: ScriptAct, condition: Condition) -> ScriptAct:
    if act.reach is None:
        return act
    reach = msgspec.structs.replace(
        act.reach,
        sees="predicted" if condition.is_predicted else "telemetered",
        tube_m=TUBE_M if condition.has_tube else None,
    )
    return msgspec.structs.replace(act, reach=reach)
