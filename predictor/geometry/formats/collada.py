"""COLLADA (DAE): the surfaces that its scene shows, placed by its nodes, in metres.

    scene -> visual_scene -> node (matrix, translate, rotate, scale) -> instance_geometry -> geometry
                               '-> node, instance_node

    <triangles> <input semantic="VERTEX" source="#v" offset="0"/> <input semantic="NORMAL" offset="1"/>
      <p> v n v n v n ...

The file's own axes are kept, whatever it calls up, as robot descriptions expect it.  Materials, textures,
cameras and lights are passed over; what has a shape and is not read is named.
"""

from collections.abc import Callable, Iterator
from functools import partial
from xml.etree.ElementTree import Element

import numpy as np

from predictor.geometry.formats.limits import check_vertices, indices, numbers
from predictor.geometry.formats.placed_nodes import Surface, placed_surfaces, rotation, scaling, translation
from predictor.geometry.formats.plain_xml import parse_xml, target
from predictor.geometry.formats.polygons import Polygons, fan_triangles, polygon_mesh, strip_triangles
from predictor.geometry.mesh import Array, Integers, Mesh, MeshError, joined

NOT_READ = ("instance_controller", "lookat", "skew")
_LENGTHS = {"matrix": 16, "translate": 3, "rotate": 4, "scale": 3}


def read_collada(content: bytes) -> Mesh:
    """Return all surfaces of the scene as one mesh.

    Raises:
        MeshError: it is damaged, refers to what is not there, or has shapes that are not read.
    """
    root = parse_xml(content)
    named = {element.get("id", ""): element for element in root.iter() if element.get("id")}
    return _shown(_scene(root, named), named, _unit(root))


def _unit(root: Element) -> Array:
    """Return the map from the file's unit to metres."""
    unit = root.find("asset/unit")
    scale = numbers("1" if unit is None else unit.get("meter", "1"))
    if len(scale) != 1 or not 0.0 < scale[0] < np.inf:
        raise MeshError(f"its unit is {scale} metres; it must be one positive number")
    return np.diag([scale[0], scale[0], scale[0], 1.0])


def _scene(root: Element, named: dict[str, Element]) -> Element:
    instance = root.find("scene/instance_visual_scene")
    if instance is None:
        raise MeshError("shows no scene; export it with its scene")
    return target(instance, "url", named)


def _shown(scene: Element, named: dict[str, Element], T_unit: Array) -> Mesh:
    def children(node: Element) -> list[Element]:
        shown_again = [target(child, "url", named) for child in node.findall("instance_node")]
        return [*node.findall("node"), *shown_again]

    def surfaces(node: Element) -> Iterator[Surface]:
        for instance in node.findall("instance_geometry"):
            geometry = target(instance, "url", named)
            yield id(geometry), partial(geometry_mesh, geometry, named)

    return placed_surfaces([(scene, T_unit)], placement=_placement, children=children, surfaces=surfaces)


def _placement(node: Element) -> Array:
    T = np.eye(4)
    for child in node:
        if child.tag in NOT_READ:
            raise MeshError(f"has {child.tag}, which is not read; export the surface as plain geometry")
        if child.tag in _LENGTHS:
            T = T @ _step(child)
    return T


def _step(element: Element) -> Array:
    values = numbers(element.text or "")
    if len(values) != _LENGTHS[element.tag] or not np.isfinite(values).all():
        raise MeshError(f"a {element.tag} is not {_LENGTHS[element.tag]} numbers; export it again")
    if element.tag == "matrix":
        return values.reshape(4, 4)
    if element.tag == "rotate":
        return rotation(values[:3], float(np.radians(values[3])))
    return translation(values) if element.tag == "translate" else scaling(values)


SURFACES = ("triangles", "polylist", "polygons", "tristrips", "trifans")


def geometry_mesh(geometry: Element, named: dict[str, Element]) -> Mesh:
    """Return the surfaces of a geometry, in its own unit; lines are passed over.

    Raises:
        MeshError: it is no mesh, or its numbers do not fit together.
    """
    body = geometry.find("mesh")
    if body is None:
        raise MeshError(f"geometry {geometry.get('id')!r} is no mesh; export the surface as triangles")
    return joined([_surface(element, named) for element in body if element.tag in SURFACES])


def _surface(element: Element, named: dict[str, Element]) -> Mesh:
    inputs = {found.get("semantic", ""): found for found in element.findall("input")}
    if "VERTEX" not in inputs:
        raise MeshError(f"{element.tag} names no vertices; export it again")
    width = 1 + max(_offset(found) for found in element.findall("input"))
    rows = [indices(p.text or "") for p in element.findall("p")]
    if element.findall("ph"):
        raise MeshError("has polygons with holes; export the surface as triangles")
    if any(len(row) % width for row in rows):
        raise MeshError(f"{element.tag} is cut: its indices are not {width} for each corner; export it again")
    corners = [row[_offset(inputs["VERTEX"]) :: width] for row in rows]
    return polygon_mesh(
        _positions(target(inputs["VERTEX"], "source", named), named), _polygons(element, corners)
    )


def _polygons(element: Element, rows: list[Integers]) -> Polygons:
    polygons = Polygons()
    if element.tag == "polylist":
        listed = element.find("vcount")
        counts = indices("" if listed is None else listed.text or "")
        polygons.add_all(np.concatenate([np.zeros(0, dtype=np.int64), *rows]), counts)
        return polygons
    for row in rows:
        if element.tag == "polygons":
            polygons.add(row.tolist())
        else:
            polygons.add_triangles(_AS_TRIANGLES[element.tag](row))
    return polygons


_AS_TRIANGLES: dict[str, Callable[[Integers], Integers]] = {
    "triangles": lambda row: row,
    "tristrips": strip_triangles,
    "trifans": fan_triangles,
}


def _offset(found: Element) -> int:
    (offset,) = indices(found.get("offset", "0")) if found.get("offset", "0").strip() else (0,)
    if not 0 <= offset < 100:
        raise MeshError(f"an input has offset {offset}; export it again")
    return int(offset)


def _positions(vertices: Element, named: dict[str, Element]) -> Array:
    inputs = [found for found in vertices.findall("input") if found.get("semantic") == "POSITION"]
    if len(inputs) != 1:
        raise MeshError(f"vertices {vertices.get('id')!r} have no positions; export it again")
    source = target(inputs[0], "source", named)
    accessor = source.find("technique_common/accessor")
    listed = source.find("float_array")
    if accessor is None or listed is None:
        raise MeshError(f"source {source.get('id')!r} has no numbers; export it again")
    values = numbers(listed.text or "")
    declared = int(indices(listed.get("count", str(len(values)))).sum())
    if declared != len(values):
        raise MeshError(f"source {source.get('id')!r} declares {declared} numbers, holds {len(values)}")
    stride, offset = (int(indices(accessor.get(key, default)).sum()) for key, default in _ACCESS)
    if not 3 <= stride <= 100 or offset < 0:
        raise MeshError(f"source {source.get('id')!r} holds no positions of three numbers; export it again")
    values = values[offset:]
    check_vertices(len(values) // stride)
    return values[: len(values) // stride * stride].reshape(-1, stride)[:, :3]


_ACCESS = (("stride", "3"), ("offset", "0"))
