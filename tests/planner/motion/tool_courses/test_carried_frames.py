"""Motions in frames that the arm carries, and with joints locked in frames of what stands around."""

from pathlib import Path

import msgspec
import numpy as np
import pytest

from ground.operator.joint_check import JointCheck
from ground.pictures.camera import CameraTable, mounted
from ground.scenario.scenario import load, run_settings
from planner.motion.locked_joints import locked_joints
from planner.motion.moves.adapted_moves import adapt_to_locks
from planner.motion.moves.move_path import path_of
from planner.motion.moves.trajectory import build_trajectory
from planner.motion.tool_courses.frames import FrameError, PlanFrames
from planner.plans.make_plan import PlannedPath, PlanTask, adapted_to_locks, make_plan
from planner.plans.remainder import remaining_moves
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.base.floating_base import floating_base
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from predictor.model.tree_layout import Tool
from predictor.run_model import read_model
from telemetry.files.settings import FileError
from telemetry.messages.plan import JointMove, LineMove
from telemetry.messages.prediction import World
from telemetry.plan.move_table import MoveTable

SCENARIOS = Path(__file__).parents[4] / "scenarios"
ROBOT = read_robot(SCENARIOS / "robots/shiyan7_like.toml")
FREE = read_scene(SCENARIOS / "scenes/free_target.toml")
START = tuple(np.radians([0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0]).tolist())
EYE = CameraTable(
    name="hand_eye_a",
    mount="tool",
    position_m=(0.1, 0.0, -0.1),
    look_at_m=(0.0, 0.0, 0.2),
    up=(0.0, 1.0, 0.0),
    fov_deg=60.0,
)
NEARER = LineMove(frame="camera hand_eye_a", p_base_tool=(0.02, 0.0, -0.35))
LOCKED = locked_joints(ROBOT, ["joint_2"])
ONE_NANO = 1e-9


def with_eye(table=EYE):
    return PlanFrames(
        FREE, cameras={"hand_eye_a": Tool(ROBOT.tool.frame, ROBOT.tool.T_frame_tool @ table.T_mount_camera)}
    )


def test_a_camera_is_told_to_every_role_as_it_is_mounted():
    told = mounted(EYE)
    assert told.p_mount_camera == EYE.position_m
    assert (told.right, told.up) == tuple(map(tuple, EYE.T_mount_camera[:3, :2].T.tolist()))


def test_a_line_in_the_frame_of_the_tool_goes_from_where_that_stands():
    T = tool_pose(ROBOT, START)
    path = path_of(ROBOT, START, LineMove(frame="tool", p_base_tool=(0.05, 0.0, -0.1)))
    assert path.course.pose(1.0)[:3, 3] == pytest.approx(T[:3, 3] + T[:3, :3] @ (0.05, 0.0, -0.1), abs=1e-12)
    assert path.course.pose(1.0)[:3, :3] == pytest.approx(T[:3, :3], abs=1e-12)


def test_a_line_in_the_frame_of_a_camera_ends_where_its_picture_had_it():
    path = path_of(ROBOT, START, NEARER, frames=with_eye())
    T_base_camera = tool_pose(ROBOT, START) @ EYE.T_mount_camera
    expected = (T_base_camera @ (*NEARER.p_base_tool, 1.0))[:3]
    assert path.course.pose(1.0)[:3, 3] == pytest.approx(expected, abs=1e-12)


def test_a_camera_that_nobody_named_is_told():
    with pytest.raises(FrameError, match=r"no camera 'hand_eye_b' is named .*; there are hand_eye_a"):
        with_eye().frame("camera hand_eye_b", ROBOT, START)


def test_a_plan_in_the_frame_of_a_scenario_s_camera_is_certified():
    scenario = msgspec.structs.replace(load("observation_pass"), cameras=(EYE,))
    settings = run_settings(scenario, seed=1, run_id="eye")
    assert (
        settings.configuration == run_settings(load("observation_pass"), seed=1, run_id="eye").configuration
    )
    world = World(version=read_model(settings).world_version, configuration=settings.configuration)
    away = LineMove(frame="camera hand_eye_a", p_base_tool=(0.02, 0.0, -0.25))
    planned = make_plan(PlanTask("eye", settings, START, (away,), world))
    assert isinstance(planned, PlannedPath)
    T_base_camera = tool_pose(ROBOT, START) @ EYE.T_mount_camera
    end = tool_pose(ROBOT, planned.trajectory.states[-1].q)[:3, 3]
    assert end == pytest.approx((T_base_camera @ (*away.p_base_tool, 1.0))[:3], abs=ONE_NANO)


