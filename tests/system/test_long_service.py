"""A long service does not decay: neither memory nor descriptors grow with the time that is flown (X-08)."""

import gc
import os
import sys
from collections.abc import Sized

import msgspec
import numpy as np
import pytest

from ground.audit.law import Law
from ground.campaign.audit_witness import AuditWitness
from ground.operator import view
from ground.rehearsal.virtual_flight import Flight, VirtualFlight
from ground.report.facts import command_ends, led_tool, occurrences, ranges
from planner import role as planner_role
from planner.gate.guards import arming
from planner.gate.set_points import ledger
from telemetry.recording import pass_book
from tests.short_flights import planned_a_little

FEW = 2
FEW_COMMANDS = 30  # that the audit keeps: all of a queue, and what is on its way
BOUNDS = (  # of what is kept of the newest; they would be met after hours
    (command_ends, "KEPT_ENDS"), (occurrences, "KEPT_VERDICTS"), (ranges, "KEPT_MAX"),
    (led_tool, "BEFORE_MAX"), (ledger, "KEPT_COMMANDS"), (view, "PLANS_KEPT"),
    (arming, "PLANS_KEPT"), (planner_role, "KEPT_PLANS"), (pass_book, "KEPT_BYTES"),
)  # fmt: skip
WARM_S, END_S = 15.0, 45.0  # the arm rests at both
MOST_BLOCKS = 10_000  # of new memory meanwhile; with each report kept it is 23,000
FULL_S = 600.0  # until all that has a bound is at it
MIB, PAGE = 2**20, os.sysconf("SC_PAGE_SIZE")
MIB_AN_HOUR = 1.0


@pytest.fixture(autouse=True)
def _little_is_kept(monkeypatch):
    for module, bound in BOUNDS:
        monkeypatch.setattr(module, bound, FEW)
    monkeypatch.setattr(Law, "most_awaited", FEW_COMMANDS)


def there_and_back(duration_s):
    """A small plan out, and one back, as often as there is time."""
    scenario = planned_a_little(duration_s=duration_s).with_plant("kinematic")
    [out] = scenario.acts
    move = msgspec.structs.replace(out.plan.moves[0], to_deg=scenario.start_q_deg)
    back = msgspec.structs.replace(out, plan=msgspec.structs.replace(out.plan, moves=(move,)))
    acts = (out, back) * round(duration_s / 5.0)
    return msgspec.structs.replace(scenario, acts=acts)


def flown(duration_s, on_progress):
    """Fly so long, with the audit of a campaign."""
    flight = VirtualFlight(there_and_back(duration_s), Flight(seed=1, coded=False, shown=False))
    flight.driver.witness = audit = AuditWitness(flight.run, ())
    try:
        flight.fly(on_progress)
        audit.judge_end()
    finally:
        flight.close()
    assert flight.facts.script is None and flight.facts.duration_s >= duration_s  # it flew all the time
    assert not audit.audit.findings and audit.audit.released > FEW_COMMANDS
    return audit.audit


def test_what_a_flight_keeps_does_not_grow_with_its_reports_commands_and_verdicts():
    blocks = {}

    def on_progress(at_s, state):
        if at_s in (WARM_S, END_S):
            gc.collect()
            blocks[at_s] = sys.getallocatedblocks()

    audit = flown(END_S, on_progress)
    assert blocks[END_S] - blocks[WARM_S] < MOST_BLOCKS
    held = [audit._account.entries, *(each for part in audit._parts for each in vars(part).values())]
    assert max(len(each) for each in held if isinstance(each, Sized)) == FEW_COMMANDS


@pytest.mark.sweep
def test_memory_and_descriptors_stay_over_a_long_service(request):
    hours = request.config.getoption("--service-hours")
    times_s, resident, descriptors = [], [], []

    def on_progress(at_s, state):
        if at_s >= FULL_S and at_s % 60.0 == 0.0:
            gc.collect()
            times_s.append(at_s)
            resident.append(resident_mib())
            descriptors.append(len(os.listdir("/proc/self/fd")))

    flown(FULL_S + hours * 3600.0, on_progress)
    slope = np.polyfit(np.array(times_s) / 3600.0, resident, 1)[0]
    print(f"{slope:.2f} MiB/h over {hours} h, {resident[0]:.0f} to {resident[-1]:.0f} MiB")
    assert slope < MIB_AN_HOUR
    assert len(set(descriptors)) == 1


def resident_mib():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * PAGE / MIB
