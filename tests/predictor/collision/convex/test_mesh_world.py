"""The method `mesh`: exact triangles where they are apart, and never farther than the truth."""

from dataclasses import replace

import numpy as np
import pytest

from predictor.collision.method import build_world
from predictor.geometry.hull import convex_hull
from predictor.geometry.mesh import joined, mesh_of, placed
from predictor.geometry.scenes.covers import resting_covers
from predictor.geometry.shapes import MeshShape, Scene
from predictor.geometry.surfaces import winding
from predictor.model.kinematics import link_poses
from predictor.model.robot import Part
from tests.convex_bodies import box, moved, pose
from tests.free_floating import ROBOT, smooth
from tests.reference.mesh_truth import capsules_and_triangles, triangles_and_triangles

PERIOD = 0.25
HAND = int(ROBOT.capsules.frame.max())
AT_HAND = ROBOT.capsules.p1[ROBOT.capsules.frame.argmax()]


def poses(seed, count):
    return np.random.default_rng(seed).uniform(ROBOT.limits.q_min, ROBOT.limits.q_max, (count, ROBOT.n))


def at(p):
    T = np.eye(4)
    T[:3, 3] = p
    return T


def slab(middle, *half):
    return placed(convex_hull(box(*half)), at(middle))


def frame_of_beams(inner, thick, T):
    """Four beams around a square window: not convex; and its pieces, the beams."""
    away, long = inner + thick, inner + 2.0 * thick
    beams = [
        slab(p, *h)
        for p, h in (
            ((away, 0, 0), (thick, long, thick)),
            ((-away, 0, 0), (thick, long, thick)),
            ((0, away, 0), (long, thick, thick)),
            ((0, -away, 0), (long, thick, thick)),
        )
    ]
    pieces = tuple(placed(beam, T) for beam in beams)
    return joined(list(pieces)), pieces


def scene_of(*shapes):
    meshes = tuple(
        MeshShape(name=f"mesh_{k}", body="base", mesh=mesh, pieces=pieces)
        for k, (mesh, pieces) in enumerate(shapes)
    )
    boxes = tuple(box for shape in meshes for box in resting_covers(shape))
    return Scene(name="meshes", boxes=boxes, capsules=(), bodies=(), meshes=meshes)


def arm_with(mesh, pieces, radius=None):
    """The arm, at its hand a part of this mesh, and nothing to be kept from itself."""
    part = Part(name="hand", frame=HAND, mesh=mesh, pieces=pieces)
    own = ROBOT.capsules
    thin = own if radius is None else replace(own, radius=np.full_like(own.radius, radius))
    return replace(ROBOT, parts=(part,), capsules=thin, self_pairs=ROBOT.self_pairs[:0])


def truth(robot, scene, q):
    """Least distance of all triangles and capsules of arm and scene, every pair looked at."""
    own, T, (part,) = robot.capsules, link_poses(robot, q), robot.parts
    triangles = np.concatenate([shape.mesh.vertices[shape.mesh.faces] for shape in scene.meshes])
    rods, R, p = own.frame != HAND, T[own.frame, :3, :3], T[own.frame, :3, 3]
    p0, p1 = (np.einsum("mij,mj->mi", R, end) + p for end in (own.p0, own.p1))
    hand = moved(T[HAND], part.mesh.vertices)[part.mesh.faces]
    around = capsules_and_triangles(p0[rods], p1[rods], own.radius[rods], triangles).min()
    return min(around, triangles_and_triangles(hand, triangles))


GRIPPER = frame_of_beams(0.05, 0.02, at(AT_HAND))
ARM, THIN = arm_with(*GRIPPER), arm_with(*GRIPPER, radius=1e-3)
WINDOWS = scene_of(*(frame_of_beams(0.3, 0.04, pose(np.random.default_rng(k), 0.9)) for k in range(4)))


