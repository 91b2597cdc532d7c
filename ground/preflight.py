"""What is checked before anything starts: do scenario, robot and scene fit one another?

    check_collision    the collision method is one of the list; when a scenario is loaded
    check_joints       lengths and limits; when a scenario is loaded
    check_start_pose   the arm touches nothing at the start; needs the collision kernels, so it stands apart

A start pose that is only closer than the required clearance is allowed: leaving it is an exercise too.
"""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from ground.operator.script import Angles, ScriptAct
from predictor.collision.method import MethodError, WorldError, build_world, check_method
from predictor.model.robot_file import read_robot
from predictor.run_model import read_model
from telemetry.run_settings import RunSettings
from telemetry.settings import FileError


def check_collision(path: Path, method: str) -> None:
    """Check the name of a scenario's collision method.

    Raises:
        FileError: there is no such method.
    """
    try:
        check_method(method)
    except MethodError as error:
        raise FileError(path, "collision_method", str(error)) from None


def check_joints(path: Path, robot: str, start_q: Sequence[float], *, acts: Sequence[ScriptAct]) -> None:
    """Check a scenario's joint angles against its robot.

    Args:
        path: the scenario file, to be named.
        robot: the robot file.
        start_q: (n,) [rad].
        acts: whose moves name joint angles too.

    Raises:
        FileError: another number of joints, or a start outside the limits; or the robot file is bad.
    """
    limits = read_robot(robot).limits
    n = len(limits.q_min)
    for where, angles in [("start_q_deg", start_q), *_targets(acts)]:
        if len(angles) != n:
            raise FileError(path, where, f"must have {n} values, one for each joint, not {len(angles)}")
    for i, (low, q, high) in enumerate(zip(limits.q_min, start_q, limits.q_max, strict=True)):
        if not low <= q <= high:
            within = f"{math.degrees(low):.6g} .. {math.degrees(high):.6g}"
            raise FileError(path, f"start_q_deg[{i}]", f"must lie within the joint's limits, {within}")


def check_start_pose(path: Path | str, run: RunSettings, start_q: Sequence[float]) -> None:
    """Check that the arm touches nothing at the start.

    Raises:
        FileError: it does, or robot and scene do not fit one another.
    """
    model = read_model(run)
    try:
        world = build_world(run.collision_method, model.robot, model.scene)
    except WorldError as error:
        raise FileError(run.scene_file, "", f"does not fit {run.robot_file}: {error}") from None
    nearest = world.clearance(start_q)
    if not nearest.distance > 0.0:
        first, second = nearest.pair
        raise FileError(
            path,
            "start_q_deg",
            f"{first} is {-nearest.distance:.3f} m inside {second}; start where the arm touches nothing",
        )


def _targets(acts: Sequence[ScriptAct]) -> Iterator[tuple[str, Angles]]:
    """Return every pose that the acts move to, with its key."""
    for number, act in enumerate(acts):
        for index, move in enumerate(act.plan.moves if act.plan else ()):
            if move.to_deg is not None:
                yield f"act[{number}].plan.move[{index}].to_deg", move.to_deg
