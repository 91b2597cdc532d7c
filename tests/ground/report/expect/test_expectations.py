"""Expectations fail when what they ask for did not happen, and when there are no data."""

import math

import msgspec
import pytest

from ground.report.expect.expectation import Evidence
from ground.report.expect.table import EXPECTATIONS, ExpectTable, judge, unmet
from ground.report.facts.facts import Facts
from ground.report.facts.guides import MadeFixture
from ground.report.facts.occurrences import Held, PictureCounts, Touched
from ground.scenario.scenario import load, run_settings
from ground.scenario.scenario_files import scenario_path
from ground.scenario.scenario_table import Scenario
from predictor.run_model import read_model
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import FileError, read_file, read_toml
from telemetry.messages.acts import ScriptDone
from telemetry.messages.data import DataChecks, DataViolation
from telemetry.messages.health import FaultNotice, Truth
from telemetry.messages.prediction import LockedJoint, World
from telemetry.messages.queue import Verdict
from tests.ground.operator.fake_gate import telemetry

RUN = run_settings(load("los_mid_plan"), seed=1, run_id="test")


@pytest.fixture
def facts():
    return Facts.of(RUN)


def verdict(facts, **expected):
    [row] = judge(ExpectTable(**expected), Evidence(facts, RUN))
    assert not row.skipped
    return row.ok


def test_what_is_not_named_is_not_asked(facts):
    assert judge(ExpectTable(), Evidence(facts, RUN)) == []


@pytest.mark.parametrize(
    "expected",
    [
        {"completed": True},
        {"backed_off": True},
        {"range_off_max_m": 1.0},
        {"range_apart_max": 1},
        {"warned_least_m": (-1.0, 1.0)},
        {"force_peak_n": (0.0, 100.0)},
        {"force_left_max_n": 100.0},
        {"port_energy_min_j": -1.0},
        {"tool_moved_m": (0.0, 1.0)},
        {"tool_turned_deg": (0.0, 180.0)},
        {"tool_strays_max_m": 1.0},
        {"clearance_min_m": -1.0},
        {"contacts_max": 0},
        {"still_at_aos": True},
        {"safe_and_held": True},
        {"round_trip_s": (6.9, 7.1)},
        {"rollbacks_min": 1},
        {"holds_min": 1},
        {"hold_reasons": ("window_closing",)},
        {"recognised_joint": "joint_2"},
        {"recognised_within_s": 9.0},
        {"finished": True},
    ],
    ids=lambda expected: next(iter(expected)),
)
def test_absence_of_data_is_never_success(facts, expected):
    assert not verdict(facts, **expected)


def report(**changed):
    """A report of an arm that HOLD has latched at its safe pose."""
    home = read_model(RUN).robot.home_q
    still = {"mode": "latched", "latched": True, "latch_reason": "hold_commanded", "q": home}
    return msgspec.structs.replace(telemetry(0, latched=True), **{**still, **changed})


def test_a_pass_ends_safe_and_held_where_the_last_report_shows_the_latch_at_a_named_pose(facts):
    facts.arm.on_report(1.0, report())
    assert verdict(facts, safe_and_held=True)


@pytest.mark.parametrize(
    "changed", [{"mode": "ready"}, {"latch_reason": "ground_silent"}, {"q": (0.0,) * 6}], ids=str
)
def test_a_pass_that_ends_moving_latched_by_itself_or_elsewhere_is_not_safe_and_held(facts, changed):
    facts.arm.on_report(1.0, report(**changed))
    assert not verdict(facts, safe_and_held=True)


def test_a_contact_fails_the_run(facts):
    facts.on_message(0, "recorder", Truth(clearance=0.1, contacts=(), pair=("a", "b"), base_turn=0.0))
    assert verdict(facts, contacts_max=0)
    facts.contacts.append(Touched(at_s=1.0, pair=("hand", "target")))
    assert not verdict(facts, contacts_max=0)


