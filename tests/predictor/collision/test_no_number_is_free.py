"""What is not a number is never free, by any kernel that a verdict or a certificate rests on."""

import itertools
import math
import sys
from pathlib import Path

import numpy as np
import pytest

from predictor.collision.capsules.many_poses.batch import FEWEST_IN_LANES
from predictor.collision.method import METHODS
from predictor.geometry.scenes.scene_file import read_scene
from predictor.inputs import finite
from predictor.model.files.robot_file import read_robot
from predictor.motion.motion import NO_LIMIT_BROKEN
from predictor.motion.motion_kernels import moves_and_stops
from predictor.proximity.proximity_layout import AT_ONCE
from predictor.verdict.judge import limits_of
from tests.balls import ROW, build_any

SCENARIOS = Path(__file__).parents[3] / "scenarios"
ROBOT = read_robot(SCENARIOS / "robots" / "shiyan7_like.toml")
SCENE = read_scene(SCENARIOS / "scenes" / "adjacent_target.toml")
HOME = np.array(ROBOT.home_q)
BAD = (math.nan, math.inf, -math.inf)
NOTHING_IS_NEAR = -10.0  # [m] farther than that in one another is nothing


@pytest.fixture(autouse=True)
def let_all_through(monkeypatch):
    """Let the checks of the library, which refuse what is not finite, let it through to the kernels."""
    for name in ("check_finite", "check_few_finite"):
        for module in [each for each in sys.modules.values() if vars(each).get(name) is vars(finite)[name]]:
            monkeypatch.setattr(module, name, lambda *_, **__: None)


@pytest.fixture(params=[*METHODS, *ROW], scope="module")
def world(request):
    return build_any(request.param, ROBOT, SCENE)


def test_no_pose_that_others_look_at_is_free_with_one_joint_of_one_lane_not_a_number(world):
    query, poses = world.proximity_query(), np.ascontiguousarray(np.repeat(HOME[:, None], AT_ONCE, axis=1))
    assert query.is_free(poses, NOTHING_IS_NEAR) == 1.0
    for joint, lane, bad in itertools.product(range(ROBOT.n), range(AT_ONCE), BAD):
        broken = poses.copy()
        broken[joint, lane] = bad
        assert query.is_free(broken, NOTHING_IS_NEAR) == 0.0
    assert query.is_free(poses, math.nan) == 0.0


@pytest.mark.parametrize("count", [FEWEST_IN_LANES - 1, 200])
def test_of_many_poses_those_with_one_joint_not_a_number_are_hits_and_no_others(world, count):
    for joint, bad in itertools.product(range(ROBOT.n), BAD):
        poses = np.repeat(HOME[None], count, axis=0)
        poses[count // 2, joint] = bad
        told = np.arange(count) == count // 2
        assert (world.hits(poses, within_m=NOTHING_IS_NEAR) == told).all()
        assert (np.isnan(world.batch(poses).distance) == told).all()


def test_no_motion_is_clear_with_one_coefficient_not_a_number(world):
    moves = np.zeros((2, ROBOT.n, 6))
    moves[:, :, 0] = HOME
    assert world.sweep(moves, required_m=NOTHING_IS_NEAR, period_s=0.25).below_s is None
    for move, joint, power, bad in itertools.product(range(2), range(ROBOT.n), range(6), BAD):
        broken = moves.copy()
        broken[move, joint, power] = bad
        with pytest.raises(finite.NotFiniteError):
            world.sweep(broken, required_m=NOTHING_IS_NEAR, period_s=0.25)


@pytest.mark.parametrize("row", range(3))
@pytest.mark.parametrize("bad", BAD)
def test_no_move_nor_its_stop_is_within_limits_with_one_value_not_a_number(row, bad):
    still = np.zeros((2, 3, ROBOT.n))
    still[:, 0] = HOME
    limits = limits_of(ROBOT)
    assert moves_and_stops(still, limits, 0.25)[2].quantity == NO_LIMIT_BROKEN
    for end, joint in itertools.product(range(2), range(ROBOT.n)):
        broken = still.copy()
        broken[end, row, joint] = bad
        assert moves_and_stops(broken, limits, 0.25)[2].quantity != NO_LIMIT_BROKEN
