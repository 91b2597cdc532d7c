"""A scenario's file: arm, scene, link, commanding, operator, faults, truth, and the outcomes that must hold.

The comment behind a field is what the guide tells of its key.
"""

import itertools
from typing import Annotated, Literal

import msgspec

from ground.faults.faults import Fault
from ground.operator.act_tables import OperatorTable
from ground.operator.script.script import ScriptAct
from ground.pictures.camera import CAMERAS, CameraTable
from ground.report.expect.table import ExpectTable
from telemetry.agreed.participants import PolledName
from telemetry.agreed.run_settings import COLLISION_METHOD, LOOKAHEAD_S, PolicyName
from telemetry.files.settings import FILE_NAME, PRINTABLE, TEXT, Table
from telemetry.messages.base import Share
from telemetry.plan.hand_settings_table import HandSettingsTable
from telemetry.plan.joint_table import Angles, JointTable, joint_values, radians
from telemetry.plan.plan_file import Delay, MarginsTable, Windows

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
    trains: Annotated[str, msgspec.Meta(max_length=200, pattern=TEXT)] = ""  # what flying it teaches
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
