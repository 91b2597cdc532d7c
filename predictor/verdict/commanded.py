"""The commanded motion: the newest that is queued, as if it were executed at once, and as it would go on.

    newest queued state (q, qd) ----[ q + qd t, each joint up to its limit, where it stays ]----> horizon

The motion ahead is swept as a verdict's is, so nothing between two samples is missed.  It permits nothing:
what may leave, verdicts say, and they look at the stop after each set-point, which comes before what lies
ahead.
"""

from typing import Literal, NamedTuple

import numpy as np

from predictor.collision.method import Clearance, CollisionWorld
from predictor.inputs.arrays import Array
from predictor.model.base.floating_base import FloatingBase, base_within
from predictor.motion.motion import Track
from predictor.motion.stop import JointLimits, moves
from telemetry.messages.joint_state import JointState

Side = Literal["scene", "itself"]  # what the arm comes near


class Commanded(NamedTuple):
    """One move of the queue, or a pose at rest."""

    track: Track
    T_begin: Array | None  # (4, 4) of the base as it begins; None: it is bolted, or not seen yet
    T_end: Array | None  # the same as it ends

    @property
    def newest(self) -> JointState:
        """The last state of the motion."""
        return self.track.states[-1]

    @property
    def reached_ns(self) -> int:
        """When the last state is reached, ground clock."""
        return self.track.start_ns + (len(self.track.states) - 1) * self.track.period_ns

    def q_at(self, now_ns: int) -> tuple[float, ...]:
        """Return the joints (n,) at an instant [rad or m]."""
        return self.track.q_at(now_ns)

    def base_at(self, base: FloatingBase, now_ns: int) -> Array | None:
        """Return the pose (4, 4) of the base at an instant."""
        states, period_ns = self.track.states, self.track.period_ns
        if self.T_begin is None or len(states) == 1:
            return self.T_begin
        move = moves(states[0], states[1], period_ns * 1e-9)
        elapsed_ns = now_ns - self.track.start_ns
        return base_within(base, move, elapsed_ns, period_ns=period_ns, T_begin=self.T_begin)


class MotionAhead(NamedTuple):
    """How near the continued motion comes."""

    nearest: Clearance  # least; of the offending pair if there is one
    side: Side
    below_s: float | None  # from its begin to the first place below the requirement [s]; None: there is none


class LookAhead(NamedTuple):
    """The world, the clearance and the horizon of the look ahead."""

    world: CollisionWorld
    required_m: float  # clearance that every verdict asks for
    horizon_s: float  # 0: not at all
    step_s: float  # longest time in which a joint may come to rest at its limit

    def follow(self, newest: JointState, T_world_base: Array | None = None) -> MotionAhead | None:
        """Continue the motion from its newest state, where the base then is; None: without a horizon."""
        if self.horizon_s <= 0.0:
            return None
        steps = int(np.ceil(self.horizon_s / self.step_s))
        step_s = self.horizon_s / steps
        motion = continued(newest, self.world.robot.limits, steps=steps, step_s=step_s)
        swept = self.world.sweep(
            motion, required_m=self.required_m, period_s=step_s, T_world_base=T_world_base
        )
        own = swept.each.itself
        side: Side = "itself" if own is not None and own.pair == swept.pair else "scene"
        return MotionAhead(Clearance(swept.clearance, swept.pair), side, swept.below_s)


def continued(newest: JointState, limits: JointLimits, *, steps: int, step_s: float) -> Array:
    """Return the moves (steps, n, 6) at the rates of a state; a joint comes to rest at its limit.

    In the step in which it comes there it is as much slower as it needs to be there at the step's end.
    """
    q, rate = np.array(newest.q), np.array(newest.qd)
    low, high = np.minimum(limits.q_min, q), np.maximum(limits.q_max, q)
    elapsed = step_s * np.arange(steps + 1)
    places = np.clip(q + np.outer(elapsed, rate), low, high)
    moves = np.zeros((steps, len(q), 6))
    moves[:, :, 0] = places[:-1]
    moves[:, :, 1] = np.diff(places, axis=0) / step_s
    return moves
