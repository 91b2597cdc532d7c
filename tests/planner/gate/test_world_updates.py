"""World updates at the gate: proposed, confirmed, void at once, told again, judged anew, or HOLD (R9)."""

from dataclasses import replace
from math import radians

import pytest
from msgspec import structs

from planner.gate.confirmed_world import views_of
from predictor.run_model import read_model
from telemetry.agreed.chains import digest
from telemetry.agreed.reasons import Reason
from telemetry.messages.command import HoldCommand
from telemetry.messages.operations import EquipmentState
from telemetry.messages.queue import HoldNotice, Queued
from telemetry.messages.world import (
    BodyPlaced,
    ConfirmWorld,
    LimitTightened,
    LoadChanged,
    ProposeWorld,
    WorldUpdate,
    WorldUpdates,
)
from tests.planner.gate.gate_bench import OTHER, PERSON, Bench, settings

OVER_TARGET = tuple(map(radians, (0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0)))
UPRIGHT = (1.0, 0.0, 0.0, 0.0)
MOVED = BodyPlaced("target", (0.0, 0.05, 0.0), UPRIGHT)
SLOWER = LimitTightened("joint_1", -1.0, 1.0, 0.01)


def confirm(bench, ask, *, by=PERSON, proposer=OTHER):
    """Propose and confirm; returns both replies."""
    proposed = bench.act(ProposeWorld(ask=ask), proposer)
    waits = bench.status.proposed
    return proposed, bench.act(ConfirmWorld(digest=waits.digest if waits else digest(b"none")), by)


def spoken(bench, *, rejudged=(9**9, 0), reason=""):
    """The predictor's world after the update that it was told last; from now on verdicts are of it."""
    updates = bench.last(WorldUpdate).updates
    world = structs.replace(bench.world(updates.count, reason), updates=updates, rejudged=rejudged)
    bench.world_version = world.version
    bench.world = lambda *_: structs.replace(world, reason="")
    bench.give(world)


def test_a_confirmed_update_voids_what_waits_before_the_next_release():
    bench = Bench().in_plan()
    left = len(bench.motions("motion"))
    assert all(reply.accepted for reply in confirm(bench, MOVED))
    bench.run(0.25)
    assert len(bench.motions("motion")) == left
    assert bench.status.ended_by == Reason.VERDICT_MISSING


def test_the_queue_is_judged_anew_in_the_updated_world_and_the_motion_goes_on():
    bench = Bench().in_plan()
    left, queued = len(bench.motions("motion")), len(bench.all(Queued))
    waiting = len(bench.gate.queue.waiting)
    confirm(bench, MOVED)
    spoken(bench)
    assert len(bench.all(Queued)) == queued + waiting
    bench.run(1.0)
    assert len(bench.motions("motion")) == left + 4 and not bench.status.ended_by


@pytest.mark.parametrize("rejudged", [(0, 0), "one less"])
def test_what_has_left_and_was_not_judged_again_is_a_hold_with_how_many_cannot_be_stopped(rejudged):
    bench = Bench().in_plan()
    epoch, seq = bench.gate.ledger.newest_motion
    confirm(bench, MOVED)
    spoken(bench, rejudged=(epoch, seq - 1) if rejudged == "one less" else rejudged)
    assert bench.all(HoldCommand) and bench.status.ended_by == Reason.WORLD_UPDATED
    assert "set-points that have left cannot be stopped" in bench.last(HoldNotice).detail


def test_what_has_left_and_is_bad_in_the_updated_world_is_a_hold_at_once():
    bench = Bench().in_plan()
    confirm(bench, MOVED)
    spoken(bench, rejudged=bench.gate.ledger.newest_motion, reason=Reason.WORLD_UPDATED)
    assert bench.all(HoldCommand)[-1].pressed_ns == bench.now_ns
    assert bench.status.ended_by == Reason.WORLD_UPDATED and not bench.status.waiting


def test_what_has_left_and_was_judged_again_needs_no_hold():
    bench = Bench().in_plan()
    confirm(bench, MOVED)
    spoken(bench, rejudged=bench.gate.ledger.newest_motion)
    assert not bench.all(HoldCommand) and not bench.status.ended_by


def test_a_predictor_that_does_not_speak_of_the_update_is_told_at_each_tick():
    bench = Bench().resumed()
    confirm(bench, MOVED)
    bench.run(1.0)
    assert len(bench.all(WorldUpdate)) == 5
    spoken(bench)
    bench.run(1.0)
    assert len(bench.all(WorldUpdate)) == 5


def test_a_gate_that_starts_takes_the_updates_of_the_one_before_from_the_predictor():
    bench = Bench().resumed()
    confirm(bench, SLOWER)
    spoken(bench)
    after = Bench(store=bench.store)
    after.world, after.world_version = bench.world, bench.world_version
    after.run(1.0)
    assert after.gate.world.updates == bench.gate.world.updates
    assert after.gate.world.view.limits.qd_max[0] == 0.01


