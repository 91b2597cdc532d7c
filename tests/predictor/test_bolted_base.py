"""A base that the model has bolted and telemetry sees moving: another world, held as one event (R9)."""

from dataclasses import replace

import numpy as np
import pytest

from predictor.arm_in_orbit import BOLTED_SLACK_M, ArmInOrbit, ArmSettings
from predictor.arm_now.estimate import ArmReport
from predictor.arm_now.failed_joints import FailedJoints
from predictor.arm_now.joint_watch import JointWatch, joint_bands
from predictor.collision.method import build_world
from predictor.model.reach import reach
from tests.nominal_run import MODEL
from tests.trees import at

ROBOT = replace(MODEL.robot, platform=None)
WORLD = build_world("capsules", ROBOT, MODEL.scene)
SECOND_NS = 1_000_000_000
HOME = ROBOT.home_q


def orbit(base_m=0.0):
    terms = ArmSettings(
        period_ns=SECOND_NS // 4,
        patience_ns=2 * SECOND_NS,
        round_trip_ns=SECOND_NS,
        base_m=base_m,
        required_m=0.03,
    )
    failed = FailedJoints(JointWatch(joint_bands(ROBOT, 0.01)), ROBOT.commanded, ())
    return ArmInOrbit(WORLD, terms, base=None, failed=failed)


def report(arm, at_s, T):
    seen = ArmReport(round(at_s * SECOND_NS), HOME, HOME, is_latched=False, is_at_rest=True)
    return arm.on_report(seen, T, is_stepped=False, to_ground=lambda ns: ns)


def turned(angle):
    T = np.eye(4)
    T[:2, :2] = (np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))
    return T


def test_a_bolted_base_is_expected_where_it_was_first_seen():
    arm = orbit()
    assert [report(arm, k, at(5.0, 0.0, 0.9 * BOLTED_SLACK_M * (k > 2))) for k in range(6)] == [[]] * 6
    assert not arm.is_base_elsewhere


@pytest.mark.parametrize(
    "T",
    [at(0.0, 0.0, 1.1 * BOLTED_SLACK_M), turned(1.1 * BOLTED_SLACK_M / reach(ROBOT))],
    ids=["moved", "turned"],
)
def test_one_that_moves_is_another_world_once_and_nothing_is_verified_until_it_stays(T):
    arm = orbit()
    assert report(arm, 0.0, np.eye(4)) == []
    (change,) = report(arm, 0.1, T)
    assert change.why == "base_elsewhere" and "has it bolted, and needs a [platform]" in change.detail
    assert report(arm, 0.2, T @ T) == [] and arm.is_base_elsewhere
    assert report(arm, 3.0, T @ T) == [] and not arm.is_base_elsewhere


def test_a_margin_for_the_base_is_what_a_bolted_one_may_move():
    arm = orbit(base_m=0.05)
    assert [report(arm, k, at(0.0, 0.0, 0.04 * k)) != [] for k in range(3)] == [False, False, True]
