"""Physics of the spacecraft: momentum, tracking, contact and distance."""

from importlib.resources import files

import mujoco
import numpy as np
import pytest

from ground.rehearsal.body.mujoco_model import heaviest_load, welded
from ground.rehearsal.body.physics import Physics
from ground.rehearsal.body.plant import PlantError
from ground.rehearsal.body.solids import touching_pairs
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import link_poses
from predictor.motion.stop import rest
from telemetry.messages.joint_state import JointState

ROBOT = read_robot(str(files("scenarios") / "robots" / "shiyan7_like.toml"))
SCENE = read_scene(str(files("scenarios") / "scenes" / "adjacent_target.toml"))
LINE_START = tuple(np.radians((0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0)).tolist())
LINE_END = tuple(np.radians((29.839176, -127.321949, -96.489029, 0.0, -46.189022, 29.839176)).tolist())
LINE_S = 7.25
TENTH_OF_A_DEGREE = np.radians(0.1)
ONE_MICRON = 1e-6


def smooth(begin, end, duration_s, t_s):
    """Return the state of a quintic from rest to rest."""
    x = min(t_s / duration_s, 1.0)
    way = np.subtract(end, begin)
    q = np.asarray(begin) + way * x**3 * (10.0 - 15.0 * x + 6.0 * x**2)
    qd = way * 30.0 * x**2 * (1.0 - x) ** 2 / duration_s
    return JointState(tuple(q.tolist()), tuple(qd.tolist()), (0.0,) * len(begin))


def fly(physics, begin, end, duration_s, until_s=None):
    """Follow a smooth move; return the largest tracking error of any joint [rad]."""
    worst = 0.0
    for t_s in np.arange(0.01, (until_s or duration_s) + 1e-9, 0.01):
        reference = smooth(begin, end, duration_s, float(t_s))
        physics.step(reference)
        worst = max(worst, float(np.abs(physics.measured().q - reference.q).max()))
    return worst


def momentum(physics):
    """Return linear and angular momentum of the whole spacecraft (about its centre of mass)."""
    mujoco.mj_subtreeVel(physics.model, physics.data)
    linear = physics.data.subtree_linvel[0] * physics.model.body_subtreemass[0]
    return linear, physics.data.subtree_angmom[0]


def test_the_arm_follows_the_observation_line_within_a_tenth_of_a_degree():
    physics = Physics(ROBOT, SCENE, LINE_START)
    assert fly(physics, LINE_START, LINE_END, LINE_S) < TENTH_OF_A_DEGREE


def test_drive_lag_shows_as_tracking_error():
    sharp, lagging = Physics(ROBOT, SCENE, LINE_START), Physics(ROBOT, SCENE, LINE_START, drive_lag_s=0.1)
    assert fly(lagging, LINE_START, LINE_END, LINE_S) > 2.0 * fly(sharp, LINE_START, LINE_END, LINE_S)


def test_total_momentum_stays_small_while_the_arm_moves():
    physics = Physics(ROBOT, SCENE, LINE_START)
    fly(physics, LINE_START, LINE_END, LINE_S, until_s=LINE_S / 2)
    moving = [physics.model.body_mass[k] * physics.data.cvel[k, 3:] for k in range(3, physics.model.nbody)]
    assert np.abs(moving).max() > 0.1  # [kg m/s]
    linear, angular = momentum(physics)
    assert np.abs(linear).max() < 2e-3
    assert np.abs(angular).max() < 2e-3


def test_the_platform_turns_against_the_first_joint():
    physics = Physics(ROBOT, SCENE, LINE_START)
    turned = (LINE_START[0] + 0.5, *LINE_START[1:])
    fly(physics, LINE_START, turned, 8.0, until_s=4.0)
    measured = physics.measured()
    assert measured.qd[0] > 0.1
    assert measured.rate_base[2] < -0.003
    assert measured.quat_world_base[0] > 0.0
    assert 0.001 < physics.base_turn() < 0.5


