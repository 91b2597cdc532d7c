"""Joints that are locked, in MuJoCo: each commanded joint has a jam, which holds it once it is made active.

A jam is an equality that binds the joint to a value.  It is there from the begin, and idle until then.
"""

from typing import Any

import mujoco

from ground.rehearsal.body.followers import HARDNESS, SOFTNESS, joint_name
from predictor.model.robot import Robot


def _jam_name(index: int) -> str:
    return f"jam_{index + 1}"


def add_jams(spec: Any, robot: Robot) -> None:
    """Add a jam, not active, for every joint that is commanded."""
    for index, joint in enumerate(robot.joints):
        if joint.law is None:
            equality = spec.add_equality(
                type=mujoco.mjtEq.mjEQ_JOINT,
                objtype=mujoco.mjtObj.mjOBJ_JOINT,
                name=_jam_name(index),
                name1=joint_name(index),
                active=False,
            )
            equality.solref[:], equality.solimp[:] = SOFTNESS, HARDNESS


def jam(model: Any, data: Any, index: int, *, q: float) -> None:
    """Hold the joint of this index in the tree at q [rad or m] from now on."""
    equality = model.equality(_jam_name(index))
    equality.data[0] = q
    data.eq_active[equality.id] = True
