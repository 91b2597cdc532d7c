"""The faults of a scenario that have a time, as a list of what begins and ends when.

They are done by the space segment: this module only knows the order.  Joints that fail are part of the body
(`ground.rehearsal.failing_joints`).
"""

from typing import NamedTuple

from ground.scenario.fault_table import FaultTable
from telemetry.contract import NEVER_NS
from telemetry.messages.health import FaultNotice
from telemetry.run_settings import NS_PER_S


class FaultEvent(NamedTuple):
    """A fault begins or ends, on the ground's clock."""

    at_ns: int
    begins: bool
    fault: FaultTable

    @property
    def end_ns(self) -> int:
        """When the fault ends [ns]."""
        return self.at_ns + round(self.fault.duration_s * NS_PER_S)

    def notice(self) -> FaultNotice:
        """Return what the record is told."""
        fault = self.fault
        detail = f"by {fault.step_s:+g} s" if fault.step_s else f"scripted for {fault.duration_s:g} s"
        return FaultNotice(kind=self.fault.kind, detail=detail, begins=self.begins)


class FaultSchedule:
    """All events of a scenario's timed faults, in order of time."""

    def __init__(self, faults: tuple[FaultTable, ...]) -> None:
        """Sort the events; of one instant, in the order of the scenario, a begin before its end."""
        events = []
        for fault in faults:
            if fault.at_s is None or fault.is_of_joint:
                continue
            begin = FaultEvent(round(fault.at_s * NS_PER_S), True, fault)
            events += [begin, FaultEvent(begin.end_ns, False, fault)]
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
