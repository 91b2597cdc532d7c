"""Read a scenario strictly, find its files, and make of it what the roles of a rehearsal receive.

One TOML file (`scenario_table`) is at once a demonstration, an exercise and a test.  What only a rehearsal
knows (truth, faults, script) goes to the space segment and the scripted operator alone.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from ground.faults.any_fault import GroundFault
from ground.faults.faults import Fault
from ground.faults.ground_faults import befalls_script
from ground.operator.joint_check import JointCheck
from ground.operator.script.script import OperatorSettings, ScriptAct
from ground.pictures.camera import CameraTable, camera_axes, mounted
from ground.run.station import Station, resolved
from ground.scenario.plan_files import PlanStation, with_steps
from ground.scenario.preflight import check_collision, check_jitter
from ground.scenario.scenario_files import data_folder, names, part_path, scenario_path
from ground.scenario.scenario_table import LinkTable, Scenario, TruthTable
from ground.scenario.script_check import check_faults, checked_acts
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from predictor.run_model import read_model
from telemetry.agreed.run_settings import Commanding, LinkPlan, PolicyName, RunSettings
from telemetry.files.problems import Problems
from telemetry.files.settings import read_toml

TELEMETRY_PERIOD_S = 0.1
STATION = "rehearsal"


class SpaceSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the space segment receives: the run, and the truth that no flying role may know."""

    run: RunSettings
    link: LinkTable
    truth: TruthTable
    faults: tuple[Fault, ...]
    start_q: tuple[float, ...]  # [rad or m]
    start_key: str = "start_q_deg"  # of the scenario, that gives it
    cameras: tuple[CameraTable, ...] | None  # None: those that suit its arm and scene; empty: no pictures


class Shipped(NamedTuple):
    """One line of the list of scenarios."""

    name: str
    summary: str


def load(name_or_path: str) -> Scenario:
    """Read a shipped scenario by name, or any scenario by path (`*.toml`).

    Raises:
        FileError: no such scenario, or a file that cannot be used: file, key, range, nearest valid key.
    """
    path = scenario_path(name_or_path)
    scenario, problems = read_toml(path, Scenario), Problems()
    timing, scene = scenario.commanding, scenario.scene
    with problems:
        check_collision(path, scenario.collision_method)
    with problems:
        check_jitter(path, scenario.link.jitter_s, period_s=timing.period_s, buffer_s=timing.buffer_s)
    with problems:
        scenario = _on_its_robot(path, scenario)
    if problems:  # else who flies it reads the scene
        with problems:
            read_scene(part_path(path, "scene", scene))
    problems.raise_if_any()
    return scenario


def _on_its_robot(path: Path, scenario: Scenario) -> Scenario:
    """Return a scenario with its files as paths, and its joint values in the order of the joints.

    Raises:
        FileError: no such robot or scene, or what it says of the arm does not fit it.
    """
    robot = part_path(path, "robot", scenario.robot)
    scene = part_path(path, "scene", scenario.scene)
    cameras = camera_axes(map(mounted, scenario.cameras or ()))
    station = PlanStation(robot, scene, read_robot(robot), cameras)
    check, problems = JointCheck(path, station.robot, scene, cameras), Problems()
    start, acts = scenario.start, scenario.acts
    with problems:
        check.hand("hand.frame", scenario.hand)
    with problems:
        start = check.start(scenario.start, scenario.start_q_deg)
    with problems:
        check_faults(check, scenario.faults)
    with problems:
        acts = checked_acts(check, _with_steps(path, acts, station))
    problems.raise_if_any()
    return msgspec.structs.replace(scenario, robot=str(robot), scene=str(scene), start=start, acts=acts)


def _with_steps(path: Path, acts: Sequence[ScriptAct], station: PlanStation) -> list[ScriptAct]:
    """Return acts with the steps of the plan files that they name."""
    found, problems = list(acts), Problems()
    for number, act in enumerate(acts):
        with problems:
            found[number] = with_steps(act, station, path=path, where=f"act[{number}]")
    problems.raise_if_any()
    return found


def shipped() -> list[Shipped]:
    """Return name and summary of every shipped scenario, by name."""
    return [Shipped(each.name, each.summary) for each in map(load, names(data_folder()))]


def run_settings(
    scenario: Scenario, *, seed: int, run_id: str, policy: PolicyName | None = None
) -> RunSettings:
    """Return what every role of a rehearsal must agree on.

    Raises:
        FileError: the robot or scene file cannot be used.
    """
    commanding, link = scenario.commanding, scenario.link
    cameras = tuple(map(mounted, scenario.cameras or ()))
    station = Station(
        name=STATION,
        mode="rehearsal",
        robot_file=scenario.robot,
        scene_file=scenario.scene,
        collision_method=scenario.collision_method,
        commanding=Commanding(
            period_s=commanding.period_s,
            depth=commanding.depth,
            buffer_s=commanding.buffer_s,
            policy=policy or commanding.policy,
            lookahead_s=commanding.lookahead_s,
            two_person=commanding.two_person,
            poll=commanding.poll,
        ),
        link=LinkPlan(
            up_s=link.up_s,
            down_s=link.down_s,
            windows_s=link.windows_s,
            telemetry_period_s=TELEMETRY_PERIOD_S,
            jitter_s=link.jitter_s,
        ),
        margins=scenario.margins.budget(),
        hand=scenario.hand.settings(camera_axes(cameras)),
        cameras=cameras,
    )
    return resolved(station, run_id=run_id, seed=seed)


def space_settings(
    scenario: Scenario, run: RunSettings, *, cameras: tuple[CameraTable, ...] | None = ()
) -> SpaceSettings:
    """Return what the space segment of a run receives; without cameras it takes no pictures."""
    return SpaceSettings(
        run=run,
        link=scenario.link,
        truth=scenario.truth,
        faults=tuple(fault for fault in scenario.faults if not isinstance(fault, GroundFault)),
        start_q=scenario.start_q,
        start_key=scenario.start_key,
        cameras=cameras,
    )


def operator_settings(scenario: Scenario, run: RunSettings) -> OperatorSettings:
    """Return what the scripted operator of a run receives."""
    joints = tuple(joint.name for joint in read_model(run).robot.commanded)
    acts, befalls = scenario.acts, befalls_script(scenario.faults)
    return OperatorSettings(run=run, operator=scenario.operator, acts=acts, joints=joints, befalls=befalls)
