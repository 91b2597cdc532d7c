"""Lines that a redundant arm loses by least effort: its elbow turns, and the tool is on them."""

from pathlib import Path

import numpy as np
import pytest

from ground.scenario.scenario import load, run_settings
from planner.motion.paths.path import Refusal
from planner.motion.paths.tool_path import ToolPath, follow
from planner.motion.redundancy.turned_elbow import turn_elbow
from planner.motion.tool_courses.tool_course import straight
from planner.plans.make_plan import PlannedPath, PlanTask, make_plan
from predictor.collision.method import build_world
from predictor.model.files.robot_file import describe_robot, read_robot
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import pose_difference
from predictor.run_model import read_model
from telemetry.agreed.reasons import Reason
from telemetry.files.settings import read_file
from telemetry.messages.plan import LineMove
from telemetry.messages.prediction import World
from tests.shared_data import shared_file

STATION = run_settings(load("station_arm"), seed=1, run_id="elbow")
MODEL = read_model(STATION)
CLEAR = build_world(STATION.collision_method, MODEL.robot, MODEL.scene)
BEFORE_RADIATOR = (-0.637, 0.357, -0.278, 2.865, 0.444, 0.111, -0.181)
PAST_RADIATOR = (-4.72, 1.31, 0.93)  # [m] from there
SIX = read_robot(Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml")
SIX_Q = np.radians([0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0])
ONE_NANOMETRE = 1e-9
LOST = {  # by least effort: where the line begins, by what it moves and turns the tool, why it is lost
    "panda/panda.urdf": (
        (-1.875, 1.429, 1.236, -2.579, 1.652, 1.364, -2.259),
        ((-0.4, 0.62, -0.14), (-0.12, 0.83, 0.61)),
        Reason.LIMIT,
        "inside its limit",
    ),
    "kuka_lbr_iiwa14/lbr_iiwa_14_r820.urdf": (
        (2.182, 0.436, -0.018, -1.28, -1.073, -0.739, 2.109),
        ((0.71, -0.53, 0.53), (1.3, -0.08, -2.59)),
        Reason.SINGULAR,
        "away from a singular pose",
    ),
}


def lost_line(name):
    q, (shift, turn), reason, words = LOST[name]
    robot = describe_robot(shared_file(f"data/robots/{name}"), read_file).robot
    return robot, np.array(q), straight(tool_pose(robot, q), np.array(shift), np.array(turn)), reason, words


def plan_past_radiator():
    x, y, z = (tool_pose(MODEL.robot, BEFORE_RADIATOR)[:3, 3] + PAST_RADIATOR).tolist()
    world = World(version=MODEL.world_version, configuration=STATION.configuration)
    line = LineMove(p_base_tool=(x, y, z))
    return make_plan(PlanTask("past", STATION, BEFORE_RADIATOR, (line,), world))


@pytest.fixture(scope="module")
def past_radiator():
    return plan_past_radiator()


def check_turned(name):
    robot, start, course, reason, words = lost_line(name)
    plain = follow(robot, start, course)
    assert isinstance(plain, Refusal)
    assert plain.reason is reason
    path = turn_elbow(robot, start, course, lost=plain)
    assert path.turned.startswith("elbow turned by")
    assert words in path.turned
    assert path.at(0.0).q == pytest.approx(start, abs=ONE_NANOMETRE)
    for s in np.linspace(0.0, 1.0, 38).tolist():
        q = path.at(s).q
        assert np.abs(pose_difference(course.pose(s), tool_pose(robot, q))).max() < ONE_NANOMETRE
        assert np.all((q >= robot.limits.q_min) & (q <= robot.limits.q_max))
    return path


def test_a_line_lost_at_a_limit_is_followed_smoothly_with_the_elbow_turned():
    path, step = check_turned("panda/panda.urdf"), 1e-4
    before, at, after = (path.at(0.553 + k * step) for k in (-1, 0, 1))
    assert (after.q - before.q) / (2 * step) == pytest.approx(at.q_s, abs=1e-4)
    assert (after.q_s - before.q_s) / (2 * step) == pytest.approx(at.q_ss, abs=1e-2)


@pytest.mark.sweep
def test_a_line_lost_at_a_singular_pose_is_followed_with_the_elbow_turned():
    check_turned("kuka_lbr_iiwa14/lbr_iiwa_14_r820.urdf")


def test_a_line_that_meets_something_is_certified_with_the_elbow_turned(past_radiator):
    assert isinstance(past_radiator, PlannedPath)
    assert past_radiator.certificate.clearance >= STATION.margins.required_m
    assert past_radiator.around == (("elbow", "radiator"),)
    assert past_radiator.trajectory.spans[0].turned.startswith("elbow turned by")
    assert "to keep elbow and radiator apart" in past_radiator.trajectory.spans[0].turned


def test_without_the_turn_that_line_comes_too_close():
    course = straight(tool_pose(MODEL.robot, BEFORE_RADIATOR), np.array(PAST_RADIATOR))
    path = follow(MODEL.robot, BEFORE_RADIATOR, course)
    poses = np.array([path.at(s).q for s in np.linspace(0.0, 1.0, 41).tolist()])
    assert CLEAR.batch(poses).distance.min() < STATION.margins.required_m


def test_its_tool_stays_on_the_line_at_every_set_point(past_radiator):
    begin = tool_pose(MODEL.robot, BEFORE_RADIATOR)
    along = np.array(PAST_RADIATOR) / np.linalg.norm(PAST_RADIATOR)
    for state in past_radiator.trajectory.states:
        T = tool_pose(MODEL.robot, state.q)
        assert np.linalg.norm(np.cross(T[:3, 3] - begin[:3, 3], along)) < ONE_NANOMETRE
        assert np.abs(T[:3, :3] - begin[:3, :3]).max() < ONE_NANOMETRE


def test_a_line_that_least_effort_follows_is_left_as_it_is():
    robot, start = MODEL.robot, np.radians([0.0, 0.0, 5.5, 125.9, 48.6, 0.0, 0.0])
    path = follow(robot, start, straight(tool_pose(robot, start), np.array([3.0, 0.0, 0.0])))
    assert isinstance(path, ToolPath)
    assert path.turned == ""


def test_an_arm_without_a_joint_to_spare_is_refused_as_before():
    lost = Refusal(Reason.LIMIT, "as it was")
    assert (
        turn_elbow(SIX, SIX_Q, straight(tool_pose(SIX, SIX_Q), np.array([0.1, 0.0, 0.0])), lost=lost) is lost
    )


def test_a_line_that_no_turn_saves_says_so():
    robot, start, _, _, _ = lost_line("kuka_lbr_iiwa14/lbr_iiwa_14_r820.urdf")
    course = straight(tool_pose(robot, start), np.array([0.0, 0.0, 3.0]))
    plain = follow(robot, start, course)
    assert turn_elbow(robot, start, course, lost=plain).detail.endswith(
        "no turn of the elbow that helps was found"
    )
