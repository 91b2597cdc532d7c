"""Each invariant is named BROKEN where a recording was doctored, and none where it was not."""

import math

import msgspec
import pytest

from ground.audit.invariants import INVARIANTS
from ground.audit.recording_audit import audit_recording
from telemetry.agreed.participants import number_of
from telemetry.recording.given.envelope import join_envelope, split_envelope
from tests.ground.audit.doctored import Row, audited, edited
from tests.ground.audit.test_consent import CASES as OF_CONSENT

UP_AT_S, MOVING_S, BY_HAND_S, AT_REST_S = (
    1.2,
    6.1,
    14.1,
    9.0,
)  # before the resume; in the plan; the hand leads


def motions(tape, kind="motion", **where):
    """The set-points that leave, as the bridge is given them."""
    return tape.find("Motion", to="bridge", where=lambda body: body["set_point"]["kind"] == kind, **where)


def numbered(tape, name, epoch, seq):
    return tape.find(name, to="gate", where=lambda body: (body.get("epoch"), body.get("seq")) == (epoch, seq))


def verdict_of(tape, after_s):
    """The verdict on the first set-point that leaves after an instant."""
    point = motions(tape, after_s=after_s)[0].body["set_point"]
    return numbered(tape, "Verdict", point["epoch"], point["seq"])


def without_the_verdict(tape):
    tape.drop(verdict_of(tape, MOVING_S))


def with_another_chain(tape):
    tape.edit(verdict_of(tape, BY_HAND_S), chain=bytes(16))


def too_near_and_called_ok(tape):
    tape.edit(verdict_of(tape, MOVING_S), clearance=0.01)


def stop_elsewhere(tape):
    tape.edit(motions(tape, "stop")[1:2], set_point__q=lambda q: [q[0] + 1e-3, *q[1:]])


def without_telemetry(tape):
    tape.drop(tape.find("Telemetry", to="gate", after_s=MOVING_S - 2.0))


def telemetry_whose_clock_stands(tape):
    late = tape.find("Telemetry", to="gate", after_s=BY_HAND_S - 2.0)
    for row in late:
        row.put({**row.body, "sampled_ns": late[0].body["sampled_ns"] - 1})
    tape.done += len(late)


def released_twice(tape):
    first, second = motions(tape, after_s=MOVING_S)[:2]
    tape.change([second], lambda body: {**body, "set_point": first.body["set_point"]})


def numbers_with_a_gap(tape):
    tape.edit(motions(tape, after_s=BY_HAND_S)[:1], set_point__seq=lambda seq: seq + 5)


def another_repeat_goes_up(tape):
    up = tape.find("Motion", to="space_segment", after_s=MOVING_S)[:1]
    up[0].put(edited(up[0].body, {"repeat__q": lambda q: [q[0] + 1e-6, *q[1:]]}))
    tape.done += 1


def one_period_in_a_hurry(tape):
    tape.stall(MOVING_S, 0.15, until_s=MOVING_S + 0.25)


def all_in_a_hurry(tape):
    for row in tape.rows:
        if row.at_s > BY_HAND_S:
            later_ns = row.record.at_ns - BY_HAND_S * 1e9
            row.record = row.record._replace(at_ns=round(BY_HAND_S * 1e9 + later_ns * 0.8))
            tape.done += 1


def a_backlog_in_the_plan(tape):
    tape.stall(MOVING_S, 1.5)


def a_backlog_by_hand(tape):
    tape.stall(BY_HAND_S, 0.9)


def begun_again(tape, at_s):
    [started] = tape.find("Started", to="gate")
    before = next(row for row in tape.rows if row.record.role == "gate" and row.at_s > at_s)
    tape.insert(started, before=before)


def a_gate_that_starts_again_and_goes_on(tape):
    begun_again(tape, MOVING_S)


def motion_that_nobody_armed(tape):
    tape.drop(tape.find("ActReply", where=lambda body: body["act"] == "ArmTeleop"))


def an_epoch_used_before(tape):
    begun_again(tape, AT_REST_S)
    for row in tape.find("Started", to="gate"):
        row.body = {**row.body, "found": {"release_log": {"records": [b"0"], "octets": 0, "at_end": False}}}
        row.record = row.record._replace(packet=msgspec.msgpack.encode(row.body))
    for row in tape.find("GateStatus", where=lambda body: body["epoch"] == 3):
        row.put({**row.body, "epoch": 4})


def held(tape, at_s):
    [press] = tape.find("HoldCommand", to="gate")
    before = next(row for row in tape.rows if row.record.role == "gate" and row.at_s > at_s)
    tape.insert(press, before=before)


