"""Whatever the gate's own look refuses, the verdict refuses: no release fails on what a verdict passed.

Random arms, also with dependent joints and loads, among boxes, capsules, covers of meshes and of ways; poses
at random, and as near to contact as bisection comes.
"""

from dataclasses import replace

import numpy as np
import pytest

from planner.gate.own_look.keep_out import KeepOut
from predictor.collision.method import build_world
from predictor.geometry.body_motion import steady_motion
from predictor.geometry.primitive_meshes import box_mesh
from predictor.geometry.scenes.covers import resting_covers, swept_covers
from predictor.geometry.shapes import Box, Load, MeshShape, Scene, SceneBody
from predictor.model.files.robot_file import read_robot
from predictor.model.load import with_loads
from predictor.motion.stop import rest
from predictor.verdict.judge import judge
from tests.planner.gate.own_look.test_keep_out import cluttered, turned
from tests.trees import branched, linked

REFERENCE = read_robot("scenarios/robots/shiyan7_like.toml")


def brick(rng, name, *, far=1.5, size=0.4):
    """Return a turned brick somewhere as a mesh of one piece."""
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = turned(rng), rng.uniform(-far, far, 3)
    mesh = box_mesh(Box(name="", body="", T_base_box=T, half=rng.uniform(0.02, size, 3)))
    return MeshShape(name=name, body="thing", mesh=mesh, pieces=(mesh,))


def some_case(seed):
    """Return an arm, with a load every other time, and a scene of everything that a scene may hold."""
    rng = np.random.default_rng(seed)
    robot = (REFERENCE, branched(seed), linked(seed))[seed % 3]
    motion = steady_motion(
        np.zeros(3), speed=rng.uniform(-0.1, 0.1, 3), rate=rng.normal(size=3), begin_s=0.0, end_s=2.0
    )
    fixed, moving, held = (brick(rng, name) for name in ("rock", "cart", "crate"))
    scene = cluttered(rng, 4)
    scene = replace(scene, boxes=(*scene.boxes, *resting_covers(fixed), *swept_covers(moving, motion)))
    if seed % 2:
        body = SceneBody(
            name="thing", mass=0.0, com=np.zeros(3), inertia=np.zeros((3, 3)), carrier=robot.joints[-1].name
        )
        scene = replace(scene, loads=(Load(body=body, boxes=(), capsules=(), meshes=(held,)),))
    return (*with_loads(robot, scene), rng)


def to_the_brink(keep_out, clear, inside):
    """Return a pose that is refused, as near to one that is not as numbers allow."""
    for _ in range(45):
        middle = 0.5 * (clear + inside)
        if keep_out.intrusion(middle.tolist()):
            inside = middle
        else:
            clear = middle
    return inside


def refused_poses(robot, scene, rng):
    """Return poses that the gate's own look refuses, at random and at the brink."""
    keep_out = KeepOut(robot, scene)
    low = np.maximum(robot.limits.q_min, -np.pi)
    poses = rng.uniform(low, np.minimum(robot.limits.q_max, np.pi), (40, robot.n))
    refused = [q for q in poses if keep_out.intrusion(q.tolist())]
    clear = [q for q in poses if not keep_out.intrusion(q.tolist())]
    return refused + [to_the_brink(keep_out, *pair) for pair in zip(clear, refused, strict=False)]


@pytest.mark.parametrize("seed", range(18))
def test_what_the_gate_keeps_out_of_touches_in_the_predictors_world(seed):
    robot, scene, rng = some_case(seed)
    world = build_world("capsules", robot, scene)
    for q in refused_poses(robot, scene, rng):
        assert world.clearance(q).distance <= 0.0


@pytest.mark.parametrize("seed", range(3))
def test_a_verdict_refuses_what_the_gate_keeps_out_of_even_where_nothing_is_required(seed):
    robot, scene, rng = some_case(seed)
    world = build_world("capsules", robot, scene)
    for q in refused_poses(robot, scene, rng)[-5:]:
        assert not judge(world, rest(q), rest(q), required_m=0.0, period_s=0.25).ok


def test_these_cases_come_to_the_brink():
    least = []
    for seed in range(6):
        robot, scene, rng = some_case(seed)
        world = build_world("capsules", robot, scene)
        least += [world.clearance(q).distance for q in refused_poses(robot, scene, rng)]
    assert len(least) > 60 and sum(-1e-6 < distance <= 0.0 for distance in least) > 10


def test_a_body_that_the_gate_does_not_look_at_is_seen_by_this_sweep():
    robot, scene, rng = some_case(0)
    without = Scene(name="", boxes=scene.boxes[:1], capsules=(), bodies=())
    world = build_world("capsules", robot, without)
    assert any(world.clearance(q).distance > 0.0 for q in refused_poses(robot, scene, rng))
