"""Local contact that is made when a hand first may feel it: no other run waits for its kernels.

hand is armed bilateral ---> Work(make) ---> world, kernels compiled ---> begin ---> Contact
                             what else there is to feel is felt meanwhile
"""

import math
from collections.abc import Callable

from haptics.forces.contact import Contact
from haptics.forces.push import Push, ToolState, tool_at_home
from predictor.collision.method import CollisionWorld


class DeferredContact:
    """What stands around the arm, once it is there."""

    why = "contact"

    def __init__(self, build: Callable[[], CollisionWorld], *, required_m: float, from_m: float) -> None:
        """Wait to be made; the figures are those of a `Contact`."""
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
        """Be felt from now on, as it was made."""
        self._contact = self._made

    def push(self, tool: ToolState) -> Push | None:
        """Return what a `Contact` gives; None: nothing is near, or it is not made yet."""
        return None if self._contact is None else self._contact.push(tool)


def build_contact(surroundings: DeferredContact) -> None:
    """Make surroundings, as the work of a role."""
    surroundings.build()
