"""The hand leads the arm as it was armed: a set-point with another tool, or steered otherwise, is refused."""

import math

import pytest
from msgspec.structs import replace

from telemetry.agreed.authority import State
from telemetry.agreed.reasons import Reason
from telemetry.messages.command import CommandState
from telemetry.messages.handle import UPRIGHT, Steering
from telemetry.messages.queue import CommandChanges, HoldNotice, Queued
from tests.planner.gate.gate_bench import Bench

VIEW = (math.sqrt(0.5), math.sqrt(0.5), 0.0, 0.0)
ARMED = Steering(mode="pose", frame="view", control="bilateral", quat_axes=VIEW)


def proposing(**changes):
    """The hand is armed and flies; from now on the planner proposes otherwise."""
    bench = Bench().in_teleop(released=1, steering=ARMED)
    answer = bench.entry

    def other(credit):
        entry = answer(credit)
        return replace(entry, source=replace(entry.source, **changes))

    bench.entry = other
    return bench


def test_what_is_led_as_it_was_armed_flies():
    bench = Bench().in_teleop(steering=ARMED)
    assert bench.gate.state is State.TELEOP
    assert {queued.entry.source.steering for queued in bench.all(Queued)} == {ARMED}


@pytest.mark.parametrize(
    ("what", "changes"),
    [
        ("mode 'position', armed 'pose'", {"steering": replace(ARMED, mode="position")}),
        ("frame 'base', armed 'view'", {"steering": replace(ARMED, frame="base")}),
        ("control 'master_slave', armed 'bilateral'", {"steering": replace(ARMED, control="master_slave")}),
        (f"quat_axes {UPRIGHT}", {"steering": replace(ARMED, quat_axes=UPRIGHT)}),
        ("tool 'left', armed ''", {"tool": "left"}),
    ],
)
def test_a_set_point_that_is_led_otherwise_is_refused_by_name_and_holds(what, changes):
    bench = proposing(**changes)
    taken = len(bench.all(Queued))
    bench.run(0.3)
    notice = bench.last(HoldNotice)
    assert (notice.reason, len(bench.all(Queued))) == (Reason.STEERING_MISMATCH, taken)
    assert what in notice.detail
    ends = [change for changes in bench.all(CommandChanges) for change in changes.changes]
    assert [end.reason for end in ends if end.state is CommandState.REFUSED] == [Reason.STEERING_MISMATCH]


@pytest.mark.parametrize(
    "quat_axes", [(0.0,) * 4, (2.0, 0.0, 0.0, 0.0), (math.nan, 0.0, 0.0, 0.0), (1.7e308,) * 4]
)
def test_the_hand_is_not_armed_in_axes_that_are_none(quat_axes):
    bench = Bench().resumed()
    reply = bench.arm_teleop(steering=Steering(frame="view", quat_axes=quat_axes))
    assert (reply.accepted, reply.reason) == (False, Reason.NO_AXES)
    assert bench.arm_teleop(steering=ARMED).accepted
