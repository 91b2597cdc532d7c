"""Which joint rates give the tool a wanted rate: the one least-squares solution behind lines and the hand.

    J qd = v,    J qdd = a - J_dot qd        rows of v: place and attitude (6), or the place alone (3)

    as many joints as rows    the one solution
    more, a redundant arm     of all solutions the one of least effort, each joint counted in shares of its
                              top speed, which makes one that slides comparable with one that turns
    fewer                     the nearest; what it leaves over is what the arm cannot do

Joints that do not carry the tool, or stand for good, stay.  The solution of least effort has no self-motion:
J can be followed forwards and backwards, and what turns with J in it (its own derivative) is part of qdd.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.model.kinematics import tool_jacobian, tool_jacobian_rate
from predictor.model.robot import Robot

Array = NDArray[np.float64]

ANY_POSES, ANY_SEED = 3, 9  # poses of no symmetry, at which an arm shows what it can do
NO_RANGE = 1e-9  # [rad or m] of a joint with less between its limits, which stands for good
RANK = 1e-9  # of the greatest singular value: below it, a direction of motion is missing
UNKNOWN_SPEED = 1.0  # [rad/s or m/s] where no file states one: it weighs efforts, and limits nothing


class Chain(NamedTuple):
    """The joints that carry a robot's tool and can move."""

    carries: NDArray[np.bool_]  # (n,) which ones
    share: Array  # (n,) top speed of each by the greatest of them: what it does for a unit of effort
    freedom: int  # how many of the six components of the tool's motion they give independently
    length: int  # how many joints carry the tool

    def is_redundant(self, rows: int) -> bool:
        """True if many joint motions give the same motion of the tool."""
        return self.length > min(rows, self.freedom)


class JointRates(NamedTuple):
    """Rates of all joints, each (n,) [rad or m, by s and s^2 or what the tool's are by]."""

    qd: Array
    qdd: Array


@lru_cache(maxsize=32)
def chain_of(robot: Robot) -> Chain:
    """Return the joints that carry the robot's tool, and what they can do."""
    carries, speed = np.zeros(robot.n, dtype=np.bool_), np.array(robot.limits.qd_max)
    share = np.where(np.isfinite(speed), speed, UNKNOWN_SPEED)
    carries[[*robot.tool_columns]] = True
    carries &= np.subtract(robot.limits.q_max, robot.limits.q_min) >= NO_RANGE
    parts = [tool_jacobian(robot, q)[:, carries] for q in _some_poses(robot)]
    freedom = max(int(np.linalg.matrix_rank(J, rtol=RANK)) for J in parts)
    share /= share[carries].max(initial=share.min())
    return Chain(carries, share, freedom, int(carries.sum()))


def _some_poses(robot: Robot) -> Array:
    """Return poses (k, n) within limits, within a turn where there are none."""
    low = np.maximum(robot.limits.q_min, -np.pi)
    high = np.minimum(robot.limits.q_max, np.pi)
    return np.random.default_rng(ANY_SEED).uniform(np.minimum(low, high), high, (ANY_POSES, robot.n))


def resolve(robot: Robot, J: Array, wanted: Array) -> Array:
    """Return the joint rates (n,) of least effort whose tool rate is nearest to the wanted one (rows,).

    Args:
        robot: the arm.
        J: its tool's Jacobian, or the first of its rows (rows, n).
        wanted: rate of the tool (rows,).

    Raises:
        LinAlgError: the pose is singular.
    """
    chain, rates = chain_of(robot), np.zeros(robot.n)
    part = J[:, chain.carries]
    if part.shape[1] == len(part) <= chain.freedom:
        rates[chain.carries] = np.linalg.solve(part, wanted)
    else:
        share = chain.share[chain.carries]
        rates[chain.carries] = share * (np.linalg.pinv(part * share) @ wanted)
    return rates


def self_motion(robot: Robot, J: Array, rates: Array) -> Array:
    """Return the part of joint rates (n,) that leaves the tool where it is."""
    part: Array = np.where(chain_of(robot).carries, rates, 0.0)
    return part - resolve(robot, J, J @ part)


def joint_rates(robot: Robot, q: Array, *, v: Array, a: Array) -> JointRates:
    """Return the joint rates of least effort at which the tool has rate v and its derivative a (rows,).

    qdd is the derivative of qd along the motion.  With the effort y = S^-1 qd = (J S)^T m of a redundant arm,
    m of as many rows as v, it has besides J^+ (a - J_dot qd) the self-motion part of S^2 J_dot^T m.

    Raises:
        LinAlgError: the pose is singular.
    """
    J, chain = tool_jacobian(robot, q)[: len(v)], chain_of(robot)
    qd = resolve(robot, J, v)
    Jd = tool_jacobian_rate(robot, q, qd)[: len(v)]
    qdd = resolve(robot, J, a - Jd @ qd)
    if chain.is_redundant(len(v)):
        m = np.linalg.pinv((J * chain.share).T) @ (qd / chain.share)
        qdd += self_motion(robot, J, chain.share**2 * (Jd.T @ m))
    return JointRates(qd, qdd)
