"""Physics touches the convex pieces of meshes; what does not ride on the base it measures where it stands."""

from dataclasses import replace

import mujoco
import numpy as np
import pytest

from ground.pictures.drawn_shapes import affordable_parts, drawn_capsules, drawn_parts
from ground.rehearsal.body.geoms import RayShapes
from ground.rehearsal.body.kinematic import Kinematic
from ground.rehearsal.body.mujoco_body import restore
from ground.rehearsal.body.mujoco_model import build_model
from ground.rehearsal.body.physics import Physics
from ground.rehearsal.body.solids import touching_pairs
from ground.rehearsal.body.watched_pairs import FAR
from ground.rehearsal.pictures.raycast import CameraPose, cast_views, directions
from predictor.collision.method import build_world
from predictor.geometry.body_motion import steady_motion
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import BASE, SPACE, Box, MeshShape, Scene, SceneBody
from predictor.model.robot import Part
from predictor.motion.stop import rest
from tests.trees import X, Y, arm, at, joint

TEN_MICRONS = 1e-5
CORNERS = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])
QUADS = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
FACES = np.array([face for a, b, c, d in QUADS for face in ((a, b, c), (a, c, d))])
ARM = arm(joint("shoulder", axis=Y), joint("elbow", 0, axis=Y, T=at(0.1, -0.2, 0.4)))
ARM = replace(ARM, self_pairs=ARM.self_pairs[:0])  # its capsules overlap


def block(half, centre):
    return Mesh(vertices=CORNERS * half + centre, faces=FACES)


def box(name, half, centre, **more):
    return Box(name=name, body="wall", T_base_box=at(*centre), half=np.array(half), **more)


def body(carrier="base"):
    return SceneBody(name="wall", mass=50.0, com=np.zeros(3), inertia=np.eye(3), carrier=carrier)


def with_mesh(carrier="base", half=(0.05, 0.3, 0.2), centre=(0.7, 0.0, 0.5), more=0.0):
    """A scene of one mesh of one piece, with a box that covers it with some room."""
    piece = block(half, centre)
    shape = MeshShape(name="wall", body="wall", mesh=piece, pieces=(piece,))
    cover = box("wall/0", np.add(half, more), centre, cover_of="wall")
    return Scene(name="mesh", boxes=(cover,), capsules=(), bodies=(body(carrier),), meshes=(shape,))


def with_box(half=(0.05, 0.3, 0.2), centre=(0.7, 0.0, 0.5)):
    return Scene(name="box", boxes=(box("wall", half, centre),), capsules=(), bodies=(body(),))


def every(plant, watched):
    """Each watched pair's distance, measured by itself."""
    data = mujoco.MjData(plant.model)
    restore(plant.model, data, plant.positions())
    ids = [(plant.model.geom(a).id, plant.model.geom(b).id) for a, b in watched]
    return [mujoco.mj_geomDistance(plant.model, data, a, b, FAR, None) for a, b in ids]


def test_a_mesh_of_one_block_is_as_near_as_the_box_that_it_is():
    for q in ((0.0, 0.0), (0.4, 0.3), (-0.5, 1.0)):
        mesh, plain = (Kinematic(ARM, scene, q).clearance() for scene in (with_mesh(), with_box()))
        assert mesh.distance == pytest.approx(plain.distance, abs=TEN_MICRONS)
        assert mesh.pair == (plain.pair[0], "wall/0")


def test_what_is_predicted_of_covers_is_never_more_than_what_is_true_of_surfaces():
    scene = with_mesh(more=0.02)
    world = build_world("capsules", ARM, scene)
    for q in np.random.default_rng(0).uniform(-1.5, 1.5, (40, 2)):
        true = Kinematic(ARM, scene, tuple(q)).clearance().distance
        assert world.clearance(q).distance <= true + TEN_MICRONS


