"""The three arms, and how they move: joints, base, and the rates of both.

    commanded ----- where its newest motion has it, as if executed at once
    telemetered --- as measured on board, one way of the link ago
    estimated ----- as it should be in orbit at this instant

Rates of telemetry are those measured on board; of the others, differences of predictions: of the joints over
a tenth of a second, of a base that floats between two that tell it anew, because most repeat it.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ground.console.facts.arm_facts import ArmFacts
from ground.console.facts.panel_facts import Stamped
from ground.console.facts.snapshot import Snapshot
from predictor.model.quaternions import rotation_from_quaternion
from predictor.model.spatial import pose, rotation_from_vector, rotation_vector
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.base import Joints
from telemetry.messages.prediction import BasePose
from telemetry.messages.spacecraft import Telemetry

Array = NDArray[np.float64]
SPAN_NS = 100_000_000  # over which rates are taken, at least
RATES_COUNT_S = 1.0  # two reports farther apart than this tell no rates


class MovingArm(NamedTuple):
    """One of the three arms, and how it moves."""

    q: Array  # (n,)
    qd: Array | None  # (n,); None: not known
    T_world_base: Array
    base_twist: Array  # (6,) of the base, in world axes
    at_ns: int
    is_stale: bool

    def base_after(self, t_s: float) -> Array:
        """Return T_world_base as its twist carries it on."""
        R = rotation_from_vector(self.base_twist[3:] * t_s) @ self.T_world_base[:3, :3]
        return pose(R, self.T_world_base[:3, 3] + self.base_twist[:3] * t_s)

    def after(self, t_s: float) -> "MovingArm":
        """Return the arm as its rates carry it on."""
        if self.qd is None:
            return self
        at_ns = self.at_ns + round(t_s * NS_PER_S)
        return self._replace(q=self.q + self.qd * t_s, T_world_base=self.base_after(t_s), at_ns=at_ns)


def moving_arms(
    snapshot: Snapshot, now_ns: int
) -> tuple[MovingArm | None, MovingArm | None, MovingArm | None]:
    """Return the commanded, the telemetered and the estimated arm; None: never heard of."""
    facts, predicted, commanded, estimated = snapshot.arm, snapshot.arm.predicted, None, None
    if predicted is not None:
        is_stale, recent = predicted.is_stale(now_ns), facts.predictions
        commanded = _predicted(
            [_Prediction(arm.at_ns, arm.q_commanded, arm.base_commanded) for arm in recent], facts.telemetry
        )._replace(at_ns=predicted.at_ns, is_stale=is_stale)
        estimated = _predicted(
            [_Prediction(arm.at_ns, arm.q_now, arm.base_now) for arm in recent], facts.telemetry
        )._replace(at_ns=predicted.at_ns, is_stale=is_stale or snapshot.los_ns is not None)
    return commanded, _seen(facts, now_ns), estimated


class _Prediction(NamedTuple):
    """One of the arms in a prediction."""

    at_ns: int
    q: Joints
    base: BasePose | None


def _predicted(recent: Sequence[_Prediction], seen: Stamped[Telemetry] | None) -> MovingArm:
    """Return an arm as it is predicted, its base carried on since it was told anew."""
    q, T_world_base = np.array(recent[-1].q), _base(recent[-1].base, seen)
    resting = MovingArm(q, _joint_rates(recent), T_world_base, np.zeros(6), 0, is_stale=False)
    anew = [after for before, after in pairwise(recent) if after.base != before.base]
    if len(anew) < 2:
        return resting
    first, last = anew[0], anew[-1]
    twist = twist_between(_base(first.base), _base(last.base), (last.at_ns - first.at_ns) / NS_PER_S)
    moving = resting._replace(base_twist=twist)
    return moving._replace(T_world_base=moving.base_after((recent[-1].at_ns - last.at_ns) / NS_PER_S))


def _joint_rates(recent: Sequence[_Prediction]) -> Array | None:
    """Return the mean rates (n,) over about a tenth of a second; None: too little was heard of late."""
    newest = recent[-1]
    for before in reversed(recent):
        span_ns = newest.at_ns - before.at_ns
        if span_ns >= SPAN_NS:
            rates: Array = (np.array(newest.q) - np.array(before.q)) / (span_ns / NS_PER_S)
            return rates
    return None


def _seen(facts: ArmFacts, now_ns: int) -> MovingArm | None:
    seen, before = facts.telemetry, facts.telemetry_before
    if seen is None:
        return None
    report, T = seen.value, _base(seen.value)
    twist = np.zeros(6)
    twist[3:] = T[:3, :3] @ np.array(report.rate_base)
    span_s = (seen.at_ns - before.at_ns) / NS_PER_S if before else 0.0
    if before is not None and 0.0 < span_s <= RATES_COUNT_S:
        twist[:3] = (T[:3, 3] - np.array(before.value.p_world_base)) / span_s
    return MovingArm(np.array(report.q), np.array(report.qd), T, twist, seen.at_ns, seen.is_stale(now_ns))


def twist_between(T: Array, T_later: Array, span_s: float) -> Array:
    """Return the mean twist (6,) from one pose (4, 4) to a later one, linear first."""
    turn = rotation_vector(T_later[:3, :3] @ T[:3, :3].T)
    return np.concatenate([T_later[:3, 3] - T[:3, 3], turn]) / span_s


def _base(base: BasePose | Telemetry | None, seen: Stamped[Telemetry] | None = None) -> Array:
    """Return T_world_base (4, 4); where it is not predicted, as seen."""
    at = base or (seen.value if seen else None)
    if at is None:
        return np.eye(4)
    return pose(rotation_from_quaternion(np.array(at.quat_world_base)), np.array(at.p_world_base))
