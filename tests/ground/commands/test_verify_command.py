"""`farhand verify`: a plan is certified, or the first reason why not is told with exit code 1."""

import json
from pathlib import Path

import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, FAILED, USAGE

SURVEY = (Path(__file__).parents[3] / "scenarios/plans/survey.toml").read_text()
MARGINS = "[margins]\ngeometry_m = 0.015\ntracking_m = 0.01\nmodel_m = 0.005\n"
THROUGH_IT = "to_m = [1.046, 0.1, -0.2]"

FIXTURES = """
[[fixture]]
name = "along"
start_m = [1.05, -0.3, 0.2]
end_m = [1.05, 0.5, 0.2]
radius_m = 0.04

[[fixture]]
name = "bus"
kind = "keep_out_sphere"
frame = "target"
end_m = [0.0, 0.0, 0.0]
radius_m = 0.3
"""


def verified(capsys, *arguments):
    code = main(["verify", *arguments, "--json"])
    return code, json.loads(capsys.readouterr().out)


@pytest.fixture
def changed(tmp_path):
    def write(old, new):
        assert old in SURVEY
        path = tmp_path / "mine.toml"
        path.write_text(SURVEY.replace(old, new, 1))
        return str(path)

    return write


def test_the_shipped_plan_is_verified_leg_by_leg(capsys):
    code, found = verified(capsys, "survey")
    assert (code, found["ok"], found["reason"]) == (DONE, True, "")
    assert [leg["step"] for leg in found["legs"]] == [1, 4, 7]
    assert [move["kind"] for leg in found["legs"] for move in leg["moves"]] == [
        "joint",
        "joint",
        "line",
        "joint",
    ]
    assert found["times_real_time"] > 10.0


def test_every_move_tells_its_peaks_clearance_and_how_near_it_comes_to_a_singular_pose(capsys):
    _, found = verified(capsys, "survey")
    line = found["legs"][1]["moves"][1]
    assert line["shortest_s"] <= line["duration_s"] <= line["shortest_s"] + 0.5
    assert all(0.0 < line[key][0] <= 1.0 + 1e-9 for key in ("speed", "acceleration", "jerk"))
    assert line["speed"][1] == "joint_1"
    assert line["clearance_m"] == pytest.approx(0.2, abs=0.005) and line["pair"] == [
        "hand",
        "target_handrail",
    ]
    assert 0.3 < line["singular"] < 0.5


def test_the_text_names_certificates_what_they_were_earned_with_and_how_long_they_hold(capsys):
    assert main(["verify", "survey"]) == DONE
    told = capsys.readouterr().out
    for words in (
        "VERIFIED",
        "certificate survey.4",
        "judged    by capsules: robot ",
        "until model",
        "times faster",
    ):
        assert words in told


def test_a_plan_through_the_target_ends_with_its_pair_and_millimetres(capsys, changed):
    code, found = verified(capsys, changed("to_m = [1.046, 0.6, 0.115]", THROUGH_IT))
    assert (code, found["reason"]) == (FAILED, "plan_collision")
    assert found["detail"].startswith("step 4: move 2, set-point") and "30 mm needed" in found["detail"]
    assert len(found["legs"]) == 2


def test_a_leg_that_fits_into_no_window_is_named(capsys, changed):
    code, found = verified(capsys, changed("[[0.0, 400.0]]", "[[0.0, 25.0], [60.0, 75.0]]"))
    assert (code, found["reason"], found["contact"]["fits"]) == (FAILED, "no_window", False)
    assert found["detail"].startswith("the moves from step 4 need ")


def test_a_contact_step_is_refused_in_one_line(capsys, changed):
    touch = 'pair = ["a", "b"]\nto_m = [1.0, 0.0, 0.2]\ncorridor_m = 0.1\nspeed_m_s = 0.01\nforce_n = 5.0'
    assert main(["verify", changed("[step.pictures]", f"[step.contact]\n{touch}")]) == FAILED
    told = capsys.readouterr().out
    assert "REFUSED: step 6, contact" in told and "carries out no contact" in told


def test_a_gripper_step_is_verified_with_the_rest(capsys, changed):
    grasp = '[step.gripper]\naction = "grasp"\nopening_m = 0.05'
    assert main(["verify", changed("[step.pictures]", grasp)]) == DONE


def test_a_locked_joint_never_turns_and_what_is_given_up_is_told(capsys):
    code, found = verified(capsys, "survey", "--lock", "joint_2_deg=-123.8")
    assert code == DONE
    assert found["legs"][1]["losses"] == ["move 2: z by +83.4 mm at 100 %"]


def test_a_scenarios_own_plans_are_verified_up_to_the_first_hand(capsys):
    code, found = verified(capsys, "--scenario", "observation_pass")
    assert code == DONE and [leg["ok"] for leg in found["legs"]] == [True]
    assert found["required_m"] == pytest.approx(0.03)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "[margins]\ngeometry_m = 0.015\ntracking_m = 0.01\nmodel_m = 0.005\n",
            "",
            "margins: safety limits have",
        ),
        ('robot = "shiyan7_like"\nscene = "adjacent_target"\n', "", "robot: is not named"),
        ("start_q_deg = [20.0, ", "start_q_deg = [200.0, ", "start_q_deg[0]: must lie within"),
        ('"safe"', '"sfae"', "did you mean 'safe'"),
    ],
)
def test_a_plan_that_does_not_say_enough_is_a_bad_file(capsys, changed, old, new, said):
    assert main(["verify", changed(old, new)]) == BAD_FILE
    assert said in capsys.readouterr().err


def test_who_names_no_plan_or_an_unknown_joint_is_told(capsys):
    assert main(["verify"]) == USAGE
    assert main(["verify", "survey", "--lock", "joint_22"]) == BAD_FILE
    assert "did you mean 'joint_2'" in capsys.readouterr().err
    assert main(["verify", "survy"]) == BAD_FILE
    assert "did you mean 'survey'" in capsys.readouterr().err


def test_where_the_base_floats_each_move_is_judged_from_where_the_moves_before_it_leave_it(capsys):
    _, found = verified(capsys, "--scenario", "free_target")
    (leg,) = found["legs"]
    assert min(move["clearance_m"] for move in leg["moves"]) == pytest.approx(leg["certificate"]["clearance"])


def test_fixtures_of_a_plan_are_made_where_they_will_stand(capsys, changed):
    code, found = verified(capsys, changed(SURVEY, SURVEY + FIXTURES))
    tube, ball = found["fixtures"]
    assert code == DONE and tube["ok"] and ball["ok"]
    assert tube["length_m"] == pytest.approx(0.8) and tube["clearance_m"] >= 0.04 + found["required_m"]
    assert tube["axis_m"][0] == [1.05, -0.3, 0.2] and len(ball["points_m"]) == 1


def test_a_fixture_that_cannot_stand_refuses_the_plan_with_its_name(capsys, changed):
    into_it = FIXTURES.replace("[1.05, 0.5, 0.2]", "[1.05, 0.3, -0.4]")
    code, found = verified(capsys, changed(SURVEY, SURVEY + into_it))
    assert (code, found["reason"]) == (FAILED, "end_not_free")
    assert found["detail"].startswith("fixture along: the goal is inside target_bus")
