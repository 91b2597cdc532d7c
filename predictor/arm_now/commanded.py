"""The commanded arm: the newest queued motion, as if it were executed at once, and its base."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.model.base.floating_base import FloatingBase, base_within
from predictor.motion.motion import Track
from predictor.motion.stop import moves
from telemetry.messages.joint_state import JointState

Array = NDArray[np.float64]


class Commanded(NamedTuple):
    """One move of the queue, or a pose at rest."""

    track: Track
    T_begin: (
        Array | None
    )  # (4, 4) of the base as it begins; None: it is bolted to the ground, or not seen yet
    T_end: Array | None  # the same as it ends

    @property
    def newest(self) -> JointState:
        """Its last state."""
        return self.track.states[-1]

    @property
    def reached_ns(self) -> int:
        """When that is reached, ground clock."""
        return self.track.start_ns + (len(self.track.states) - 1) * self.track.period_ns

    def q_at(self, now_ns: int) -> tuple[float, ...]:
        """Return the joints (n,) [rad or m]."""
        return self.track.state_at(now_ns).q

    def base_at(self, base: FloatingBase, now_ns: int) -> Array | None:
        """Return the pose (4, 4) of the base."""
        states, period_ns = self.track.states, self.track.period_ns
        if self.T_begin is None or len(states) == 1:
            return self.T_begin
        move = moves(states[0], states[1], period_ns * 1e-9)
        elapsed_ns = now_ns - self.track.start_ns
        return base_within(base, move, elapsed_ns, period_ns=period_ns, T_begin=self.T_begin)
