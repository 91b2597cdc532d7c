"""What a robot table says of masses: the body that carries the arm, and one for each joint's frame."""

from functools import partial
from typing import TypeVar

import msgspec
import numpy as np

from predictor.inputs.arrays import read_only
from predictor.inputs.doubt import Doubt
from predictor.inputs.rigid import Blame, inertia_from
from predictor.model.files.robot_table import ORIGIN, UNKNOWN, BodyRow, LinkRow, RobotTable
from predictor.model.files.row_values import check_unique
from predictor.model.robot import Inertia
from telemetry.files.settings import FileError

Row = TypeVar("Row", bound=BodyRow)
STAND_IN_MASS = 1.0  # [kg] of a body whose mass is not known yet: to look at an arm, never to fly it


def platform_from(table: RobotTable, blame: Blame) -> Inertia | None:
    """Return the body that carries the arm; None: the base is bolted to the ground."""
    if table.platform is None:
        return None
    return _body(table.platform, 0, where="platform", blame=blame)


def links_from(table: RobotTable, blame: Blame) -> tuple[Inertia, ...]:
    """Return the bodies of the joints' frames, in their order."""
    if len(table.link) != len(table.joint):
        raise blame("link", f"must have {len(table.joint)} bodies, one for each joint")
    check_unique([row.name for row in table.link], "link", blame)
    for i, row in enumerate(table.link):
        if row.frame != i + 1:
            raise blame(f"link[{i}].frame", f"must be {i + 1}: links stand in the order of their joints")
    return tuple(_body(row, row.frame, where=f"link[{i}]", blame=blame) for i, row in enumerate(table.link))


def links_without_capsules(table: RobotTable) -> tuple[LinkRow, ...]:
    """Return the links that move without any capsule."""
    shaped = {row.frame for row in table.capsules}
    return tuple(row for row in table.link if row.frame not in shaped)


def bare_links_from(table: RobotTable) -> tuple[str, ...]:
    """Return the links that are flown without any capsule: accepted, or never asked about."""
    return tuple(row.name for row in links_without_capsules(table) if row.bare is not UNKNOWN)


def with_possible_inertia(row: Row, doubts: list[Doubt]) -> Row:
    """Return what another's file says of a body; an inertia that no body has is doubted, and not known."""
    if isinstance(row.inertia, str):
        return row
    try:
        inertia_from(row.inertia, row.name, partial(FileError, ""))
    except FileError as error:
        doubts.append(Doubt(row.name, f"{error.where}: {error.problem}", "fill in one that a body can have"))
        return msgspec.structs.replace(row, inertia=UNKNOWN)
    return row


def _body(row: BodyRow, frame: int, *, where: str, blame: Blame) -> Inertia:
    mass = STAND_IN_MASS if isinstance(row.mass, str) else row.mass
    inertia = (
        read_only(np.eye(3)) if isinstance(row.inertia, str) else inertia_from(row.inertia, where, blame)
    )
    com = ORIGIN if isinstance(row.com, str) else row.com
    return Inertia(name=row.name, frame=frame, mass=mass, com=read_only(com), inertia=inertia)
