"""What every role of a run must agree on: one resolved document, whose hash is the configuration hash.

Made from a scenario (or, later, from a pass configuration); written into the run folder as one file.  What a
rehearsal alone knows (truth, faults, script) is not in it: no flying role may depend on it.
"""

import hashlib
from typing import Literal

import msgspec

from telemetry.agreed.data_checks import DataCheck
from telemetry.agreed.hand_settings import HandSettings
from telemetry.agreed.participants import PARTICIPANTS, Participants, Speakers, check
from telemetry.messages.base import Vector

NS_PER_S = 1_000_000_000
SAMPLE_NS = NS_PER_S // 50  # between two samples of a handle
SILENT_PERIODS = 4  # of the ground, beyond which the spacecraft stops by itself (R13)
GATE_SILENT_PERIODS = 2  # of the gate, beyond which the bridge closes (R14)
COLLISION_METHOD = "capsules"  # of a run that names none: the only one before there was a choice
LOOKAHEAD_S = 2.0  # for which the predictor continues the commanded motion, if nobody says otherwise
TELEMETRY_PERIODS = 3  # without a report, beyond which motion is inhibited; never less than a second

PolicyName = Literal["watermark", "refill", "unchecked"]  # the last two: comparison, rehearsal only


class _Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class Commanding(_Settings, frozen=True, omit_defaults=True):
    """How set-points are queued and released."""

    period_s: float  # T: one set-point each period
    depth: int  # n_d: periods that a set-point waits before it may leave; at least 2
    buffer_s: float  # time that the spacecraft holds a set-point before it executes it
    policy: PolicyName
    lookahead_s: float = LOOKAHEAD_S  # for which the commanded motion is continued; 0: not at all
    two_person: bool = False  # a critical command is fired by another person than armed it
    poll: tuple[str, ...] = ()  # participants that all have to say GO before anything leaves

    @property
    def period_ns(self) -> int:
        """The period in nanoseconds."""
        return round(self.period_s * NS_PER_S)

    @property
    def buffer_ns(self) -> int:
        """The time on board before execution, in nanoseconds."""
        return round(self.buffer_s * NS_PER_S)

    @property
    def silence_ns(self) -> int:
        """Silence of the ground that the spacecraft bears before it stops by itself [ns]."""
        return SILENT_PERIODS * self.period_ns

    @property
    def gate_silence_ns(self) -> int:
        """Silence of the gate that the bridge bears before it closes [ns]."""
        return GATE_SILENT_PERIODS * self.period_ns

    @property
    def loop_beyond_link_s(self) -> float:
        """What queue, buffer and the move itself add to the round trip: the operator's loop is both [s]."""
        return (self.depth + 1) * self.period_s + self.buffer_s


class LinkPlan(_Settings, frozen=True, omit_defaults=True):
    """What the ground expects of the link; what it measures is in `telemetry.link.measured`."""

    up_s: float  # expected one-way delays
    down_s: float
    windows_s: tuple[tuple[float, float], ...]  # contact windows, ground time from the start of the run
    telemetry_period_s: float
    jitter_s: float = 0.0  # stated, to both sides of the delays

    @property
    def up_ns(self) -> int:
        """The expected way up, in nanoseconds."""
        return round(self.up_s * NS_PER_S)

    @property
    def down_ns(self) -> int:
        """The expected way down, in nanoseconds."""
        return round(self.down_s * NS_PER_S)

    @property
    def round_trip_ns(self) -> int:
        """Both ways: no report received earlier can know of what went up [ns]."""
        return self.up_ns + self.down_ns

    @property
    def telemetry_period_ns(self) -> int:
        """The time between two reports, in nanoseconds."""
        return round(self.telemetry_period_s * NS_PER_S)

    @property
    def telemetry_limit_ns(self) -> int:
        """The age beyond which telemetry inhibits motion [ns]."""
        return max(TELEMETRY_PERIODS * self.telemetry_period_ns, NS_PER_S)

    def has_window(self, now_ns: int) -> bool:
        """True if a packet sent now leaves within a contact window."""
        return any(opens * NS_PER_S <= now_ns < closes * NS_PER_S for opens, closes in self.windows_s)

    def opened_ns(self, now_ns: int) -> int:
        """Return when the present window opened, or the last one; 0 before any [ns]."""
        opened = (round(opens * NS_PER_S) for opens, _ in self.windows_s if opens * NS_PER_S <= now_ns)
        return max(opened, default=0)

    def closes_ns(self, now_ns: int) -> int:
        """Return when the present window closes, or the last one closed [ns]; `now_ns` itself before any."""
        ends = [round(closes * NS_PER_S) for opens, closes in self.windows_s if opens * NS_PER_S <= now_ns]
        return max(ends, default=now_ns)

    def opens_ns(self, now_ns: int) -> int | None:
        """Return when the next window opens [ns]; None: no other one is planned."""
        begins = (round(opens * NS_PER_S) for opens, _ in self.windows_s)
        return min((at_ns for at_ns in begins if at_ns > now_ns), default=None)


