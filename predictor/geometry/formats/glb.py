"""GLB, the binary glTF 2.0: triangles of its scene, placed by its nodes, in metres.

    magic "glTF" | u32 version | u32 length | chunks: u32 length, u32 kind (JSON, BIN), bytes

Everything must be in the one file.  Materials, textures, skins and animations are passed over; compressed
geometry is refused by its name.
"""

import struct
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
import numpy as np

from predictor.geometry.formats.limits import check_triangles, check_vertices
from predictor.geometry.formats.placed_nodes import Surface, placed_surfaces, rotation, scaling, translation
from predictor.geometry.formats.polygons import fan_triangles, strip_triangles
from predictor.geometry.mesh import Array, Integers, Mesh, MeshError, joined, mesh_of

LARGEST_DESCRIPTION = 8_000_000  # bytes of JSON
_HARMLESS = ("KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_")  # they change no shape
_FLOAT = 5126
_INDICES = {5121: "<u1", 5123: "<u2", 5125: "<u4"}
_KINDS = _INDICES | {_FLOAT: "<f4"}
_TRIANGLES, _STRIP, _FAN = 4, 5, 6


class _View(msgspec.Struct):
    byteLength: int
    buffer: int = 0
    byteOffset: int = 0
    byteStride: int = 0


class _Accessor(msgspec.Struct):
    componentType: int
    count: int
    type: str
    bufferView: int = -1
    byteOffset: int = 0
    sparse: Any = None


class _Primitive(msgspec.Struct):
    attributes: dict[str, int]
    indices: int | None = None
    mode: int = _TRIANGLES


class _Mesh(msgspec.Struct):
    primitives: list[_Primitive]


class _Node(msgspec.Struct):
    children: list[int] = []
    mesh: int | None = None
    matrix: list[float] | None = None
    translation: tuple[float, float, float] = (0.0, 0.0, 0.0)
    rotation: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)


class _Scene(msgspec.Struct):
    nodes: list[int] = []


class _Buffer(msgspec.Struct):
    uri: str | None = None


class _Description(msgspec.Struct):
    scenes: list[_Scene] = []
    scene: int = 0
    nodes: list[_Node] = []
    meshes: list[_Mesh] = []
    accessors: list[_Accessor] = []
    bufferViews: list[_View] = []
    buffers: list[_Buffer] = []
    extensionsRequired: list[str] = []


def read_glb(content: bytes) -> Mesh:
    """Return all triangles of the scene as one mesh.

    Raises:
        MeshError: it is cut, refers to what it does not hold, or is compressed.
    """
    chunks = _chunks(content)
    try:
        described = msgspec.json.decode(chunks.get(b"JSON", b""), type=_Description)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise MeshError(f"its description is damaged ({error}); export it again") from None
    for name in described.extensionsRequired:
        if not name.startswith(_HARMLESS):
            raise MeshError(f"needs the extension {name}, which is not read; export it uncompressed")
    if any(buffer.uri is not None for buffer in described.buffers):
        raise MeshError("keeps its numbers outside of the file; export it as one GLB")
    try:
        return _shown(described, chunks.get(b"BIN\0", b""))
    except IndexError:
        raise MeshError("refers to a part that it does not hold; export it again") from None


def _chunks(content: bytes) -> dict[bytes, bytes]:
    if len(content) < 12 or content[:4] != b"glTF":
        raise MeshError("has no GLB header; export it as binary glTF")
    version, length = struct.unpack_from("<II", content, 4)
    if version != 2 or length != len(content):
        raise MeshError(
            f"declares version {version} and {length} bytes, holds {len(content)}; export it again"
        )
    found: dict[bytes, bytes] = {}
    at = 12
    while at + 8 <= length:
        size, kind = struct.unpack_from("<I4s", content, at)
        if at + 8 + size > length:
            raise MeshError(f"a part declares {size} bytes, {length - at - 8} are left; export it again")
        found.setdefault(kind, content[at + 8 : at + 8 + size])
        at += 8 + size
    if len(found.get(b"JSON", b"")) > LARGEST_DESCRIPTION:
        raise MeshError("its description is larger than any mesh needs; export the surface alone")
    return found


