"""How the commanded tool comes to where it goes: in which direction, how much along it, and how far aside.

aside                 tube       along its axis, which it may follow around bends
^    x target         plan       along the last of its way
|    .                goal       along the axis that the tool looks along (its z axis, away from the arm)
o----+---> along      nothing    the same, and nothing is left
tool
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ground.console.facts.settings import Goal
from ground.console.facts.snapshot import Snapshot
from ground.console.facts.way_left import tool_aim
from predictor.geometry.fixtures.kinds import tube_of
from predictor.geometry.fixtures.tube import Tube
from predictor.model.kinematics import link_poses, tool_pose
from predictor.model.robot import Robot
from telemetry.messages.base import Joints
from telemetry.messages.plan import PlanReady

Array = NDArray[np.float64]
END_M = 0.02  # of a plan's way, or of the arm, by which the last direction is told [m]
STEEP = 0.95  # cosine to the base's z axis beyond which that is not taken to be up


class Approach(NamedTuple):
    """The way of a tool to its target."""

    p: Array  # (3,) the tool [m]
    along: Array  # (3,) unit vector
    to: str = ""  # in words; empty: it goes nowhere that is known
    target: Array | None = None  # (3,) [m]
    tolerance: float = 0.0  # of the target [m]
    left_along: float = 0.0  # [m]; negative: beyond it
    left_across: float = 0.0  # [m]
    is_planned: bool = False  # by a plan

    @property
    def up_axis(self) -> Literal["x", "z"]:
        """The base's axis that points up in pictures, as near as can be: z, or x where the way is steep."""
        return "x" if abs(self.along[2]) > STEEP else "z"

    @property
    def up(self) -> Array:
        """Unit vector (3,) across the way, as near as can be to that axis."""
        axis = np.eye(3)["xyz".index(self.up_axis)]
        across = axis - (axis @ self.along) * self.along
        up: Array = across / np.linalg.norm(across)
        return up

    @property
    def from_the_side(self) -> Array:
        """Rotation (3, 3), rows right, up, to the eye: the way goes to the right."""
        return np.stack([self.along, self.up, np.cross(self.along, self.up)])

    @property
    def along_the_way(self) -> Array:
        """The same, with the eye behind the tool."""
        return np.stack([np.cross(self.along, self.up), self.up, -self.along])


def approach(robot: Robot, snapshot: Snapshot, scenario: Sequence[Goal], *, q: Joints) -> Approach:
    """Return how the tool of a robot, commanded at joints q, comes to where it goes."""
    T_base_tool = tool_pose(robot, q)
    p, tube, plan = T_base_tool[:3, 3], _tube(snapshot), snapshot.plan.ready
    if tube is not None and (plan is None or snapshot.authority.is_led_by_hand):
        return _in_tube(tube, p)
    aim = tool_aim(robot, snapshot, scenario, T_base_tool=T_base_tool)
    looks = _looks(robot, q, T_base_tool)
    if aim is None:
        return Approach(p, looks)
    last = None if aim.plan is None else _last_direction(robot, aim.plan)
    along, ahead = looks if last is None else last, aim.place - p
    left = float(ahead @ along)
    aside = float(np.linalg.norm(ahead - left * along))
    is_planned = aim.plan is not None
    return Approach(p, along, aim.words, aim.place, aim.tolerance, left, aside, is_planned)


def _tube(snapshot: Snapshot) -> Tube | None:
    """Return the tube that leads the hand; None: none does."""
    for fixture, _ in snapshot.fixtures.shown:
        if fixture.kind == "tube" and not fixture.reason:
            return tube_of(fixture)
    return None


def _looks(robot: Robot, q: Joints, T_base_tool: Array) -> Array:
    """Return the tool's z axis (3,) or its opposite: whichever leads away from what carries the tool."""
    z, p = T_base_tool[:3, 2], T_base_tool[:3, 3]
    for T in link_poses(robot, q)[robot.tool.frame :: -1]:
        reach = p - T[:3, 3]
        if np.linalg.norm(reach) >= END_M:
            return -z if reach @ z < 0.0 else z
    return z


def _in_tube(tube: Tube, p: Array) -> Approach:
    near = tube.nearest(p)
    left = tube.length - near.along
    return Approach(p, near.tangent, "tube's end", tube.points[-1], tube.radius, left, near.distance)


def _last_direction(robot: Robot, plan: PlanReady) -> Array | None:
    """Return the direction (3,) in which a plan comes to its end; None: its tool only turns."""
    end = tool_pose(robot, plan.path[-1])[:3, 3]
    for q in reversed(plan.path[:-1]):
        come = end - tool_pose(robot, q)[:3, 3]
        length = float(np.linalg.norm(come))
        if length >= END_M:
            return come / length
    return None
