"""Joints in MuJoCo that equalities bind: those that follow other joints, and those that are locked.

MuJoCo binds a joint to another by a polynomial, so that loads go to the driver.  A law is any smooth curve,
so before every control period each equality becomes the law's own parabola at the place where its driver is.

Each commanded joint has a further equality that binds it to a value.  It is inactive until the joint locks.
"""

import mujoco
import numpy as np
from numpy.typing import NDArray

from predictor.model.robot import Robot

Array = NDArray[np.float64]

SOFTNESS = (0.004, 1.0)  # time constant [s] and damping ratio of an equality: two steps of the simulation
HARDNESS = (0.999, 0.9999, 0.001, 0.5, 2.0)  # share of the error that is taken back, nearly all


def joint_name(index: int) -> str:
    """Return what a joint of the arm is called in MuJoCo."""
    return f"joint_{index + 1}"


def bind_followers(spec: mujoco.MjSpec, robot: Robot) -> None:
    """Add an equality for every joint that follows another one."""
    indices = {joint.name: index for index, joint in enumerate(robot.joints)}
    for index, joint in enumerate(robot.joints):
        if joint.law:
            equality = spec.add_equality(
                type=mujoco.mjtEq.mjEQ_JOINT,
                objtype=mujoco.mjtObj.mjOBJ_JOINT,
                name=joint_name(index),
                name1=joint_name(index),
                name2=joint_name(indices[joint.law.driver]),
            )
            equality.solref[:], equality.solimp[:] = SOFTNESS, HARDNESS


class Followers:
    """The joints of one model that follow others."""

    def __init__(self, model: mujoco.MjModel, robot: Robot) -> None:
        """Find them."""
        laws = [joint.law for joint in robot.joints]
        self.commanded = np.array([i for i, law in enumerate(laws) if law is None], dtype=np.int64)
        self._drivers = self.commanded[robot.columns]  # (m,) itself, for one that is commanded
        self._laws = [(index, law) for index, law in enumerate(laws) if law]
        self._polynomials = {index: model.equality(joint_name(index)).data for index, _ in self._laws}

    def values(self, q: Array) -> Array:
        """Return the values of all joints (m,) where the commanded ones are at q (n,)."""
        values = np.empty(len(self._drivers))
        values[self.commanded] = q
        for index, law in self._laws:
            values[index] = law.at(float(values[self._drivers[index]])).value
        return values

    def bind(self, values: Array) -> None:
        """Make every equality the parabola of its law where its driver is among all joints (m,)."""
        for index, law in self._laws:
            x = values[self._drivers[index]]
            value, slope, bend = law.at(float(x))
            self._polynomials[index][:3] = (
                value - slope * x + 0.5 * bend * x * x,
                slope - bend * x,
                0.5 * bend,
            )


def _lock_name(index: int) -> str:
    return f"jam_{index + 1}"


def add_locks(spec: mujoco.MjSpec, robot: Robot) -> None:
    """Add a jam, not active, for every joint that is commanded."""
    for index, joint in enumerate(robot.joints):
        if joint.law is None:
            equality = spec.add_equality(
                type=mujoco.mjtEq.mjEQ_JOINT,
                objtype=mujoco.mjtObj.mjOBJ_JOINT,
                name=_lock_name(index),
                name1=joint_name(index),
                active=False,
            )
            equality.solref[:], equality.solimp[:] = SOFTNESS, HARDNESS


def lock_joint(model: mujoco.MjModel, data: mujoco.MjData, index: int, *, q: float) -> None:
    """Hold the joint of this index in the tree at q [rad or m] from now on."""
    equality = model.equality(_lock_name(index))
    equality.data[0] = q
    data.eq_active[equality.id] = True
