"""Which joints give the tool its motion: the place and attitude exactly, as far as the joints can.

    six components or more         place and attitude, of a redundant arm with the least effort
    fewer, the hand moves alone    the place, and the attitude goes where the joints take it
    fewer, the hand turns          the place first, and with what that leaves the turn, as near as can be:

                                   y = A^+ v + (B N)^+ (w - B A^+ v),    N = 1 - A^+ A

A and B are the rows of place and attitude of J S, S each joint's share of effort, and qd = S y (Siciliano and
Slotine, A general framework for managing multiple tasks in highly redundant robotic systems, 1991).  The
second pseudo-inverse is damped, so that a turn that fades out near a singular pose fades out smoothly.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.inverse import nearest_it_holds
from planner.motion.ik.numeric_kernels import PLACE_ROWS, POSE_ROWS
from planner.motion.rates import JointRates, chain_of, joint_rates
from planner.teleoperation.tool_law import ToolLimits, ToolMotion
from predictor.model.kinematics import tool_jacobian
from predictor.model.robot import Robot
from predictor.motion.stop import rest
from telemetry.messages.joint_state import JointState

Array = NDArray[np.float64]

EASY_SHARE = 0.6  # share of a joint's acceleration that a turn of the tool may take where the hand takes it
PLACE_AND_RATE_ROUNDS = 2  # of place and rates, each from the other: of an arm that has a choice
DAMPING = 0.05  # of the turn that too few joints follow [m or rad by share of effort]
DIFFERENCE_S = 1e-4  # over which their rates are differentiated [s]


def holds_attitude(robot: Robot) -> bool:
    """True if the tool's joints can hold its attitude while the hand moves it."""
    return chain_of(robot).freedom == POSE_ROWS


def commanded_rows(robot: Robot) -> int:
    """Return how many components of the tool's motion the joints give exactly."""
    return POSE_ROWS if holds_attitude(robot) else PLACE_ROWS


def suited_limits(robot: Robot, q: Sequence[float], limits: ToolLimits) -> ToolLimits:
    """Return limits at which the joints of an arm can turn its tool where it is: a heavy one turns gently."""
    chain = chain_of(robot)
    J = tool_jacobian(robot, q)[:, chain.carries]
    if not holds_attitude(robot) or np.linalg.matrix_rank(J) < POSE_ROWS:
        return limits
    share = chain.share[chain.carries]
    needed = np.linalg.norm((share[:, None] * np.linalg.pinv(J * share))[:, PLACE_ROWS:], axis=1)
    can = EASY_SHARE * np.array(robot.limits.qdd_max)[chain.carries]
    part = 1.0 / max(1.0, float(np.max(limits.turning_acceleration_max * needed / can)))
    return replace(
        limits,
        turning_acceleration_max=part * limits.turning_acceleration_max,
        turning_jerk_max=part * limits.turning_jerk_max,
    )


def following_joints(
    robot: Robot, motion: ToolMotion, *, newest: JointState, turns: bool, period_s: float
) -> JointState | None:
    """Return the joint state of a tool motion, on `newest`'s branch, or None if there is none.

    `turns`: the hand turns the tool, which counts for an arm that cannot hold an attitude anyway.
    """
    follows = _partial_rates if turns and not holds_attitude(robot) else _exact_rates
    has_choice = chain_of(robot).is_redundant(commanded_rows(robot))
    near = np.array(newest.q)
    try:
        for _ in range(PLACE_AND_RATE_ROUNDS if has_choice else 1):
            solution = nearest_it_holds(robot, motion.T_base_tool, near)
            if not solution.reached:
                return None
            rates = follows(robot, solution.q, motion)
            near = _integrated(newest, rates, period_s)
    except np.linalg.LinAlgError:
        return None
    if not rates.qd.any() and not rates.qdd.any():
        return rest(tuple(map(float, solution.q)))
    return JointState(*(tuple(map(float, row)) for row in (solution.q, *rates)))


def _integrated(newest: JointState, rates: JointRates, period_s: float) -> Array:
    """Return where joints (n,) come to in a period with these rates at its end (Hermite, fourth order)."""
    q, qd, qdd = (np.array(row) for row in newest)
    moved: Array = 0.5 * period_s * (qd + rates.qd) + period_s**2 / 12.0 * (qdd - rates.qdd)
    return q + moved


def _exact_rates(robot: Robot, q: Array, motion: ToolMotion) -> JointRates:
    """Return the rates that give all rows that are commanded."""
    rows = commanded_rows(robot)
    if not motion.twist[:rows].any() and not motion.rate[:rows].any():
        return JointRates(np.zeros(robot.n), np.zeros(robot.n))
    return joint_rates(robot, q, v=motion.twist[:rows], a=motion.rate[:rows])


def _partial_rates(robot: Robot, q: Array, motion: ToolMotion) -> JointRates:
    """Return the rates that give the place exactly and the turn as near as can be."""
    if motion.is_still:
        return JointRates(np.zeros(robot.n), np.zeros(robot.n))
    qd = _place_first_rates(robot, q, motion.twist)
    step, change = DIFFERENCE_S * qd, DIFFERENCE_S * motion.rate
    after, before = (_place_first_rates(robot, q + s * step, motion.twist + s * change) for s in (1.0, -1.0))
    return JointRates(qd, (after - before) / (2.0 * DIFFERENCE_S))


def _place_first_rates(robot: Robot, q: Array, twist: Array) -> Array:
    """Return joint rates (n,) with the tool's linear velocity, whose angular one is near the wanted."""
    chain, rates = chain_of(robot), np.zeros(robot.n)
    share = chain.share[chain.carries]
    J = tool_jacobian(robot, q)[:, chain.carries] * share
    A, B = J[:PLACE_ROWS], J[PLACE_ROWS:]
    inverse = np.linalg.pinv(A)
    first = inverse @ twist[:PLACE_ROWS]  # A^+ v
    left = B - B @ inverse @ A  # B N, what the place leaves of the turn: its rows lie in what A cannot see
    missing = twist[PLACE_ROWS:] - B @ first  # w - B A^+ v
    turn = left.T @ np.linalg.solve(left @ left.T + DAMPING**2 * np.eye(3), missing)  # (B N)^+, damped
    rates[chain.carries] = share * (first + turn)
    return rates
