"""How near anything came in a run: its courses, and the arm drawn at the worst instant.

The worst is that of the arm in orbit as it was estimated, whose pose is known then; physics and the commanded
arm have courses beside it.  The bodies around stand where the scene's file states them.
"""

import numpy as np

from ground.console.scene.bodies import Bodies, box_corners
from ground.debrief.courses import plotted
from ground.debrief.gathered import COMMANDED, NOW_ITSELF, NOW_SCENE, PHYSICS, Gathered, Least
from ground.report.facts.warnings import WarnedRow
from ground.report.page.page_data import RunClearance, WorstInstant
from predictor.geometry.shapes import Box, Capsule
from predictor.run_model import Model
from telemetry.plan.judged import BoxOutline, CapsuleOutline

ORDER = (PHYSICS, NOW_SCENE, NOW_ITSELF, COMMANDED)
SOURCES = {NOW_SCENE: "estimate of the arm in orbit", NOW_ITSELF: "estimate of the arm in orbit"}
NO_ESTIMATE = "where the arm in orbit was, and how near it came, was never received"
NO_MODEL = "the recording does not hold the model of its arm"
WAY_POINTS = 200  # of the tool's way
DIGITS = 4


def clearance_of(gathered: Gathered, warnings: list[WarnedRow], model: Model | None) -> RunClearance:
    """Return the courses and the worst instant."""
    margins = gathered.run.margins
    least = min(
        (found for source in SOURCES if (found := gathered.least.get(source))),
        key=lambda found: found.distance_m,
        default=None,
    )
    can_draw = least is not None and least.q is not None
    missing = "" if can_draw and model else NO_MODEL if can_draw else NO_ESTIMATE
    return RunClearance(
        required_m=round(margins.required_m, 6),
        warns_m=round(margins.warns_m, 6),
        courses=[plotted(name, gathered.clearances[name]) for name in ORDER if name in gathered.clearances],
        warnings=warnings,
        worst=_worst(least, gathered, model) if least and model and can_draw else None,
        worst_missing=missing,
    )


def _worst(least: Least, gathered: Gathered, model: Model) -> WorstInstant:
    bodies, q = Bodies(robot=model.robot, scene=model.scene), least.q or ()
    pair = least.pair[0], least.pair[1]
    points = bodies.nearest_points(pair, q, {})
    arm = zip(bodies.arm_names, bodies.arm_segments(q), strict=True)
    return WorstInstant(
        at_s=round(least.at_s, 3),
        distance_m=round(least.distance_m, 6),
        pair=list(pair),
        source=SOURCES[NOW_SCENE],
        points_m=[_vector(point) for point in points] if points else [],
        arm=[_capsule(name, p0, p1, radius=radius) for name, (p0, p1, radius) in arm],
        around=[_outline(shape) for shape in model.scene.volumes],
        tool_m=[_vector(place) for place in bodies.tool_path(_way(gathered))],
    )


def _way(gathered: Gathered) -> tuple[tuple[float, ...], ...]:
    """Return some of the poses that have left, evenly."""
    poses = [q for _, q in gathered.motions]
    return tuple(poses[:: max(1, len(poses) // WAY_POINTS)])


def _vector(p: np.ndarray) -> tuple[float, float, float]:
    x, y, z = (round(float(each), DIGITS) for each in p)
    return x, y, z


def _capsule(name: str, p0: np.ndarray, p1: np.ndarray, *, radius: float) -> CapsuleOutline:
    return CapsuleOutline(name=name, ends_m=(_vector(p0), _vector(p1)), radius_m=round(radius, DIGITS))


def _outline(shape: Box | Capsule) -> BoxOutline | CapsuleOutline:
    if isinstance(shape, Box):
        return BoxOutline(name=shape.name, corners_m=[_vector(p) for p in box_corners(shape)])
    return _capsule(shape.name, shape.p0, shape.p1, radius=float(shape.radius))
