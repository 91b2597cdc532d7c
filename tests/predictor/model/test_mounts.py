"""Which limb may be left out against which body: what no motion changes, or one joint that always touches."""

from dataclasses import replace

import numpy as np
import pytest

from predictor.geometry.shapes import SPACE, Box, Capsule, Scene, SceneBody
from predictor.model.load import LoadError, with_loads
from predictor.model.mounts import LimbPair, freedom_of, mountings
from tests.trees import X, Y, Z, arm, at, joint

ARM = arm(joint("turn", axis=Z), joint("lift", 0, axis=Y, T=at(0.0, 0.0, 0.4)), joint("roll", 1, axis=X))
SPUN = replace(ARM.capsules, p0=np.zeros((4, 3)), p1=np.array([Z, Z, X, X]) * 0.4)  # turned by its own joint
ARM = replace(ARM, capsules=SPUN, self_pairs=ARM.self_pairs[:0])
TURN, LIFT, ROLL = 1, 2, 3  # rows


def box(half, centre=(0.0, 0.0, 0.0), body="body"):
    return Box(name="box", body=body, T_base_box=at(*centre), half=np.array(half))


def around(shape, *bodies, mounts=(), reasons=None):
    boxes, capsules = ((shape,), ()) if isinstance(shape, Box) else ((), (shape,))
    return Scene(
        name="s", boxes=boxes, capsules=capsules, bodies=bodies, mounts=mounts, reasons=reasons or {}
    )


def freedom(row, shape, *bodies, robot=ARM):
    return freedom_of(robot, around(shape, *bodies), LimbPair(row, shape))


def test_what_its_joint_turns_about_its_own_axis_is_moved_by_nothing():
    assert freedom(TURN, box((0.5, 0.5, 0.1))).is_none
    assert freedom(ROLL, box((0.5, 0.5, 0.1))).joints == ("turn", "lift")


def test_a_body_about_whose_axis_a_joint_turns_is_the_same_at_every_value_of_it():
    foot = Capsule(name="foot", body="body", p0=-0.3 * Z, p1=-0.1 * Z, radius=0.2)
    aside = replace(foot, p1=foot.p1 + 0.01 * X)
    assert freedom(LIFT, foot).joints == ("lift",)
    assert freedom(LIFT, aside).joints == ("turn", "lift")


@pytest.mark.parametrize(
    ("half", "centre", "always"),
    [
        ((0.1, 0.1, 0.1), (0.0, 0.0, 0.4), True),  # about the joint
        ((0.1, 0.1, 0.1), (0.3, 0.0, 0.4), False),  # where it is at one value
        ((0.6, 0.6, 0.6), (0.0, 0.0, 0.4), True),
    ],
)
def test_one_joint_that_touches_a_body_at_every_value_may_be_mounted(half, centre, always):
    lift = arm(joint("lift", axis=Y, T=at(0.0, 0.0, 0.4)))
    own = replace(lift.capsules, p0=np.zeros((2, 3)), p1=np.array([Z, X]) * 0.4)
    one = replace(lift, capsules=own)
    found = freedom(1, box(half, centre), robot=one)
    assert (found.joints, found.always_touches, found.may_mount) == (("lift",), always, always)


def test_a_block_around_the_whole_arm_is_no_mount_of_what_two_joints_move():
    assert not freedom(LIFT, box((3.0, 3.0, 3.0))).may_mount


def test_a_body_that_floats_beside_the_base_is_no_mount_of_anything():
    apart = SceneBody(name="body", mass=0.0, com=np.zeros(3), inertia=np.zeros((3, 3)), carrier=SPACE)
    assert freedom(0, box((0.5, 0.5, 0.1)), apart, robot=replace(ARM, platform=None)).is_none
    assert not freedom(0, box((0.5, 0.5, 0.1)), apart).may_mount


def test_a_mount_of_what_moves_is_refused_without_a_reason():
    named = (ARM.capsules.names[ROLL], "box")
    wall = around(box((0.1, 1.0, 1.0), (0.6, 0.0, 0.0)), mounts=(named,))
    with pytest.raises(LoadError, match=r"moved by turn, lift, so nothing .* give reason = "):
        with_loads(ARM, wall)
    meant = replace(wall, reasons={named: "a test"})
    assert with_loads(ARM, meant)[1].mounts == (named,)
    (found,) = mountings(ARM, meant)
    assert (found[:2], found.needs_reason, found.reason) == (named, True, "a test")
