"""Where a floating base is: as last reported, carried on by momentum along the motion since.

    sent motion   |==|==|==|==|==|==|==|
    telemetry       x T_seen
    estimate                x now     x where it will stand at the end of all that was sent

And whether it is where it must be: from the last report at rest on, the joints that telemetry has shown give
a pose that the base should have; at rest it should stand where it stood when the arm came to rest.  Between
both lies what the model of the masses is wrong by, or a slow drift; what is more than the clearance budget
has room for is another world.

    off by more than is allowed ----> event: another world, reported once; nothing is verified while it lasts
    off by more than half of that --> it goes on, and the base is expected from where it is seen
    less than that for a whole loop > over: what is verified now is still true when it is done

A bolted base must be where it was first seen: one that is elsewhere floats, and its model is wrong.
"""

from typing import NamedTuple

import numpy as np

from predictor.arm_now.estimate import ArmEstimate, ArmReport
from predictor.inputs.arrays import Array
from predictor.model.base.floating_base import FloatingBase, base_after, carried
from predictor.model.reach import reach
from predictor.model.robot import Robot
from predictor.model.spatial import inverse_pose, rotation_vector
from telemetry.messages.joint_state import JointState

GOES_ON_SHARE = 0.5  # of what is allowed: by so much the base moves on while an event lasts


class _StandingArm(NamedTuple):
    q: tuple[float, ...]  # joints as seen (n,)
    T: Array  # (4, 4) base in the world


class BaseEstimate:
    """The base of one arm; poses are of the base in the world (4, 4)."""

    def __init__(self, base: FloatingBase) -> None:
        """Start before the first report."""
        self.base = base
        self._reach_m = reach(base.robot)
        self._T_seen, self._T_motion = np.eye(4), np.eye(4)  # at the same instant
        self._expected: _StandingArm | None = None
        self._stood: _StandingArm | None = None  # as the arm came to rest; None: it moves
        self._followed: tuple[bytes, Array] | None = None  # a chain of moves, and the base at its end

    def on_report(self, report: ArmReport, T_seen: Array, arm: ArmEstimate) -> float:
        """Take a report that the arm's estimate has taken; return how far off the base is.

        That is the displacement, against what is expected, of the farthest point that the arm can reach [m].
        """
        self._T_seen, self._T_motion = T_seen, arm.carried(report.sampled_ns)
        before = self._stood if report.is_at_rest else self._expected
        expected = T_seen if before is None else carried(self.base, before.q, report.q, T_world_base=before.T)
        self._expected = _StandingArm(report.q, T_seen if report.is_at_rest else expected)
        self._stood = (self._stood or self._expected) if report.is_at_rest else None
        return _displacement(inverse_pose(expected) @ T_seen, self._reach_m)

    def accept(self, report: ArmReport) -> None:
        """Expect the base where it is seen from now on; the moves that were followed began elsewhere."""
        self._followed = None
        self._expected = _StandingArm(report.q, self._T_seen)
        self._stood = self._expected if report.is_at_rest else None

    def follow(
        self, chain: bytes, move: tuple[JointState, JointState], T: Array, *, period_s: float
    ) -> Array:
        """Return where the base is after a queued move that begins at T, by the chain that ends with it."""
        self._followed = (chain, base_after(self.base, *move, T_world_base=T, period_s=period_s))
        return self._followed[1]

    def followed(self, chain: bytes) -> Array | None:
        """Return where the base is at the end of a chain of moves; None: another one was followed last."""
        return self._followed[1] if self._followed and self._followed[0] == chain else None

    def now(self, arm: ArmEstimate, spacecraft_ns: int) -> Array:
        """Return where the base is at an instant of the spacecraft's clock."""
        return self.carried_to(arm.carried(spacecraft_ns))

    def at_rest(self, arm: ArmEstimate, q: tuple[float, ...]) -> Array:
        """Return where the base will stand once all that was sent is done, and the arm is at q (n,)."""
        state, T_motion = arm.last()
        T = self.carried_to(T_motion)
        return T if state.q == q else carried(self.base, state.q, q, T_world_base=T)

    def carried_to(self, T_motion: Array) -> Array:
        """Return where the base is once the sent motion has carried it to a pose."""
        return self._T_seen @ inverse_pose(self._T_motion) @ T_motion


class BoltedBase:
    """The base of an arm whose model has it bolted."""

    def __init__(self, robot: Robot) -> None:
        """Start before the first report."""
        self._reach_m = reach(robot)
        self._T_seen = self._T_expected = np.eye(4)
        self._is_seen = False

    def on_report(self, report: ArmReport, T_seen: Array, arm: ArmEstimate) -> float:
        """Take a report; return how far off the base is, as `BaseEstimate.on_report` does [m]."""
        self._T_seen = T_seen
        if not self._is_seen:
            self.accept(report)
        return _displacement(inverse_pose(self._T_expected) @ T_seen, self._reach_m)

    def accept(self, report: ArmReport) -> None:
        """Expect the base from now on where it is seen."""
        self._T_expected, self._is_seen = self._T_seen, True


def _displacement(T: Array, reach_m: float) -> float:
    return float(np.linalg.norm(T[:3, 3]) + reach_m * np.linalg.norm(rotation_vector(T[:3, :3])))


class BaseWatch:
    """How far off the base is, report by report, and whether it is elsewhere."""

    def __init__(self, *, allowed_m: float, loop_ns: int) -> None:
        """Begin with a base that is where it must be.

        Args:
            allowed_m: displacement that the clearance budget has room for, at the arm's full reach.
            loop_ns: age of a report beyond which nothing is still to be done that had left when it came.
        """
        self._allowed_m, self._loop_ns = allowed_m, loop_ns
        self.is_elsewhere = False  # while an event lasts
        self._stays_since_ns: int | None = None  # None: by another clock

    def forget_times(self) -> None:
        """Forget all times, which are by another clock from now on."""
        self._stays_since_ns = None

    def on_displacement(self, off_m: float, at_ns: int) -> bool:
        """Take how far off the base is in a report; True if it is to be expected from where it is seen."""
        if not off_m <= self._allowed_m * (GOES_ON_SHARE if self.is_elsewhere else 1.0):
            self.is_elsewhere, self._stays_since_ns = True, at_ns
            return True
        if self._stays_since_ns is None:
            self._stays_since_ns = at_ns
        if at_ns - self._stays_since_ns >= self._loop_ns:
            self.is_elsewhere = False
        return False
