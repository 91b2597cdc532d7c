"""Read a scene file (strict TOML) into `predictor.geometry.shapes.Scene`.

All lengths in metres, all poses in the arm base frame.  What the structure cannot say (names, rotations,
inertia) is checked at once, and the first problem is told as file: key: what would be right.
"""

from pathlib import Path
from typing import Annotated

import numpy as np
from msgspec import Meta

from predictor.geometry.shapes import Body, Box, Capsule, Scene
from predictor.model.rigid import Blame, Mass, Name, Tensor, fixed, inertia_from, pose_from
from telemetry.settings import FileError, Reader, Table, nearest, parse_toml, read_file

Length = Annotated[float, Meta(ge=-1000.0, le=1000.0)]  # [m]
Size = Annotated[float, Meta(gt=0.0, le=1000.0)]  # [m]
Point = tuple[Length, Length, Length]

CARRIER = "base"  # the body that carries the arm; its mass is the robot file's
UNTURNED = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


class _Box(Table, frozen=True):
    name: Name
    body: Name
    centre: Point
    size: tuple[Size, Size, Size]  # whole edges
    rotation: tuple[Point, Point, Point] = UNTURNED


class _Capsule(Table, frozen=True):
    name: Name
    body: Name
    p0: Point
    p1: Point
    radius: Size


class _Body(Table, frozen=True):
    name: Name
    mass: Mass
    com: Point
    inertia: Tensor


class _Mount(Table, frozen=True):
    capsule: Name  # of the arm
    shape: Name


class _SceneTable(Table, frozen=True):
    name: Name
    box: Annotated[tuple[_Box, ...], Meta(max_length=1024)] = ()
    capsule: Annotated[tuple[_Capsule, ...], Meta(max_length=1024)] = ()
    body: Annotated[tuple[_Body, ...], Meta(max_length=64)] = ()
    mount: Annotated[tuple[_Mount, ...], Meta(max_length=1024)] = ()


def read_scene(path: Path | str, read: Reader = read_file) -> Scene:
    """Check a scene file and return what it says; `read` gives its bytes.

    Raises:
        FileError: the file, the key, and the range or form that would be right.
    """
    table = parse_toml(read(path), _SceneTable, path)

    def blame(where: str, problem: str) -> FileError:
        return FileError(path, where, problem)

    _check_names(table, blame)
    return Scene(
        name=table.name,
        boxes=tuple(_box(box, f"box[{i}]", blame) for i, box in enumerate(table.box)),
        capsules=tuple(
            Capsule(name=c.name, body=c.body, p0=fixed(c.p0), p1=fixed(c.p1), radius=c.radius)
            for c in table.capsule
        ),
        bodies=tuple(_body(body, f"body[{i}]", blame) for i, body in enumerate(table.body)),
        mounts=tuple((mount.capsule, mount.shape) for mount in table.mount),
    )


def _check_names(table: _SceneTable, blame: Blame) -> None:
    bodies = [CARRIER, *(body.name for body in table.body)]
    _check_unique(bodies, "body", blame)
    shapes = [box.name for box in table.box] + [capsule.name for capsule in table.capsule]
    _check_unique(shapes, "shape", blame)
    owners = [(f"box[{i}]", box.body) for i, box in enumerate(table.box)]
    owners += [(f"capsule[{i}]", capsule.body) for i, capsule in enumerate(table.capsule)]
    for where, name in owners:
        if name not in bodies:
            raise blame(f"{where}.body", f"unknown body {name!r}{nearest(name, bodies)}")
    for i, mount in enumerate(table.mount):
        if mount.shape not in shapes:
            raise blame(f"mount[{i}].shape", f"unknown shape {mount.shape!r}{nearest(mount.shape, shapes)}")


def _check_unique(names: list[str], what: str, blame: Blame) -> None:
    for i, name in enumerate(names):
        if name in names[:i]:
            raise blame(what, f"{name!r} is there twice; names must differ")


def _box(box: _Box, where: str, blame: Blame) -> Box:
    T_base_box = pose_from(box.rotation, box.centre, where=where, blame=blame)
    return Box(name=box.name, body=box.body, T_base_box=T_base_box, half=fixed(0.5 * np.array(box.size)))


def _body(body: _Body, where: str, blame: Blame) -> Body:
    inertia = inertia_from(body.inertia, where, blame)
    return Body(name=body.name, mass=body.mass, com=fixed(body.com), inertia=inertia)
