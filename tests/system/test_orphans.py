"""The supervisor dies in mid-motion, in virtual time: who stays, for how long, and how the arm is left."""

import pytest
from msgspec.structs import replace
from person_role import person

from ground.rehearsal.roles import roles
from ground.scenario.scenario import load, run_settings
from telemetry.drive.uncoded_time import UncodedTime
from telemetry.hold.orphan import (
    ALONE_NS,
    GUEST_ROLES,
    PREDECESSOR_SILENT_NS,
    ROLES_THAT_STAY,
    TELEMETRY_GONE_NS,
)
from telemetry.messages.acts import LeaseRequest, ResumeAct
from telemetry.messages.spacecraft import Telemetry
from tests.nominal_run import hold_press

S = 1_000_000_000
END_NS = 2 * PREDECESSOR_SILENT_NS + 2 * S  # of all three, one after the other
HOLD_LATCHES_NS = 3 * S  # up, stop, down
BEAT_NS = S
_SHIPPED = load("short_link")
SCENARIO = replace(_SHIPPED, truth=replace(_SHIPPED.truth, plant="kinematic"))  # nobody asks for forces here


class Abandoned:
    """A flight that loses its supervisor."""

    def __init__(self, *people, mode="rehearsal"):
        run = replace(run_settings(SCENARIO, seed=1, run_id="orphans"), mode=mode)
        specs = [*roles(SCENARIO, run), *people]
        self.flight = UncodedTime(specs, seed=1, observe=self._note, mode=mode)
        self.report = None
        self.lost_ns = 0

    def _note(self, at_ns, role, message):
        if isinstance(message, Telemetry):
            self.report = message

    def lose_supervisor(self, when=lambda: False, limit_ns=20 * S):
        self.flight.run(until_ns=limit_ns, finished=when)
        self.lost_ns = self.flight.now_ns
        self.flight.lose_supervisor()
        return self

    def running_after(self, duration_ns):
        self.flight.run(until_ns=self.lost_ns + duration_ns)
        return set(self.flight.running) - set(GUEST_ROLES)

    def is_moving(self):
        return self.report is not None and self.report.mode == "moving"


@pytest.fixture
def in_motion():
    abandoned = Abandoned()
    abandoned.lose_supervisor(abandoned.is_moving)
    assert abandoned.is_moving()
    return abandoned


def test_bridge_gate_and_space_segment_stay_and_the_arm_makes_the_verified_stop(in_motion):
    assert in_motion.running_after(10 * S) == set(ROLES_THAT_STAY)
    report = in_motion.report
    assert (report.mode, report.buffer, report.latched) == ("ready", 0, False)  # a missing sample would latch


def test_after_a_minute_without_a_person_the_arm_is_held_and_all_end(in_motion):
    assert in_motion.running_after(ALONE_NS - S) == set(ROLES_THAT_STAY)
    assert not in_motion.report.latched
    assert in_motion.running_after(ALONE_NS + HOLD_LATCHES_NS + END_NS) == set()
    assert in_motion.report.latch_reason == "hold_commanded"


def test_orphans_of_a_latched_arm_end_after_a_minute():
    abandoned = Abandoned().lose_supervisor(limit_ns=S)
    assert abandoned.running_after(ALONE_NS - BEAT_NS) == set(ROLES_THAT_STAY)
    assert abandoned.report.latched
    assert abandoned.running_after(ALONE_NS + END_NS) == set()


PRESS = hold_press("hold")
ASK, RESUME = LeaseRequest(), ResumeAct()


def test_an_arm_that_a_person_has_resumed_is_not_held_before_the_minute_is_over():
    abandoned = Abandoned(person("person", (40, ASK), (41, RESUME))).lose_supervisor(limit_ns=S)
    abandoned.running_after(40 * S + ALONE_NS - BEAT_NS)
    assert not abandoned.report.latched


def test_hold_straight_to_the_space_side_keeps_it_with_everybody_else_gone():
    abandoned = Abandoned(person("hold", (41, PRESS))).lose_supervisor(limit_ns=S)
    for name in ("gate", "bridge"):
        abandoned.flight.kill(name)
    assert abandoned.running_after(40 * S + ALONE_NS - BEAT_NS) == {"space_segment"}
    assert abandoned.running_after(40 * S + ALONE_NS + END_NS) == set()


@pytest.mark.parametrize(
    ("someone", "latch"),
    [
        (person("hold", (41, PRESS)), "power_up"),  # it was latched, and stayed so
        (person("person", (40, ASK), (41, RESUME)), "hold_commanded"),
        (person("person", (41, ASK)), "power_up"),
    ],
)
def test_whoever_presses_hold_resumes_or_asks_begins_the_minute_anew_for_all_three(someone, latch):
    abandoned = Abandoned(someone).lose_supervisor(limit_ns=S)
    assert abandoned.running_after(40 * S + ALONE_NS - BEAT_NS) == set(ROLES_THAT_STAY)
    assert abandoned.running_after(40 * S + ALONE_NS + HOLD_LATCHES_NS + END_NS) == set()
    assert abandoned.report.latch_reason == latch


def test_without_telemetry_the_ground_ends_after_a_minute(in_motion):
    in_motion.flight.kill("space_segment")
    assert in_motion.running_after(ALONE_NS - BEAT_NS) == {"bridge", "gate"}
    assert in_motion.running_after(ALONE_NS + END_NS) == set()


def test_telemetry_that_ends_later_ends_the_ground_later(in_motion):
    in_motion.running_after(ALONE_NS - S)
    in_motion.flight.kill("space_segment")
    assert in_motion.running_after(ALONE_NS + BEAT_NS) == {"bridge", "gate"}
    assert in_motion.running_after(ALONE_NS + TELEMETRY_GONE_NS + END_NS) == set()


def test_in_live_mode_orphans_stay_until_they_are_told_to_end():
    live = Abandoned(mode="live").lose_supervisor(limit_ns=S)
    assert live.running_after(2 * ALONE_NS) == set(ROLES_THAT_STAY)
