"""COLLADA files: units and transforms are honoured, and XML that would blow up is refused unread."""

import numpy as np
import pytest

from predictor.geometry.formats.collada import read_collada
from predictor.geometry.formats.mesh_files import read_mesh
from predictor.geometry.mesh import MeshError
from tests.predictor.geometry.solids import CUBE, volume
from tests.shared_data import shared_file

NUMBERS = " ".join(f"{value:g}" for value in CUBE.vertices.ravel())
CORNERS = " ".join(f"{k} 0" for k in CUBE.faces.ravel())  # each with a normal
SHOWN = '<instance_geometry url="#g"/>'


def dae(*, node=SHOWN, more="", unit="1", corners=CORNERS, count=24, head=""):
    return f"""<?xml version="1.0" encoding="utf-8"?>{head}
    <COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
    <asset><unit meter="{unit}"/><up_axis>Y_UP</up_axis></asset>
    <library_images><image id="i"><init_from>missing.png</init_from></image></library_images>
    <library_geometries><geometry id="g"><mesh>
      <source id="s"><float_array id="a" count="{count}">{NUMBERS}</float_array>
      <technique_common><accessor source="#a" count="8" stride="3"/></technique_common></source>
      <vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
      <triangles count="12"><input semantic="VERTEX" source="#v" offset="0"/>
      <input semantic="NORMAL" source="#n" offset="1"/><p>{corners}</p></triangles>
    </mesh></geometry></library_geometries>
    <library_nodes>{more}</library_nodes>
    <library_visual_scenes><visual_scene id="S"><node>{node}</node></visual_scene></library_visual_scenes>
    <scene><instance_visual_scene url="#S"/></scene></COLLADA>""".encode()


def test_the_unit_becomes_metres_and_the_axes_stay():
    mesh = read_collada(dae(unit="0.001", node=f"<translate>0 0 7</translate>{SHOWN}"))
    assert volume(mesh) == pytest.approx(1e-9)
    assert mesh.vertices.min(axis=0) == pytest.approx([0.0, 0.0, 0.007])


def test_steps_of_a_node_are_taken_in_their_order():
    steps = "<translate>5 0 0</translate><rotate>0 0 1 90</rotate><scale>2 1 1</scale>"
    mesh = read_collada(dae(node=f"{steps}{SHOWN}"))
    assert mesh.vertices.min(axis=0) == pytest.approx([4.0, 0.0, 0.0])
    assert mesh.vertices.max(axis=0) == pytest.approx([5.0, 2.0, 1.0])


def test_a_mirrored_node_keeps_the_outside_outside():
    assert volume(read_collada(dae(node=f"<scale>-1 1 1</scale>{SHOWN}"))) == pytest.approx(1.0)


def test_what_is_shown_twice_is_there_twice():
    twice = '<instance_node url="#n"/><instance_node url="#n"/>'
    assert len(read_collada(dae(node=twice, more=f'<node id="n">{SHOWN}</node>')).faces) == 24


LAUGHS = (
    "".join(f'<node id="n{k}">' + f'<instance_node url="#n{k + 1}"/>' * 10 + "</node>" for k in range(9))
    + f'<node id="n9">{SHOWN}</node>'
)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (dae(head='<!DOCTYPE a [<!ENTITY b "c">]>'), "document type or entities"),
        (dae(node='<instance_node url="#n0"/>', more=LAUGHS), "more than 5000 nodes"),
        (dae(node='<instance_node url="http://x/#n"/>'), "not in this file"),
        (dae(node='<instance_controller url="#g"/>'), "instance_controller, which is not read"),
        (dae(corners=CORNERS[:-2]), "triangles is cut"),
        (dae(corners=CORNERS.replace("7", "8")), "names vertex 8"),
        (dae(corners=CORNERS.replace("7", "x")), "list of numbers is damaged"),
        (dae(count=4_000_000_000), "declares 4000000000 numbers|indices is damaged"),
        (dae(unit="0"), "one positive number"),
        (dae()[:700], "is no XML"),
        (dae().decode().replace("utf-8", "utf-16").encode("utf-16"), "no XML text in UTF-8"),
        (b"PK\x03\x04", "no XML text"),
        (b"<a>" * 1000, "more than 300000 XML elements, or more than 100 in one another"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else len(value),
)
def test_what_is_wrong_is_told(content, told):
    with pytest.raises(MeshError, match=told):
        read_collada(content)


@pytest.mark.parametrize("name", ["robots/canadarm2/meshes/joint_v3_0", "scenes/iss_exterior/iss"])
def test_a_real_file_agrees_with_its_twin_in_stl(name):
    first, second = (
        read_mesh(path, path.read_bytes())
        for path in (shared_file(f"data/{name}{e}") for e in (".dae", ".stl"))
    )
    assert len(first.faces) == len(second.faces)
    assert np.ptp(first.vertices, axis=0) == pytest.approx(np.ptp(second.vertices, axis=0), rel=1e-6)
