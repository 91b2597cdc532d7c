"""What the screens of a rehearsal are told of cameras, sun and goals: by its scenario or its recording."""

from collections.abc import Iterable
from contextlib import suppress

import msgspec

from ground.console.settings import NOT_TOLD, Around, Goal
from ground.operator.script import ReachTable
from ground.pictures.camera import CameraTable
from ground.pictures.sunlight import TO_SUN
from ground.scenario import Scenario
from telemetry.messages.base import Vector
from telemetry.recording.record import About

SCENARIO = "scenario.json"  # among the files of a recording


class _Act(msgspec.Struct):
    """The one table of an act that is read here."""

    reach: ReachTable | None = None


class _Told(msgspec.Struct):
    """The keys of a scenario that are read here."""

    camera: tuple[CameraTable, ...] | None = None
    act: tuple[_Act, ...] = ()


def around_of(scenario: Scenario, *, cameras: bool) -> Around:
    """Return what stands around the arm in a scenario; `cameras`: whether they take pictures."""
    goals = _goals(act.reach for act in scenario.acts)
    return Around(cameras=scenario.cameras if cameras else (), to_sun=_to_sun(), goals=goals)


def recorded_around(about: About) -> Around:
    """Return what a recording tells; the usual cameras if it does not say which there were."""
    if about.mode != "rehearsal":
        return NOT_TOLD
    told = _Told()
    with suppress(msgspec.MsgspecError):
        told = msgspec.json.decode(about.files.get(SCENARIO, b"{}"), type=_Told)
    return Around(cameras=told.camera, to_sun=_to_sun(), goals=_goals(act.reach for act in told.act))


def _goals(acts: Iterable[ReachTable | None]) -> tuple[Goal, ...]:
    """Return the goals of acts that lead a tool to one."""
    return tuple(
        Goal(place=act.goal_m, tolerance=act.tolerance_m, tool=act.tool) for act in acts if act is not None
    )


def _to_sun() -> Vector:
    x, y, z = TO_SUN.tolist()
    return x, y, z
