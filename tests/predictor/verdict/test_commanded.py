"""The look ahead: the commanded motion at its own rates, each joint up to its limit, swept without gaps."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from predictor.collision.method import build_world
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from predictor.motion.stop import state_within
from predictor.verdict.commanded import LookAhead, continued
from telemetry.messages.joint_state import JointState

SCENARIOS = Path(__file__).parents[3] / "scenarios"
ROBOT = read_robot(SCENARIOS / "robots" / "shiyan7_like.toml")
SCENE = read_scene(SCENARIOS / "scenes" / "adjacent_target.toml")
WORLD = build_world("capsules", ROBOT, SCENE)
REQUIRED, HORIZON, STEP = 0.03, 2.0, 0.25
LOOK = LookAhead(WORLD, REQUIRED, HORIZON, STEP)
STILL = (0.0,) * 6
ABOVE = np.radians([0.0, -120.210281213, -109.358320348, 0.0, -40.431398439, 0.0])
DOWN = np.array([0.0, -0.1, 0.0, 0.0, 0.0, 0.0])  # joint speeds that lower the hand onto the handrail
ONE_NANORADIAN, ONE_MILLIMETRE, ONE_MILLISECOND = 1e-9, 1e-3, 1e-3


def going(q, rate):
    return JointState(tuple(np.asarray(q).tolist()), tuple(np.asarray(rate).tolist()), STILL)


def test_the_motion_goes_on_at_its_rates():
    motion = continued(going(ABOVE, DOWN), ROBOT.limits, steps=8, step_s=STEP)
    for k, t in ((0, 0.1), (7, 0.25)):
        np.testing.assert_allclose(
            state_within(motion[k].tolist(), t).q, ABOVE + (k * STEP + t) * DOWN, atol=ONE_NANORADIAN
        )


def test_a_joint_stays_at_its_limit_while_the_others_go_on():
    q = np.array(ROBOT.home_q)
    q[0] = ROBOT.limits.q_max[0] - 0.05
    motion = continued(going(q, [0.1, 0.1, 0.0, 0.0, 0.0, 0.0]), ROBOT.limits, steps=8, step_s=STEP)
    end = state_within(motion[-1].tolist(), STEP).q
    assert end[0] == pytest.approx(ROBOT.limits.q_max[0], abs=ONE_NANORADIAN)
    assert end[1] == pytest.approx(q[1] + 0.1 * HORIZON, abs=ONE_NANORADIAN)
    assert all(
        state_within(move.tolist(), t).q[0] <= ROBOT.limits.q_max[0] + 1e-12
        for move in motion
        for t in (0, 0.1)
    )


def test_time_and_pair_of_what_comes_are_those_of_fine_sampling():
    q = ABOVE - 0.1 * DOWN
    times = np.arange(0.0, HORIZON, ONE_MILLISECOND)
    distances = np.array([WORLD.clearance(q + t * DOWN).distance for t in times])
    first = times[np.argmax(distances < REQUIRED)]
    ahead = LOOK.follow(going(q, DOWN))
    assert ahead.below_s == pytest.approx(first, abs=0.05) and ahead.below_s <= first
    assert (ahead.nearest.pair, ahead.side) == (("hand", "target_handrail"), "scene")


def test_who_moves_away_comes_near_nothing():
    ahead = LOOK.follow(going(ABOVE, -DOWN))
    assert ahead.below_s is None
    assert ahead.nearest.distance == pytest.approx(WORLD.clearance(ABOVE).distance, abs=ONE_MILLIMETRE)


def test_a_pair_between_two_samples_of_a_coarse_look_is_not_missed():
    near = LookAhead(WORLD, REQUIRED, HORIZON, step_s=HORIZON)
    assert near.follow(going(ABOVE - 0.1 * DOWN, 2.0 * DOWN)).below_s is not None


def test_where_nothing_else_stands_the_arm_comes_near_itself():
    alone = build_world("capsules", ROBOT, replace(SCENE, boxes=(), capsules=(), mounts=()))
    ahead = LookAhead(alone, REQUIRED, HORIZON, STEP).follow(going(ABOVE, DOWN))
    assert ahead.side == "itself" and set(ahead.nearest.pair) <= {*ROBOT.capsules.names}


def test_without_a_horizon_nobody_looks():
    assert LookAhead(WORLD, REQUIRED, 0.0, STEP).follow(going(ABOVE, DOWN)) is None


def test_a_horizon_between_two_steps_is_kept_exactly():
    motion = continued(going(ABOVE, DOWN), ROBOT.limits, steps=3, step_s=0.55 / 3)
    assert state_within(motion[-1].tolist(), 0.55 / 3).q[1] == pytest.approx(
        ABOVE[1] + 0.55 * DOWN[1], abs=ONE_NANORADIAN
    )