def test_limits_that_telemetry_broke_fail_a_run_that_bears_fewer(facts):
    assert verdict(facts, violations_max=0)
    hot = DataViolation("Telemetry.temperatures[3]", "hard", 360.2, 353.15, "K", 0)
    told = DataChecks(checked=1, began=1, inhibits=False, standing=(hot,))
    facts.on_message(0, "recorder", told)
    assert verdict(facts, violations_max=1)
    assert not verdict(facts, violations_max=0)
    evidence = Evidence(facts, RUN)
    [row] = judge(ExpectTable(violations_max=0), evidence)
    assert unmet(row, evidence).reason == "temperature of joint 3: 360.2 K, beyond its hard limit 353.15 K"


def test_a_script_that_gave_up_is_not_completed(facts):
    facts.script = ScriptDone(completed=False, acts_done=1, detail="gave up")
    assert not verdict(facts, completed=True)


@pytest.mark.parametrize(
    ("life", "ends_once"),
    [
        (["proposed", "released", "confirmed"], True),
        (["proposed", "released"], False),
        (["proposed", "confirmed", "lost"], False),
    ],
)
def test_every_command_ends_exactly_once(facts, life, ends_once):
    facts.commands.lives["motion", 1, 1] = life
    assert verdict(facts, one_end_state=True) == ends_once


def test_a_hold_without_a_lost_packet_is_unexplained(facts):
    facts.holds.append(Held(at_s=30.0, reason="setpoint_missing"))
    assert not verdict(facts, unexplained_holds_max=0)


def test_one_lost_packet_does_not_explain_a_missing_set_point_but_two_in_a_row_do(facts):
    facts.holds.append(Held(at_s=30.0, reason="setpoint_missing"))
    facts.faults.append((24.0, "uplink_loss"))
    assert not verdict(facts, unexplained_holds_max=0)
    facts.faults.append((24.25, "uplink_loss"))
    assert verdict(facts, unexplained_holds_max=0)


@pytest.mark.parametrize("reason", ["operator_hold", "hold_commanded"])
def test_what_the_operator_asked_for_is_no_nuisance(facts, reason):
    facts.holds.append(Held(at_s=30.0, reason=reason))
    assert verdict(facts, unexplained_holds_max=0)


def test_no_number_of_an_expectation_is_infinite(facts):
    rows = judge(ExpectTable(holds_min=0, mission_max_s=10.0, rollbacks_min=0), Evidence(facts, RUN))
    assert all(math.isfinite(row.value) for row in rows)


def test_the_camera_with_the_least_whole_pictures_decides(facts):
    facts.images = {
        "global": PictureCounts(received=100, mended=40, incomplete=0),
        "hand_eye_a": PictureCounts(received=97, mended=40, incomplete=3),
    }
    [row] = judge(ExpectTable(pictures_whole_min=0.98), Evidence(facts, RUN))
    assert (row.ok, row.value) == (False, 0.97)
    assert verdict(facts, pictures_whole_min=0.97)


def test_pictures_that_never_came_are_no_success_and_where_there_are_no_cameras_none_are_asked_for(facts):
    assert not verdict(facts, pictures_whole_min=0.0)
    [row] = judge(ExpectTable(pictures_whole_min=0.98), Evidence(facts, RUN, has_cameras=False))
    assert (row.ok, row.skipped) == (True, True)


def failed_joint(facts, *, at_s=11.0, onset_s=4.0):
    """Let joint 2 fail, and be recognised."""
    facts.joints.on_fault_notice(onset_s, FaultNotice(kind="joint_locked", detail="", begins=True))
    stands = LockedJoint(joint=1, name="joint_2", kind="locked", q=-2.0, followed=-2.0, since_ns=4 * NS_PER_S)
    facts.joints.on_world(at_s, World(version=1, configuration=b"", reason="joint_locked", locked=(stands,)))
    return facts


def test_a_failed_joint_is_recognised_by_its_name_and_within_a_time(facts):
    failed_joint(facts)
    assert verdict(
        facts,
        recognised_joint="joint_2",
    )
    assert not verdict(facts, recognised_joint="joint_3")
    assert verdict(facts, recognised_within_s=7.0)
    assert not verdict(facts, recognised_within_s=6.9)


def test_a_joint_that_is_told_to_fail_and_did_not_was_not_recognised_in_time(facts):
    facts.joints.on_world(1.0, World(version=1, configuration=b""))
    assert not verdict(facts, recognised_within_s=9.0)


