"""The state of all joints at one instant: one shape of it, from planner to spacecraft, in messages and logs.

    plan, hand ---> Entry ---> queue ---> SetPoint ---> on board
                      '---> verdict         '---> release log        the `state` of each is a `JointState`

As a part of a message it is the map of its three rows; a `SetPoint` carries the same rows beside its number.
What moves between two states is the motion law's to say: `predictor.motion.stop`.
"""

from collections.abc import Iterator

import msgspec

from telemetry.messages.base import Joints, on_wire


@on_wire("JointState")
class JointState(msgspec.Struct, frozen=True):
    """State of all joints at one instant, each row (n,)."""

    q: Joints  # [rad]
    qd: Joints  # [rad/s]
    qdd: Joints  # [rad/s^2]

    @property
    def at_rest(self) -> bool:
        """True if no joint moves or accelerates."""
        return not any(self.qd) and not any(self.qdd)

    def __iter__(self) -> Iterator[tuple[float, ...]]:
        """Yield the rows q, qd, qdd."""
        return iter((self.q, self.qd, self.qdd))
