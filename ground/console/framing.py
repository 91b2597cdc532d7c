"""What both views of the scene show: arm and scene whole, whatever their size; no Qt.

The box begins about the arm at home and what it can reach.  When an arm leaves it, it grows by a little more
than is needed; it never shrinks, so that nothing breathes under the eye.
"""

import numpy as np

from ground.console.bodies import Bodies
from ground.console.scene_look import SceneLook
from ground.pictures.extent import Extent, arm_extent, extent

MORE = 0.1  # of the box's radius, beyond the arm that has left it


class Framing:
    """The box that the views show."""

    def __init__(self, bodies: Bodies) -> None:
        """Begin with the arm at home."""
        self._robot = bodies.robot
        self.shown = extent(bodies.robot, bodies.boxes, bodies.bars)

    def follow(self, look: SceneLook) -> bool:
        """Make room for both arms; True if the box had to grow."""
        has_grown = False
        for q in (look.commanded, look.seen):
            arm = arm_extent(self._robot, q) if q else self.shown
            if not self.shown.holds(arm):
                more = np.full(3, MORE * self.shown.radius)
                self.shown = self.shown.joined(Extent(arm.low - more, arm.high + more))
                has_grown = True
        return has_grown