def test_only_the_holder_of_the_lease_confirms_and_only_what_is_shown():
    bench = Bench().resumed()
    assert confirm(bench, MOVED, by=OTHER)[1].reason == Reason.NOT_HOLDER
    other = bench.act(ConfirmWorld(digest=digest(b"other")), PERSON)
    assert other.reason == Reason.NOTHING_PROPOSED and not bench.gate.world.updates.count


def test_a_proposal_ends_after_thirty_seconds():
    bench = Bench().resumed()
    bench.act(ProposeWorld(ask=MOVED), OTHER)
    waits = bench.status.proposed
    bench.run(31.0)
    assert bench.status.proposed is None
    assert bench.act(ConfirmWorld(digest=waits.digest)).reason == Reason.NOTHING_PROPOSED


def test_with_two_persons_nobody_confirms_what_the_same_has_proposed():
    run = settings()
    commanding = structs.replace(run.commanding, two_person=True)
    bench = Bench(run=structs.replace(run, commanding=commanding)).resumed()
    assert confirm(bench, MOVED, proposer=PERSON)[1].reason == Reason.SECOND_PERSON
    assert confirm(bench, MOVED)[1].accepted


@pytest.mark.parametrize(
    "ask",
    [
        BodyPlaced("targt", (0.0, 0.0, 0.0), UPRIGHT),
        BodyPlaced("target", (0.0, 0.0, 0.0), UPRIGHT, "joint_6"),
        LimitTightened("joint_9", -1.0, 1.0, 0.01),
        LimitTightened("joint_1", -99.0, 1.0, 0.01),
        LimitTightened("joint_1", -1.0, 1.0, 99.0),
        LimitTightened("joint_1", -1.0, 1.0, 0.0),
        LoadChanged("leave", "target"),
        LoadChanged("take", "target", "hook"),
        LoadChanged("take", "target"),  # the gripper has grasped nothing
    ],
)
def test_what_this_arm_and_scene_cannot_take_is_refused_with_its_name(ask):
    reply = Bench().resumed().act(ProposeWorld(ask=ask), OTHER)
    assert reply.reason == Reason.NO_SUCH_UPDATE and reply.detail


def test_a_limit_is_never_widened_again():
    bench = Bench().resumed()
    confirm(bench, SLOWER)
    spoken(bench)
    wider = structs.replace(SLOWER, qd_max=0.02)
    assert bench.act(ProposeWorld(ask=wider), OTHER).reason == Reason.NO_SUCH_UPDATE
    assert bench.act(ProposeWorld(ask=structs.replace(SLOWER, qd_max=0.005)), OTHER).accepted


def test_the_gates_own_look_holds_a_tightened_limit_whatever_the_verdicts_say():
    bench = Bench().resumed()
    confirm(bench, SLOWER)
    spoken(bench)
    bench.with_plan().arm_plan()
    bench.run(4.0)
    assert bench.status.ended_by in (Reason.LIMIT, Reason.STEP_TOO_LARGE)


def grasping(bench, *, grasps):
    """Let telemetry say what the gripper does."""
    told = bench.telemetry
    state = EquipmentState(1, 1, "", grasps, (), (), "nominal")
    bench.telemetry = lambda **changes: structs.replace(told(**changes), equipment=state)
    bench.run(1.5)


def test_a_load_is_taken_after_a_grasp_goes_with_the_tool_and_is_left_where_it_is_let_go():
    bench = Bench().resumed()
    grasping(bench, grasps=True)
    assert confirm(bench, LoadChanged("take", "target"))[1].accepted
    spoken(bench)
    carried = bench.gate.world.updates.bodies[-1]
    assert carried.joint == "joint_6" and carried.p != (0.0, 0.0, 0.0)
    assert bench.act(ProposeWorld(ask=MOVED), OTHER).reason == Reason.NO_SUCH_UPDATE
    grasping(bench, grasps=False)
    assert confirm(bench, LoadChanged("leave", "target"))[1].accepted
    stands = bench.gate.world.updates.bodies[-1]
    assert not stands.joint and stands.p == pytest.approx((0.0, 0.0, 0.0), abs=1e-9)


def test_the_gates_own_look_has_a_load_as_part_of_the_arm():
    bench = Bench().resumed()
    grasping(bench, grasps=True)
    before = len(bench.role._gate._state.world._view_of(bench.gate.world.updates).keep_out._limbs)
    confirm(bench, LoadChanged("take", "target"))
    assert len(bench.gate.world.view.keep_out._limbs) > before


def test_the_gates_own_look_is_larger_by_what_a_body_may_have_drifted():
    model = read_model(settings())
    bodies = tuple(replace(body, drift=0.01) for body in model.scene.bodies)
    scene = replace(model.scene, bodies=bodies)

    def found(age_s):
        of_age = replace(model, scene=scene, age_s=age_s)
        return views_of(of_age, base_m=0.0)(WorldUpdates()).keep_out.intrusion(OVER_TARGET)

    assert found(0.0) is None
    assert found(20.0).body.startswith("target")
