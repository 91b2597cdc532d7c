"""A robot table checked, and the arm that it describes.

What its structure cannot say is checked here; the first problem is given as file: key: what would be right.
Values that are not known yet are named; in the arm something stands in for them that can be looked at.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import msgspec

from predictor.inputs.doubt import Doubt
from predictor.model.data_checks import checked_values
from predictor.model.files.body_rows import bare_links_from, links_from, links_without_capsules, platform_from
from predictor.model.files.joint_rows import joints_from
from predictor.model.files.limit_rows import home_from, limits_from, stow_from
from predictor.model.files.robot_table import UNKNOWN, BodyRow, RobotTable
from predictor.model.files.shape_rows import (
    capsules_from,
    parts_from,
    range_sensor_from,
    self_pairs_from,
    tools_from,
)
from predictor.model.joint_tree import TreeError
from predictor.model.robot import Robot
from telemetry.files.settings import FileError, FileReader


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Description:
    """What a robot file says of an arm, whether or not that is enough to fly it."""

    robot: Robot  # something stands in for what is missing: to be looked at, never to be flown
    missing: tuple[str, ...]  # "joint_2.jerk_max_deg"; none: it can be flown
    doubts: tuple[Doubt, ...]  # what is likely a mistake of the file
    table: RobotTable  # what the file says, in the form that every kind of file is brought into
    base_body: BodyRow | None = None  # that another's file gives the base, which is bolted all the same


def describe(table: RobotTable, path: Path | str, read: FileReader) -> Description:
    """Check a table and return what it describes.

    Args:
        table: what the file says.
        path: of the file; meshes lie in its folder.
        read: gives the bytes of a mesh.

    Raises:
        FileError: the file, the key, and the range or form that would be right.
    """
    blame = partial(FileError, path)
    limits = limits_from(table.joint, blame)
    tool, *other_tools = tools_from(table, blame)
    try:
        robot = Robot(
            name=table.name,
            joints=joints_from(table.joint, limits, blame),
            tool=tool,
            other_tools=tuple(other_tools),
            tool_names=tuple(row.name for row in table.tools),
            limits=limits,
            home_q=home_from(table, limits, blame),
            stow_q=stow_from(table, limits, blame),
            capsules=capsules_from(table, blame),
            self_pairs=self_pairs_from(table, blame),
            parts=parts_from(table, path, read),
            platform=platform_from(table, blame),
            links=links_from(table, blame),
            bare=bare_links_from(table),
            range_sensor=range_sensor_from(table, blame),
            checks=table.check,
        )
    except TreeError as error:
        raise FileError(path, "joint", str(error)) from None
    checked_values(table.check, robot.commanded, path)
    return Description(
        robot=robot, missing=(*_missing(table), *_unanswered_bare_links(table)), doubts=(), table=table
    )


def describe_bolted(table: RobotTable, path: Path | str, read: FileReader) -> Description:
    """Check the table of another's file, whose base is bolted until a robot file says that it floats.

    Raises:
        FileError: as `describe`.
    """
    found = describe(msgspec.structs.replace(table, platform=None), path, read)
    return replace(found, base_body=table.platform)


def _unanswered_bare_links(table: RobotTable) -> Iterator[str]:
    """Return the keys by which links would accept that they move without any capsule, once there are some."""
    if table.capsules:
        yield from (f"{row.name}.bare" for row in links_without_capsules(table) if row.bare is False)


def _missing(row: msgspec.Struct, prefix: str = "") -> Iterator[str]:
    """Return the keys whose value is not known yet; rows are given by their names."""
    for key in row.__struct_fields__:
        value = getattr(row, key)
        if value == UNKNOWN:
            yield prefix + key
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, msgspec.Struct):
                yield from _missing(each, f"{getattr(each, 'name', key)}.")
