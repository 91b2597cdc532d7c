"""Which arms have a closed form, and the numbers of them that its kernels read.

    SPHERICAL   axes 2 and 3 parallel, axes 4, 5, 6 through one point (most industrial arms)
    PARALLEL    axes 2, 3 and 4 parallel, axes 5 and 6 through one point (arms of the UR kind)

In both axis 1 is square to axis 2, and the axes behind the parallel ones are square to each other.  The arm
is known by the axes of its joints (`predictor.model.dh_chain`), not by the kind of its file.  A build that
differs by less than `DH_TOLERANCE` counts as this one, and its poses are then missed by as little.
"""

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.families_kernels import (
    A1,
    A4,
    ASIDE,
    BEHIND,
    COS_LEAN,
    D1,
    D5,
    FAMILY,
    HOME,
    INTO_ROWS,
    LEAN,
    LOWER,
    OFFSET,
    PARALLEL,
    Q_MAX,
    Q_MIN,
    SIDE,
    SIGN,
    SIN_LEAN,
    SPHERICAL,
    UPPER,
)
from predictor.model.dh_chain import DhChain, NotDhError, dh_chain
from predictor.model.robot import Robot
from predictor.model.spatial import inverse_pose

Array = NDArray[np.float64]

DH_TOLERANCE = 1e-9  # by how much a DH value may differ from the pattern [m or 1]

FORM = 70


class ArmPatternError(ValueError):
    """An arm whose build has no closed form here."""


@lru_cache(maxsize=8)
def closed_form_of(robot: Robot) -> Array:
    """Return the form (FORM,) of an arm; not read-only, which each call of a kernel would pay for.

    Raises:
        ArmPatternError: its build has no closed form here; why.
    """
    chain = _chain(robot)
    d, a, alpha = chain.rows[:, 1], chain.rows[:, 2], chain.rows[:, 3]
    is_parallel = abs(math.sin(alpha[2])) <= DH_TOLERANCE
    _check(robot, chain.rows, is_parallel=is_parallel)
    side = np.round(np.sin(alpha[:5]))
    form = np.zeros(FORM)
    form[FAMILY] = PARALLEL if is_parallel else SPHERICAL
    form[A1], form[D1], form[UPPER] = a[0], d[0], a[1]
    if is_parallel:
        form[LOWER], form[ASIDE], form[D5], form[A4] = a[2], side[0] * (d[1] + d[2] + d[3]), d[4], a[3]
    else:
        form[LOWER], form[ASIDE] = math.hypot(a[2], d[3]), side[0] * (d[1] + d[2])
        form[LEAN] = math.atan2(-side[2] * d[3], a[2])
    form[COS_LEAN], form[SIN_LEAN] = math.cos(form[LEAN]), math.sin(form[LEAN])
    form[SIDE : SIDE + 5], form[OFFSET : OFFSET + 6], form[SIGN : SIGN + 6] = (
        side,
        chain.rows[:, 0],
        chain.sign,
    )
    form[INTO_ROWS : INTO_ROWS + 12] = inverse_pose(chain.T_base_0)[:3].ravel()
    form[BEHIND : BEHIND + 12] = inverse_pose(chain.T_n_tool)[:3].ravel()
    form[Q_MIN : Q_MIN + 6], form[Q_MAX : Q_MAX + 6] = robot.limits.q_min, robot.limits.q_max
    form[HOME : HOME + 6] = robot.home_q
    return form


def _chain(robot: Robot) -> DhChain:
    if robot.n != 6:
        raise ArmPatternError(f"{robot.name} has {robot.n} joints; the closed form is for 6: use numeric")
    try:
        return dh_chain(robot)
    except NotDhError as error:
        text = f"{error}; the closed form is for 6 turning joints in line: use numeric"
        raise ArmPatternError(text) from None


def _check(robot: Robot, rows: Array, *, is_parallel: bool) -> None:
    """Raise an ArmPatternError that names the first value which fits neither family."""
    d, a, alpha = rows[:, 1], rows[:, 2], rows[:, 3]
    zero = {f"cos(alpha[{i + 1}])": math.cos(alpha[i]) for i in (0, 3, 4)}
    zero |= {"sin(alpha[2])": math.sin(alpha[1]), "1 - cos(alpha[2])": 1.0 - math.cos(alpha[1])}
    length = {"a[2]": a[1]}
    if is_parallel:
        zero |= {"1 - cos(alpha[3])": 1.0 - math.cos(alpha[2]), "a[5]": a[4]}
        length["a[3]"] = a[2]
    else:
        zero |= {"cos(alpha[3])": math.cos(alpha[2]), "a[4]": a[3], "a[5]": a[4], "d[5]": d[4]}
        length["d[4]"] = math.hypot(a[2], d[3])
    for name, value in zero.items():
        if not abs(value) <= DH_TOLERANCE:
            text = f"{robot.name}: {name} is {value:.6g}; the closed form needs 0: use numeric"
            raise ArmPatternError(text)
    for name, value in length.items():
        if not abs(value) > DH_TOLERANCE:
            raise ArmPatternError(f"{robot.name}: {name} is 0; the closed form needs a length: use numeric")
