"""Local contact: the hand is led away from what the commanded arm would come too near to.

    hand is armed bilateral ---> Work(build_contact) ---> world, kernels compiled ---> start ---> Contact
                                 the other reasons are felt meanwhile

What is looked at is the arm where it comes to rest if the hand lets go now, as a verdict does; which way the
hand is led, and how firmly, says `predictor.verdict.clearing`.  The contact is built when a hand first may
feel it, so that no other run waits for its kernels.
"""

import math
from collections.abc import Callable

import numpy as np

from haptics.forces.push import Barrier, Push, ToolState, tool_at_home
from predictor.collision.method import CollisionWorld
from predictor.model.kinematics import tool_jacobian
from predictor.verdict.clearing import clearing_direction, nearness, tool_slope

MOST_TORQUE = 0.3  # greatest torque [N m]


class Contact:
    """What stands around the arm, as the hand feels it."""

    why = "contact"
    is_ready = True

    def __init__(self, world: CollisionWorld, *, required_m: float, from_m: float) -> None:
        """Lead away from a clearance of required_m + from_m on."""
        self._world, self._required_m, self._from_m = world, required_m, from_m

    def push(self, tool: ToolState) -> Push | None:
        """Return the wall in front of the hand, and a torque; None: clear, or the base is unknown."""
        if self._world.base is not None and tool.T_world_base is None:
            return None
        found = self._world.gradient(tool.q, tool.T_world_base)
        share = nearness(found.distance, self._required_m, self._from_m)
        if share == 0.0 or not np.isfinite(found.dq).all():
            return None
        moving = tool.is_moving
        slope = tool_slope(tool_jacobian(tool.robot, np.array(tool.q))[:, moving], found.dq[moving])
        along, about = clearing_direction(slope[:3]), clearing_direction(slope[3:])
        sharp = float(np.linalg.norm(along))
        leads = (Barrier(along / sharp, share * sharp),) if sharp > 0.0 else ()
        return Push(np.zeros(3), MOST_TORQUE * share * about, leads)


class DeferredContact:
    """What stands around the arm, once it is built."""

    why = "contact"

    def __init__(self, build: Callable[[], CollisionWorld], *, required_m: float, from_m: float) -> None:
        """Wait to be built; the figures are those of a `Contact`."""
        self._build_world, self._required_m, self._from_m = build, required_m, from_m
        self._made: Contact | None = None
        self._contact: Contact | None = None

    @property
    def is_ready(self) -> bool:
        """True once it is felt."""
        return self._contact is not None

    def build(self) -> None:
        """Build the world and compile what it is asked; that may take some seconds, away from the role."""
        world = self._build_world()
        Contact(world, required_m=self._required_m, from_m=math.inf).push(tool_at_home(world.robot))
        self._made = Contact(world, required_m=self._required_m, from_m=self._from_m)

    def start(self) -> None:
        """Let it be felt from now on, as it was built."""
        self._contact = self._made

    def push(self, tool: ToolState) -> Push | None:
        """Return what a `Contact` gives; None: nothing is near, or it is not made yet."""
        return None if self._contact is None else self._contact.push(tool)


def build_contact(surroundings: DeferredContact) -> None:
    """Build a contact, as the work of a role."""
    surroundings.build()
