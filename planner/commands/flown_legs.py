"""The legs of a plan, planned and certified one after the other from where it starts.

Each leg begins where the one before it ends; what stands between them moves nothing, except a hand, after
which the arm may be anywhere.
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from planner.motion.moves.adapted_moves import Adapted
from planner.motion.paths.path import Refusal
from planner.plans.make_plan import PlannedPath, PlanTask, adapted_to_locks, make_plan, start_offset_text
from predictor.run_model import read_model
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import RunSettings
from telemetry.messages.fixture import FixtureRequest
from telemetry.messages.plan import Move, PlanRefused
from telemetry.messages.prediction import BasePose, RestingBase, World

AT_THE_ORIGIN = BasePose(p_world_base=(0.0, 0.0, 0.0), quat_world_base=(1.0, 0.0, 0.0, 0.0))


class PlanPart(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a plan: moves that are planned as one, or what is done between such."""

    step: int  # number of its first step in the plan, from 1
    kind: str  # moves, fixtures, wait, verify, ...
    moves: tuple[Move, ...] = ()
    fixtures: tuple[FixtureRequest, ...] = ()  # that stand from here on
    refused: str = ""  # the reason for which its moves have to be refused; empty: they are to be flown
    lasts_s: float | None = 0.0  # of what is no move; None: as long as a person takes
    start: tuple[float, ...] | None = None  # where the arm has to be for its moves [rad or m]; None: anywhere


class PlanAsked(msgspec.Struct, frozen=True, kw_only=True):
    """A plan for one arm in one scene, as a station would fly it."""

    name: str
    settings: RunSettings
    start_q: tuple[float, ...]  # [rad or m]
    parts: tuple[PlanPart, ...]
    locked: tuple[str, ...] = ()  # joints that stay where they are at the start


class FlownLeg(NamedTuple):
    """The result of planning one leg."""

    asked: PlanPart
    planned: PlannedPath | PlanRefused
    losses: tuple[str, ...]  # what is given up for locked joints, in words

    @property
    def is_as_asked(self) -> bool:
        """True if it can be flown, or is refused for the reason for which it has to be."""
        if isinstance(self.planned, PlanRefused):
            return self.planned.reason == self.asked.refused
        return not self.asked.refused


def flown_legs(asked: PlanAsked) -> Iterator[FlownLeg]:
    """Plan and certify legs, up to the first that is not as asked.

    Raises:
        FileError: the robot or scene file cannot be used.
        ValueError: the arm has no joint of a name that is locked.
    """
    q, world = asked.start_q, world_at_start(asked)
    for leg in (part for part in asked.parts if part.moves):
        plan_id = f"{asked.name}.{leg.step}"
        task = PlanTask(plan_id, asked.settings, q, leg.moves, world, asked.locked)
        adapted = _adapted(task, leg)
        planned: PlannedPath | PlanRefused
        losses: tuple[str, ...] = ()
        if isinstance(adapted, Refusal):
            planned = PlanRefused(plan_id=plan_id, reason=adapted.reason, detail=adapted.detail)
        else:
            planned, losses = make_plan(task._replace(moves=adapted.moves)), adapted.losses
        given_up = losses or (planned.losses if isinstance(planned, PlannedPath) else ())
        flown = FlownLeg(leg, planned, given_up)
        yield flown
        if not flown.is_as_asked:
            return
        if isinstance(planned, PlannedPath):
            q = planned.trajectory.states[-1].q


def world_at_start(asked: PlanAsked) -> World:
    """Return the world of a plan, with the base where the run began."""
    resting = RestingBase(q=asked.start_q, pose=AT_THE_ORIGIN)
    version = read_model(asked.settings).world_version
    return World(version=version, configuration=asked.settings.configuration, base=resting)


def _adapted(task: PlanTask, leg: PlanPart) -> Adapted | Refusal:
    """Return the moves of a leg as they can be flown with the joints that are locked.

    One that has to begin elsewhere is refused; with joints locked its start is another one anyhow.
    """
    if task.locked:
        return adapted_to_locks(task)
    robot = read_model(task.settings).robot
    away = "" if leg.start is None else start_offset_text(robot, leg.start, task.start_q)
    return Refusal(Reason.STARTS_ELSEWHERE, away) if away else Adapted(leg.moves, ())
