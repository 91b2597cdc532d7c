"""What was refused is told with its reason and figures; a retry that was taken is not."""

import msgspec
import pytest

from ground.operator.act_tables import PlanTable
from ground.operator.script.script import ScriptAct
from ground.rehearsal.virtual_flight import Flight, fly
from ground.report.facts.refusals import Refusals
from ground.report.summary_text import as_text
from ground.scenario.scenario import load
from telemetry.agreed.reasons import Reason, line
from telemetry.messages.acts import ActReply
from telemetry.messages.plan import PlanRefused
from telemetry.plan.move_table import MoveTable

FAR = MoveTable(to_m=(9.0, 0.0, 0.5))
HURRIED = MoveTable(to_deg=(5.0, -95.0, -85.0, 0.0, 0.0, 0.0), duration_s=0.5)
SCENARIO = load("short_link")


def asked(move):
    """The summary of a pass whose only act is a plan of this one move."""
    acts = (ScriptAct(plan=PlanTable(moves=(move,))),)
    return fly(msgspec.structs.replace(SCENARIO, acts=acts), Flight(seed=1, coded=False))


def reply(reason=None, *, act="ArmPlan", to="operator", detail=""):
    told = "; ".join(text for text in (detail, line(reason)) if text) if reason else ""
    return ActReply(act=act, to=to, accepted=reason is None, reason=reason or "", detail=told)


def told(*answers):
    refusals = Refusals()
    for at_s, answer in enumerate(answers):
        (refusals.on_plan_answer if isinstance(answer, PlanRefused) else refusals.on_act_reply)(
            float(at_s), answer
        )
    return [(row.at_s, row.what, row.reason, row.detail) for row in refusals.rows]


@pytest.mark.parametrize(
    ("move", "reason", "figure"),
    [(FAR, "unreachable", "at 1 % of the line"), (HURRIED, "duration_too_short", "asked 0.50 s")],
    ids=["beyond reach", "too short"],
)
def test_a_refused_plan_shows_reason_and_figures_in_the_json_and_on_the_terminal(move, reason, figure):
    summary = asked(move)
    [row] = summary.refusals
    assert (row.what.split()[0], row.reason) == ("plan", reason)
    assert row.at_s > 0.0 and figure in row.detail
    text = as_text(summary)
    assert line(Reason(reason)) in text and row.detail in text
    assert "nothing interrupted" not in text
    assert b'"refusals":[{"at_s":' in msgspec.json.encode(summary)


def test_a_refused_act_shows_the_figures_once():
    assert told(reply(Reason.START_MISMATCH, detail="joint 2: 0.1 rad apart")) == [
        (0.0, "arm plan of operator", "start_mismatch", "joint 2: 0.1 rad apart")
    ]


def test_an_act_that_is_taken_after_waiting_was_a_retry():
    assert told(reply(Reason.NOT_QUIET), reply(Reason.NOT_QUIET), reply()) == []


def test_an_act_that_is_refused_until_the_end_is_told_once_with_its_first_time():
    rows = told(reply(Reason.NOT_QUIET), reply(Reason.NOT_QUIET), reply(Reason.NOT_QUIET))
    assert rows == [(0.0, "arm plan of operator", "not_quiet", "")]


def test_what_waiting_does_not_cure_is_told_also_if_the_act_is_taken_later():
    rows = told(reply(Reason.NOT_QUIET), reply(Reason.TIME_STEPPED), reply())
    assert [reason for _, _, reason, _ in rows] == ["time_stepped"]


def test_another_actors_or_another_act_taken_does_not_unsay_a_refusal():
    others = (reply(act="ResumeAct"), reply(to="person"))
    assert len(told(reply(Reason.NOT_QUIET), *others)) == 1


def test_every_plan_that_is_refused_for_another_reason_is_told():
    reasons = (Reason.NO_START_POSE, Reason.UNREACHABLE, Reason.PLAN_COLLISION)
    answers = [
        PlanRefused(plan_id=f"a.{number}", reason=reason, detail="") for number, reason in enumerate(reasons)
    ]
    assert [what for _, what, _, _ in told(*answers)] == ["plan a.0", "plan a.1", "plan a.2"]