def hold_in_the_plan_and_nothing_follows(tape):
    held(tape, MOVING_S)


def hold_before_arming(tape):
    held(tape, AT_REST_S)


def the_script_resumes_from_a_hold(tape):
    tape.edit(tape.find("ActReply", where=lambda body: body["to"] == "person"), to="operator")


def a_bad_verdict_and_nothing_follows(tape):
    changes = {"ok": False, "reason": "too_close", "clearance": 0.01}
    tape.edit(verdict_of(tape, MOVING_S), **changes)


def rolled_back_without_reason(tape):
    tape.edit(tape.find("RollBack"), seq=lambda seq: seq - 1)


def a_verdict_of_another_model(tape):
    tape.edit(verdict_of(tape, MOVING_S), configuration=bytes(16))


def queued_for_another_model(tape):
    tape.edit(tape.find("Queued", to="predictor", after_s=BY_HAND_S)[:1], configuration=bytes(16))


def beyond_its_speed(tape):
    tape.edit(motions(tape, after_s=MOVING_S)[:1], set_point__qd=lambda qd: [1.0, *qd[1:]])
    tape.edit(queued_of(tape, MOVING_S), entry__state__qd=lambda qd: [1.0, *qd[1:]])


def queued_of(tape, after_s):
    """What was queued of the first set-point that leaves after an instant."""
    point = motions(tape, after_s=after_s)[0].body["set_point"]
    number = point["epoch"], point["seq"]
    return tape.find(
        "Queued", to="predictor", where=lambda body: (body["entry"]["epoch"], body["entry"]["seq"]) == number
    )


def a_slower_robot(tape):
    name, files = tape.about.robot_file, tape.about.files
    slower = files[name].replace(b"speed_max_deg = 8.0", b"speed_max_deg = 0.5")
    assert slower != files[name]
    tape.about = msgspec.structs.replace(tape.about, files={**files, name: slower})
    tape.done += 1


def a_target_that_may_drift(tape):
    name, files = tape.about.scene_file, tape.about.files
    drifting = files[name].replace(b'name = "target"\n', b'name = "target"\ndrift = 0.001\n')
    assert drifting != files[name]
    tape.about = msgspec.structs.replace(tape.about, files={**files, name: drifting})
    tape.done += 1


def begun_elsewhere(tape):
    first = tape.find("Queued", to="predictor", where=lambda body: body["entry"]["seq"] == 1)[1:2]
    tape.edit(first, previous__q=lambda q: [q[0] + 0.01, *q[1:]])


def begun_in_motion(tape):
    first = tape.find("Queued", to="predictor", where=lambda body: body["entry"]["seq"] == 1)[:1]
    tape.edit(first, previous__qd=lambda qd: [0.01, *qd[1:]])


def another_world_in_the_plan(tape):
    world = tape.find("World", to="gate", after_s=MOVING_S)[0]
    world.put({**world.body, "version": world.body["version"] + 1})
    tape.done += 1


def a_world_that_lacks_what_was_confirmed(tape):
    world = tape.find("World", to="gate", after_s=MOVING_S)[0]
    updates = {"count": 1, "bodies": [], "limits": []}
    world.put({**world.body, "updates": updates})
    tape.done += 1


def a_verdict_of_another_world(tape):
    tape.edit(verdict_of(tape, BY_HAND_S), world=lambda world: world + 1)


def without_a_lease(tape):
    tape.drop(tape.find("LeaseRequest", to="gate"))


def armed_by_another(tape):
    tape.edit(tape.find("ActReply", where=lambda body: body["act"] == "ArmPlan"), to="person")


def a_set_point_of_a_console(tape):
    row = motions(tape, after_s=MOVING_S)[0]
    life, *rest = split_envelope(row.record.packet)
    of_console = life[:12] + number_of("console").to_bytes(2, "big") + life[14:]
    assert of_console != life
    packet = join_envelope((of_console, *rest))
    tape.insert(Row(row.record._replace(packet=packet), "Motion", "console", (), row.body), before=row)


def ends(tape, *states):
    return tape.find(
        "CommandChanges",
        to="recorder",
        where=lambda body: any(change["state"] in states for change in body["changes"]),
    )


def an_end_that_never_comes(tape):
    tape.drop(tape.find("CommandChanges", where=lambda body: has(body, "motion", 4) and has_end(body)))


def has(body, kind, epoch):
    return any((change["kind"], change["epoch"]) == (kind, epoch) for change in body["changes"])


def has_end(body):
    return any(change["state"] in ("confirmed", "cancelled", "rolled back") for change in body["changes"])


