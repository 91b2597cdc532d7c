"""Critical commands: ARM, then FIRE of the identical hash within 30 s; what happens between cancels (R12)."""

import pytest

from telemetry.agreed.authority import SCRIPT
from telemetry.agreed.limits import ARM_FIRE_NS
from telemetry.messages.acts import ArmPlan, Disarm
from telemetry.messages.operations import (
    BrakeOperation,
    CameraOperation,
    FireCritical,
    ModeOperation,
    Operate,
)
from tests.planner.gate.critical_bench import (
    GRASP,
    RELEASE,
    CriticalBench,
    two_person_settings,
)
from tests.planner.gate.gate_bench import OTHER, PERSON, Bench, settings

SECOND = 1_000_000_000
ARMED_S = ARM_FIRE_NS / SECOND


@pytest.fixture
def bench():
    return CriticalBench()


def test_a_grasp_is_armed_fired_and_confirmed_and_then_its_release(bench):
    assert bench.arm().accepted and bench.status.armed.by == PERSON and not bench.fired()
    assert bench.fire().accepted and bench.status.armed is None
    assert [command.operation for command in bench.fired()] == [GRASP]
    bench.run(3.0)
    assert bench.lives() == [(state, "") for state in ("proposed", "released", "executed", "confirmed")]
    assert bench.arm(RELEASE).accepted and bench.fire().accepted
    numbers = [(command.epoch, command.seq) for command in bench.fired()]
    assert numbers == [(bench.status.epoch, 1), (bench.status.epoch, 2)]


def test_fire_first_is_refused(bench):
    status = bench.status
    first = FireCritical(operation=GRASP, digest=b"x", epoch=status.epoch, seq=status.next_operation)
    assert bench.act(first).reason == "not_armed" and not bench.fired()


@pytest.mark.parametrize("changes", [{"operation": RELEASE}, {"digest": b"other"}])
def test_an_altered_fire_is_refused(bench, changes):
    bench.arm()
    assert bench.fire(**changes).reason == "fire_altered" and not bench.fired()


def test_a_copy_of_an_arm_arms_nothing(bench):
    number = {"epoch": bench.status.epoch, "seq": bench.status.next_operation}
    assert bench.arm(**number).accepted and bench.fire().accepted
    bench.run(3.0)
    assert bench.arm(**number).reason == "arm_replayed" and bench.status.armed is None


def test_an_arm_of_another_epoch_arms_nothing(bench):
    assert bench.arm(epoch=bench.status.epoch - 1).reason == "arm_replayed"


def test_an_arm_counts_for_30_s_of_the_gates_clock_and_not_longer(bench):
    bench.arm()
    bench.run(ARMED_S - 0.05)
    assert bench.status.armed is not None
    bench.run(0.3)
    assert bench.status.armed is None and bench.lives()[-1] == ("expired", "arm_expired")
    assert bench.fire().reason == "arm_expired" and not bench.fired()


def test_a_fire_at_the_very_end_comes_too_late_without_a_tick_between(bench):
    bench.arm()
    bench.run(ARMED_S - 0.05)
    until_ns = bench.status.armed.until_ns
    bench.now_ns = until_ns
    assert bench.fire().reason == "arm_expired" and not bench.fired()


def test_what_was_fired_is_not_fired_again(bench):
    bench.arm()
    assert bench.fire().accepted
    assert bench.fire().reason == "old_number" and len(bench.fired()) == 1


ENDINGS = {
    "hold": (lambda bench: bench.press_hold(), "operator_hold"),
    "latch": (lambda bench: (bench.latch("power_up"), bench.run(0.3)), "power_up"),
    "world": (lambda bench: bench.give(bench.world(change=1)), "world_changed"),
    "lease": (lambda bench: (bench.silent.add("lease"), bench.run(10.5)), "not_holder"),
    "operator": (lambda bench: (bench.silent.add("operator"), bench.run(0.6)), "operator_silent"),
    "telemetry": (lambda bench: (bench.silent.add("telemetry"), bench.run(1.6)), "telemetry_stale"),
    "recorder": (lambda bench: (bench.silent.add("recorder"), bench.run(1.6)), "recorder_unhealthy"),
    "disarm": (lambda bench: bench.act(Disarm()), "disarmed"),
    "motion": (
        lambda bench: bench.act(ArmPlan(plan_id="plan", certificate=bench.certificate.digest)),
        "wrong_state",
    ),
}


@pytest.mark.parametrize("name", ENDINGS)
def test_whatever_happens_between_arm_and_fire_cancels_and_says_so(bench, name):
    happen, reason = ENDINGS[name]
    bench.with_plan().run(2.0)
    bench.arm()
    happen(bench)
    assert bench.status.armed is None and bench.lives()[-1] == ("cancelled", reason)
    assert bench.fire().accepted is False and not bench.fired()


def test_a_hold_that_is_left_again_does_not_bring_the_arming_back(bench):
    bench.arm()
    bench.press_hold()
    bench.latch("hold_commanded")
    bench.run(2.0).resumed()
    assert bench.status.state == "rest"
    assert bench.fire().reason == "not_armed" and not bench.fired()


