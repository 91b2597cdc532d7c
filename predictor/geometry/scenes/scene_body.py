"""A body of a scene file, checked: its mass properties, its carrier, its motion."""

import numpy as np

from predictor.geometry.body_motion import BodyMotion, MotionError, motion_through, steady_motion
from predictor.geometry.scenes.scene_table import NOWHERE, UNTURNED, BodyTable, MotionTable, Point
from predictor.geometry.shapes import BASE, SPACE, SceneBody
from predictor.inputs.arrays import read_only
from predictor.inputs.rigid import Blame, inertia_from, pose_from


def body_from(table: BodyTable, where: str, blame: Blame) -> SceneBody:
    """Return a body; blames values that no body has."""
    known = [part is not None for part in (table.mass, table.com, table.inertia)]
    if any(known) and not all(known):
        raise blame(where, "mass, com and inertia must be given together, or none of them")
    motion = _motion(table, table.motion, where=f"{where}.motion", blame=blame) if table.motion else None
    if table.drift > 0.0 and table.carrier not in (BASE, SPACE):
        raise blame(f"{where}.drift", f"must be 0: joint {table.carrier!r} carries it, and it does not drift")
    return SceneBody(
        name=table.name,
        mass=table.mass or 0.0,
        com=read_only(table.com or NOWHERE),
        inertia=inertia_from(table.inertia, where, blame) if table.inertia else read_only(np.zeros((3, 3))),
        carrier=table.carrier,
        motion=motion,
        drift=table.drift,
    )


def _motion(body: BodyTable, table: MotionTable, *, where: str, blame: Blame) -> BodyMotion:
    if body.carrier not in (BASE, SPACE):
        raise blame(where, f"a body that joint {body.carrier!r} carries moves with it and in no other way")
    is_turning = any(table.turn_rate_deg) or any(point.rotation != UNTURNED for point in table.way_point)
    about = table.about or body.com
    if about is None and is_turning:
        raise blame(f"{where}.about", "is missing: the point (x, y, z) [m] about which the body turns")
    try:
        if table.way_point:
            return _way(table, about or NOWHERE, where=where, blame=blame)
        return _steady(table, about or NOWHERE, where=where, blame=blame)
    except MotionError as error:
        raise blame(where, str(error)) from None


def _way(table: MotionTable, about: Point, *, where: str, blame: Blame) -> BodyMotion:
    points = table.way_point
    if _is_steady(table):
        raise blame(where, "has way-points and a steady motion; one of them tells where the body is")
    if points[0].translation != NOWHERE or points[0].rotation != UNTURNED:
        raise blame(
            f"{where}.way_point[0]",
            "must be where the body stands at the start of the run, without translation and rotation",
        )
    placed = [
        pose_from(point.rotation, point.translation, where=f"{where}.way_point[{k}]", blame=blame)
        for k, point in enumerate(points)
    ]
    poses = np.array(placed)
    return motion_through(
        about, [point.time_s for point in points], shift=poses[:, :3, 3], R=poses[:, :3, :3]
    )


def _steady(table: MotionTable, about: Point, *, where: str, blame: Blame) -> BodyMotion:
    if not _is_steady(table):
        raise blame(where, "tells neither way_point nor speed or turn_rate_deg with from_s and until_s")
    for key, given in (("from_s", table.from_s), ("until_s", table.until_s)):
        if given is None:
            raise blame(f"{where}.{key}", "is missing: an instant of the run [s]")
    rate = np.radians(table.turn_rate_deg).tolist()
    return steady_motion(
        about, speed=table.speed, rate=rate, begin_s=table.from_s or 0.0, end_s=table.until_s or 0.0
    )


def _is_steady(table: MotionTable) -> bool:
    """True if any key of a steady motion is given."""
    has_instant = table.from_s is not None or table.until_s is not None
    return has_instant or any(table.speed) or any(table.turn_rate_deg)
