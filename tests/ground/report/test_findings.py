"""What came of a run: the gravest first, each with its reason, and a verdict with its rule."""

import msgspec
import pytest

from ground.rehearsal.summing_up import summarise
from ground.report.expect.table import ExpectTable
from ground.report.facts.facts import Facts
from ground.report.facts.mount_exclusions import (
    STILL,
    TRIANGLES,
    BareLink,
    as_lines,
    bare_links,
    findings_of,
    rows,
)
from ground.report.facts.occurrences import Held, ReportCounts, RolledBack, Touched
from ground.report.facts.refusals import RefusedRow
from ground.report.run_summary import Driven, run_end
from ground.report.summary_text import as_text
from ground.run.processes.process import ProcessRow
from ground.scenario.scenario import load, run_settings
from telemetry.agreed.reasons import Reason, cause, cure
from telemetry.messages.acts import PlanWent, ScriptDone
from telemetry.messages.health import FINDINGS, RunEnd
from telemetry.wire.kinds import pack_message, unpack_message
from tests.nominal_run import hold_press

SCENARIO = load("short_link")
RUN = run_settings(SCENARIO, seed=1, run_id="test")
DONE = ScriptDone(completed=True, acts_done=2, detail="2 of 2 acts")
S = 1_000_000_000
NEAR = "hand – rail would come to 28.8 mm, 30.0 mm required"


@pytest.fixture
def facts():
    told = Facts.of(RUN)
    told.duration_s, told.script, told.script_done_s = 20.0, DONE, 20.0
    return told


def summed_up(facts, *, processes=(), run=RUN, **expected):
    scenario = msgspec.structs.replace(SCENARIO, expect=ExpectTable(**{"completed": True} | expected))
    return summarise(
        scenario, run, facts, driven=Driven("processes", 1, 20.0, list(processes), "/runs/x.mcap")
    )


def died(role, *, restarts=0, times=1):
    return ProcessRow(role=role, pid=7, restarts=restarts, deaths=["killed by SIGKILL"] * times)


def test_a_run_in_which_all_holds_and_nothing_surprised_is_nominal(facts):
    summary = summed_up(facts)
    assert (summary.verdict, summary.findings, summary.ok) == ("NOMINAL", [], True)


def test_what_a_mount_leaves_out_is_named_and_a_finding_where_a_motion_can_change_it(facts):
    still = summed_up(facts).clearance.left_out
    assert [(row.capsule, row.judged) for row in still] == [("base", STILL), ("shoulder", STILL)]
    run = run_settings(load("service_robot"), seed=1, run_id="test")
    (row,) = rows(run, frozenset())
    (found,) = findings_of([row])
    assert found[0] == "chassis is not kept clear of floor (moved by drive_x, drive_y); not judged"
    assert as_lines([row]) == ["left out   chassis on floor (not judged)"]
    assert rows(run, frozenset({("chassis", "floor")}))[0].judged == TRIANGLES


def test_a_link_without_any_volume_is_a_finding_and_a_note_where_all_of_it_stands_at_one_place(
    facts, monkeypatch
):
    for is_point, verdict in ((False, "NOMINAL WITH FINDINGS"), (True, "NOMINAL")):
        link = BareLink("mast", is_point)
        monkeypatch.setattr("ground.report.facts.mount_exclusions.bare_links", lambda run, link=link: (link,))
        summary = summed_up(facts)
        assert summary.verdict == verdict
        assert summary.findings[0].text == "mast moves without any volume"


def test_of_shipped_arms_only_the_wrist_whose_axes_meet_is_without_extent():
    found = [
        bare_links(run_settings(load(name), seed=1, run_id="test"))
        for name in ("roller_cell", "service_robot", "underwater_trainer")
    ]
    assert found == [
        (("wrist", True),),
        (("drive_x", False), ("drive_y", False)),
        (("shoulder", False),),
    ]


def test_what_was_meant_so_is_a_note_and_leaves_a_run_nominal(facts):
    facts.holds.append(Held(at_s=15.0, reason="disarmed"))
    summary = summed_up(facts)
    assert (summary.verdict, summary.findings[0].severity) == ("NOMINAL", "note")


