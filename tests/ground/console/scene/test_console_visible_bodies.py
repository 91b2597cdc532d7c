"""What the views draw of bodies with meshes: each once, where it is now, red as a whole."""

from dataclasses import replace

import numpy as np
import pytest

from ground.console.scene.bodies import Bodies, moved
from ground.console.scene.scene_wires import ArmWire, bent_edges
from ground.console.scene.visible_bodies import Segment, Whereabouts, displacements, visible_bodies
from ground.console.texts import formats
from predictor.geometry.body_motion import steady_motion
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import BASE, SPACE, Box, MeshShape, Scene, SceneBody
from predictor.model.robot import Part
from telemetry.messages.world import BodyPlaced
from tests.trees import Y, arm, at, joint

CORNERS = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])
QUADS = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
CUBE = Mesh(
    vertices=CORNERS, faces=np.array([face for a, b, c, d in QUADS for face in ((a, b, c), (a, c, d))])
)
ARM = arm(joint("shoulder", axis=Y), joint("elbow", 0, axis=Y, T=at(0.1, -0.2, 0.4)))
PARTED = replace(ARM, parts=(Part(name="shell", frame=1, mesh=CUBE),))
MOTION = steady_motion((0.0, 0.0, 0.0), speed=(0.1, 0.0, 0.0), rate=(0.0, 0.0, 0.0), begin_s=0.0, end_s=10.0)
DRIFT = at(0.0, 0.2, 0.0)  # of the world, seen from the base
AROUND = Whereabouts(DRIFT)
UPRIGHT = (1.0, 0.0, 0.0, 0.0)


def scene(carrier=BASE, motion=None):
    body = SceneBody(
        name="wall", mass=1.0, com=np.zeros(3), inertia=np.eye(3), carrier=carrier, motion=motion
    )
    cover = Box(name="m/0", body="wall", T_base_box=at(3.0, 0, 0), half=np.ones(3), cover_of="m")
    mesh = MeshShape(name="m", body="wall", mesh=CUBE, pieces=(CUBE,))
    return Scene(name="s", boxes=(cover,), capsules=(), bodies=(body,), meshes=(mesh,))


def test_a_mesh_is_drawn_and_what_covers_it_is_not():
    [body] = visible_bodies(ARM, scene()).scene
    assert (body.name, body.shape) == ("m", CUBE)


@pytest.mark.parametrize(("name", "is_red"), [("m", True), ("m/0", True), ("m/0/3", True), ("mm/0", False)])
def test_a_mesh_is_red_as_a_whole_when_one_of_its_covers_is(name, is_red):
    [body] = visible_bodies(ARM, scene()).scene
    assert body.is_red({"hand", name}) == is_red


def test_a_frame_with_a_part_is_drawn_as_that_and_speaks_for_its_capsules():
    bodies = visible_bodies(PARTED, scene()).arm
    assert [body.volumes for body in bodies] == [("part_1",), ("part_0",), ("part_2",)]
    assert bodies[0].shape is CUBE
    assert all(isinstance(body.shape, Segment) for body in bodies[1:])


def test_pairs_are_told_by_the_names_of_bodies():
    assert formats.pair_names(("hand_3", "solar_panel/12")) == "hand 3 – solar panel"
    assert formats.pair_names(("hand", "tug/0/17")) == "hand – tug"


def test_no_view_draws_more_triangles_than_it_is_given():
    fine = Mesh(vertices=CUBE.vertices, faces=np.repeat(CUBE.faces, 40, axis=0))
    crowded = replace(PARTED, parts=tuple(Part(name=f"p{k}", frame=k, mesh=fine) for k in range(3)))
    bodies = visible_bodies(crowded, scene(), most_faces=600)
    assert sum(len(body.shape.faces) for body in (*bodies.arm, *bodies.scene)) <= 600


def test_a_body_is_drawn_where_its_motion_has_it_now():
    assert np.allclose(displacements(scene(BASE, MOTION), AROUND, 4.0)["wall"], at(0.4, 0.0, 0.0))
    assert np.allclose(displacements(scene(SPACE, MOTION), AROUND, 4.0)["wall"], at(0.4, 0.2, 0.0))


def test_a_body_in_space_is_left_behind_by_the_base_and_one_on_it_is_not():
    assert np.allclose(displacements(scene(SPACE), AROUND, 4.0)["wall"], DRIFT)
    assert not displacements(scene(BASE), AROUND, 4.0)


def placed(carrier=BASE, joint=""):
    """Where the wall is drawn after an update, while the elbow is turned."""
    bodies, update = (
        Bodies(robot=ARM, scene=scene(carrier)),
        BodyPlaced("wall", (0.0, 0.0, 0.3), UPRIGHT, joint),
    )
    where = Whereabouts(DRIFT, (update,), bodies.joint_poses((0.7, -0.4)))
    return displacements(bodies.scene, where, 4.0)["wall"]


def test_a_body_that_was_confirmed_elsewhere_is_drawn_there_and_one_that_is_carried_goes_with_its_joint():
    assert np.allclose(placed(BASE), at(0.0, 0.0, 0.3))
    assert np.allclose(placed(SPACE), DRIFT @ at(0.0, 0.0, 0.3))
    elbow = Bodies(robot=ARM, scene=scene()).frame_poses((0.7, -0.4))[2]
    assert np.allclose(placed(SPACE, "elbow"), elbow @ at(0.0, 0.0, 0.3))


def test_the_line_to_a_moving_body_ends_on_the_volume_of_its_whole_way():
    assert not displacements(scene(BASE, MOTION), AROUND)
    assert np.allclose(displacements(scene(SPACE, MOTION), AROUND)["wall"], DRIFT)


def test_the_line_to_a_body_in_space_ends_where_that_is_drawn():
    ends = [
        Bodies(robot=ARM, scene=each).nearest_points(
            ("part_2", "m/0"), (0.0, 0.0), displacements(each, AROUND)
        )
        for each in (scene(BASE), scene(SPACE))
    ]
    cover = np.abs(ends[1][1] - DRIFT[:3, 3] - (3.0, 0.0, 0.0))
    assert cover.max() == pytest.approx(1.0)
    assert np.linalg.norm(ends[0][1] - ends[1][1]) < 0.25


def test_of_a_cube_its_twelve_edges_are_drawn_and_of_a_flat_face_no_diagonal():
    ends = bent_edges(CUBE)
    assert len(ends) == 24
    assert np.allclose(np.linalg.norm(ends[::2] - ends[1::2], axis=1), 2.0)


def test_an_open_mesh_has_its_rim_drawn():
    assert len(bent_edges(Mesh(vertices=CORNERS, faces=CUBE.faces[:2]))) == 8


def test_the_wire_of_a_part_goes_with_its_frame():
    bodies = Bodies(robot=PARTED, scene=scene())
    wire, q = ArmWire(bodies), (0.7, -0.4)
    still, turned = (wire.at(each)[:24] for each in ((0.0, 0.0), q))
    assert np.allclose(turned, moved(bodies.frame_poses(q)[1], still))
