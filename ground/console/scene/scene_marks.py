"""Lines and words in the scene beside its bodies: nearest pair, way out, goals, plan; the same in both views.

Styles differ before colours do:

    commanded  solid           telemetry   wireframe, whole lines      arm now     dotted
    plan       thick line      its end     dashed                      margin      dashed, of one body
    given to the hand, where shared control bends it: thick; asked: dashed
    way out    an arrow        drop line   dashed, from a tool or a goal down to the reference plane

Words come in the order of what they are worth: where there is no room, the last ones are left out.
"""

import itertools
import math
from collections.abc import Iterable, Set
from typing import NamedTuple

import numpy as np

from ground.console.facts.plan_progress import StepProgress
from ground.console.scene import viewpoints
from ground.console.scene.bodies import Array, Bodies
from ground.console.scene.camera_sights import camera_sights
from ground.console.scene.goals import GoalLook
from ground.console.scene.ground_plane import GroundPlane
from ground.console.scene.scene_look import BlendedLook, FixtureLook, NearestPair, SceneLook, WayOutLook
from ground.console.scene.scene_wires import frame_along, lines_through
from ground.console.scene.visible_bodies import ArmBody, SceneBody
from ground.console.texts import formats, theme
from ground.console.texts.plan_words import STEP_SIGNS
from ground.console.widgets.painting import PlacedText, Style
from ground.pictures.extent import arm_extent
from ground.pictures.joint_axes import joint_axes
from predictor.geometry.scenes.scene_file import CARRIER

THIN_PX, MEDIUM_PX, THICK_PX = 1.0, 2.0, 4.0
AXES = np.concatenate([np.stack([-axis, axis]) for axis in np.eye(3)])  # ends of a cross
STOP_CROSS = 0.012 * AXES  # of what is in sight
FOOT_CROSS = STOP_CROSS[:4]  # level
GOAL_SIZE = 0.02  # the same, of half a goal's cross
HEAD_SIZE, HEAD_SPREAD = 0.03, 0.4  # of an arrow's head: length, in what is in sight; half its width, in that
VELOCITY_SHOWN_S = 4.0  # of a velocity that is drawn
OPACITY, OPACITY_TOUCHED = 0.4, 0.7  # of fixtures
TOUCHED_TEXT = f"{theme.COLOUR_SYMBOLS[theme.WARN]} touched"
OUT_OF_DATE_TEXT = f"{theme.COLOUR_SYMBOLS[theme.STALE]} of an older world"


class SceneLine(NamedTuple):
    """Lines of one look."""

    ends: Array  # (2 k, 3) [m]
    colour: str
    width: float = MEDIUM_PX  # [px]
    style: Style = "whole"
    is_on_top: bool = False  # no body hides it


class Marks(NamedTuple):
    """What is drawn beside the bodies."""

    lines: tuple[SceneLine, ...]
    words: tuple[PlacedText, ...]


NO_MARKS = Marks((), ())


def marks(
    bodies: Bodies, look: SceneLook, layers: Set[str], *, size: float, plane: GroundPlane | None = None
) -> Marks:
    """Return the marks of a scene; `size`: half the diagonal of what is in sight [m]."""
    parts = [_gap(look.gap), _way_out(look.way_out, size)]
    if viewpoints.GUIDES in layers:
        parts += [_goals(look.goals, size), _guides(look.fixtures)]
    parts.append(_blended(look.blended))
    if viewpoints.PLAN in layers:
        parts.append(_plan(look, size))
    if viewpoints.GROUND in layers and plane is not None:
        goals = look.goals if viewpoints.GUIDES in layers else ()
        parts.append(_heights(bodies, look._replace(goals=goals), plane, size=size))
    if viewpoints.AXES in layers and look.commanded:
        parts.append(_axes(bodies, look.commanded))
    if viewpoints.CAMERAS in layers:
        parts.append(_cameras(bodies, look))
    lines, words = zip(*parts, strict=True)
    return Marks(tuple(itertools.chain(*lines)), tuple(itertools.chain(*words)))


def arm_colour(body: ArmBody, look: SceneLook) -> str:
    """Return the colour of a body of the commanded arm."""
    usual = theme.STALE if look.commanded_is_stale else theme.COMMANDED
    return usual if look.red.isdisjoint(body.volumes) else theme.ALARM


