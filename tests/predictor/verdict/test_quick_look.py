"""A quick look at many moves: what it calls clear is clear everywhere, and it says so where there is room."""

import math
from pathlib import Path

import numpy as np
import pytest

from predictor.collision.method import build_world
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from predictor.motion.motion import bounds
from predictor.motion.stop import moves, rest
from predictor.verdict.quick_look import quick_look
from telemetry.messages.joint_state import JointState

SCENARIOS = Path(__file__).parents[3] / "scenarios"
ROBOT = read_robot(SCENARIOS / "robots" / "shiyan7_like.toml")
WORLD = build_world("capsules", ROBOT, read_scene(SCENARIOS / "scenes" / "adjacent_target.toml"))
LINE_START = np.radians([0.0, -120.210281213, -109.358320348, 0.0, -40.431398439, 0.0])
PERIOD = 0.25
FINE = np.linspace(0.0, PERIOD, 41)
NEEDLESS = 0.01  # [m] a sixteenth of a period at the speeds below


def random_moves(seed, count):
    """Return moves (count, 6, 6) beside the handrail, as fast as the arm may go."""
    rng = np.random.default_rng([71, seed])
    states = [
        JointState(*(tuple(row.tolist()) for row in (q, qd, qdd)))
        for q, qd, qdd in zip(
            LINE_START + rng.uniform(-0.2, 0.2, (count, 6)),
            rng.uniform(-1.0, 1.0, (count, 6)) * ROBOT.limits.qd_max,
            rng.uniform(-1.0, 1.0, (count, 6)) * ROBOT.limits.qdd_max,
            strict=True,
        )
    ]
    ends = [
        JointState(tuple(a + PERIOD * b for a, b in zip(s.q, s.qd, strict=True)), s.qd, s.qdd) for s in states
    ]
    return np.array([moves(begin, end, PERIOD) for begin, end in zip(states, ends, strict=True)])


def least_of(motion):
    """Return the least distance of each move, finely sampled (k,)."""
    poses = np.einsum("knp,pt->ktn", motion, FINE ** np.arange(6)[:, None])
    return WORLD.batch(poses.reshape(-1, 6)).distance.reshape(len(motion), -1).min(axis=1)


def look(motion, required=0.03):
    return quick_look(WORLD, motion, required_m=required, period_s=PERIOD)


def test_what_is_called_clear_is_clear_everywhere_and_what_has_room_is_called_clear():
    motion = random_moves(1, 400)
    least, seen = least_of(motion), look(motion)
    assert least[seen.is_clear].min() >= 0.03
    assert seen.is_clear[least > 0.03 + NEEDLESS].all()
    assert 10 < np.sum(~seen.is_clear) < 390


def test_a_move_that_is_clear_only_at_both_ends_is_in_doubt():
    """What moves fast through the handrail and is far from it before and after."""
    middle, away = LINE_START.copy(), LINE_START.copy()
    middle[1] -= 0.22
    away[1] += 0.2
    through = np.zeros((1, 6, 6))
    through[0, :, 0] = away
    through[0, :, 1], through[0, :, 2] = (4 / PERIOD) * (middle - away), (-4 / PERIOD**2) * (middle - away)
    ends = WORLD.batch(np.array([away, middle])).distance
    assert ends[0] > 0.05 > 0.01 > ends[1]
    assert not look(through).is_clear[0]


def test_the_least_of_what_was_seen_is_told_with_its_pair():
    motion = random_moves(2, 50)
    seen = look(motion, required=-10.0)
    at_ends = [WORLD.batch(motion[:, :, 0]), WORLD.batch(motion @ PERIOD ** np.arange(6))]
    both = np.array([found.distance for found in at_ends])
    assert seen.distance == pytest.approx(both.min(axis=0), abs=1e-12)
    assert seen.is_clear.all()


def test_no_distance_changes_faster_than_its_lever_says():
    motion = random_moves(3, 200)
    rates = [max(map(abs, bounds(joint, 1, PERIOD))) for move in motion for joint in move]
    travel = np.array(rates).reshape(-1, 6) @ WORLD.levers * PERIOD
    begin, end = (WORLD.batch(motion @ t ** np.arange(6)).distance for t in (0.0, PERIOD))
    assert (np.abs(end - begin) <= travel).all()
    assert (np.abs(end - begin) > 0.2 * travel).any()


@pytest.mark.parametrize("bad", [math.nan, math.inf])
@pytest.mark.parametrize("place", range(6))
def test_what_is_not_a_number_is_refused(bad, place):
    motion = np.array([moves(rest(ROBOT.home_q), rest(ROBOT.home_q), PERIOD)] * 3)
    assert look(motion).is_clear.all()
    motion[1, 2, place] = bad
    with np.errstate(invalid="ignore"), pytest.raises(ValueError, match="it must be a finite number"):
        look(motion)
