"""Which joints of an arm do not move, by their names."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from predictor.model.robot import Robot
from telemetry.files.settings import nearest

Mask = NDArray[np.bool_]


def locked_joints(robot: Robot, names: Iterable[str]) -> Mask:
    """Return which commanded joints (n,) are those of the names.

    Raises:
        ValueError: the arm has no such joint.
    """
    known = [joint.name for joint in robot.commanded]
    locked = np.zeros(robot.n, dtype=np.bool_)
    for name in names:
        if name not in known:
            raise ValueError(f"the arm has no joint {name!r}{nearest(name, known)}")
        locked[known.index(name)] = True
    return locked


def chosen(robot: Robot, names: Iterable[str], locked: Mask | None) -> Mask | None:
    """Return those that are locked (n,) and those of the names; None: no joint is.

    Raises:
        ValueError: the arm has no such joint.
    """
    stays = locked_joints(robot, names)
    stays = stays if locked is None else stays | locked
    return stays if stays.any() else None
