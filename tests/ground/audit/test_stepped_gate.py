"""A gate whose clock steps in flight: what it kept is proven, and what was doctored is named all the same."""

import pytest

from ground.audit.recording_audit import audit_recording
from ground.faults.ground_faults import Stepped
from telemetry.agreed.run_settings import NS_PER_S
from tests.ground.audit.doctored import audited, flown, tape_of
from tests.ground.audit.test_doctored import ALL

SMALL_STEP = Stepped(participant="gate", at_s=3.5, step_s=0.25)  # that nobody has to confirm
IN_THE_PLAN, BY_HAND = 7.0, 15.5


@pytest.fixture(scope="module")
def stepped(tmp_path_factory):
    """The flight of the doctored recordings, after a step forward."""
    return flown(tmp_path_factory.mktemp("stepped") / "flown.mcap", faults=(SMALL_STEP,))


def test_a_flight_after_a_step_of_the_gates_clock_is_proven(stepped):
    answer = audit_recording(stepped)
    assert answer.verdict == "PROVEN" and answer.released > 30


@pytest.mark.long
@pytest.mark.parametrize(("at_s", "step_s"), [(IN_THE_PLAN, -0.4), (IN_THE_PLAN, 0.4), (BY_HAND, 3.0)])
def test_a_step_in_motion_breaks_nothing(at_s, step_s, tmp_path):
    faults = (Stepped(participant="gate", at_s=at_s, step_s=step_s),)
    assert audit_recording(flown(tmp_path / "flown.mcap", faults=faults)).verdict == "PROVEN"


@pytest.fixture(scope="module")
def stepped_whole(stepped):
    """All of it that the audit reads, to be doctored by the time of the run."""
    tape, ahead_ns = tape_of(stepped).slim(), round(SMALL_STEP.step_s * NS_PER_S)
    for row in tape.rows:
        if row.record.role == "gate" and row.record.at_ns >= SMALL_STEP.begin_ns + ahead_ns:
            row.ahead_ns = ahead_ns
    return tape


@pytest.mark.long
@pytest.mark.parametrize(("number", "doctor"), ALL, ids=[f"{n}-{doctor.__name__}" for n, doctor in ALL])
def test_a_doctored_recording_of_it_is_named_broken(number, doctor, stepped_whole, tmp_path):
    tape = stepped_whole.copy()
    doctor(tape)
    assert audited(tape, tmp_path / "doctored.mcap")[number].answer == "BROKEN"
