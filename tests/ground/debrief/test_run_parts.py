"""Parts of a procedure and acts of authority, as a page lists them."""

import pytest

from ground.debrief.gathered import Gathered
from ground.debrief.run_parts import acts_of, steps_of
from telemetry.agreed.reasons import Reason, line
from telemetry.messages.acts import ActReply, PlanWent, ScriptDone
from telemetry.messages.plan import PartReport, ProcedureReport
from tests.ground.operator.fake_gate import RUN


def gathered(*messages):
    """What the recorder got of a person's pass: what a console says itself it is never given."""
    found = Gathered(RUN, "console", ["console", "recorder"])
    for at_s, message in enumerate(messages):
        found.on_message(at_s * 10**9, "console" if isinstance(message, ActReply) else "recorder", message)
    return found


def ended(**counts):
    went = PlanWent(plan="plan 1", **({"done": 0, "failed": 0, "unfinished": 0, "never_begun": 0} | counts))
    return ScriptDone(completed=True, acts_done=3, detail="", plans=(went,))


@pytest.mark.parametrize(
    ("counts", "state"),
    [
        ({"done": 3}, "done"),
        ({"done": 2, "failed": 1}, "failed"),
        ({"done": 1, "unfinished": 1, "never_begun": 1}, "interrupted"),
        ({"never_begun": 3}, "to do"),
    ],
)
def test_a_plan_of_a_person_of_which_no_step_was_told_stands_with_how_far_it_came(counts, state):
    (row,) = steps_of(gathered(ended(**counts)))
    assert (row.plan, row.by, row.steps, row.state) == ("plan 1", "console", "1-3", state)
    assert row.what == f"{counts.get('done', 0)} of 3 steps done"


def test_a_plan_whose_steps_were_told_stands_once():
    part = PartReport(steps="1", what="line", state="done", detail="")
    told = ProcedureReport(by="console", plan="plan 1", parts=(part,))
    assert [row.what for row in steps_of(gathered(told, ended(done=1)))] == ["line"]


def test_a_refused_act_says_its_reason_once():
    why = line(Reason.NOT_QUIET)
    reply = ActReply(act="ArmPlan", to="console", accepted=False, reason="not_quiet", detail=f"0.3 s; {why}")
    (act,) = acts_of(gathered(reply))
    assert act.why.count(why.partition(";")[0]) == 1 and "0.3 s" in act.why
