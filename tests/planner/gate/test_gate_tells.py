"""What the gate tells of itself, and what it lets others keep: to its role, its store and its copies."""

import pytest

from telemetry.agreed.reasons import Reason, line
from telemetry.drive.store import MemoryStore
from telemetry.hold.orphan import ALONE_NS
from telemetry.life.contract import End, Orphaned, Persist, PersistFailed
from telemetry.messages.health import RecorderHealth
from telemetry.messages.link import FollowedTime, LinkStatus, LinkWay
from telemetry.messages.queue import GateStatus, HoldNotice
from tests.planner.gate.gate_bench import DOWN_NS, T_NS, Bench, joint_1_move
from tests.tell import tell

S = 1_000_000_000


@pytest.mark.parametrize(("late_ns", "ends"), [(T_NS // 2, False), (T_NS // 2 + 1, True)])
def test_a_tick_is_late_beyond_half_a_period_and_not_at_it(late_ns, ends):
    bench = Bench().in_plan()
    due_ns = bench.role.due_ns
    bench.run(0.2)
    bench.now_ns = due_ns + late_ns
    bench.carry_out(bench.role.tick(bench.now_ns))
    assert [notice.reason for notice in bench.all(HoldNotice)] == ["tick_late"] * ends


def test_the_status_says_whether_the_newest_report_is_latched():
    bench = Bench().run(0.5)
    assert bench.status.latched
    assert not bench.resumed().status.latched


def test_the_status_repeats_the_delays_that_the_bridge_has_measured():
    way = LinkWay(state="ok", reason="", age=0.0, rate=4.0, packets=9, lost=0, delay=DOWN_NS / S)
    trip = FollowedTime(value=7.0, uncertainty=0.001, drift=0.0, drift_uncertainty=0.0, age=0.0)
    bench = Bench().in_plan()
    assert bench.status.round_trip is None
    measured = LinkStatus(state="ok", up=way, down=way, round_trip=trip, clock=None)
    bench.give(measured)
    status = bench.run(0.5).status
    assert (status.up, status.down, status.round_trip) == (DOWN_NS / S, DOWN_NS / S, 7.0)


def test_a_record_that_fails_is_followed_by_a_status_if_that_changes_the_state():
    for bench, count in ((Bench().in_plan(), 1), (Bench().resumed(), 0)):
        before = len(bench.all(GateStatus))
        bench.give(PersistFailed("release_log", "disk full"))
        assert len(bench.all(GateStatus)) == before + count


def test_before_its_first_tick_the_gate_gives_its_store_nothing_to_keep():
    bench = Bench(store=MemoryStore())
    effects = tell(bench.role, RecorderHealth(healthy=True, durable=1, reason="", lost=()), 0)
    assert not any(isinstance(effect, Persist) for effect in effects)


@pytest.mark.parametrize("presses", [False, True])
def test_a_new_press_shows_an_orphan_that_somebody_is_there(presses):
    bench = Bench().run(1.0)
    bench.give(Orphaned())
    later_ns = bench.now_ns + ALONE_NS
    if presses:
        bench.now_ns += S
        bench.press_hold()
    ends = any(isinstance(effect, End) for effect in bench.role.tick(later_ns))
    assert ends is not presses


def test_gates_that_have_not_ticked_differ_by_whether_a_hold_may_be_open_and_others_by_their_phase():
    gate, other = Bench().role._gate, Bench().role._gate
    other._may_be_held = True
    assert gate.key(0) != other.key(0)
    gate.tick(0)
    other._may_be_held = False
    other.tick(7)
    assert gate.key(5)[0] == other.key(12)[0] != other.key(13)[0]
    other._may_be_held = True
    assert gate.key(5)[0] == other.key(12)[0]


def test_what_ended_the_last_arming_is_told_until_the_next():
    bench = Bench().in_plan()
    bench.judge = lambda entry: False
    bench.run(8.0)
    assert bench.status.ended_by == "too_close" and bench.status.rolled_back
    bench.judge = lambda entry: True
    bench.with_plan(joint_1_move(start=bench.status.last.q)).run(2.0)
    assert bench.arm_plan().accepted
    bench.run(0.25)
    assert bench.status.ended_by == "" and not bench.status.rolled_back


@pytest.mark.parametrize(("why", "reason"), [("setpoint_missing", "setpoint_missing"), ("", "onboard_latch")])
def test_a_latch_on_board_is_told_with_its_own_reason_if_it_has_one(why, reason):
    bench = Bench().in_plan()
    bench.latch(why)
    notice = bench.run(0.5).last(HoldNotice)
    assert notice.reason == bench.status.ended_by == reason
    assert notice.detail == line(Reason(reason))
