"""Where a floating base is: as last reported, carried on by momentum along the motion since.

    sent motion   |==|==|==|==|==|==|==|
    telemetry       x T_seen
    estimate                x now     x where it will stand at the end of all that was sent

And whether it is where it must be: from the last report at rest on, the joints that telemetry has shown give
a pose that the base should have.  Between both lies what the model of the masses is wrong by; what is more
than the clearance budget has room for is another world.
"""

import numpy as np
from numpy.typing import NDArray

from predictor.estimate import ArmEstimate, Seen
from predictor.model.floating_base import FloatingBase, carried
from predictor.model.reach import reach
from predictor.model.spatial import inverse_pose, rotation_vector

Array = NDArray[np.float64]


class BaseEstimate:
    """The base of one arm; poses are of the base in the world (4, 4)."""

    def __init__(self, base: FloatingBase) -> None:
        """Know nothing yet."""
        self.base = base
        self._reach_m = reach(base.robot)
        self._T_seen, self._T_motion = np.eye(4), np.eye(4)  # at the same instant
        self._expected: tuple[tuple[float, ...], Array] | None = None  # joints as seen, and the base then

    def observe(self, seen: Seen, T_seen: Array, arm: ArmEstimate) -> float:
        """Take a report that the arm's estimate has taken; return how far off the base is.

        That is the displacement, against what is expected, of the farthest point that the arm can reach [m].
        """
        self._T_seen, self._T_motion = T_seen, arm.carried(seen.sampled_ns)
        expected = T_seen
        if self._expected is not None and not seen.is_at_rest:
            q, T = self._expected
            expected = carried(self.base, q, seen.q, T_world_base=T)
        self._expected = (seen.q, expected)
        return self._displacement(inverse_pose(expected) @ T_seen)

    def accept(self, seen: Seen) -> None:
        """Expect from now on what follows from where the base is seen."""
        self._expected = (seen.q, self._T_seen)

    def now(self, arm: ArmEstimate, spacecraft_ns: int) -> Array:
        """Return where the base is at an instant of the spacecraft's clock."""
        return self._on(arm.carried(spacecraft_ns))

    def at_rest(self, arm: ArmEstimate, q: tuple[float, ...]) -> Array:
        """Return where the base will stand once all that was sent is done, and the arm is at q (n,)."""
        state, T_motion = arm.last()
        T = self._on(T_motion)
        return T if state.q == q else carried(self.base, state.q, q, T_world_base=T)

    def _on(self, T_motion: Array) -> Array:
        return self._T_seen @ inverse_pose(self._T_motion) @ T_motion

    def _displacement(self, T: Array) -> float:
        return float(np.linalg.norm(T[:3, 3]) + self._reach_m * np.linalg.norm(rotation_vector(T[:3, :3])))