def _shown(described: _Description, binary: bytes) -> Mesh:
    roots = described.scenes[_row(described.scene)].nodes if described.scenes else []

    def node(index: int) -> _Node:
        return described.nodes[_row(index)]

    def surfaces(index: int) -> Iterator[Surface]:
        if (mesh := node(index).mesh) is not None:
            yield mesh, partial(_surface, described, mesh, binary)

    return placed_surfaces(
        [(root, np.eye(4)) for root in roots],
        placement=lambda index: _placement(node(index)),
        children=lambda index: node(index).children,
        surfaces=surfaces,
    )


def _placement(node: _Node) -> Array:
    if node.matrix is not None:
        if len(node.matrix) != 16:
            raise MeshError(f"a matrix has {len(node.matrix)} numbers; export it again")
        return np.array(node.matrix).reshape(4, 4).T
    axis, w = np.array(node.rotation[:3]), node.rotation[3]
    angle = 2.0 * float(np.arctan2(np.linalg.norm(axis), w))
    T: Array = translation(np.array(node.translation)) @ rotation(axis, angle) @ scaling(np.array(node.scale))
    return T


def _surface(described: _Description, index: int, binary: bytes) -> Mesh:
    found = []
    for primitive in described.meshes[_row(index)].primitives:
        if primitive.mode in (_TRIANGLES, _STRIP, _FAN) and "POSITION" in primitive.attributes:
            vertices = _positions(described, primitive.attributes["POSITION"], binary)
            corners = (
                np.arange(len(vertices))
                if primitive.indices is None
                else _corners(described, primitive.indices, binary)
            )
            found.append(_triangles(vertices, corners, primitive.mode))
    return joined(found)


def _triangles(vertices: Array, corners: Integers, mode: int) -> Mesh:
    if len(corners) and corners.max() >= len(vertices):
        raise MeshError(
            f"a triangle names vertex {corners.max()}, the part holds {len(vertices)}; export it again"
        )
    if mode == _TRIANGLES:
        if len(corners) % 3:
            raise MeshError(f"{len(corners)} corners are no triangles; export it again")
        return mesh_of(vertices, corners)
    return mesh_of(vertices, strip_triangles(corners) if mode == _STRIP else fan_triangles(corners))


def _positions(described: _Description, index: int, binary: bytes) -> Array:
    accessor = described.accessors[_row(index)]
    if accessor.componentType != _FLOAT or accessor.type != "VEC3":
        raise MeshError("its positions are not three floats each; export it uncompressed")
    check_vertices(accessor.count)
    return _values(described, accessor, binary).astype(np.float64)


def _corners(described: _Description, index: int, binary: bytes) -> Integers:
    accessor = described.accessors[_row(index)]
    if accessor.componentType not in _INDICES or accessor.type != "SCALAR":
        raise MeshError("its indices are no whole numbers; export it again")
    check_triangles(accessor.count // 3)
    return _values(described, accessor, binary).astype(np.int64).ravel()


def _values(described: _Description, accessor: _Accessor, binary: bytes) -> Array:
    """Return the numbers of an accessor, checked against what the file holds."""
    if accessor.sparse is not None:
        raise MeshError("holds numbers in sparse form; export it uncompressed")
    view = described.bufferViews[_row(accessor.bufferView)]
    kind = np.dtype(_KINDS[accessor.componentType])
    item = kind.itemsize * (3 if accessor.type == "VEC3" else 1)
    stride, start = view.byteStride or item, view.byteOffset + accessor.byteOffset
    end = start + stride * (accessor.count - 1) + item
    numbers = (view.byteOffset, accessor.byteOffset, accessor.count - 1, stride - item)
    if min(numbers) < 0 or end > min(len(binary), view.byteOffset + view.byteLength):
        raise MeshError(
            f"declares {accessor.count} rows of {item} bytes, holds {len(binary)} bytes; export it again"
        )
    octets = np.frombuffer(binary, dtype=np.uint8)
    rows = np.lib.stride_tricks.as_strided(octets[start:], (accessor.count, item), (stride, 1))
    return np.ascontiguousarray(rows).view(kind)


def _row(index: int) -> int:
    """Return an index that counts from the start."""
    if index < 0:
        raise IndexError(index)
    return index
