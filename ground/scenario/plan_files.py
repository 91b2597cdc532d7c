"""Plan files with what they are about: their robot and scene found, their joints, tools and poses checked."""

from pathlib import Path
from typing import NamedTuple

import msgspec

from ground.operator.joint_check import JointCheck
from ground.operator.script.script import ScriptAct
from ground.scenario.scenario_files import part_path
from predictor.model.robot import Robot
from telemetry.files.problems import Problems
from telemetry.files.settings import FileError, file_beside
from telemetry.plan.hand_frame import Cameras
from telemetry.plan.plan_file import PlanFile, read_plan
from telemetry.plan.plan_table import StepsTable


class PlanStation(NamedTuple):
    """The arm that flies a plan, and its scene."""

    robot_file: Path
    scene_file: Path
    robot: Robot
    cameras: Cameras | None = None  # that have a name; None: nobody knows


def plan_for(path: Path, station: PlanStation) -> PlanFile:
    """Read a plan file for a station, with every pose of it as a joint move.

    Raises:
        FileError: it cannot be used, is for another arm or scene, or does not fit the arm.
    """
    plan, problems = read_plan(path), Problems()
    for key, named, there in (
        ("robot", plan.robot, station.robot_file),
        ("scene", plan.scene, station.scene_file),
    ):
        with problems:
            if named and part_path(path, key, named).resolve() != there.resolve():
                raise FileError(path, key, f"is {named!r}; it is to be flown with {there.stem!r}")
    with problems:
        plan = JointCheck(path, station.robot, station.scene_file, station.cameras).steps("", plan)
    problems.raise_if_any()
    return plan


def with_steps(act: ScriptAct, station: PlanStation, *, path: Path, where: str) -> ScriptAct:
    """Return an act, which stands at a key of a scenario, with the steps of the plan file that it names.

    Raises:
        FileError: the file is not in the scenario's folder, or cannot be used there.
    """
    if act.plan is None or not act.plan.file:
        return act
    plan = plan_for(file_beside(path, act.plan.file, f"{where}.plan.file"), station)
    taken = {name: getattr(plan, name) for name in StepsTable.__struct_fields__}
    return msgspec.structs.replace(act, plan=msgspec.structs.replace(act.plan, file="", **taken))
