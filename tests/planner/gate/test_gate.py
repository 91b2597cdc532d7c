"""The gate between planner, predictor and spacecraft: what leaves, what stops it, and what never leaves."""

from itertools import pairwise
from pathlib import Path

import pytest
from msgspec import structs
from pytest import approx

from predictor.motion.motion import violation
from predictor.motion.stop import stop
from predictor.run_model import read_new_model
from telemetry.agreed import chains
from telemetry.agreed.authority import State
from telemetry.messages.command import CommandState, Keep, Motion
from telemetry.messages.joint_state import JointState
from telemetry.messages.queue import CommandChanges, Credit, HoldNotice, Proposal, Queued, RollBack
from tests.nominal_run import ROBOT, SCENE
from tests.planner.gate.gate_bench import HOME, T_NS, Bench, joint_1_move, settings

ONE_NANORADIAN = 1e-9


def assert_stops_by_the_stop_law(bench, released):
    """Everything after the last motion is exactly stop(r), one sample per tick, T after one another."""
    points = bench.motions()
    r, samples = points[released - 1], points[released:]
    wanted = stop(r.state, bench.gate.rules.limits, 0.25)
    assert [point.state for point in samples] == wanted
    assert [point.seq for point in samples] == list(range(1, len(wanted) + 1))
    assert all(b.execute_at_ns - a.execute_at_ns == T_NS for a, b in pairwise(points))


def test_a_plan_is_flown_point_by_point_in_order_and_ends_at_rest():
    bench = Bench().resumed().with_plan()
    bench.arm_plan()
    bench.run(6.0)
    assert [point.state for point in bench.motions()] == bench.states
    assert [point.seq for point in bench.motions()] == list(range(1, 13))
    assert bench.status.state == State.REST
    assert bench.all(HoldNotice) == []


def test_the_first_set_point_is_executed_one_way_and_the_buffer_after_its_release():
    bench = Bench().in_plan(released=1)
    released_ns = next(at for at, message in bench.sent if isinstance(message, Motion))
    first = bench.motions()[0]
    assert first.execute_at_ns - released_ns - 10**12 == approx(700_000_000, abs=1_000_000)


def test_an_entry_waits_its_periods_in_the_queue():
    bench = Bench().resumed().with_plan()
    bench.arm_plan()
    bench.run(3.0)
    queued_ns = next(at for at, message in bench.sent if isinstance(message, Queued))
    left_ns = next(at for at, message in bench.sent if isinstance(message, Motion))
    assert left_ns - queued_ns == 4 * T_NS


def test_while_the_queue_fills_keep_is_sent_and_nothing_else_and_that_is_no_hold():
    bench = Bench().resumed().with_plan()
    bench.arm_plan()
    bench.sent.clear()
    bench.run(0.9)
    assert len(bench.all(Keep)) >= 3
    assert bench.motions() == [] and bench.all(HoldNotice) == []
    assert bench.status.state == State.FILLING


def test_if_verdicts_stop_the_verified_stop_begins_when_the_first_head_lacks_one():
    bench = Bench().in_plan(released=5)
    verified = bench.gate.queue.verified_until
    bench.judge = lambda entry: None
    bench.run(5.0)
    assert len(bench.motions("motion")) == verified
    assert_stops_by_the_stop_law(bench, verified)
    assert bench.last(HoldNotice).reason == "verdict_missing"


def test_a_silent_predictor_is_told_within_half_a_second_and_a_period():
    bench = Bench().in_plan(released=5)
    bench.judge, bench.silent = lambda entry: None, {"world"}
    began_ns = bench.now_ns
    bench.run(4.0)
    told_ns = next(at for at, message in bench.sent if isinstance(message, HoldNotice))
    assert bench.last(HoldNotice).reason == "predictor_silent"
    assert told_ns - began_ns <= 500_000_000 + T_NS


def test_a_bad_verdict_empties_the_queue_at_once_and_the_arm_stops_at_the_last_safe_pose():
    bench = Bench().in_plan(released=5)
    epoch, released = bench.status.epoch, len(bench.motions())
    bench.judge = lambda entry: False
    bench.run(0.25)
    back = bench.last(RollBack)
    assert (bench.status.state, bench.status.waiting) == (State.STOPPING, 0)
    assert back.epoch == epoch + 1 and back.pair == ("hand", "target_bus") and back.cancelled >= 4
    bench.run(5.0)
    left = [point for point in bench.motions("motion") if point.epoch == epoch]
    assert_stops_by_the_stop_law(bench, len(left))
    assert bench.motions()[-1].q == approx(back.rest_q, abs=ONE_NANORADIAN)
    assert len(left) <= released + 1