def an_end_that_changes(tape):
    [first, *_, last] = ends(tape, "confirmed")
    tape.change([last], lambda body: {**body, "changes": [*body["changes"], *lost(first)]})


def lost(row):
    return [{**change, "state": "lost"} for change in row.body["changes"] if change["state"] == "confirmed"]


def confirmed_and_never_executed(tape):
    change = ends(tape, "confirmed")[-1].body["changes"][0]
    never = {**change, "kind": "motion", "epoch": 4, "seq": 23, "state": "confirmed"}
    tape.change(ends(tape, "rolled back"), lambda body: {**body, "changes": [*kept(body), never]})


def kept(body):
    return [change for change in body["changes"] if change["seq"] != 23]


def written_of(tape, after_s):
    """The record of the first set-point that leaves after an instant."""
    return tape.find("Persisted", to="gate", after_s=after_s)[:1]


def a_record_that_is_missing(tape):
    tape.drop(written_of(tape, MOVING_S))


def another_record(tape):
    tape.edit(written_of(tape, BY_HAND_S), sha256=bytes(32))


def while_nothing_is_recorded(tape):
    for row in tape.find("RecorderHealth", to="gate", after_s=MOVING_S)[:1]:
        row.put({**row.body, "healthy": False})
        tape.done += 1


def latched_in_the_plan(tape):
    for row in tape.find("Telemetry", to="gate", after_s=MOVING_S)[:3]:
        row.put({**row.body, "latched": True})
        tape.done += 1


def a_resume_elsewhere(tape):
    tape.edit(tape.find("ResumeCommand", to="bridge")[:1], q=lambda q: [q[0] + 0.01, *q[1:]])


def a_resume_of_a_used_epoch(tape):
    tape.edit(tape.find("ResumeCommand", to="bridge")[-1:], epoch=3)


CASES = {
    1: (
        without_the_verdict,
        with_another_chain,
        too_near_and_called_ok,
        stop_elsewhere,
        a_target_that_may_drift,
    ),
    5: (without_telemetry, telemetry_whose_clock_stands),
    6: (released_twice, numbers_with_a_gap, another_repeat_goes_up),
    7: (one_period_in_a_hurry, all_in_a_hurry),
    8: (a_backlog_in_the_plan, a_backlog_by_hand),
    9: (a_gate_that_starts_again_and_goes_on, motion_that_nobody_armed, an_epoch_used_before),
    11: (hold_in_the_plan_and_nothing_follows, hold_before_arming, the_script_resumes_from_a_hold),
    12: (a_bad_verdict_and_nothing_follows, rolled_back_without_reason),
    13: (a_verdict_of_another_model, queued_for_another_model),
    14: (beyond_its_speed, a_slower_robot),
    15: (begun_elsewhere, begun_in_motion),
    16: (another_world_in_the_plan, a_verdict_of_another_world, a_world_that_lacks_what_was_confirmed),
    19: (without_a_lease, armed_by_another, a_set_point_of_a_console),
    20: (an_end_that_never_comes, an_end_that_changes, confirmed_and_never_executed),
    21: (a_record_that_is_missing, another_record, while_nothing_is_recorded),
    28: (latched_in_the_plan, a_resume_elsewhere, a_resume_of_a_used_epoch),
}
NUMBERS = [each.number for each in INVARIANTS]
ALL = [(number, doctor) for number, doctors in CASES.items() for doctor in doctors]


def test_each_invariant_has_at_least_two_doctored_recordings():
    cases = {number: (*CASES.get(number, ()), *OF_CONSENT.get(number, ())) for number in NUMBERS}
    assert {*CASES, *OF_CONSENT} == {*NUMBERS}
    assert min(map(len, cases.values())) >= 2


@pytest.mark.parametrize(("number", "doctor"), ALL, ids=[f"{n}-{doctor.__name__}" for n, doctor in ALL])
def test_a_doctored_recording_is_named_broken(number, doctor, tape, tmp_path):
    doctor(tape)
    found = audited(tape, tmp_path / "doctored.mcap")[number]
    assert found.answer == "BROKEN"
    assert found.first is not None and math.isfinite(found.first.at_s)


def test_none_is_named_where_nothing_was_doctored(recording, whole, tmp_path):
    for path in (recording, whole.write(tmp_path / "whole.mcap")):
        answer = audit_recording(path)
        assert {row.number: row.answer for row in answer.invariants} == dict.fromkeys(NUMBERS, "PROVEN")
        assert answer.ok and answer.beside == [] and answer.released > 30