def test_driving_into_the_target_is_a_contact_of_that_pair():
    physics = Physics(ROBOT, SCENE, LINE_START)
    assert physics.contacts() == []
    below = (LINE_START[0], LINE_START[1] - 0.25, *LINE_START[2:])
    fly(physics, LINE_START, below, 6.0)
    touches = physics.contacts()
    assert ("hand", "target_bus") in [touch.pair for touch in touches]
    assert 0.0 < touches[0].depth < 0.01
    assert physics.clearance().distance == pytest.approx(-touches[0].depth, abs=ONE_MICRON)


def test_the_distance_of_hand_and_handrail_is_that_of_a_hand_calculation():
    physics = Physics(ROBOT, SCENE, LINE_START)
    hand_end = np.array([1.0459, 0.0, 0.1149 + 0.045])  # the tool points down: its axis ends a radius above
    handrail = np.array([1.046, 0.0, -0.115])
    expected = np.linalg.norm(hand_end - handrail) - 0.045 - 0.03
    clearance = physics.clearance()
    assert clearance.pair == ("hand", "target_handrail")
    assert clearance.distance == pytest.approx(expected, abs=ONE_MICRON)


def test_the_pruned_clearance_is_the_least_of_all_pairs():
    physics = Physics(ROBOT, SCENE, ROBOT.home_q)
    pairs = touching_pairs(ROBOT, SCENE)
    for k in range(1, 800):
        physics.step(smooth(ROBOT.home_q, LINE_START, 8.0, k * 0.01))
        if k % 40 == 0:
            clearance = physics.clearance()
            geoms = [(physics.model.geom(a).id, physics.model.geom(b).id) for a, b in pairs]
            every = [mujoco.mj_geomDistance(physics.model, physics.data, a, b, 10.0, None) for a, b in geoms]
            assert clearance == (min(every), pairs[int(np.argmin(every))])


def test_mounts_and_neighbours_are_not_watched():
    pairs = touching_pairs(ROBOT, SCENE)
    assert ("base", "platform") not in pairs
    assert ("hand", "platform") in pairs
    assert len(pairs) == len(set(pairs))


def test_a_state_that_is_not_finite_surfaces():
    physics = Physics(ROBOT, SCENE, LINE_START)
    physics.data.qvel[7] = np.nan
    with pytest.raises(PlantError, match="physics failed at"):
        physics.step(rest(LINE_START))


def test_physics_repeats_itself_exactly():
    ends = []
    for _ in range(2):
        physics = Physics(ROBOT, SCENE, LINE_START)
        fly(physics, LINE_START, LINE_END, LINE_S, until_s=1.0)
        ends.append(physics.data.qpos.tobytes() + physics.data.qvel.tobytes())
    assert ends[0] == ends[1]


def test_the_model_has_the_robots_forward_kinematics():
    physics = Physics(ROBOT, SCENE, LINE_START)
    T_base_link = link_poses(ROBOT, LINE_START)[ROBOT.n]
    body = physics.data.body(f"frame_{ROBOT.n}")
    assert np.abs(body.xpos - T_base_link[:3, 3]).max() < ONE_MICRON
    assert np.abs(body.xmat.reshape(3, 3) - T_base_link[:3, :3]).max() < ONE_MICRON


def test_welded_parts_have_the_inertia_of_two_points():
    still = np.zeros((3, 3))
    parts = [(1.0, np.array([1.0, 0.0, 0.0]), still), (3.0, np.array([-1.0, 0.0, 0.0]), still)]
    whole = welded("pair", 0, parts)
    assert whole.mass == 4.0
    assert whole.com.tolist() == [-0.5, 0.0, 0.0]
    assert np.allclose(whole.inertia, np.diag([0.0, 3.0, 3.0]))


def test_servos_are_stiff_enough_for_the_farthest_reach():
    assert heaviest_load(ROBOT, 0) > heaviest_load(ROBOT, 2) > heaviest_load(ROBOT, 5) > 0.0
