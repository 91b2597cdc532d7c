"""A scenario: robot, scene, link, commanding, operator, faults, truth, and the outcomes that must hold.

One TOML file is at once a demonstration, an exercise and a test.  `load` reads it strictly; `run_settings`,
`space_settings` and `operator_settings` make of it what the roles receive.  What only a rehearsal knows
(truth, faults, script) goes to the space segment and the scripted operator alone.
"""

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import msgspec

from ground.faults.any_fault import GroundFault
from ground.faults.faults import Fault
from ground.faults.ground_faults import befalls_script
from ground.operator.act_tables import OperatorTable
from ground.operator.joint_check import JointCheck
from ground.operator.script.script import OperatorSettings, ScriptAct
from ground.pictures.camera import CAMERAS, CameraTable, camera_axes, mounted
from ground.report.expect.table import ExpectTable
from ground.run.station import Station, resolved
from ground.scenario.plan_files import PlanStation, with_steps
from ground.scenario.preflight import check_collision, check_jitter
from ground.scenario.scenario_files import data_folder, names, part_path, scenario_path
from ground.scenario.script_check import check_faults, checked_acts
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from predictor.run_model import read_model
from telemetry.agreed.participants import PolledName
from telemetry.agreed.run_settings import (
    COLLISION_METHOD,
    LOOKAHEAD_S,
    Commanding,
    LinkPlan,
    PolicyName,
    RunSettings,
)
from telemetry.files.problems import Problems
from telemetry.files.settings import FILE_NAME, PRINTABLE, TEXT, Table, read_toml
from telemetry.messages.base import Share
from telemetry.plan.hand_settings_table import HandSettingsTable
from telemetry.plan.joint_table import Angles, JointTable, joint_values, radians
from telemetry.plan.plan_file import Delay, MarginsTable, Windows

TELEMETRY_PERIOD_S = 0.1
STATION = "rehearsal"

Length = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
FileName = Annotated[str, msgspec.Meta(max_length=80, pattern=FILE_NAME)]
PlantName = Literal["physics", "kinematic"]  # kinematic: no dynamics


class LinkTable(Table, frozen=True, kw_only=True):
    """The space link as it is: delays, jitter (uniform, to both sides), loss, contact windows.

    A burst of 1 is the shortest that chance alone makes: each packet is lost by itself.
    """

    up_s: Delay  # delay from the ground to the spacecraft
    down_s: Delay  # delay back
    jitter_s: Annotated[float, msgspec.Meta(ge=0.0, le=10.0)] = 0.0  # of each packet, earlier or later
    loss: Share = 0.0  # of all packets, each way
    burst: Annotated[float, msgspec.Meta(ge=1.0, le=1000.0)] = 1.0  # packets lost in a row, on average
    windows_s: Windows = ((0.0, 1e6),)  # [opens, closes] of each contact

    def __post_init__(self) -> None:
        """Refuse packets that arrive before they are sent, and windows that overlap or never open."""
        if self.jitter_s > min(self.up_s, self.down_s):
            raise ValueError("jitter_s must not be longer than the delays up_s and down_s")
        edges = [edge for window in self.windows_s for edge in window]
        if any(a >= b for a, b in itertools.pairwise(edges)):
            raise ValueError("windows_s must be [opens, closes] pairs in ascending order")


DEPTH_MIN, DEPTH_MAX = 2, 40  # of the queue: n_d


class CommandingTable(Table, frozen=True, kw_only=True):
    """How set-points are queued and released, and how long planning takes in virtual time."""

    period_s: Annotated[float, msgspec.Meta(ge=0.05, le=2.0)] = 0.25  # between set-points
    depth: Annotated[int, msgspec.Meta(ge=DEPTH_MIN, le=DEPTH_MAX)] = 4  # n_d: periods of waiting
    buffer_s: Annotated[float, msgspec.Meta(ge=0.05, le=10.0)] = 0.5  # that a set-point lies on board
    policy: PolicyName = "watermark"  # others: comparison
    two_person: bool = False  # a critical command is fired by another person than armed it
    poll: tuple[PolledName, ...] = ()  # who all have to say GO before anything leaves
    planner_latency_s: Annotated[float, msgspec.Meta(ge=0.0, le=60.0)] = 0.5  # of a plan, in virtual time
    lookahead_s: Annotated[float, msgspec.Meta(ge=0.0, le=10.0)] = LOOKAHEAD_S  # 0: nobody looks ahead


