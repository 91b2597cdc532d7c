"""Which rates were kept: what fell short is a finding with its figure, and why."""

import msgspec
import pytest

from ground.report.facts.facts import Facts
from ground.report.facts.rates import Cycles
from ground.scenario.scenario import load, run_settings
from telemetry.messages.command import BridgeReport, CommandState
from telemetry.messages.health import RoleLoad
from telemetry.messages.images import ImageStatus
from tests.ground.operator.fake_gate import predicted
from tests.ground.report.test_findings import DONE, RUN, died, summed_up

S = 1_000_000_000
ARM = predicted(0.1)
LOS = run_settings(load("los_mid_plan"), seed=1, run_id="test")


@pytest.fixture
def facts():
    found = Facts.of(RUN)
    found.duration_s, found.script, found.script_done_s = 20.0, DONE, 20.0
    return found


def come(facts, message, *, each_s, until_s=20.0, begin_s=0.0, role="operator"):
    for k in range(round((until_s - begin_s) / each_s) + 1):
        at_ns = round((begin_s + k * each_s) * S)
        facts.on_message(at_ns, role, message(at_ns) if callable(message) else message)


def pictures(at_ns, hz=1.6):
    shares = {"whole": 1.0, "missing": 0.0, "agreement": None}
    number = 1 + int(at_ns * hz / S)
    skipped = int(at_ns * (4.0 - hz) / S)
    return ImageStatus(
        camera="global",
        number=number,
        age=3.6,
        received=number,
        mended=0,
        incomplete=0,
        skipped=skipped,
        **shares,
    )


def load_of(role, *, share, late=0, ticks=80, life=0):
    return RoleLoad(
        role=role, life=life, lived=20.0, processor=20.0 * share, processors=2, ticks=ticks, late=late
    )


def rows(summary):
    return [row for row in summary.findings if row.severity != "note"]


def test_the_predicted_arm_at_half_its_rate_is_a_finding_and_the_exit_code_stays(facts):
    come(facts, ARM, each_s=0.02)
    facts.on_message(20 * S, "recorder", load_of("predictor", share=0.99))
    summary = summed_up(facts)
    [row] = rows(summary)
    assert (summary.verdict, summary.ok) == ("NOMINAL WITH FINDINGS", True)
    assert row.text == "the predicted arm: 50 of 100 each second"
    assert "predictor had 99% of a processor" in row.reason and "more to do" in row.reason
    assert summary.rates[0].came_hz == 50.0


def test_a_scenario_that_expects_the_rate_fails_without_it(facts):
    come(facts, ARM, each_s=0.02)
    assert not summed_up(facts, rates_kept_min=0.9).ok
    assert summed_up(facts, rates_kept_min=0.4).ok


def test_a_rate_that_is_expected_and_was_never_heard_of_is_not_kept(facts):
    assert not summed_up(facts, rates_kept_min=0.9).ok


def test_skipped_pictures_are_counted_and_their_rate_is_told(facts):
    come(facts, pictures, each_s=0.25)
    [row] = rows(summed_up(facts))
    assert row.text == "pictures of global: 1.6 of 4 each second, 48 skipped"
    assert row.reason == "how much of a processor space_segment had is not on record"


def test_pictures_that_were_lost_on_their_way_blame_no_process(facts):
    facts.on_message(20 * S, "recorder", load_of("space_segment", share=0.99))
    come(facts, lambda at_ns: lossy(pictures(at_ns, hz=4.0)), each_s=0.25)
    [row] = rows(summed_up(facts))
    assert (row.text, row.reason) == (
        "pictures of global: 2 of 4 each second, 40 lost",
        "they were lost on their way down, or on the station's network",
    )


def lossy(status):
    """Every other picture did not become whole."""
    half = status.received // 2
    return msgspec.structs.replace(status, received=status.received - half, incomplete=half)


def test_who_is_served_too_little_by_a_full_host_is_no_busy_role(facts):
    come(facts, ARM, each_s=0.02)
    for role, share in (("predictor", 0.4), ("space_segment", 0.8), ("console", 0.7)):
        facts.on_message(20 * S, "recorder", load_of(role, share=share))
    [row] = rows(summed_up(facts))
    assert "the whole run 1.9 of 2: the host is too small, or too busy" in row.reason