def scene_colour(body: SceneBody, look: SceneLook) -> str:
    """Return the colour of a body of the scene."""
    usual = theme.PLATFORM if body.body == CARRIER else theme.TARGET
    return theme.ALARM if body.is_red(look.red) else usual


def gap_colour(gap: NearestPair) -> str:
    """Return the colour of a pair: refused, closer than required, or far enough."""
    return theme.ALARM if gap.is_red else theme.BAD if gap.is_close else theme.NEAREST


def fixture_colour(fixture: FixtureLook) -> str:
    """Return the colour of all that is drawn of a fixture."""
    if fixture.is_stale:
        return theme.STALE
    return theme.FIXTURE if fixture.touched is None else theme.TOUCHED


def fixture_opacity(fixture: FixtureLook) -> float:
    """Return how opaque it is: more where the hand is at its wall."""
    return OPACITY if fixture.touched is None else OPACITY_TOUCHED


def _gap(gap: NearestPair | None) -> Marks:
    if gap is None or gap.ends is None:
        return NO_MARKS
    ends = np.array(gap.ends)
    word = PlacedText(ends.mean(axis=0), _signed(gap), theme.TEXT, is_large=True, name="nearest")
    return Marks((SceneLine(ends, gap_colour(gap), THICK_PX, is_on_top=True),), (word,))


def _signed(gap: NearestPair) -> str:
    """Return the distance of a pair, with a sign where its colour is one of alarm."""
    return f"{theme.COLOUR_SYMBOLS[theme.BAD]} {gap.distance}" if gap.is_red or gap.is_close else gap.distance


def _way_out(way: WayOutLook | None, size: float) -> Marks:
    """Return the way by which the tool comes clear, as an arrow, and how far its end is."""
    if way is None:
        return NO_MARKS
    ends = np.concatenate([lines_through(way.path), _head(way.path, HEAD_SIZE * size)])
    line = SceneLine(ends, theme.WAY_OUT, THICK_PX, is_on_top=True)
    word = PlacedText(way.path[-1], way.words, theme.WAY_OUT, is_large=True, name="way out")
    return Marks((line,), (word,))


def _head(path: Array, length: float) -> Array:
    """Return the ends (8, 3) of the lines of an arrow's head at the end of a way, for any eye."""
    tip = path[-1]
    x, y, along = frame_along(tip - path[0])
    barbs = [tip - length * (along + HEAD_SPREAD * side) for side in (x, -x, y, -y)]
    return np.array([end for barb in barbs for end in (barb, tip)])


def _blended(bent: BlendedLook | None) -> Marks:
    """Return what the hand asks of the tool, dashed, and what it is given, thick: where that leads to."""
    if bent is None:
        return NO_MARKS
    asked, given = (bent.place + VELOCITY_SHOWN_S * velocity for velocity in (bent.asked, bent.given))
    lines = (
        SceneLine(np.stack([bent.place, asked]), theme.TEXT, style="dashed", is_on_top=True),
        SceneLine(np.stack([bent.place, given]), theme.COMMANDED, THICK_PX, is_on_top=True),
    )
    return Marks(lines, (PlacedText(asked, "asked", theme.TEXT), PlacedText(given, "given", theme.COMMANDED)))


def _plan(look: SceneLook, size: float) -> Marks:
    """Return the path of each tool, the current step thick, and the number of each step at its end."""
    if look.planned is None:
        return NO_MARKS
    lines = [SceneLine(lines_through(path), theme.PLANNED, is_on_top=True) for path in look.planned.values()]
    words = []
    if look.plan is not None and look.stops is not None:
        for shown, stop in zip(look.plan.steps, look.stops, strict=True):
            lines.append(SceneLine(stop + size * STOP_CROSS, theme.PLANNED, is_on_top=True))
            is_current = shown == look.plan.current
            words.append(
                PlacedText(
                    stop,
                    f"{STEP_SIGNS[shown.state]}{shown.number}",
                    theme.PLANNED,
                    is_current,
                    name=f"step {shown.number}",
                )
            )
        if look.plan.current is not None:
            path = look.planned[look.plan.current.step.tool]
            part = _part(path, look.plan.current, look.plan.duration_s)
            lines.append(SceneLine(lines_through(part), theme.PLANNED, THICK_PX, is_on_top=True))
    return Marks(tuple(lines), tuple(words))


