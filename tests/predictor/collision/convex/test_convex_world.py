"""The methods `convex` and `obb`: as `capsules` where all see the same, and safe where they do not."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from predictor.collision.convex.bodies import convex_leaves, convex_solids
from predictor.collision.method import METHODS, WorldError, build_world
from predictor.geometry.hull import convex_hull
from predictor.geometry.mesh import mesh_of
from predictor.geometry.scenes.covers import resting_covers
from predictor.geometry.scenes.scene_file import read_scene
from predictor.geometry.shapes import SPACE, Box, MeshShape, Scene, SceneBody
from predictor.model.kinematics import link_poses
from predictor.model.robot import Part
from tests.benchmarks.questions.boxes_first import without_boxes
from tests.convex_bodies import box, moved, pebble, pose
from tests.convex_pair import measured
from tests.free_floating import ROBOT, smooth
from tests.nominal_run import SCENE as SCENE_FILE
from tests.reference.mesh_truth import capsules_and_triangles

SCENE = read_scene(SCENE_FILE)
EXACT, PERIOD = 1e-12, 0.25
APART = SceneBody(name="apart", mass=0.0, com=np.zeros(3), inertia=np.zeros((3, 3)), carrier=SPACE)


def poses(seed, count):
    return np.random.default_rng(seed).uniform(ROBOT.limits.q_min, ROBOT.limits.q_max, (count, ROBOT.n))


def modules(count, seed=1, corners=120):
    """A scene of convex meshes around the arm, with the boxes that cover them."""
    rng, shapes = np.random.default_rng(seed), []
    for number in range(count):
        T, mesh = pose(rng, rng.uniform(0.7, 1.6)), pebble(rng, corners, rng.uniform(0.1, 0.3, 3))
        mesh = replace(mesh, vertices=moved(T, mesh.vertices))
        shapes.append(MeshShape(name=f"module_{number}", body="base", mesh=mesh, pieces=(mesh,)))
    boxes = tuple(box for shape in shapes for box in resting_covers(shape))
    mounts = tuple((ROBOT.capsules.names[0], box.name) for box in boxes)
    return Scene(name="modules", boxes=boxes, capsules=(), bodies=(), meshes=tuple(shapes), mounts=mounts)


def of_capsules(robot, scene=SCENE):
    """The bodies that stand for the capsules of an arm, one for each."""
    return [leaf for (leaf,) in convex_leaves(robot, scene)[1]]


def every_pair(robot, scene, q):
    """Distance of every pair of `convex` at q, each by itself."""
    leaves, solids, T = of_capsules(robot, scene), convex_solids(scene), link_poses(robot, q)
    for leaf in leaves:
        for solid in solids:
            if (leaf.name, solid.name) not in scene.mounts:
                radii = {"radius_a": leaf.radius, "radius_b": solid.radius}
                yield measured(leaf.shape, solid.shape, T[leaf.frame], **radii).distance
    names = [leaf.name for leaf in leaves]
    for first, second in robot.self_pairs:
        a, b = (leaves[names.index(robot.capsules.names[row])] for row in (first, second))
        seen = np.linalg.inv(T[b.frame]) @ T[a.frame]
        yield measured(a.shape, b.shape, seen, radius_a=a.radius, radius_b=b.radius).distance


def test_among_boxes_and_capsules_convex_is_capsules():
    capsules, convex = (build_world(name, ROBOT, SCENE) for name in ("capsules", "convex"))
    assert {*convex.pair_names} == {*capsules.pair_names}
    q = poses(1, 400)
    theirs, ours = capsules.batch(q), convex.batch(q)
    assert np.abs(theirs.distance - ours.distance).max() < EXACT
    assert [capsules.pair_names[i] for i in theirs.pair] == [convex.pair_names[i] for i in ours.pair]
    assert 50 < (ours.distance < 0.0).sum() < 350


def test_the_least_of_many_meshes_is_the_least_of_all_pairs_one_by_one():
    scene = modules(12)
    world = build_world("convex", ROBOT, scene)
    for q in poses(2, 12):
        assert world.clearance(q).distance == pytest.approx(min(every_pair(ROBOT, scene, q)), abs=EXACT)


def test_boxes_that_are_looked_at_first_change_no_distance():
    scene, q = modules(12), poses(13, 100)
    world = build_world("convex", ROBOT, scene)
    least = [world.clearances(pose).scene.distance for pose in q]
    bare = replace(world, method=without_boxes(world.method))
    assert [bare.clearances(pose).scene.distance for pose in q] == least


@pytest.mark.parametrize("method", ["convex", "obb"])
def test_of_bodies_in_one_place_the_first_is_named_wherever_the_search_begins(method):
    names, (shape, *_) = ["first", "second", "third"], SCENE.boxes
    scene = replace(SCENE, boxes=tuple(replace(shape, name=name) for name in names), mounts=())
    world = build_world(method, replace(ROBOT, self_pairs=ROBOT.self_pairs[:0]), scene)
    for q in poses(16, 20):
        assert world.clearance(q).pair[1] == "first"


def test_pieces_of_a_mesh_leave_more_room_than_the_boxes_that_cover_them():
    scene, q = modules(12), poses(3, 300)
    convex, obb, capsules = (
        build_world(name, ROBOT, scene).batch(q).distance for name in ("convex", "obb", "capsules")
    )
    assert (convex >= capsules - 1e-8).all() and (capsules >= obb - 1e-8).all()
    assert (convex > capsules + 1e-3).mean() > 0.1


def test_a_free_base_and_what_stands_in_space_are_seen_as_capsules_sees_them():
    apart = tuple(replace(shape, body=APART.name) for shape in SCENE.boxes)
    scene = replace(SCENE, boxes=apart, bodies=(APART,))
    capsules, convex = (build_world(name, ROBOT, scene) for name in ("capsules", "convex"))
    T = pose(np.random.default_rng(4), 0.3)
    assert convex.base is not None
    for q in poses(4, 40):
        ours, theirs = (world.witness(q, T) for world in (convex, capsules))
        assert ours.distance == pytest.approx(theirs.distance, abs=EXACT) and ours.pair == theirs.pair
        if ours.distance > 0.01:
            assert (ours.points - ours.points[1]) @ ours.normal == pytest.approx([ours.distance, 0.0])


@pytest.mark.parametrize("is_apart", [False, True])
def test_a_swept_motion_has_the_verdict_that_capsules_gives(is_apart):
    scene = SCENE
    if is_apart:
        apart = tuple(replace(shape, body=APART.name) for shape in SCENE.boxes)
        scene = replace(SCENE, boxes=apart, bodies=(APART,))
    capsules, convex = (build_world(name, ROBOT, scene) for name in ("capsules", "convex"))
    ends, unclear = poses(5, 40), 0
    for begin, end in pairwise(ends):
        motion = smooth(begin, begin + 0.05 * (end - begin), duration_s=2 * PERIOD, period_s=PERIOD)
        for required in (0.0, 0.1):
            ours, theirs = (
                world.sweep(motion, required_m=required, period_s=PERIOD) for world in (convex, capsules)
            )
            assert ours.below_s == theirs.below_s
            assert ours.clearance == pytest.approx(theirs.clearance, abs=1e-9)
            unclear += ours.below_s is not None
    assert 10 < unclear < 70


def test_a_thin_mesh_between_two_samples_is_found():
    q = poses(6, 1)[0]
    motion = smooth(q, q + 0.5 * np.eye(ROBOT.n)[0], duration_s=PERIOD, period_s=PERIOD)
    halfway = link_poses(ROBOT, motion[0] @ (0.5 * PERIOD) ** np.arange(6.0))
    hand = ROBOT.capsules.frame.argmax()
    frame = int(ROBOT.capsules.frame[hand])
    centre = moved(halfway[frame], ROBOT.capsules.p1[hand][None])[0]
    mesh = pebble(np.random.default_rng(7), 40, (1e-4, 1e-4, 1e-4))
    mesh = replace(mesh, vertices=mesh.vertices + centre)
    shape = MeshShape(name="grain", body="base", mesh=mesh, pieces=(mesh,))
    scene = Scene(name="s", boxes=resting_covers(shape), capsules=(), bodies=(), meshes=(shape,))
    world = build_world("convex", ROBOT, scene)
    assert world.sweep(motion, required_m=0.0, period_s=PERIOD).below_s is not None


def test_a_piece_of_the_arm_stands_for_the_capsule_that_it_is_in():
    names, frame = ROBOT.capsules.names, ROBOT.capsules.frame
    row = int(frame.argmax())
    middle = 0.5 * (ROBOT.capsules.p0[row] + ROBOT.capsules.p1[row])
    mesh = pebble(np.random.default_rng(8), 30, np.full(3, 0.02))
    mesh = replace(mesh, vertices=mesh.vertices + middle)
    arm = replace(ROBOT, parts=(Part(name="drawn", frame=int(frame[row]), mesh=mesh, pieces=(mesh,)),))
    leaves = of_capsules(arm)
    assert sorted(leaf.name for leaf in leaves) == sorted(names)
    assert [leaf.name for leaf in leaves if leaf.shape is mesh] == [names[row]]
    convex, capsules = (build_world(name, arm, SCENE) for name in ("convex", "capsules"))
    assert {*convex.pair_names} == {*capsules.pair_names}
    q = poses(9, 100)
    assert (convex.batch(q).distance >= capsules.batch(q).distance - EXACT).all()


def test_the_way_of_a_moving_body_stays_the_boxes_that_cover_it():
    shape = modules(1).meshes[0]
    way = tuple(replace(box, name=f"{shape.name}/0/{k}") for k, box in enumerate(resting_covers(shape) * 2))
    scene = Scene(name="s", boxes=way, capsules=(), bodies=(), meshes=(shape,))
    assert all(solid.is_box for solid in convex_solids(scene))


@pytest.mark.parametrize("method", ["convex", "obb"])
def test_what_does_not_fit_together_is_told(method):
    unknown = replace(SCENE, mounts=(("base", "targett"),))
    with pytest.raises(WorldError, match="unknown 'targett'"):
        build_world(method, ROBOT, unknown)
    alone = replace(ROBOT, self_pairs=np.empty((0, 2), np.int64))
    with pytest.raises(WorldError, match="nothing to keep clear of"):
        build_world(method, alone, Scene(name="empty", boxes=(), capsules=(), bodies=()))


def test_a_box_is_its_own_oriented_box():
    solid = Box(
        name="b", body="base", T_base_box=pose(np.random.default_rng(11), 1.0), half=np.array([0.1, 0.2, 0.3])
    )
    scene = Scene(name="s", boxes=(solid,), capsules=(), bodies=())
    convex, obb = (
        build_world(name, replace(ROBOT, self_pairs=ROBOT.self_pairs[:0]), scene)
        for name in ("convex", "obb")
    )
    q = poses(12, 50)
    assert (obb.batch(q).distance <= convex.batch(q).distance + EXACT).all()
    assert [solid.name for solid in convex_solids(scene)] == ["b"] and len(obb.pair_names) == len(
        convex.pair_names
    )


def cross_of_beams(seed):
    """A mesh that is not convex, two beams through each other, and its convex pieces: both beams."""
    rng = np.random.default_rng(seed)
    T = pose(rng, 0.9)
    pieces = [convex_hull(moved(T, box(*half))) for half in ((0.5, 0.05, 0.08), (0.06, 0.4, 0.05))]
    vertices = np.concatenate([piece.vertices for piece in pieces])
    faces = np.concatenate([pieces[0].faces, pieces[1].faces + len(pieces[0].vertices)])
    shape = MeshShape(name="cross", body="base", mesh=mesh_of(vertices, faces), pieces=tuple(pieces))
    return Scene(name="cross", boxes=resting_covers(shape), capsules=(), bodies=(), meshes=(shape,))


@pytest.mark.parametrize("scene", [modules(4, corners=24), cross_of_beams(14)], ids=lambda scene: scene.name)
def test_no_method_says_that_an_arm_is_farther_from_a_mesh_than_its_triangles_are(scene):
    rods, q = ROBOT.capsules, poses(15, 40)
    triangles = np.concatenate([shape.mesh.vertices[shape.mesh.faces] for shape in scene.meshes])
    free = replace(ROBOT, self_pairs=ROBOT.self_pairs[:0])
    scene = replace(scene, mounts=())
    truth, told = [], {method: build_world(method, free, scene).batch(q).distance for method in METHODS}
    for T in (link_poses(ROBOT, each)[rods.frame] for each in q):
        p0, p1 = (np.einsum("mij,mj->mi", T[:, :3, :3], p) + T[:, :3, 3] for p in (rods.p0, rods.p1))
        truth.append(capsules_and_triangles(p0, p1, rods.radius, triangles).min())
    assert all((distance <= np.array(truth) + 1e-9).all() for distance in told.values())
    apart = told["convex"] > 0.01
    np.testing.assert_allclose(told["convex"][apart], np.array(truth)[apart], atol=1e-9)
    assert apart.sum() > 10
