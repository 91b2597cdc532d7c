"""The reasons of a force, each a function of where the tool is: added up, and reported one by one.

    delay     a spring between the tool as sent and as received          haptics.forces.delayed_spring
    fixture   back into the tube, or out of what is kept out             haptics.forces.guide
    contact   away from what the arm would come too near to              haptics.forces.contact, made by
                                                                         haptics.forces.contact

In modes where a held offset of the hand keeps the tool moving, a push against the tool would have to hold the
hand where nothing holds it.  There a reason gives a `Lead`, which pushes the hand back to where it asks for
nothing.

To add a reason: a class like those, and its row in `haptics.role`.
"""

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot

Array = NDArray[np.float64]
Booleans = NDArray[np.bool_]


class ToolState(NamedTuple):
    """What a force may depend on."""

    robot: Robot  # with the tool that the hand moves
    is_moving: Booleans  # (n,) joints that do not stand for good
    q: tuple[float, ...]  # where the commanded arm comes to rest if the hand lets go now (n,) [rad or m]
    T_base_tool: Array  # (4, 4) of that arm
    T_base_sent: Array  # (4, 4) as sent
    T_base_received: Array  # (4, 4) as in telemetry
    T_world_base: Array | None  # (4, 4) of a base that floats; None: it is bolted, or not known


class Barrier(NamedTuple):
    """Against the hand's going on in one direction."""

    direction: Array  # (3,) unit vector in base axes, along which the tool may go freely
    share: float  # 0 not at all ... 1 as firmly as a wall


class Push(NamedTuple):
    """What one reason gives, in base axes."""

    force: Array  # (3,) on the hand [N]
    torque: Array  # (3,) [N m]
    barriers: tuple[Barrier, ...] = ()


class ForceReason(Protocol):
    """One reason of a force."""

    why: str  # as people read it

    @property
    def is_ready(self) -> bool:
        """False while it cannot be felt yet."""
        ...

    def push(self, tool: ToolState) -> Push | None:
        """Return what it gives now; None: nothing."""
        ...


def tool_at_home(robot: Robot) -> ToolState:
    """Return a tool that is where it was sent, with the arm at home: for kernels to be compiled with."""
    T = tool_pose(robot, robot.home_q)
    return ToolState(
        robot=robot,
        is_moving=np.ones(len(robot.home_q), dtype=bool),
        q=robot.home_q,
        T_base_tool=T,
        T_base_sent=T,
        T_base_received=T,
        T_world_base=np.eye(4),
    )