def test_a_role_that_something_else_kept_waiting_is_said_so(facts):
    come(facts, ARM, each_s=0.02)
    facts.on_message(20 * S, "recorder", load_of("predictor", share=0.3))
    [row] = rows(summed_up(facts))
    assert "something outside of it kept that role waiting" in row.reason


def test_a_rate_that_was_not_kept_because_its_process_died_names_the_death(facts):
    come(facts, ARM, each_s=0.02)
    summary = summed_up(facts, processes=[died("predictor", restarts=1)])
    [row] = [row for row in rows(summary) if "predicted arm" in row.text]
    assert row.reason == "predictor died, and was away until it was started again"


@pytest.mark.parametrize(("late", "verdict"), [(0, "NOMINAL"), (4, "NOMINAL"), (5, "NOMINAL WITH FINDINGS")])
def test_more_than_one_late_cycle_of_a_hundred_is_a_finding(facts, late, verdict):
    facts.on_message(20 * S, "recorder", load_of("gate", share=0.1, ticks=400, late=late))
    summary = summed_up(facts)
    assert (summary.verdict, summary.cycles) == (verdict, Cycles(done=400, late=late))


def test_all_lives_of_a_role_are_counted(facts):
    for life in (1, 2):
        facts.on_message(20 * S, "recorder", load_of("gate", share=0.1, ticks=100, late=1, life=life))
    assert summed_up(facts).cycles == Cycles(done=200, late=2)


def report(received, lost):
    counts = {"tm_received": received, "tm_lost": lost, "tm_duplicated": 0, "tm_implausible": 0}
    return BridgeReport(
        is_open=True, reason="", epoch=0, seq=0, state=CommandState.AT_STATION, hold=None, **counts
    )


def test_one_report_of_a_hundred_lost_leaves_the_rate_kept(facts):
    come(facts, lambda at_ns: report(received=1 + 99 * at_ns // S // 10, lost=at_ns // S // 10), each_s=0.5)
    summary = summed_up(facts)
    assert summary.rates[0].came_hz == pytest.approx(9.9)
    assert rows(summary) == []


def test_what_is_lost_while_the_window_is_closed_was_not_promised():
    facts = Facts.of(LOS)
    (_, closes_s), (opens_s, _) = LOS.link.windows_s
    come(facts, lambda at_ns: pictures(at_ns, hz=4.0), each_s=0.25, until_s=closes_s)
    for k in range(40):
        at_ns, seen = round((opens_s + 0.25 * k) * S), round(4.0 * closes_s) + 1 + k
        facts.on_message(
            at_ns, "operator", msgspec.structs.replace(pictures(0), received=seen, incomplete=99)
        )
    [rate] = facts.rates.rates()
    assert rate.share == pytest.approx(1.0, abs=0.02)


def test_of_what_comes_from_space_no_rate_is_asked_after_contact():
    facts, closes_s = Facts.of(LOS), LOS.link.windows_s[0][1]
    come(facts, lambda at_ns: pictures(at_ns, hz=4.0), each_s=0.25, until_s=closes_s)
    come(facts, ARM, each_s=0.01, until_s=closes_s + 5.0)
    assert [round(rate.share, 1) for rate in facts.rates.rates()] == [1.0, 1.0]


def test_reports_are_counted_on_as_a_bridge_that_was_started_again_counts_from_zero(facts):
    come(facts, lambda at_ns: report(1 + 10 * at_ns // S, lost=1), each_s=0.5, until_s=10.0)
    come(facts, lambda at_ns: report(10 * at_ns // S - 100, lost=1), each_s=0.5, begin_s=10.5)
    (rate,) = facts.kept_rates()
    assert rate.came_hz == pytest.approx(10.0, rel=0.06)
    assert rate.lost == 2
    assert (facts.telemetry.received, facts.telemetry.lost) == (201, 2)
