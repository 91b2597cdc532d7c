"""Joints that fail in orbit: one that locks where it is, one that slips and makes only a share of its motion.

    command --> the drives' own: a slipping joint makes a share of each step --> body
                                                                                  |  passes the place, or
    body.lock(joint, q): it never moves again   <---------------------------------'  it is time

A joint fails at a time, or as it passes a place, and for good.  While the brakes are on nothing moves: a
command that is then put elsewhere moves no slipping joint.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ground.rehearsal.plant import Plant
from ground.scenario.fault_table import FaultTable
from predictor.model.joint_words import named, told
from predictor.model.robot import Robot
from telemetry.joint_state import JointState
from telemetry.messages.health import FaultNotice
from telemetry.run_settings import NS_PER_S


class _Slip(NamedTuple):
    """A slipping joint: what it makes of its command."""

    follows: float
    commanded: float  # at the last step
    driven: float


class FailingJoints:
    """The joints of one body that fail."""

    def __init__(self, faults: Sequence[FaultTable], robot: Robot) -> None:
        """Begin with all joints sound."""
        names = [joint.name for joint in robot.commanded]
        self._joints = robot.commanded
        self._coming = [(names.index(fault.joint), fault) for fault in faults if fault.is_of_joint]
        self._slips: dict[int, _Slip] = {}
        self._before: Sequence[float] | None = None  # joint values (n,) one step ago

    def begin(self, plant: Plant, commanded: JointState, now_ns: int) -> list[FaultNotice]:
        """Let those fail whose time or place has come; return what the record is told."""
        if not self._coming:
            return []
        q = plant.measured().q.tolist()
        before, self._before = self._before or q, q
        due = [
            (joint, fault, q[joint] if fault.place is None else fault.place)
            for joint, fault in self._coming
            if _is_due(fault, before[joint], q[joint], now_ns=now_ns)
        ]
        for joint, fault, place in due:
            self._coming.remove((joint, fault))
            if fault.follows is None:
                plant.lock(joint, place)
            else:
                self._slips[joint] = _Slip(fault.follows, commanded.q[joint], commanded.q[joint])
        return [self._notice(joint, fault, place) for joint, fault, place in due]

    def driven(self, commanded: JointState, *, brakes_on: bool) -> JointState:
        """Return what the drives make of the command."""
        if not self._slips:
            return commanded
        q, qd = list(commanded.q), list(commanded.qd)
        for joint, slip in self._slips.items():
            share = 0.0 if brakes_on else slip.follows
            at = slip.driven + share * (q[joint] - slip.commanded)
            self._slips[joint] = slip._replace(commanded=q[joint], driven=at)
            q[joint], qd[joint] = at, share * qd[joint]
        return JointState(tuple(q), tuple(qd), commanded.qdd)

    def _notice(self, joint: int, fault: FaultTable, place: float) -> FaultNotice:
        where = f"{named(self._joints, joint)} at {told(self._joints[joint], place)}"
        follows = "" if fault.follows is None else f", follows {fault.follows:.0%} of its command"
        return FaultNotice(kind=fault.kind, detail=where + follows, begins=True)


def _is_due(fault: FaultTable, before: float, q: float, *, now_ns: int) -> bool:
    if fault.place is None:
        return fault.at_s is not None and now_ns >= round(fault.at_s * NS_PER_S)
    return before != q and min(before, q) <= fault.place <= max(before, q)
