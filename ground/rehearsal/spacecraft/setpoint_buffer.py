"""Hold set-points on board until their moves begin, and judge each against the one before it.

Numbers (epoch, seq) are ordered as pairs; an epoch counts from 1 without gaps and follows an older one either
without a pause, where its first `execute_at` is the end of the older one's last move, or from rest.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ground.rehearsal.spacecraft.onboard_report import SetPointNumber
from predictor.motion.motion import LIMIT_SLACK, violation
from predictor.motion.stop import JointLimits, rest
from telemetry.agreed.limits import STANDS_RAD
from telemetry.agreed.reasons import Reason
from telemetry.messages.command import CommandKind, SetPoint
from telemetry.messages.joint_state import JointState

CAPACITY = 16
CLOCK_SLACK_NS = 1_000_000  # a move begins where the one before it ends, within this
POSE_TOLERANCE = 1e-6  # of the pose that a resume names [rad]
AT_REST_RATE = 1e-3  # of a joint that stands [rad/s or m/s]


class Planned(NamedTuple):
    """A set-point on board: the move to `state` begins at `execute_at_ns`."""

    number: SetPointNumber
    execute_at_ns: int
    state: JointState
    judged_from: JointState | None  # the state it was judged against; None: not known yet
    kind: CommandKind = "motion"


def number_of(set_point: SetPoint) -> SetPointNumber:
    """Return the pair by which set-points are ordered."""
    return set_point.epoch, set_point.seq


def objection(
    before: JointState | None, wanted: JointState, limits: JointLimits, *, period_s: float
) -> Reason | None:
    """Return why a set-point must not be flown: LIMIT, JUMP or None; not a number breaks every limit."""
    bounds = (limits.qd_max, limits.qdd_max)
    if any(len(row) != len(limits.q_min) for row in wanted):
        return Reason.LIMIT
    if not all(low <= q <= high for low, q, high in zip(limits.q_min, wanted.q, limits.q_max, strict=True)):
        return Reason.LIMIT
    for row, bound in zip((wanted.qd, wanted.qdd), bounds, strict=True):
        if not all(abs(value) <= most * (1.0 + LIMIT_SLACK) for value, most in zip(row, bound, strict=True)):
            return Reason.LIMIT
    if before is None:
        return None
    steps = zip(before.q, wanted.q, limits.qd_max, strict=True)
    if any(abs(end - begin) > speed * period_s * (1.0 + LIMIT_SLACK) for begin, end, speed in steps):
        return Reason.JUMP
    return Reason.LIMIT if violation(before, wanted, limits, period_s=period_s) else None


class SetPointBuffer:
    """The set-points that wait on board, at most `CAPACITY`."""

    def __init__(self, period_ns: int) -> None:
        """Begin empty."""
        self._period_ns = period_ns
        self._waiting: dict[SetPointNumber, Planned] = {}

    def __len__(self) -> int:
        """Return how many wait."""
        return len(self._waiting)

    def __contains__(self, wanted: SetPointNumber) -> bool:
        """Return whether that number waits."""
        return wanted in self._waiting

    @property
    def is_full(self) -> bool:
        """True if no other set-point finds room."""
        return len(self._waiting) >= CAPACITY

    def add(self, planned: Planned) -> None:
        """Keep a set-point until its move begins."""
        self._waiting[planned.number] = planned

    def remove(self, planned: Planned) -> None:
        """Remove the set-point whose move begins."""
        del self._waiting[planned.number]

    def flush(self) -> list[Planned]:
        """Forget everything; return what waited, in the order of its numbers."""
        flushed = [self._waiting[number] for number in sorted(self._waiting)]
        self._waiting.clear()
        return flushed

    def earliest(self) -> Planned | None:
        """Return the set-point whose move begins first."""
        return min(self._waiting.values(), key=lambda p: (p.execute_at_ns, p.number), default=None)

    def successor(self, last: SetPointNumber, boundary_ns: int) -> Planned | None:
        """Return what continues the motion after `last`: its next, or the first of a newer epoch."""
        epoch, seq = last
        due = [p for p in self._waiting.values() if abs(p.execute_at_ns - boundary_ns) <= CLOCK_SLACK_NS]
        following = [p for p in due if p.number == (epoch, seq + 1) or _is_first_after(p, epoch)]
        return min(following, key=lambda p: p.number, default=None)

    def state_before(self, set_point: SetPoint, now: Planned) -> JointState | None:
        """Return the state from which the move to a set-point begins, or None if that is not known yet.

        `now` is what is being executed, or was last: of a move that ended long ago the state is at rest.
        """
        epoch, seq = number_of(set_point)
        if seq > 1:
            return self._state_of((epoch, seq - 1), now)
        before = [p for p in (now, *self._waiting.values()) if p.execute_at_ns < set_point.execute_at_ns]
        last = max(before, key=lambda p: p.execute_at_ns, default=now)
        pause_ns = set_point.execute_at_ns - last.execute_at_ns - self._period_ns
        if abs(pause_ns) <= CLOCK_SLACK_NS or last.state.at_rest:
            return last.state
        return None

    def _state_of(self, wanted: SetPointNumber, now: Planned) -> JointState | None:
        if now.number == wanted:
            return now.state
        waiting = self._waiting.get(wanted)
        return waiting.state if waiting else None


def _is_first_after(planned: Planned, epoch: int) -> bool:
    return planned.number[0] > epoch and planned.number[1] == 1


def standing(q: tuple[float, ...], last: SetPointNumber, since_ns: int) -> Planned:
    """Return the rest at `q` as if it were a set-point executed long ago."""
    return Planned(last, since_ns, rest(q), None)


def standing_joints(wanted: Sequence[float], q: Sequence[float], qd: Sequence[float]) -> tuple[float, ...]:
    """Return what is commanded of joints in a latch (n,): where one stands that is at rest elsewhere."""
    return tuple(
        at if abs(at - asked) >= STANDS_RAD and abs(rate) <= AT_REST_RATE else asked
        for asked, at, rate in zip(wanted, q, qd, strict=True)
    )


def is_pose(q: Sequence[float], held: Sequence[float]) -> bool:
    """True if a resume names the pose that is held."""
    near = (abs(asked - own) <= POSE_TOLERANCE for asked, own in zip(q, held, strict=False))
    return len(q) == len(held) and all(near)
