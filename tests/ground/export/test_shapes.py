"""What other programs draw of arm and scene."""

from dataclasses import replace

import numpy as np

from ground.export.arm_frames import ArmFrames
from ground.export.schemas import Color, time_of
from ground.export.shapes import arm_update, scene_update
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Box, MeshShape, Scene
from predictor.model.robot import Part
from tests.trees import Y, arm, at, joint

TIME, WHITE = time_of(0), Color(r=1.0, g=1.0, b=1.0, a=1.0)
CORNER = Mesh(
    vertices=np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]), faces=np.array([[0, 2, 1], [0, 1, 3]])
)
ARM = arm(joint("shoulder", axis=Y), joint("elbow", 0, axis=Y, T=at(0.1, -0.2, 0.4)))


def test_a_mesh_of_the_scene_is_a_list_of_triangles_and_its_covers_are_left_out():
    shape = MeshShape(name="m", body="wall", mesh=CORNER, pieces=(CORNER,))
    cover = Box(name="m/0", body="wall", T_base_box=np.eye(4), half=np.ones(3), cover_of="m")
    rock = Box(name="rock", body="wall", T_base_box=np.eye(4), half=np.ones(3))
    scene = Scene(name="s", boxes=(cover, rock), capsules=(), bodies=(), meshes=(shape,))
    entities = {entity.id: entity for entity in scene_update(scene, TIME).entities}
    assert set(entities) == {"rock", "m"}
    [surface] = entities["m"].triangles
    assert [surface.points[i].z for i in surface.indices] == [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]


def test_a_part_of_an_arm_moves_with_its_frame_and_frames_without_one_show_their_capsules():
    robot = replace(ARM, parts=(Part(name="shell", frame=1, mesh=CORNER),))
    frames = ArmFrames(robot, "measured")
    entities = {entity.id: entity for entity in arm_update(robot, frames, color=WHITE, time=TIME).entities}
    assert set(entities) == {"shell", "part_0", "part_2"}
    assert entities["shell"].frame_id == "measured/shoulder"
    assert entities["shell"].triangles and entities["part_2"].cylinders
