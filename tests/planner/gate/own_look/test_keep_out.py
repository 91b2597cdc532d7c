"""The gate's own look agrees with the predictor's kinematics, and finds the arm in a box."""

import math
import random
from dataclasses import replace

import numpy as np
import pytest

from planner.gate.own_look.keep_out import SPACING_M, BoxTree, KeepOut
from planner.gate.own_look.plain_frames import frames_at, plain_joints
from predictor.geometry.scenes.scene_file import read_scene
from predictor.geometry.shapes import SPACE, Box, Capsule, Scene
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import link_poses, tool_pose
from tests.trees import branched, some_q


def bounds(rng, size):
    """Return random bounds, flat ones and points among them."""
    low = [rng.uniform(-2.0, 2.0) for _ in range(3)]
    return (*low, *(x + rng.choice((0.0, rng.uniform(0.0, size))) for x in low))


def touch(a, b):
    return all(a[k] <= b[k + 3] and b[k] <= a[k + 3] for k in range(3))


@pytest.mark.parametrize("count", [0, 1, 2, 3, 100, 1000])
def test_a_region_is_told_all_that_it_touches_and_nothing_else(count):
    rng = random.Random(count)
    everything = [bounds(rng, rng.choice((0.05, 0.5, 5.0))) for _ in range(count)]
    tree = BoxTree(everything)
    for _ in range(200):
        region = bounds(rng, rng.choice((0.01, 1.0)))
        expected = [number for number, around in enumerate(everything) if touch(around, region)]
        assert sorted(tree.touching(region)) == expected


@pytest.mark.parametrize("step", [-1.0, 1.0])
@pytest.mark.parametrize("axis", range(3))
def test_bounds_that_only_share_a_face_or_all_lie_in_one_place_are_found(axis, step):
    low = [step if k == axis else 0.0 for k in range(3)]
    tree = BoxTree([(0.0, 0.0, 0.0, 1.0, 1.0, 1.0)] * 5)
    assert sorted(tree.touching((*low, *(x + 1.0 for x in low)))) == [0, 1, 2, 3, 4]


ONE_MICRON = 1e-6
ROBOT = read_robot("scenarios/robots/shiyan7_like.toml")
SCENE = read_scene("scenarios/scenes/adjacent_target.toml")
KEEP_OUT = KeepOut(ROBOT, SCENE)


def frames(robot, q):
    """Return the poses of all frames, (m + 1, 4, 4), of the gate's own kinematics."""
    rows = frames_at(plain_joints(robot), q)
    return np.array([[*frame, (0.0, 0.0, 0.0, 1.0)] for frame in rows])


@pytest.mark.parametrize("seed", range(10))
def test_the_plain_kinematics_agree_with_the_predictors(seed):
    q = np.random.default_rng(seed).uniform(-2.0, 2.0, 6)
    last = frames(ROBOT, q.tolist())[-1]
    np.testing.assert_allclose(last @ ROBOT.tool.T_frame_tool, tool_pose(ROBOT, q), atol=ONE_MICRON)


def test_the_safe_pose_is_outside_every_body():
    assert KEEP_OUT.intrusion(ROBOT.home_q) is None


def test_an_arm_in_the_target_is_named_with_its_box():
    found = KEEP_OUT.intrusion((0.0, -2.6, -1.5, 0.0, 0.0, 0.0))
    assert (found.limb, found.body) == ("hand", "target_bus")


def turned(rng):
    """Return a random rotation (3, 3)."""
    Q, R = np.linalg.qr(rng.normal(size=(3, 3)))
    Q = Q * np.sign(np.diag(R))
    return Q if np.linalg.det(Q) > 0.0 else -Q


def cluttered(rng, count, mounts=()):
    """Return a scene of boxes and capsules of all sizes, turned and not, about the arm."""
    boxes, bars = [], []
    for number in range(count):
        T_base_box = np.eye(4)
        T_base_box[:3, :3] = turned(rng) if number % 3 else np.eye(3)
        T_base_box[:3, 3] = rng.uniform(-1.0, 1.0, 3) * rng.choice((1.2, 2.5, 40.0))
        half = rng.uniform(0.02, 1.0, 3) * rng.choice((0.005, 0.1, 0.8))
        boxes.append(Box(name=f"box_{number}", body="base", T_base_box=T_base_box, half=half))
        if number % 2:
            p0 = rng.uniform(-1.0, 1.0, 3) * rng.choice((1.2, 2.5, 40.0))
            p1 = p0 + rng.uniform(-1.0, 1.0, 3) * rng.choice((0.0, 0.2, 1.5))
            radius = rng.uniform(0.01, 0.3)
            bars.append(Capsule(name=f"bar_{number}", body="base", p0=p0, p1=p1, radius=radius))
    return Scene(name="clutter", boxes=tuple(boxes), capsules=tuple(bars), bodies=(), mounts=mounts)


