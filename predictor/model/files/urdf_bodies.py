"""What a URDF says of the bodies of its links: their shapes and their masses.

`visual` is what is seen, `collision` what is touched.  Where both of a link are the same they are one body.
A link that is drawn, but has no shape to collide with, counts as touched as it is drawn, and so does a solid
that is drawn where no such shape stands; both are doubted.

The masses of one frame are those of one body (`predictor.model.masses`).
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from urllib.parse import unquote

import msgspec
import numpy as np
from numpy.typing import ArrayLike

from predictor.inputs.arrays import Array
from predictor.inputs.doubt import Doubt
from predictor.inputs.rigid import Tensor
from predictor.model.files.robot_table import TRUE_SIZE, UNKNOWN, CylinderRow, MeshRow, Point, Unknown
from predictor.model.files.row_values import as_point, as_tensor
from predictor.model.files.urdf_elements import UrdfCylinder, UrdfShape
from predictor.model.files.urdf_tree import LinkTree, PlacedLink, pose
from predictor.model.masses import welded
from telemetry.files.settings import FileError, file_beside

PACKAGE_SCHEME = "package://"
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


def _row(placed: PlacedLink, shape: UrdfShape, path: Path | str) -> MeshRow:
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


def _cylinder(cylinder: UrdfCylinder) -> CylinderRow:
    return CylinderRow(radius=cylinder.radius, length=cylinder.length)


def _scale(scale: ArrayLike | None) -> tuple[float, float, float]:
    x, y, z = np.ones(3) if scale is None else np.broadcast_to(scale, 3)
    return float(x), float(y), float(z)


def mesh_file(path: Path | str, name: str, where: str) -> str:
    """Return where a mesh lies, from the URDF's folder; `package://NAME/` is that folder, or NAME in it.

    Raises:
        FileError: it is an address, an absolute path, or leads out of the folder.
    """
    if not name.startswith(PACKAGE_SCHEME):
        file_beside(path, name, where)
        return name
    package, *rest = PurePosixPath(unquote(name.removeprefix(PACKAGE_SCHEME))).parts or ("",)
    candidates = [str(PurePosixPath(*rest)), str(PurePosixPath(package, *rest))]
    for candidate in candidates:
        if file_beside(path, candidate, where).is_file():
            return candidate
    problem = f"{name!r} is not in this folder; put it to {' or '.join(candidates)}"
    raise FileError(path, where, problem)


class StatedMass(NamedTuple):
    """Mass properties of one frame, as a file row has them."""

    mass: float | Unknown
    com: Point | Unknown
    inertia: Tensor | Unknown


class _Body(NamedTuple):
    mass: float
    com: Array  # (3,) in the frame
    inertia: Array | None  # (3, 3) about it, in axes of the frame


def stated_mass(links: Sequence[PlacedLink], path: Path | str, doubts: list[Doubt]) -> StatedMass:
    """Return the bodies of one frame as one; what its links do not state is not known.

    Raises:
        FileError: a mass is negative.
    """
    bodies = [body for placed in links if (body := _body(placed, path, doubts)) is not None]
    if not bodies:
        return StatedMass(UNKNOWN, UNKNOWN, UNKNOWN)
    _doubt_weightless(links, doubts)
    known = [(body.mass, body.com, body.inertia) for body in bodies if body.inertia is not None]
    if len(known) < len(bodies):
        mass = sum(body.mass for body in bodies)
        com = sum((body.mass * body.com for body in bodies), np.zeros(3)) / mass
        return StatedMass(mass, as_point(com), UNKNOWN)
    whole = welded(links[0].link.name, links[0].frame, known)
    return StatedMass(whole.mass, as_point(whole.com), as_tensor((whole.inertia + whole.inertia.T) / 2.0))


def _body(placed: PlacedLink, path: Path | str, doubts: list[Doubt]) -> _Body | None:
    """Return what a link says of its mass; None: nothing."""
    name, inertial = placed.link.name, placed.link.inertial
    if inertial is None or inertial.mass is None:
        if inertial is not None and inertial.inertia is not None:
            doubts.append(Doubt(name, "has an inertia without a mass", "give its mass"))
        return None
    if inertial.mass < 0.0:
        raise FileError(path, f"link {name!r}", f"mass {inertial.mass:g} must be greater than 0")
    if inertial.mass == 0.0:
        doubts.append(Doubt(name, "has mass 0", "give its mass, or no inertial; it is left out"))
        return None
    T = placed.T_frame_link @ pose(inertial.origin)
    R = T[:3, :3]
    if inertial.inertia is None:
        doubts.append(Doubt(name, "has a mass without an inertia", "fill in the inertia"))
        return _Body(inertial.mass, T[:3, 3], None)
    return _Body(inertial.mass, T[:3, 3], R @ inertial.inertia @ R.T)


def _doubt_weightless(links: Sequence[PlacedLink], doubts: list[Doubt]) -> None:
    """Doubt links that have a shape but no mass, while others of the same frame have one."""
    for placed in links:
        link = placed.link
        if link.inertial is None and (link.collisions or link.visuals):
            doubts.append(Doubt(link.name, "has a shape without a mass", "give its mass"))
