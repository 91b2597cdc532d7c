"""How near the arm is now may end motion, as it begins to be so; it holds nobody for ever."""

import pytest

from planner.gate.role import PERSON_HOLD
from telemetry.agreed.authority import State
from telemetry.agreed.limits import ARM_FIRE_NS, DEAD_MAN_NS
from telemetry.life.contract import PersistFailed
from telemetry.life.memo import RETRY_NS
from telemetry.messages.prediction import CollisionState
from telemetry.messages.queue import HoldNotice
from telemetry.wire.routes import senders_by_way
from tests.nominal_run import nominal_run
from tests.planner.gate.critical_bench import CriticalBench
from tests.planner.gate.gate_bench import Bench


def test_an_arm_that_may_be_touching_is_stopped_and_the_pair_is_told():
    bench = Bench().in_plan()
    bench.give(bench.collisions("contact"))
    notice = bench.last(HoldNotice)
    assert (notice.reason, bench.gate.state) == ("contact_now", State.STOPPING)
    assert "hand and target_bus: 5.0 mm apart" in notice.detail
    assert not bench.gate.queue.waiting


def test_filling_ends_by_it_too():
    bench = Bench().resumed().with_plan()
    bench.arm_plan()
    assert bench.gate.state is State.FILLING
    bench.give(bench.collisions("contact"))
    assert (bench.gate.state, bench.motions()) == (State.REST, [])


@pytest.mark.parametrize("level", ["clear", "warning"])
def test_a_warning_is_for_people(level):
    bench = Bench().in_plan()
    bench.give(bench.collisions(level))
    assert bench.gate.state is State.PLAN


def test_another_world_than_that_of_the_verdicts_ends_motion():
    bench = Bench().in_plan()
    bench.give(bench.collisions(world=bench.world_version + 1))
    assert bench.last(HoldNotice).reason == "world_changed"


def test_an_arm_that_stands_too_near_may_be_led_away():
    bench = Bench().resumed().with_plan()
    bench.give(bench.collisions("contact"))
    bench.arm_plan()
    for _ in range(9):
        bench.run(0.25).give(bench.collisions("contact"))
    assert bench.gate.state is State.PLAN
    bench.give(bench.collisions("clear"))
    bench.give(bench.collisions("contact"))
    assert bench.last(HoldNotice).reason == "contact_now"


def test_what_was_told_long_ago_excuses_nothing():
    bench = Bench().resumed().with_plan()
    bench.give(bench.collisions("contact"))
    bench.arm_plan()
    bench.run(1.0).give(bench.collisions("contact"))
    assert bench.last(HoldNotice).reason == "contact_now"


def test_nothing_heard_of_it_ends_nothing_and_all_that_is_heard_keeps_no_motion_alive():
    bench = Bench().in_plan()
    bench.run(0.5)
    assert bench.gate.state is State.PLAN
    bench.silent, bench.judge = {"world"}, lambda entry: None
    for _ in range(100):
        bench.give(bench.collisions())
        bench.run(0.01)
    assert bench.last(HoldNotice).reason == "predictor_silent"


@pytest.mark.parametrize("policy", ["refill", "unchecked"])
def test_rules_that_are_only_compared_take_no_notice(policy):
    bench = Bench(run=nominal_run(policy=policy)).in_plan()
    bench.give(bench.collisions("contact"))
    assert bench.gate.state is State.PLAN


def test_what_was_not_written_is_written_as_it_comes():
    bench = Bench().run(0.5)
    bench.press_hold()
    bench.give(PersistFailed(key=PERSON_HOLD, reason="no space left"))
    for at_ns, is_due in ((bench.now_ns, False), (bench.now_ns + RETRY_NS, True)):
        effects = bench.role.receive(bench.collisions(), "predictor", at_ns)
        assert (PERSON_HOLD in [effect.key for effect in effects]) is is_due


def test_what_is_armed_ends_in_its_time_though_nothing_else_comes():
    bench = CriticalBench()
    bench.arm()
    bench.now_ns += ARM_FIRE_NS + 1
    bench.give(bench.collisions())
    assert bench.status.armed is None


def test_it_is_taken_from_the_predictor_alone():
    assert senders_by_way(CollisionState) == {"stream": ("predictor",)}


def test_a_hand_that_comes_back_pressed_after_a_silence_is_told_at_once_that_it_was_let_go():
    bench = Bench().in_teleop()
    bench.now_ns += DEAD_MAN_NS + 1
    assert bench.hand().dead_man
    bench.give(bench.hand())
    assert bench.last(HoldNotice).reason == "dead_man_stale"
