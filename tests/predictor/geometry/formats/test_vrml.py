"""VRML 97: nodes in one another, solids that contain what they stand for, and what is not read."""

import numpy as np
import pytest

from predictor.geometry.formats.mesh_files import read_mesh
from predictor.geometry.formats.vrml import read_vrml
from predictor.geometry.mesh import MeshError
from tests.predictor.geometry.solids import volume

HEAD = b"#VRML V2.0 utf8\n"
BOX = b"Shape { geometry Box { size 2 4 6 } }"
FACES = b"""Shape { geometry IndexedFaceSet { # a square, once as it is, once as two triangles
  coord Coordinate { point [ 0 0 0, 1 0 0, 1 1 0, # the last
  0 1 0 ] } coordIndex [ 0 1 2 3 -1, 0 1 2 -1 0 2 3 ] } }"""


def test_polygons_become_triangles():
    mesh = read_vrml(HEAD + FACES)
    assert mesh.faces.tolist() == [[0, 1, 2], [0, 2, 3]] * 2


def test_faces_told_to_be_clockwise_are_turned():
    turned = read_vrml(HEAD + FACES.replace(b"coord Coord", b"ccw FALSE coord Coord"))
    assert turned.faces[0].tolist() == [2, 1, 0]


def test_a_transform_scales_then_turns_then_shifts():
    place = b"Transform { translation 10 0 0 rotation 0 0 1 1.5707963267948966 scale 2 1 1 children [ %s ] }"
    mesh = read_vrml(HEAD + place % BOX)
    assert mesh.vertices.min(axis=0) == pytest.approx([8.0, -2.0, -3.0])
    assert mesh.vertices.max(axis=0) == pytest.approx([12.0, 2.0, 3.0])


def test_a_centre_and_a_direction_of_scale_are_honoured():
    place = b"Transform { center 1 0 0 scaleOrientation 0 0 1 0.7853981633974483 scale 3 1 1 children %s }"
    mesh = read_vrml(HEAD + place % BOX)
    assert volume(mesh) == pytest.approx(3 * 48.0)
    assert mesh.vertices[:, 2].max() == pytest.approx(3.0)
    along = np.array([1.0, 1.0, 0.0]) / np.sqrt(2.0)
    assert np.ptp(mesh.vertices @ along) == pytest.approx(3 * 6.0 / np.sqrt(2.0))


def test_what_is_used_again_is_there_again():
    text = (
        b"DEF A Group { children [ DEF B "
        + BOX
        + b" ] } Transform { translation 9 0 0 children USE A } USE B"
    )
    assert len(read_vrml(HEAD + text).faces) == 36


@pytest.mark.parametrize(
    ("solid", "inside", "least"),
    [
        (b"Sphere { radius 2 }", lambda p: np.linalg.norm(p, axis=1) <= 2.0, 4 / 3 * np.pi * 8.0),
        (b"Cylinder { radius 2 height 3 }", lambda p: np.hypot(p[:, 0], p[:, 2]) <= 2.0, np.pi * 4.0 * 3.0),
        (
            b"Cone { bottomRadius 2 height 3 }",
            lambda p: np.hypot(p[:, 0], p[:, 2]) <= 2.0 * (0.5 - p[:, 1] / 3.0),
            np.pi * 4.0,
        ),
    ],
)
def test_a_round_solid_is_contained(solid, inside, least):
    mesh = read_vrml(HEAD + b"Shape { geometry " + solid + b" }")
    points = np.random.default_rng(5).uniform(-2.0, 2.0, (4000, 3)) * [1.0, 0.75, 1.0]
    if solid.startswith(b"Sphere"):
        points[:, 1] /= 0.75
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    heights = ((points[inside(points)][:, None] - a) * normals).sum(axis=2) / np.linalg.norm(normals, axis=1)
    assert heights.max() < 1e-12
    assert least < volume(mesh) < 1.03 * least


def test_lights_views_and_lines_are_passed_over():
    text = b'WorldInfo { title "a" info [ "b" "c" ] } DirectionalLight { direction 0 0 1 } ROUTE A.x TO B.y\n'
    lines = b"Shape { geometry IndexedLineSet { coord Coordinate { point [ 0 0 0 ] } } }"
    assert len(read_vrml(HEAD + text + lines + BOX).faces) == 12


LAUGHS = (
    b"DEF N0 "
    + BOX
    + b"".join(b" DEF N%d Group { children [ %s ] }" % (k, b"USE N%d " % (k - 1) * 10) for k in range(1, 10))
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b'Inline { url "x.wrl" }', "has Inline, which is not read"),
        (b"Shape { geometry Extrusion { } }", "has Extrusion, which is not read"),
        (b"PROTO P [ ] { }", "'PROTO' is no node that is read"),
        (b"USE A", "USE A comes before its DEF"),
        (b"DEF A Group { children [ USE A ] }", "USE A comes before its DEF"),
        (b"Group { children [ " * 200, "or 100 in one another"),
        (LAUGHS, "more than 5000 nodes"),
        (b"Shape { geometry Box { size 1 0 1 } }", "Box.size must be greater than 0"),
        (b"Shape { geometry Box { size 1 1 } }", "Box.size is not 3 numbers"),
        (FACES.replace(b"0 2 3 ]", b"0 2 9 ]"), "names vertex 9"),
        (FACES.replace(b"0 2 3 ]", b"0 2 3.5 ]"), "IndexedFaceSet is damaged"),
        (FACES[:90], "end of the file"),
        (b'WorldInfo { title "a', "a string does not end"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else len(value),
)
def test_what_is_wrong_is_told(text, told):
    with pytest.raises(MeshError, match=told):
        read_vrml(HEAD + text)


def test_a_file_of_the_older_version_is_refused():
    with pytest.raises(ValueError, match=r"scene\.wrl: does not begin with '#VRML V2.0 utf8'"):
        read_mesh("scene.wrl", b"#VRML V1.0 ascii\n")
