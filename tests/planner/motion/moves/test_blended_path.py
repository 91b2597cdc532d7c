"""Moves that follow one another without a stop: exact outside corners, C2 in them, within the radius."""

import math
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from planner.motion.moves.blended_path import Leg, blended
from planner.motion.moves.move_path import path_of
from planner.motion.moves.trajectory import build_trajectory
from planner.motion.paths.path import JointPath, PathLost
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from telemetry.messages.plan import ArcMove, JointMove, LineMove

ROBOT = read_robot(Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml")
START = tuple(np.radians([0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0]).tolist())
CORNER = (1.046, 0.3, 0.115)
BLEND = 0.05
MOVES = (
    LineMove(p_base_tool=CORNER, blend=BLEND),
    ArcMove(through=(1.0, 0.4, 0.2), p_base_tool=(0.9, 0.45, 0.25), blend=BLEND),
    JointMove(q=(0.3, -1.9, -1.8, 0.0, -0.5, 0.1)),
)


def legs(moves=MOVES):
    """The legs of moves from START."""
    q, found = START, []
    for move in moves:
        path = path_of(ROBOT, q, move)
        found.append(Leg(ROBOT, path, move.blend))
        q = tuple(path.at(1.0).q)
    return found


@pytest.fixture(scope="module")
def path():
    return blended(legs())


def test_slope_and_bend_are_those_of_the_values_everywhere(path):
    step = 1e-6
    for s in (0.1, *path.corners, 0.5, 0.93):
        before, at, after = (path.at(s + k * step) for k in (-1, 0, 1))
        assert (after.q - before.q) / (2 * step) == pytest.approx(at.q_s, abs=1e-6)
        assert (after.q_s - before.q_s) / (2 * step) == pytest.approx(at.q_ss, abs=1e-4)


def test_value_slope_and_bend_are_continuous_where_a_corner_begins_and_ends(path):
    for edge in path.edges[1:-1]:
        before, after = path.at(edge - 1e-9), path.at(edge + 1e-9)
        assert before.q == pytest.approx(after.q, abs=1e-8)
        assert before.q_s == pytest.approx(after.q_s, abs=1e-6)
        assert before.q_ss == pytest.approx(after.q_ss, abs=1e-4)


def test_it_begins_and_ends_exactly_where_the_moves_do(path):
    assert path.at(0.0).q == pytest.approx(START, abs=1e-12)
    assert path.at(1.0).q == pytest.approx(MOVES[-1].q, abs=1e-12)


def test_the_arm_does_not_stop_at_a_corner(path):
    for s in path.corners:
        assert np.abs(path.at(s).q_s).max() > 0.1


def test_the_tool_leaves_its_paths_only_near_a_corner(path):
    places = np.array([tool_pose(ROBOT, path.at(s).q)[:3, 3] for s in np.linspace(0.0, path.corners[0], 200)])
    begin, corner = tool_pose(ROBOT, START)[:3, 3], np.array(CORNER)
    along = (corner - begin) / np.linalg.norm(corner - begin)
    off = np.linalg.norm(np.cross(places - begin, along), axis=1)
    is_near = np.linalg.norm(places - corner, axis=1) <= BLEND
    assert off[~is_near].max() < 1e-9
    assert off[is_near].max() > 1e-3


def test_two_lines_in_one_direction_are_flown_as_one():
    end = LineMove(p_base_tool=(1.046, 0.6, 0.115))
    path = blended(legs((LineMove(p_base_tool=CORNER, blend=BLEND), end)))
    places = np.array([tool_pose(ROBOT, path.at(s).q)[:3, 3] for s in np.linspace(0.0, 1.0, 50)])
    assert np.abs(places[:, 0] - 1.046).max() < 2e-4


def test_a_move_of_no_length_has_no_corner():
    stays = JointPath(start_q=np.array(START), goal_q=np.array(START))
    with pytest.raises(PathLost, match="leave out blend_m"):
        blended([Leg(ROBOT, stays, BLEND), legs()[0]])


def test_blended_moves_are_flown_without_a_stop_in_less_time_and_each_has_its_set_points():
    flown = build_trajectory(ROBOT, START, MOVES, period_s=0.25)
    assert not any(state.at_rest for state in flown.states[:-1])
    apart = build_trajectory(ROBOT, START, [replace(move, blend=0.0) for move in MOVES], period_s=0.25)
    assert flown.duration_s < apart.duration_s
    assert len(flown.spans) == len(MOVES)
    assert [span.first for span in flown.spans[1:]] == [span.last + 1 for span in flown.spans[:-1]]
    assert flown.spans[-1].last == len(flown.states) - 1
    assert math.dist(tool_pose(ROBOT, flown.states[flown.spans[0].last].q)[:3, 3], CORNER) < BLEND


def test_a_refusal_among_blended_moves_names_the_moves():
    far = LineMove(p_base_tool=(9.0, 0.0, 0.0))
    assert build_trajectory(ROBOT, START, (*MOVES, far), period_s=0.25).detail.startswith("move 4: ")
    assert build_trajectory(ROBOT, START, (MOVES[0], far), period_s=0.25).detail.startswith("moves 1 to 2: ")
