"""COLLADA (DAE): the surfaces that its scene shows, placed by its nodes, in metres.

    scene -> visual_scene -> node (matrix, translate, rotate, scale) -> instance_geometry -> geometry
                               '-> node, instance_node

The file's own axes are kept, whatever it calls up, as robot descriptions expect it.  Materials, textures,
cameras and lights are passed over; what has a shape and is not read is named.
"""

from xml.etree.ElementTree import Element

import numpy as np

from predictor.geometry.formats.collada_primitives import geometry_mesh
from predictor.geometry.formats.limits import check_triangles, numbers
from predictor.geometry.formats.placement import scaled, shifted, turned
from predictor.geometry.formats.plain_xml import parse_xml, target
from predictor.geometry.mesh import Array, Mesh, MeshError, joined, placed

MOST_NODES = 5_000
NOT_READ = ("instance_controller", "lookat", "skew")
_LENGTHS = {"matrix": 16, "translate": 3, "rotate": 4, "scale": 3}


def read_collada(content: bytes) -> Mesh:
    """Return all surfaces of the scene as one mesh.

    Raises:
        MeshError: it is damaged, refers to what is not there, or has shapes that are not read.
    """
    root = parse_xml(content)
    named = {element.get("id", ""): element for element in root.iter() if element.get("id")}
    return joined(_shown(_scene(root, named), named, _unit(root)))


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


def _shown(scene: Element, named: dict[str, Element], T_unit: Array) -> list[Mesh]:
    """Walk the nodes; one that is shown more than once is walked as often."""
    left, found, walked, triangles = [(scene, T_unit)], [], 0, 0
    meshes: dict[int, Mesh] = {}
    while left:
        node, T_parent = left.pop()
        walked += 1
        if walked + len(left) > MOST_NODES:
            raise MeshError(f"shows more than {MOST_NODES} nodes; export it as one surface")
        T = T_parent @ _placement(node)
        left += [(child, T) for child in node.findall("node")]
        left += [(target(child, "url", named), T) for child in node.findall("instance_node")]
        for instance in node.findall("instance_geometry"):
            geometry = target(instance, "url", named)
            if id(geometry) not in meshes:
                meshes[id(geometry)] = geometry_mesh(geometry, named)
            triangles += len(meshes[id(geometry)].faces)
            check_triangles(triangles)
            found.append(placed(meshes[id(geometry)], T))
    return found


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
        return turned(values[:3], float(np.radians(values[3])))
    return shifted(values) if element.tag == "translate" else scaled(values)
