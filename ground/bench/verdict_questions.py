"""Questions of motion: a verdict on a move and the stop after it, and a whole trajectory of 60 s.

A peer looks at samples of the same motion, and proves nothing between them.  A trajectory is asked for by
three contracts:

    samples                     distance to the scene and of the arm to itself, and position, speed and
                                acceleration against their limits, at 6000 samples; nothing between them
    certified between samples   the certificate of its 240 set-points: the moves and the stop after each keep
                                clear and within limits everywhere
    from a Cartesian line       inverse kinematics of 6000 places along a line, as far as it goes, then as
                                samples
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ground.bench.asked import asked
from ground.bench.bodies import bodies_of
from ground.bench.motions import RATE_HZ
from ground.bench.problems import Problem
from ground.bench.way import Missing, Question, Way
from predictor.collision.method import CollisionWorld, build_world
from predictor.lookahead import judge
from predictor.model.kinematics import tool_pose
from predictor.stop import at, moves, stop
from telemetry.drive.factory import load
from telemetry.joint_state import JointState

Array = NDArray[np.float64]
Move = tuple[JointState, JointState]

PERIOD_S = 0.25
REQUIRED_M = 0.01
MOVES = 24  # in a pass, all along the trajectory
SAMPLES = 25  # of a move and its stop, that a peer looks at
TREE = "pinocchio broadphase tree"

# The planner is named, as ground imports nothing of it.
CERTIFY = "planner.motion.verify:certify"
TRAJECTORY = "planner.motion.trajectory:Trajectory"
KNOTS, STRAIGHT = "planner.motion.paths.knots:solve_knots", "planner.motion.paths.line:straight"
LINE_M = 0.15


def verdict_questions(found: Problem, peers: tuple[str, ...]) -> Iterator[Question]:
    """Ask for verdicts on moves, and for the certificate of the trajectory."""
    world = build_world("capsules", found.robot, found.scene)
    points = found.wave.set_points(PERIOD_S)
    asked_moves = list(pairwise(points))[:: (len(points) - 1) // MOVES]

    def verdicts() -> None:
        for begin, end in asked_moves:
            judge(world, begin, end, required_m=REQUIRED_M, period_s=PERIOD_S)

    yield Question(
        "F21", found.name, len(asked_moves), Way("judge", verdicts), _sampled(found, asked_moves, peers)
    )
    poses = found.trajectory
    check = Way("batch, limits", lambda: _check(world, poses), note="samples only")
    yield Question("F13", found.name, 1, check)
    certify = Way("certify", _certificate(found, world, points), note="every stop as well")
    yield Question("F13", f"{found.name}, certified between samples", 1, certify)
    line = Way("solve_knots, batch, limits", _line(found, world), note="samples only")
    yield Question("F13", f"{found.name}, from a Cartesian line", 1, line)


def _sampled(found: Problem, asked_moves: list[Move], peers: tuple[str, ...]) -> tuple[Way | Missing, ...]:
    """Return what samples of every move and its stop ask of a peer's tree."""
    samples = np.concatenate([_samples(found, *move) for move in asked_moves])
    ways = asked(peers, "hits", bodies_of(found), samples)
    trees = [way for way in ways if isinstance(way, Way) and way.name.startswith(TREE)]
    return (
        *(way for way in ways if isinstance(way, Missing)),
        *(
            Way(f"{way.name}, {SAMPLES} samples", way.run, note="proves nothing between samples")
            for way in trees
        ),
    )


def _samples(found: Problem, begin: JointState, end: JointState) -> Array:
    """Return poses (25, n) of a move and the stop after it, at equal times."""
    track = [begin, end, *stop(end, found.robot.limits, PERIOD_S)]
    times = np.linspace(0.0, PERIOD_S * (len(track) - 1), SAMPLES)
    quintics = [moves(a, b, PERIOD_S) for a, b in pairwise(track)]
    rows = [min(int(t / PERIOD_S), len(quintics) - 1) for t in times]
    return np.array([at(quintics[k], t - k * PERIOD_S).q for k, t in zip(rows, times, strict=True)])


def _certificate(found: Problem, world: CollisionWorld, points: list[JointState]) -> Any:
    trajectory = load(TRAJECTORY)(start_q=points[0].q, states=tuple(points[1:]), spans=(), period_s=PERIOD_S)
    certify = load(CERTIFY)

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
    robot, solve, count = found.robot, load(KNOTS), len(found.trajectory)
    start = np.array(robot.home_q)
    course = load(STRAIGHT)(tool_pose(robot, start), np.array([-LINE_M, 0.0, 0.0])).row

    def run() -> object:
        knots = solve(robot, start, course, count=count)
        return _check(world, knots.q[: knots.lost])

    return run
