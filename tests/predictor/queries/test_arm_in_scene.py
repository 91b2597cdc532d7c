"""How an arm stands in a scene: the mounts that no motion can do without are found, with their reason."""

from dataclasses import replace

import numpy as np
import pytest

from predictor.collision.method import build_world
from predictor.geometry.scenes.scene_file import read_scene
from predictor.geometry.shapes import Box, Capsule
from predictor.model.files.robot_file import read_robot
from predictor.queries.arm_in_scene import FitError, arm_in_scene
from tests.mesh_scene import write_scene
from tests.nominal_run import ROBOT, SCENE
from tests.predictor.model.test_load import LOAD

ARM, AROUND = read_robot(ROBOT), read_scene(SCENE)


def test_the_mounts_of_the_shipped_scene_are_those_that_are_proposed_without_them():
    told = arm_in_scene(ARM, replace(AROUND, mounts=()))
    found = {(mount.capsule, mount.shape): mount.reason for mount in told.proposed_mounts}
    assert set(found) == set(AROUND.mounts)
    assert found["shoulder", "platform"].startswith("always 55 mm apart")
    assert "touches platform at home" in told.doubts[0].why


def test_home_is_as_clear_as_the_predictors_world_says():
    told = arm_in_scene(ARM, AROUND)
    assert told.home_clearance == build_world("capsules", ARM, AROUND).clearance(ARM.home_q).distance
    assert told.proposed_mounts == [] and told.doubts == []


def test_what_no_pose_can_reach_is_told():
    far = Capsule(name="star", body="target", p0=np.full(3, 9.0), p1=np.full(3, 9.0), radius=0.5)
    assert arm_in_scene(ARM, replace(AROUND, capsules=(far,))).unreachable == ["star"]


def test_a_mount_of_no_part_of_the_arm_is_doubted():
    (doubt,) = arm_in_scene(ARM, replace(AROUND, mounts=(*AROUND.mounts, ("hnd", "platform")))).doubts
    assert "did you mean 'hand'" in doubt.why


def test_what_always_touches_a_load_is_proposed(tmp_path):
    load = LOAD.replace("centre = [0.0, 0.0, 0.3]", "centre = [0.0, 0.0, 0.0]")
    told = arm_in_scene(ARM, read_scene(write_scene(tmp_path, load)))
    assert {"wrist"} <= {mount.capsule for mount in told.proposed_mounts}


def test_a_block_around_the_arm_is_what_it_begins_inside_and_no_mount_of_what_moves():
    block = Box(name="block", body="target", T_base_box=np.eye(4), half=np.full(3, 2.5))
    told = arm_in_scene(ARM, replace(AROUND, boxes=(*AROUND.boxes, block)))
    assert {mount.capsule for mount in told.proposed_mounts} == {"base", "shoulder"}
    (doubt,) = (doubt for doubt in told.doubts if doubt.what == "the arm")
    assert doubt.why.startswith("begins inside block: upper_arm")


def test_a_mount_that_needs_a_reason_is_doubted_without_one():
    told = arm_in_scene(ARM, replace(AROUND, mounts=(*AROUND.mounts, ("hand", "target_bus"))))
    assert "moved by joint_1, joint_2 and 3 more" in told.doubts[0].why


def test_an_arm_that_cannot_carry_a_load_does_not_fit(tmp_path):
    load = LOAD.replace('carrier = "joint_6"', 'carrier = "joint_9"')
    with pytest.raises(FitError, match="no joint 'joint_9'"):
        arm_in_scene(ARM, read_scene(write_scene(tmp_path, load)))
