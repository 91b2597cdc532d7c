"""What a flight shows of an arm when ground or spacecraft lose a process: does it move unasked?"""

from itertools import pairwise

from telemetry.messages.acts import ArmAct
from telemetry.messages.spacecraft import Telemetry

MOVING = ("moving", "stopping")


def reports(heard):
    """Every report of the spacecraft that anybody received, in the order in which they were made."""
    made = {
        each.message.sampled_ns: (each.at_ns, each.message)
        for each in heard
        if isinstance(each.message, Telemetry)
    }
    return [made[sampled_ns] for sampled_ns in sorted(made)]


def armings(heard):
    """Instants at which the gate was asked to arm."""
    return [each.at_ns for each in heard if each.role == "gate" and isinstance(each.message, ArmAct)]


def unasked_motions(heard, killed_ns):
    """Motions that began after the kill, and after the arm had stood still, without a new arming between."""
    rested_ns, unasked, armed = killed_ns, [], armings(heard)
    for (before_ns, before), (at_ns, report) in pairwise(reports(heard)):
        if at_ns <= killed_ns:
            continue
        if before.mode in MOVING and report.mode not in MOVING:
            rested_ns = before_ns
        begins = before.mode not in MOVING and report.mode in MOVING
        if begins and not any(rested_ns <= armed_ns <= at_ns for armed_ns in armed):
            unasked.append(at_ns)
    return unasked


def assert_stops_and_is_armed_again(heard, killed_ns):
    """The arm was in motion, comes to rest, and begins no motion that nobody has asked for since."""
    assert "moving" in [report.mode for at_ns, report in reports(heard) if at_ns <= killed_ns]
    assert any(report.mode not in MOVING for at_ns, report in reports(heard) if at_ns > killed_ns)
    assert unasked_motions(heard, killed_ns) == []