def _part(path: Array, step: StepProgress, duration_s: float) -> Array:
    """Return the piece of a tool's path (k, 3) that belongs to one step."""
    pieces_each_s = (len(path) - 1) / duration_s
    begin = step.begins_s * pieces_each_s
    end = begin + step.duration_s * pieces_each_s
    return path[math.floor(begin) : math.ceil(end) + 1]


def _guides(fixtures: Iterable[FixtureLook]) -> Marks:
    """Return the axes of fixtures, with a word where one is touched, or is not of this world any more."""
    lines, words = [], []
    for fixture in fixtures:
        lines.append(SceneLine(fixture.shape.lines, fixture_colour(fixture), is_on_top=True))
        if fixture.touched is not None:
            words.append(PlacedText(fixture.touched, TOUCHED_TEXT, theme.TEXT))
        if fixture.is_stale:
            words.append(PlacedText(fixture.shape.end, OUT_OF_DATE_TEXT, theme.TEXT))
    return Marks(tuple(lines), tuple(words))


def _goals(goals: Iterable[GoalLook], size: float) -> Marks:
    """Return a cross at each goal, the line to it from the commanded tool, and how long that is."""
    lines, words = [], []
    for goal in goals:
        cross = goal.place + max(GOAL_SIZE * size, goal.tolerance) * AXES
        lines.append(SceneLine(cross, theme.GOAL, THICK_PX, is_on_top=True))
        if goal.commanded is not None and not goal.is_reached:
            ends = np.stack([goal.commanded, goal.place])
            lines.append(SceneLine(ends, theme.GOAL, THIN_PX, "dashed", is_on_top=True))
        words.append(PlacedText(goal.place, goal.words, theme.GOAL, is_large=True, name=goal.name))
    return Marks(tuple(lines), tuple(words))


def _heights(bodies: Bodies, look: SceneLook, plane: GroundPlane, *, size: float) -> Marks:
    """Return where tools and goals stand over the plane, and their heights in axes of the base."""
    colour = theme.STALE if look.commanded_is_stale else theme.COMMANDED
    tools = bodies.robot.tool_names if look.commanded else ()
    raised = [
        (name, bodies.tool_path((look.commanded,), name)[0], colour) for name in tools if look.commanded
    ]
    raised += [(goal.name, goal.place, theme.GOAL) for goal in look.goals]
    lines, words = [], []
    for name, place, of in raised:
        foot = plane.foot(place)
        lines.append(SceneLine(np.stack([place, foot]), of, THIN_PX, "dashed", is_on_top=True))
        lines.append(SceneLine(foot + size * FOOT_CROSS, of, MEDIUM_PX))
        words.append(PlacedText(foot, formats.height(place[2]), of, name=f"height of {name}"))
    return Marks(tuple(lines), tuple(words))


def _axes(bodies: Bodies, q: tuple[float, ...]) -> Marks:
    """Return the axes of the commanded arm's joints with their numbers, as on its portrait."""
    radius = arm_extent(bodies.robot, bodies.robot.home_q).radius
    joints = joint_axes(bodies.robot, bodies.frame_poses(q), radius)
    ends = [joint.line for joint in joints]
    ends += [lines_through(joint.ring) for joint in joints if joint.ring is not None]
    words = [
        PlacedText(joint.number_at, f"{joint.number}", theme.JOINT, name=f"joint {joint.number}")
        for joint in joints
    ]
    return Marks((SceneLine(np.concatenate(ends), theme.JOINT, is_on_top=True),), tuple(words))


def _cameras(bodies: Bodies, look: SceneLook) -> Marks:
    seen = camera_sights(bodies, look.commanded)
    return Marks(
        tuple(SceneLine(camera.ends, theme.CAMERA, THIN_PX) for camera in seen),
        tuple(PlacedText(camera.place, _short(camera.name), theme.CAMERA) for camera in seen),
    )


def _short(camera: str) -> str:
    """Return the last word of a camera's name: at the hand a long one would hide what is worked at."""
    return formats.words(camera).split()[-1]
