"""OBJ files: polygons of any shape, and lines that are none."""

import numpy as np
import pytest

from predictor.geometry.formats.obj import read_obj
from predictor.geometry.formats.polygons import triangulated
from predictor.geometry.mesh import MeshError
from tests.predictor.geometry.solids import CUBE, obj, volume

SQUARE = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
L_SHAPE = np.array([(0, 0, 0), (2, 0, 0), (2, 1, 0), (1, 1, 0), (1, 2, 0), (0, 2, 0)], dtype=float)


def test_a_cube_keeps_its_volume():
    assert volume(read_obj(obj(CUBE))) == pytest.approx(1.0)


@pytest.mark.parametrize("face", [b"f 1 2 3 4", b"f -4 -3 -2 -1", b"f 1/1/1 2/2 3//3 4", b"f 1 2 \\\n3 4"])
def test_each_way_to_name_a_vertex_is_read(face):
    assert read_obj(SQUARE + face).faces.tolist() == [[0, 1, 2], [0, 2, 3]]


def test_other_keywords_are_passed_over():
    assert (
        len(read_obj(b"# made\nmtllib x.mtl\no part\n" + SQUARE + b"vn 0 0 1\nusemtl a\nf 1 2 3").faces) == 1
    )


@pytest.mark.parametrize("start", range(6))
def test_a_polygon_that_is_not_convex_keeps_its_area(start):
    corners = np.roll(L_SHAPE, start, axis=0)
    a, b, c = (corners[[t[k] for t in triangulated([*range(6)], corners)]] for k in range(3))
    areas = np.cross(b - a, c - a)[:, 2] / 2.0
    assert areas.min() > 0.0
    assert areas.sum() == pytest.approx(3.0)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (SQUARE + b"f 1 2 2000000000", "names vertex 1999999999 .counted from 0., the file holds 4"),
        (SQUARE + b"f 1 2 -9", "names vertex -5"),
        (SQUARE + b"f 0 1 2", "names vertex -1"),
        (SQUARE + b"f 1 2 x", "line 5"),
        (b"v 0 0\n", "line 1"),
        (b"f 1 2 3", "the file holds 0"),
    ],
)
def test_what_is_wrong_is_told(content, told):
    with pytest.raises(MeshError, match=told):
        read_obj(content)
