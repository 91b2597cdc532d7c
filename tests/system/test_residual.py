"""The predicted arm's residual through every kind of hold: whenever the arm stands still, next to nothing."""

from math import degrees, radians

import msgspec
import pytest

from ground.faults.fault_seams import FaultSeams
from ground.faults.ground_faults import Disturbance
from ground.faults.space_faults import DownlinkBlackout, OnboardHold, UplinkBlackout
from ground.operator.act_tables import PlanTable
from ground.operator.script.script import ScriptAct
from ground.rehearsal.roles import roles
from ground.scenario.scenario import load, run_settings
from telemetry.drive.uncoded_time import UncodedTime
from telemetry.drive.virtual_time import Timing
from telemetry.messages.acts import ScriptDone
from telemetry.messages.prediction import PredictedArm
from telemetry.messages.queue import HoldNotice, RollBack
from telemetry.messages.spacecraft import Telemetry
from telemetry.plan.move_table import MoveTable
from telemetry.plan.teleop_table import StrokeTable, TeleopTable
from tests.short_flights import steered_into_the_target

S = 1_000_000_000
STANDING = radians(0.05)  # of any joint [rad/s]
TOLERANCE = radians(0.05)  # of encoders with 0.002 deg of noise, and of drives that lag by 0.02 s


class Watched:
    """A flight of which the residual is looked at whenever telemetry says that the arm stands."""

    def __init__(self, scenario, faults=()):
        self.scenario, self.told, self.residuals, self.is_done = scenario, [], [], False
        self.stands = False
        run = run_settings(scenario, seed=1, run_id="residual")
        timing = Timing(work_ns=round(scenario.commanding.planner_latency_s * S))
        self.driver = UncodedTime(roles(scenario, run), seed=1, timing=timing, observe=self.observe)
        self.driver.seams = FaultSeams(faults, seed=1)

    def observe(self, at_ns, role, message):
        if role == "predictor" and isinstance(message, Telemetry):
            self.stands = max(map(abs, message.qd)) < STANDING
        elif role == "operator" and isinstance(message, PredictedArm) and self.stands:
            self.residuals.append((message.residual, at_ns / S))
        elif role == "operator" and isinstance(message, HoldNotice | RollBack):
            self.told.append(message.reason)
        elif isinstance(message, ScriptDone):
            self.is_done = message.completed

    def fly(self, until_s=None):
        until_s = until_s or self.scenario.duration_s
        self.driver.run(until_ns=round(until_s * S), finished=lambda: self.is_done)
        return self

    @property
    def worst(self):
        residual, at_s = max(self.residuals)
        return degrees(residual), at_s


def scenario(*acts, faults=(), windows_s=((0.0, 1e6),)):
    """The plan of the short pass behind a round trip of 2 s."""
    base = load("short_link")
    link = msgspec.structs.replace(base.link, up_s=1.0, down_s=1.0, windows_s=windows_s)
    return msgspec.structs.replace(
        base, link=link, acts=acts or (move(5.0),), faults=faults, cameras=(), duration_s=90.0
    )


def move(to_deg, **fields):
    pose = MoveTable(to_deg=(to_deg, -95.0, -85.0, 0.0, 0.0, 0.0), duration_s=6.0)
    return ScriptAct(plan=PlanTable(moves=(pose,), **fields))


def silenced(kind, receiver, at_s, duration_s):
    return Disturbance(participant=receiver, messages=(kind,), at_s=at_s, duration_s=duration_s, drop=1.0)


STROKE = StrokeTable(direction=(0.0, 0.0, 1.0), displacement_m=0.04, until="time", for_s=3.0)
BY_HAND = ScriptAct(teleop=TeleopTable(strokes=(STROKE,)))

HOLDS = {
    "operator_hold": (scenario(move(5.0, hold_at_s=3.0)), ()),
    "setpoint_missing": (scenario(faults=(UplinkBlackout(at_s=9.5, duration_s=0.7),)), ()),
    "onboard_latch": (scenario(faults=(OnboardHold(at_s=10.5),)), ()),
    "window_closing": (scenario(windows_s=((0.0, 10.0), (17.0, 1e6))), ()),
    "telemetry_stale": (scenario(faults=(DownlinkBlackout(at_s=8.0, duration_s=3.0),)), ()),
    "recorder_unhealthy": (scenario(), (silenced("RecorderHealth", "gate", 8.5, 2.0),)),
    "verdict_missing": (scenario(), (silenced("Verdict", "gate", 8.5, 2.0),)),
    "operator_silent": (scenario(), (silenced("OperatorBeat", "gate", 8.5, 1.0),)),
    "dead_man_stale": (scenario(BY_HAND), (silenced("HandleSample", "gate", 7.5, 1.0),)),
    "too_close": (steered_into_the_target(), ()),
}

PLAIN = ("telemetry_stale", "too_close")  # a hold of the gate, and a roll-back


@pytest.mark.parametrize(
    "reason",
    [reason if reason in PLAIN else pytest.param(reason, marks=pytest.mark.long) for reason in HOLDS],
)
def test_after_any_hold_the_residual_of_an_arm_that_stands_is_next_to_nothing(reason):
    flight = Watched(*HOLDS[reason]).fly()
    assert flight.is_done and reason in flight.told
    assert len(flight.residuals) > 500
    assert flight.worst[0] < degrees(TOLERANCE)


def test_a_predictor_that_starts_again_after_a_hold_follows_no_repeat_of_what_orbit_had_refused():
    flight = Watched(scenario(move(5.0, hold_at_s=3.0))).fly(12.0)
    flight.driver.kill("predictor")
    flight.stands = False
    flight.driver.start("predictor")
    flight.fly()
    assert flight.is_done and flight.told == ["operator_hold"]
    assert flight.worst[0] < degrees(TOLERANCE)
