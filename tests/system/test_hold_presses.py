"""Presses of HOLD in virtual time, whoever is dead but the bridge, flooded, disks full: none is missed.

person --- press, sealed ---> bridge --- packet ---> the wire's end, which floods the run with reports
"""

from dataclasses import replace
from itertools import chain, combinations

import pytest
from person_role import S, person

from ground.rehearsal.roles import roles
from ground.rehearsal.spacecraft.spacecraft_end import RunEnd
from ground.run.run_plan import FAR_END
from ground.scenario.scenario import load, run_settings
from telemetry.agreed.participants import SPACECRAFT
from telemetry.agreed.run_settings import RunSettings
from telemetry.drive.seams import Seams
from telemetry.drive.virtual_time import VirtualTime
from telemetry.life.contract import RoleSpec, Send
from telemetry.messages.command import HoldCommand
from telemetry.messages.spacecraft import Downlink, Uplink
from tests.benchmarks.questions.hold_far_end import report
from tests.nominal_run import hold_press

SCENARIO = load("short_link")
OTHERS = ("recorder", "predictor", "planner", "gate", "haptics", "operator")
SUBSETS = [*chain.from_iterable(combinations(OTHERS, size) for size in range(len(OTHERS) + 1))]
APART_NS, FLOOD_NS = 5_000_000, 5_000_000
ONE_MS = 1_000_000
BEGIN_NS = S


class WireEnd:
    """Where the bridge's packets come out: notes when it saw each press first, and floods."""

    def __init__(self, run, store):
        self._end = RunEnd(replace(run.speakers, keys=store.keys[SPACECRAFT]), boot=store.boot)
        self.due_ns, self.came_ns = 0, {}

    def receive(self, message, sender, now_ns):
        held = self._end.on_packet(message.packet, now_ns) if isinstance(message, Uplink) else None
        if isinstance(held, HoldCommand):
            self.came_ns.setdefault(held.nonce, now_ns)
        return ()

    def tick(self, now_ns):
        self.due_ns = now_ns + FLOOD_NS
        return [Send(Downlink(packet=packet)) for packet in self._end.packets(report(now_ns), now_ns)]


def build(settings: RunSettings, store, rng):
    return WireEnd(settings, store)


class FullDisk(Seams):
    """Nothing can be written any more."""

    def store_fault(self, participant, now_ns):
        return "refuses"


def flown(each):
    """Press so often with each subset dead; return when each press was made, and when it was on the wire."""
    run = run_settings(SCENARIO, seed=1, run_id="test")
    pressed_ns = {number: BEGIN_NS + number * APART_NS for number in range(1, each * len(SUBSETS) + 1)}
    presses = [(at_ns / S, hold_press("console", number)) for number, at_ns in pressed_ns.items()]
    ground = [spec for spec in roles(SCENARIO, run) if spec.participant != FAR_END]
    driver = VirtualTime(
        [*ground, RoleSpec(FAR_END, f"{__name__}:build", run), person("console", *presses)], seed=1
    )
    driver.run(until_ns=BEGIN_NS)
    driver.seams = FullDisk()
    for number, dead in enumerate(SUBSETS, 1):
        for name in dead:
            driver.kill(name)
        driver.run(until_ns=BEGIN_NS + number * each * APART_NS + APART_NS // 2)
        for name in dead:
            driver.start(name)
    return pressed_ns, driver.role(FAR_END).came_ns


@pytest.mark.parametrize("each", [1, pytest.param(157, marks=pytest.mark.long)])
def test_no_press_is_missed_and_each_is_on_the_wire_within_a_millisecond(each):
    pressed_ns, came_ns = flown(each)
    assert came_ns.keys() - {0} == pressed_ns.keys()
    assert max(came_ns[number] - pressed_ns[number] for number in pressed_ns) <= ONE_MS
