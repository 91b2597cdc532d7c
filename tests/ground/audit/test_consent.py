"""FIRE by a second person where two are asked, and GO before anything leaves: what was doctored is named."""

import pytest

from ground.audit.recording_audit import audit_recording
from telemetry.life.contract import RoleSpec
from telemetry.recording.given.envelope import join_envelope, split_envelope
from tests.ground.audit.doctored import audited, flown, tape_of
from tests.system.attack_plan import OVER_TARGET_DEG

STEPS = ({"gripper": {"action": "grasp", "opening_m": 0.03}}, {"move": {"to_deg": OVER_TARGET_DEG}})
ACTS = ({"plan": {"step": list(STEPS)}},)
APPROVER = RoleSpec("approver", "tests.ground.audit.approving_role:approver", ())


@pytest.fixture(scope="module")
def agreed(tmp_path_factory):
    """A flight under the two-person profile whose approver is polled, too."""
    path = tmp_path_factory.mktemp("agreed") / "flown.mcap"
    return flown(path, ACTS, others=(APPROVER,), two_person=True, poll=("approver",))


@pytest.fixture(scope="module")
def whole(agreed):
    return tape_of(agreed).slim()


def acts(tape, name):
    return tape.find(name, to="gate")


def of_gate(tape, row, **changes):
    """Change what the gate alone was given."""
    row.put({**row.body, **changes})
    tape.done += 1


def armed_by_who_fired(tape):
    [fire], [arm] = acts(tape, "FireCritical"), acts(tape, "ArmCritical")
    tape.edit(tape.find("ActReply", where=lambda body: body["act"] == "ArmCritical"), to=fire.sender)
    arm.sender, arm.record = fire.sender, arm.record._replace(packet=sent_by(fire, arm))


def sent_by(other, row):
    """The bytes of a message as another participant had sent it."""
    life, *rest = split_envelope(row.record.packet)
    (of_other, *_) = split_envelope(other.record.packet)
    return join_envelope((life[:12] + of_other[12:14] + life[14:], *rest))


def fired_by_who_armed(tape):
    [fire], [arm] = acts(tape, "FireCritical"), acts(tape, "ArmCritical")
    fire.sender, fire.record = arm.sender, fire.record._replace(packet=sent_by(arm, fire))
    tape.done += 1


def fired_without_arm(tape):
    tape.drop(acts(tape, "ArmCritical"))


def fired_as_another(tape):
    [fire] = acts(tape, "FireCritical")
    of_gate(tape, fire, operation={**fire.body["operation"], "opening": 0.05})


def fired_by_another_hash(tape):
    of_gate(tape, acts(tape, "FireCritical")[0], digest=bytes(16))


def left_unfired(tape):
    tape.drop(acts(tape, "FireCritical"))


def without_go(tape):
    tape.drop(acts(tape, "GoNoGo"))


def no_go(tape):
    of_gate(tape, acts(tape, "GoNoGo")[0], go=False)


CASES = {
    19: (fired_by_who_armed, armed_by_who_fired, without_go, no_go),
    23: (fired_by_who_armed, fired_without_arm, fired_as_another, fired_by_another_hash, left_unfired),
}
ALL = [(number, doctor) for number, doctors in CASES.items() for doctor in doctors]


def test_what_all_agreed_to_is_proven(agreed, whole):
    answer = audit_recording(agreed)
    assert answer.verdict == "PROVEN" and answer.released > 5
    assert acts(whole, "FireCritical") and acts(whole, "GoNoGo")


@pytest.mark.parametrize(("number", "doctor"), ALL, ids=[f"{n}-{doctor.__name__}" for n, doctor in ALL])
def test_what_was_doctored_is_named_with_record_and_instant(number, doctor, whole, tmp_path):
    tape = whole.copy()
    doctor(tape)
    found = audited(tape, tmp_path / "doctored.mcap")[number]
    assert found.answer == "BROKEN" and found.first.record and found.first.at_s > 0.0