def test_every_set_point_names_the_samples_of_its_stop_and_those_are_what_leaves():
    bench = Bench().in_plan(released=5)
    bench.judge = lambda entry: False
    bench.run(5.0)
    points, limits = bench.motions(), bench.gate.rules.limits
    assert all(chains.follows_in_stop(a, b) == (b.kind == "stop") for a, b in pairwise(points))
    for point in points:
        digests = chains.stop_digests(stop(point.state, limits, 0.25))
        assert point.kind == "stop" or point.stop == digests[0]
    assert points[-1].stop == b""


def test_a_bad_verdict_on_a_set_point_that_has_left_is_a_hold():
    bench = Bench().in_plan(released=5)
    second = next(queued for queued in bench.all(Queued) if queued.entry.seq == 2)
    bench.judge = lambda entry: False
    bench.give(bench.verdict(second))
    assert "already left" in bench.last(HoldNotice).detail
    assert bench.status.state == State.STOPPING


@pytest.mark.parametrize(
    "lie",
    [{"epoch": 1}, {"epoch": 99}, {"seq": 77}, {"chain": b"x" * 16}, {"world": 2}],
    ids=lambda lie: next(iter(lie)),
)
def test_a_verdict_for_anything_else_has_no_effect(lie):
    bench = Bench().resumed().with_plan()
    answer = bench.verdict
    bench.verdict = lambda queued: answer(queued, **lie)
    bench.arm_plan()
    bench.run(1.4)
    assert bench.status.verified_until == 0
    bench.judge = lambda entry: False
    state = bench.status.state
    bench.give(bench.verdict(bench.last(Queued)))
    assert bench.status.state == state and bench.all(RollBack) == [] and bench.motions() == []


def test_a_verdict_on_a_move_from_another_state_has_no_effect():
    bench = Bench().resumed().with_plan()
    answer = bench.verdict
    bench.verdict = lambda queued: answer(structs.replace(queued, previous=queued.entry.state))
    bench.arm_plan()
    bench.run(1.2)
    assert bench.all(Queued) != [] and bench.status.verified_until == 0


@pytest.mark.parametrize(
    "against_it",
    [
        {"clearance": -0.5, "required": 0.0},
        {"clearance": 0.0299},
        {"clearance": float("nan")},
        {"required": 0.0},
        {"required": 0.05},
        {"reason": "predicted_contact"},
        {"time_to_contact": 0.5},
    ],
    ids=str,
)
def test_ok_against_its_own_figures_is_a_bad_verdict(against_it):
    bench = Bench().in_plan()
    answer = bench.verdict
    bench.verdict = lambda queued: answer(queued, **against_it)
    bench.run(0.3)
    assert bench.last(RollBack).reason == "verdict_unsound"
    assert bench.gate.state is State.STOPPING and not bench.gate.queue.waiting


@pytest.mark.parametrize(("share", "is_enough"), [(1.0, True), (0.0, False), (1.5, False)])
def test_a_verdict_on_what_may_drift_has_to_pay_for_the_delay(tmp_path, share, is_enough):
    bench = Bench(run=drifting_run(tmp_path)).resumed().with_plan()
    answer, rules = bench.verdict, bench.gate.rules
    allowed_m = rules.allowances["target_bus"]
    assert allowed_m == approx(0.001 * bench.run_settings.model_age_s)
    bench.verdict = lambda queued: answer(queued, required=rules.required_m + share * allowed_m)
    bench.arm_plan()
    bench.run(4.0)
    assert [each.reason for each in bench.all(RollBack)] == ([] if is_enough else ["verdict_unsound"])


def drifting_run(folder):
    """Return settings with a target that may drift by 1 mm/s."""
    scene = folder / "scene.toml"
    named = 'name = "target"\n'
    scene.write_text(Path(SCENE).read_text().replace(named, f"{named}drift = 0.001\n", 1))
    digests = read_new_model(ROBOT, scene).digests
    return structs.replace(settings(), scene_file=str(scene), model_digests=digests)


def test_a_clearance_of_just_the_requirement_is_enough():
    bench = Bench().in_plan()
    answer = bench.verdict
    bench.verdict = lambda queued: answer(queued, clearance=bench.gate.rules.required_m)
    bench.run(4.0)
    assert bench.all(RollBack) == [] and len(bench.motions("motion")) == 12


def test_a_verdict_of_another_configuration_is_a_hold():
    bench = Bench().in_plan()
    bench.give(bench.verdict(bench.last(Queued), configuration=b"other"))
    assert bench.last(HoldNotice).reason == "configuration_mismatch"


def test_another_world_voids_the_verdicts_and_has_the_queue_judged_again():
    bench = Bench().in_plan()
    released, waiting = len(bench.motions()), len(bench.gate.queue.waiting)
    bench.judge = lambda entry: None
    before = len(bench.all(Queued))
    bench.give(bench.world(change=1))
    assert len(bench.all(Queued)) == before + waiting
    bench.silent = {"world"}
    bench.run(0.25)
    assert len(bench.motions("motion")) == released


