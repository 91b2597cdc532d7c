"""A run that a person ended is neither good nor bad, and says who ended it."""

import msgspec
import pytest

from ground.rehearsal.summing_up import summarise
from ground.report.facts.facts import Facts
from ground.report.facts.interventions import Intervention, Interventions
from ground.report.facts.words import actor_text
from ground.report.run_summary import Driven
from ground.report.summary_text import as_text, ended_line
from ground.run.kept.history import EndedBy
from ground.scenario.scenario import load, run_settings
from telemetry.messages.acts import ActReply, LeaseRequest, ScriptDone
from telemetry.messages.health import Truth
from tests.nominal_run import hold_press

SCENARIO = load("short_link")
RUN = run_settings(SCENARIO, seed=1, run_id="test")
DONE = ScriptDone(completed=True, acts_done=2, detail="")
TAKEN = "HOLD was sent: bridge, gate took it"
S = 1_000_000_000


def reply(to="person", act="ResumeAct", accepted=True):
    return ActReply(act=act, to=to, accepted=accepted, reason="", detail="")


def summary_of(*told):
    """The summary of a run in which this was told: (at [s], role, message)."""
    facts = Facts.of(RUN)
    for at_s, role, message in told:
        facts.on_message(round(at_s * S), role, message)
    return summarise(SCENARIO, RUN, facts, driven=Driven("virtual", 1, 1.0, [], None))


def test_a_run_that_a_persons_hold_ended_is_neither_ok_nor_failed():
    summary = summary_of((12.5, "gate", hold_press("console")))
    assert (summary.ok, summary.ended_by) == (None, EndedBy(who="console", at_s=12.5))
    assert as_text(summary).startswith("ABORTED: short_link")
    assert "HOLD of console at 12.50 s, which nobody resumed" in as_text(summary)
    assert "failure" not in as_text(summary)


@pytest.mark.parametrize("receivers", [("bridge",), ("gate", "bridge", "space_segment")])
def test_a_press_counts_once_whoever_received_it(receivers):
    press = hold_press("hold")
    summary = summary_of(*[(3.0 + i / 100, role, press) for i, role in enumerate(receivers)])
    assert summary.interventions == [Intervention(at_s=3.0, who="hold", act="HOLD")]


@pytest.mark.parametrize(
    ("ended_by", "told"),
    [({"who": "supervisor", "by": "SIGTERM"}, "SIGTERM"), ({"who": "hold"}, "HOLD of `farhand hold`")],
)
def test_the_last_line_names_the_signal_or_whose_hold_ended_the_run(ended_by, told):
    line = ended_line(EndedBy(at_s=3.0, **ended_by), None)
    assert line == f"{told} ended the run at 3.00 s: nobody resumed; there is no recording"


def test_a_press_of_a_command_is_told_as_it_is_typed():
    told = [actor_text(who) for who in ("hold", "stop", "console")]
    assert told == ["`farhand hold`", "`farhand stop`", "console"]


def test_after_a_persons_resume_the_run_is_judged_as_usual_and_both_are_named():
    hold, lease = (3.0, "gate", hold_press("console")), (9.0, "gate", LeaseRequest(login="eva"))
    physics = (1.0, "recorder", Truth(clearance=0.2, pair=("a", "b"), contacts=(), base_turn=0.0))
    summary = summary_of(hold, lease, (9.0, "operator", reply()), physics, (20.0, "recorder", DONE))
    assert (summary.ok, summary.ended_by) == (True, None)
    assert [(row.who, row.act) for row in summary.interventions] == [
        ("console", "HOLD"),
        ("person:eva", "RESUME"),
    ]
    assert "9.00 s  RESUME of person:eva" in as_text(summary)


def test_a_refused_resume_and_other_acts_leave_the_run_ended():
    hold = (3.0, "gate", hold_press("console"))
    replies = (reply(accepted=False), reply(act="LeaseRequest"), reply(to="operator"))
    assert summary_of(hold, *[(4.0, "operator", told) for told in replies]).ended_by.who == "console"


def test_the_scripts_own_hold_is_no_intervention():
    assert summary_of((3.0, "gate", hold_press("operator"))).interventions == []


def test_the_supervisors_press_at_the_end_of_the_time_is_no_intervention():
    assert summary_of((3.0, "gate", hold_press("supervisor"))).interventions == []


def test_a_press_after_the_script_was_done_ends_nothing():
    summary = summary_of((20.0, "recorder", DONE), (20.5, "gate", hold_press("console")))
    assert summary.ended_by is None


def test_the_last_press_names_who_ended_it():
    told = Interventions(frozenset())
    told.on_hold(3.0, hold_press("console"))
    told.on_signal(60.0, "supervisor", by="Ctrl-C", became=TAKEN)
    told.on_signal(60.1, "supervisor", by="SIGTERM", became="")
    assert told.ended_by(None) == EndedBy(who="supervisor", at_s=60.0, by="Ctrl-C", became=TAKEN)


@pytest.mark.parametrize("signal", ["Ctrl-C", "SIGTERM"])
def test_the_signal_that_ended_a_run_is_called_by_its_name(signal):
    facts = Facts.of(RUN)
    facts.interventions.on_signal(60.5, "supervisor", by=signal, became=TAKEN)
    summary = summarise(SCENARIO, RUN, facts, driven=Driven("processes", 1, 1.0, [], None))
    assert f"HOLD of supervisor ({signal}) at 60.50 s" in as_text(summary)
    assert (summary.ended_by.by, summary.findings[-1].reason) == (signal, TAKEN)


def test_the_summary_of_an_ended_run_is_json_with_a_null():
    summary = summary_of((12.5, "gate", hold_press("console")))
    assert b'"ok":null' in msgspec.json.encode(summary)
