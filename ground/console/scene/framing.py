"""What the views of the scene show: arm and scene whole, whatever their size; no Qt.

The box begins about the arm at home and what it can reach.  When an arm leaves it, or a fixture or a goal of
the hand lies outside, it grows by a little more than is needed; it never shrinks by itself, so that nothing
breathes under the eye, but begins anew when a person asks for it (`fit`).  Near the hand it is a box about
the tool, which goes with it.
"""

from collections.abc import Iterator

import numpy as np

from ground.console.scene.bodies import CORNERS, Array, Bodies
from ground.console.scene.scene_look import SceneLook
from ground.pictures.extent import Extent, arm_extent, extent
from predictor.model.kinematics import tool_pose
from predictor.model.reach import reach

GROWN_SHARE = 0.1  # of the box's radius, beyond the arm that has left it
HAND_SHARE = 0.13  # of the arm's reach: half the edge of the box near the hand


def seen_size(box: Extent, R_view_base: Array) -> tuple[float, float]:
    """Return width and height of a box as they are seen along a direction [m]."""
    width, height, _ = np.abs(R_view_base) @ (box.high - box.low)
    return float(width), float(height)


def viewing_distance(box: Extent, R_view_base: Array, slopes: tuple[float, float]) -> float:
    """Return how far from its middle an eye must be that has every corner of a box in sight [m].

    Args:
        box: what is to be seen.
        R_view_base: rows right, up and towards the eye (3, 3).
        slopes: tangents of half the angles of view, across and up.
    """
    corners = (CORNERS * 0.5 * (box.high - box.low)) @ R_view_base.T
    return float((corners[:, 2:] + np.abs(corners[:, :2]) / slopes).max())


class Framing:
    """The box that the views show."""

    def __init__(self, bodies: Bodies) -> None:
        """Begin with the arm at home."""
        self._bodies, self._robot = bodies, bodies.robot
        self._within = reach(bodies.robot)
        self._hand_half = np.full(3, HAND_SHARE * self._within)
        self.shown = self._at_home()
        self.lowest = 0.0  # z of the lowest place that a tool has come to, or of the base [m]

    def in_sight(self, look: SceneLook, *, is_near_hand: bool) -> Extent:
        """Return the box that is to be seen: all, or about the hand alone."""
        if not is_near_hand:
            return self.shown
        p_base_tool = tool_pose(self._robot, look.commanded or look.seen or self._robot.home_q)[:3, 3]
        return Extent(p_base_tool - self._hand_half, p_base_tool + self._hand_half)

    def follow(self, look: SceneLook) -> bool:
        """Make room for all arms, fixtures and goals; True if the box had to grow."""
        has_grown = False
        self.lowest = min([self.lowest, *self._tool_heights(look)])
        for low, high in self._wanted(look):
            if not self.shown.holds(Extent(low, high)):
                more = np.full(3, GROWN_SHARE * self.shown.radius)
                self.shown = self.shown.joined(Extent(low - more, high + more))
                has_grown = True
        return has_grown

    def _wanted(self, look: SceneLook) -> Iterator[Extent]:
        """Yield what is to be in sight; of what leads the hand the part that the arm can come to."""
        for q in _arms(look):
            yield arm_extent(self._robot, q)
        for place in (
            *(fixture.shape.extent for fixture in look.fixtures),
            *(goal.extent for goal in look.goals),
        ):
            low, high = np.maximum(place.low, -self._within), np.minimum(place.high, self._within)
            if (low <= high).all():
                yield Extent(low, high)

    def _tool_heights(self, look: SceneLook) -> Iterator[float]:
        """Yield z of each tool of each arm [m]."""
        if arms := _arms(look):
            for tool in self._robot.tool_names:
                yield float(self._bodies.tool_path(arms, tool)[:, 2].min())

    def fit(self, look: SceneLook) -> None:
        """Begin anew, with what is there now."""
        self.shown, self.lowest = self._at_home(), 0.0
        self.follow(look)

    def _at_home(self) -> Extent:
        return extent(self._robot, self._bodies.scene.boxes, self._bodies.scene.capsules)


def _arms(look: SceneLook) -> tuple[tuple[float, ...], ...]:
    """Return the joints of all arms that are drawn [rad]."""
    arms = (look.commanded, look.seen, look.now, look.planned_end, look.watched)
    return tuple(dict.fromkeys(q for q in arms if q))
