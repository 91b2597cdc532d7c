"""Read a scene file into `predictor.geometry.shapes.Scene`.

    bytes --scene_table--> what it says --> shapes of bodies that stay: as they are, meshes with their covers
                                        --> of bodies that move: as meshes, with covers of their whole way
                                        --> of bodies that a joint carries: loads

A mesh is read from its file, scaled, turned and moved to its place, and taken apart into convex pieces.

All lengths in metres, all poses in the arm base frame, those of a load in the frame of its joint.  What the
structure cannot say (names, rotations, inertia, files) is checked at once, and the first problem is told as
file: key: what would be right.
"""

from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path

import numpy as np

from predictor.geometry.formats.mesh_files import MeshFiles
from predictor.geometry.mesh import scaled
from predictor.geometry.primitive_meshes import as_mesh
from predictor.geometry.scenes.covers import SweptCoverError, resting_covers, swept_covers
from predictor.geometry.scenes.scene_body import body_from
from predictor.geometry.scenes.scene_table import (
    LARGEST_SCENE,
    BoxTable,
    CapsuleTable,
    MeshTable,
    SceneTable,
    SphereTable,
)
from predictor.geometry.shapes import BASE, SPACE, Box, Capsule, Load, MeshShape, Scene, SceneBody
from predictor.inputs.arrays import read_only
from predictor.inputs.rigid import Blame, pose_from
from telemetry.files.settings import FileError, FileReader, nearest, parse_toml, read_file

CARRIER = "base"  # the body that carries the arm; its mass is the robot file's

Shape = Box | Capsule | MeshShape
_ShapeTable = BoxTable | CapsuleTable | SphereTable | MeshTable


def read_scene(path: Path | str, read: FileReader = read_file) -> Scene:
    """Read a scene file and check it; `read` gives its bytes, and those of its meshes.

    Raises:
        FileError: the file, the key, and the range or form that would be right.
    """
    table = parse_toml(read(path, at_most=LARGEST_SCENE), SceneTable, path)

    def blame(where: str, problem: str) -> FileError:
        return FileError(path, where, problem)

    _check_names(table, blame)
    bodies = [body_from(body, f"body[{i}]", blame) for i, body in enumerate(table.body)]
    files = MeshFiles(path, read)
    boxes = [_box(box, f"box[{i}]", blame) for i, box in enumerate(table.box)]
    going = {body.name for body in bodies if body.motion or body.carrier not in (BASE, SPACE)}
    meshes = [
        mesh_from(row, files, stays=row.body not in going, where=f"mesh[{i}]", blame=blame)
        for i, row in enumerate(table.mesh)
    ]
    return _scene(table, bodies, [*boxes, *_capsules(table), *meshes], blame=blame)


def _check_names(table: SceneTable, blame: Blame) -> None:
    bodies = [CARRIER, *(body.name for body in table.body)]
    _check_unique(bodies, "body", blame)
    known = set(bodies)
    kinds: dict[str, tuple[_ShapeTable, ...]] = {
        "box": table.box,
        "capsule": table.capsule,
        "sphere": table.sphere,
        "mesh": table.mesh,
    }
    for kind, rows in kinds.items():
        for i, row in enumerate(rows):
            if row.body not in known:
                raise blame(f"{kind}[{i}].body", f"unknown body {row.body!r}{nearest(row.body, bodies)}")
    _check_unique([row.name for rows in kinds.values() for row in rows], "shape", blame)
    for i, body in enumerate(table.body):
        if body.carrier in known and body.carrier != BASE:
            text = (
                f"body {body.carrier!r} cannot carry another; valid are {BASE!r}, {SPACE!r}, name of a joint"
            )
            raise blame(f"body[{i}].carrier", text)


def _check_unique(names: Iterable[str], what: str, blame: Blame) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise blame(what, f"{name!r} is there twice; names must differ")
        seen.add(name)


def _box(box: BoxTable, where: str, blame: Blame) -> Box:
    T_base_box = pose_from(box.rotation, box.centre, where=where, blame=blame)
    return Box(name=box.name, body=box.body, T_base_box=T_base_box, half=read_only(0.5 * np.array(box.size)))


