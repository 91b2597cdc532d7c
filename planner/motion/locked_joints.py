"""Which joints of an arm do not move, by their names, and the arm as it is without them.

A joint without a range carries nothing that could be moved: rates, searches and the hand leave it where it is
(`planner.motion.rates.chain_of`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from planner.motion.rates import NO_RANGE
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


def with_named_locked(robot: Robot, names: Iterable[str], locked: Mask | None) -> Mask | None:
    """Return those that are locked (n,) and those of the names; None: no joint is.

    Raises:
        ValueError: the arm has no such joint.
    """
    stays = locked_joints(robot, names)
    stays = stays if locked is None else stays | locked
    return stays if stays.any() else None


def frozen(robot: Robot, standing: Mapping[int, float]) -> Robot:
    """Return the arm with joints that stand where they do [rad or m]; the same object, if none does."""
    if not standing:
        return robot
    low, high = list(robot.limits.q_min), list(robot.limits.q_max)
    for joint, q in standing.items():
        low[joint], high[joint] = q - NO_RANGE / 4.0, q + NO_RANGE / 4.0
    return replace(robot, limits=replace(robot.limits, q_min=tuple(low), q_max=tuple(high)))


class ToolArms:
    """One arm by the tool that is meant, without the joints that stand: the same objects until others do."""

    def __init__(self, robot: Robot) -> None:
        """Start with all joints sound."""
        self._robot = robot
        self._standing: dict[int, float] = {}
        self.by_tool = self._frozen()  # empty: its first

    def leave(self, standing: Mapping[int, float]) -> None:
        """Leave these joints where they stand [rad or m], and move all others."""
        if standing != self._standing:
            self._standing = dict(standing)
            self.by_tool = self._frozen()

    def _frozen(self) -> dict[str, Robot]:
        meant = {"": self._robot, **{tool: self._robot.with_tool(tool) for tool in self._robot.tool_names}}
        return {tool: frozen(robot, self._standing) for tool, robot in meant.items()}
