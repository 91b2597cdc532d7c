"""A certificate is that of judging one set-point after the other, found faster."""

import math
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

from planner.motion.moves.trajectory import MoveSpan, Trajectory, build_trajectory
from planner.motion.paths.path import Refusal
from planner.plans.certify import MM_PER_M, certify
from predictor.collision.method import build_world
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from predictor.motion.stop import rest
from predictor.verdict.judge import judge
from telemetry.agreed.reasons import Reason
from telemetry.messages.plan import Certificate, JointMove

SCENARIOS = Path(__file__).parents[3] / "scenarios"
ROBOT = read_robot(SCENARIOS / "robots" / "shiyan7_like.toml")
WORLD = build_world("capsules", ROBOT, read_scene(SCENARIOS / "scenes" / "adjacent_target.toml"))
LINE_START = np.radians([0.0, -120.210281213, -109.358320348, 0.0, -40.431398439, 0.0])
SEEN_DIFFERENTLY = 0.002  # [m] the exact sweep looks at more poses of a move
REQUIRED = (0.0, 0.03, 0.05, 0.08, 0.12)


def plan_to(goal):
    planned = build_trajectory(
        ROBOT, tuple(LINE_START.tolist()), [JointMove(q=tuple(goal.tolist()))], period_s=0.25
    )
    assert isinstance(planned, Trajectory)
    return planned


def certified(trajectory, required):
    return certify(WORLD, trajectory, "pass", configuration=b"c" * 16, required_m=required)


def one_by_one(trajectory, required):
    """Return all judgements up to the first that refuses."""
    previous, judgements = rest(trajectory.start_q), []
    for state in trajectory.states:
        judgements.append(judge(WORLD, previous, state, required_m=required, period_s=trajectory.period_s))
        if not judgements[-1].ok:
            break
        previous = state
    return judgements


@pytest.mark.parametrize("seed", range(6))
def test_a_plan_is_certified_where_every_set_point_alone_is_ok_and_refused_at_the_first_that_is_not(seed):
    rng = np.random.default_rng([72, seed])
    trajectory = plan_to(LINE_START + rng.uniform(-0.3, 0.3, 6))
    for required in REQUIRED:
        judgements, found = one_by_one(trajectory, required), certified(trajectory, required)
        if judgements[-1].ok:
            assert isinstance(found, Certificate)
            least = min(judgement.clearance for judgement in judgements)
            assert found.clearance == pytest.approx(least, abs=SEEN_DIFFERENTLY)
            assert found.clearance >= required
        else:
            assert isinstance(found, Refusal)
            assert f"set-point {len(judgements) - 1} " in found.detail
            assert f"{judgements[-1].clearance * MM_PER_M:.0f} mm apart" in found.detail


def test_some_of_these_plans_pass_and_some_do_not():
    found = [
        isinstance(
            certified(plan_to(LINE_START + np.random.default_rng([72, seed]).uniform(-0.3, 0.3, 6)), r),
            Refusal,
        )
        for seed in range(6)
        for r in REQUIRED
    ]
    assert 5 < sum(found) < 25


@pytest.mark.parametrize(("index", "bad"), [(0, math.nan), (3, math.nan), (3, 9.0)])
def test_a_limit_that_a_set_point_breaks_refuses_the_plan_there(index, bad):
    trajectory = plan_to(LINE_START + 0.1)
    states = [*trajectory.states]
    states[index] = structs.replace(states[index], qd=(bad, *states[index].qd[1:]))
    broken = Trajectory(
        start_q=trajectory.start_q, states=tuple(states), spans=trajectory.spans, period_s=trajectory.period_s
    )
    refusal = certified(broken, 0.0)
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.LIMIT
    assert f"set-point {index} " in refusal.detail
    assert isinstance(trajectory.spans[0], MoveSpan)
