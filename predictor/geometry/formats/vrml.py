"""VRML 97: the shapes of its nodes, placed by what they stand in, in metres.

    Transform, Group, Anchor, Billboard, Collision, LOD (its finest), Switch (its choice)
      '-> Shape -> IndexedFaceSet, Box, Sphere, Cylinder, Cone

Round solids become polyhedra that contain them.  Lines, points, lights, views, sensors and sounds are passed
over; what else has a shape (text, extrusions, elevation grids, files inlined) is named.
"""

from collections.abc import Iterator
from functools import partial

import numpy as np

from predictor.geometry import primitive_meshes
from predictor.geometry.formats.limits import check_vertices
from predictor.geometry.formats.placed_nodes import Surface, placed_surfaces, rotation, scaling, translation
from predictor.geometry.formats.polygons import Polygons, polygon_mesh
from predictor.geometry.formats.vrml_text import VrmlNode, field_of, parse_vrml
from predictor.geometry.mesh import Array, Integers, Mesh, MeshError, mesh_of, placed

_GROUPS = ("Transform", "Group", "Anchor", "Billboard", "Collision")
_REFUSED = ("Inline", "Script", "Text", "Extrusion", "ElevationGrid")
_LINES = ("IndexedLineSet", "PointSet")
_UPRIGHT = rotation(np.array([1.0, 0.0, 0.0]), -np.pi / 2.0)  # solids of VRML stand along y, ours along z


def read_vrml(content: bytes) -> Mesh:
    """Return all shapes of a file as one mesh.

    Raises:
        MeshError: it is damaged, or has a shape that is not read.
    """
    roots = [(node, np.eye(4)) for node in parse_vrml(content)]
    return placed_surfaces(roots, placement=_placement, children=_children, surfaces=_surfaces)


def _surfaces(node: VrmlNode) -> Iterator[Surface]:
    for geometry in node.nodes.get("geometry", []) if node.kind == "Shape" else ():
        yield id(geometry), partial(_surface, geometry)


def _children(node: VrmlNode) -> list[VrmlNode]:
    if node.kind in _REFUSED:
        raise MeshError(f"has {node.kind}, which is not read; export the surface as IndexedFaceSet")
    if node.kind in _GROUPS:
        return node.nodes.get("children", [])
    if node.kind == "LOD":
        return node.nodes.get("level", [])[:1]
    if node.kind == "Switch":
        (chosen,) = field_of(node, "whichChoice", (-1.0,))
        return node.nodes.get("choice", [])[int(chosen) :][:1] if chosen >= 0.0 else []
    return []


def _placement(node: VrmlNode) -> Array:
    """Return where the children stand (VRML 97, ISO/IEC 14772-1, 6.52): T C R SR S -SR -C."""
    if node.kind != "Transform":
        return np.eye(4)
    centre = field_of(node, "center", (0.0, 0.0, 0.0))
    *axis, angle = field_of(node, "rotation", (0.0, 0.0, 1.0, 0.0))
    *scale_axis, scale_angle = field_of(node, "scaleOrientation", (0.0, 0.0, 1.0, 0.0))
    stretched = (
        rotation(np.array(scale_axis), scale_angle)
        @ scaling(field_of(node, "scale", (1.0, 1.0, 1.0)))
        @ rotation(np.array(scale_axis), -scale_angle)
    )
    about = translation(centre) @ rotation(np.array(axis), angle) @ stretched @ translation(-centre)
    T: Array = translation(field_of(node, "translation", (0.0, 0.0, 0.0))) @ about
    return T


def _surface(geometry: VrmlNode) -> Mesh:
    if geometry.kind == "IndexedFaceSet":
        return _faces(geometry)
    if geometry.kind == "Box":
        return primitive_meshes.box(tuple(_lengths(geometry, "size", (2.0, 2.0, 2.0))))
    if geometry.kind == "Sphere":
        return primitive_meshes.ball(*_lengths(geometry, "radius", (1.0,)))
    if geometry.kind == "Cylinder":
        (radius,), (height,) = _lengths(geometry, "radius", (1.0,)), _lengths(geometry, "height", (2.0,))
        return placed(primitive_meshes.cylinder(radius, height), _UPRIGHT)
    if geometry.kind == "Cone":
        (radius,), (height,) = (
            _lengths(geometry, "bottomRadius", (1.0,)),
            _lengths(geometry, "height", (2.0,)),
        )
        return placed(primitive_meshes.cone(radius, height), _UPRIGHT)
    if geometry.kind in _LINES:
        return mesh_of(np.zeros((0, 3)), np.zeros((0, 3), dtype=np.int64))
    raise MeshError(f"has {geometry.kind}, which is not read; export the surface as IndexedFaceSet")


def _lengths(node: VrmlNode, name: str, default: tuple[float, ...]) -> Array:
    values = field_of(node, name, default)
    if not (values > 0.0).all():
        raise MeshError(f"{node.kind}.{name} must be greater than 0; export it again as VRML 97")
    return values


def _faces(node: VrmlNode) -> Mesh:
    coordinates = [c.values.get("point", np.zeros(0)) for c in node.nodes.get("coord", [])]
    points, indices = np.concatenate([np.zeros(0), *coordinates]), node.values.get("coordIndex", np.zeros(0))
    if len(points) % 3 or (indices != np.round(indices)).any() or not (np.abs(indices) < 2**31).all():
        raise MeshError("an IndexedFaceSet is damaged; export it again as VRML 97")
    check_vertices(len(points) // 3)
    mesh = polygon_mesh(points.reshape(-1, 3), _polygons(indices.astype(np.int64)))
    is_turned = node.words.get("ccw", "TRUE") == "FALSE"
    return mesh_of(mesh.vertices, mesh.faces[:, ::-1]) if is_turned else mesh


def _polygons(rows: Integers) -> Polygons:
    """Return the polygons between indices of -1."""
    polygons = Polygons()
    ends = np.flatnonzero(rows == -1)
    for polygon in np.split(rows, ends):
        polygons.add(polygon[polygon != -1].tolist())
    return polygons
