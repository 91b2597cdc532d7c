"""What a fault on the ground makes happen is told as its work, and what it does not is a surprise as ever."""

import math

import pytest

from ground.faults.ground_faults import Disturbance, FailingStore, Frozen, Killed, Stepped
from ground.report.facts.explained import explanation, refused_by
from ground.report.facts.facts import Facts
from ground.report.facts.occurrences import Held, ReportCounts
from ground.report.facts.rates import SPACE
from ground.report.facts.refusals import RefusedRow
from tests.ground.report.test_findings import DONE, RUN, died, summed_up

LOOP_S = RUN.link.up_s + RUN.link.down_s + RUN.commanding.buffer_s + 2.0


def facts_of(*faults):
    facts = Facts.of(RUN, faults=faults)
    facts.duration_s, facts.script, facts.script_done_s = 60.0, DONE, 60.0
    return facts


def why(facts, reason, at_s):
    return explanation(Held(at_s=at_s, reason=reason), facts, RUN)


def test_a_fault_explains_the_holds_of_its_participant_until_a_loop_after_its_end():
    facts = facts_of(Killed(participant="predictor", at_s=10.0, duration_s=2.0))
    told = [why(facts, "predictor_silent", at_s) for at_s in (9.9, 10.1, 12.0 + LOOP_S, 12.1 + LOOP_S)]
    assert told == [None, "the death of the predictor", "the death of the predictor", None]
    assert why(facts, "dead_man_stale", 11.0) is None, "nobody else's silence is its work"


@pytest.mark.parametrize(
    "fault", [Killed(participant="bridge", at_s=10.0), Stepped(participant="bridge", at_s=10.0, step_s=3.0)]
)
def test_what_has_no_end_lasts_until_the_runs(fault):
    [spell] = facts_of(fault).fault_spells()
    assert fault.end_s == math.inf
    assert (spell.begins_s, spell.ends_s) == (10.0, 60.0)


def test_a_fault_that_the_run_did_not_live_to_see_explains_nothing():
    assert facts_of(Killed(participant="gate", at_s=70.0)).fault_spells() == []


def test_a_death_that_the_scenario_asked_for_is_a_note_and_one_more_is_a_warning():
    facts = facts_of(Killed(participant="gate", at_s=10.0, duration_s=1.0))
    [row] = summed_up(facts, processes=[died("gate", restarts=1)]).findings
    assert (row.severity, row.reason, row.cure) == ("note", "the death of the gate", "")
    for processes in ([died("gate"), died("planner")], [died("gate", times=2)]):
        assert "warning" in {row.severity for row in summed_up(facts, processes=processes).findings}


def test_who_stood_still_did_not_die_of_it():
    facts = facts_of(Frozen(participant="gate", at_s=10.0, duration_s=1.0))
    assert summed_up(facts, processes=[died("gate")]).findings[0].severity == "warning"


def test_less_than_was_promised_is_the_work_of_what_befell_whoever_makes_it_or_lets_it_in():
    facts = facts_of(Frozen(participant="bridge", at_s=10.0, duration_s=1.0))
    words = "the bridge that stood still"
    assert [facts.delayed_by(role) for role in ("bridge", SPACE, "gate")] == [words, words, ""]


def test_what_disturbed_messages_cost_in_rates_stays_a_finding():
    facts = facts_of(Disturbance(participant="operator", at_s=0.0, duration_s=60.0, drop=0.5))
    assert facts.delayed_by("predictor") == facts.delayed_by("operator") == ""


def test_a_silence_of_the_bridge_is_one_of_space_and_one_of_the_gate_is_not():
    silent = [
        Frozen(participant=who, at_s=10.0, duration_s=1.0).explains.silences for who in ("bridge", "gate")
    ]
    assert silent == [True, False]


def test_an_act_that_was_refused_by_the_work_of_a_fault_is_a_note():
    facts = facts_of(FailingStore(participant="gate", at_s=10.0, duration_s=1.0, how="tears"))
    assert refused_by("release_log", 10.5, facts, run=RUN) == "the failing disk of the gate"
    for at_s in (10.5, 40.0):
        facts.refusals.rows.append(RefusedRow(at_s=at_s, what="ArmPlan", reason="release_log", detail=""))
    rows = [row for row in summed_up(facts).findings if row.text.startswith("refused: ArmPlan")]
    assert sorted((row.at_s, row.severity) for row in rows) == [(10.5, "note"), (40.0, "warning")]


def test_reports_that_came_late_to_one_that_stood_still_are_not_doubted():
    facts = facts_of(Frozen(participant="bridge", at_s=10.0, duration_s=1.0))
    facts.telemetry = ReportCounts(implausible=7)
    [row] = summed_up(facts).findings
    assert (row.severity, row.reason) == ("note", "the bridge that stood still")
