"""No method calls a pose free where exact triangles touch; real meshes are as far apart as coal says."""

from dataclasses import replace

import numpy as np
import pytest

from predictor.collision.method import METHODS, build_world
from predictor.geometry.formats.mesh_files import read_mesh
from predictor.geometry.hull import convex_hull
from predictor.geometry.mesh import joined, placed
from predictor.geometry.scenes.covers import resting_covers
from predictor.geometry.shapes import MeshShape, Scene
from predictor.model.kinematics import link_poses
from predictor.model.robot import Capsules, Part
from tests.convex_bodies import box, pose
from tests.free_floating import ROBOT
from tests.shared_data import shared_file

STATES = 100_000
ONE_NANOMETRE = 1e-9
REAL = (
    ("data/robots/ur5e/meshes/collision/forearm.stl", "data/robots/ur5e/meshes/collision/base.stl"),
    ("data/robots/kuka_lbr_iiwa14/meshes/collision/link_7.stl", "data/robots/canadarm2/meshes/ee.stl"),
    ("data/robots/canadarm2/meshes/long_link_1_v3_0.stl", "data/scenes/iss_exterior/iss.stl"),
    ("data/robots/ur5e/meshes/collision/wrist3.stl", "data/scenes/astrobee_parts/handrail_30.dae"),
)


def cross(half, thick, long):
    """Two slabs through each other, as a mesh and its pieces."""
    pieces = tuple(convex_hull(box(*each)) for each in ((half, thick, long), (thick, half, long)))
    return joined(list(pieces)), pieces


def along(p0, p1):
    """The pose of what runs along z between two points."""
    T, run = np.eye(4), p1 - p0
    z = run / np.linalg.norm(run) if run.any() else np.array([0.0, 0.0, 1.0])
    x = np.cross(np.eye(3)[np.abs(z).argmin()], z)
    x /= np.linalg.norm(x)
    T[:3, :3], T[:3, 3] = np.column_stack([x, np.cross(z, x), z]), 0.5 * (p0 + p1)
    return T


def shaped_arm():
    """The arm with a part in each capsule, a rod whose section is a cross."""
    own, parts = ROBOT.capsules, []
    for name, frame, p0, p1, radius in zip(*(getattr(own, f) for f in own.__slots__), strict=True):
        long = max(0.5 * np.linalg.norm(p1 - p0), 0.6 * radius)
        mesh, pieces = cross(0.7 * radius, 0.2 * radius, long)
        T = along(p0, p1)
        pieces = tuple(placed(piece, T) for piece in pieces)
        parts.append(Part(name=name, frame=int(frame), mesh=placed(mesh, T), pieces=pieces))
    return replace(ROBOT, parts=tuple(parts))


def crosses(count):
    shapes, rng = [], np.random.default_rng(1)
    for number in range(count):
        mesh, pieces = cross(0.3, 0.04, 0.15)
        T = pose(rng, rng.uniform(0.7, 1.5))
        pieces = tuple(placed(piece, T) for piece in pieces)
        shapes.append(MeshShape(name=f"m{number}", body="base", mesh=placed(mesh, T), pieces=pieces))
    boxes = tuple(each for shape in shapes for each in resting_covers(shape))
    mounts = tuple((ROBOT.capsules.names[0], each.name) for each in boxes)
    return Scene(name="s", boxes=boxes, capsules=(), bodies=(), meshes=tuple(shapes), mounts=mounts)


