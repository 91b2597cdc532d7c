"""Rates of the joints for a rate of the tool: exact, of least effort, and each other's derivatives."""

from pathlib import Path

import numpy as np
import pytest

from planner.motion.rates import chain_of, joint_rates, resolve, self_motion
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_jacobian, tool_jacobian_rate
from tests.arms import FIVE_Q, SEVEN_Q, TEN_Q, five_joints, seven_joints, ten_joints
from tests.trees import branched, some_q

ROBOT = read_robot(Path(__file__).parents[3] / "scenarios/robots/shiyan7_like.toml")
V, A = np.array((0.1, -0.2, 0.05, 0.3, 0.1, -0.2)), np.array((0.2, 0.1, -0.3, 0.05, 0.1, 0.4))
ARMS = [(seven_joints(), SEVEN_Q), (ten_joints(), TEN_Q), (ROBOT, (0.1, -1.5, -1.2, 0.3, -0.7, 0.2))]


@pytest.mark.parametrize(("robot", "q"), ARMS)
@pytest.mark.parametrize("rows", [3, 6])
def test_the_tool_moves_as_wanted(robot, q, rows):
    rates = joint_rates(robot, np.array(q), v=V[:rows], a=A[:rows])
    J, Jd = tool_jacobian(robot, q)[:rows], tool_jacobian_rate(robot, q, rates.qd)[:rows]
    assert J @ rates.qd == pytest.approx(V[:rows], abs=1e-12)
    assert J @ rates.qdd + Jd @ rates.qd == pytest.approx(A[:rows], abs=1e-11)


@pytest.mark.parametrize(("robot", "q"), ARMS)
@pytest.mark.parametrize("rows", [3, 6])
def test_acceleration_is_the_slope_of_speed_along_the_motion(robot, q, rows):
    def at(t):
        moved = np.array(q) + t * rates.qd + 0.5 * t * t * rates.qdd
        return joint_rates(robot, moved, v=V[:rows] + t * A[:rows], a=A[:rows]).qd

    rates, step = joint_rates(robot, np.array(q), v=V[:rows], a=A[:rows]), 1e-5
    assert (at(step) - at(-step)) / (2 * step) == pytest.approx(rates.qdd, abs=1e-6)


def test_no_other_rates_of_the_joints_ask_less_of_them():
    robot, rng = ten_joints(), np.random.default_rng(1)
    J, share = tool_jacobian(robot, TEN_Q), chain_of(robot).share
    best = resolve(robot, J, V)
    for other in rng.normal(size=(20, 10)):
        with_self_motion = best + self_motion(robot, J, other)
        assert J @ with_self_motion == pytest.approx(V, abs=1e-12)
        assert np.linalg.norm(with_self_motion / share) > np.linalg.norm(best / share)


def test_as_many_joints_as_rows_are_solved_exactly_as_numpy_does():
    J = tool_jacobian(ROBOT, ARMS[2][1])
    assert list(resolve(ROBOT, J, V)) == list(np.linalg.solve(J, V))


def test_joints_on_another_branch_have_no_rates():
    robot = branched()
    rates = joint_rates(robot, some_q(robot, 2, 1)[0], v=V, a=A)
    assert list(chain_of(robot).carries) == [True, True, True, True, False, False, False]
    assert not rates.qd[4:].any() and not rates.qdd[4:].any()


def test_freedom_is_what_the_joints_give_and_not_how_many_there_are():
    assert [chain_of(robot).freedom for robot in (five_joints(), seven_joints(), ROBOT)] == [5, 6, 6]
    assert chain_of(five_joints()).is_redundant(3)
    assert not chain_of(five_joints()).is_redundant(6)


def test_the_nearest_rates_of_too_few_joints_leave_over_what_they_cannot_do():
    robot = five_joints()
    J = tool_jacobian(robot, FIVE_Q)
    left = V - J @ resolve(robot, J, V)
    assert np.linalg.norm(left) > 0.1
    assert J.T @ left == pytest.approx(0.0, abs=1e-12)


def test_a_singular_pose_is_an_error():
    with pytest.raises(np.linalg.LinAlgError):
        resolve(ROBOT, np.zeros((6, 6)), V)
