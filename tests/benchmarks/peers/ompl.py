"""OMPL's RRT-Connect, with Pinocchio to tell it which poses are free: by the quicker of its two ways to.

Edges are looked at as OMPL does by itself: at poses a hundredth of the space's extent apart.  Nothing is
known of what lies between them.
"""

import numpy as np
from numpy.typing import NDArray
from ompl import base, geometric, util

from telemetry.life.clock import processor_ns
from tests.benchmarks.peers.pinocchio import quickest_free
from tests.benchmarks.problems.bodies import bodies_in
from tests.benchmarks.problems.planning_sets import Outcome, Problem

Array = NDArray[np.float64]

NAME = "OMPL RRT-Connect, Pinocchio"
NS_PER_S = 1e9


def plan(problem: Problem, *, most_s: float) -> Outcome:
    """Search for a way for so long at most, then shorten it as OMPL does."""
    util.setLogLevel(util.LOG_NONE)
    robot, n = problem.robot, problem.robot.n
    is_free = quickest_free(bodies_in(robot, problem.scene), problem.start)
    space, bounds, q = base.RealVectorStateSpace(n), base.RealVectorBounds(n), np.empty(n)
    for joint in range(n):
        bounds.setLow(joint, robot.limits.q_min[joint])
        bounds.setHigh(joint, robot.limits.q_max[joint])
    space.setBounds(bounds)

    def is_valid(state: base.State) -> bool:
        for joint in range(n):
            q[joint] = state[joint]
        return is_free(q)

    setup = geometric.SimpleSetup(space)
    setup.setStateValidityChecker(is_valid)
    start, goal = space.allocState(), space.allocState()
    for joint in range(n):
        start[joint], goal[joint] = problem.start[joint], problem.goal[joint]
    setup.setStartAndGoalStates(start, goal)
    setup.setPlanner(geometric.RRTConnect(setup.getSpaceInformation()))
    setup.setup()
    began_ns = processor_ns()
    setup.solve(most_s)
    found_s = (processor_ns() - began_ns) / NS_PER_S
    if not setup.haveExactSolutionPath():
        return Outcome(False, found_s, found_s, 0.0)
    setup.simplifySolution(most_s)
    whole_s = (processor_ns() - began_ns) / NS_PER_S
    return Outcome(True, found_s, whole_s, setup.getSolutionPath().length())
