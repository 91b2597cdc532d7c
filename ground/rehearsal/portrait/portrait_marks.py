"""What is written upon a portrait: axes and numbers of the joints, frames of base and tools, a scale."""

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.portrait.portrait_eye import PortraitEye
from ground.report.figures.picture_marks import Caption, Colour, Polyline
from predictor.model.robot import Robot

Array = NDArray[np.float64]

INK, PAPER = (0.13, 0.17, 0.24), (0.97, 0.975, 0.98)
JOINT: Colour = (0.80, 0.10, 0.32)
AXES: tuple[Colour, ...] = ((0.85, 0.15, 0.12), (0.10, 0.60, 0.15), (0.10, 0.30, 0.85))
AXIS, RING, TRIAD = 0.10, 0.035, 0.13  # half an axis, a ring's radius, a frame's axes; of the arm's radius
NUMBER_PX, NUMBER_AWAY = 22.0, 1.45  # of the font; place, in half axes
GRIDS = 3.0  # lines of the grid to a radius of the arm, or a few more
BAR_AT, TICK_PX = (48.0, 44.0), 7.0  # from the lower left corner [px]
BREAK = np.full((1, 2), np.nan)  # between two lines of a stroke
ANGLES = np.linspace(0.0, 2.0 * np.pi, 33)


def grid_of(radius: float) -> float:
    """Return how far apart the lines of the floor are for an arm of this radius: 1, 2 or 5, and zeros [m]."""
    wanted = radius / GRIDS
    power = 10.0 ** math.floor(math.log10(wanted))
    return max(power * step for step in (1.0, 2.0, 5.0) if power * step <= wanted * (1.0 + 1e-9))


def marks_of(robot: Robot, T: Array, *, eye: PortraitEye, radius: float) -> Iterator[Polyline | Caption]:
    """Yield all marks of an arm whose frames stand at T (frames, 4, 4)."""
    for tool in robot.tools:
        yield from _frame_marks(T[tool.frame] @ tool.T_frame_tool, eye=eye, size=TRIAD * radius)
    yield from _frame_marks(T[0], eye=eye, size=TRIAD * radius)
    for index in range(len(robot.joints)):
        yield from _joint_marks(robot, T, index=index, eye=eye, radius=radius)
    yield from _bar_marks(eye, T[0][:3, 3], grid=grid_of(radius))


def _frame_marks(T: Array, *, eye: PortraitEye, size: float) -> Iterator[Polyline]:
    for axis, colour in zip(T[:3, :3].T, AXES, strict=True):
        yield Polyline(eye.pixels(np.stack([T[:3, 3], T[:3, 3] + size * axis])), colour, width=3.0)


def _joint_marks(
    robot: Robot, T: Array, *, index: int, eye: PortraitEye, radius: float
) -> Iterator[Polyline | Caption]:
    joint = robot.joints[index]
    R, p = T[index + 1][:3, :3], T[index + 1][:3, 3]
    along, middle = R @ joint.axis, p + R @ joint.pivot
    half = AXIS * radius * along
    lines = [eye.pixels(np.stack([middle - half, middle + half]))]
    if joint.kind == "revolute":
        lines += [BREAK, eye.pixels(_ring(middle, along, RING * radius))]
    yield Polyline(np.concatenate(lines), JOINT, width=2.0)
    [at] = eye.pixels((middle + NUMBER_AWAY * half)[None])
    yield Caption(f"{index + 1}", at, JOINT, size=NUMBER_PX)


def _ring(middle: Array, along: Array, radius: float) -> Array:
    aside = np.eye(3)[np.argmin(np.abs(along))]
    x = np.cross(aside, along)
    x /= np.linalg.norm(x)
    y = np.cross(along, x)
    ring: Array = middle + radius * (np.cos(ANGLES)[:, None] * x + np.sin(ANGLES)[:, None] * y)
    return ring


def _bar_marks(eye: PortraitEye, p: Array, *, grid: float) -> Iterator[Polyline | Caption]:
    """Yield a bar as long as the grid is wide, as far away as a point (3,)."""
    left = np.array([BAR_AT[0], eye.height - BAR_AT[1]])
    right = left + np.array([grid * eye.metre(p), 0.0])
    tick = np.array([0.0, TICK_PX])
    ends = [left + tick, left - tick, left, right, right + tick, right - tick]
    yield Polyline(np.stack(ends), INK, width=2.0)
    yield Caption(f"{grid:g} m", 0.5 * (left + right) - np.array([0.0, 20.0]), INK, size=NUMBER_PX)
