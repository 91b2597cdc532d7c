"""The faults of a scenario that have a time, as a list of what begins and ends when.

They are done by the space segment: this module only knows the order.  Joints that fail are part of the body
(`ground.rehearsal.body.failing_joints`).
"""

from typing import NamedTuple

from ground.faults.any_fault import SpaceFault
from ground.faults.faults import Fault
from telemetry.life.contract import NEVER_NS
from telemetry.messages.health import FaultNotice


class FaultEvent(NamedTuple):
    """A fault begins or ends, on the ground's clock."""

    at_ns: int
    begins: bool
    fault: SpaceFault

    def notice(self) -> FaultNotice:
        """Return what the record is told."""
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
    """Return what the record is told of a packet that the link lost; `direction` is uplink or downlink."""
    return FaultNotice(kind=f"{direction}_loss", detail=reason, begins=True)