def test_a_gate_that_has_restarted_knows_no_arming_and_ends_that_of_the_one_before(bench):
    bench.arm()
    epoch = bench.status.epoch
    after = Bench(store=bench.store, run=bench.run_settings, latched=False)
    after.now_ns = after.next_step_ns = bench.now_ns
    after.run(3.0)
    assert after.status.armed is None and after.gate.epochs.first > epoch
    asked = FireCritical(operation=GRASP, digest=bench.status.armed.digest, epoch=epoch, seq=1)
    assert after.act(asked).reason == "not_armed"


def test_nothing_is_armed_while_the_arm_moves_is_held_or_is_not_quiet():
    moving = CriticalBench().with_plan()
    moving.arm_plan()
    moving.run(2.0)
    assert moving.arm().reason == "wrong_state"
    held = CriticalBench()
    held.press_hold()
    assert held.arm().reason == "latched"


def test_only_the_holder_of_the_lease_arms_and_fires(bench):
    assert bench.arm(by=OTHER).reason == "not_holder"
    bench.arm()
    assert bench.fire(by=OTHER).reason == "not_holder" and not bench.fired()


def test_a_second_command_is_not_armed_beside_the_first(bench):
    bench.arm()
    assert bench.arm(RELEASE).reason == "already_armed"


def test_while_the_newest_is_unconfirmed_no_other_is_armed(bench):
    bench.arm()
    bench.fire()
    assert bench.arm(RELEASE).reason == "not_quiet"


@pytest.mark.parametrize(
    "operation", [BrakeOperation(action="release", joint=6), CameraOperation(action="on", camera="none")]
)
def test_what_the_arm_does_not_have_is_not_armed(bench, operation):
    assert bench.arm(operation).reason == "no_such_equipment"


def test_what_is_not_critical_needs_one_act_and_what_is_needs_two(bench):
    assert bench.act(Operate(operation=GRASP)).reason == "needs_fire" and not bench.fired()
    assert bench.act(Operate(operation=ModeOperation(action="safe"))).accepted
    assert [command.operation.action for command in bench.fired()] == ["safe"]


def test_a_fire_whose_record_fails_has_not_happened(bench):
    bench.arm()
    bench.log_works = False
    reply = bench.fire()
    assert (reply.accepted, reply.reason) == (False, "release_log") and not bench.fired()
    assert bench.lives()[-1] == ("cancelled", "release_log")


def test_a_command_that_nobody_confirms_is_lost(bench):
    bench.does = False
    bench.arm()
    bench.fire()
    bench.run(10.0)
    assert bench.lives()[-1] == ("lost", "")


# Who may fire.


def test_a_script_fires_in_a_rehearsal_alone():
    rehearsing = CriticalBench(holder=SCRIPT)
    rehearsing.arm()
    assert rehearsing.fire().accepted
    live = CriticalBench(run=settings(mode="live"), holder=SCRIPT)
    assert live.arm().accepted
    assert live.fire().reason == "script_fires" and not live.fired()


def test_under_the_two_person_profile_who_has_armed_does_not_fire_and_another_role_does():
    bench = CriticalBench(two_person_settings(), holder="console")
    bench.arm()
    assert bench.fire().reason == "second_person" and not bench.fired()
    bench.silent.add("lease")
    assert bench.fire(by="console-2").reason == "second_person"  # nobody knows that it is another person
    assert bench.fire(by="console-2", login="ann").reason == "second_person"
    assert bench.status.armed is not None


@pytest.mark.parametrize(("armed_by", "fired_by", "is_fired"), [("ann", "bob", True), ("ann", "ann", False)])
def test_at_two_consoles_two_persons_are_told_apart_by_their_logins(armed_by, fired_by, is_fired):
    bench = CriticalBench(two_person_settings(), holder="console")
    bench.arm(login=armed_by)
    assert bench.fire(by="console-2", login=fired_by).accepted is is_fired


@pytest.mark.parametrize("run", [settings(), two_person_settings()], ids=["one person", "two persons"])
def test_an_approver_fires_what_another_has_armed_and_has_neither_lease_nor_login(run):
    bench = CriticalBench(run, holder="console")
    bench.arm()
    assert bench.fire(by="approver", digest=b"other").reason == "fire_altered" and not bench.fired()
    assert bench.fire(by="approver").accepted and len(bench.fired()) == 1


def test_a_script_is_no_second_person():
    bench = CriticalBench(two_person_settings(), holder="console")
    bench.arm()
    assert bench.fire(by=SCRIPT).reason == "second_person"
    scripted = CriticalBench(two_person_settings(), holder=SCRIPT)
    scripted.arm()
    assert scripted.fire(by="console").accepted


def test_who_fires_needs_no_lease_and_who_armed_must_still_have_it():
    bench = CriticalBench(two_person_settings(), holder=SCRIPT)
    bench.arm()
    bench.silent.add("lease")
    bench.run(10.5)
    assert bench.fire(by="console").reason == "not_holder" and not bench.fired()


def test_the_two_person_profile_is_part_of_the_configuration_hash():
    assert two_person_settings().configuration != settings().configuration
