"""What both views of the scene draw at one instant: poses, which are old, what is red, the nearest pair."""

from functools import lru_cache
from typing import NamedTuple

from ground.console import formats
from ground.console.bodies import Array, Bodies
from ground.console.snapshot import Snapshot


class SceneLook(NamedTuple):
    """One picture of the scene; joints in rad, None: not known."""

    commanded: tuple[float, ...] | None  # drawn solid
    seen: tuple[float, ...] | None  # drawn as wireframe
    commanded_is_stale: bool
    seen_is_stale: bool
    red: frozenset[str]  # names of bodies
    gap: tuple[Array, Array] | None  # ends of the line between the nearest pair [m]
    distance: str  # written at that line
    pair: str  # in words, with the distance
    pair_is_red: bool
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
    gap, distance, pair = None, "", f"nearest pair: {formats.NO_DATA}"
    red = frozenset(snapshot.red_pair or ()) if snapshot else frozenset[str]()
    is_stale = arm is not None and arm.is_stale(now_ns)
    if arm is not None and not is_stale:
        gap = bodies.nearest_points(arm.value.pair, arm.value.q_commanded)
        distance = formats.millimetres(arm.value.clearance)
        pair = f"nearest pair: {formats.pair_names(arm.value.pair)}   {distance}"
    return SceneLook(
        commanded=commanded,
        seen=telemetry.value.q if telemetry else None,
        commanded_is_stale=is_stale,
        seen_is_stale=telemetry is not None and telemetry.is_stale(now_ns),
        red=red,
        gap=gap,
        distance=distance,
        pair=pair,
        pair_is_red=gap is not None and arm is not None and frozenset(arm.value.pair) == red,
        commanded_note=formats.age(arm.age_s(now_ns) if arm else None),
        seen_note=formats.age(telemetry.age_s(now_ns) if telemetry else None),
        planned=_way(bodies, path) if path else None,
        planned_end=path[-1] if path else None,
    )


@lru_cache(maxsize=2)
def _way(bodies: Bodies, path: tuple[tuple[float, ...], ...]) -> Array:
    """Return the tool's way; a plan is drawn many times."""
    return bodies.tool_path(path)
