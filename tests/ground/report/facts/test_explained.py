"""What explains a hold or a gap is told as what it is: a fault, a closed window, lost packets, or nothing."""

import msgspec
import pytest

from ground.faults.consequences import HOLDS_WITHOUT, of_participant
from ground.faults.fault_seams import EXPLAINED_BY, FAULT_KINDS
from ground.report.facts.explained import LOST_PACKETS, WINDOW_CLOSED, explanation
from ground.report.facts.facts import Facts
from ground.report.facts.occurrences import Held, PictureCounts, ReportCounts
from telemetry.agreed.reasons import Reason
from telemetry.messages.health import FaultNotice
from telemetry.messages.images import ImageStatus
from tests.ground.operator.fake_gate import telemetry
from tests.ground.report.expect.test_expectations import RUN
from tests.ground.report.facts.test_forces import TOLD
from tests.ground.report.test_findings import DONE, summed_up

S = 1_000_000_000


@pytest.fixture
def facts():
    found = Facts.of(RUN)
    found.script, found.script_done_s = DONE, 60.0
    return found


def faulted(facts, kind, begins_s, ends_s):
    for at_s, begins in ((begins_s, True), (ends_s, False)):
        notice = FaultNotice(kind=kind, detail="", begins=begins)
        facts.on_message(round(at_s * S), "recorder", notice)


def why(facts, reason, at_s):
    return explanation(Held(at_s=at_s, reason=reason), facts, RUN)


def test_every_fault_says_what_it_explains():
    assert all(kind.explained.words for kind in FAULT_KINDS.values())
    assert all(explained.holds for explained in EXPLAINED_BY.values())


@pytest.mark.parametrize("who", sorted(HOLDS_WITHOUT))
def test_no_fault_explains_that_the_arm_touches(who):
    each = [of_participant(kind.explained, who) for kind in FAULT_KINDS.values()]
    assert not any({Reason.CONTACT_NOW, Reason.PREDICTED_CONTACT} & explained.holds for explained in each)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("onboard_hold", "onboard_latch"),
        ("uplink_blackout", "setpoint_missing"),
        ("downlink_blackout", "telemetry_stale"),
        ("clock_step", "time_stepped"),
        ("delay_step", "late"),
    ],
)
def test_a_fault_explains_its_own_holds_and_no_packet_is_blamed(facts, kind, reason):
    faulted(facts, kind, 10.0, 12.0)
    assert why(facts, reason, 20.0) == EXPLAINED_BY[kind].words
    assert why(facts, "operator_silent", 20.0) is None


def test_a_long_blackout_explains_until_a_loop_after_its_end_and_not_before_its_begin(facts):
    faulted(facts, "uplink_blackout", 100.0, 130.0)
    told = [why(facts, "ground_silent", at_s) for at_s in (99.0, 101.0, 138.0, 160.0)]
    assert told == [None, "the blackout of the uplink", "the blackout of the uplink", None]


def test_a_spacecraft_that_stopped_in_a_closed_window_lost_no_packet(facts):
    (_, closes_s), (opens_s, _) = RUN.link.windows_s
    assert why(facts, "ground_silent", opens_s + 0.1) == WINDOW_CLOSED
    assert why(facts, "ground_silent", closes_s - 1.0) is None
    facts.holds.append(Held(at_s=opens_s + 0.1, reason="ground_silent"))
    [row] = [row for row in summed_up(facts, run=RUN).findings if "held" in row.text]
    assert (row.severity, row.text) == ("note", f"motion was held, which is explained: {WINDOW_CLOSED}")


def test_two_lost_packets_in_a_row_are_lost_packets(facts):
    facts.faults += [(24.0, "uplink_loss"), (24.25, "uplink_loss")]
    assert why(facts, "setpoint_missing", 30.0) == LOST_PACKETS


def gap(facts, lost):
    """Contact until the window closes and after it opens, with so many reports missing in all."""
    (_, closes_s), (opens_s, _) = RUN.link.windows_s
    for at_s in (1.0, closes_s, opens_s, opens_s + 10.0):
        at_ns = round(at_s * S)
        facts.arm.on_report(at_s, telemetry(at_ns, latched=False))
        facts.duration_s = at_s
    facts.telemetry = ReportCounts(received=340, lost=lost)
    return round(10.0 * (opens_s - closes_s))


def test_reports_and_pictures_that_fell_into_a_closed_window_were_not_lost_on_their_way(facts):
    due = gap(facts, lost=0)
    facts.telemetry = ReportCounts(received=340, lost=due)
    facts.images["global"] = PictureCounts(received=100, mended=0, incomplete=due * 4 // 10)
    rows = [row for row in summed_up(facts, run=RUN).findings if "did not come" in row.text]
    assert [(row.text, row.reason) for row in rows] == [
        (f"{due} of {due + 340} reports of telemetry did not come", WINDOW_CLOSED)
    ]
    [row] = [row for row in summed_up(facts, run=RUN).findings if row.text.startswith("global: ")]
    assert row.reason == WINDOW_CLOSED


def test_what_is_missing_beyond_a_closed_window_was_lost(facts):
    due = gap(facts, lost=0)
    facts.telemetry = ReportCounts(received=340, lost=due + 52)
    rows = [row for row in summed_up(facts, run=RUN).findings if "did not come" in row.text]
    assert sorted(row.text.split()[0] for row in rows) == [str(due + 2), "50"]
    assert {row.reason for row in rows} == {WINDOW_CLOSED, "packets were lost on their way down"}


def test_of_a_blackout_of_the_downlink_no_rate_is_asked(facts):
    shares = {"whole": 1.0, "missing": 0.0, "agreement": None, "mended": 0}
    for k in range(60):
        at_s = 0.25 * k + (5.0 if k > 20 else 0.0)
        status = ImageStatus(
            camera="global", number=1 + k, age=3.6, received=1 + k, incomplete=20 * (k > 20), **shares
        )
        facts.on_message(round(at_s * S), "operator", status)
    assert facts.kept_rates()[0].share < 0.9
    faulted(facts, "downlink_blackout", 5.0, 10.0)
    assert facts.kept_rates()[0].share == pytest.approx(1.0, abs=0.03)


def test_reports_that_were_not_believed_after_a_stepped_clock_are_its_work(facts):
    facts.telemetry = ReportCounts(implausible=20)
    assert [row.severity for row in summed_up(facts, run=RUN).findings] == ["warning"]
    faulted(facts, "clock_step", 10.0, 10.0)
    [row] = summed_up(facts, run=RUN).findings
    assert (row.severity, row.reason) == ("note", "the step of the clock on board")


@pytest.mark.parametrize(("stable", "findings"), [(None, 0), (41.0, 0), (39.0, 1)])
def test_a_gain_beyond_what_is_stable_through_the_delay_is_a_finding(facts, stable, findings):
    facts.forces.on_hand_force(0.0, msgspec.structs.replace(TOLD, stable_gain=stable))
    rows = [row for row in summed_up(facts, run=RUN).findings if "gain" in row.text]
    assert len(rows) == findings
    assert all("40 N/m" in row.text and "39 N/m" in row.reason for row in rows)
