"""`farhand plan`: the published line of the reference arm, and what a wrong word is answered with."""

import json
import math

import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, FAILED, USAGE

LINE = "plan line --robot shiyan7_like --start 1.0459,0,0.1149 --end 1.046,0.6,0.115 --euler-zyx-deg 180,0,0"
START = LINE.partition(" --end")[0] + " --euler-zyx-deg 180,0,0"
JOINT = "plan joint --robot shiyan7_like"
ONE_NANO = 1e-9  # [m] or [rad]


def planned(capsys, command):
    """The exit code of a command, and its JSON."""
    code = main([*command.split(), "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_the_published_line_turns_joint_2_as_published(capsys):
    code, found = planned(capsys, LINE)
    second = found["joints"][1]
    assert code == DONE
    assert math.degrees(second["start"]) == pytest.approx(-120.21, abs=0.01)
    assert math.degrees(second["end"]) == pytest.approx(-127.32, abs=0.01)
    assert found["error_m"] < ONE_NANO
    assert found["error_rad"] < ONE_NANO


def test_the_published_line_takes_as_long_as_the_quintic_law_asks_where_that_is_flown(capsys):
    _, found = planned(capsys, LINE)
    assert found["quintic_time_s"] == pytest.approx(7.182, abs=5e-4)
    assert found["quintic_decides"] == "joint 1 speed"


def test_what_is_flown_is_quicker_than_the_quintic_law_and_told_with_its_peaks_within_limits(capsys):
    _, found = planned(capsys, LINE)
    assert found["shortest_time_s"] < found["minimum_time_s"] == found["duration_s"] < found["quintic_time_s"]
    assert 0.95 < found["joints"][0]["speed"] / found["joints"][0]["speed_max"] <= 1.0
    for joint in found["joints"]:
        assert all(joint[rate] <= joint[f"{rate}_max"] for rate in ("speed", "acceleration", "jerk"))


def test_the_published_line_in_five_seconds_is_answered_with_its_minimum(capsys):
    code = main([*LINE.split(), "--time", "5"])
    told = capsys.readouterr().out
    assert code == FAILED
    assert "minimum   6.25 s can be flown, by set-points 0.25 s apart; 5.986 s time-optimal" in told
    assert "WARNING   5 s is too short: 6.25 s at least; by the quintic law 7.18 s" in told
    assert "by the published law, for comparison: joint 1 speed decides" in told


@pytest.mark.parametrize("time_s", [6.25, 6.5, 7])
def test_what_can_be_flown_is_not_refused_for_a_law_that_nothing_flies(capsys, time_s):
    code, found = planned(capsys, f"{LINE} --time {time_s}")
    assert (code, found["warning"], found["duration_s"]) == (DONE, "", time_s)
    assert found["minimum_time_s"] == 6.25


def test_a_longer_time_than_the_least_lowers_the_peaks(capsys):
    code, found = planned(capsys, f"{LINE} --time 10")
    assert code == DONE
    assert found["duration_s"] == 10.0
    assert found["joints"][0]["speed"] < 0.8 * found["joints"][0]["speed_max"]


def test_samples_begin_and_end_at_rest_where_they_were_asked_to(capsys):
    _, found = planned(capsys, LINE)
    assert found["t_s"] == [0.25 * k for k in range(len(found["q"]))]
    assert found["p_base_tool"][0] == pytest.approx([1.0459, 0.0, 0.1149], abs=ONE_NANO)
    assert found["p_base_tool"][-1] == pytest.approx([1.046, 0.6, 0.115], abs=ONE_NANO)
    assert found["quat_base_tool"][0] == pytest.approx([0.0, 0.0, 0.0, 1.0], abs=ONE_NANO)


def test_a_move_of_one_joint_leaves_the_others_where_they_are(capsys):
    code, found = planned(capsys, f"{JOINT} --to joint_2_deg=-100")
    assert code == DONE
    changed = [need["name"] for need in found["joints"] if need["start"] != need["end"]]
    assert changed == ["joint_2"]
    assert found["error_m"] is None


def test_a_list_may_begin_with_a_negative_number(capsys):
    code, found = planned(capsys, f"{JOINT} --from-deg -10,-90,-90,0,0,0 --to-deg -20,-90,-90,0,0,0")
    assert code == DONE
    assert math.degrees(found["joints"][0]["end"]) == pytest.approx(-20.0)


def test_a_line_that_cannot_be_reached_is_told_in_one_line(capsys):
    code = main(LINE.replace("--end 1.046,0.6", "--end 9,0.6").split())
    told = capsys.readouterr().out.strip()
    assert code == FAILED
    assert told.startswith("no line of shiyan7_like: ")
    assert "% of the line" in told


@pytest.mark.parametrize(
    "command",
    [
        f"{START.replace('line', 'arc')} --through 1.1,0.3,0.25 --end 1.046,0.6,0.115",
        f"{START.replace('line', 'arc')} --centre 1.3,0,0 --axis 0,0,1 --angle-deg -30 --turns",
        f"{START.replace('line', 'orbit')} --target 1.0459,0,-0.3 --axis 1,0,0 --angle-deg 20 --looks 0,0,-1",
        f"{START} --end 1,0.3,0.2 --look-at 1.0459,0,-0.3 --looks 0,0,-1 --up 0,1,0",
    ],
)
def test_arcs_orbits_and_lines_that_turn_are_planned_exactly(capsys, command):
    code, found = planned(capsys, command)
    assert code == DONE
    assert found["error_m"] < ONE_NANO
    assert found["error_rad"] < ONE_NANO


def test_the_elbow_of_an_arm_of_seven_joints_turns_while_its_tool_stays(capsys):
    command = "plan plane --robot station_arm --from-deg 10,20,-30,130,80,5,0 --turn-deg 10"
    code, found = planned(capsys, command)
    assert (code, found["kind"]) == (DONE, "plane")
    assert max(found["error_m"], found["error_rad"]) < ONE_NANO
    assert abs(found["joints"][0]["end"] - found["joints"][0]["start"]) > 0.1


def test_the_elbow_of_an_arm_of_six_joints_is_told_to_stay(capsys):
    assert main(["plan", "plane", "--robot", "shiyan7_like", "--turn-deg", "10"]) == FAILED
    assert "shiyan7_like moves its tool by 6 joints" in capsys.readouterr().out


def test_an_orbit_keeps_its_distance_from_the_target(capsys):
    orbit = START.replace("line", "orbit")
    _, found = planned(
        capsys, f"{orbit} --target 1.0459,0,-0.3 --axis 1,0,0 --angle-deg 20 --looks 0,0,-1 --time 20"
    )
    distances = [math.dist(p, (1.0459, 0.0, -0.3)) for p in found["p_base_tool"]]
    assert distances == pytest.approx([0.4149] * len(distances), abs=1e-9)


@pytest.mark.parametrize(
    ("command", "code", "told"),
    [
        ("plan lime", USAGE, "did you mean 'line'?"),
        (f"{LINE} --time 0", USAGE, "--time '0' is no time (0.001 to 3600 s)"),
        (f"{LINE} --time 1e5", USAGE, "--time '1e5' is no time (0.001 to 3600 s)"),
        (LINE.replace("1.046,", "1000,"), USAGE, "plan line: to_m[0]: Expected `float` <= 100"),
        (f"{JOINT} --to joint_2_m=1", USAGE, "--to joint_2_m: joint_2 has joint_2_deg"),
        (
            LINE.replace("180,0,0", "180,0"),
            USAGE,
            "'180,0' is no list of three angles (A,B,C in deg)",
        ),
        (f"{JOINT} --to joint_2=1", USAGE, "'joint_2' must end in _deg"),
        (LINE.replace("--euler-zyx-deg 180,0,0", ""), USAGE, "--start needs --euler-zyx-deg"),
        (
            f"{START.replace('line', 'arc')} --through 1,1,1",
            USAGE,
            "plan arc: give either through_m and to_m",
        ),
        (f"{START} --end 1,1,1 --up 0,0,1", USAGE, "plan line: up belongs to look_at_m"),
        (JOINT, USAGE, "one of the arguments --to-deg --to is required"),
        ("plan joint --robot shiyan8_like --to-deg 0", BAD_FILE, "did you mean 'shiyan7_like'?"),
    ],
)
def test_a_wrong_word_is_answered_with_one_line(capsys, command, code, told):
    assert main(command.split()) == code
    line = " ".join(capsys.readouterr().err.split())
    assert told in line