def test_apart_the_distance_is_that_of_the_nearest_triangles():
    world, q, apart = build_world("mesh", ARM, WINDOWS), poses(1, 12), 0
    for distance, pose_q in zip(world.batch(q).distance, q, strict=True):
        exact = truth(ARM, WINDOWS, pose_q)
        assert distance <= exact + 1e-9 and (distance > 0.0) == (exact > 0.0)
        apart += exact > 0.0
        assert distance == pytest.approx(exact, abs=1e-9) or exact <= 0.0
    assert 2 < apart < 12


def test_where_triangles_touch_it_is_as_deep_as_convex_pieces_say():
    mesh, convex = (build_world(name, ARM, WINDOWS) for name in ("mesh", "convex"))
    q = poses(2, 200)
    exact, deep = mesh.batch(q).distance, convex.batch(q).distance
    assert (exact >= deep - 1e-9).all()
    hit = exact <= 0.0
    assert (exact[hit] == deep[hit]).all() and 20 < hit.sum() < 180


@pytest.mark.parametrize("is_open", [False, True])
def test_what_is_inside_a_closed_mesh_is_hit_and_an_open_one_has_no_inside(is_open):
    q = poses(3, 1)[0]
    room = slab((0.0, 0.0, 0.0), 4.0, 4.0, 4.0)
    shape = mesh_of(room.vertices, room.faces[2:] if is_open else room.faces)
    world = build_world("mesh", THIN, scene_of((shape, (room,))))
    is_hit = not is_open
    assert world.is_hit(q) is is_hit and world.hits(q[None]).tolist() == [is_hit]
    assert (world.clearance(q).distance <= 0.0) is is_hit and (world.witness(q).distance <= 0.0) is is_hit


def test_a_hand_in_a_window_that_convex_pieces_fill_is_free():
    q = poses(4, 1)[0]
    window, _ = frame_of_beams(0.2, 0.02, link_poses(THIN, q)[HAND] @ at(AT_HAND))
    scene = scene_of((window, (convex_hull(window.vertices),)))
    convex, mesh = (build_world(name, THIN, scene).clearance(q).distance for name in ("convex", "mesh"))
    assert convex < 0.0 < mesh
    assert mesh == pytest.approx(truth(THIN, scene, q), abs=1e-9)


def test_a_motion_is_clear_as_long_as_triangles_are():
    mesh, outcomes = build_world("mesh", ARM, WINDOWS), set()
    for begin in poses(5, 20):
        motion = smooth(begin, begin + 0.1, duration_s=PERIOD, period_s=PERIOD)
        found = mesh.sweep(motion, required_m=0.01, period_s=PERIOD)
        ways = (motion[0] @ t ** np.arange(6.0) for t in np.linspace(0.0, PERIOD, 10))
        sampled = min(mesh.clearance(q).distance for q in ways)
        assert found.below_s is not None or sampled >= 0.01 - 1e-9
        if mesh.clearance(begin).distance < 0.01:
            assert found.below_s == 0.0
        outcomes.add(found.below_s is None)
    assert outcomes == {True, False}


def test_points_and_slope_of_the_nearest_triangles_are_those_of_the_distance():
    world = build_world("mesh", ARM, WINDOWS)
    for q in poses(6, 10):
        distance, _, points, normal = world.witness(q)
        assert points[0] - points[1] == pytest.approx(distance * normal, abs=1e-9)
        ahead, behind = (world.batch(q + sign * 1e-6 * np.eye(ARM.n)).distance for sign in (1.0, -1.0))
        if distance > 0.01:
            assert world.gradient(q).dq == pytest.approx((ahead - behind) / 2e-6, abs=1e-4)


def test_a_closed_surface_winds_once_about_what_is_inside():
    mesh = convex_hull(box(0.3, 0.2, 0.1))
    triangles = mesh.vertices[mesh.faces]
    assert winding(triangles, np.array([0.1, 0.1, 0.05])) == pytest.approx(1.0)
    assert winding(triangles, np.array([0.31, 0.0, 0.0])) == pytest.approx(0.0, abs=1e-12)
    assert winding(triangles[:, ::-1], np.zeros(3)) == pytest.approx(-1.0)
