"""What a fixture would be, and the fixtures of a plan: made as the planner makes them in a run.

A single one comes with what a picture of it shows; those of a plan are made from where the arm rests as the
plan gets there.
"""

from collections.abc import Iterator, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from planner.commands.flown_legs import FlownLeg, PlanAsked, world_at_start
from planner.fixtures.kept_fixtures import FixtureTask, carry_out, site_of
from planner.fixtures.make_fixture import Site, hand_space_of, make_fixture
from planner.plans.make_plan import PlannedPath
from predictor.geometry.fixtures.kinds import tube_of
from predictor.geometry.shapes import Box, Capsule
from predictor.run_model import read_model
from telemetry.agreed.run_settings import RunSettings
from telemetry.messages.fixture import FixtureRequest
from telemetry.messages.prediction import World
from telemetry.plan.judged import BoxOutline, CapsuleOutline, MadeTube, PlanFixture

Array = NDArray[np.float64]

STEP_M = 0.01  # between samples of the axis


class FixtureAsked(msgspec.Struct, frozen=True, kw_only=True):
    """The request for a fixture, with all that making it needs."""

    settings: RunSettings
    start_q: tuple[float, ...]  # where the arm rests [rad or m]
    request: FixtureRequest


def fixture(asked: FixtureAsked) -> MadeTube:
    """Return a fixture, or why there is none.

    Raises:
        FileError: the robot or scene file cannot be used.
        ValueError: the arm has no such tool.
    """
    model = read_model(asked.settings)
    world = World(version=model.world_version, configuration=asked.settings.configuration)
    site = site_of(FixtureTask(asked.settings, asked.request, asked.start_q, world))
    made = make_fixture(site, asked.request)
    found = MadeTube(
        robot=site.robot.name,
        scene=site.scene.name,
        kind=made.kind,
        mode=made.mode,
        ok=not made.reason,
        reason=made.reason,
        detail=made.detail,
        radius_m=made.radius,
        required_m=site.required_m,
        points_m=tuple(bend.point for bend in made.bends),
        halves_m=tuple(bend.half for bend in made.bends),
        length_m=made.length,
        clearance_m=made.clearance,
        nearest=made.nearest,
        obstacles=[_outline(shape) for shape in site.scene.volumes],
    )
    if made.kind == "tube" and not made.reason:
        return _sampled(found, site, tube_of(made).places(STEP_M))
    return found


def _sampled(found: MadeTube, site: Site, axis: Array) -> MadeTube:
    distances = hand_space_of(site, axis).distances(axis)
    near = [float(d) if np.isfinite(d) else None for d in distances]
    return msgspec.structs.replace(found, axis_m=axis.tolist(), hand_clearance_m=near)


def _outline(shape: Box | Capsule) -> BoxOutline | CapsuleOutline:
    """Return a body as a picture draws it: its name, the corners of a box, or both ends and the radius."""
    if isinstance(shape, Box):
        signs = np.array([[i & 1, i >> 1 & 1, i >> 2 & 1] for i in range(8)]) * 2.0 - 1.0
        corners = shape.T_base_box[:3, 3] + (signs * shape.half) @ shape.T_base_box[:3, :3].T
        return BoxOutline(name=shape.name, corners_m=corners.tolist())
    ends_m = shape.p0.tolist(), shape.p1.tolist()
    return CapsuleOutline(name=shape.name, ends_m=ends_m, radius_m=shape.radius)


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
    made = carry_out(FixtureTask(asked.settings, request, q, world_at_start(asked)))
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
