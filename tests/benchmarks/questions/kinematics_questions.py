"""Questions of kinematics: where the tool is and how it moves, which joint values put it there, a line."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.inverse import (
    branches,
    branches_batch,
    from_afar,
    joint_table,
    numeric,
    why_numeric,
)
from planner.motion.ik.numeric_kernels import POSE_ROWS, REACHED, RESTARTS, search
from planner.motion.paths.knots_kernels import searched_knots
from planner.motion.paths.tool_path import KNOTS
from planner.motion.rates import chain_of
from planner.motion.tool_courses.tool_course import straight
from predictor.model.kinematics import tool_jacobian, tool_pose
from predictor.model.robot import Robot
from tests.benchmarks.peers.asked import asked
from tests.benchmarks.peers.way import Question, Way
from tests.benchmarks.problems.arms import THIRTEEN, arms
from tests.benchmarks.problems.chain import is_chain
from tests.benchmarks.problems.motions import random_configurations, tool_poses
from tests.straight_lines import line

Array = NDArray[np.float64]
Solve = Callable[[Array, Array], bool]  # T_base_tool, where it begins; whether it was reached

POSES, SEARCHES = 200, 100
NEAR = 0.02  # [rad or m] from the answer, where a search is warm
LINE_M = 0.15
SEED_OF_STARTS = 2


def kinematics_questions(peers: tuple[str, ...], *, quick: bool = False) -> Iterator[Question]:
    """Make every question, of each arm that it can be asked of."""
    for name, robot in arms().items():
        if quick and name != THIRTEEN:
            continue
        case = "six joints" if name == THIRTEEN else f"{robot.n} joints, {name}"
        yield _forward(robot, peers, case=case)
        if not chain_of(robot).is_redundant(6):
            yield _along_path(robot, case=case)
        if not is_chain(robot):
            continue
        if robot.n == 6:
            yield from _closed_form(robot, peers, case=case)
            yield _line(robot, peers, case=case)
        yield from _search(robot, peers, case=case)


def _forward(robot: Robot, peers: tuple[str, ...], *, case: str) -> Question:
    poses = random_configurations(robot, POSES)
    rows = [*poses]

    def run() -> list[Array]:
        return [tool_jacobian(robot, q) for q in rows]

    has_laws = any(joint.law for joint in robot.joints)
    ways = () if has_laws else asked(peers, "kinematics", robot, poses)  # others have a column for each joint
    return Question("F7", case, len(rows), Way("tool_jacobian", run, lambda: np.ravel(run())), ways)


def _closed_form(robot: Robot, peers: tuple[str, ...], *, case: str) -> Iterator[Question]:
    poses = tool_poses(robot, POSES)
    rows = [*poses]

    def run() -> list[Array]:
        return [branches(robot, T) for T in rows]

    ours = Way("branches", run, lambda: np.array([len(found) for found in run()], dtype=float))
    yield Question("F8", case, len(rows), ours, asked(peers, "branches", robot, poses))
    ways = asked(peers, "branches_batch", robot, poses)
    at_once = Way("branches_batch", lambda: branches_batch(robot, poses))
    yield Question("F8", f"{case}, batch", len(rows), at_once, ways)


def _search(robot: Robot, peers: tuple[str, ...], *, case: str) -> Iterator[Question]:
    wanted = random_configurations(robot, SEARCHES)
    poses = [tool_pose(robot, q) for q in wanted]
    starts = random_configurations(robot, SEARCHES, seed=SEED_OF_STARTS)
    near = wanted + np.random.default_rng(SEED_OF_STARTS).uniform(-NEAR, NEAR, wanted.shape)
    ways = [("warm", "numeric", _by(numeric, robot), near)]
    ways.append(("cold", "search", _from_anywhere(robot), starts))
    if not why_numeric(robot):
        ways.append(("from afar, in closed form", "from_afar", _by(from_afar, robot), starts))
    for words, name, solve, begins in ways:
        asking = [*zip(poses, begins, strict=True)]
        beside = asked(peers, "search", robot, np.array(poses), begins)
        ours = _each(name, solve, asking)
        yield Question("F9", f"{words}, {case}", len(poses), ours, beside)


def _by(solve: Callable[..., Any], robot: Robot) -> Solve:
    return lambda T, q: bool(solve(robot, T, q).reached)


def _from_anywhere(robot: Robot) -> Solve:
    """Return the search with restarts, also of an arm that has a closed form, as other searches know none."""
    table, asking = joint_table(robot), (POSE_ROWS, RESTARTS)
    return lambda T, q: bool(search(robot.packed_chain, table, T, asking, q.copy()) == REACHED)


def _along_path(robot: Robot, *, case: str) -> Question:
    """Ask the search for the knots of a line, each from where those before it lead."""
    table, points = joint_table(robot), int(KNOTS)
    q = np.repeat([np.array(robot.home_q)], points, axis=0)
    course = straight(tool_pose(robot, q[0]), np.array([-LINE_M, 0.0, 0.0])).row
    solved, _ = searched_knots(robot.packed_chain, table, course, q)
    ours = Way(
        "searched_knots",
        lambda: searched_knots(robot.packed_chain, table, course, q),
        note=f"{solved} of {points} knots are reached",
    )
    return Question("F9", f"along a path, {case}", solved, ours)


def _line(robot: Robot, peers: tuple[str, ...], *, case: str) -> Question:
    points, start = int(KNOTS), np.array(robot.home_q)
    T = tool_pose(robot, start)
    end = T[:3, 3] - np.array([LINE_M, 0.0, 0.0])
    poses = np.repeat(T[None], points, axis=0)
    poses[:, :3, 3] += np.linspace(0.0, 1.0, points)[:, None] * (end - T[:3, 3])

    def run() -> object:
        return line(robot, tuple(start), tuple(end), quat_base_tool=None)

    return Question("F12", case, points, Way("line", run), asked(peers, "line", robot, poses, start))


def _each(name: str, solve: Solve, asking: list[tuple[Array, Array]]) -> Way:
    """Return the way that asks for each pose, and whether it was reached."""

    def run() -> list[bool]:
        return [solve(T, q) for T, q in asking]

    found = run()
    return Way(name, run, note=f"ours finds {sum(found) / len(found):.1%}")