def forked_arm():
    """The arm with one part of two bars in its last frame, one within the bounds of the other."""
    own, hand, bars, ends = ROBOT.capsules, int(ROBOT.capsules.frame.max()), [], []
    for p0, p1 in (((-0.2, -0.2, 0.0), (0.2, 0.2, 0.0)), ((0.09, -0.15, 0.0), (0.15, -0.09, 0.0))):
        begin, end = np.array(p0), np.array(p1)
        length = 0.5 * float(np.linalg.norm(end - begin))
        bars.append(placed(convex_hull(box(0.02, 0.02, length)), along(begin, end)))
        ends.append((begin, end))
    leaves = Capsules(
        names=(*own.names, "fork_0", "fork_1"),
        frame=np.append(own.frame, [hand, hand]),
        p0=np.vstack([own.p0, [begin for begin, _ in ends]]),
        p1=np.vstack([own.p1, [end for _, end in ends]]),
        radius=np.append(own.radius, [0.04, 0.04]),
    )
    part = Part(name="fork", frame=hand, mesh=joined(bars), pieces=tuple(bars))
    return replace(ROBOT, capsules=leaves, parts=(part,), self_pairs=ROBOT.self_pairs[:0])


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("allowed", ["fork_0", "fork_1"])
def test_no_method_is_farther_than_triangles_of_a_part_with_several_leaves(seed, allowed):
    rng = np.random.default_rng(seed)
    arm, scene = forked_arm(), crosses(8)
    others = [name for name in arm.capsules.names if name[:4] != "fork"]
    mounts = [(leaf, each.name) for leaf in (*others, allowed) for each in scene.boxes]
    scene = replace(scene, mounts=tuple(mounts))
    q = rng.uniform(ROBOT.limits.q_min, ROBOT.limits.q_max, (200, ROBOT.n))
    exact = build_world("mesh", arm, scene).batch(q).distance
    assert (exact > 0.0).any()
    for method in METHODS:
        assert (build_world(method, arm, scene).batch(q).distance <= exact + ONE_NANOMETRE).all(), method


@pytest.mark.sweep
def test_no_method_calls_a_state_free_where_triangles_touch():
    arm, scene, rng = shaped_arm(), crosses(25), np.random.default_rng(2)
    q = rng.uniform(ROBOT.limits.q_min, ROBOT.limits.q_max, (STATES, ROBOT.n))
    touching = build_world("mesh", arm, scene).hits(q)
    assert 0.05 * STATES < touching.sum() < 0.9 * STATES
    for method in METHODS:
        hit = build_world(method, arm, scene).hits(q)
        print(method, "hits", hit.sum(), "triangles", touching.sum(), "missed", (touching & ~hit).sum())
        assert not (touching & ~hit).any()


def coal_tree(coal, mesh):
    tree = coal.BVHModelOBBRSS()
    tree.beginModel(len(mesh.faces), len(mesh.vertices))
    tree.addVertices(mesh.vertices)
    tree.addTriangles(mesh.faces)
    tree.endModel()
    return tree


def in_reach(mesh, extent):
    """A mesh about the origin, of this extent."""
    low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    T = np.diag([*3 * [extent / (high - low).max()], 1.0])
    T[:3, 3] = -0.5 * (low + high) * T[0, 0]
    return placed(mesh, T)


@pytest.mark.sweep
@pytest.mark.parametrize("names", REAL, ids=lambda names: names[1].rsplit("/", 1)[1])
def test_real_meshes_are_as_far_apart_as_coal_says(names):
    coal, rng = pytest.importorskip("coal"), np.random.default_rng(3)
    files = [shared_file(name) for name in names]
    mine, theirs = (in_reach(read_mesh(file, file.read_bytes()), 0.4) for file in files)
    theirs = placed(theirs, pose(rng, 1.0))
    hand, own = int(ROBOT.capsules.frame.max()), ROBOT.capsules
    shape = MeshShape(name="m", body="base", mesh=theirs, pieces=(convex_hull(theirs.vertices),))
    part = Part(name="hand", frame=hand, mesh=mine, pieces=(convex_hull(mine.vertices),))
    arm, boxes = replace(ROBOT, parts=(part,), self_pairs=ROBOT.self_pairs[:0]), resting_covers(shape)
    others = tuple(n for n, f in zip(own.names, own.frame, strict=True) if f != hand)
    mounts = tuple((leaf, each.name) for leaf in others for each in boxes)
    scene = Scene(name="s", boxes=boxes, capsules=(), bodies=(), meshes=(shape,), mounts=mounts)
    world, still = build_world("mesh", arm, scene), coal.Transform3s(np.eye(3), np.zeros(3))
    trees, apart = [coal_tree(coal, mesh) for mesh in (mine, theirs)], 0
    for q in rng.uniform(ROBOT.limits.q_min, ROBOT.limits.q_max, (40, ROBOT.n)):
        T = link_poses(ROBOT, q)[hand]
        seen = coal.Transform3s(np.ascontiguousarray(T[:3, :3]), np.ascontiguousarray(T[:3, 3]))
        exact = coal.distance(trees[0], seen, trees[1], still, coal.DistanceRequest(), coal.DistanceResult())
        found = world.clearance(q).distance
        assert found <= exact + 1e-9
        if found > 0.0:
            apart += 1
            assert found == pytest.approx(exact, abs=1e-9)
    assert apart > 10
