"""How the hand leads the arm since it was armed, as the first entry of an epoch tells.

The handle's place in the sample that this entry was made from is where the hand asks for nothing.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from predictor.model.hand_axes import frame_axes, handle_in_frame
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from telemetry.agreed.hand_settings import HandSettings
from telemetry.messages.base import Vector
from telemetry.messages.handle import Steering
from telemetry.messages.queue import Entry, TeleopSource

Array = NDArray[np.float64]

KEPT_SAMPLES = 64  # of the handle: more than a second of them


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Engagement:
    """What holds from one arming of the hand to the next."""

    epoch: int
    steering: Steering
    robot: Robot  # with the tool that the hand moves
    carrier: Robot  # with the tool in whose axes it does, in a frame that is carried
    p_origin: Vector  # of the handle, where it asks for nothing [m]

    def handle_axes(self, q: Sequence[float], hand: HandSettings) -> Array:
        """Return the handle's axes (3, 3) in those of the arm base, with the arm at q (n,) [rad or m]."""
        steering, T_base_tool = self.steering, tool_pose(self.carrier, q)
        R_base_frame = frame_axes(steering.frame, steering.quat_axes, T_base_tool[:3, :3])
        R_base_handle: Array = R_base_frame @ handle_in_frame(steering.frame, hand.quat_base_handle)
        return R_base_handle


class Engagements:
    """The newest engagement of the hand."""

    def __init__(self, robot: Robot) -> None:
        """There was none yet."""
        self.newest: Engagement | None = None
        self._robot = robot
        self._samples = OrderedDict[int, Vector]()

    def on_sample(self, number: int, p_handle: Vector) -> None:
        """Remember where the handle was in a sample."""
        self._samples[number] = p_handle
        if len(self._samples) > KEPT_SAMPLES:
            self._samples.popitem(last=False)

    def on_entry(self, entry: Entry) -> None:
        """Take an entry of the queue; the first one of the hand in an epoch begins an engagement."""
        source = entry.source
        if not isinstance(source, TeleopSource):
            self.newest = None
        elif self.newest is None or self.newest.epoch != entry.epoch:
            robot = self._robot.with_tool(source.tool) if source.tool else self._robot
            self.newest = Engagement(
                epoch=entry.epoch,
                steering=source.steering,
                robot=robot,
                carrier=self._robot if source.steering.frame == "camera" else robot,
                p_origin=self._samples.get(source.sample, (0.0, 0.0, 0.0)),
            )
