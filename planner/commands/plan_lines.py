"""A plan as lines over time, for figures: joints, their speeds, the tool's path, the clearance.

Legs follow one another without what stands between them: time is time of motion.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from planner.commands.fixture import plan_fixtures
from planner.commands.flown_legs import PlanAsked, flown_legs
from planner.plans.make_plan import PlannedPath
from predictor.collision.method import build_world
from predictor.model.kinematics import tool_pose
from predictor.motion.stop import moves, rest, state_within
from predictor.run_model import read_model
from telemetry.messages.joint_state import JointState
from telemetry.messages.plan import PlanRefused
from telemetry.plan.judged import MoveMark, PlanLines

Array = NDArray[np.float64]

SAMPLES_A_PERIOD = 5  # in each period


def plan_lines(asked: PlanAsked) -> PlanLines:
    """Plan all legs, and sample them.

    Raises:
        FileError: the robot or scene file cannot be used.
        ValueError: the arm has no joint of a name that is locked.
    """
    model, states, marks, refused = read_model(asked.settings), [rest(asked.start_q)], list[MoveMark](), ""
    legs = [*flown_legs(asked)]
    for leg in legs:
        if isinstance(leg.planned, PlanRefused):
            refused = "" if leg.is_as_asked else f"step {leg.asked.step}: {leg.planned.detail}"
            continue
        marks += _marks(leg.planned, leg.asked.step, after=len(states) - 1)
        states += leg.planned.trajectory.states
    period_s, robot = asked.settings.commanding.period_s, model.robot
    looks = [*_looks(states, period_s)]
    q, qd = (np.array([getattr(look, name) for look in looks]) for name in ("q", "qd"))
    world = build_world(asked.settings.collision_method, robot, model.kept_clear)
    return PlanLines(
        name=asked.name,
        robot=robot.name,
        locked=asked.locked,
        refused=refused,
        joints=tuple(joint.name for joint in robot.commanded),
        turns=tuple(joint.kind == "revolute" for joint in robot.commanded),
        t_s=tuple((np.arange(len(looks)) * period_s / SAMPLES_A_PERIOD).tolist()),
        q=_rows(q),
        speed=_rows(qd / np.array(robot.limits.qd_max)),
        p_base_tool=_rows(np.array([tool_pose(robot, row)[:3, 3] for row in q])),
        clearance_m=tuple(world.batch(q).distance.tolist()),
        required_m=asked.settings.margins.required_m,
        marks=tuple(marks),
        fixtures=tuple(plan_fixtures(asked, legs)),
    )


def _looks(states: Sequence[JointState], period_s: float) -> Iterator[JointState]:
    """Return the states of a motion, `SAMPLES_A_PERIOD` in each period, by the law that flies it."""
    for begin, end in pairwise(states):
        law = moves(begin, end, period_s)
        yield from (state_within(law, k * period_s / SAMPLES_A_PERIOD) for k in range(SAMPLES_A_PERIOD))
    yield states[-1]


def _marks(planned: PlannedPath, step: int, *, after: int) -> Iterator[MoveMark]:
    period_s = planned.trajectory.period_s
    for number, (move, span) in enumerate(zip(planned.moves, planned.trajectory.spans, strict=True)):
        yield MoveMark(t_s=(after + span.last + 1) * period_s, step=step + number, kind=move.kind)


def _rows(values: Array) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(row) for row in values.tolist())
