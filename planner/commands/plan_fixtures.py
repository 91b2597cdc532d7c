"""The fixtures of a plan, each made from where the arm rests as the plan gets there."""

from collections.abc import Iterator, Sequence

from planner.commands.flown_legs import AS_IT_STOOD, FlownLeg, PlanAsked
from planner.fixtures.desk import FixtureTask, carry_out
from planner.making import PlannedPath
from predictor.geometry.fixtures.kinds import tube_of
from predictor.run_model import read_model
from telemetry.messages.fixture import FixtureRequest
from telemetry.messages.prediction import RestingBase, World
from telemetry.plan.judged import PlanFixture

STEP_M = 0.01  # between samples of an axis


def plan_fixtures(asked: PlanAsked, legs: Sequence[FlownLeg]) -> Iterator[PlanFixture]:
    """Make the fixtures of a plan whose legs are these.

    Raises:
        FileError: the robot or scene file cannot be used.
        ValueError: the arm has no tool of a name.
    """
    ends = {
        leg.asked.step: leg.planned.trajectory.states[-1].q
        for leg in legs
        if isinstance(leg.planned, PlannedPath)
    }
    q = asked.start_q
    for part in asked.parts:
        yield from (_made(asked, request, q) for request in part.fixtures)
        q = ends.get(part.step, q) if part.moves else q


def _made(asked: PlanAsked, request: FixtureRequest, q: tuple[float, ...]) -> PlanFixture:
    settings = asked.settings
    resting = RestingBase(q=asked.start_q, pose=AS_IT_STOOD)
    version = read_model(settings).world_version
    world = World(version=version, configuration=settings.configuration, base=resting)
    made = carry_out(FixtureTask(settings, request, q, world))
    is_tube = made.kind == "tube" and not made.reason
    return PlanFixture(
        name=request.fixture_id,
        kind=made.kind,
        ok=not made.reason,
        reason=made.reason,
        detail=made.detail,
        radius_m=made.radius,
        length_m=made.length,
        clearance_m=made.clearance,
        nearest=made.nearest,
        points_m=tuple(bend.point for bend in made.bends),
        axis_m=tuple(map(tuple, tube_of(made).places(STEP_M).tolist())) if is_tube else (),
    )