def test_it_is_finished_if_a_plan_was_armed_after_that_and_the_script_done(facts):
    failed_joint(facts).arms.append((10.0, "ArmPlan"))
    facts.script = ScriptDone(completed=True, acts_done=1, detail="")
    assert not verdict(facts, finished=True)
    facts.arms.append((12.0, "ArmPlan"))
    assert verdict(facts, finished=True)


def test_a_hold_for_a_joint_is_explained_by_a_joint_that_failed_alone(facts):
    facts.holds.append(Held(at_s=11.0, reason="joint_locked"))
    assert not verdict(facts, unexplained_holds_max=0)
    assert verdict(failed_joint(facts), unexplained_holds_max=0)


@pytest.mark.parametrize(("points", "is_judged"), [(5, True), (0, False)], ids=["made", "refused"])
def test_a_person_who_had_a_tube_made_is_judged_by_it_and_nobody_else_is(facts, points, is_judged):
    facts.seat = "console"
    row = {"at_s": 1.0, "fixture": "tube", "kind": "tube", "reason": "", "length_m": 1.0, "is_kept": True}
    facts.guides.made.append(MadeFixture(points=points, clearance_m=None, **row))
    rows = judge(ExpectTable(fixture_around=True, fixture_end_max_m=0.03), Evidence(facts, RUN))
    assert [not row.skipped for row in rows] == [is_judged, is_judged]


@pytest.mark.parametrize("is_asked_of_all", [True, False])
def test_what_a_script_was_to_do_is_asked_of_a_person_by_checks_that_nobody_wrote_for_a_script(
    facts, is_asked_of_all
):
    facts.seat = "console"
    seen = Evidence(facts, RUN, is_asked_of_all=is_asked_of_all)
    [row] = judge(ExpectTable(clearance_min_m=0.03), seen)
    assert (row.skipped, row.ok) == (not is_asked_of_all, not is_asked_of_all)


def test_the_instant_of_a_figure_is_that_of_its_worst_value(facts):
    for at_s, clearance in ((1.0, 0.2), (2.0, 0.05), (3.0, 0.05), (4.0, 0.1)):
        facts.on_message(round(at_s * NS_PER_S), facts.seat, predicted(clearance))
    [row] = judge(ExpectTable(clearance_min_m=0.1), Evidence(facts, RUN))
    assert (row.ok, row.value, row.at_s) == (False, 0.05, 2.0)


def predicted(clearance):
    names = {"epoch": 1, "seq": 1, "chain": bytes(16), "world": 1, "configuration": b"", "pair": ("a", "b")}
    unseen = {"time_to_contact": None, "scene": None, "itself": None}
    return Verdict(ok=True, reason="", clearance=clearance, required=0.03, **names, **unseen)


def test_the_table_has_the_key_of_each_expectation_and_each_says_what_its_key_means():
    assert ExpectTable.__struct_fields__ == tuple(EXPECTATIONS)
    assert all(each.meaning and not each.meaning.endswith(".") for each in EXPECTATIONS.values())


def test_an_outcome_that_nobody_knows_is_refused_with_the_nearest_key(tmp_path):
    text = read_file(scenario_path("short_link")).decode().replace("[expect]", "[expect]\nrollback_min = 1")
    (tmp_path / "mine.toml").write_text(text)
    with pytest.raises(FileError, match="did you mean 'rollbacks_min'"):
        read_toml(tmp_path / "mine.toml", Scenario)


@pytest.mark.parametrize(("apart", "is_still"), [(0.0, True), (math.radians(1.0), False), (None, False)])
def test_whether_it_stood_still_at_contact_is_told_as_that_not_as_a_figure(facts, apart, is_still):
    opens_s = RUN.link.windows_s[1][0]
    q = read_model(RUN).robot.home_q
    if apart is not None:
        facts.arm.on_report(opens_s + 1.0, report())
        facts.arm.on_report(opens_s + 2.0, report(q=(q[0] + apart, *q[1:])))
        facts.arm.on_resume(opens_s + 3.0)
    [row] = judge(ExpectTable(still_at_aos=False), Evidence(facts, RUN))
    assert (row.value, row.ok) == (is_still, not is_still)