def test_driving_into_a_mesh_is_a_contact_with_its_piece():
    scene = with_mesh(centre=(0.45, -0.4, 0.8))
    physics = Physics(ARM, scene, (0.0, 0.0))
    for k in range(150):
        physics.step(rest((min(0.004 * k, 0.4), 0.0)))
    assert ("part_2", "wall/0") in [touch.pair for touch in physics.contacts()]
    assert physics.clearance().distance < 0.0


def test_a_frame_with_parts_is_touched_by_their_pieces_and_watched_as_its_capsules_are():
    piece = block((0.1, 0.1, 0.1), (0.0, 0.0, 0.2))
    parts = (Part(name="shell", frame=2, mesh=piece, pieces=(piece, piece)),)
    parted = replace(ARM, parts=parts, self_pairs=np.array([(0, 2)]))
    pairs = touching_pairs(parted, with_mesh())
    assert ("part_2", "wall/0") not in pairs
    assert {("shell/0", "wall/0"), ("shell/1", "wall/0"), ("part_1", "wall/0")} <= set(pairs)
    assert [pair for pair in pairs if "wall/0" not in pair] == [("part_0", "shell/0"), ("part_0", "shell/1")]


def test_a_frame_of_which_one_capsule_is_mounted_is_not_watched_against_its_mount():
    piece = block((0.1, 0.1, 0.1), (0.0, 0.0, 0.2))
    parted = replace(ARM, parts=(Part(name="shell", frame=2, mesh=piece, pieces=(piece,)),))
    scene = replace(with_mesh(), mounts=(("part_2", "wall/0"),))
    assert ("shell/0", "wall/0") in touching_pairs(parted, with_mesh())
    assert ("shell/0", "wall/0") not in touching_pairs(parted, scene)


def test_what_stands_in_space_stays_while_the_platform_moves_under_it():
    scene = with_mesh(SPACE, centre=(1.2, 0.0, 0.0))
    physics = Physics(ARM, scene, (0.0, 0.0))
    for k in range(150):
        physics.step(rest((min(0.01 * k, 0.8), 0.0)))
    mujoco.mj_kinematics(physics.model, physics.data)
    wall = physics.data.geom("wall/0")
    assert np.allclose(wall.xpos, (1.2, 0.0, 0.0), atol=1e-6)
    assert physics.base_turn() > 0.02


def test_the_nearest_pair_is_found_also_where_the_base_moves_against_what_stands_in_space():
    bodies = (with_mesh(SPACE, centre=(0.9 + 0.3 * k, 0.6 * k - 0.6, 0.9 - 0.2 * k)) for k in range(4))
    shapes = [replace(scene.meshes[0], name=f"wall {k}") for k, scene in enumerate(bodies)]
    scene = Scene(name="four", boxes=(), capsules=(), bodies=(body(SPACE),), meshes=tuple(shapes))
    physics, watched = Physics(ARM, scene, (0.0, 0.0)), touching_pairs(ARM, scene)
    for k in range(200):
        physics.step(rest((0.8 * np.sin(0.02 * k), -0.7 * np.sin(0.03 * k))))
        if k % 5 == 0:
            found, measured = physics.clearance(), every(physics, watched)
            assert found == (min(measured), watched[int(np.argmin(measured))])


def test_joints_that_slide_shift_the_base_and_bounds_know_it():
    slider = arm(joint("rail", axis=X, kind="prismatic"))
    slider = replace(slider, self_pairs=slider.self_pairs[:0])
    physics = Physics(slider, with_mesh(SPACE, centre=(1.5, 0.0, 0.0)), (0.0,))
    before = physics.clearance().distance
    for _ in range(100):
        physics.step(rest((0.4,)))
    assert physics.data.qpos[0] < -0.05
    assert physics.clearance().distance == pytest.approx(
        min(every(physics, touching_pairs(slider, with_mesh())))
    )
    assert physics.clearance().distance < before


def moving(carrier):
    """A scene of one mesh that goes 0.2 m along x in 2 s and turns about z."""
    motion = steady_motion(
        (1.0, 0.0, 0.5), speed=(0.1, 0.0, 0.0), rate=(0.0, 0.0, 0.5), begin_s=0.0, end_s=2.0
    )
    scene = with_mesh(carrier, centre=(1.0, 0.0, 0.5))
    return replace(scene, bodies=(replace(scene.bodies[0], motion=motion),)), motion


