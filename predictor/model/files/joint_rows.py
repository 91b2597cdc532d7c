"""The joints that a robot table says: where each of them stands, how it moves, and what it follows.

A joint is a Denavit-Hartenberg row, or it is placed.  In both ways the joint before it carries it, unless the
row names another one, or "" for the base.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from predictor.inputs.rigid import Blame, fixed, pose_from
from predictor.model.files.dh import dh_joint
from predictor.model.files.law_rows import ends_by_name, law_from
from predictor.model.files.robot_table import DH_ROW, ORIGIN, PLACED, UNTURNED, JointRow
from predictor.model.files.rows import check_unique, required
from predictor.model.robot import BASE, Joint
from predictor.motion.stop import JointLimits
from telemetry.files.settings import nearest

UNIT_AXIS = 1e-6  # how far the length of an axis may be from 1, as somebody wrote it


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
        told = nearest(parent, before) or '; only "", the base, can carry the first joint'
        raise blame(f"joint[{index}].parent", f"no joint {parent!r} stands before this one{told}")
    return before.index(parent)


def _joint(row: JointRow, parent: int, *, where: str, blame: Blame) -> Joint:
    placed = [key for key in PLACED if getattr(row, key) is not None]
    if any(getattr(row, key) is not None for key in DH_ROW):
        if placed or row.kind == "prismatic":
            told = f"has {placed[0]}" if placed else "slides"
            raise blame(where, f"is a DH row and {told}; a joint is a DH row that turns, or it is placed")
        offset, d, a, alpha = (required(row, key, where=where, blame=blame) for key in DH_ROW)
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
        axis=fixed(axis / length),
        pivot=fixed(row.pivot or ORIGIN),
        kind="prismatic" if row.kind == "prismatic" else "revolute",
    )
