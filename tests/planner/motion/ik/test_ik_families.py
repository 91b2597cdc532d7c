"""Both families of closed forms, over several arms: every branch reaches, none is missing, edges are told."""

import math
from pathlib import Path

import numpy as np
import pytest

from planner.motion.ik.closed_form import FORM, closed_form_of
from planner.motion.ik.families_kernels import ASIDE, FAMILY, PARALLEL, SPHERICAL, shoulder
from planner.motion.ik.inverse import PoseError, branches, branches_batch, nearest_branch
from predictor.compiler.jit import kernel
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import inverse_pose, pose_difference
from telemetry.agreed.reasons import Reason
from tests.trees import reframed, with_rows

ROBOT = read_robot(Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml")
ROUNDING, SAME_BRANCH = 1e-12, 1e-7
H = math.pi / 2.0

# Rows (offset, d, a, alpha): the Puma 560 of Corke and Armstrong 1994, a Motoman MH6 and a UR5e by its maker.
ROWS = {
    "reference": None,
    "puma": (
        *((0.0, 0.67, 0.0, H), (0.0, 0.0, 0.4318, 0.0), (0.0, 0.15, 0.0203, -H), (0.0, 0.4318, 0.0, H)),
        *((0.0, 0.0, 0.0, -H), (0.0, 0.05, 0.0, 0.0)),
    ),
    "mh6": (
        *((0.0, 0.45, 0.15, -H), (-H, 0.0, 0.614, 0.0), (0.0, 0.0, 0.155, -H), (0.0, 0.64, 0.0, H)),
        *((0.0, 0.0, 0.0, -H), (0.0, 0.1, 0.0, 0.0)),
    ),
    "ur5e": (
        *((0.0, 0.1625, 0.0, H), (0.0, 0.0, -0.425, 0.0), (0.0, 0.0, -0.3922, 0.0), (0.0, 0.1333, 0.0, H)),
        *((0.0, 0.0997, 0.0, -H), (0.0, 0.0996, 0.0, 0.0)),
    ),
}
ARMS = {name: ROBOT if rows is None else with_rows(ROBOT, rows) for name, rows in ROWS.items()}
UR = ARMS["ur5e"]


@pytest.fixture(params=ARMS.values(), ids=ARMS)
def robot(request):
    return request.param


def some_q(seed, count):
    """Joint angles (count, 6) over almost the whole turn."""
    return np.random.default_rng(seed).uniform(-3.0, 3.0, (count, 6))


def apart(rows, q):
    """How far each row is from q in its farthest joint, whole turns aside."""
    return np.abs(np.remainder(rows - q + math.pi, 2.0 * math.pi) - math.pi).max(axis=1)


def test_an_arm_is_of_the_family_of_its_build_in_whatever_frames():
    families = [closed_form_of(reframed(arm, 1))[FAMILY] for arm in ARMS.values()]
    assert families == [SPHERICAL, SPHERICAL, SPHERICAL, PARALLEL]


def test_every_branch_of_seeded_poses_reaches_and_the_angles_themselves_are_among_them(robot):
    for q in some_q(1, 200):
        T = tool_pose(robot, q)
        rows = branches(robot, T)
        assert apart(rows, q).min() < SAME_BRANCH
        assert max(np.abs(pose_difference(T, tool_pose(robot, row))).max() for row in rows) < ROUNDING
        assert (np.abs(rows) <= math.pi + ROUNDING).all()


def test_the_branches_of_a_pose_differ(robot):
    for q in some_q(2, 50):
        rows = branches(robot, tool_pose(robot, q))
        assert len(rows) in (2, 4, 6, 8)
        for index, row in enumerate(rows):
            assert np.delete(apart(rows, row), index).min() > SAME_BRANCH


def test_many_poses_have_the_branches_that_each_has_alone(robot):
    poses = np.array([tool_pose(robot, q) for q in some_q(3, 40)])
    poses[7, :3, 3] = 9.0  # out of reach
    for T, rows in zip(poses, branches_batch(robot, poses), strict=True):
        there = rows[~np.isnan(rows).any(axis=1)]
        np.testing.assert_array_equal(there, branches(robot, T))
    assert np.isnan(branches_batch(robot, poses)[7]).any(axis=1).all()


def test_one_of_many_that_is_no_pose_is_refused_by_its_number():
    poses = np.array([tool_pose(ROBOT, q) for q in some_q(4, 3)])
    poses[1, 2, 3] = math.nan
    with pytest.raises(PoseError, match="pose 1: the wanted pose is not a rotation and a finite position"):
        branches_batch(ROBOT, poses)
    with pytest.raises(PoseError, match="they must be"):
        branches_batch(ROBOT, np.eye(4))
    assert branches_batch(ROBOT, np.empty((0, 4, 4))).shape == (0, 8, 6)


@pytest.mark.parametrize("name", ["puma", "mh6", "ur5e"])
def test_eaik_finds_the_same_branches(name):
    rows = np.array(ROWS[name])
    eaik = pytest.importorskip("eaik.IK_DH").DhRobot(rows[:, 3], rows[:, 2], rows[:, 1])
    T_tool_end = inverse_pose(ARMS[name].tool.T_frame_tool)
    for q in some_q(5, 100):
        T = tool_pose(ARMS[name], q)
        theirs = eaik.IK(T @ T_tool_end)
        exact = [q for q, is_near in zip(theirs.Q, theirs.is_LS, strict=True) if not is_near]
        ours = branches(ARMS[name], T) + rows[:, 0]  # it counts without offsets
        assert len(ours) == len(exact)
        assert all(apart(ours, each).min() < 1e-5 for each in exact)


@pytest.mark.parametrize("q5", [0.0, 1e-11, 1e-9, 1e-6])
def test_with_axis_6_along_the_parallel_ones_joint_6_stays_where_it_is(q5):
    q = np.array((0.4, -1.1, 0.9, 0.5, q5, 0.7))
    T = tool_pose(UR, q)
    found = nearest_branch(UR, T, q).q
    np.testing.assert_allclose(found, q, atol=1e-9 if q5 == 0.0 else 1e-4)
    assert np.abs(pose_difference(T, tool_pose(UR, found))).max() < 1e-9


def test_a_stretched_arm_of_parallel_axes_has_one_elbow():
    q = np.array((0.4, -1.1, 0.0, 0.5, 0.8, 0.7))
    rows = branches(UR, tool_pose(UR, q))
    assert (np.abs(rows[:, 2]) < 1e-6).sum() == 1
    assert apart(rows, q).min() < 1e-6


@kernel
def shoulder_at(form, end, free, side):
    """Let Python call the part."""
    return shoulder(form, end, free, side)


def shoulders(px, py, aside):
    """Turn of joint 1 and distance for both sides, of those that there are; it is free at 30 degrees."""
    form, end = np.zeros(FORM), (0.0, 0.0, 0.0, px, 0.0, 0.0, 0.0, py, 0.0, 0.0, 0.0, 0.0)
    form[ASIDE] = aside
    found = [shoulder_at(form, end, (math.sqrt(0.75), 0.5), side) for side in (1.0, -1.0)]
    return [each for each in found if not math.isnan(each[0])]


def test_two_shoulders_face_the_wrist_one_at_the_edge_and_none_within_the_offset():
    for c, s, distance in shoulders(0.5, 0.6, 0.2):
        assert (c * 0.5 + s * 0.6, s * 0.5 - c * 0.6) == pytest.approx((distance, 0.2), abs=1e-15)
    assert len(shoulders(0.5, 0.6, 0.2)) == 2
    assert shoulders(0.2, 0.0, 0.2) == [pytest.approx((0.0, 1.0, 0.0))]
    assert shoulders(0.1, 0.0, 0.2) == []


def test_with_the_wrist_on_axis_1_both_shoulders_are_free():
    assert shoulders(0.0, 0.0, 0.0) == [(math.sqrt(0.75), 0.5, 0.0), (-math.sqrt(0.75), -0.5, 0.0)]


def test_a_wrist_nearer_to_axis_1_than_the_shoulder_s_offset_is_out_of_reach():
    T = tool_pose(UR, np.zeros(6))
    T[:3, 3] = inverse_pose(UR.joints[0].T_parent_joint)[:3, 3]
    assert nearest_branch(UR, T, np.zeros(6)).reason == Reason.UNREACHABLE
