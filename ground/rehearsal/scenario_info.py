"""What the screens and the recording of a rehearsal contain of its scenario.

Screens show cameras and sun, a person's task, and its goals: the goal of a reach, the end of a hand's tube.
A recording carries the scenario itself, so that a replay's screens show the same.
"""

from collections.abc import Iterable
from contextlib import suppress

import msgspec

from ground.console.facts.settings import NO_SURROUNDINGS, Goal, Surroundings
from ground.operator.act_tables import ReachTable
from ground.operator.script.script import ScriptAct
from ground.pictures.camera import TO_SUN, CameraTable
from ground.run.kept.recorded_run import about_run
from ground.scenario.scenario_files import scenario_path
from ground.scenario.scenario_table import Scenario
from telemetry.agreed.run_settings import RunSettings
from telemetry.files.settings import read_file
from telemetry.messages.base import Vector
from telemetry.plan.move_table import BASE
from telemetry.plan.teleop_table import TeleopTable
from telemetry.recording.records.record import About

SCENARIO_FILE = "scenario.json"  # among the files of a recording


class _Act(msgspec.Struct):
    """The one table of an act that is read here."""

    reach: ReachTable | None = None
    teleop: TeleopTable | None = None


class _ScenarioKeys(msgspec.Struct):
    """The keys of a scenario that are read here."""

    camera: tuple[CameraTable, ...] | None = None
    act: tuple[_Act, ...] = ()
    task: str = ""


def around_of(scenario: Scenario, *, cameras: bool) -> Surroundings:
    """Return what stands around the arm in a scenario; `cameras`: whether they take pictures."""
    shown = scenario.cameras if cameras else ()
    goals = _goals(scenario.acts)
    return Surroundings(cameras=shown, to_sun=_to_sun(), goals=goals, task=scenario.task)


def recorded_around(about: About) -> Surroundings:
    """Return what stands around the arm in a recording; the usual cameras if it names none."""
    if about.mode != "rehearsal":
        return NO_SURROUNDINGS
    keys = _ScenarioKeys()
    with suppress(msgspec.MsgspecError):
        keys = msgspec.json.decode(about.files.get(SCENARIO_FILE, b"{}"), type=_ScenarioKeys)
    goals = _goals(keys.act)
    return Surroundings(cameras=keys.camera, to_sun=_to_sun(), goals=goals, task=keys.task)


def _goals(acts: Iterable[_Act | ScriptAct]) -> tuple[Goal, ...]:
    """Return where acts lead a tool, in their order."""
    return tuple(goal for act in acts if (goal := _goal(act)))


def _goal(act: _Act | ScriptAct) -> Goal | None:
    """Return the place to which an act leads a tool; None: its file does not give one."""
    if act.reach is not None:
        return Goal(place=act.reach.goal_m, tolerance=act.reach.tolerance_m, tool=act.reach.tool)
    tube = act.teleop.fixture if act.teleop else None
    if act.teleop is None or tube is None or tube.kind != "tube":
        return None
    if tube.frame not in ("", BASE) or tube.stand_off_m:
        return None
    return Goal(place=tube.end_m, tolerance=tube.radius_m, tool=act.teleop.tool)


def _to_sun() -> Vector:
    x, y, z = TO_SUN.tolist()
    return x, y, z


def about_rehearsal(
    scenario: Scenario, run: RunSettings, *, source: str | None = None, begun: str = ""
) -> About:
    """Return the description that the recording of a rehearsal carries.

    Args:
        scenario: as it is flown; its values are included in any case.
        run: what every role agrees on.
        source: name or path that the scenario was loaded from, whose text is included too.
        begun: UTC, some seconds before time zero; empty in virtual time.

    Raises:
        FileError: there is no such scenario, or the model is not the one of the run.
    """
    files = {SCENARIO_FILE: msgspec.json.encode(scenario)}
    if source is not None:
        files["scenario.toml"] = read_file(scenario_path(source))
    return about_run(run, name=scenario.name, files=files, begun=begun)
