"""Clearance along a motion: nothing thin is jumped over, and nothing is refused without need."""

import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from predictor.collision.method import build_world
from predictor.collision.sweep_grid_kernels import CELLS, provably_clear
from predictor.geometry.scenes.scene_file import read_scene
from predictor.geometry.shapes import Box, Capsule, Scene
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import link_poses
from predictor.motion.motion import bounds
from predictor.motion.stop import moves
from telemetry.messages.joint_state import JointState
from tests.all_pairs import all_distances, all_levers
from tests.reference.arm_clearance import arm_clearance

SCENARIOS = Path(__file__).parents[3] / "scenarios"
ROBOT = read_robot(SCENARIOS / "robots" / "shiyan7_like.toml")
WORLD = build_world("capsules", ROBOT, read_scene(SCENARIOS / "scenes" / "adjacent_target.toml"))
PERIOD = 0.25
NEEDLESS = 0.002  # [m] a motion that keeps this much more than required is never refused
HAIR = 1e-6  # [m]
UP = np.array([0.0, 0.0, 1.0])
FINE = 100  # samples of the reference for each one of a sweep in the clear


def random_motion(rng, periods=3, speed=0.15):
    """Return moves (k, n, 6) through random states at up to full speed."""
    q, track = rng.uniform(ROBOT.limits.q_min, ROBOT.limits.q_max), []
    for _ in range(periods + 1):
        qd = rng.uniform(-speed, speed, ROBOT.n)
        track.append(JointState(tuple(q), tuple(qd), tuple(rng.uniform(-0.05, 0.05, ROBOT.n))))
        q = q + PERIOD * qd + rng.uniform(-0.01, 0.01, ROBOT.n)
    return np.array([moves(a, b, PERIOD) for a, b in pairwise(track)])


def poses_along(motion, per_period):
    powers = np.linspace(0.0, PERIOD, per_period + 1)[:, None] ** np.arange(6)
    return np.concatenate([powers @ move.T for move in motion])


def thin_scene(rng, motion):
    """Return a scene of a thin plate and a wire in the very path of the hand."""
    q = poses_along(motion, 20)[int(rng.integers(10, 50))]
    place = link_poses(ROBOT, q)[6][:3, 3] + rng.uniform(-0.05, 0.05, 3)
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = np.linalg.qr(rng.normal(size=(3, 3)))[0], place
    T[:3, 0] *= np.linalg.det(T[:3, :3])
    plate = Box(name="plate", body="base", T_base_box=T, half=np.array([0.2, 0.1, 0.0005]))
    wire = rng.uniform(-0.3, 0.3, 3)
    bar = Capsule(name="wire", body="base", p0=place - wire, p1=place + wire, radius=0.0005)
    return Scene(name="thin", boxes=(plate,), capsules=(bar,), bodies=())


@pytest.mark.parametrize("seed", range(15))
def test_among_thin_obstacles_the_verdict_is_that_of_the_plain_reference(seed):
    rng = np.random.default_rng([51, seed])
    motion = random_motion(rng)
    scene = thin_scene(rng, motion)
    least = arm_clearance(ROBOT, scene, poses_along(motion, FINE), steps=35).min()
    world = build_world("capsules", ROBOT, scene)
    assert world.sweep(motion, required_m=least + HAIR, period_s=PERIOD).below_s is not None
    assert world.sweep(motion, required_m=least - NEEDLESS, period_s=PERIOD).below_s is None


@pytest.mark.parametrize("seed", range(60))
def test_grazing_motions_are_judged_to_two_millimetres(seed):
    motion = random_motion(np.random.default_rng([52, seed]))
    least = min(WORLD.clearance(q).distance for q in poses_along(motion, FINE))
    assert WORLD.sweep(motion, required_m=least + HAIR, period_s=PERIOD).below_s is not None
    assert WORLD.sweep(motion, required_m=least - NEEDLESS, period_s=PERIOD).below_s is None


@pytest.mark.parametrize("seed", range(20))
def test_a_larger_requirement_never_turns_bad_into_ok(seed):
    motion = random_motion(np.random.default_rng([53, seed]))
    least = min(WORLD.clearance(q).distance for q in poses_along(motion, 10))
    steps = np.linspace(least - 0.003, least + 0.001, 80)
    ok = [WORLD.sweep(motion, required_m=x, period_s=PERIOD).below_s is None for x in steps]
    assert ok == sorted(ok, reverse=True)
    assert ok[0]
    assert not ok[-1]


def proven_at_each_cell(world, motion):
    """Oracle: what every cell proves by itself, the least over all pairs; no cell is skipped [m]."""
    levers, cell_s, proven = all_levers(world), PERIOD / CELLS, []
    for move in motion:
        ranges = np.array([bounds(joint, 1, PERIOD) for joint in move])
        travel = levers @ np.maximum(-ranges[:, 0], ranges[:, 1]) * cell_s
        poses = [move @ (cell * cell_s) ** np.arange(6.0) for cell in range(CELLS)]
        proven += [min(all_distances(world, q) - travel) for q in poses]
    return np.array(proven)


