"""PLY (Stanford), ASCII and binary: the elements `vertex` and `face`; others are passed over.

ply / format binary_little_endian 1.0 / element vertex 8 / property float x ... / end_header
"""

import struct
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from predictor.geometry.formats.limits import check_triangles, check_vertices, lines
from predictor.geometry.formats.polygons import Polygons, polygon_mesh
from predictor.geometry.mesh import Mesh, MeshError

LONGEST_HEADER = 10_000  # bytes
_KINDS = {
    "char": "b", "int8": "b", "uchar": "B", "uint8": "B", "short": "h", "int16": "h", "ushort": "H",
    "uint16": "H", "int": "i", "int32": "i", "uint": "I", "uint32": "I", "float": "f", "float32": "f",
    "double": "d", "float64": "d",
}  # fmt: skip
_ORDERS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}
_CORNERS = ("vertex_indices", "vertex_index")
Row = dict[str, list[float]]  # what one row of an element holds, by property


class _Property(NamedTuple):
    name: str
    kind: str  # as struct names it
    counted_by: str  # kind of the count before a list; empty: it is one value


class _Element(NamedTuple):
    name: str
    rows: int
    properties: list[_Property]


class _Header(NamedTuple):
    order: str  # of bytes, as struct names it; empty: ASCII
    elements: list[_Element]
    length: int  # bytes


def read_ply(content: bytes) -> Mesh:
    """Return the polygons of a PLY file as triangles, in its own unit.

    Raises:
        MeshError: it declares more than it holds, or is no PLY.
    """
    header = _header(content)
    rows = _text_rows(content, header) if header.order == "" else _binary_rows(content, header)
    vertices: list[tuple[float, float, float]] = []
    polygons = Polygons()
    try:
        for name, row in rows:
            if name == "vertex":
                vertices.append((row["x"][0], row["y"][0], row["z"][0]))
            elif name == "face":
                polygons.add([int(k) for key in _CORNERS for k in row.get(key, ())])
    except (struct.error, ValueError, IndexError, KeyError, OverflowError) as error:
        if isinstance(error, MeshError):
            raise
        raise MeshError("holds less than it declares, or is damaged; export it again") from None
    return polygon_mesh(np.array(vertices, dtype=np.float64).reshape(-1, 3), polygons)


def _header(content: bytes) -> _Header:
    length = content.find(b"end_header", 0, LONGEST_HEADER)
    length = content.find(b"\n", length, LONGEST_HEADER) + 1 if length >= 0 else 0
    if not content.startswith(b"ply") or length == 0:
        raise MeshError("has no PLY header; export it again")
    order, elements = "?", list[_Element]()
    try:
        for line in content[:length].decode("ascii").splitlines():
            match line.split():
                case ["format", name, "1.0"]:
                    order = _ORDERS[name]
                case ["element", name, count]:
                    elements.append(_Element(name, int(count), []))
                case ["property", "list", counted_by, kind, name]:
                    elements[-1].properties.append(_Property(name, _KINDS[kind], _KINDS[counted_by]))
                case ["property", kind, name]:
                    elements[-1].properties.append(_Property(name, _KINDS[kind], ""))
    except (KeyError, ValueError, IndexError, UnicodeDecodeError):
        raise MeshError("has a PLY header that is damaged; export it again") from None
    if order == "?":
        raise MeshError("has a PLY header of no known format; export it again")
    _check(elements, len(content) - length)
    return _Header(order, elements, length)


def _check(elements: list[_Element], held: int) -> None:
    for element in elements:
        if not 0 <= element.rows <= held or not element.properties:
            raise MeshError(f"declares {element.rows} rows of {element.name}, holds fewer; export it again")
        if element.name == "vertex":
            check_vertices(element.rows)
        else:
            check_triangles(element.rows)


def _binary_rows(content: bytes, header: _Header) -> Iterator[tuple[str, Row]]:
    at = header.length
    for element in header.elements:
        for _ in range(element.rows):
            row: Row = {}
            for name, kind, counted_by in element.properties:
                count = 1
                if counted_by:
                    (count,) = struct.unpack_from(header.order + counted_by, content, at)
                    at += struct.calcsize(counted_by)
                form = f"{header.order}{count}{kind}"
                row[name] = [*struct.unpack_from(form, content, at)]
                at += struct.calcsize(form)
            yield element.name, row


def _text_rows(content: bytes, header: _Header) -> Iterator[tuple[str, Row]]:
    left = lines(content[header.length :])
    for element in header.elements:
        for _ in range(element.rows):
            words = next(left, (0, b""))[1].split()
            row: Row = {}
            for name, _kind, counted_by in element.properties:
                count = int(words.pop(0)) if counted_by else 1
                row[name] = [float(word) for word in words[:count]]
                if not 0 <= count == len(row[name]):
                    raise MeshError(f"a row of {element.name} is cut; export it again")
                del words[:count]
            yield element.name, row
