"""The geometry of a COLLADA file: its sources of positions, and the primitives that name them.

<triangles> <input semantic="VERTEX" source="#v" offset="0"/> <input semantic="NORMAL" offset="1"/>
  <p> v n v n v n ...
"""

from collections.abc import Callable
from xml.etree.ElementTree import Element

import numpy as np

from predictor.geometry.formats.limits import check_vertices, indices, numbers
from predictor.geometry.formats.plain_xml import target
from predictor.geometry.formats.polygons import Polygons, fan_triangles, polygon_mesh, strip_triangles
from predictor.geometry.mesh import Array, Integers, Mesh, MeshError, joined

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