def test_a_world_in_which_the_base_is_elsewhere_ends_the_motion():
    bench = Bench().in_plan()
    bench.give(bench.world(change=1, reason="base_elsewhere"))
    assert bench.last(HoldNotice).reason == "base_elsewhere"
    assert not bench.gate.queue.waiting


def test_a_predictor_in_a_world_of_other_files_ends_the_motion(tmp_path):
    bench = Bench().in_plan()
    edited = tmp_path / "scene.toml"
    edited.write_text(Path(bench.run_settings.scene_file).read_text() + "# edited\n")
    bench.world_version = read_new_model(bench.run_settings.robot_file, edited).world_version
    bench.run(0.5)
    assert bench.last(HoldNotice).reason == "configuration_mismatch"


def test_the_gate_looks_itself_although_the_predictor_says_ok():
    into_platform = [(0.0, -1.5707963 + 0.001 * k, 1.2, 0.0, 0.0, 0.0) for k in range(1, 13)]
    bench = Bench().resumed().with_plan([JointState(q, (0.0,) * 6, (0.0,) * 6) for q in into_platform])
    bench.arm_plan()
    bench.run(3.0)
    assert bench.motions() == []
    assert bench.last(HoldNotice).reason == "step_too_large"


def test_the_gates_own_boxes_hold_what_the_predictor_blesses():
    inside = (0.0, -2.6, -1.5, 0.0, 0.0, 0.0)
    bench = Bench(start_q=inside).resumed().with_plan(joint_1_move(start=inside), start_q=inside)
    bench.arm_plan()
    bench.run(3.0)
    assert bench.motions() == []
    assert bench.last(HoldNotice).reason == "keep_out"


def test_a_set_point_from_which_no_stop_begins_never_leaves_whatever_the_looks_say():
    bench = Bench().resumed()
    beyond = (2.0 * bench.gate.rules.limits.qdd_max[0], *(0.0,) * 5)
    bench.with_plan([JointState(HOME, (0.0,) * 6, beyond)] * 3)
    bench.gate.policy.checks = ()
    bench.arm_plan()
    bench.run(3.0)
    assert bench.motions() == []
    assert "no stop begins" in bench.last(HoldNotice).detail


def test_every_release_is_within_all_limits_of_the_one_before():
    bench = Bench().in_plan(released=6)
    bench.judge = lambda entry: False
    bench.run(4.0)
    states, limits = [point.state for point in bench.motions()], bench.gate.rules.limits
    assert all(violation(a, b, limits, period_s=0.25) is None for a, b in pairwise(states))


def test_a_proposal_that_was_not_certified_is_refused_and_holds():
    bench = Bench().in_plan()
    answer = bench.entry
    state = bench.status.last
    bench.entry = lambda credit: answer(credit, state=state)
    bench.run(0.3)
    assert bench.last(HoldNotice).reason == "certificate_mismatch"
    ends = [change for changes in bench.all(CommandChanges) for change in changes.changes]
    assert any(change.state is CommandState.REFUSED for change in ends)


def test_a_second_proposal_for_one_credit_changes_nothing():
    bench = Bench().in_plan()
    waiting = len(bench.gate.queue.waiting)
    bench.give(Proposal(entry=bench.entry(bench.last(Credit))))
    assert bench.gate.state is State.PLAN
    assert len(bench.gate.queue.waiting) == waiting
    assert bench.all(HoldNotice) == []


def test_without_a_credit_nothing_is_taken():
    bench = Bench().in_plan()
    credit = bench.last(Credit)
    bench.give(Proposal(entry=bench.entry(Credit(
        epoch=credit.epoch, next_seq=credit.next_seq + 1, source="plan", plan_id="plan", newest=credit.newest
    ))))  # fmt: skip
    assert bench.last(HoldNotice).reason == "queue_full"


def test_a_planner_that_falls_silent_in_motion_is_a_hold():
    bench = Bench().in_plan()
    bench.proposes = False
    bench.run(4.0)
    assert bench.last(HoldNotice).reason == "queue_ran_empty"
    assert bench.motions()[-1].kind == "stop"


def test_a_hand_that_rests_and_ends_its_stream_is_no_hold():
    bench = Bench().resumed()
    bench.arm_teleop()
    bench.run(8.0)
    assert bench.all(HoldNotice) == []
    assert bench.status.state == State.REST
    assert len(bench.motions("motion")) == 12


def test_the_window_closing_leaves_room_for_the_stop():
    closes_s = 7.0
    bench = Bench(run=settings(windows=((0.0, closes_s),))).resumed().with_plan(joint_1_move(40, 0.4))
    bench.arm_plan()
    bench.run(9.0)
    last_ns = max(at for at, message in bench.sent if isinstance(message, Motion))
    assert bench.last(HoldNotice).reason == "window_closing"
    assert bench.motions()[-1].kind == "stop" and not any(bench.motions()[-1].qd)
    assert last_ns <= closes_s * 1e9
    assert max(at for at, message in bench.sent if isinstance(message, Keep)) < closes_s * 1e9
