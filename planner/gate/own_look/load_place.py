"""Where a body is carried once a tool has taken it, or stands once it is left: from where the arm rests.

    take   T_joint_body = inverse(T_joint(q)) T_body        leave   T_body = T_joint(q) T_joint_body

T_joint is in the axes of the arm base; for a body in space in those of the world, the base as reported.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from planner.gate.own_look.plain_frames import Transform, frames_at, plain_joints
from predictor.inputs.arrays import Array
from predictor.model.quaternions import quaternion_from_axes
from predictor.model.robot import Robot
from predictor.run_model import Model
from predictor.world_updates import UpdateError, displacement
from telemetry.agreed.world_words import update_text
from telemetry.files.settings import nearest
from telemetry.messages.world import (
    BodyPlaced,
    LimitTightened,
    LoadChanged,
    WorldAsk,
    WorldChange,
    WorldUpdates,
)

UPRIGHT = (1.0, 0.0, 0.0, 0.0)


class RestingArm(NamedTuple):
    """Where the arm rests."""

    q: Sequence[float]  # (n,) [rad or m]
    T_world_base: Transform


def change_of(ask: WorldAsk, model: Model, before: WorldUpdates, *, arm: RestingArm | None) -> WorldChange:
    """Return what an ask comes to; `arm`: None, if it does not rest.

    Raises:
        UpdateError: nothing to take or leave, a pose that is not the scene's, no such tool.
    """
    known = {each.body: each for each in before.bodies}
    if isinstance(ask, LimitTightened):
        _check_tighter(ask, before)
        return ask
    joint = known[ask.body].joint if ask.body in known else ""
    if not isinstance(ask, LoadChanged):
        if ask.joint or joint:
            raise UpdateError(f"{ask.body!r}: a pose is of the scene; what a tool carries is taken, and left")
        return ask
    if (ask.action == "leave") is not bool(joint):
        raise UpdateError(f"{ask.body!r} is {'carried already' if joint else 'not carried by a tool'}")
    if arm is None:
        raise UpdateError("a load is taken and left where the arm rests, and is reported to")
    carries = joint or _joint_of_tool(ask.tool, model.robot)
    T_body = displacement(known.get(ask.body, BodyPlaced(ask.body, (0.0, 0.0, 0.0), UPRIGHT)))
    T_joint = _joint_pose(carries, model, ask.body, arm=arm)
    if ask.action == "leave":
        return _placed(ask.body, T_joint @ T_body, "")
    return _placed(ask.body, np.linalg.inv(T_joint) @ T_body, carries)


def _check_tighter(ask: LimitTightened, before: WorldUpdates) -> None:
    for each in before.limits:
        is_within = each.q_min <= ask.q_min and ask.q_max <= each.q_max and ask.qd_max <= each.qd_max
        if each.joint == ask.joint and not is_within:
            raise UpdateError(f"{ask.joint!r} was tightened before: {update_text(each)}")


def _joint_of_tool(name: str, robot: Robot) -> str:
    names = robot.tool_names
    if name and name not in names:
        raise UpdateError(f"the arm has no tool {name!r}{nearest(name, [*names])}")
    frame = robot.tools[names.index(name) if name else 0].frame
    return robot.joints[frame - 1].name


def _joint_pose(joint: str, model: Model, body: str, *, arm: RestingArm) -> Array:
    """Return where a joint's frame is (4, 4), in the axes in which a body stands."""
    robot = model.robot
    frame = [each.name for each in robot.joints].index(joint) + 1
    T = _matrix(frames_at(plain_joints(robot), arm.q)[frame])
    in_space = robot.platform is not None and model.scene.stands_in_space(body)
    return _matrix(arm.T_world_base) @ T if in_space else T


def _matrix(rows: Transform) -> Array:
    return np.array([*rows, (0.0, 0.0, 0.0, 1.0)])


def _placed(body: str, T: Array, joint: str) -> BodyPlaced:
    x, y, z = T[:3, 3].tolist()
    w, i, j, k = quaternion_from_axes(T[:3, :3]).tolist()
    return BodyPlaced(body, (x, y, z), (w, i, j, k), joint)