def test_a_jump_of_a_joint_is_told_and_is_a_finding(facts):
    facts.telemetry = ReportCounts(jumps=1)
    summary = summed_up(facts)
    assert summary.verdict == "NOMINAL WITH FINDINGS"
    assert summary.findings[0].text == "1 jump of a joint in telemetry"
    assert "0 not believed, 1 jump of a joint" in as_text(summary)


def test_a_roll_back_is_a_finding_with_reason_and_way_out_also_where_it_was_expected(facts):
    near = {"pair": ("hand", "rail"), "distance_m": 0.0288, "required_m": 0.03, "time_to_contact_s": None}
    facts.rollbacks.append(RolledBack(at_s=5.0, seq=1, reason="too_close", figures=NEAR, **near))
    summary = summed_up(facts, rollbacks_min=1)
    [row] = summary.findings
    assert (summary.verdict, summary.ok) == ("NOMINAL WITH FINDINGS", True)
    assert msgspec.structs.asdict(row) == {
        "severity": "warning",
        "at_s": 5.0,
        "text": f"rolled back: {NEAR}",
        "reason": cause(Reason.TOO_CLOSE),
        "cure": cure(Reason.TOO_CLOSE),
    }


def failure(summary):
    """The gravest finding of a run that was not as expected."""
    assert (summary.verdict, summary.ok) == ("OFF-NOMINAL", False)
    assert summary.findings[0].severity == "failure"
    return summary.findings[0]


def test_a_script_that_gave_up_says_why_with_the_way_out(facts):
    facts.script = ScriptDone(completed=False, acts_done=0, detail="act 1: no plan: unreachable at 1 %")
    row = RefusedRow(at_s=3.0, what="plan act-1.1", reason="unreachable", detail="at 1 %")
    facts.refusals.rows.append(row)
    told = failure(summed_up(facts))
    assert told.text == "completed is no, expected yes"
    assert (told.reason, told.cure) == (
        "the script gave up: act 1: no plan: unreachable at 1 %",
        cure(Reason.UNREACHABLE),
    )


def test_a_script_whose_process_died_and_was_not_back_is_named(facts):
    facts.script = None
    told = failure(summed_up(facts, processes=[died("gate", restarts=1), died("operator")]))
    assert told.reason == "operator died (killed by SIGKILL) and was not back"


def test_a_run_whose_time_was_over_says_what_held_the_arm(facts):
    facts.script, facts.duration_s = None, SCENARIO.duration_s
    facts.state = "held"
    facts.holds.append(Held(at_s=12.0, reason="telemetry_stale"))
    told = failure(summed_up(facts))
    assert told.reason.startswith("the 30 s that it may take were over with the gate held")
    assert told.reason.endswith(cause(Reason.TELEMETRY_STALE))
    assert told.cure == cure(Reason.TELEMETRY_STALE)  # once


