"""The faults of a scenario in space: those that begin and end at a time, and joints that fail.

The space segment carries out the timed ones; `FaultSchedule` only knows their order.  A joint locks where it
is, or slips and makes only a share of its motion:

    command --> the drives' own: a slipping joint makes a share of each step --> body
                                                                                  |  passes the place, or
    body.lock(joint, q): it never moves again   <---------------------------------'  it is time

A joint fails at a time, or as it passes a place, and for good.  While the brakes are on nothing moves: a
command that is then put elsewhere moves no slipping joint.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ground.faults.any_fault import JointFault, SpaceFault
from ground.faults.faults import Fault
from ground.rehearsal.body.plant import Plant
from predictor.model.joint_text import joint_label, value_text
from predictor.model.robot import Robot
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.contract import NEVER_NS
from telemetry.messages.health import FaultNotice
from telemetry.messages.joint_state import JointState


class FaultEvent(NamedTuple):
    """A fault begins or ends, on the ground's clock."""

    at_ns: int
    begins: bool
    fault: SpaceFault

    def notice(self) -> FaultNotice:
        """Return its notice for the record."""
        return FaultNotice(kind=self.fault.kind, detail=self.fault.detail, begins=self.begins)


class FaultSchedule:
    """All events of a scenario's timed faults, in order of time."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        """Sort the events; of one instant, in the order of the scenario, a begin before its end."""
        events = []
        for fault in faults:
            if isinstance(fault, SpaceFault):
                events.append(FaultEvent(fault.begin_ns, True, fault))
                events.append(FaultEvent(fault.end_ns, False, fault))
        self._events = sorted(events, key=lambda event: event.at_ns)

    @property
    def due_ns(self) -> int:
        """When the next event is due; NEVER_NS if none is left."""
        return self._events[0].at_ns if self._events else NEVER_NS

    def pop(self, now_ns: int) -> list[FaultEvent]:
        """Return the events that were due up to now, each once."""
        due = [event for event in self._events if event.at_ns <= now_ns]
        del self._events[: len(due)]
        return due


def loss_notice(direction: str, reason: str) -> FaultNotice:
    """Return the notice of a packet that the link lost; `direction` is uplink or downlink."""
    return FaultNotice(kind=f"{direction}_loss", detail=reason, begins=True)


class _Slip(NamedTuple):
    """A slipping joint: what it makes of its command."""

    follows: float
    commanded: float  # at the last step
    driven: float


class _Body(NamedTuple):
    """What a fault can do to the joints of one body, at an instant."""

    plant: Plant
    commanded: JointState
    slips: dict[int, _Slip]  # by joint

    def lock(self, joint: int, q: float) -> None:
        """Let a joint stand at q from now on."""
        self.plant.lock(joint, q)

    def slip(self, joint: int, follows: float) -> None:
        """Let a joint make a share of each step from now on."""
        self.slips[joint] = _Slip(follows, self.commanded.q[joint], self.commanded.q[joint])


class FailingJoints:
    """The joints of one body that fail."""

    def __init__(self, faults: Sequence[Fault], robot: Robot) -> None:
        """Begin with all joints sound."""
        names = [joint.name for joint in robot.commanded]
        self._joints = robot.commanded
        self._coming = [
            (names.index(fault.joint), fault) for fault in faults if isinstance(fault, JointFault)
        ]
        self._slips: dict[int, _Slip] = {}
        self._before: Sequence[float] | None = None  # joint values (n,) one step ago

    def begin(self, plant: Plant, commanded: JointState, now_ns: int) -> list[FaultNotice]:
        """Let those fail whose time or place has come; return their notices for the record."""
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
            fault.fail(_Body(plant, commanded, self._slips), joint, place)
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

    def _notice(self, joint: int, fault: JointFault, place: float) -> FaultNotice:
        where = f"{joint_label(self._joints, joint)} at {value_text(self._joints[joint], place)}"
        return FaultNotice(kind=fault.kind, detail=where + fault.detail, begins=True)


def _is_due(fault: JointFault, before: float, q: float, *, now_ns: int) -> bool:
    if fault.place is None:
        return fault.at_s is not None and now_ns >= round(fault.at_s * NS_PER_S)
    return before != q and min(before, q) <= fault.place <= max(before, q)
