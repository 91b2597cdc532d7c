"""What blocks a start is told with its figures: which joint, how far, how long quiet, what is unconfirmed."""

import math
from types import SimpleNamespace

import pytest

from planner.gate.guards.quiet import Quiet, offset_text, tolerance_text
from planner.gate.set_points.stream import ReleaseStream
from predictor.motion.stop import rest
from telemetry.agreed.limits import QUIET_NS, QUIET_RAD
from telemetry.agreed.reasons import Reason
from telemetry.messages.acts import LeaseRequest
from telemetry.plan.freshness import JointDifference, farthest
from tests.arms import ten_joints
from tests.planner.gate.gate_bench import HOME, Bench, joint_1_move


def test_a_plan_that_starts_elsewhere_tells_which_joint_how_far_and_what_is_tolerated():
    bench = Bench().resumed()
    bench.with_plan(start_q=(*HOME[:2], HOME[2] + math.radians(2.5), *HOME[3:]))
    told = bench.arm_plan().detail
    assert told.startswith("joint 3 2.5 deg from its start, 5.73e-08 deg tolerated; the plan starts from")


def test_an_arm_that_is_reported_elsewhere_tells_how_far_and_that_it_is_not_quiet():
    bench = Bench().resumed().with_plan()
    answer = bench.telemetry
    bench.telemetry = lambda: answer(q=(HOME[0], HOME[1] + math.radians(0.75), *HOME[2:]))
    bench.run(2.0)
    told = bench.arm_plan().detail
    assert told.startswith(
        "quiet for 0.0 s of 1 s, 0 unconfirmed, joint 2 0.75 deg from r, 0.5 deg tolerated"
    )


def test_who_arms_too_early_is_told_for_how_long_it_has_been_quiet():
    bench = Bench(latched=False).run(0.4)
    bench.with_plan()
    bench.act(LeaseRequest())
    bench.run(0.4)
    assert bench.arm_plan().detail.startswith("quiet for 0.8 s of 1 s, 0 unconfirmed, joint 1 0 deg from r")


def test_commands_that_are_unconfirmed_are_counted():
    bench = Bench().resumed().with_plan()
    bench.arm_plan()
    bench.run(4.5)
    count = bench.gate.ledger.in_flight
    bench.with_plan(joint_1_move(start=bench.status.last.q), start_q=bench.status.last.q)
    assert count > 0
    assert f"quiet for 0.0 s of 1 s, {count} unconfirmed" in bench.arm_plan().detail


def test_a_joint_that_slides_is_told_in_millimetres():
    joints = ten_joints().commanded
    slides = next(k for k, joint in enumerate(joints) if joint.kind == "prismatic")
    told = (
        offset_text(joints, JointDifference(slides, 0.0123)),
        tolerance_text(joints, JointDifference(slides, 0.0123), 0.005),
    )
    assert told[0].endswith(f"{joints[slides].name} 12.3 mm") and told[1] == "5 mm tolerated"


@pytest.mark.parametrize("other", [(), (0.0,)])
def test_poses_of_two_arms_are_not_compared(other):
    assert farthest((0.0, 1.0), other) is None


@pytest.mark.parametrize(("by", "is_quiet"), [(QUIET_RAD, True), (math.nextafter(QUIET_RAD, 1.0), False)])
def test_an_arm_just_as_far_from_r_as_is_tolerated_is_quiet(by, is_quiet):
    quiet, stream = Quiet(), ReleaseStream(1, rest((0.0,)))
    assert quiet.waiting_text((), in_flight=2, now_ns=0) == "quiet for 0.0 s of 1 s, 2 unconfirmed"
    quiet.on_telemetry(SimpleNamespace(q=(by,)), stream, in_flight=0, now_ns=0)
    assert [quiet.lasts(now_ns) for now_ns in (QUIET_NS - 1, QUIET_NS)] == [False, is_quiet]


def test_a_plan_that_was_made_before_the_lease_was_taken_is_not_armed():
    bench = Bench(holder="console").resumed().with_plan()
    bench.silent.add("lease")
    for holder in ("operator", "console"):  # of another, then its own of a lease that has ended since
        bench.run(11.0)
        bench.holder = holder
        bench.give(LeaseRequest())
        bench.run(0.5)
        assert bench.arm_plan().reason == Reason.OTHER_LEASE
    assert bench.with_plan().arm_plan().accepted


@pytest.mark.parametrize("stale", ["world", "start"])
def test_a_plan_of_another_world_or_another_rest_pose_is_not_armed_whoever_asks(stale):
    bench = Bench().resumed()
    bench.world_version += stale == "world"
    away = (HOME[0] + math.radians(1e-4), *HOME[1:])
    bench.with_plan(start_q=away if stale == "start" else None)
    bench.world_version -= stale == "world"
    expected = Reason.WORLD_CHANGED if stale == "world" else Reason.START_MISMATCH
    reply = bench.arm_plan()
    assert (reply.accepted, reply.reason) == (False, expected)