@pytest.mark.parametrize(
    ("expected", "reason"),
    [
        ({"hold_reasons": ("window_closing",)}, "never held by window_closing"),
        ({"round_trip_s": (6.9, 7.1)}, "nothing was measured"),
        ({"rollbacks_min": 2}, "counted 0, at least 2"),
        ({"mission_max_s": 10.0}, "counted 20, at most 10"),
        ({"backed_off": True}, "nothing was rolled back"),
        ({"still_at_aos": True}, "between contact and resume it moved, or nothing was heard of it"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_no_expectation_fails_without_a_reason(facts, expected, reason):
    assert failure(summed_up(facts, **expected)).reason == reason


def test_a_command_without_an_end_is_named(facts):
    facts.commands.lives["motion", 3, 1] = ["proposed", "on air"]
    assert failure(summed_up(facts, one_end_state=True)).reason == "motion 3.1 ended as on air"


def test_a_contact_is_a_failure_wherever_it_was_not_asked_about(facts):
    facts.contacts.append(Touched(at_s=4.0, pair=("hand", "rail")))
    summary = summed_up(facts)
    assert (summary.verdict, summary.findings[0].text) == ("OFF-NOMINAL", "CONTACT: hand and rail")


def test_of_a_run_that_a_person_ended_the_expectations_are_open_and_the_press_is_the_finding(facts):
    facts.script = facts.script_done_s = None
    facts.on_message(12 * S, "gate", hold_press("console"))
    summary = summed_up(facts)
    [row] = summary.findings
    assert (summary.verdict, summary.ok, row.at_s) == ("ABORTED", None, 12.0)
    assert row.reason == "nobody resumed it: it ended the run"
    assert "open     completed" in as_text(summary)


def test_steps_that_were_never_begun_or_failed_are_a_finding_with_who_ended_the_pass(facts):
    went = PlanWent(plan="plan 1", done=4, failed=1, unfinished=0, never_begun=3)
    whole = PlanWent(plan="plan 2", done=2, failed=0, unfinished=0, never_begun=0)
    facts.script = ScriptDone(completed=True, acts_done=0, detail="ended by console", plans=(went, whole))
    summary = summed_up(facts)
    [row] = summary.findings
    assert (summary.verdict, row.text, row.reason) == (
        "NOMINAL WITH FINDINGS",
        "plan 1: 4 of 8 steps done, 1 failed, 3 never begun",
        "ended by console",
    )
    assert [row.never_begun for row in summary.steps] == [3, 0]


def test_an_expectation_that_could_not_be_judged_says_so_and_is_a_finding(facts):
    summary = summed_up(facts, pictures_whole_min=0.9)
    [row] = summary.findings
    assert (row.text, row.reason) == ("pictures_whole_min was not judged", "flown without cameras")
    assert (summary.verdict, summary.ok) == ("NOMINAL WITH FINDINGS", True)


def test_a_process_that_came_back_is_a_warning_with_its_log(facts):
    [row] = summed_up(facts, processes=[died("gate", restarts=1)]).findings
    assert (row.severity, row.text) == ("warning", "gate died (killed by SIGKILL; started again 1x)")
    assert "log/gate.log" in row.cure


def test_the_same_again_is_one_finding_with_its_number(facts):
    facts.holds.extend(Held(at_s=at_s, reason="tick_late") for at_s in (3.0, 4.0, 5.0))
    [row] = summed_up(facts).findings
    assert (row.at_s, row.text) == (3.0, "motion was held (3 times, first here)")


def test_the_terminal_shows_what_the_json_has(facts):
    facts.holds.append(Held(at_s=3.0, reason="tick_late"))
    summary = summed_up(facts)
    text = as_text(summary)
    assert text.startswith("NOMINAL WITH FINDINGS: short_link, 20.0 s of mission at 1.0x real time")
    for row in summary.findings:
        assert all(told in text for told in (row.severity, row.text, row.reason, row.cure))
    assert summary.rule in text


@pytest.mark.parametrize(("duration_s", "speed"), [(9.0, "0.5x"), (0.0, "")])
def test_a_slow_run_is_no_zero_times_real_time(facts, duration_s, speed):
    facts.duration_s = duration_s
    head = as_text(summed_up(facts)).splitlines()[0]
    assert speed in head and "0x" not in head


def test_the_screens_are_told_the_gravest_findings_and_how_many_more_there_are(facts):
    facts.holds.extend(Held(at_s=float(n), reason=f"unheard-of-{n}") for n in range(FINDINGS))
    facts.contacts.append(Touched(at_s=99.0, pair=("hand" * 500, "rail")))
    told = run_end(summed_up(facts))
    assert unpack_message(pack_message(told)) == told and isinstance(told, RunEnd)
    assert (told.findings[0].severity, len(told.findings), told.more) == ("failure", FINDINGS, 1)
    assert (told.verdict, told.recording) == ("OFF-NOMINAL", "/runs/x.mcap")


def test_a_model_that_was_changed_meanwhile_leaves_what_is_left_out_unknown():
    changed = msgspec.structs.replace(RUN, model_digests=RUN.model_digests[::-1])
    assert rows(changed, frozenset()) is None and as_lines(None) == []
    [(text, *_)] = findings_of(None)
    assert text == "what the scene's mounts leave out is not known"