class TruthTable(Table, frozen=True, kw_only=True):
    """The spacecraft's body, and how it differs from the model."""

    plant: PlantName = "physics"  # kinematic: without dynamics
    link_offset_m: Annotated[float, msgspec.Meta(ge=0.0, le=0.1)] = 0.0  # of each link, from the model
    payload_kg: Annotated[float, msgspec.Meta(ge=0.0, le=1000.0)] = 0.0  # held, and not in the model
    drive_lag_s: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)] = 0.0  # of the joints behind their command
    encoder_noise_deg: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)] = 0.0  # standard deviation
    clock_offset_s: Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)] = 0.0  # of the clock on board
    clock_drift_ppm: Annotated[float, msgspec.Meta(ge=-1000.0, le=1000.0)] = 0.0  # the same, growing


class Scenario(Table, frozen=True, kw_only=True):
    """One scenario file; `load` turns `robot` and `scene` into paths, and puts `start` in order."""

    name: FileName  # of run folders and recordings too
    summary: Annotated[str, msgspec.Meta(max_length=200, pattern=PRINTABLE)]  # as it is listed
    task: Annotated[str, msgspec.Meta(max_length=400, pattern=TEXT)] = ""  # of a person who flies it
    robot: str  # a shipped one's name, or a file beside this one
    scene: str  # the same
    collision_method: str = COLLISION_METHOD  # as `farhand guide collision` names them
    duration_s: Annotated[float, msgspec.Meta(gt=0.0, le=3600.0)]  # limit of mission time
    start: JointTable | None = None  # of every joint by name, or
    start_q_deg: Angles | None = None  # of an arm whose joints all turn: in their order
    link: LinkTable  # to the spacecraft
    commanding: CommandingTable = CommandingTable()  # queue, release and planning
    margins: MarginsTable  # what clearance is required, and why
    hand: HandSettingsTable = HandSettingsTable()  # how a hand leads the arm
    truth: TruthTable = TruthTable()  # the spacecraft as it is
    operator: OperatorTable = OperatorTable()  # who carries out the acts
    acts: Annotated[tuple[ScriptAct, ...], msgspec.Meta(min_length=1, max_length=100)] = msgspec.field(
        name="act"
    )
    faults: tuple[Fault, ...] = msgspec.field(name="fault", default=())  # what fails, and when or where
    cameras: Annotated[tuple[CameraTable, ...], msgspec.Meta(max_length=len(CAMERAS))] | None = msgspec.field(
        name="camera", default=None
    )  # None: those that suit the arm and its scene
    expect: ExpectTable = ExpectTable()  # what must have come true at the end

    def __post_init__(self) -> None:
        """Refuse two cameras of one name, and a start pose that is given twice or not at all."""
        if (self.start is None) == (self.start_q_deg is None):
            raise ValueError("give either start_q_deg, or start = { ... } with the joints by name")
        joint_values(self.start or {})
        names = [camera.name for camera in self.cameras or ()]
        if len(set(names)) < len(names):
            raise ValueError("camera: each name must be there only once")

    @property
    def start_q(self) -> tuple[float, ...]:
        """The arm's pose at the start [rad or m]."""
        if self.start_q_deg is not None:
            return radians(self.start_q_deg)
        return tuple(row.value for row in joint_values(self.start or {}))

    @property
    def start_key(self) -> str:
        """The key that gives it."""
        return "start" if self.start_q_deg is None else "start_q_deg"

    def with_depth(self, depth: int) -> "Scenario":
        """Return the same scenario with another depth of the queue."""
        return msgspec.structs.replace(self, commanding=msgspec.structs.replace(self.commanding, depth=depth))

    def with_plant(self, plant: PlantName) -> "Scenario":
        """Return the same scenario for another body of the spacecraft."""
        return msgspec.structs.replace(self, truth=msgspec.structs.replace(self.truth, plant=plant))


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
