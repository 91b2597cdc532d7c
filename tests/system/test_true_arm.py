"""The rehearsal's true arm is as near its estimate, and as far from all else, as the predictor says."""

from typing import NamedTuple

import msgspec
import numpy as np
import pytest

from ground.faults.space_faults import DownlinkBlackout, OnboardHold, UplinkBlackout
from ground.operator.act_tables import PlanTable
from ground.operator.script.script import ScriptAct
from ground.rehearsal.roles import roles
from ground.scenario.scenario import load, run_settings
from predictor.collision.method import build_world
from predictor.model.kinematics import link_poses
from predictor.run_model import read_model
from telemetry.drive.uncoded_time import UncodedTime
from telemetry.drive.virtual_time import Timing
from telemetry.messages.acts import ScriptDone
from telemetry.messages.prediction import CollisionState, PredictedArm
from telemetry.plan.move_table import MoveTable
from telemetry.plan.teleop_table import StrokeTable, TeleopTable

S = 1_000_000_000
EVERY = 5  # frames between two looks
STROKE = StrokeTable(direction=(0.0, 0.0, 1.0), displacement_m=0.04, until="time", for_s=3.0)
BY_HAND = ScriptAct(teleop=TeleopTable(strokes=(STROKE,)))


def move(to_deg, **fields):
    pose = MoveTable(to_deg=(to_deg, -95.0, -85.0, 0.0, 0.0, 0.0), duration_s=6.0)
    return ScriptAct(plan=PlanTable(moves=(pose,), **fields))


class Row(NamedTuple):
    """What is true at one look, beside what is told [m]."""

    off: float
    uncertainty: float | None
    distance: float
    at_least: float | None


class Watched:
    """A flight whose true arm is looked at beside the estimate."""

    def __init__(self, seed, acts, faults=(), delay_s=1.0):
        base = load("short_link")
        link = msgspec.structs.replace(base.link, up_s=delay_s, down_s=delay_s)
        truth = msgspec.structs.replace(base.truth, plant="kinematic", link_offset_m=0.0)
        scenario = msgspec.structs.replace(base, link=link, truth=truth, acts=acts, faults=faults, cameras=())
        run = run_settings(scenario, seed=seed, run_id="true arm")
        model = read_model(run)
        self.robot, self.world = model.robot, build_world(run.collision_method, model.robot, model.scene)
        self.rows, self.arm, self.frames, self.is_done = [], None, 0, False
        timing = Timing(work_ns=round(scenario.commanding.planner_latency_s * S))
        self.driver = UncodedTime(roles(scenario, run), seed=seed, timing=timing, observe=self.observe)
        self.driver.run(until_ns=60 * S, finished=lambda: self.is_done)

    def observe(self, at_ns, role, message):
        self.is_done |= isinstance(message, ScriptDone)
        if role != "operator":
            return
        if isinstance(message, PredictedArm):
            self.arm, self.frames = message, self.frames + 1
        elif isinstance(message, CollisionState) and self.frames % EVERY == 0:
            distance = self.world.clearance(self.true_q()).distance
            self.rows.append(Row(self.off(), message.uncertainty, distance, message.at_least))

    def true_q(self):
        return self.driver.role("space_segment")._plant.measured().q

    def off(self):
        """How far the farthest end of a capsule is from where it is estimated [m]."""
        apart = link_poses(self.robot, self.true_q()) - link_poses(self.robot, self.arm.q_now)
        shapes = self.robot.capsules
        ends = np.stack([shapes.p0, shapes.p1], axis=1)
        return max(
            np.linalg.norm(apart[f] @ np.append(p, 1.0))
            for f, both in zip(shapes.frame, ends, strict=True)
            for p in both
        )


AS_SENT, OTHERWISE = (0.0, 0.005), (0.005, 1.0)  # how far it is off at most, least and greatest [m]
LOOSE = 0.1  # by how much what is surely kept may be less than what is true [m]
FLIGHTS = {
    "latched": ((move(8.0),), (OnboardHold(at_s=10.5),), OTHERWISE),
    "set-points lost": ((move(8.0),), (UplinkBlackout(at_s=9.5, duration_s=0.7),), OTHERWISE),
    "held": ((move(8.0, hold_at_s=3.0),), (), OTHERWISE),
    "nominal": ((move(8.0), BY_HAND), (), AS_SENT),
    "telemetry lost": ((move(8.0),), (DownlinkBlackout(at_s=8.0, duration_s=4.0),), AS_SENT),
}
EVERY_CHECK, SWEEP = list(FLIGHTS)[:2], list(FLIGHTS)[2:]


@pytest.mark.parametrize(
    "name", [*EVERY_CHECK, *(pytest.param(name, marks=pytest.mark.sweep) for name in SWEEP)]
)
def test_the_true_arm_is_never_farther_from_its_estimate_nor_nearer_to_anything_than_is_told(name):
    acts, faults, (least, greatest) = FLIGHTS[name]
    flight = Watched(1 + len(name), acts, faults)
    known = [row for row in flight.rows if row.uncertainty is not None]
    assert flight.is_done and len(known) > 0.8 * len(flight.rows) > 200
    assert least < max(row.off for row in known) < greatest
    assert all(row.off <= row.uncertainty for row in known)
    assert all(row.distance >= row.at_least > row.distance - LOOSE for row in known)
