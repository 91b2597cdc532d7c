"""When the head of the queue may leave: the watermark, and the gate's own checks before every release.

    policy.judge(queue, verdict)   a verdict that speaks of this queue: is it a roll-back at once?
    policy.due(queue, tick)        a bad verdict whose roll-back has waited for this tick (published rule)
    policy.may_leave(queue, tick)  None, or why the head stays
    policy.checks                   the gate's own cheap checks, asked last

The other two policies are for comparison: `planner.gate.set_points.comparison`.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple, Protocol

from planner.gate.own_look.keep_out import KeepOut
from planner.gate.own_look.plain_base import plain_pose
from planner.gate.own_look.plain_frames import Transform
from planner.gate.set_points.copies_and_keys import StateKey
from planner.gate.set_points.queue import CommandQueue
from predictor.arm_now.locked_joints import Locked, locked_text, moved_joint
from predictor.model.joint_text import joint_label, limit_text, value_text
from predictor.model.joint_tree import Joint
from predictor.motion.motion import LIMIT_SLACK, violation
from predictor.motion.stop import JointLimits
from telemetry.agreed.reasons import Reason
from telemetry.messages.joint_state import JointState
from telemetry.messages.queue import Verdict
from telemetry.messages.spacecraft import Telemetry


class View(Protocol):
    """What the gate looks at in a world that was confirmed."""

    @property
    def limits(self) -> JointLimits:
        """No wider than those of the files."""
        ...

    @property
    def keep_out(self) -> KeepOut:
        """The bodies, where they are."""
        ...


class Candidate(NamedTuple):
    """A release as it would be: from r to the head, and the stop after it."""

    begin: JointState
    end: JointState
    stop: Sequence[JointState]
    report: Telemetry | None = None  # the newest of the spacecraft
    underway: Sequence[tuple[float, ...]] = ()  # where what was released takes the arm after that report
    locked: Locked = MappingProxyType({})  # joints that stand for good
    view: View | None = None  # of the world as it was confirmed; None: as in the files

    @property
    def rest_q(self) -> tuple[float, ...]:
        """Where the arm would rest (n,) [rad]."""
        return self.stop[-1].q if self.stop else self.end.q


class Doubt(NamedTuple):
    """Why the head may not leave."""

    reason: Reason
    detail: str = ""


Check = Callable[[Candidate], Doubt | None]


class Policy(Protocol):
    """Which entries may leave."""

    checks: tuple[Check, ...]
    ends_at_contact: bool  # it heeds what the predictor sees of the arm now

    def judge(self, queue: CommandQueue, verdict: Verdict) -> bool:
        """Take a verdict that speaks of this queue; True if it ends the motion."""
        ...

    def due(self, queue: CommandQueue, tick: int) -> Verdict | None:
        """Return the bad verdict that ends the motion now, before anything leaves at this tick."""
        ...

    def may_leave(self, queue: CommandQueue, tick: int) -> Reason | None:
        """Return None if the head may leave at this tick."""
        ...

    def key(self, epoch: int) -> StateKey:
        """Return what it remembers of verdicts, epochs counted from `epoch`."""
        ...


class Watermark:
    """An entry leaves when it and all before it are verified, and it has waited its periods (R4)."""

    ends_at_contact = True

    def __init__(self, depth: int, checks: tuple[Check, ...]) -> None:
        """Let entries wait `depth` ticks."""
        self._depth = depth
        self.checks = checks

    def judge(self, queue: CommandQueue, verdict: Verdict) -> bool:
        """Extend the watermark, or roll back."""
        if verdict.ok:
            queue.verify(verdict.seq)
        return not verdict.ok

    def due(self, queue: CommandQueue, tick: int) -> Verdict | None:
        """No roll-back ever waits."""
        return None

    def may_leave(self, queue: CommandQueue, tick: int) -> Reason | None:
        """Ask the watermark first, then the waiting time."""
        if queue.waiting and queue.waiting[0].entry.seq > queue.verified_until:
            return Reason.VERDICT_MISSING
        return waiting_reason(queue, tick, self._depth)

    def key(self, epoch: int) -> StateKey:
        """Return nothing: the queue knows what is verified."""
        return ()


def waiting_reason(queue: CommandQueue, tick: int, ticks: int) -> Reason | None:
    """Return None if there is a head and it was there `ticks` ticks ago."""
    if queue.waiting and queue.oldest_age(tick) >= ticks:
        return None
    return Reason.QUEUE_RAN_EMPTY


def within_limits(joints: Sequence[Joint], limits: JointLimits, period_s: float) -> Check:
    """Return the look at position, speed, acceleration, jerk, one tick's step and the end of the stop."""

    def look(step: Candidate) -> Doubt | None:
        now = step.view.limits if step.view else limits
        for joint, (q0, q1) in enumerate(zip(step.begin.q, step.end.q, strict=True)):
            if not abs(q1 - q0) <= now.qd_max[joint] * period_s * (1.0 + LIMIT_SLACK):
                step_text = (
                    f"{joint_label(joints, joint)}: {value_text(joints[joint], abs(q1 - q0))} in one period"
                )
                return Doubt(Reason.STEP_TOO_LARGE, step_text)
        broken = violation(step.begin, step.end, now, period_s=period_s)
        if broken:
            return Doubt(Reason.LIMIT, limit_text(joints, broken))
        for joint, q in enumerate(step.rest_q):
            if not now.q_min[joint] <= q <= now.q_max[joint]:
                end_text = f"{joint_label(joints, joint)}: its stop ends at {value_text(joints[joint], q)}"
                return Doubt(Reason.LIMIT, end_text)
        return None

    return look


def spares_locked(joints: Sequence[Joint]) -> Check:
    """Return the look at joints that stand for good: neither the set-point nor its stop moves one."""

    def look(step: Candidate) -> Doubt | None:
        for before, state in pairwise((step.begin, step.end, *step.stop)):
            joint = moved_joint(step.locked, before, state)
            if joint is not None:
                return Doubt(Reason.LOCKED_JOINT, locked_text(joints, {joint: step.locked[joint]}))
        return None

    return look


def outside_bodies(keep_out: KeepOut) -> Check:
    """Return the look at the scene's bodies: neither the set-point nor the end of its stop lies in one.

    A base that floats past one of them is carried on from where it was last reported.
    """

    def look(step: Candidate) -> Doubt | None:
        look_at = step.view.keep_out if step.view else keep_out
        for q, T_world_base in zip((step.end.q, step.rest_q), _bases(look_at, step), strict=True):
            found = look_at.intrusion(q, T_world_base)
            if found:
                return Doubt(Reason.KEEP_OUT, f"{found.limb} in {found.body}")
        return None

    return look


def _bases(keep_out: KeepOut, step: Candidate) -> tuple[Transform | None, Transform | None]:
    """Return where the base is at the set-point and at the end of its stop; None: it does not count."""
    base, report = keep_out.base, step.report
    if base is None or report is None:
        return None, None
    seen = plain_pose(report.p_world_base, report.quat_world_base)
    there = base.along(seen, (report.q, *step.underway, step.end.q))
    return there, base.along(there, (step.end.q, step.rest_q))