def intrusions(robot, scene, q):
    """Oracle: look at every point of every limb and every body."""
    found, arm, T = set(), robot.capsules, frames(robot, q)
    for name, frame, p0, p1, radius in zip(arm.names, arm.frame, arm.p0, arm.p1, arm.radius, strict=True):
        share = np.linspace(0.0, 1.0, 1 + max(1, math.ceil(math.dist(p0, p1) / SPACING_M)))[:, None]
        points = (p0 + share * (p1 - p0)) @ T[frame][:3, :3].T + T[frame][:3, 3]
        for box in scene.boxes:
            local = (points - box.T_base_box[:3, 3]) @ box.T_base_box[:3, :3]
            gaps = np.linalg.norm(np.maximum(np.abs(local) - box.half, 0.0), axis=1)
            if (gaps < radius).any() and (name, box.name) not in scene.mounts:
                found.add((name, box.name))
        for bar in scene.capsules:
            axis = bar.p1 - bar.p0
            share = np.clip((points - bar.p0) @ axis / max(axis @ axis, 1e-300), 0.0, 1.0)
            gaps = np.linalg.norm(points - bar.p0 - share[:, None] * axis, axis=1)
            if (gaps < radius + bar.radius).any() and (name, bar.name) not in scene.mounts:
                found.add((name, bar.name))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_what_a_look_at_everything_finds_is_found(seed):
    rng = np.random.default_rng(seed)
    mounts = (("upper_arm", "box_1"), ("base", "box_0"), ("hand", "bar_1"))
    scene = cluttered(rng, int(rng.choice([1, 4, 30])), mounts=mounts)
    keep_out = KeepOut(ROBOT, scene)
    for q in rng.uniform(-2.5, 2.5, (20, ROBOT.n)).tolist():
        expected, found = intrusions(ROBOT, scene, q), keep_out.intrusion(q)
        assert (tuple(found) in expected) if found else not expected


def test_both_a_clear_arm_and_an_intrusion_are_common_among_these_scenes():
    rng = np.random.default_rng(3)
    looks = [
        KeepOut(ROBOT, cluttered(rng, 4)).intrusion(rng.uniform(-2.5, 2.5, 6).tolist()) for _ in range(50)
    ]
    assert 5 < sum(look is None for look in looks) < 45


def test_an_arm_is_kept_out_of_what_the_scene_does_not_mount_it_on():
    loose = replace(SCENE, mounts=())
    assert KeepOut(ROBOT, loose).intrusion(ROBOT.home_q) == ("base", "platform")
    crate = replace(SCENE.boxes[0], name="crate")
    crowded = replace(SCENE, boxes=(*SCENE.boxes, crate))
    assert KeepOut(ROBOT, crowded).intrusion(ROBOT.home_q) == ("base", "crate")


def test_the_foot_on_the_platform_is_no_intrusion_but_the_hand_in_it_is():
    found = [KEEP_OUT.intrusion((q1, -2.9, -1.9, 0.0, 0.0, 0.0)) for q1 in np.linspace(-2.9, 2.9, 15)]
    assert any(intrusion and intrusion.body in ("platform", "target_bus") for intrusion in found)
    assert all(intrusion.limb not in ("base", "shoulder") for intrusion in found if intrusion)


def test_an_arm_in_a_capsule_of_the_scene_is_named_with_it():
    hand = tool_pose(ROBOT, ROBOT.home_q)[:3, 3]
    ball = Capsule(name="ball", body="target", p0=hand, p1=hand, radius=0.05)
    assert KeepOut(ROBOT, replace(SCENE, capsules=(ball,))).intrusion(ROBOT.home_q) == ("hand", "ball")


def test_what_stands_in_space_is_looked_at_only_from_a_base_that_is_bolted():
    bodies = tuple(replace(body, carrier=SPACE) for body in SCENE.bodies)
    apart, into_target = replace(SCENE, bodies=bodies), (0.0, -2.6, -1.5, 0.0, 0.0, 0.0)
    assert KeepOut(ROBOT, apart).intrusion(into_target) is None
    assert KeepOut(replace(ROBOT, platform=None), apart).intrusion(into_target).body == "target_bus"


def test_a_limb_that_is_thinner_than_a_wall_does_not_slip_through_it():
    thin = replace(ROBOT, capsules=replace(ROBOT.capsules, radius=np.full(len(ROBOT.capsules.names), 0.004)))
    forearm = frames(ROBOT, ROBOT.home_q)[3]
    T_base_box = forearm.copy()
    axis = ROBOT.capsules.p1[3] - ROBOT.capsules.p0[3]
    found = []
    for share in np.linspace(0.3, 0.7, 41):
        T_base_box[:3, 3] = (forearm @ (*(ROBOT.capsules.p0[3] + share * axis), 1.0))[:3]
        wall = Box(name="wall", body="base", T_base_box=T_base_box, half=np.full(3, 0.001))
        found.append(KeepOut(thin, replace(SCENE, boxes=(wall,))).intrusion(ROBOT.home_q))
    assert all(found)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_pose_that_is_no_number_is_never_outside(bad):
    assert KEEP_OUT.intrusion((bad, 0.0, 0.0, 0.0, 0.0, 0.0)) is not None


@pytest.mark.parametrize("seed", range(4))
def test_the_plain_kinematics_of_any_tree_agree_with_the_predictors(seed):
    robot = branched(seed)
    for q in some_q(robot, seed, 10):
        np.testing.assert_allclose(frames(robot, q.tolist()), link_poses(robot, q), atol=1e-12)
