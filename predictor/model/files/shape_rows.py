"""What a robot table says of the arm's capsules, which of them are kept apart, and of its tools."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from predictor.inputs.rigid import Blame, fixed, pose_from
from predictor.model.files.robot_table import CapsuleRow, RobotTable
from predictor.model.files.rows import check_unique
from predictor.model.robot import Capsules
from predictor.model.tree_layout import Tool
from telemetry.files.settings import nearest


def check_frame(frame: int, table: RobotTable, *, where: str, blame: Blame) -> None:
    """Blame a frame that no joint carries."""
    if frame > len(table.joint):
        raise blame(f"{where}.frame", f"must lie within 0 .. {len(table.joint)}")


def capsules_from(table: RobotTable, blame: Blame) -> Capsules:
    """Return the capsules."""
    rows = table.capsules
    check_unique([row.name for row in rows], "capsule", blame)
    for i, row in enumerate(rows):
        check_frame(row.frame, table, where=f"capsule[{i}]", blame=blame)
    frame = np.array([row.frame for row in rows], dtype=np.int64)
    frame.setflags(write=False)
    return Capsules(
        names=tuple(row.name for row in rows),
        frame=frame,
        p0=fixed(np.reshape([row.p0 for row in rows], (-1, 3))),
        p1=fixed(np.reshape([row.p1 for row in rows], (-1, 3))),
        radius=fixed([row.radius for row in rows]),
    )


def self_pairs_from(table: RobotTable, blame: Blame) -> NDArray[np.int64]:
    """Return all pairs (k, 2) of capsules on different frames but those that the file allows to meet."""
    names = [row.name for row in table.capsules]
    for i, row in enumerate(table.allowed):
        for name in row.pair:
            if name not in names:
                raise blame(f"allowed[{i}].pair", f"unknown capsule {name!r}{nearest(name, names)}")
        if row.pair[0] == row.pair[1]:
            raise blame(f"allowed[{i}].pair", "must name two different capsules")
    return _pairs_but(table.capsules, {frozenset(row.pair) for row in table.allowed})


def _pairs_but(rows: Sequence[CapsuleRow], allowed: set[frozenset[str]]) -> NDArray[np.int64]:
    pairs = [
        (i, j)
        for i, first in enumerate(rows)
        for j, second in enumerate(rows[:i])
        if first.frame != second.frame and frozenset((first.name, second.name)) not in allowed
    ]
    found = np.array([(j, i) for i, j in pairs], dtype=np.int64).reshape(-1, 2)
    found.setflags(write=False)
    return found


def tools_from(table: RobotTable, blame: Blame) -> tuple[Tool, ...]:
    """Return where the tools are, the one that is meant first."""
    check_unique([row.name for row in table.tools], "tool", blame)
    tools = []
    for i, row in enumerate(table.tools):
        where = f"tool[{i}]" if isinstance(table.tool, tuple) else "tool"
        frame = len(table.joint) if row.frame is None else row.frame
        check_frame(frame, table, where=where, blame=blame)
        T_frame_tool = pose_from(row.rotation, row.translation, where=where, blame=blame)
        tools.append(Tool(frame, T_frame_tool))
    return tuple(tools)
