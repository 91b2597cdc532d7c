"""What both views of the scene draw at one instant: poses, which are old, what is red, the nearest pairs."""

from functools import lru_cache
from typing import NamedTuple

from ground.console import formats
from ground.console.bodies import Array, Bodies
from ground.console.snapshot import Snapshot
from telemetry.messages.prediction import Nearest, PredictedArm


class Gap(NamedTuple):
    """The line between the nearest points of a pair."""

    ends: tuple[Array, Array]  # [m]
    distance: str  # written at that line
    is_red: bool  # it is the pair of the last refusal


class SceneLook(NamedTuple):
    """One picture of the scene; joints in rad, None: not known."""

    commanded: tuple[float, ...] | None  # drawn solid
    seen: tuple[float, ...] | None  # drawn as wireframe
    commanded_is_stale: bool
    seen_is_stale: bool
    red: frozenset[str]  # names of bodies
    gaps: tuple[Gap, ...]  # of the nearest pairs: arm and scene, arm and itself
    nearest: tuple[str, str]  # both in words, with distance and requirement
    commanded_note: str
    seen_note: str
    planned: Array | None = None  # way of the tool in the plan that is not flown yet (k, 3) [m]
    planned_end: tuple[float, ...] | None = None  # its last pose [rad]


def look(bodies: Bodies, snapshot: Snapshot | None, now_ns: int) -> SceneLook:
    """Return what to draw of a snapshot now."""
    arm = snapshot.arm if snapshot else None
    telemetry = snapshot.telemetry if snapshot else None
    path = snapshot.plan.path if snapshot and snapshot.plan else ()
    commanded = arm.value.q_commanded if arm else None
    red = frozenset(snapshot.red_pair or ()) if snapshot else frozenset[str]()
    is_stale = arm is not None and arm.is_stale(now_ns)
    near = arm.value if arm is not None and not is_stale else None
    return SceneLook(
        commanded=commanded,
        seen=telemetry.value.q if telemetry else None,
        commanded_is_stale=is_stale,
        seen_is_stale=telemetry is not None and telemetry.is_stale(now_ns),
        red=red,
        gaps=_gaps(bodies, near, red) if near else (),
        nearest=_in_words(near),
        commanded_note=formats.age(arm.age_s(now_ns) if arm else None),
        seen_note=formats.age(telemetry.age_s(now_ns) if telemetry else None),
        planned=_way(bodies, path) if path else None,
        planned_end=path[-1] if path else None,
    )


def _gaps(bodies: Bodies, arm: PredictedArm, red: frozenset[str]) -> tuple[Gap, ...]:
    found = [near for near in (arm.scene, arm.itself) if near is not None]
    lines = [(near, bodies.nearest_points(near.pair, arm.q_commanded)) for near in found]
    return tuple(
        Gap(ends, formats.millimetres(near.distance), is_red=frozenset(near.pair) == red)
        for near, ends in lines
        if ends is not None
    )


def _in_words(arm: PredictedArm | None) -> tuple[str, str]:
    scene, itself = ("arm and scene", "arm and itself")
    if arm is None:
        return f"{scene}: {formats.NO_DATA}", f"{itself}: {formats.NO_DATA}"
    return _told(scene, arm.scene, arm.required), _told(itself, arm.itself, arm.required)


def _told(what: str, near: Nearest | None, required: float) -> str:
    if near is None:
        return f"{what}: no pair to watch"
    return f"{what}: {formats.pair_names(near.pair)}   {formats.beside(near.distance, required)}"


@lru_cache(maxsize=2)
def _way(bodies: Bodies, path: tuple[tuple[float, ...], ...]) -> Array:
    """Return the tool's way; a plan is drawn many times."""
    return bodies.tool_path(path)
