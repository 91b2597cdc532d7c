"""Read a scene file (strict TOML) into `predictor.geometry.shapes.Scene`.

All lengths in metres, all poses in the arm base frame.  What the structure cannot say (names, rotations,
inertia) is checked at once, and the first problem is told as file: key: what would be right.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from predictor.geometry.shapes import Body, Box, Capsule, Scene
from telemetry.settings import FileError, Table, nearest, read_toml

Array = NDArray[np.float64]
Length = Annotated[float, Meta(ge=-1000.0, le=1000.0)]  # [m]
Size = Annotated[float, Meta(gt=0.0, le=1000.0)]  # [m]
Mass = Annotated[float, Meta(gt=0.0, le=1e6)]  # [kg]
Moment = Annotated[float, Meta(ge=-1e9, le=1e9)]  # [kg m^2]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Point = tuple[Length, Length, Length]
Tensor = tuple[tuple[Moment, Moment, Moment], tuple[Moment, Moment, Moment], tuple[Moment, Moment, Moment]]

CARRIER = "base"  # the body that carries the arm; its mass is the robot file's
UNTURNED = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
MATRIX_ERROR = 1e-9  # how far R R^T may be from the identity, and a tensor, relatively, from symmetric


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


Blame = Callable[[str, str], FileError]


def read_scene(path: Path | str) -> Scene:
    """Read and check a scene file.

    Raises:
        FileError: the file, the key, and the range or form that would be right.
    """
    table = read_toml(path, _SceneTable)

    def blame(where: str, problem: str) -> FileError:
        return FileError(path, where, problem)

    _check_names(table, blame)
    return Scene(
        name=table.name,
        boxes=tuple(_box(box, f"box[{i}]", blame) for i, box in enumerate(table.box)),
        capsules=tuple(
            Capsule(name=c.name, body=c.body, p0=_fixed(c.p0), p1=_fixed(c.p1), radius=c.radius)
            for c in table.capsule
        ),
        bodies=tuple(_body(body, f"body[{i}]", blame) for i, body in enumerate(table.body)),
        mounts=tuple((mount.capsule, mount.shape) for mount in table.mount),
    )


def _fixed(rows: object) -> Array:
    array = np.ascontiguousarray(rows, dtype=np.float64)
    array.setflags(write=False)
    return array


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
    R = np.array(box.rotation)
    if np.abs(R @ R.T - np.eye(3)).max() > MATRIX_ERROR or np.linalg.det(R) < 0.0:
        raise blame(f"{where}.rotation", "must be a rotation: orthonormal rows, right-handed")
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R, box.centre
    return Box(name=box.name, body=box.body, T_base_box=_fixed(T), half=_fixed(0.5 * np.array(box.size)))


def _body(body: _Body, where: str, blame: Blame) -> Body:
    inertia = np.array(body.inertia)
    if np.abs(inertia - inertia.T).max() > MATRIX_ERROR * np.abs(inertia).max():
        raise blame(f"{where}.inertia", "must be symmetric")
    least, middle, most = np.linalg.eigvalsh(inertia)
    if not least > 0.0 or most > (least + middle) * (1.0 + MATRIX_ERROR):
        raise blame(f"{where}.inertia", "no body has it: positive moments, none above the sum of the others")
    return Body(name=body.name, mass=body.mass, com=_fixed(body.com), inertia=_fixed(inertia))
