"""The observation on curved ways: what its files ask for is what the camera sees."""

import numpy as np
import pytest

from ground.scenario.scenario import load
from planner.motion.moves.trajectory import build_trajectory
from planner.motion.tool_courses.facing import off_target
from planner.motion.tool_courses.frames import PlanFrames
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose

SCENARIO = load("observation_arc")
ROBOT, SCENE = read_robot(SCENARIO.robot), read_scene(SCENARIO.scene)
CAMERA, TARGET = np.array([0.0, 0.0, -1.0]), np.array([1.046, 0.3, -0.115])
ARC, ORBIT = 2, 3  # of the moves


@pytest.fixture(scope="module")
def flown():
    """Poses of the tool at every set-point, by move."""
    moves = [table.move() for table in SCENARIO.acts[0].plan.moves]
    start = tuple(np.radians(SCENARIO.start_q_deg).tolist())
    trajectory = build_trajectory(ROBOT, start, moves, period_s=0.25, frames=PlanFrames(SCENE))
    poses = [tool_pose(ROBOT, state.q) for state in trajectory.states]
    return [poses[span.first : span.last + 1] for span in trajectory.spans]


def test_the_arc_goes_through_its_point_and_ends_looking_at_the_target(flown):
    places = np.array([T[:3, 3] for T in flown[ARC]])
    centre = np.array([1.046, 0.3, 0.3])
    assert np.linalg.norm(places - centre, axis=1).min() < 0.02  # set-points are 30 mm apart
    assert off_target(flown[ARC][-1], TARGET, CAMERA) < 1e-6


def test_on_the_orbit_the_camera_faces_the_target_at_one_distance(flown):
    for T in flown[ORBIT]:
        assert off_target(T, TARGET, CAMERA) < 1e-6
        assert np.linalg.norm(T[:3, 3] - TARGET) == pytest.approx(np.hypot(0.3, 0.23), abs=1e-6)
