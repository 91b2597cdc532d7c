"""How far the arm may be from its estimate: all that it can have done since the last report, and no more."""

from pathlib import Path

import numpy as np
import pytest

from predictor.arm_now.estimate import ArmReport
from predictor.arm_now.uncertainty import PossibleStops, deviation, shape_levers, spread
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import link_poses
from predictor.motion.stop import moves, rest, state_within, stop
from telemetry.messages.joint_state import JointState

S = 1_000_000_000
T_NS, PERIOD = S // 4, 0.25
ROBOT = read_robot(Path(__file__).parents[3] / "scenarios" / "robots" / "shiyan7_like.toml")
LIMITS = ROBOT.limits
HOME = np.array(ROBOT.home_q)
RATE = np.array([0.1, -0.1, 0.05, 0.0, 0.0, 0.2])
PATIENCE_NS = 8 * S
ONE_NANORADIAN = 1e-9


def seen(sampled_ns, q, *, latched=False, at_rest=False):
    q = tuple(np.asarray(q).tolist())
    return ArmReport(sampled_ns, q, q, is_latched=latched, is_at_rest=at_rest)


def state(k):
    return JointState(tuple((HOME + k * PERIOD * RATE).tolist()), tuple(RATE.tolist()), (0.0,) * 6)


def cruising(periods=40):
    """An arm in steady motion since second 0, seen latched before."""
    otherwise = PossibleStops(LIMITS, T_NS, patience_ns=PATIENCE_NS)
    otherwise.on_report(seen(-S, HOME, latched=True, at_rest=True))
    for k in range(1, periods + 1):
        otherwise.on_move(state(k), k * T_NS)
    return otherwise


def commanded(ns):
    return tuple((HOME + ns * 1e-9 * RATE).tolist())


def test_an_arm_in_motion_is_the_less_certain_the_older_telemetry_is():
    otherwise = cruising()
    otherwise.on_report(seen(S, commanded(S)))
    found = [deviation(otherwise.stops(ns), commanded(ns)) for ns in range(S, 9 * S, 3 * S // 10)]
    assert np.all(np.diff([spread(shape_levers(ROBOT), row) for row in found]) >= 0.0)
    assert spread(shape_levers(ROBOT), found[-1]) > 0.5


def test_a_newer_report_makes_it_more_certain():
    otherwise, now_ns = cruising(), 5 * S
    before = deviation(otherwise.stops(now_ns), commanded(now_ns))
    otherwise.on_report(seen(4 * S, commanded(4 * S)))
    assert np.all(deviation(otherwise.stops(now_ns), commanded(now_ns)) <= before)


def test_just_seen_in_motion_there_is_nothing_else_that_it_can_have_done():
    otherwise = cruising()
    otherwise.on_report(seen(S + 1, commanded(S + 1)))
    assert np.all(deviation(otherwise.stops(S + T_NS - 1), commanded(S + T_NS)) == 0.0)


@pytest.mark.parametrize("boundary", range(4, 12))
def test_whichever_boundary_it_has_stopped_at_the_arm_is_covered(boundary):
    otherwise, now_ns = cruising(), 3 * S + 70_000_000
    otherwise.on_report(seen(S, commanded(S)))
    track = [state(boundary), *stop(state(boundary), LIMITS, PERIOD)]
    elapsed, within = divmod(now_ns - boundary * T_NS, T_NS)
    is_over = elapsed >= len(track) - 1
    true = (
        track[-1].q
        if is_over
        else state_within(moves(track[elapsed], track[elapsed + 1], PERIOD), within * 1e-9).q
    )
    off = np.abs(np.array(true) - commanded(now_ns))
    assert np.all(off <= deviation(otherwise.stops(now_ns), commanded(now_ns)) + ONE_NANORADIAN)
    assert np.max(off) > 0.0


def test_a_report_of_a_stop_under_way_keeps_the_stop_and_forgets_what_was_to_come():
    otherwise = cruising()
    otherwise.on_report(seen(S, commanded(S)))
    otherwise.on_report(seen(S + 60_000_000, commanded(S), latched=True))
    end = np.array(stop(state(4), LIMITS, PERIOD)[-1].q)
    found = deviation(otherwise.stops(20 * S), commanded(S))
    np.testing.assert_allclose(found, np.abs(end - commanded(S)), atol=ONE_NANORADIAN)


def test_at_rest_and_nothing_sent_the_arm_can_be_nowhere_else_however_long_that_is():
    otherwise = cruising()
    otherwise.on_report(seen(S, HOME, latched=True, at_rest=True))
    assert np.all(deviation(otherwise.stops(1000 * S), tuple(HOME)) == 0.0)


def test_a_motion_that_may_never_have_begun_counts_from_where_the_arm_was_seen_at_rest():
    otherwise = cruising()
    otherwise.on_report(seen(-S // 2, HOME, at_rest=True))
    found = deviation(otherwise.stops(2 * S), commanded(2 * S))
    assert np.all(found >= np.abs(2.0 * RATE) - ONE_NANORADIAN)


def test_one_that_begins_in_the_middle_of_a_pass_knows_nothing_before_a_latch_or_a_late_rest():
    otherwise = PossibleStops(LIMITS, T_NS, patience_ns=PATIENCE_NS)
    otherwise.on_report(seen(0, HOME, at_rest=True))
    assert otherwise.stops(S) is None
    otherwise.on_report(seen(PATIENCE_NS, HOME, at_rest=True))
    assert np.all(deviation(otherwise.stops(PATIENCE_NS), tuple(HOME)) == 0.0)


def test_without_levers_nothing_is_off_and_without_deviation_neither():
    assert spread(np.zeros((3, 6)), np.ones(6)) == 0.0
    assert spread(shape_levers(ROBOT), np.zeros(6)) == 0.0


@pytest.mark.parametrize("seed", range(20))
def test_no_end_of_a_capsule_moves_farther_than_the_spread(seed):
    rng = np.random.default_rng([62, seed])
    q = rng.uniform(LIMITS.q_min, LIMITS.q_max)
    off = rng.uniform(-0.3, 0.3, 6)
    shapes, one, other = ROBOT.capsules, link_poses(ROBOT, q), link_poses(ROBOT, q + off)
    moved = [
        np.linalg.norm((other[f] - one[f]) @ np.append(p, 1.0))
        for f, ends in zip(shapes.frame, np.stack([shapes.p0, shapes.p1], axis=1), strict=True)
        for p in ends
    ]
    assert max(moved) <= spread(shape_levers(ROBOT), np.abs(off))


def test_rest_is_its_own_stop():
    otherwise = PossibleStops(LIMITS, T_NS, patience_ns=0)
    otherwise.on_move(rest(HOME), 0)
    otherwise.on_report(seen(0, HOME, latched=True, at_rest=True))
    assert np.all(deviation(otherwise.stops(5 * S), tuple(HOME)) == 0.0)
