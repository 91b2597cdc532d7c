"""The robots of the shared data: each is where its own table, its figures or another library see it."""

import re
import tomllib
from pathlib import Path

import numpy as np
import pytest

from predictor.model.files.robot_file import describe_robot, read_robot
from predictor.model.kinematics import tool_pose
from telemetry.files.settings import read_file
from tests.predictor.model.files.test_urdf_file import ONE_NANOMETRE, assert_as_the_oracle
from tests.shared_data import shared_file

ROBOTS = "data/robots"
SHIPPED = Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml"
ONE_MICRON = 1e-6


def some_q(robot, count=10):
    """Joint values within limits."""
    return np.random.default_rng(3).uniform(robot.limits.q_min, robot.limits.q_max, (count, robot.n))


ARMS = {
    "ur5e/ur5e": 6,
    "kuka_lbr_iiwa14/lbr_iiwa_14_r820": 7,
    "panda/panda": 7,
    "panda/panda_spherized": 7,
    "ur5_mbm/ur5": 6,
    "ur5_mbm/ur5_spherized": 6,
    "motoman_mh6/mh6": 6,
    "canadarm2/ssrms": 7,
}
SHAPE = re.compile(rb"<(visual|collision)>.*?</\1>", re.DOTALL)


def bare(name):
    """Describe an arm without its shapes, which are of no matter here and take their time."""
    path = shared_file(f"{ROBOTS}/{name}.urdf")
    return describe_robot(path, lambda asked, **_: SHAPE.sub(b"", read_file(asked))).robot


@pytest.mark.parametrize("name", ARMS)
def test_known_arms_stand_where_the_library_sees_them(name):
    robot = bare(name)
    assert robot.n == len(robot.joints) == ARMS[name]
    assert_as_the_oracle(robot, shared_file(f"{ROBOTS}/{name}.urdf").read_bytes())


@pytest.mark.sweep
@pytest.mark.parametrize("name", ARMS)
def test_known_arms_are_read_with_their_shapes(name):
    parts = describe_robot(shared_file(f"{ROBOTS}/{name}.urdf")).robot.parts
    assert len({part.frame for part in parts if part.pieces}) == ARMS[name] + 1


def test_the_mh6_is_the_same_by_urdf_and_by_table():
    urdf = bare("motoman_mh6/mh6")
    rows = describe_robot(shared_file(f"{ROBOTS}/motoman_mh6/dh.toml")).robot
    for q in some_q(rows):
        assert np.abs(tool_pose(urdf, q) - tool_pose(rows, q)).max() < ONE_NANOMETRE
    np.testing.assert_allclose(urdf.limits.qd_max, rows.limits.qd_max, rtol=1e-9)


def test_the_canadarm_stretches_to_where_its_notes_say():
    robot = bare("canadarm2/ssrms")
    expected = np.eye(4)
    expected[2, 3] = -1.80164
    assert np.abs(tool_pose(robot, np.zeros(7)) - expected).max() < ONE_NANOMETRE


def test_ets_vii_has_the_joints_and_masses_of_its_paper():
    found = describe_robot(shared_file(f"{ROBOTS}/ets_vii/ets_vii_consistent.urdf"))
    robot, base = found.robot, found.base_body
    paper = tomllib.loads(shared_file(f"{ROBOTS}/ets_vii/params.toml").read_text())
    assert base.mass == paper["base_body"]["mass"]
    for joint, link, row in zip(robot.joints, robot.links, paper["link"], strict=True):
        np.testing.assert_allclose(joint.T_parent_joint[:3, 3], row["xyz"])
        assert link.mass == row["mass"]
        np.testing.assert_allclose(link.com, row["com"])
        np.testing.assert_allclose(link.inertia, row["inertia"], atol=1e-6)
    assert paper["total_mass"] == pytest.approx(base.mass + sum(link.mass for link in robot.links))


def test_the_reference_arm_is_the_same_by_urdf_and_as_it_is_shipped():
    urdf = describe_robot(shared_file(f"{ROBOTS}/shiyan7_like/shiyan7_like.urdf")).robot
    shipped = read_robot(SHIPPED)
    for q in some_q(shipped):
        assert np.abs(tool_pose(urdf, q) - tool_pose(shipped, q)).max() < 0.1 * ONE_MICRON
    assert [link.mass for link in urdf.links] == [link.mass for link in shipped.links]
