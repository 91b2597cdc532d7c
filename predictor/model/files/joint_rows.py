"""The joints that a robot table says: where each of them stands, how it moves, and what it follows.

A joint is a Denavit-Hartenberg row, or it is placed.  In both ways the joint before it carries it, unless the
row names another one, or "" for the base.  One that follows another does so by a polynomial, a table or a
four-bar linkage; angles are in radians in the first two, as their coefficients have no unit of their own.

Denavit-Hartenberg rows are classical ones (1955):

    T_(i-1)_i = Rz(q_i + offset_i) Tz(d_i) Tx(a_i) Rx(alpha_i)

Joint i turns about the z axis of the frame before its own.  In its own frame that axis is a line that need
not go through the origin: hence the pivot.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from predictor.inputs.arrays import Array, read_only
from predictor.inputs.rigid import Blame, pose_from
from predictor.model.files.robot_table import (
    DH_KEYS,
    ORIGIN,
    PLACEMENT_KEYS,
    UNTURNED,
    FollowsRow,
    FourBarRow,
    JointRow,
)
from predictor.model.files.row_values import check_unique, only_one, required
from predictor.model.four_bar import FourBar, four_bar
from predictor.model.joint_law import Law, LawError, polynomial_law, table_law
from predictor.model.joint_tree import BASE, Joint
from predictor.motion.stop import JointLimits
from telemetry.files.settings import nearest

UNIT_AXIS = 1e-6  # how far the length of an axis may be from 1, as somebody wrote it
LAW_KEYS = ("polynomial", "table", "four_bar")
Ends = tuple[float, float]  # limits of a commanded joint [rad or m]


def link_at_zero(row: Sequence[float] | Array) -> Array:
    """Pose (4, 4) of one frame in the one before it at joint angle 0, from a row: offset, d, a, alpha."""
    offset, d, a, alpha = row
    c, s, c_alpha, s_alpha = math.cos(offset), math.sin(offset), math.cos(alpha), math.sin(alpha)
    return read_only(
        [
            [c, -s * c_alpha, s * s_alpha, a * c],
            [s, c * c_alpha, -c * s_alpha, a * s],
            [0.0, s_alpha, c_alpha, d],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


def dh_joint(name: str, row: Sequence[float] | Array, *, parent: int) -> Joint:
    """Return the joint of one row: offset [rad], d [m], a [m], alpha [rad]; `parent` carries it."""
    T = link_at_zero(row)
    return Joint(
        name=name,
        parent=parent,
        T_parent_joint=T,
        axis=read_only(T[2, :3]),  # the parent's z axis, and its origin, seen from this frame
        pivot=read_only(-T[:3, :3].T @ T[:3, 3]),
        kind="revolute",
    )


def joints_from(rows: Sequence[JointRow], limits: JointLimits, blame: Blame) -> tuple[Joint, ...]:
    """Return the joints; `limits` are those of the commanded ones.

    Blames a name that is there twice, an unknown parent, and what is no joint.
    """
    check_unique([row.name for row in rows], "joint", blame)
    ends = ends_by_name(rows, limits)
    joints = []
    for i, row in enumerate(rows):
        where = f"joint[{i}]"
        law = law_from(row.follows, ends, where=f"{where}.follows", blame=blame)
        joints.append(replace(_joint(row, _parent(i, rows, blame), where=where, blame=blame), law=law))
    return tuple(joints)


def _parent(index: int, rows: Sequence[JointRow], blame: Blame) -> int:
    parent, before = rows[index].parent, [row.name for row in rows[:index]]
    if parent is None:
        return index - 1
    if parent == "":
        return BASE
    if parent not in before:
        problem = nearest(parent, before) or '; only "", the base, can carry the first joint'
        raise blame(f"joint[{index}].parent", f"no joint {parent!r} stands before this one{problem}")
    return before.index(parent)


def _joint(row: JointRow, parent: int, *, where: str, blame: Blame) -> Joint:
    placed = [key for key in PLACEMENT_KEYS if getattr(row, key) is not None]
    if any(getattr(row, key) is not None for key in DH_KEYS):
        if placed or row.kind == "prismatic":
            problem = f"has {placed[0]}" if placed else "slides"
            raise blame(where, f"is a DH row and {problem}; a joint is a DH row that turns, or it is placed")
        offset, d, a, alpha = (required(row, key, where=where, blame=blame) for key in DH_KEYS)
        return dh_joint(row.name, (math.radians(offset), d, a, math.radians(alpha)), parent=parent)
    required(row, "axis", where=where, blame=blame)
    return _placed(row, parent, where=where, blame=blame)


def _placed(row: JointRow, parent: int, *, where: str, blame: Blame) -> Joint:
    axis = np.array(row.axis)
    length = float(np.linalg.norm(axis))
    if not abs(length - 1.0) <= UNIT_AXIS:
        raise blame(f"{where}.axis", f"has length {length:.6g}; it must be a unit vector")
    if row.kind == "prismatic" and row.pivot is not None:
        raise blame(f"{where}.pivot", "has no meaning for a joint that slides; leave it out")
    return Joint(
        name=row.name,
        parent=parent,
        T_parent_joint=pose_from(
            row.rotation or UNTURNED, row.translation or ORIGIN, where=where, blame=blame
        ),
        axis=read_only(axis / length),
        pivot=read_only(row.pivot or ORIGIN),
        kind="prismatic" if row.kind == "prismatic" else "revolute",
    )


def ends_by_name(rows: Sequence[JointRow], limits: JointLimits) -> dict[str, Ends]:
    """Return the limits of the commanded joints."""
    commanded = [row.name for row in rows if row.follows is None]
    return dict(zip(commanded, zip(limits.q_min, limits.q_max, strict=True), strict=True))


def law_from(row: FollowsRow | None, ends: Mapping[str, Ends], *, where: str, blame: Blame) -> Law | None:
    """Return the law of a joint; None: it is commanded."""
    if row is None:
        return None
    if row.joint not in ends:
        raise blame(f"{where}.joint", f"no commanded joint {row.joint!r}{nearest(row.joint, [*ends])}")
    key = only_one(row, LAW_KEYS, where=where, blame=blame)
    try:
        return _law(row, ends[row.joint])
    except LawError as error:
        raise blame(f"{where}.{key}", str(error)) from None


def _law(row: FollowsRow, ends: Ends) -> Law:
    if row.polynomial is not None:
        return polynomial_law(row.joint, row.polynomial, ends)
    if row.four_bar is not None:
        return four_bar(row.joint, _bars(row.four_bar), ends)
    return table_law(row.joint, row.table or ())


def _bars(row: FourBarRow) -> FourBar:
    zeros = math.radians(row.input_zero_deg), math.radians(row.output_zero_deg)
    return FourBar(row.ground, row.input, row.coupler, row.output, row.assembly, *zeros)
