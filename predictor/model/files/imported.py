"""Another's robot file as one of ours: its meshes beside it, volumes fitted, what it never says marked.

arm.urdf --describe--> table --+-- meshes ---> arm_meshes/link_1.obj, ...
meshes                         +-- capsules around what is touched, and which of them are neighbours
                               +-- masses, if a density is given and the file names none
                               '-> arm.toml, with "?" where somebody has to fill in
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import NamedTuple

import msgspec

from predictor.geometry.fit.methods import fit, flyable_volumes
from predictor.geometry.fit.solid import solid_of
from predictor.geometry.formats.mesh_files import MeshFiles
from predictor.geometry.formats.obj import obj_text
from predictor.model.checks.self_pairs import sampled_pairs
from predictor.model.files.body_rows import links_without_capsules
from predictor.model.files.description import Description
from predictor.model.files.fitted_capsules import capsule_row
from predictor.model.files.robot_file import describe_robot
from predictor.model.files.robot_table import (
    UNKNOWN,
    AllowedRow,
    BodyRow,
    CapsuleRow,
    LinkRow,
    MeshRow,
    RobotTable,
    Unknown,
)
from predictor.model.files.robot_writing import text_of
from predictor.model.files.row_values import as_point, as_tensor
from predictor.model.files.shape_rows import capsules_from, self_pairs_from
from predictor.model.masses import weigh
from predictor.model.robot import Robot
from telemetry.files.settings import LARGEST_FILE, FileError, FileReader, nearest, read_file

IMPORT_FIT = "capsule"  # one around each body: quick, and few; `farhand robot fit` finds tighter ones
NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._+-]+")
FITTED_REMARK = (
    "The capsules are fitted; boxes, tapered volumes and others of `farhand robot fit` are not flown."
)
UNWEIGHED_PLATFORM = BodyRow(name="platform", mass=UNKNOWN, com=UNKNOWN, inertia=UNKNOWN)
UNITS_REMARK = 'Metres, kilograms, seconds; degrees where a key ends in _deg.  Fill in what is "?".'


class Accepted(NamedTuple):
    """What a person who imports an arm accepts of it."""

    floating: bool = False  # its base; without that it is bolted, unless a robot file gives a platform
    bare: tuple[str, ...] = ()  # links that move without any capsule; others that do are to be filled in


NOTHING_ACCEPTED = Accepted()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ImportedRobot:
    """A robot file, and what it was made of."""

    path: Path  # of the file that was read
    source: Description  # of it
    made: Description  # of the robot file
    files: Mapping[Path, bytes]  # meshes, and then the robot file
    weighed: tuple[str, ...]  # links whose mass is that of their shape


def imported_robot(
    source: Path,
    out: Path,
    *,
    density: float | None = None,
    capsules: tuple[CapsuleRow, ...] = (),
    accepted: Accepted = NOTHING_ACCEPTED,
    read: FileReader = read_file,
) -> ImportedRobot:
    """Return a robot file that says what another file says.

    Args:
        source: the file that is read.
        out: the robot file that is to be written; its meshes lie in a folder beside it.
        density: of links that the file gives no mass [kg/m^3]; None: their masses stay unknown.
        capsules: around its bodies; none: those of the file, and where it has none, one around each body.
        accepted: what no file can say.
        read: gives bytes.

    Raises:
        FileError: the file cannot be read, or cannot be said in a robot file.
    """
    found = describe_robot(source, read)
    copies = _Copies(MeshFiles(source, read), out)
    table = msgspec.structs.replace(found.table, mesh=tuple(copies.row(row) for row in found.table.mesh))
    table = _with_platform(table, found) if accepted.floating else table
    rows = capsules or (_capsules(found.robot) if table.capsule == UNKNOWN else ())
    table = _with_allowed_pairs(_with_capsules(table, rows), found.robot)
    table = _with_bare_links(table, accepted.bare, source)
    remarks = [
        f"{table.name}, imported from {source.name}.  {UNITS_REMARK}",
        *([FITTED_REMARK] if capsules else []),
    ]
    table, weighed = _with_weights(table, found.robot, density)
    remarks += [] if density is None else [_weighed_text(density, weighed)]
    files = {**copies.files, out: text_of(table, remarks).encode()}
    return ImportedRobot(
        path=source, source=found, made=describe_robot(out, _reader(files)), files=files, weighed=weighed
    )


def _reader(files: Mapping[Path, bytes]) -> FileReader:
    """Return what gives the bytes of files that are not written yet."""

    def read(path: Path | str, *, at_most: int = LARGEST_FILE) -> bytes:
        return files[Path(path)]

    return read


def _with_platform(table: RobotTable, found: Description) -> RobotTable:
    """Return a table whose base floats."""
    return msgspec.structs.replace(table, platform=table.platform or found.base_body or UNWEIGHED_PLATFORM)


def _with_weights(
    table: RobotTable, robot: Robot, density: float | None
) -> tuple[RobotTable, tuple[str, ...]]:
    """Return a table whose links have the masses of their shapes, and which of them that changed."""
    if density is None:
        return table, ()
    links = tuple(_weighed(row, robot, density) for row in table.link)
    weighed = tuple(row.name for row, was in zip(links, table.link, strict=True) if row is not was)
    return msgspec.structs.replace(table, link=links), weighed


def _weighed_text(density: float, weighed: tuple[str, ...]) -> str:
    return f"Weighed by their shapes at {density:g} kg/m^3: {', '.join(weighed) or 'none'}."


class _Copies:
    """The meshes of a file, each of them written once."""

    def __init__(self, meshes: MeshFiles, out: Path) -> None:
        self._meshes, self._out = meshes, out
        self._names: dict[str, str] = {}
        self.files: dict[Path, bytes] = {}

    def row(self, row: MeshRow) -> MeshRow:
        """Return a body with its file among those of the new robot file."""
        if row.file is None:
            return row
        if row.file not in self._names:
            self._names[row.file] = self._free_name(PurePath(row.file).stem)
            mesh = self._meshes.mesh(row.file, row.name)
            self.files[self._out.parent / self._names[row.file]] = obj_text(mesh)
        return msgspec.structs.replace(row, file=self._names[row.file])

    def _free_name(self, stem: str) -> str:
        """Return a name that no other mesh has, also where capitals count for nothing."""
        taken = {name.lower() for name in self._names.values()}
        folder, plain, count = f"{self._out.stem}_meshes", NOT_IN_NAMES.sub("_", stem), 1
        name = f"{folder}/{plain}.obj"
        while name.lower() in taken:
            count += 1
            name = f"{folder}/{plain}_{count}.obj"
        return name


def _capsules(robot: Robot) -> tuple[CapsuleRow, ...]:
    """Return a capsule around each body that is touched."""
    parts = [part for part in robot.parts if part.pieces]
    fits = [flyable_volumes(fit(solid_of(*part.pieces), IMPORT_FIT).volume) for part in parts]
    return tuple(capsule_row(part.name, part.frame, each) for part, (each,) in zip(parts, fits, strict=True))


def _with_capsules(table: RobotTable, rows: tuple[CapsuleRow, ...]) -> RobotTable:
    """Return a table with these capsules in place of its own, if there are any."""
    return msgspec.structs.replace(table, capsule=rows, allowed=()) if rows else table


def _with_bare_links(table: RobotTable, accepted: tuple[str, ...], path: Path) -> RobotTable:
    """Return a table that says which of its links move without any capsule, once it has capsules."""
    bare = [row.name for row in links_without_capsules(table)]
    for name in accepted:
        if name not in bare:
            problem = f"is no link that moves without any volume{nearest(name, bare)}"
            raise FileError(path, f"link {name!r}", problem)
    asked = bare if table.capsules else [*accepted]
    return msgspec.structs.replace(table, link=tuple(_bare(row, asked, accepted) for row in table.link))


def _bare(row: LinkRow, asked: list[str], accepted: tuple[str, ...]) -> LinkRow:
    is_accepted = row.name in accepted or row.bare is True
    value: bool | Unknown = (True if is_accepted else UNKNOWN) if row.name in asked else False
    return msgspec.structs.replace(row, bare=value)


def _with_allowed_pairs(table: RobotTable, robot: Robot) -> RobotTable:
    """Return a table that also allows those pairs of its capsules to meet that no pose keeps apart."""

    def blame(where: str, problem: str) -> FileError:
        return FileError(table.name, where, problem)

    shaped = replace(robot, capsules=capsules_from(table, blame), self_pairs=self_pairs_from(table, blame))
    named = {frozenset(row.pair) for row in table.allowed}
    found = [pair for pair in sampled_pairs(shaped) if pair.is_allowed and frozenset(pair.names) not in named]
    rows = (AllowedRow(pair=pair.names, reason=pair.reason) for pair in found)
    return msgspec.structs.replace(table, allowed=(*table.allowed, *rows))


def _weighed(row: LinkRow, robot: Robot, density: float) -> LinkRow:
    """Return a link with the mass of its shape where it has none of its own."""
    shapes = [part for part in robot.parts if part.frame == row.frame and part.pieces]
    weight = weigh(shapes, density) if row.mass == UNKNOWN else None
    if weight is None:
        return row
    return msgspec.structs.replace(
        row, mass=weight.mass, com=as_point(weight.com), inertia=as_tensor(weight.inertia)
    )
