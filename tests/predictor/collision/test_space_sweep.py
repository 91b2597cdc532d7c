"""What stands in space while the base floats past it: distances, and sweeps without gaps."""

from dataclasses import replace

import numpy as np
import pytest

from predictor.collision.method import build_world
from predictor.geometry.scenes.scene_file import read_scene
from predictor.geometry.shapes import SPACE, Scene, SceneBody
from predictor.model.base.base_path_kernels import base_at
from predictor.model.base.floating_base import base_levers, base_poses, base_twist_map, floating_base
from predictor.model.kinematics import link_poses
from predictor.model.reach import by_commanded_joint, levers
from predictor.model.spatial import inverse_pose
from tests.free_floating import ROBOT, smooth
from tests.predictor.collision.test_sweep import (
    HAIR,
    NEEDLESS,
    PERIOD,
    SCENARIOS,
    poses_along,
    random_motion,
    thin_scene,
)
from tests.reference.arm_clearance import arm_clearance
from tests.trees import branched, linked, some_q

LINE_START = np.radians([0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0])
FINE = 16  # samples of the reference in each period
APART = SceneBody(name="apart", mass=0.0, com=np.zeros(3), inertia=np.zeros((3, 3)), carrier=SPACE)


def in_space(scene):
    """The same scene, all of it apart from the platform."""
    return replace(
        scene,
        boxes=tuple(replace(box, body=APART.name) for box in scene.boxes),
        capsules=tuple(replace(bar, body=APART.name) for bar in scene.capsules),
        bodies=(APART,),
    )


def as_seen(scene, T_world_base):
    """The same scene where the base now sees it, as if it rode on that."""
    T = inverse_pose(T_world_base)
    boxes = tuple(replace(box, T_base_box=T @ box.T_base_box) for box in scene.boxes)
    bars = tuple(
        replace(bar, p0=T[:3, :3] @ bar.p0 + T[:3, 3], p1=T[:3, :3] @ bar.p1 + T[:3, 3])
        for bar in scene.capsules
    )
    return Scene(name="seen", boxes=boxes, capsules=bars, bodies=())


def along(motion):
    """Poses of the base at FINE + 1 instants of every move, as `poses_along` has those of the arm."""
    base, T = floating_base(ROBOT), np.empty((4, 4))
    begins, found = base_poses(base, motion, np.eye(4), period_s=PERIOD), []
    for move, begin in zip(motion, begins, strict=False):
        for t in np.linspace(0.0, PERIOD, FINE + 1):
            base_at(base.craft, move, (t, PERIOD), begin, T)
            found.append(T.copy())
    return found


def least_in_space(scene, motion):
    """The least distance on the way, by the plain reference."""
    poses = zip(along(motion), poses_along(motion, FINE), strict=True)
    return min(arm_clearance(ROBOT, as_seen(scene, T), [q], steps=20).min() for T, q in poses)


@pytest.mark.parametrize("seed", range(2))
def test_from_a_base_that_has_moved_distances_are_those_to_the_scene_as_it_is_seen(seed):
    rng = np.random.default_rng(seed)
    motion = random_motion(rng)
    scene, T = thin_scene(rng, motion), along(random_motion(rng))[-1]
    floating, seen = build_world("capsules", ROBOT, in_space(scene)), as_seen(scene, T)
    for q in some_q(ROBOT, seed, 5):
        found, wanted = floating.clearances(q, T), build_world("capsules", ROBOT, seen).clearances(q)
        np.testing.assert_allclose([f.distance for f in found], [w.distance for w in wanted], atol=1e-12)
        assert [f.pair for f in found] == [w.pair for w in wanted]
        many = floating.batch(np.tile(q, (20, 1)), T).distance
        np.testing.assert_allclose(many, found.least.distance, atol=1e-12)


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.sweep) for seed in range(2, 12))]
)
def test_past_thin_obstacles_in_space_the_verdict_is_that_of_the_plain_reference(seed):
    rng = np.random.default_rng([52, seed])
    motion = random_motion(rng)
    scene = thin_scene(rng, motion)
    least, world = least_in_space(scene, motion), build_world("capsules", ROBOT, in_space(scene))
    assert world.sweep(motion, required_m=least + HAIR, period_s=PERIOD).below_s is not None
    assert world.sweep(motion, required_m=least - 2.0 * NEEDLESS, period_s=PERIOD).below_s is None


def test_who_ignores_that_the_base_moves_is_wrong_by_centimetres():
    scene = in_space(read_scene(SCENARIOS / "scenes" / "adjacent_target.toml"))
    world = build_world("capsules", ROBOT, scene)
    motion = smooth(ROBOT.home_q, LINE_START, duration_s=20.0, period_s=PERIOD)
    T = base_poses(world.base, motion, np.eye(4), period_s=PERIOD)[-1]
    floated, still = world.clearances(LINE_START, T).scene, world.clearances(LINE_START).scene
    assert abs(floated.distance - still.distance) > 0.03
    swept = world.sweep(motion[-1:], required_m=0.0, period_s=PERIOD, T_world_base=T)
    assert swept.each.scene.distance == pytest.approx(floated.distance, abs=HAIR)


@pytest.mark.parametrize("robot", [ROBOT, branched(2), linked()], ids=["arm", "branches", "laws"])
def test_no_point_of_an_arm_is_faster_in_space_than_its_levers_say(robot):
    base, rng = floating_base(robot), np.random.default_rng(7)
    carried, shapes = base_levers(base), robot.capsules
    for q in some_q(robot, 1, 20):
        qd = rng.uniform(-1.0, 1.0, robot.n)
        twist, T = base_twist_map(base, q) @ qd, link_poses(robot, q)
        for frame, p in zip(shapes.frame, shapes.p1, strict=True):
            point = T[frame, :3, :3] @ p + T[frame, :3, 3]
            assert np.linalg.norm(twist[:3] + np.cross(twist[3:], point)) <= carried @ np.abs(qd)
            assert (by_commanded_joint(robot, levers(robot, int(frame), p)) >= 0.0).all()


def test_a_scene_that_rides_on_the_base_asks_for_no_base():
    scene = thin_scene(np.random.default_rng(1), random_motion(np.random.default_rng(1)))
    assert build_world("capsules", ROBOT, scene).base is None
    bolted = replace(ROBOT, platform=None)
    assert build_world("capsules", bolted, in_space(scene)).base is None
    assert build_world("capsules", ROBOT, in_space(scene)).base is not None
