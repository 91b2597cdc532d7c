"""A plan with all that judging it needs: its arm and station, its start, its parts in order.

plan file alone              its own robot, scene, start, margins and windows
plan file + scenario         the scenario's station; the file's own start, if it has one
scenario alone               its plans, one after the other, as far as no hand comes between
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, assert_never

from ground.operator.act_tables import PlanTable, RetreatTable
from ground.operator.script.script import HoldTable
from ground.run.station import Station, resolved
from ground.scenario.plan_files import PlanStation, plan_for
from ground.scenario.scenario import TELEMETRY_PERIOD_S, load, run_settings
from ground.scenario.scenario_files import part_path, plan_path
from ground.scenario.scenario_table import Scenario
from predictor.model.files.robot_file import read_robot
from telemetry.agreed.run_settings import Commanding, LinkPlan, RunSettings
from telemetry.files.settings import FileError, nearest
from telemetry.messages.fixture import FixtureRequest
from telemetry.messages.plan import Move
from telemetry.plan.operation_table import BrakeTable, CameraSwitchTable, GripperTable, ModeTable
from telemetry.plan.plan_file import PlanFile, read_plan
from telemetry.plan.plan_table import Leg, StepsTable
from telemetry.plan.step_table import (
    BetweenMoves,
    ContactTable,
    HoldPointTable,
    PicturesTable,
    SecureTable,
    VerifyTable,
    WaitTable,
)
from telemetry.plan.teleop_table import TeleopTable

DEPTH, BUFFER_S = 4, 0.5  # of a station that nobody names
ENDLESS_S = ((0.0, 1e6),)

JointLock = tuple[str, float | None]  # a joint, where it is locked [rad or m]; None: where the plan starts


class OpenedPart(NamedTuple):
    """A part of a plan, as `planner.commands.flown_legs.PlanPart` takes it."""

    step: int
    kind: str
    moves: tuple[Move, ...] = ()
    refused: str = ""
    lasts_s: float | None = 0.0  # None: as long as somebody takes
    start: tuple[float, ...] | None = None  # None: anywhere
    fixtures: tuple[FixtureRequest, ...] = ()  # that stand from here on


class OpenedPlan(NamedTuple):
    """A plan, the run that flies it, and its start."""

    name: str
    settings: RunSettings
    start_q: tuple[float, ...]  # [rad or m]
    parts: tuple[OpenedPart, ...]
    locked: tuple[str, ...] = ()


def open_plan(plan: str | None, *, scenario: str | None, locks: Sequence[JointLock] = ()) -> OpenedPlan:
    """Open a plan file, for a scenario's station or its own, or a scenario's own plans.

    Raises:
        FileError: a file cannot be used, or does not say enough.
    """
    if plan is None:
        opened = _of_scenario(load(str(scenario)))
    elif scenario is not None:
        opened = _at_station(plan_path(plan), load(scenario))
    else:
        opened = _alone(plan_path(plan))
    return _with_locks(opened, locks)


def _of_scenario(scenario: Scenario) -> OpenedPlan:
    settings = run_settings(scenario, seed=1, run_id="verify")
    return OpenedPlan(scenario.name, settings, scenario.start_q, tuple(_scenario_parts(scenario)))


def _scenario_parts(scenario: Scenario) -> Iterator[OpenedPart]:
    """Yield the parts of a script, up to the first act after which the arm's pose is not known: a hand."""
    before = 0
    for act in scenario.acts:
        match act.content:
            case WaitTable(for_s=for_s):
                yield OpenedPart(before + 1, "wait", lasts_s=for_s)
            case PlanTable() as plan:
                yield from _parts(plan, after=before, refused=plan.refused)
            case HoldTable() | RetreatTable():
                pass
            case _:
                return
        before += len(act.plan.in_order) if act.plan else 1


def _at_station(path: Path, scenario: Scenario) -> OpenedPlan:
    robot_file, scene_file = Path(scenario.robot), Path(scenario.scene)
    plan = plan_for(path, PlanStation(robot_file, scene_file, read_robot(robot_file)))
    settings = run_settings(scenario, seed=1, run_id="verify")
    return OpenedPlan(plan.name, settings, plan.start_q or scenario.start_q, tuple(_parts(plan)))


def _alone(path: Path) -> OpenedPlan:
    given = read_plan(path)
    if not given.robot:
        raise FileError(path, "robot", "is not named; add robot and scene, or say --scenario NAME")
    if given.margins is None:
        raise FileError(path, "margins", "safety limits have no defaults; add them, or say --scenario NAME")
    if not given.has_start:
        raise FileError(path, "start_q_deg", "is not told; say where the plan starts, or --scenario NAME")
    robot_file = part_path(path, "robot", given.robot)
    scene_file = part_path(path, "scene", given.scene)
    plan = plan_for(path, PlanStation(robot_file, scene_file, read_robot(robot_file)))
    settings = resolved(_station(plan, robot_file, scene_file), run_id="verify")
    return OpenedPlan(plan.name, settings, plan.start_q or (), tuple(_parts(plan)))


def _station(plan: PlanFile, robot_file: Path, scene_file: Path) -> Station:
    if plan.margins is None:
        raise ValueError("margins must be there")
    contact = plan.contact
    return Station(
        name="plan",
        mode="rehearsal",
        robot_file=str(robot_file),
        scene_file=str(scene_file),
        commanding=Commanding(period_s=plan.period_s, depth=DEPTH, buffer_s=BUFFER_S, policy="watermark"),
        link=LinkPlan(
            up_s=contact.up_s,
            down_s=contact.down_s,
            windows_s=contact.windows_s or ENDLESS_S,
            telemetry_period_s=TELEMETRY_PERIOD_S,
        ),
        margins=plan.margins.budget(),
    )


def _parts(plan: StepsTable, *, after: int = 0, refused: str = "") -> Iterator[OpenedPart]:
    if plan.fixtures:
        requests = tuple(each.request(each.name, each.tool) for each in plan.fixtures)
        yield OpenedPart(after + 1, "fixtures", fixtures=requests)
    for part in plan.parts():
        if isinstance(part, Leg):
            yield OpenedPart(after + part.first, "moves", part.moves, refused, start=part.start)
        else:
            yield OpenedPart(after + part.number, part.kind, lasts_s=_lasts_s(part.content))


def _lasts_s(step: BetweenMoves) -> float | None:
    """Return how long a step takes that is no move [s]; None: a person decides."""
    match step:
        case WaitTable(for_s=for_s) | VerifyTable(for_s=for_s):
            return for_s
        case TeleopTable(strokes=strokes):
            return sum(stroke.for_s for stroke in strokes)
        case HoldPointTable():
            return None
        case PicturesTable() | SecureTable() | ContactTable():
            return 0.0
        case GripperTable() | BrakeTable() | CameraSwitchTable() | ModeTable():
            return 0.0
        case _:
            assert_never(step)


def _with_locks(opened: OpenedPlan, locks: Sequence[JointLock]) -> OpenedPlan:
    """Return a plan with joints locked: where it starts, or at a value that is given with the name."""
    if not locks:
        return opened
    joints = [joint.name for joint in read_robot(opened.settings.robot_file).commanded]
    q, names = list(opened.start_q), []
    for name, value in locks:
        if name not in joints:
            raise FileError(opened.settings.robot_file, "joint", f"no joint {name!r}{nearest(name, joints)}")
        if value is not None:
            q[joints.index(name)] = value
        names.append(name)
    return opened._replace(start_q=tuple(q), locked=tuple(names))
