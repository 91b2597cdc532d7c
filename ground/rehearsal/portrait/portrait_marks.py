"""What is written upon a portrait: axes and numbers of the joints, frames of base and tools, a scale."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ground.pictures.extent import grid_step
from ground.pictures.joint_axes import JointAxis, joint_axes
from ground.rehearsal.portrait.portrait_eye import PortraitEye
from ground.report.figures.picture_marks import Caption, Colour, Polyline
from predictor.model.robot import Robot

Array = NDArray[np.float64]

INK, PAPER = (0.13, 0.17, 0.24), (0.97, 0.975, 0.98)
JOINT: Colour = (0.80, 0.10, 0.32)
AXES: tuple[Colour, ...] = ((0.85, 0.15, 0.12), (0.10, 0.60, 0.15), (0.10, 0.30, 0.85))
TRIAD = 0.13  # a frame's axes; of the arm's radius
NUMBER_PX = 22.0  # of the font
BAR_AT, TICK_PX = (48.0, 44.0), 7.0  # from the lower left corner [px]
BREAK = np.full((1, 2), np.nan)  # between two lines of a stroke


def marks_of(robot: Robot, T: Array, *, eye: PortraitEye, radius: float) -> Iterator[Polyline | Caption]:
    """Yield all marks of an arm whose frames stand at T (frames, 4, 4)."""
    for tool in robot.tools:
        yield from _frame_marks(T[tool.frame] @ tool.T_frame_tool, eye=eye, size=TRIAD * radius)
    yield from _frame_marks(T[0], eye=eye, size=TRIAD * radius)
    for joint in joint_axes(robot, T, radius):
        yield from _joint_marks(joint, eye)
    yield from bar_marks(eye, T[0][:3, 3], grid=grid_step(radius))


def _frame_marks(T: Array, *, eye: PortraitEye, size: float) -> Iterator[Polyline]:
    for axis, colour in zip(T[:3, :3].T, AXES, strict=True):
        yield Polyline(eye.pixels(np.stack([T[:3, 3], T[:3, 3] + size * axis])), colour, width=3.0)


def _joint_marks(joint: JointAxis, eye: PortraitEye) -> Iterator[Polyline | Caption]:
    lines = [eye.pixels(joint.line)]
    if joint.ring is not None:
        lines += [BREAK, eye.pixels(joint.ring)]
    yield Polyline(np.concatenate(lines), JOINT, width=2.0)
    [at] = eye.pixels(joint.number_at[None])
    yield Caption(f"{joint.number}", at, JOINT, size=NUMBER_PX)


def bar_marks(eye: PortraitEye, p: Array, *, grid: float) -> Iterator[Polyline | Caption]:
    """Yield a bar as long as the grid is wide, as far away as a point (3,)."""
    left = np.array([BAR_AT[0], eye.height - BAR_AT[1]])
    right = left + np.array([grid * eye.metre(p), 0.0])
    tick = np.array([0.0, TICK_PX])
    ends = [left + tick, left - tick, left, right, right + tick, right - tick]
    yield Polyline(np.stack(ends), INK, width=2.0)
    yield Caption(f"{grid:g} m", 0.5 * (left + right) - np.array([0.0, 20.0]), INK, size=NUMBER_PX)
