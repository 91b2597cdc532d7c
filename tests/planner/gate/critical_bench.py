"""The gate's bench with a person who arms and fires, and a spacecraft that does what comes."""

from msgspec import structs

from telemetry.messages.operations import (
    ArmCritical,
    EquipmentState,
    FireCritical,
    GripperOperation,
    OperationCommand,
)
from telemetry.messages.queue import CommandChanges, GateStatus
from tests.planner.gate.gate_bench import PERSON, UP_NS, Bench, settings

GRASP = GripperOperation(action="grasp", opening=0.02)
RELEASE = GripperOperation(action="release", opening=0.08)


def two_person_settings(mode="rehearsal"):
    run = settings(mode=mode)
    return structs.replace(run, commanding=structs.replace(run.commanding, two_person=True))


class CriticalBench(Bench):
    """At rest, quiet, with the lease."""

    def __init__(self, run=None, holder=PERSON):
        super().__init__(run=run, holder=holder)
        self.equipment, self.due = None, []  # when it arrives, and what
        self.does = True
        self.resumed()

    def react(self, message):
        super().react(message)
        if isinstance(message, OperationCommand) and self.does:
            self.due.append((self.now_ns + UP_NS, message))

    def telemetry(self, **changes):
        arrived = [message for at_ns, message in self.due if at_ns + UP_NS <= self.now_ns]
        if arrived:
            newest = arrived[-1]
            self.equipment = EquipmentState(
                epoch=newest.epoch, seq=newest.seq, refusal="", grasps=True,
                free_brakes=(), cameras_off=(), mode="nominal",
            )  # fmt: skip
        return super().telemetry(**{"equipment": self.equipment, **changes})

    def arm(self, operation=GRASP, by=None, **changes):
        status = self.status
        asked = ArmCritical(operation=operation, epoch=status.epoch, seq=status.next_operation)
        return self.act(structs.replace(asked, **changes), by or self.holder)

    def fire(self, by=None, **changes):
        """Fire what was armed last, whether it is still or not."""
        armed = next(status.armed for status in reversed(self.statuses()) if status.armed)
        asked = FireCritical(operation=armed.operation, digest=armed.digest, epoch=armed.epoch, seq=armed.seq)
        return self.act(structs.replace(asked, **changes), by or self.holder)

    def statuses(self):
        return self.all(GateStatus)

    def fired(self):
        return self.all(OperationCommand)

    def lives(self):
        """State and reason of each step of commands without motion."""
        changes = (change for message in self.all(CommandChanges) for change in message.changes)
        return [(change.state.value, change.reason) for change in changes if change.kind == "operation"]
