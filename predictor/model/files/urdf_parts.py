"""What a URDF says of shapes: `visual` is what is seen, `collision` what is touched.

Where both of a link are the same they are one body.  A link that is drawn, but has no shape to collide with,
counts as touched as it is drawn, and so does a solid that is drawn where no such shape stands; both are
doubted.
"""

from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote

import msgspec
import numpy as np

from predictor.inputs.doubt import Doubt
from predictor.model.files.robot_table import TRUE_SIZE, CylinderRow, MeshRow
from predictor.model.files.rows import as_point, as_tensor
from predictor.model.files.urdf_tree import LinkTree, PlacedLink, pose
from telemetry.files.settings import FileError, file_beside

PACKAGE = "package://"
MOST_BODIES = 256  # of a robot file


def mesh_rows(tree: LinkTree, path: Path | str, doubts: list[Doubt]) -> tuple[MeshRow, ...]:
    """Return the bodies of all links.

    Raises:
        FileError: there are too many, a mesh lies elsewhere, or a name is there twice.
    """
    count = sum(len(placed.link.collisions) + len(placed.link.visuals) for placed in tree.links)
    if count > 2 * MOST_BODIES:
        raise FileError(
            path, "", f"has {count} shapes, at most {2 * MOST_BODIES} are read; join some of them"
        )
    rows = [row for placed in tree.links for row in _of_link(placed, path, doubts)]
    names = [row.name for row in rows]
    for name in names:
        if names.count(name) > 1:
            raise FileError(path, f"link {name!r}", "two bodies would have this name; rename the link")
    return tuple(rows)


def _of_link(placed: PlacedLink, path: Path | str, doubts: list[Doubt]) -> Iterator[MeshRow]:
    link = placed.link
    touched = [_row(placed, shape, path) for shape in link.collisions]
    seen = [_row(placed, shape, path) for shape in link.visuals]
    alone = [row for row in seen if not touched or _stands_alone(row, touched)]
    if alone:
        why = "is drawn, but has no collision shape" if not touched else "has a solid that is only drawn"
        doubts.append(Doubt(link.name, why, "give it a collision shape; until then it counts as one"))
    touched += alone
    extra = [row for row in seen if row not in touched]
    yield from _named(touched, link.name, lambda row: "both" if row in seen else "touched")
    yield from _named(extra, f"{link.name} as seen", lambda row: "seen")


def _stands_alone(row: MeshRow, touched: list[MeshRow]) -> bool:
    """True if a solid is drawn where no collision shape has its place."""
    places = [(other.translation, other.rotation) for other in touched]
    return row.file is None and (row.translation, row.rotation) not in places


def _named(rows: list[MeshRow], name: str, use: Callable[[MeshRow], str]) -> Iterator[MeshRow]:
    for k, row in enumerate(rows):
        yield msgspec.structs.replace(row, name=f"{name} {k + 1}" if k else name, use=use(row))


def _row(placed: PlacedLink, shape: Any, path: Path | str) -> MeshRow:
    """Return a body in the frame that carries its link, without a name and a use of its own."""
    T = placed.T_frame_link @ pose(shape.origin)
    geometry, where = shape.geometry, f"link {placed.link.name!r}"
    return MeshRow(
        name=placed.link.name,
        frame=placed.frame,
        translation=as_point(T[:3, 3]),
        rotation=as_tensor(T[:3, :3]),
        file=mesh_file(path, geometry.mesh.filename, where) if geometry.mesh else None,
        scale=_scale(geometry.mesh.scale) if geometry.mesh else TRUE_SIZE,
        box=as_point(geometry.box.size) if geometry.box else None,
        cylinder=_cylinder(geometry.cylinder) if geometry.cylinder else None,
        capsule=_cylinder(geometry.capsule) if geometry.capsule else None,
        sphere=geometry.sphere.radius if geometry.sphere else None,
    )


def _cylinder(cylinder: Any) -> CylinderRow:
    return CylinderRow(radius=cylinder.radius, length=cylinder.length)


def _scale(scale: Any) -> tuple[float, float, float]:
    x, y, z = np.ones(3) if scale is None else np.broadcast_to(scale, 3)
    return float(x), float(y), float(z)


def mesh_file(path: Path | str, name: str, where: str) -> str:
    """Return where a mesh lies, from the URDF's folder; `package://NAME/` is that folder, or NAME in it.

    Raises:
        FileError: it is an address, an absolute path, or leads out of the folder.
    """
    if not name.startswith(PACKAGE):
        file_beside(path, name, where)
        return name
    package, *rest = PurePosixPath(unquote(name.removeprefix(PACKAGE))).parts or ("",)
    candidates = [str(PurePosixPath(*rest)), str(PurePosixPath(package, *rest))]
    for candidate in candidates:
        if file_beside(path, candidate, where).is_file():
            return candidate
    told = f"{name!r} is not in this folder; put it to {' or '.join(candidates)}"
    raise FileError(path, where, told)
