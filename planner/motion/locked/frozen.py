"""An arm of which some joints stand for good, as everything sees it that asks an arm what it can do.

A joint without a range carries nothing that could be moved: rates, searches and the hand leave it where it is
(`planner.motion.rates.chain_of`).
"""

from collections.abc import Mapping
from dataclasses import replace

from planner.motion.rates import NO_RANGE
from predictor.model.robot import Robot


def frozen(robot: Robot, standing: Mapping[int, float]) -> Robot:
    """Return the arm with joints that stand where they do [rad or m]; the same object, if none does."""
    if not standing:
        return robot
    low, high = list(robot.limits.q_min), list(robot.limits.q_max)
    for joint, q in standing.items():
        low[joint], high[joint] = q - NO_RANGE / 4.0, q + NO_RANGE / 4.0
    return replace(robot, limits=replace(robot.limits, q_min=tuple(low), q_max=tuple(high)))


class Arms:
    """One arm, by the tool that is meant and by what stands of it: the same object each time."""

    def __init__(self, robot: Robot) -> None:
        """Start with all joints sound."""
        self._robot = robot
        self._standing: dict[int, float] = {}
        self._by_tool: dict[str, Robot] = {}

    def meant(self, tool: str, standing: Mapping[int, float]) -> Robot:
        """Return the arm with a tool, empty: its first, and with joints that stand [rad or m]."""
        if standing != self._standing:
            self._standing, self._by_tool = dict(standing), {}
        if tool not in self._by_tool:
            robot = self._robot.with_tool(tool) if tool else self._robot
            self._by_tool[tool] = frozen(robot, standing)
        return self._by_tool[tool]
