"""Commands without motion on board: at rest and not latched alone, each number once."""

import pytest

from telemetry.messages.command import HoldCommand, Motion
from telemetry.messages.operations import (
    MOST_CAMERAS,
    BrakeOperation,
    CameraOperation,
    GripperOperation,
    ModeOperation,
    OperationCommand,
)

GRASP = GripperOperation(action="grasp", opening=0.02)
RELEASE = GripperOperation(action="release", opening=0.08)
HOLD = HoldCommand(actor="op", pressed_ns=0, nonce=1)
EPOCH = 1  # of the resume


@pytest.fixture
def ready(ground):
    ground.board.fates.next_reports()
    return ground


def give(ground, operation, seq=1, *, epoch=EPOCH, now_ns=1):
    ground.board.receive(OperationCommand(epoch=epoch, seq=seq, operation=operation), now_ns)
    return ground.board.equipment


def reports(ground):
    new = (report for report in ground.board.fates.next_reports() if report.kind == "operation")
    return [(report.epoch, report.seq, report.stage, report.reason) for report in new]


def test_a_grasp_is_done_and_reported_and_telemetry_shows_it(ready):
    equipment = give(ready, GRASP)
    assert equipment.opening == 0.02 and equipment.state.grasps and equipment.state.refusal == ""
    assert reports(ready) == [(EPOCH, 1, stage, "") for stage in ("accepted", "started", "executed")]


def test_brake_camera_and_mode_are_kept(ready):
    give(ready, BrakeOperation(action="release", joint=1), 1)
    give(ready, CameraOperation(action="off", camera="global"), 2)
    state = give(ready, ModeOperation(action="safe"), 3).state
    assert (state.free_brakes, state.cameras_off, state.mode) == ((1,), ("global",), "safe")
    give(ready, BrakeOperation(action="apply", joint=1), 4)
    state = give(ready, CameraOperation(action="on", camera="global"), 5).state
    assert (state.free_brakes, state.cameras_off) == ((), ())


def test_a_copy_and_an_older_number_do_nothing(ready):
    give(ready, GRASP, 1)
    equipment = give(ready, RELEASE, 2)
    reports(ready)
    give(ready, GRASP, 2)
    give(ready, GRASP, 1)
    assert equipment.opening == 0.08 and not equipment.state.grasps
    assert {row[1] for row in reports(ready)} <= {1, 2}


def test_after_a_hold_nothing_is_done_and_the_refused_number_stays_refused(ready):
    ready.board.receive(HOLD, 1)
    assert give(ready, GRASP).state.refusal == "latched"
    assert reports(ready) == [(EPOCH, 1, "accepted", "latched")]
    ready.resume(1, epoch=EPOCH + 1)
    assert not give(ready, GRASP).state.grasps


def test_what_was_sent_before_the_newest_resume_is_not_done(ready):
    ready.board.receive(HOLD, 1)
    ready.resume(1, epoch=EPOCH + 1)
    assert give(ready, GRASP, epoch=EPOCH).state.refusal == "old_number"


def test_while_set_points_wait_nothing_is_done(ready):
    point = ready.point(1, epoch=EPOCH)
    ready.board.receive(Motion(set_point=point, repeat=None), 1)
    assert give(ready, GRASP, now_ns=2).state.refusal == "still_moving"


@pytest.mark.parametrize(
    "operation", [BrakeOperation(action="release", joint=2), BrakeOperation(action="release", joint=9)]
)
def test_a_brake_that_is_not_there_is_refused(ready, operation):
    assert give(ready, operation).state.refusal == "no_such_equipment"


def test_no_more_cameras_are_switched_off_than_telemetry_can_name(ready):
    for number in range(1, MOST_CAMERAS + 2):
        state = give(ready, CameraOperation(action="off", camera=f"camera {number}"), number).state
    assert len(state.cameras_off) == MOST_CAMERAS and state.refusal == "no_such_equipment"