@pytest.mark.parametrize("carrier", [BASE, SPACE])
def test_a_body_with_a_stated_motion_is_where_that_says(carrier):
    scene, motion = moving(carrier)
    body = Kinematic(ARM, scene, (0.0, 0.0))
    for t_s in (0.0, 1.0, 5.0):
        body.put_bodies(t_s)
        body.step(rest((0.0, 0.0)))
        T = motion.pose_at(t_s)
        plain = box("wall", (0.05, 0.3, 0.2), (0.0, 0.0, 0.0))
        there = replace(plain, T_base_box=T @ at(1.0, 0.0, 0.5))
        beside = Scene(name="there", boxes=(there,), capsules=(), bodies=scene.bodies[:0])
        beside = replace(beside, bodies=(replace(scene.bodies[0], motion=None),))
        expected = Kinematic(ARM, beside, (0.0, 0.0)).clearance().distance
        assert body.clearance().distance == pytest.approx(expected, abs=TEN_MICRONS)


def test_a_moving_body_that_rides_on_the_platform_turns_with_it():
    scene, _ = moving(BASE)
    physics = Physics(ARM, scene, (0.0, 0.0))
    for k in range(150):
        physics.put_bodies(0.01 * k)
        physics.step(rest((min(0.01 * k, 0.8), 0.0)))
    mujoco.mj_kinematics(physics.model, physics.data)
    platform, wall = physics.data.body("frame_0"), physics.data.body("wall as it moves")
    up = platform.xmat.reshape(3, 3)[:, 2]
    assert physics.base_turn() > 0.02
    assert np.linalg.norm(wall.xmat.reshape(3, 3)[:, 2] - up) < 1e-3  # it is put once a period


def test_pictures_see_a_mesh_itself_and_not_the_boxes_around_it():
    scene = with_mesh(more=0.3)
    model = build_model(ARM, scene, timestep_s=0.01)
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    eye = CameraPose(
        np.array((3.0, 0.0, 0.5)), np.array([[0, 0, 1.0], [1, 0, 0], [0, 1, 0]]), np.array((1.0, 0, 0))
    )
    seen = cast_views(RayShapes(model), data, eye, rays=directions(64, 48, 0.6))
    wall = seen.geom == model.geom("wall as seen").id
    depth = 3.0 - 0.75
    assert np.allclose(seen.depth[wall], depth, atol=1e-4)
    pixel = 2.0 * depth * np.tan(0.3) / 48
    assert wall.sum() * pixel**2 == pytest.approx(0.6 * 0.4, rel=0.1)


def test_what_no_part_of_a_frame_is_to_be_seen_of_is_seen_as_it_is_touched():
    piece = block((0.1, 0.1, 0.1), (0.0, 0.0, 0.2))
    hidden = Part(name="core", frame=1, mesh=piece, pieces=(piece,), is_seen=False)
    shell = Part(name="shell", frame=1, mesh=piece)
    assert drawn_parts(replace(ARM, parts=(hidden,))) == (hidden,)
    assert drawn_parts(replace(ARM, parts=(hidden, shell))) == (shell,)
    assert drawn_capsules(replace(ARM, parts=(hidden, shell))) == [0, 2]


def test_where_the_seen_meshes_are_too_fine_to_pay_for_a_frame_is_seen_as_it_is_touched():
    piece = block((0.1, 0.1, 0.1), (0.0, 0.0, 0.2))
    fine = Mesh(vertices=piece.vertices, faces=np.repeat(piece.faces, 9, axis=0))
    core = Part(name="core", frame=1, mesh=piece, pieces=(piece,), is_seen=False)
    shells = tuple(Part(name=f"shell {frame}", frame=frame, mesh=fine) for frame in (1, 2))
    robot = replace(ARM, parts=(core, *shells))
    assert affordable_parts(robot, 216) == shells
    assert affordable_parts(robot, 215) == (core, shells[1])
