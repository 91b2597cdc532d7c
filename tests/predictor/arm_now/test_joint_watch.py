"""A joint that does not follow is found soon, by its kind; what a sound arm does is never taken for it."""

from importlib.resources import files

import numpy as np
import pytest

from predictor.arm_now.estimate import ArmReport
from predictor.arm_now.joint_watch import DRIVE_LAG_NS, GREATEST_BAND, LEAST_BAND, JointWatch, joint_bands
from predictor.model.files.robot_file import read_robot

ROBOT = read_robot(str(files("scenarios") / "robots" / "shiyan7_like.toml"))
REPORT_NS = 100_000_000
BANDS = np.radians([0.3, 0.3, 0.5])
RATE = np.radians(2.0)
NOISE = np.radians(0.002)


def fly(body, *, seconds=6.0, rate=RATE, stops_s=np.inf, lost=(), noise=NOISE):
    """Command joints 2 and 3 at a rate; `body` makes of the commanded joints (3,) what is measured."""
    following, rng, found = JointWatch(BANDS), np.random.default_rng(5), []
    for k in range(round(10 * seconds)):
        commanded = np.array([0.1, 1.0, -1.0]) + np.array([0.0, rate, -rate]) * min(k / 10, stops_s)
        q = body(commanded, k / 10) + noise * rng.standard_normal(3)
        if k not in lost:
            seen = ArmReport(k * REPORT_NS, tuple(q), tuple(commanded), False, False)
            found += [(k / 10, each) for each in [following.on_report(seen)] if each]
    return found


def locked_at(t_s, joint=1, follows=0.0):
    """Let a joint lock or slip from an instant on."""
    state = {}

    def body(commanded, now_s):
        q = commanded.copy()
        if now_s >= t_s:
            onset = state.setdefault("onset", commanded[joint])
            q[joint] = onset + follows * (commanded[joint] - onset)
        return q

    return body


def test_a_sound_arm_is_never_suspected():
    assert fly(lambda commanded, now_s: commanded) == []


def test_a_joint_that_locks_is_found_with_its_angle_within_two_seconds_of_leaving_its_band():
    [(at_s, (failing,))] = fly(locked_at(2.0))
    leaves_s = 2.0 + BANDS[1] / RATE
    assert leaves_s < at_s <= leaves_s + 2.0
    assert (failing.joint, failing.kind) == (1, "locked")
    assert failing.q == pytest.approx(1.0 + 2.0 * RATE, abs=5 * NOISE)
    assert failing.followed == pytest.approx(1.0 + 2.0 * RATE, abs=5 * NOISE)
    assert failing.off > failing.band == BANDS[1]


@pytest.mark.parametrize("follows", [0.3, 0.6])
def test_a_joint_that_makes_a_share_of_its_motion_slips(follows):
    [(_, (failing,))] = fly(locked_at(2.0, follows=follows))
    assert (failing.joint, failing.kind) == (1, "slipping")


def test_within_its_band_nobody_can_tell_and_nobody_does():
    assert fly(locked_at(2.0), stops_s=2.0 + 0.9 * BANDS[1] / RATE) == []


def test_once_beyond_its_band_a_joint_is_found_though_the_command_has_stopped():
    assert len(fly(locked_at(2.0), stops_s=2.0 + 1.2 * BANDS[1] / RATE)) == 1


def test_drives_that_lag_by_less_than_is_allowed_follow():
    lag_s = 0.8 * DRIVE_LAG_NS * 1e-9

    def behind(commanded, now_s):
        return commanded - np.array([0.0, RATE, -RATE]) * min(now_s, lag_s)

    assert fly(behind) == []


def test_lost_reports_neither_find_nor_hide_a_joint():
    lost = [k for k in range(60) if k % 3 == 1]
    assert fly(lambda commanded, now_s: commanded, lost=lost) == []
    assert len(fly(locked_at(2.0), lost=lost)) == 1


def test_an_arm_that_orbit_stops_stands_where_it_is_commanded():
    assert fly(lambda commanded, now_s: commanded, stops_s=2.0) == []


def test_several_joints_at_once_are_told_together_as_no_joint_fails_alone():
    def both(commanded, now_s):
        return commanded if now_s < 2.0 else np.array([0.1, 1.0 + 2.0 * RATE, -1.0 - 2.0 * RATE])

    [(_, found)] = fly(both)
    assert [failing.joint for failing in found] == [1, 2]


def test_what_was_told_is_not_told_again_until_the_joint_has_followed():
    assert len(fly(locked_at(2.0), seconds=10.0)) == 1


def test_one_stray_report_is_no_failure():
    assert fly(lambda commanded, now_s: commanded + (0.1 if now_s == 3.0 else 0.0)) == []


def test_the_band_of_a_joint_is_what_the_margin_of_the_drives_allows_it():
    found = np.degrees(joint_bands(ROBOT, 0.01))
    assert found[0] == pytest.approx(np.degrees(0.01 / 2.05), abs=0.02)
    assert found[5] == pytest.approx(np.degrees(GREATEST_BAND))
    assert joint_bands(ROBOT, 0.0)[:5] == pytest.approx(LEAST_BAND)
