"""`farhand plan line|joint --lock`: what gives way, what does not, and what is said of it."""

import json

import numpy as np
import pytest

from ground.cli import run_command
from ground.command_list import DONE, FAILED
from ground.run.kept.usage_error import UsageError

LINE = ["line", "--robot", "shiyan7_like", "--start", "1.0459,0,0.1149", "--end", "1.046,0.6,0.115"]
LINE += ["--euler-zyx-deg", "180,0,0"]


def answered(capsys, *arguments):
    code = run_command(["plan", *arguments, "--json", "-"])
    return code, json.loads(capsys.readouterr().out)


def test_the_published_line_bends_in_z_when_joint_2_is_locked(capsys):
    code, found = answered(capsys, *LINE, "--lock", "joint_2=-123.8")
    (given,) = found["locked"]["gives"]
    assert code == DONE
    assert (given["coordinate"], given["unit"]) == ("z", "m")
    assert given["amount"] == pytest.approx(0.08339, abs=5e-6)
    assert found["locked"]["least_singular"] == pytest.approx(0.353, abs=5e-4)
    assert {q[1] for q in found["q"]} == {found["locked"]["joints"]["joint_2"]}
    assert found["error_m"] < 1e-9


def test_the_motion_of_all_joints_stands_beside_it_at_the_same_times(capsys):
    _, found = answered(capsys, *LINE, "--lock", "joint_2=-123.8")
    nominal = found["locked"]["nominal"]
    assert nominal["t_s"] == found["t_s"]
    assert np.ptp(np.array(nominal["p_base_tool"])[:, 2]) < 1e-3
    assert np.degrees([nominal["q"][0][1], nominal["q"][-1][1]]) == pytest.approx(
        [-120.21, -127.32], abs=0.01
    )


def test_a_lock_without_a_value_is_where_the_motion_begins(capsys):
    _, found = answered(capsys, *LINE, "--lock", "joint_6", "--gives", "roll")
    assert found["locked"]["joints"]["joint_6"] == pytest.approx(0.0, abs=1e-9)


def test_what_does_not_give_enough_is_refused_with_what_would(capsys):
    code, found = answered(capsys, *LINE, "--lock", "joint_6", "--gives", "z")
    assert code == FAILED
    assert "; it could if roll gave way; the place holds with the attitude kept within" in found["detail"]


def test_a_joint_move_that_would_turn_the_locked_joint_is_refused(capsys):
    goal = ["joint", "--robot", "shiyan7_like", "--to", "joint_2_deg=-20", "--lock", "joint_2"]
    code, found = answered(capsys, *goal)
    assert (code, found["reason"]) == (FAILED, "locked_joint")


@pytest.mark.parametrize("wrong", [["--lock", "joint_2=up"], ["--gives", "zz"], ["--gives", "z=-1"]])
def test_what_is_no_lock_and_what_cannot_give_way_is_a_mistake_of_usage(wrong):
    with pytest.raises(UsageError, match=r"--lock|--gives"):
        run_command(["plan", *LINE, *wrong])


def test_seven_joints_with_one_locked_are_flown_as_six(capsys):
    place = ["--start", "7.6,-1.6134,2.4", "--end", "7.2,-1.6134,2.6", "--euler-zyx-deg", "180,0,180"]
    code, found = answered(capsys, "line", "--robot", "station_arm", *place, "--lock", "shoulder_yaw")
    assert code == DONE
    assert found["locked"]["gives"] == []
    assert len({q[1] for q in found["q"]}) == 1