@pytest.mark.parametrize("seed", range(12))
def test_the_first_cell_in_doubt_is_found_though_cells_are_skipped(seed):
    rng = np.random.default_rng([58, seed])
    motion = random_motion(rng, periods=2)
    arm = replace(ROBOT, self_pairs=ROBOT.self_pairs[:0])
    world = build_world("capsules", arm, thin_scene(rng, random_motion(rng)))
    proven = proven_at_each_cell(world, motion)
    firsts = np.flatnonzero(proven < np.minimum.accumulate([math.inf, *proven[:-1]]) - 1e-8)
    for cell in {*firsts[:: max(1, len(firsts) // 8)], *(firsts[(firsts + 1) % CELLS == 0])}:
        found = world.sweep(motion, required_m=proven[cell] + 1e-9, period_s=PERIOD).below_s
        assert found == pytest.approx(cell * PERIOD / CELLS, abs=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_a_verdict_is_that_of_all_pairs_in_all_cells(seed):
    motion = random_motion(np.random.default_rng([59, seed]), periods=1)
    proven = proven_at_each_cell(WORLD, motion)
    for required in (proven.min() - 1e-9, *(np.quantile(proven, [0.0, 0.2, 0.7, 0.95]) + 1e-9)):
        doubted = np.flatnonzero(proven < required)
        found = WORLD.sweep(motion, required_m=required, period_s=PERIOD).below_s
        assert found == (pytest.approx(doubted[0] * PERIOD / CELLS) if len(doubted) else None)


def test_no_cell_is_skipped_that_the_margin_does_not_prove_clear():
    for travel in (0.001, 0.002, 0.37):
        for cells in range(CELLS + 2):
            for margin in ((cells + 0.001) * travel, (cells + 0.999) * travel):
                assert provably_clear(margin, travel) == min(cells, CELLS)


def test_a_wall_between_two_clear_poses_is_not_jumped_over():
    qd = np.array([0.14, 0.0, 0.0, 0.0, 0.0, 0.0])
    begin = JointState(ROBOT.home_q, tuple(qd), (0.0,) * 6)
    end = JointState(tuple(ROBOT.home_q + PERIOD * qd), tuple(qd), (0.0,) * 6)
    motion = np.array([moves(begin, end, PERIOD)])
    middle = ROBOT.home_q + 0.5 * PERIOD * qd
    hand = link_poses(ROBOT, middle)[6][:3, 3]
    wire = Capsule(name="wire", body="base", p0=hand + 0.0455 * UP, p1=hand + UP, radius=0.0001)
    world = build_world("capsules", ROBOT, Scene(name="wire", boxes=(), capsules=(wire,), bodies=()))
    required = world.clearance(middle).distance + HAIR
    assert min(world.clearance(pose).distance for pose in poses_along(motion, 1)) > required
    found = world.sweep(motion, required_m=required, period_s=PERIOD)
    assert found.below_s == pytest.approx(PERIOD / 2, abs=0.03)


def test_the_first_pair_is_named_with_the_time_and_the_depth():
    q = np.radians([0.0, -120.210281213, -109.358320348, 0.0, -40.431398439, 0.0])
    qd = np.array([0.0, -0.1, 0.0, 0.0, 0.0, 0.0])
    states = [JointState(tuple(q + k * PERIOD * qd), tuple(qd), (0.0,) * 6) for k in range(10)]
    motion = np.array([moves(a, b, PERIOD) for a, b in pairwise(states)])
    found = WORLD.sweep(motion, required_m=0.03, period_s=PERIOD)
    poses = [states[0].q + t * qd for t in np.linspace(0.0, 9 * PERIOD, 2000)]
    distances = np.array([WORLD.clearance(pose).distance for pose in poses])
    assert found.pair == ("hand", "target_handrail")
    assert found.below_s == pytest.approx(np.argmax(distances < 0.03) * 9 * PERIOD / 1999, abs=0.003)
    assert found.clearance == pytest.approx(distances.min(), abs=0.002)


def test_an_arm_at_rest_may_stay_exactly_at_its_requirement():
    still = np.zeros((1, 6, 6))
    still[0, :, 0] = ROBOT.home_q
    distance = WORLD.clearance(ROBOT.home_q).distance
    assert WORLD.sweep(still, required_m=distance, period_s=PERIOD).below_s is None
    assert WORLD.sweep(still, required_m=distance + 1e-12, period_s=PERIOD).below_s == 0.0


def test_the_end_of_a_motion_belongs_to_it():
    motion = random_motion(np.random.default_rng(54), periods=1, speed=0.01)
    least = min(WORLD.clearance(q).distance for q in poses_along(motion, 1))
    assert WORLD.sweep(motion, required_m=-1.0, period_s=PERIOD).clearance <= least + HAIR


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("power", range(6))
def test_a_motion_that_is_no_number_is_refused(bad, power):
    motion = random_motion(np.random.default_rng(55))
    motion[1, 2, power] = bad
    with pytest.raises(ValueError, match="coefficient of the moves at"):
        WORLD.sweep(motion, required_m=-100.0, period_s=PERIOD)


@pytest.mark.parametrize("power", range(1, 6))
def test_a_motion_beyond_all_numbers_is_never_clear(power):
    motion = random_motion(np.random.default_rng(57))
    motion[1, 2, power] = 1e308
    assert WORLD.sweep(motion, required_m=-100.0, period_s=PERIOD).below_s is not None


def test_a_requirement_that_is_no_number_is_an_error():
    motion = random_motion(np.random.default_rng(56))
    for required, period in ((math.nan, PERIOD), (math.inf, PERIOD), (0.0, math.nan), (0.0, 0.0)):
        with pytest.raises(ValueError, match="must be finite"):
            WORLD.sweep(motion, required_m=required, period_s=period)


def test_moves_of_another_arm_are_an_error():
    with pytest.raises(ValueError, match="is right"):
        WORLD.sweep(np.zeros((1, 5, 6)), required_m=0.0, period_s=PERIOD)


def test_a_cell_lasts_half_a_millisecond():
    assert PERIOD / CELLS < 0.0005
