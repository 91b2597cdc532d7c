"""A HOLD that only the spacecraft was given, as gate and bridge were dead: a person's all the same."""

import pytest

from ground.audit.account import Account
from ground.audit.authority import AuthorityAudit
from ground.audit.law import SECOND, Law
from ground.audit.recording_audit import audit_recording
from ground.faults.ground_faults import Killed
from tests.ground.audit.doctored import PRESSED_S, audited, flown, tape_of

LAW = Law(period_ns=SECOND // 4, depth=4, required_m=0.03, configuration=b"", bounds=None)
LATCHED = {"latched": True, "latch_reason": "hold_commanded"}
FREE = {"latched": False, "latch_reason": ""}
PRESS = {"actor": "person", "pressed_ns": 1, "nonce": 1}
STARTED = ("heard_Telemetry", {"latched": True, "latch_reason": "power_up"})
GO_ON = ("sent_ActReply", {"act": "ResumeAct", "accepted": True, "reason": "", "to": "operator"})
UP, IT_LATCHES = ("heard_Telemetry", FREE), ("heard_Telemetry", LATCHED)
RESUMED = {"act": "ResumeAct", "accepted": True, "reason": "", "to": "person"}
PERSON_PRESSES, PERSON_RESUMES = ("heard_HoldCommand", PRESS), ("sent_ActReply", RESUMED)
LATER = 32  # [s]: nobody repeats the press any more


@pytest.fixture(scope="module")
def unheard(tmp_path_factory):
    """A flight in which gate and bridge die just before a person presses, and come back a second later."""
    dead = [Killed(participant=role, at_s=PRESSED_S - 0.1, duration_s=1.0) for role in ("gate", "bridge")]
    return flown(tmp_path_factory.mktemp("unheard") / "flown.mcap", faults=tuple(dead))


def test_the_flight_with_a_hold_that_nobody_on_ground_was_given_is_proven(unheard):
    answer = audit_recording(unheard)
    assert answer.verdict == "PROVEN" and answer.released > 30


def test_a_script_that_resumed_from_it_is_named(unheard, tmp_path):
    tape = tape_of(unheard).slim()
    tape.edit(
        tape.find("ActReply", after_s=25.0, where=lambda body: body["act"] == "ResumeAct"), to="operator"
    )
    found = audited(tape, tmp_path / "doctored.mcap")[11]
    assert found.answer == "BROKEN" and "the script resumes" in found.first.text


def after(*steps):
    """An account of a lease of the script after reports that are believed, presses, and acts."""
    account = Account(law=LAW)
    audit = AuthorityAudit(account)
    audit.on_heard_LeaseRequest(0, {"session": 1}, "operator")
    for kind, body, *at_s in steps:
        account.on_board = body if kind == "heard_Telemetry" else account.on_board
        sender = () if kind.startswith("sent") else ("somebody",)
        getattr(audit, f"on_{kind}")(SECOND * sum(at_s or [1]), body, *sender)
    return account


@pytest.mark.parametrize(
    ("steps", "holder"),
    [
        ([("heard_Telemetry", LATCHED)], ""),
        ([("heard_Telemetry", {**LATCHED, "latch_reason": "silence"})], "operator"),
        ([("heard_HoldCommand", {**PRESS, "actor": "operator"}), ("heard_Telemetry", LATCHED)], "operator"),
        ([STARTED, GO_ON, ("heard_HoldCommand", {**PRESS, "actor": "operator"}), UP, IT_LATCHES], "operator"),
        ([STARTED, GO_ON, UP, IT_LATCHES], ""),
        ([("sent_HoldCommand", {**PRESS, "actor": "gate"}), ("heard_Telemetry", LATCHED)], "operator"),
        ([("sent_HoldCommand", PRESS), ("heard_Telemetry", FREE), ("heard_Telemetry", LATCHED)], "operator"),
    ],
    ids=[
        "nobody's",
        "its own",
        "the script's",
        "the script's behind its resume",
        "nobody's behind it",
        "the gate's",
        "a report from before it",
    ],
)
def test_the_script_loses_its_lease_to_a_latch_that_no_script_asked_for(steps, holder):
    assert after(*steps).holder == holder


def test_a_report_from_before_a_resume_came_up_is_no_new_hold():
    assert not after(PERSON_PRESSES, IT_LATCHES, PERSON_RESUMES, IT_LATCHES).person_holds


def test_behind_the_end_of_the_latch_the_next_one_is_somebodys_again():
    steps, again = [PERSON_PRESSES, IT_LATCHES, PERSON_RESUMES], [UP, IT_LATCHES]
    assert after(*steps, *again).person_holds and not after(*steps, *again[:1]).person_holds


@pytest.mark.parametrize(
    ("steps", "held_by"),
    [([(*UP, LATER)], None), ([(*UP, 30)], "person"), ([IT_LATCHES, (*UP, LATER)], "person"), ([], "person")],
    ids=["lost", "still repeated", "it latched", "no report"],
)
def test_a_hold_that_was_lost_waits_for_no_resume_but_the_script_waits_for_the_person(steps, held_by):
    account = after(PERSON_PRESSES, *steps)
    assert (account.held_by, account.person_holds) == (held_by, True)


def test_behind_a_resume_at_rest_the_next_latch_is_somebodys_at_once():
    lost = [PERSON_PRESSES, (*UP, LATER), PERSON_RESUMES]
    assert after(*lost, IT_LATCHES).person_holds and not after(*lost).person_holds
