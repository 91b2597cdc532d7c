"""What a page tells of recorded runs, as one tree: its fields are the keys in JSON, and the template's words.

    recording --- `ground.debrief` ---> ReportPage ---> JSON
                                                   `--> `ground.report.page.html_page` ---> HTML

Times are seconds from the start of a run, all else is SI.  What is not known is null, never zero: a course
has a null where nothing came.
"""

from typing import Literal

import msgspec

from ground.audit.answers import AuditAnswer
from ground.report.expect.expectation import Expected
from ground.report.facts.clamps import ClampRow
from ground.report.facts.forces import HandForces
from ground.report.facts.guides import FixtureContact, MadeFixture
from ground.report.facts.occurrences import PictureCounts, ReportCounts
from ground.report.facts.rates import Cycles, RateRow
from ground.report.facts.warnings import WarnedRow
from ground.report.findings import RunFinding
from ground.report.page.comparison_data import RunComparison
from ground.report.run_summary import DelayFigures
from ground.score.score import FlightScore
from telemetry.messages.base import Vector
from telemetry.plan.judged import BoxOutline, CapsuleOutline

SealState = Literal["PROVEN", "BROKEN", "NOT CHECKED", "NOT SEALED"]


class PlottedCourse(msgspec.Struct, frozen=True, kw_only=True):
    """One figure over time, as few points as a picture shows; its least and its greatest are among them."""

    name: str
    at_s: list[float]
    value: list[float | None]  # [SI]; None: nothing came


class PageHead(msgspec.Struct, frozen=True, kw_only=True):
    """What was flown, and how it went."""

    mode: str
    begun: str  # UTC; empty: in virtual time
    duration_s: float
    verdict: str
    rule: str  # that produced it
    flown_by: str  # script, person
    people: list[str]  # login names on record
    plant: str  # the spacecraft's body; empty: it was elsewhere
    seed: int
    policy: str
    link_s: float  # round trip that was set
    measured_s: float | None  # and that was measured, mean
    least_m: float | None  # clearance, by physics where there was any
    least_by: str  # physics, prediction, estimate; empty: there is none
    required_m: float


class RunStep(msgspec.Struct, frozen=True, kw_only=True):
    """One part of a procedure as it was run."""

    plan: str
    by: str
    steps: str  # its number in the plan, or numbers
    what: str
    state: str  # the last that was told
    detail: str
    begun_s: float | None
    ended_s: float | None


class RunAct(msgspec.Struct, frozen=True, kw_only=True):
    """One act of authority, and the gate's answer."""

    at_s: float
    who: str
    act: str
    accepted: bool
    why: str


class CommandLine(msgspec.Struct, frozen=True, kw_only=True):
    """Commands of one motion, or one command that stands by itself."""

    at_s: float
    numbers: str
    item: str
    source: str
    count: int
    states: dict[str, int]
    clearance_m: float | None
    required_m: float | None
    pair: str
    executes_s: float | None
    ended_s: float | None
    note: str


class RunCommands(msgspec.Struct, frozen=True, kw_only=True):
    """All commands of a run."""

    ends: dict[str, int]  # state -> how many ended so
    lines: list[CommandLine]


class WorstInstant(msgspec.Struct, frozen=True, kw_only=True):
    """The arm where it came nearest to anything, as the picture draws it, in the base frame."""

    at_s: float
    distance_m: float
    pair: list[str]
    source: str  # physics, or an estimate
    points_m: list[Vector]  # where both are nearest; empty: not known
    arm: list[CapsuleOutline]
    around: list[BoxOutline | CapsuleOutline]
    tool_m: list[Vector]  # the tool's way


class RunClearance(msgspec.Struct, frozen=True, kw_only=True):
    """How near anything came."""

    required_m: float
    warns_m: float
    courses: list[PlottedCourse]
    warnings: list[WarnedRow]
    worst: WorstInstant | None
    worst_missing: str  # why it is not drawn; empty: it is


class LaneBar(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of a lane of the delay."""

    lane: int  # from the top: commanded, going up, executing, coming down
    from_s: float  # at the top of the lane
    until_s: float
    slant_s: float  # by which its bottom stands later
    look: str  # sure, estimated, not flown, unknown
    label: str


class LaneStop(msgspec.Struct, frozen=True, kw_only=True):
    """Motion ended before its end."""

    at_s: float
    text: str


class SignalLoss(msgspec.Struct, frozen=True, kw_only=True):
    """A time without a window."""

    from_s: float
    until_s: float


class RunLanes(msgspec.Struct, frozen=True, kw_only=True):
    """The delay as a picture: what was done when on ground, and when in orbit."""

    names: list[str]
    bars: list[LaneBar]
    stops: list[LaneStop]
    losses: list[SignalLoss]


class RunHand(msgspec.Struct, frozen=True, kw_only=True):
    """What a hand asked for and felt."""

    force: HandForces | None  # None: no hand was bilateral
    clamps: list[ClampRow]
    fixtures: list[MadeFixture]
    touches: list[FixtureContact]


class EventPicture(msgspec.Struct, frozen=True, kw_only=True):
    """A picture of a camera near an event."""

    event: str
    at_s: float  # of the event
    camera: str
    taken_s: float
    width: int
    height: int
    png: bytes


class RunLink(msgspec.Struct, frozen=True, kw_only=True):
    """What came over the link."""

    delay: DelayFigures
    telemetry: ReportCounts
    longest_gap_s: float | None  # between two reports; None: there were not two
    longest_gap_at_s: float | None
    courses: list[PlottedCourse]  # delays as measured
    images: dict[str, PictureCounts]
    rates: list[RateRow]
    cycles: Cycles | None
    lan_lost: dict[str, int]


class RunPrediction(msgspec.Struct, frozen=True, kw_only=True):
    """Joint differences of telemetry and model at the same instant, the largest of each [rad]."""

    median_rad: float | None  # None: nothing came
    p95_rad: float | None
    worst_rad: float | None
    worst_s: float | None
    band_rad: float
    course: PlottedCourse | None


class FileDigest(msgspec.Struct, frozen=True, kw_only=True):
    """A file and what it holds."""

    name: str
    bytes: int
    sha256: str


class RunConfiguration(msgspec.Struct, frozen=True, kw_only=True):
    """What the run was flown with."""

    run_id: str
    version: str
    configuration: str
    machine_code: str
    robot: str
    scene: str
    settings: dict[str, str]  # in words
    recording: list[FileDigest]
    files: list[FileDigest]


class RunProof(msgspec.Struct, frozen=True, kw_only=True):
    """What the recording proves of its run, and who sealed the gate's log."""

    audit: AuditAnswer | None  # None: nothing in it could be read
    seal: SealState
    seal_what: str


class RunReport(msgspec.Struct, frozen=True, kw_only=True):
    """One recorded run."""

    name: str
    file: str
    damage: str  # of the recording; empty: none
    head: PageHead
    findings: list[RunFinding]
    expectations: list[Expected]
    steps: list[RunStep]
    acts: list[RunAct]
    commands: RunCommands
    clearance: RunClearance
    lanes: RunLanes
    hand: RunHand
    score: FlightScore
    pictures: list[EventPicture]
    link: RunLink
    prediction: RunPrediction
    configuration: RunConfiguration
    proof: RunProof


class ReportPage(msgspec.Struct, frozen=True, kw_only=True):
    """One page: the runs that it tells of."""

    farhand: str  # the version that made it
    is_full: bool  # with what names people, hosts and places
    runs: list[RunReport]
    comparison: RunComparison | None = None  # of two runs