def test_a_file_may_name_the_tool_and_cameras_as_frames_and_nothing_else():
    check = JointCheck(Path("pass.toml"), ROBOT)
    plan = load("observation_arc").acts[0].plan
    for frame in ("tool", "camera hand_eye_b"):
        check.steps("", msgspec.structs.replace(plan, moves=(MoveTable(to_m=(0, 0, 1), frame=frame),)))
    with pytest.raises(FileError, match=r"did you mean 'camera hand_eye_[ab]'"):
        check.steps(
            "", msgspec.structs.replace(plan, moves=(MoveTable(to_m=(0, 0, 1), frame="camera hand_eye"),))
        )


def test_an_interrupted_line_of_a_carried_frame_is_flown_again_from_its_begin():
    line = LineMove(frame="tool", p_base_tool=(0.0, 0.2, 0.0))
    plan = build_trajectory(ROBOT, START, [line], period_s=0.25)
    there = plan.states[len(plan.states) // 2].q
    back, again = remaining_moves([line], plan, rest_q=there, window=range(-1, len(plan.states) - 1))
    assert back.q == START
    assert again == line


def test_a_frame_of_the_scene_and_locked_joints_go_together():
    body, end = FREE.bodies[0], np.array((1.046, 0.6, 0.115))
    there = LineMove(frame=body.name, p_base_tool=tuple((end - body.com).tolist()))
    plain = LineMove(p_base_tool=tuple(end.tolist()))
    found = adapt_to_locks(ROBOT, START, [there], locked=LOCKED, frames=PlanFrames(FREE))
    assert not found.moves[-1].frame
    same = adapt_to_locks(ROBOT, START, [plain], locked=LOCKED).moves[-1]
    assert found.moves[-1].p_base_tool == pytest.approx(same.p_base_tool, abs=1e-12)


def test_a_line_in_the_tool_s_frame_means_where_the_whole_arm_would_have_brought_it():
    moves = [
        LineMove(p_base_tool=(1.046, 0.3, 0.115)),
        LineMove(frame="tool", p_base_tool=(0.0, -0.1, 0.0)),
    ]
    found = adapt_to_locks(ROBOT, START, moves, locked=LOCKED, frames=PlanFrames(FREE)).moves[-1]
    R = tool_pose(ROBOT, START)[:3, :3]
    assert found.p_base_tool == pytest.approx(np.array((1.046, 0.3, 0.115)) + R @ (0.0, -0.1, 0.0), abs=1e-6)


def test_with_locked_joints_a_floating_base_is_followed_to_where_a_line_begins():
    aside = JointMove(q=(0.6, *START[1:]))
    line = LineMove(frame="world", p_base_tool=(0.9, 0.7, 0.2))
    frames = PlanFrames(FREE, floating_base(ROBOT))
    states = build_trajectory(ROBOT, START, [aside], period_s=0.25).track
    T_base_world = frames.after(states, 0.25).frame("world")
    found = adapt_to_locks(ROBOT, START, [aside, line], locked=LOCKED, frames=frames)
    expected = (T_base_world @ (*line.p_base_tool, 1.0))[:3]
    assert np.abs(expected - line.p_base_tool).max() > 1e-3
    assert found.moves[-1].p_base_tool == pytest.approx(expected, abs=1e-5)


def test_a_task_with_frames_and_locked_joints_is_adapted_with_what_stands_around():
    settings = run_settings(load("free_target"), seed=1, run_id="locks")
    name = read_model(settings).scene.bodies[0].name
    world = World(version=1, configuration=settings.configuration)
    line = LineMove(frame=name, p_base_tool=(0.0, 0.0, 0.4))
    task = PlanTask("locks", settings, load("free_target").start_q, (line,), world, ("joint_2",))
    told = str(adapted_to_locks(task))
    assert "not known here" not in told
    assert "no frame" not in told
