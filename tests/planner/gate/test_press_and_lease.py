"""Lease, press, pause and plans, each alone: to the last nanosecond, and what of them counts."""

import pytest

from planner.gate.guards.arming import (
    LEASE_NS,
    PAUSE_NS,
    PLANS_KEPT,
    Arming,
    ArmingFacts,
    AuthorityLease,
    CertifiedPlans,
    DeadManPress,
    RollBackPause,
    guard,
    guard_teleop,
)
from planner.gate.set_points.policy import Doubt
from planner.plans.certificate import seal
from telemetry.agreed.limits import ROLL_BACKS, ROLL_BACKS_WITHIN_NS
from telemetry.agreed.reasons import Reason
from telemetry.messages.plan import Certificate

PAIR = ("hand", "target_bus")


def test_whoever_asks_gets_a_lease_that_was_ended():
    lease = AuthorityLease()
    assert lease.ask("person", 0) and not lease.ask("console", 1)
    lease.end()
    assert lease.ask("console", 1)


def test_a_lease_counts_by_its_holder_and_the_time_that_is_left():
    lease, other = AuthorityLease(), AuthorityLease()
    assert lease.key(7) == other.key(8)
    lease.ask("person", 0)
    other.ask("person", 5)
    assert lease.key(1) == other.key(6) != lease.key(2)
    assert lease.key(LEASE_NS) == lease.key(LEASE_NS + 1) == ("person", 0, 0)


@pytest.mark.parametrize(
    ("switch", "is_new"),
    [((), False), ((True,), False), ((False,), False), ((False, True), True), ((False, True, True), True)],
)
def test_a_press_is_new_once_it_was_released_since_the_last_hold(switch, is_new):
    press = DeadManPress()
    assert press.key == (False, False)
    for _ in range(2):
        for pressed in switch:
            press.on_sample(pressed)
        assert press.is_new is is_new
        press.on_hold()
        assert not press.is_new


def rolled_back(*at_ns):
    pause = RollBackPause()
    for each in at_ns:
        pause.on_roll_back(PAIR, each)
    return pause


@pytest.mark.parametrize(
    ("within_ns", "pauses"), [(ROLL_BACKS_WITHIN_NS, True), (ROLL_BACKS_WITHIN_NS + 1, False)]
)
def test_roll_backs_make_a_pause_if_the_last_ones_lie_within_their_time(within_ns, pauses):
    pause = rolled_back(*[0] * (ROLL_BACKS - 1), within_ns)
    assert (pause.doubt(within_ns) is not None) is pauses


def test_a_pause_ends_to_the_nanosecond():
    pause = rolled_back(*[0] * ROLL_BACKS)
    assert pause.doubt(PAUSE_NS - 1).detail == "hand and target_bus"
    assert pause.doubt(PAUSE_NS) is None


def test_roll_backs_count_as_long_as_they_may_make_a_pause_and_a_pause_until_its_end():
    two, pause = rolled_back(0, 1), rolled_back(*[0] * ROLL_BACKS)
    assert two.key(ROLL_BACKS_WITHIN_NS) == ((ROLL_BACKS_WITHIN_NS, ROLL_BACKS_WITHIN_NS - 1), None)
    assert two.key(ROLL_BACKS_WITHIN_NS + 2) == RollBackPause().key(5) == ((), None)
    assert pause.key(PAUSE_NS - 1)[1] == (1, PAIR) and pause.key(PAUSE_NS)[1] is None


def certificate(number):
    return seal(
        Certificate(
            plan_id=f"plan {number}", configuration=b"", world=0, start_q=(), points=(b"",), digest=b"",
            clearance=0.2, pair=PAIR,
        )
    )  # fmt: skip


def test_of_so_many_plans_the_oldest_is_forgotten_first():
    plans, made = CertifiedPlans(), [certificate(number) for number in range(PLANS_KEPT + 1)]
    for each in made[:-1]:
        plans.add(each)
    assert plans.find("plan 0", made[0].digest) == made[0]
    plans.add(made[0])  # again: now it is the newest
    plans.add(made[-1])
    assert plans.find("plan 0", made[0].digest) and plans.find("plan 1", made[1].digest) is None
    assert len(plans.key) == PLANS_KEPT


def armed(made=None):
    source = "plan" if made else "teleop"
    return Arming(holder="person", tick=3, source=source, certificate=made).key


def test_what_is_armed_counts_by_its_certificate_if_it_has_one():
    assert armed(certificate(1)) == armed(certificate(1)) != armed(certificate(2)) != armed()


def facts(**changes):
    """What the guards look at where nothing is in the way, but for the changes."""
    nothing = {
        "operator_silent": False, "inhibition": None, "detail": "", "latched": False, "quiet": True,
        "may_rearm_early": False, "pause": None, "world": 0, "configuration": b"", "r_q": (0.0,),
        "unrest": "moves", "joints": (), "inside": "",
    }  # fmt: skip
    return ArmingFacts(**{**nothing, **changes})


@pytest.mark.parametrize(
    ("changes", "doubt"),
    [
        ({}, None),
        ({"operator_silent": True, "latched": True}, Doubt(Reason.OPERATOR_SILENT)),
        ({"latched": True, "pause": Doubt(Reason.ROLLBACK_PAUSE, "both")}, Doubt(Reason.LATCHED)),
        ({"pause": Doubt(Reason.ROLLBACK_PAUSE, "both"), "r_q": None}, Doubt(Reason.ROLLBACK_PAUSE, "both")),
        ({"inhibition": Reason.TELEMETRY_STALE, "r_q": None}, Doubt(Reason.TELEMETRY_STALE)),
        ({"r_q": None}, Doubt(Reason.NOT_QUIET, "moves")),
    ],
)
def test_the_first_thing_in_the_way_of_arming_is_told(changes, doubt):
    assert guard(facts(**changes)) == doubt


@pytest.mark.parametrize(
    ("lost", "presses", "reason"),
    [
        (Reason.DEAD_MAN_STALE, True, "dead_man_stale"),
        (Reason.DEAD_MAN_RELEASED, True, "dead_man_not_pressed"),
        (None, False, "dead_man_not_pressed"),
        (None, True, None),
    ],
)
def test_the_hand_is_armed_by_a_new_press_that_is_heard(lost, presses, reason):
    press = DeadManPress()
    for pressed in (False, presses):
        press.on_sample(pressed)
    doubt = guard_teleop(facts(), press, lost)
    assert (doubt.reason if doubt else None) == reason
