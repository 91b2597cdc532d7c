"""What the screens show at one instant: immutable, with the stamp of everything that ages.

age = now - stamp, taken when it is drawn: if nobody makes new snapshots, everything on the screen grows old
"""

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from ground.console.command_rows import Commands
from ground.console.fixture_book import FixtureShown
from ground.console.loss import Loss
from ground.console.presses import HoldPress
from ground.operator.pilot import PilotState
from telemetry.messages.acts import Lease, ScriptDone
from telemetry.messages.base import Message, Quaternion
from telemetry.messages.command import BridgeReport
from telemetry.messages.force import HandForce
from telemetry.messages.handle import HandleStatus
from telemetry.messages.health import RecorderHealth, RunEnd, RunStage
from telemetry.messages.images import Image, ImageStatus
from telemetry.messages.plan import PlanReady, StepReport
from telemetry.messages.prediction import CollisionState, PredictedArm, World
from telemetry.messages.queue import GateStatus
from telemetry.messages.replay import ReplayMarker, ReplayStatus
from telemetry.messages.spacecraft import RangeSample, Telemetry
from telemetry.reasons import Reason, cause, cure
from telemetry.run_settings import NS_PER_S
from telemetry.wire.shards import Rows

T = TypeVar("T")

NO_COMMANDS = Commands()

KINDS = ("ROLL-BACK", "HOLD", "REFUSED", "NO PLAN")  # of explanations

_REASONS = {reason.value: reason for reason in Reason}


@dataclass(frozen=True, slots=True)
class Seen(Generic[T]):
    """A value, when it was true (ground clock), and the age beyond which it says nothing about now."""

    value: T
    at_ns: int
    limit_s: float

    def age_s(self, now_ns: int) -> float:
        """Age [s], never negative."""
        return max(0.0, (now_ns - self.at_ns) / NS_PER_S)

    def is_stale(self, now_ns: int) -> bool:
        """True beyond the limit."""
        return self.age_s(now_ns) > self.limit_s


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why something stopped or did not begin, and the way out."""

    kind: str  # of `KINDS`
    reason: str  # code of `telemetry.reasons`
    detail: str
    at_ns: int
    pair: tuple[str, str] = ("", "")
    distance: float | None = None  # [m]
    required: float | None = None  # [m]
    time_to_contact: float | None = None  # [s]
    cancelled: int | None = None
    over: str = ""  # by what since then; empty: it is not over

    @property
    def cause(self) -> str:
        """What happened, in one clause; the bare code if the registry does not know it."""
        known = _REASONS.get(self.reason)
        return cause(known) if known else self.reason or "no reason was given"

    @property
    def cure(self) -> str:
        """The way out, in one clause; empty if the registry does not know the code."""
        known = _REASONS.get(self.reason)
        return cure(known) if known else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """What is known of one camera."""

    camera: str
    image: Seen[Image] | None = None  # the newest
    bands: tuple[Rows, ...] = ()  # of it that are missing: there it shows the last whole one
    missing: float = 0.0  # share of it
    status: Seen[ImageStatus] | None = None


class Kept(NamedTuple):
    """A field of the snapshot that is the newest message of a kind."""

    field: str
    limit_s: float | None = None  # beyond which it says nothing about now; None: kept without an age


KEPT: dict[type[Message], Kept] = {
    PredictedArm: Kept("arm", 0.5),  # predicted at 100 Hz
    CollisionState: Kept("collisions", 0.5),
    World: Kept("world"),
    RangeSample: Kept("range", 1.0),  # with each report
    HandForce: Kept("force", 0.5),
    HandleStatus: Kept("handle", 1.0),  # told five times a second
    BridgeReport: Kept("bridge", 2.5),  # it reports every second, and with every command
    Lease: Kept("lease"),
    ScriptDone: Kept("script"),
    StepReport: Kept("step"),
    RunStage: Kept("stage"),
    RunEnd: Kept("end"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """Everything that the window draws; None: never heard."""

    at_ns: int  # ground clock, when this snapshot was made
    place_ns: int = 0  # time of the run that it shows: `at_ns`, or in a replay the recorded instant
    los_ns: int | None = None  # when contact ended, ground clock of the run; None: there is contact
    gate: Seen[GateStatus] | None = None
    arm: Seen[PredictedArm] | None = None
    collisions: Seen[CollisionState] | None = None
    world: World | None = None  # of which verdicts speak, and which joints stand for good
    range: Seen[RangeSample] | None = None  # of an arm with a range sensor; stamp: when it arrived
    force: Seen[HandForce] | None = None  # on a hand that is bilateral, or was
    handle: Seen[HandleStatus] | None = None  # whose hand leads the arm
    telemetry: Seen[Telemetry] | None = None  # stamp: when it was sampled on board, in ground time
    first_attitude: Seen[Quaternion] | None = None  # of the platform, in the first report of all
    bridge: Seen[BridgeReport] | None = None
    loss: Seen[Loss] | None = None  # of telemetry, of late
    up: Seen[float] | None = None  # [s]; stamp: when it was measured
    down: Seen[float] | None = None
    round_trip: Seen[float] | None = None
    lease: Lease | None = None
    beats: tuple[tuple[str, Seen[bool]], ...] = ()  # role, whether it is well
    recorder: Seen[RecorderHealth] | None = None
    commands: Commands = NO_COMMANDS
    explanations: tuple[Explanation, ...] = ()  # newest last
    red_pair: tuple[str, str] | None = None  # bodies of the last refusal or roll-back, until armed again
    pictures: tuple[Picture, ...] = ()
    replay: Seen[ReplayStatus] | None = None  # stamp: ground clock, not the recording's
    sought_ns: int | None = None  # place that a replay is on its way to; until it is there this is of another
    markers: tuple[ReplayMarker, ...] = ()  # of the recording that is replayed
    hold: HoldPress | None = None
    script: ScriptDone | None = None
    step: StepReport | None = None  # the newest of a plan, that is no move
    plan: PlanReady | None = None  # the newest, until orbit has flown it
    plan_epoch: int | None = None  # that flies it; None: none does yet
    fixtures: tuple[FixtureShown, ...] = ()
    pilot: PilotState | None = None
    stage: RunStage | None = None  # how far the run is
    end: RunEnd | None = None  # what came of it

    @property
    def is_resuming(self) -> bool:
        """True if a resume is on its way, and nothing was commanded after it."""
        newest = self.commands[len(self.commands) - 1] if len(self.commands) else None
        return newest is not None and newest.kind == "resume" and newest.is_away

    @property
    def over_ns(self) -> int | None:
        """When the run was over, of which all that is shown is the last; None: it goes on, or is a replay."""
        return self.stage.over_ns if self.stage and self.replay is None else None

    def time_ns(self, now_ns: int) -> int:
        """Return the time against which ages count: now, in a replay the time shown, or when it was over."""
        if self.replay is not None:
            return self.place_ns
        return now_ns if self.over_ns is None else self.over_ns

    def holder(self, now_ns: int) -> str:
        """Return who holds the authority; empty: nobody."""
        return self.lease.holder if self.lease and self.lease.until_ns > now_ns else ""
