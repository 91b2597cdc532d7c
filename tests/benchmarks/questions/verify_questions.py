"""Questions of a whole trajectory of 60 s: is all of it clear and within limits?  By three contracts.

samples                     distance to the scene and of the arm to itself, and position, speed and
                            acceleration against their limits, at 6000 samples; nothing between them
certified between samples   the certificate of its 240 set-points: the moves and the stop after each keep
                            clear and within limits everywhere
from a Cartesian line       inverse kinematics of 6000 places along a line, as far as it goes, then as
                            samples
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from planner.motion.moves.trajectory import Trajectory
from planner.motion.paths.tool_path import solve_knots
from planner.motion.tool_courses.tool_course import straight
from planner.plans.certify import certify
from predictor.collision.method import CollisionWorld, build_world
from predictor.model.kinematics import tool_pose
from telemetry.messages.joint_state import JointState
from tests.benchmarks.peers.way import Question, Way
from tests.benchmarks.problems.motions import RATE_HZ
from tests.benchmarks.problems.problems import DENSE, REFERENCE, STATION, Problem, problem
from tests.benchmarks.questions.verdict_questions import PERIOD_S, REQUIRED_M

Array = NDArray[np.float64]

LINE_M = 0.15


def verify_questions(peers: tuple[str, ...], *, quick: bool = False) -> Iterator[Question]:
    """Make every question; a quick run asks of one problem alone."""
    for name in (STATION,) if quick else (REFERENCE, STATION, DENSE):
        yield from _of(problem(name))


def _of(found: Problem) -> Iterator[Question]:
    world, poses = build_world("capsules", found.robot, found.scene), found.trajectory
    check = Way("batch, limits", lambda: _check(world, poses), note="samples only")
    yield Question("F13", found.name, 1, check)
    points = found.wave.set_points(PERIOD_S)
    certify = Way("certify", _certificate(found, world, points), note="every stop as well")
    yield Question("F13", f"{found.name}, certified between samples", 1, certify)
    line = Way("solve_knots, batch, limits", _line(found, world), note="samples only")
    yield Question("F13", f"{found.name}, from a Cartesian line", 1, line)


def _certificate(found: Problem, world: CollisionWorld, points: list[JointState]) -> Any:
    trajectory = Trajectory(start_q=points[0].q, states=tuple(points[1:]), spans=(), period_s=PERIOD_S)

    def run() -> object:
        return certify(world, trajectory, "bench", configuration=bytes(32), required_m=REQUIRED_M)

    return run


def _check(world: CollisionWorld, poses: Array) -> tuple[float, bool]:
    """Return the least distance at samples (k, n) of a motion, and whether they keep the joints' limits."""
    limits = world.robot.limits
    speeds = np.diff(poses, axis=0) * RATE_HZ
    most = np.abs(np.diff(speeds, axis=0)).max(axis=0) * RATE_HZ
    keeps = (
        (poses.min(axis=0) >= limits.q_min).all()
        and (poses.max(axis=0) <= limits.q_max).all()
        and (np.abs(speeds).max(axis=0) <= limits.qd_max).all()
        and (most <= limits.qdd_max).all()
    )
    return float(world.batch(poses).distance.min()), bool(keeps)


def _line(found: Problem, world: CollisionWorld) -> Any:
    """Return what solves a line from home at as many places as the trajectory has, and checks them."""
    robot, count = found.robot, len(found.trajectory)
    start = np.array(robot.home_q)
    course = straight(tool_pose(robot, start), np.array([-LINE_M, 0.0, 0.0])).row

    def run() -> object:
        knots = solve_knots(robot, start, course, count=count)
        return _check(world, knots.q[: knots.lost])

    return run
