"""A hand that leads an arm, step after step."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from planner.teleoperation.following import suited_limits
from planner.teleoperation.mapping import PARTS
from planner.teleoperation.step import AskedTwist, Engagement, engage, step
from planner.teleoperation.tool_law import tool_limits
from predictor.model.kinematics import tool_pose
from predictor.motion.motion import violation
from predictor.motion.stop import rest, stop
from telemetry.agreed.hand_settings import HandSettings

PERIOD_S = 0.25
LIMITS = tool_limits(HandSettings(), period_s=PERIOD_S)


class Course(NamedTuple):
    """Where an arm was led."""

    robot: object
    states: list  # the first included
    engagement: Engagement
    notes: list  # of each step

    @property
    def poses(self):
        """The tool at each state (k, 4, 4)."""
        return np.array([tool_pose(self.robot, state.q) for state in self.states])

    @property
    def drift(self):
        """How far the tool's place is from its first at most [m]."""
        return np.linalg.norm(self.poses[:, :3, 3] - self.poses[0, :3, 3], axis=1).max()


def led_by(robot, twists, *, start_q, mode="position", limits=LIMITS):
    """Lead a resting arm by one wanted twist in each period."""
    state = rest(tuple(start_q))
    engagement, states, notes = engage(robot, state), [state], []
    limits = suited_limits(robot, state.q, limits)
    for twist in twists:
        asked = AskedTwist(np.asarray(twist, dtype=float), PARTS[mode])
        state, engagement, told, _ = step(robot, engagement, asked, newest=state, limits=limits)
        states.append(state)
        notes.append(told)
    return Course(robot, states, engagement, notes)


def assert_possible(course):
    """Every step keeps every joint's limits, and the arm can stop after it."""
    for before, after in pairwise(course.states):
        assert violation(before, after, course.robot.limits, period_s=PERIOD_S) is None
        assert stop(after, course.robot.limits, PERIOD_S) or after.at_rest
