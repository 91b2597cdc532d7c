"""Whole rehearsals in virtual time: the chain does what the scenarios promise, and the danger is real."""

from functools import cache

import msgspec
import pytest

from ground.cli import main
from ground.command_list import DONE, FAILED
from ground.rehearsal.virtual_flight import Flight, fly
from ground.report.page.page_file import MARK
from ground.report.run_summary import LeftUnjudged, Summary
from ground.report.summary_text import as_text
from ground.scenario.scenario import load
from tests.short_flights import steered_into_the_target

PLAIN = ("observation_pass", "short_link", "free_target", "roller_cell")
OF_ONE_ARM = (
    "observation_arc",
    "grasp_release",
    "rough_link",
    "los_mid_plan",
    "locked_joint",
    "onboard_hold",
)
LONG = (*OF_ONE_ARM, "station_arm", "service_robot", "underwater_trainer")
OF_FIXTURES = ("fixture_around_panel", "capture_approach")
WITH_SWEEPS = (
    *OF_FIXTURES,
    "two_arms",  # else in `test_two_arms`
    "station_arm_locked",
    "blocked_path",
    "teleop_position",
    "reach_behind_antenna",
    "teleop_attitude",
    "teleop_pose",
)
SCENARIOS = (*PLAIN, *LONG)
FAILS = {"locked_joint": ["joint_2"], "station_arm_locked": ["shoulder_yaw"]}  # joints, by scenario
KINEMATIC = ("observation_pass", *OF_ONE_ARM, *OF_FIXTURES)  # with that plant too, with the sweeps
DIFFERS = ("speedup", "processes", "recording", "coded")


def marked(mark, names):
    """Parameters with a mark."""
    return [pytest.param(name, marks=mark) for name in names]


@pytest.fixture(scope="module")
def commanded(tmp_path_factory):
    """The observation pass as the command line flies it: exit code, summary and recording."""
    folder = tmp_path_factory.mktemp("commanded")
    recording, summary = folder / "pass.farhand", folder / "pass.json"
    how = ["--headless", "--fast", "--no-cameras", "--json", str(summary), "--record", str(recording)]
    return main(["rehearse", *how]), msgspec.json.decode(summary.read_bytes(), type=Summary), recording


@pytest.fixture(scope="module")
def flown(commanded):
    """Summaries of flights, each flown once; `plant`: another body than the scenario's."""

    @cache
    def fly_once(name, *, plant="physics", seed=1):
        if (name, plant, seed) == ("observation_pass", "physics", 1):
            return commanded[1]
        return fly(load(name).with_plant(plant), Flight(seed=seed, coded=False))

    return fly_once


@pytest.fixture(scope="module")
def steered():
    """The same of the hand's part of the observation pass alone, with a policy of release."""

    @cache
    def fly_once(policy, *, plant="physics"):
        return fly(
            steered_into_the_target(duration_s=30.0).with_plant(plant),
            Flight(seed=1, policy=policy, coded=False),
        )

    return fly_once


def failed(summary):
    return [row for row in summary.expectations if not row.ok]


@pytest.mark.parametrize(
    "name", [*PLAIN, *marked(pytest.mark.long, LONG), *marked(pytest.mark.sweep, WITH_SWEEPS)]
)
def test_every_scenario_ends_as_it_expects_and_touches_nothing(flown, name):
    summary = flown(name)
    assert failed(summary) == []
    assert summary.ok
    assert summary.contacts == []
    assert [row.joint for row in summary.joints] == FAILS.get(name, [])


def test_within_its_margin_a_base_that_floats_past_a_target_ends_no_motion(flown):
    summary = flown("free_target")
    assert summary.findings == []
    assert summary.clearance.min_truth_m == pytest.approx(0.115, abs=0.01)


def test_the_straight_way_to_the_rollers_other_side_is_refused_with_the_pair_and_by_how_much(flown):
    summary = flown("roller_cell")
    finding, wrist = summary.findings
    assert wrist.severity == "note"  # it has no volume, as its file says
    assert "forearm and roller" in finding.text and "30 mm needed" in finding.text
    assert finding.reason == "the plan comes too close"


@pytest.mark.long
def test_the_operator_of_the_trainer_is_warned_below_100_mm_with_the_pair_and_nothing_is_touched(flown):
    summary = flown("underwater_trainer")
    (warning,) = summary.warnings
    assert warning.pair == ("end_effector", "laboratory_1")
    assert 0.055 < warning.distance_m < summary.warns_m == 0.1
    assert warning.at_s < summary.rollbacks[0].at_s < warning.until_s


@pytest.mark.long
def test_the_range_sensor_of_the_trainer_measures_what_is_computed_and_signals_with_it(flown):
    ranges = flown("underwater_trainer").range
    assert ranges.samples > 300
    assert ranges.least_measured_m == pytest.approx(ranges.least_computed_m, abs=0.005)
    assert 0.0 < ranges.off_max_m < 0.01
    assert abs(ranges.cycles_apart) <= 1


@pytest.mark.parametrize("name", ["short_link", *marked(pytest.mark.sweep, KINEMATIC)])
def test_scenarios_end_as_they_expect_with_the_kinematic_plant_too(flown, name):
    summary = flown(name, plant="kinematic")
    assert (summary.plant.name, summary.plant.dynamics) == ("kinematic", False)
    assert failed(summary) == []
    assert summary.contacts == []


