"""Which joints give the tool its motion: each state by itself, and what has none."""

import numpy as np
import pytest

from planner.motion.rates import JointRates
from planner.teleoperation import following
from planner.teleoperation.following import following_joints
from planner.teleoperation.tool_law import ToolMotion, tool_motion
from predictor.model.kinematics import tool_pose
from predictor.motion.stop import rest
from telemetry.messages.joint_state import JointState
from tests.nominal_run import MODEL

ROBOT, PERIOD_S = MODEL.robot, 0.25
BENT = rest(tuple(np.radians([0.0, -120.0, -109.0, 0.0, -40.0, 0.0]).tolist()))
STILL, ALONG_X = np.zeros(6), 0.02 * np.eye(6)[0]


def at(state, twist=STILL, rate=STILL):
    """Return a motion of the tool at a state's place."""
    return ToolMotion(tool_pose(ROBOT, state.q), twist, rate)


def followed(motion, newest=BENT):
    return following_joints(ROBOT, motion, newest=newest, turns=False, period_s=PERIOD_S)


def singular(*args, **kwargs):
    raise np.linalg.LinAlgError


def test_a_place_out_of_reach_has_no_joints():
    motion = at(BENT)
    motion.T_base_tool[:3, 3] += 100.0
    assert followed(motion) is None


def test_a_motion_that_a_singular_pose_cannot_give_has_no_joints(monkeypatch):
    monkeypatch.setattr(following, "joint_rates", singular)
    assert followed(at(BENT, ALONG_X)) is None


def test_a_tool_that_stands_needs_no_joint_rates_not_even_at_a_singular_pose(monkeypatch):
    monkeypatch.setattr(following, "joint_rates", singular)
    state = followed(at(BENT))
    assert state.at_rest and state.q == pytest.approx(BENT.q, abs=1e-9)


def test_a_tool_that_begins_to_move_has_joints_that_accelerate_from_rest():
    state = followed(at(BENT, rate=ALONG_X))
    assert not any(state.qd)
    assert tool_motion(ROBOT, state).rate == pytest.approx(ALONG_X, abs=1e-9)


def test_joints_that_go_on_at_a_steady_rate_are_not_at_rest(monkeypatch):
    steady = JointRates(np.full(ROBOT.n, 0.01), np.zeros(ROBOT.n))
    monkeypatch.setattr(following, "joint_rates", lambda *args, **kwargs: steady)
    state = followed(at(BENT, ALONG_X))
    assert state == JointState(state.q, (0.01,) * ROBOT.n, (0.0,) * ROBOT.n)
