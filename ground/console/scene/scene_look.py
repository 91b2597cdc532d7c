"""What both views of the scene draw at one instant: poses, which are old, what is red, the nearest pair."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from ground.console.facts.arm_facts import CollisionFacts
from ground.console.facts.plan_progress import PlanProgress, plan_progress
from ground.console.facts.snapshot import Snapshot
from ground.console.scene.base_motion import BaseMotion, base_motion, world_from_base
from ground.console.scene.bodies import Array, Bodies
from ground.console.scene.fixture_shapes import FixtureShape, fixture_shape
from ground.console.scene.goals import GoalLook, goal_looks
from ground.console.scene.sight import GhostLook
from ground.console.scene.visible_bodies import Whereabouts, displacements
from ground.console.texts import formats
from predictor.model.reach import reach
from telemetry.messages.plan import PlanReady
from telemetry.messages.prediction import PredictedArm

NOTHING_MOVED: Mapping[str, Array] = MappingProxyType({})
NEAREST = "nearest"
CLOSER_TEXT = "closer than required"
ESTIMATED, UNKNOWN_SINCE_LOS = "estimated", "unknown since LOS"


class NearestPair(NamedTuple):
    """The pair of least reserve to what is required, of arm and scene or of the arm and itself."""

    words: str  # with its distance and what is required
    distance: str = ""  # written at its line
    ends: tuple[Array, Array] | None = None  # of that line: on the arm, on the other body [m]; None: no line
    pair: tuple[str, str] = ("", "")  # names: of the arm's body, of the other
    is_red: bool = False  # it is the pair of the last refusal
    is_close: bool = False  # closer than required


class FixtureLook(NamedTuple):
    """A fixture that leads the hand; translucent."""

    shape: FixtureShape
    touched: Array | None = None  # where (3,) [m]; None: nowhere
    is_stale: bool = False  # made for a world that is no more


class BlendedLook(NamedTuple):
    """What shared control made of a hand, at the tool."""

    place: Array  # (3,) of the commanded tool [m]
    asked: Array  # (3,) [m/s]
    given: Array  # (3,) [m/s]


class WayOutLook(NamedTuple):
    """The way by which the tool comes clear again."""

    path: Array  # (k, 3) of the tool [m]

    @property
    def words(self) -> str:
        """What stands at its end."""
        return f"way out {formats.millimetres(float(np.linalg.norm(self.path[-1] - self.path[0])))}"


class SceneLook(NamedTuple):
    """One picture of the scene; joints in rad, None: not known."""

    commanded: tuple[float, ...] | None = None  # drawn solid
    seen: tuple[float, ...] | None = None  # drawn as wireframe
    now: tuple[float, ...] | None = None  # in orbit at this instant, as estimated; drawn dotted
    commanded_is_stale: bool = False
    seen_is_stale: bool = False
    is_lost: bool = False  # no contact: what is in orbit now is not known
    red: frozenset[str] = frozenset()  # names of bodies
    nearest: NearestPair = NearestPair(f"{NEAREST}: {formats.NO_DATA}")
    required: float | None = None  # clearance that is asked for [m]
    commanded_note: str = formats.NO_DATA
    seen_note: str = formats.NO_DATA
    now_note: str = formats.NO_DATA
    place_note: str = formats.NO_DATA  # how far the arm may be from that estimate
    planned: Mapping[str, Array] | None = None  # path (k, 3) of each tool of the plan, ready or flown [m]
    planned_end: tuple[float, ...] | None = None  # its last pose; drawn dashed
    watched: tuple[float, ...] | None = None  # a pose on its way that somebody watches; drawn dashed, thick
    plan: PlanProgress | None = None
    stops: Array | None = None  # where the tool comes to rest after each step (k, 3) [m]
    fixtures: tuple[FixtureLook, ...] = ()
    goals: tuple[GoalLook, ...] = ()
    way_out: WayOutLook | None = None  # None: there is none that may be flown
    blended: BlendedLook | None = None  # None: what the hand asks for is given
    base: BaseMotion | None = None
    floats: bool = False  # the base is not bolted to the ground
    to_sun: Array | None = None  # (3,) in axes of the platform
    moved: Mapping[str, Array] = NOTHING_MOVED  # (4, 4) of each body that is not where its file has it
    ghost: GhostLook | None = None  # of the tool, where a person asks for it

    @property
    def now_is_stale(self) -> bool:
        """True if the estimate says nothing about now."""
        return self.commanded_is_stale or self.is_lost

    @property
    def gap(self) -> NearestPair | None:
        """The nearest pair, if it has a line."""
        return None if self.nearest.ends is None else self.nearest


def scene_look(bodies: Bodies, snapshot: Snapshot, now_ns: int) -> SceneLook:
    """Return what to draw of a snapshot now."""
    arm, telemetry, base = snapshot.arm.predicted, snapshot.arm.telemetry, base_motion(snapshot.arm)
    where = _whereabouts(bodies, snapshot)
    red = frozenset(snapshot.collision.red_pair or ())
    is_stale = arm is not None and arm.is_stale(now_ns)
    near = arm.value if arm is not None and not is_stale else None
    is_lost = snapshot.los_ns is not None
    now_note = formats.NO_DATA if arm is None else UNKNOWN_SINCE_LOS if is_lost else ESTIMATED
    look = SceneLook(
        commanded=arm.value.q_commanded if arm else None,
        seen=telemetry.value.q if telemetry else None,
        now=arm.value.q_now if arm else None,
        commanded_is_stale=is_stale,
        seen_is_stale=telemetry is not None and telemetry.is_stale(now_ns),
        is_lost=is_lost,
        red=red,
        nearest=_nearest(bodies, near, red, where=where),
        required=near.required if near else None,
        commanded_note=formats.age(arm.age_s(now_ns) if arm else None),
        seen_note=formats.age(telemetry.age_s(now_ns) if telemetry else None),
        now_note=now_note,
        place_note=_place_note(snapshot.collision) if now_note == ESTIMATED else now_note,
        plan=plan_progress(snapshot),
        fixtures=_fixtures(bodies, snapshot),
        goals=goal_looks(bodies, snapshot, now_ns),
        way_out=_way_out(bodies, snapshot),
        blended=_blended(bodies, snapshot, near),
        base=base,
        floats=bodies.robot.platform is not None,
        to_sun=base.R_base_world @ bodies.to_sun if base and bodies.to_sun is not None else None,
        moved=displacements(bodies.scene, where, now_ns * 1e-9),
    )
    return _with_plan(look, bodies, snapshot.plan.ready)


def _whereabouts(bodies: Bodies, snapshot: Snapshot) -> Whereabouts:
    """Return what the places of bodies hang on: of the arm as commanded, in the world of verdicts."""
    arm, world = snapshot.arm.predicted, snapshot.arm.world
    updates = world.updates.bodies if world else ()
    carried = any(each.joint for each in updates) and arm is not None
    joints = bodies.joint_poses(arm.value.q_commanded) if arm and carried else {}
    return Whereabouts(world_from_base(snapshot.arm), updates, joints)


def _place_note(collision: CollisionFacts) -> str:
    """Return how far any of the arm may be from its estimate, if that is known."""
    uncertainty = collision.state.value.uncertainty if collision.state else None
    return ESTIMATED if uncertainty is None else f"± {uncertainty * 1e3:.0f} mm"


def _fixtures(bodies: Bodies, snapshot: Snapshot) -> tuple[FixtureLook, ...]:
    """Return how the fixtures are drawn."""
    world, far, looks = snapshot.arm.world, reach(bodies.robot), []
    for fixture, touch in snapshot.fixtures.shown:
        drawn = fixture_shape(fixture, far)
        if drawn is not None:
            at = None if touch is None else np.array(touch.at)
            looks.append(FixtureLook(drawn, at, world is not None and world.version != fixture.world))
    return tuple(looks)


def _way_out(bodies: Bodies, snapshot: Snapshot) -> WayOutLook | None:
    """Return the way out that a person may fly now."""
    way = snapshot.pilot.way_out if snapshot.pilot else None
    if way is None or way.stale or len(way.ready.path) < 2:
        return None
    tool = way.ready.steps[-1].tool if way.ready.steps else ""
    return WayOutLook(_tool_path(bodies, way.ready.path, tool))


def _blended(bodies: Bodies, snapshot: Snapshot, arm: PredictedArm | None) -> BlendedLook | None:
    """Return what was made of the newest set-point of a hand that leads the arm now."""
    source = snapshot.commands.newest_by_hand
    if arm is None or source is None or source.bent is None or not snapshot.authority.is_led_by_hand:
        return None
    place = bodies.tool_path((arm.q_commanded,), source.tool)[0]
    return BlendedLook(place, np.array(source.bent.asked), np.array(source.bent.given))


def _with_plan(look: SceneLook, bodies: Bodies, plan: PlanReady | None) -> SceneLook:
    """Return a look with what is drawn of the newest plan."""
    if plan is None or not plan.path:
        return look
    tools = dict.fromkeys(step.tool for step in plan.steps) or ("",)
    return look._replace(
        planned={tool: _tool_path(bodies, plan.path, tool) for tool in tools},
        planned_end=plan.path[-1],
        stops=np.array([_tool_path(bodies, (step.end_q,), step.tool)[0] for step in plan.steps])
        if plan.steps
        else None,
    )


def _nearest(
    bodies: Bodies, arm: PredictedArm | None, red: frozenset[str], *, where: Whereabouts
) -> NearestPair:
    if arm is None:
        return NearestPair(f"{NEAREST}: {formats.NO_DATA}")
    near = arm.nearest  # the same is required of every pair, so the nearest has the least reserve
    if near is None:
        return NearestPair(f"{NEAREST}: no pair to watch")
    is_close = near.distance < arm.required
    text = f"{formats.pair_names(near.pair)}   {formats.with_required(near.distance, arm.required)}"
    return NearestPair(
        f"{text}, {CLOSER_TEXT}" if is_close else text,
        formats.millimetres(near.distance),
        bodies.nearest_points(near.pair, arm.q_commanded, displacements(bodies.scene, where)),
        pair=near.pair,
        is_red=frozenset(near.pair) == red,
        is_close=is_close,
    )


@lru_cache(maxsize=64)
def _tool_path(bodies: Bodies, path: tuple[tuple[float, ...], ...], tool: str) -> Array:
    """Return where a tool passes; a plan is drawn many times."""
    return bodies.tool_path(path, tool)
