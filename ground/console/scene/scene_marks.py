"""Lines and words in the scene beside its bodies: plan, cameras, nearest pairs; the same in both views.

Styles differ before colours do:

    commanded  solid           telemetry   wireframe, whole lines      arm now     dotted
    plan       thick line      its end     dashed                      margin      dashed, of one body
    given to the hand, where shared control bends it: thick; asked: dashed

What each camera sees, with a short stroke at the upper edge of its picture:

    on the arm       eye <--- picture     a pyramid from its eye, half as long as the distance it looks at
    on the platform  |-    -|             only the corners of its picture at what it looks at: its eye is far
                     |-    -|             beyond what the views have in sight
"""

import itertools
import math
from collections.abc import Iterable, Set
from typing import NamedTuple

import numpy as np

from ground.console.facts.plan_progress import StepProgress
from ground.console.scene import viewpoints
from ground.console.scene.bodies import Array, Bodies
from ground.console.scene.goals import GoalLook
from ground.console.scene.scene_look import BlendedLook, FixtureLook, NearestPair, SceneLook
from ground.console.scene.scene_wires import lines_through
from ground.console.scene.visible_bodies import ArmBody, SceneBody
from ground.console.texts import formats, theme
from ground.console.texts.plan_words import STEP_SIGNS
from ground.console.widgets.painting import PlacedText, Style
from ground.pictures.camera import HEIGHT, WIDTH, CameraTable
from predictor.geometry.scenes.scene_file import CARRIER
from predictor.model.kinematics import tool_pose

PYRAMID_LENGTH = 0.5  # of a pyramid, in the distance that its camera looks at
UP_MARK = 0.2  # of the picture's height
BRACKET_SHARE = 0.12  # of the picture's edges, drawn at each corner
PICTURE_EDGES = ((0, 1), (1, 2), (2, 3), (3, 0))
THIN_PX, MEDIUM_PX, THICK_PX = 1.0, 2.0, 4.0
AXES = np.concatenate([np.stack([-axis, axis]) for axis in np.eye(3)])  # ends of a cross
STOP_CROSS = 0.012 * AXES  # of what is in sight
GOAL_SIZE = 0.02  # the same, of half a goal's cross
VELOCITY_SHOWN_S = 4.0  # of a velocity that is drawn
OPACITY, OPACITY_TOUCHED = 0.4, 0.7  # of fixtures
TOUCHED_TEXT = f"{theme.COLOUR_SYMBOLS[theme.WARN]} touched"
OUT_OF_DATE_TEXT = f"{theme.COLOUR_SYMBOLS[theme.STALE]} of an older world"


class CameraSight(NamedTuple):
    """What one camera sees."""

    name: str
    ends: Array  # (2 k, 3) ends of its lines [m]
    place: Array  # (3,) of its name: its eye, or the upper left corner of its picture [m]


def camera_sights(bodies: Bodies, q: tuple[float, ...] | None) -> list[CameraSight]:
    """Return what the cameras see with the arm at q [rad]; None: only those that the arm does not carry."""
    T_base_tool = tool_pose(bodies.robot, q) if q else None
    seen = []
    for camera in bodies.cameras:
        if camera.mount == "platform":
            seen.append(_bracketed(camera))
        elif T_base_tool is not None:
            seen.append(_pyramid(camera, T_base_tool))
    return seen


def _pyramid(camera: CameraTable, T_base_tool: Array) -> CameraSight:
    T = T_base_tool @ camera.T_mount_camera
    corners = _corners(camera, T, PYRAMID_LENGTH * camera.sight_m)
    rim = [corners[list(edge)] for edge in PICTURE_EDGES]
    rays = [np.stack([T[:3, 3], corner]) for corner in corners[:4]]
    mark = corners[[0, 4, 1, 4]]
    return CameraSight(camera.name, np.concatenate([*rim, *rays, mark]), T[:3, 3])


def _bracketed(camera: CameraTable) -> CameraSight:
    corners = _corners(camera, camera.T_mount_camera, camera.sight_m)
    ends = []
    for i, j in PICTURE_EDGES:
        along = BRACKET_SHARE * (corners[j] - corners[i])
        ends += [corners[i], corners[i] + along, corners[j], corners[j] - along]
    return CameraSight(camera.name, np.array(ends), corners[0])


def _corners(camera: CameraTable, T_base_camera: Array, away: float) -> Array:
    """Return the corners of its picture so far away [m], upper left first, and the stroke's tip (5, 3)."""
    up = away * float(np.tan(0.5 * camera.fov))
    across = up * WIDTH / HEIGHT
    rim = [(-across, up), (across, up), (across, -up), (-across, -up), (0.0, (1.0 + UP_MARK) * up)]
    in_camera = np.column_stack((np.array(rim), np.full(len(rim), -away)))
    corners: Array = in_camera @ T_base_camera[:3, :3].T + T_base_camera[:3, 3]
    return corners


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


def marks(bodies: Bodies, look: SceneLook, layers: Set[str], *, size: float) -> Marks:
    """Return the marks of a scene; `size`: half the diagonal of what is in sight [m]."""
    parts = [_gaps(look.gaps), _blended(look.blended)]
    if viewpoints.PLAN in layers:
        parts.append(_plan(look, size))
    if viewpoints.GUIDES in layers:
        parts += [_guides(look.fixtures), _goals(look.goals, size)]
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
    return theme.ALARM if gap.is_red else theme.BAD if gap.is_close else theme.WARN


def fixture_colour(fixture: FixtureLook) -> str:
    """Return the colour of all that is drawn of a fixture."""
    if fixture.is_stale:
        return theme.STALE
    return theme.FIXTURE if fixture.touched is None else theme.TOUCHED


def fixture_opacity(fixture: FixtureLook) -> float:
    """Return how opaque it is: more where the hand is at its wall."""
    return OPACITY if fixture.touched is None else OPACITY_TOUCHED


def _gaps(gaps: Iterable[NearestPair]) -> Marks:
    drawn = [(gap, np.array(gap.ends)) for gap in gaps]
    lines = [SceneLine(ends, gap_colour(gap), THICK_PX, is_on_top=True) for gap, ends in drawn]
    words = [
        PlacedText(ends.mean(axis=0), _signed(gap), theme.TEXT, is_large=not gap.is_own or gap.is_close)
        for gap, ends in drawn
    ]
    return Marks(tuple(lines), tuple(words))


def _signed(gap: NearestPair) -> str:
    """Return the distance of a pair, with a sign where its colour is one of alarm."""
    return f"{theme.COLOUR_SYMBOLS[theme.BAD]} {gap.distance}" if gap.is_red or gap.is_close else gap.distance


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
                PlacedText(stop, f"{STEP_SIGNS[shown.state]}{shown.number}", theme.PLANNED, is_current)
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
        words.append(PlacedText(goal.place, goal.words, theme.GOAL, is_large=True))
    return Marks(tuple(lines), tuple(words))


def _cameras(bodies: Bodies, look: SceneLook) -> Marks:
    seen = camera_sights(bodies, look.commanded)
    return Marks(
        tuple(SceneLine(camera.ends, theme.CAMERA, THIN_PX) for camera in seen),
        tuple(PlacedText(camera.place, _short(camera.name), theme.CAMERA) for camera in seen),
    )


def _short(camera: str) -> str:
    """Return the last word of a camera's name: at the hand a long one would hide what is worked at."""
    return formats.words(camera).split()[-1]
