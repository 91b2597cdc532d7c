"""Reports of commands: each stage of each at its instant, in several samples, and of a copy none."""

import pytest
from msgspec import structs

from ground.rehearsal.spacecraft.onboard_report import REPORTS_KEPT, SAMPLES, reports_that_fit
from telemetry.messages.command import CommandReport, HoldCommand, Motion
from telemetry.messages.operations import MOST_CAMERAS, EquipmentState
from telemetry.messages.spacecraft import MOST_REPORTS, Telemetry
from telemetry.wire.kinds import pack_message
from telemetry.wire.packet import PAYLOAD_MAX
from tests.telemetry.wire.test_codec import example

T = 250_000_000
HOLD = HoldCommand(actor="operator", pressed_ns=0, nonce=7)

FULL = EquipmentState(
    epoch=70000,
    seq=999,
    refusal="no_such_equipment",
    grasps=True,
    free_brakes=tuple(range(16)),
    cameras_off=tuple(f"camera_{number:05d}" for number in range(MOST_CAMERAS)),
    mode="nominal",
)


def reported(board, samples=200):
    """All that is reported in the next samples, each once: (kind, epoch, seq, stage, instant, reason)."""
    found = dict.fromkeys(report for _ in range(samples) for report in board.fates.next_reports())
    return [(r.kind, r.epoch, r.seq, r.stage, r.at_ns, r.reason) for r in found]


def test_a_set_point_is_accepted_started_and_executed_at_its_own_instants(ground):
    reported(ground.board)
    begins_ns = ground.fly(1)
    ground.board.advance(begins_ns + T)
    sent_ns = begins_ns - 2 * T + T // 5
    assert reported(ground.board)[:3] == [
        ("motion", 1, 1, "accepted", sent_ns, ""),
        ("motion", 1, 1, "started", begins_ns, ""),
        ("motion", 1, 1, "executed", begins_ns + T, ""),
    ]


def test_a_report_stands_in_three_samples_and_a_sample_holds_no_more_than_it_may(ground):
    assert [len(ground.board.fates.next_reports()) for _ in range(SAMPLES + 1)] == [3, 3, 3, 0]
    for seq in range(1, 40):
        ground.board.receive(Motion(set_point=ground.point(seq, epoch=0), repeat=None), T)
    carried = [ground.board.fates.next_reports() for _ in range(REPORTS_KEPT)]
    assert [len(reports) for reports in carried[:4]] == [MOST_REPORTS] * 4
    assert (
        len({report for reports in carried for report in reports}) == 39
    )  # all of them, not all three times
    assert len(set(carried[0])) == MOST_REPORTS and not carried[-1]


@pytest.mark.parametrize("equipment", [None, FULL])
@pytest.mark.parametrize("joints", [6, 10, 14, 16])
def test_with_its_reports_telemetry_stays_one_packet(joints, equipment):
    row, most = (3.1,) * joints, reports_that_fit(joints, beside_equipment=equipment is not None)
    failed = CommandReport(
        kind="motion", epoch=70000, seq=999, stage="accepted", at_ns=2**61, reason="setpoint_missing"
    )
    sample = structs.replace(
        example(Telemetry),
        **dict.fromkeys(("q", "qd", "currents", "temperatures", "hold_q"), row),
        locked=(True,) * joints,
        sampled_ns=2**61,
        accepted_at_ns=2**61,
        mode="stopping",
        refusal="setpoint_missing",
        latch_reason="setpoint_missing",
        equipment=equipment,
        reports=(failed,) * most,
    )
    assert len(pack_message(sample)) <= PAYLOAD_MAX


def test_what_a_hold_flushes_fails_to_start_one_by_one(ground):
    ground.fly(3)
    reported(ground.board)
    ground.send(4, ground.first_ns + T)
    ground.board.receive(HOLD, ground.first_ns + T + T // 2)
    ground.board.advance(ground.first_ns + 2 * T)
    failed = [row[:4] for row in reported(ground.board) if row[-1] == "hold_commanded"]
    assert failed == [("motion", 1, 3, "started"), ("motion", 1, 4, "started")]


def test_a_hold_is_executed_when_the_arm_stands_and_at_once_when_it_does(ground):
    now_ns = ground.fly(4) + T // 2
    reported(ground.board)
    ground.board.receive(HOLD, now_ns)
    ground.board.advance(now_ns + 20 * T)
    rows = [row for row in reported(ground.board) if row[0] == "hold"]
    assert [row[2:4] for row in rows] == [(7, "accepted"), (7, "started"), (7, "executed")]
    assert now_ns == rows[0][4] < rows[1][4] < rows[2][4]
    for press in (HOLD, HoldCommand(actor="operator", pressed_ns=0, nonce=8)):
        ground.board.receive(press, now_ns + 20 * T)
    assert [row[2:5] for row in reported(ground.board)] == [
        (8, stage, now_ns + 20 * T) for stage in ("accepted", "started", "executed")
    ]


@pytest.mark.parametrize(("epoch", "reasons"), [(1, [""] * 3), (0, ["old_number"])])
def test_a_resume_is_done_at_once_or_fails_to_be_accepted_once(latched, epoch, reasons):
    for _ in range(2):
        latched.resume(T, epoch=epoch)
    assert [row[-1] for row in reported(latched.board)] == reasons


def test_a_number_that_was_refused_stays_so_though_others_were_refused_since(latched):
    for seq in (1, 2):
        latched.board.receive(Motion(set_point=latched.point(seq), repeat=None), 0)
    latched.resume(T, epoch=1)
    latched.resume(T, epoch=2)
    latched.board.receive(Motion(set_point=latched.point(1), repeat=None), T)
    assert latched.board.report(T).refusal == "latched" and len(reported(latched.board)) == 6


def test_a_resume_that_was_refused_is_not_done_by_its_copy(ground):
    ground.fly(4)
    now_ns, later_ns = ground.first_ns + 4 * T, ground.first_ns + 24 * T
    ground.board.advance(now_ns)
    ground.resume(now_ns, epoch=2)  # still stopping
    ground.board.advance(later_ns)
    ground.resume(later_ns, epoch=2)
    assert ground.board.report(later_ns).latched