def _capsules(table: SceneTable) -> Iterable[Capsule]:
    for bar in table.capsule:
        yield Capsule(
            name=bar.name, body=bar.body, p0=read_only(bar.p0), p1=read_only(bar.p1), radius=bar.radius
        )
    for ball in table.sphere:
        centre = read_only(ball.centre)
        yield Capsule(name=ball.name, body=ball.body, p0=centre, p1=centre, radius=ball.radius)


def _scene(table: SceneTable, bodies: list[SceneBody], shapes: list[Shape], *, blame: Blame) -> Scene:
    carried = {body.name: body for body in bodies if body.carrier not in (BASE, SPACE)}
    moving = {body.name: body for body in bodies if body.motion}
    staying = [shape for shape in shapes if shape.body not in carried and shape.body not in moving]
    travelling = [shape for shape in shapes if shape.body in moving]
    boxes: list[Box] = [shape for shape in staying if isinstance(shape, Box)]
    capsules = tuple(shape for shape in staying if isinstance(shape, Capsule))
    meshes = [shape for shape in staying if isinstance(shape, MeshShape)]
    boxes += chain.from_iterable(resting_covers(mesh) for mesh in meshes)
    boxes += chain.from_iterable(_way(shape, moving[shape.body], blame) for shape in travelling)
    loads = tuple(_load(body, shapes) for body in carried.values())
    _check_unique([shape.name for shape in (*boxes, *capsules, *meshes, *travelling)], "shape", blame)
    mounts = _mounts(table, _standing([*boxes, *capsules], loads), blame)
    return Scene(
        name=table.name,
        boxes=tuple(boxes),
        capsules=capsules,
        bodies=tuple(body for body in bodies if body.name not in carried),
        meshes=(*meshes, *map(as_mesh, travelling)),
        mounts=tuple(mounts),
        reasons={mount: reason for mount, reason in mounts.items() if reason},
        loads=loads,
    )


def _way(shape: Shape, body: SceneBody, blame: Blame) -> tuple[Box, ...]:
    try:
        return swept_covers(shape, body.motion) if body.motion else ()
    except SweptCoverError as error:
        raise blame(f"body {body.name!r}", f"{error}; state less of it, or let it turn on the spot") from None


def _load(body: SceneBody, shapes: list[Shape]) -> Load:
    own = [shape for shape in shapes if shape.body == body.name]
    return Load(
        body=body,
        boxes=tuple(shape for shape in own if isinstance(shape, Box)),
        capsules=tuple(shape for shape in own if isinstance(shape, Capsule)),
        meshes=tuple(shape for shape in own if isinstance(shape, MeshShape)),
    )


def _standing(shapes: Iterable[Box | Capsule], loads: Iterable[Load]) -> dict[str, list[str]]:
    """Return what stands for each name that a mount may give: a shape, or all that covers a mesh."""
    standing: dict[str, list[str]] = {}
    carried: Iterable[Box | Capsule] = chain.from_iterable((*load.boxes, *load.capsules) for load in loads)
    for shape in chain(shapes, carried):
        for name in filter(None, (shape.name, shape.cover_of)):
            standing.setdefault(name, []).append(shape.name)
    for mesh in chain.from_iterable(load.meshes for load in loads):
        standing[mesh.name] = [f"{mesh.name}/{number}" for number in range(len(mesh.pieces))]
    return standing


def _mounts(table: SceneTable, standing: Mapping[str, list[str]], blame: Blame) -> dict[tuple[str, str], str]:
    """Return what is left out, capsule and shape, and why."""
    for i, mount in enumerate(table.mount):
        if mount.shape not in standing:
            text = f"unknown shape {mount.shape!r}{nearest(mount.shape, [*standing])}"
            raise blame(f"mount[{i}].shape", text)
    return {
        (mount.capsule, shape): mount.reason or "" for mount in table.mount for shape in standing[mount.shape]
    }


def mesh_from(table: MeshTable, files: MeshFiles, *, stays: bool, where: str, blame: Blame) -> MeshShape:
    """Return a mesh scaled, turned and moved to its place: of what stays, with pieces that are near to it."""
    T = pose_from(table.rotation, table.translation, where=where, blame=blame)
    mesh = scaled(files.mesh(table.file, f"{where}.file"), table.scale)
    if stays:
        pieces, boxes = files.close_to(mesh, where, method=table.pieces)
    else:
        pieces, boxes = files.pieces(mesh, where, method=table.pieces), ()
    return MeshShape(name=table.name, body=table.body, mesh=mesh, pieces=pieces, boxes=boxes).at(T)