class Margins(_Settings, frozen=True, omit_defaults=True):
    """The clearance budget: required clearance is the sum [m]."""

    geometry_m: float
    tracking_m: float
    model_m: float
    base_m: float = 0.0  # of where a floating base is, at the farthest point that the arm can reach
    warning_m: float = 0.0  # distance below which people are warned, if that is more than is required

    @property
    def required_m(self) -> float:
        """c_req: clearance that every move and its stop must keep [m]."""
        return self.geometry_m + self.tracking_m + self.model_m + self.base_m

    @property
    def drives_m(self) -> float:
        """What any point of the arm may be off by, for its drives and its base [m]."""
        return self.tracking_m + self.base_m

    @property
    def warns_m(self) -> float:
        """Distance below which people are warned, and motion goes on if it keeps what is required [m]."""
        return max(self.required_m, self.warning_m)


class CameraMount(_Settings, frozen=True):
    """Where a camera is, for motions in its frame: it looks along -z, +y is up in its picture."""

    name: str
    mount: Literal["tool", "platform"]  # the arm's first tool, or the arm base
    p_mount_camera: Vector  # [m]
    right: Vector  # of the picture, in the axes of the mount; of length one
    up: Vector


class RunSettings(_Settings, frozen=True):
    """The resolved settings that each role of a run receives."""

    mode: Literal["live", "rehearsal", "replay"]
    station: str
    run_id: str
    seed: int
    robot_file: str
    scene_file: str
    model_digests: tuple[bytes, ...]  # SHA-256 of robot file, scene file and what they name, as they are read
    commanding: Commanding
    link: LinkPlan
    margins: Margins
    reach: tuple[
        tuple[float, float], ...
    ]  # lowest and highest angle of each joint [rad]; from the robot file
    rates: tuple[float, ...] = ()  # greatest of each joint [rad/s or m/s]; runs before it was told have none
    collision_method: str = COLLISION_METHOD  # how distances are found
    participants: Participants = PARTICIPANTS  # numbered in this order; runs before it was told had these
    hand: HandSettings = HandSettings()
    has_passes: bool = False  # the spacecraft is elsewhere: keys of the space link are agreed with it
    checks: tuple[DataCheck, ...] = ()  # limits of what telemetry says; runs before they were told have none
    cameras: tuple[CameraMount, ...] = ()  # not part of the hash: plans in their frames are judged as flown
    shown: bool = True  # not part of it either; False: no screen shows the run, now or when it is replayed

    def __post_init__(self) -> None:
        """Refuse a table of participants that cannot be."""
        check(self.participants)

    @property
    def speakers(self) -> Speakers:
        """The speakers of the run: mode, run id, participants and keys."""
        return Speakers(mode=self.mode, run_id=self.run_id, participants=self.participants)

    @property
    def frame_ns(self) -> int:
        """Time between two predicted arms: 100 Hz where seen or felt, else as scripts look [ns]."""
        is_felt = self.hand.steering.control == "bilateral"
        return NS_PER_S // (100 if self.shown or is_felt else 20)

    @property
    def idle_sample_ns(self) -> int:
        """Time between two samples of a handle that is in no hand [ns]."""
        return SAMPLE_NS if self.shown else NS_PER_S // 10

    @property
    def under_way_ns(self) -> int:
        """Age of a report beyond which nothing is still to be done that had left when it came [ns]."""
        return self.link.round_trip_ns + self.commanding.buffer_ns + self.commanding.period_ns

    @property
    def model_age_s(self) -> float:
        """How old what is known of a body is when a set-point is done that is judged now [s].

        The judging itself takes part of the time in the queue.
        """
        link = self.link
        return link.up_s + link.down_s + 2.0 * link.jitter_s + self.commanding.loop_beyond_link_s

    @property
    def configuration(self) -> bytes:
        """The configuration hash (16 bytes): model, method, commanding, link plan, margins, hand, checks."""
        agreed = (self.model_digests, self.collision_method, self.commanding, self.link, self.margins)
        hand = () if self.hand == HandSettings() else (self.hand,)
        checks = (self.checks,) if self.checks else ()
        return hashlib.sha256(msgspec.msgpack.encode((*agreed, *hand, *checks))).digest()[:16]


class ReplaySettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Settings of the role replay."""

    recording: str  # path
    run_id: str = ""  # of the replay, which is a run of its own
    speed: float = 1.0  # times real time; 0: as fast as possible
    from_s: float = 0.0  # from the start of the recorded run
    is_playing: bool = True  # from the beginning, without waiting for somebody to say play
    lead_s: float = 0.0  # before the first message, for the screens to be there