@pytest.mark.long
def test_physics_and_the_kinematic_plant_tell_of_the_same_obstacle(steered):
    forced, led = steered("refill"), steered("refill", plant="kinematic")
    assert failed(led) == [] and led.contacts == []
    assert led.rollbacks[0].pair == forced.rollbacks[0].pair
    assert led.clearance.min_truth_m == pytest.approx(forced.clearance.min_truth_m, abs=0.01)


@pytest.mark.long
def test_the_kinematic_plant_sees_the_contact_that_no_verdict_prevented(steered):
    summary = steered("unchecked", plant="kinematic")
    assert any(pair.pair[1].startswith("target") for pair in summary.contacts)
    assert not summary.ok


def test_the_operator_is_rolled_back_before_the_target_is_reached(flown):
    summary = flown("observation_pass")
    back = summary.rollbacks[0]
    assert back.reason == "too_close"
    assert summary.clearance.min_truth_m > 0.0
    assert summary.clearance.min_predicted_m >= 0.03


@pytest.mark.sweep
def test_most_of_the_force_is_felt_where_the_hand_only_holds_and_a_tube_pulls(flown):
    assert flown("capture_approach").force.felt_share > 0.7


def test_the_round_trip_is_measured_from_on_board_reports(flown):
    delay = flown("observation_pass").delay
    assert delay.round_trip_mean_s == pytest.approx(7.0, abs=0.1)
    assert delay.operator_loop_s == pytest.approx(delay.round_trip_mean_s + 1.75, abs=1e-3)


def test_without_verdicts_the_arm_hits_the_target(steered):
    summary = steered("unchecked")
    assert any(pair.pair[1].startswith("target") for pair in summary.contacts)
    assert [row.name for row in failed(summary) if row.name == "contacts_max"]
    assert {hold.reason for hold in summary.holds} == {"contact_now"}
    assert summary.joints == []  # that fail: it is pressed
    assert not summary.ok


def test_by_the_watermark_nothing_leaves_against_a_verdict_and_nothing_is_said_of_it(flown):
    assert flown("observation_pass").left == LeftUnjudged(unverified=0, after_bad_verdict=0)
    assert "by the watermark" not in as_text(flown("observation_pass"))


def test_the_published_rule_flies_the_pass_rolls_back_and_says_where_it_differs(steered):
    summary = steered("refill")
    assert summary.ok and summary.contacts == []
    assert summary.rollbacks[0].reason == "too_close"
    assert {hold.reason for hold in summary.holds} <= {"disarmed"}  # no limit was broken
    assert summary.left == LeftUnjudged(unverified=0, after_bad_verdict=len(summary.rollbacks))
    assert "refill     0 set-points left without a good verdict, 1 after a bad one" in as_text(summary)


def test_unchecked_lets_leave_what_was_refused(steered):
    left = steered("unchecked").left
    assert left.unverified > 1 and left.after_bad_verdict > 1


def comparable(summary):
    return msgspec.json.encode(msgspec.structs.replace(summary, **dict.fromkeys(DIFFERS)))


def test_one_seed_gives_one_run_byte_for_byte_and_another_seed_another(flown):
    again = fly(load("short_link"), Flight(seed=1))  # coded, which changes nothing either
    assert comparable(again) == comparable(flown("short_link"))
    assert comparable(again) != comparable(flown("short_link", seed=2))


def test_the_command_line_writes_the_summary_and_keeps_the_recording(commanded):
    code, summary, recording = commanded
    assert summary.scenario == "observation_pass"
    assert code == (DONE if summary.ok else FAILED)
    assert 500_000 < recording.stat().st_size < 1_400_000
    assert summary.recording == str(recording)
    assert {row.role for row in summary.processes} >= {
        "gate",
        "bridge",
        "predictor",
        "planner",
        "operator",
    }


def test_the_text_for_people_begins_with_the_verdict_and_names_the_pair(flown):
    text = as_text(flown("observation_pass"))
    assert text.startswith("NOMINAL WITH FINDINGS: observation_pass")
    assert "rolled back: hand – target handrail would come to " in text
    assert "dynamics" not in text


def test_the_text_says_that_a_kinematic_plant_has_no_dynamics(flown):
    text = as_text(flown("short_link", plant="kinematic"))
    assert "plant kinematic: no dynamics" in text.splitlines()[0]
    assert "in kinematics" in text


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(1, 21))
@pytest.mark.parametrize("name", [*SCENARIOS, *WITH_SWEEPS])
def test_every_scenario_holds_over_twenty_seeds(name, seed):
    summary = fly(load(name), Flight(seed=seed, coded=False))
    assert failed(summary) == []
    assert summary.contacts == []
    assert bool(summary.joints) == (name in FAILS)


def test_the_command_line_writes_the_page_that_explains_the_flight_beside_its_recording(commanded):
    page = commanded[2].with_suffix(".html").read_text()
    assert page.startswith(MARK)
    assert commanded[1].verdict in page and f"farhand replay {commanded[2].name} --at" in page
