"""Questions of kinematics: where the tool is and how it moves, which joint values put it there, a line.

The planner's functions are named, as ground imports nothing of it.
"""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from ground.bench.arms import THIRTEEN, arms
from ground.bench.asked import asked
from ground.bench.chain import is_chain
from ground.bench.motions import random_configurations, tool_poses
from ground.bench.way import Question, Way
from predictor.model.kinematics import tool_jacobian, tool_pose
from predictor.model.robot import Robot
from telemetry.drive.factory import load

Array = NDArray[np.float64]

BRANCHES, BATCH = "planner.motion.ik.inverse:branches", "planner.motion.ik.inverse:branches_batch"
NUMERIC, FROM_AFAR = "planner.motion.ik.inverse:numeric", "planner.motion.ik.inverse:from_afar"
LINE, STRAIGHT = "planner.motion.paths.line:line", "planner.motion.paths.line:straight"
KNOTS = "planner.motion.paths.tool_path:KNOTS"
SEARCHED_KNOTS = "planner.motion.paths.knots:searched_knots"
JOINT_TABLE, CHAIN = "planner.motion.ik.inverse:joint_table", "planner.motion.rates:chain_of"
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
        if not load(CHAIN)(robot).is_redundant(6):
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

    def run() -> None:
        for q in rows:
            tool_jacobian(robot, q)

    def answers() -> Array:
        return np.ravel([tool_jacobian(robot, q) for q in rows])

    has_laws = any(joint.law for joint in robot.joints)
    ways = () if has_laws else asked(peers, "kinematics", robot, poses)  # others have a column for each joint
    return Question("F7", case, len(rows), Way("tool_jacobian", run, answers), ways)


def _closed_form(robot: Robot, peers: tuple[str, ...], *, case: str) -> Iterator[Question]:
    poses = tool_poses(robot, POSES)
    rows, branches = [*poses], load(BRANCHES)

    def run() -> None:
        for T in rows:
            branches(robot, T)

    def answers() -> Array:
        return np.array([len(branches(robot, T)) for T in rows], dtype=float)

    ours = Way("branches", run, answers)
    yield Question("F8", case, len(rows), ours, asked(peers, "branches", robot, poses))
    ways = asked(peers, "branches_batch", robot, poses)
    batch = load(BATCH)
    at_once = Way("branches_batch", lambda: batch(robot, poses))
    yield Question("F8", f"{case}, batch", len(rows), at_once, ways)


def _search(robot: Robot, peers: tuple[str, ...], *, case: str) -> Iterator[Question]:
    wanted = random_configurations(robot, SEARCHES)
    poses = [tool_pose(robot, q) for q in wanted]
    starts = random_configurations(robot, SEARCHES, seed=SEED_OF_STARTS)
    near = wanted + np.random.default_rng(SEED_OF_STARTS).uniform(-NEAR, NEAR, wanted.shape)
    for words, name, begins in (("warm", NUMERIC, near), ("cold", FROM_AFAR, starts)):
        solve = load(name)
        asking = [*zip(poses, begins, strict=True)]
        found = np.mean([solve(robot, *each).reached for each in asking])
        ways = asked(peers, "search", robot, np.array(poses), begins)
        note = f"ours finds {found:.1%}"
        yield Question(
            "F9", f"{words}, {case}", len(poses), Way(name, _each(solve, robot, asking), note=note), ways
        )


def _along_path(robot: Robot, *, case: str) -> Question:
    """Ask the search for the knots of a line, each from where those before it lead."""
    solve, table, points = load(SEARCHED_KNOTS), load(JOINT_TABLE)(robot), int(load(KNOTS))
    q = np.repeat([np.array(robot.home_q)], points, axis=0)
    course = load(STRAIGHT)(tool_pose(robot, q[0]), np.array([-LINE_M, 0.0, 0.0])).row
    solved, _ = solve(robot.door, table, course, q)
    ours = Way(
        "searched_knots",
        lambda: solve(robot.door, table, course, q),
        note=f"{solved} of {points} knots are reached",
    )
    return Question("F9", f"along a path, {case}", solved, ours)


def _line(robot: Robot, peers: tuple[str, ...], *, case: str) -> Question:
    draw, points = load(LINE), int(load(KNOTS))
    start = np.array(robot.home_q)
    T = tool_pose(robot, start)
    end = T[:3, 3] - np.array([LINE_M, 0.0, 0.0])
    poses = np.repeat(T[None], points, axis=0)
    poses[:, :3, 3] += np.linspace(0.0, 1.0, points)[:, None] * (end - T[:3, 3])

    def run() -> object:
        return draw(robot, tuple(start), tuple(end), quat_base_tool=None)

    return Question("F12", case, points, Way("line", run), asked(peers, "line", robot, poses, start))


def _each(
    solve: Callable[..., object], robot: Robot, asking: list[tuple[Array, Array]]
) -> Callable[[], None]:
    def run() -> None:
        for T, q in asking:
            solve(robot, T, q)

    return run
