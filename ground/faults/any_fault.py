"""What every fault is: keys of a scenario's `[[fault]]`, what it explains, and how it acts through the seams.

    on the ground   a participant's messages, clock, calls and disk (`telemetry.drive.seams`) and its life
                    (`telemetry.drive.seams`), the same in both drivers
    in space        what the space segment lets befall the link, the software on board and the joints

What a fault makes happen (`consequences`) is no finding of its own.  The faults themselves are one list,
`faults`; `fault_seams` makes of it what the drivers ask.
"""

import math
from typing import Annotated, ClassVar, Literal, Protocol, Self

import msgspec

from ground.faults.chances import Chances
from ground.faults.consequences import Explained, of_participant
from ground.faults.occasion import Occasion
from telemetry.agreed.participants import PARTICIPANTS, RECORDER
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.seams import Copy, LifeChange, Parcel, StoreFault
from telemetry.files.settings import Table, nearest
from telemetry.plan.joint_table import Degrees, Figure
from telemetry.plan.teleop_table import Instant

Duration = Annotated[float, msgspec.Meta(ge=0.0, le=3600.0)]
Step = Annotated[float, msgspec.Meta(ge=-1e9, le=1e9)]


class AnyFault(Table, frozen=True, kw_only=True, tag_field="kind"):
    """What all faults share: in a file each names its kind."""

    explained: ClassVar[Explained]

    @property
    def explains(self) -> Explained:
        """What it makes happen."""
        return self.explained

    @property
    def kind(self) -> str:
        """What fails."""
        return kind_of(type(self))

    @classmethod
    def drawn(cls, occasion: Occasion) -> Self:
        """Return one of this kind, drawn for a campaign."""
        raise NotImplementedError


def kind_of(fault: type[AnyFault]) -> str:
    """Return what a fault is called in a file."""
    return str(fault.__struct_config__.tag)


def after_ns(at_s: float) -> int:
    """Return an instant of the run [ns]."""
    return round(at_s * NS_PER_S)


class TimedFault(AnyFault, frozen=True, kw_only=True):
    """A fault that begins at an instant."""

    at_s: Instant  # from the start of the run

    @property
    def begin_ns(self) -> int:
        """When it begins [ns]."""
        return after_ns(self.at_s)

    @property
    def end_s(self) -> float:
        """When it ends, from the start of the run [s]."""
        return self.at_s

    @property
    def end_ns(self) -> int:
        """When it ends [ns]."""
        return after_ns(self.end_s)


class GroundFault(TimedFault, frozen=True, kw_only=True):
    """What befalls one participant of the run; a fault does that of these by which it acts."""

    participant: str  # whom it befalls

    def __post_init__(self) -> None:
        """Refuse a participant that there is not."""
        names = [participant.name for participant in PARTICIPANTS]
        if self.participant not in names:
            raise ValueError(f"no participant {self.participant!r}{nearest(self.participant, names)}")

    @property
    def explains(self) -> Explained:
        """What it makes happen, for the participant that it befalls."""
        return of_participant(self.explained, self.participant)

    @property
    def acts_on_octets(self) -> bool:
        """Whether it shows only in a flight whose messages are coded: it alters bytes, or counts them.

        A recorder's disk and time are measured in bytes.
        """
        return self.participant == RECORDER

    def lasts(self, now_ns: int) -> bool:
        """Return whether the participant has it now."""
        return self.begin_ns <= now_ns < self.end_ns

    def disturbed(self, copies: list[Copy], parcel: Parcel, *, now_ns: int, chances: Chances) -> list[Copy]:
        """Return what arrives of a message that would arrive as these copies."""
        return copies

    def ahead_ns(self, now_ns: int) -> int:
        """Return by how much the participant's clock is ahead [ns]."""
        return 0

    def resumes_ns(self, now_ns: int) -> int:
        """Return when the participant goes on; `now_ns`: it does not stand still."""
        return now_ns

    def write_delay_ns(self, now_ns: int) -> int:
        """Return how long its disk takes for a record that is written now [ns]."""
        return 0

    def store_fault(self, now_ns: int) -> StoreFault | None:
        """Return what its disk does to a record that is written now."""
        return None

    def changes(self) -> tuple[LifeChange, ...]:
        """Return the ends and begins of its life."""
        return ()


class LastingFault(GroundFault, frozen=True, kw_only=True):
    """A fault of one participant that lasts for a while."""

    duration_s: Duration  # as long as it lasts

    @property
    def end_s(self) -> float:
        """When it ends, from the start of the run [s]."""
        return self.at_s + self.duration_s


SensorName = Literal["q", "currents", "temperatures"]  # as telemetry calls what they say


class SensorSeams(Protocol):
    """What the space segment lets befall its motors, and what telemetry says of them."""

    def heat(self, joint: str, *, by_w: float, end_ns: int) -> None:
        """Let a motor become warmer by more than its current, until an instant."""

    def offset(self, joint: str, *, sensor: SensorName, by: float, end_ns: int) -> None:
        """Let a sensor be off, until an instant."""


class SpaceSeams(Protocol):
    """What the space segment lets befall the link and the software on board."""

    @property
    def joints(self) -> SensorSeams:
        """What it says of its joints."""
        ...

    def black_out(self, direction: Literal["up", "down"], begin_ns: int, end_ns: int) -> None:
        """Let nothing through that way between two instants."""

    def lengthen(self, by_s: float) -> None:
        """Make the delay longer, or shorter, each way."""

    def step_clock(self, by_s: float, now_ns: int) -> None:
        """Let the clock on board show another time."""

    def hold_on_board(self, now_ns: int) -> None:
        """Let the software on board stop the arm, and latch."""


class SpaceFault(TimedFault, frozen=True, kw_only=True):
    """A fault of the far end, which begins at an instant."""

    @property
    def detail(self) -> str:
        """Its detail for the record."""
        return f"scripted for {(self.end_ns - self.begin_ns) / NS_PER_S:g} s"

    def begin(self, space: SpaceSeams, now_ns: int) -> None:
        """Do it."""
        raise NotImplementedError


class LastingSpaceFault(SpaceFault, frozen=True, kw_only=True):
    """A fault of the far end that lasts for a while."""

    duration_s: Duration = 0.0  # as long as it lasts

    @property
    def end_s(self) -> float:
        """When it ends, from the start of the run [s]."""
        return self.at_s + self.duration_s


class SensorFault(LastingSpaceFault, frozen=True, kw_only=True):
    """Telemetry says of a joint what is not usual, for a while; it moves as before."""

    joint: Annotated[str, msgspec.Meta(min_length=1)]  # by its name


class SteppingFault(SpaceFault, frozen=True, kw_only=True):
    """A time of the far end is another one from an instant on."""

    step_s: Step  # by which it is later, or longer; less, if negative

    def __post_init__(self) -> None:
        """Refuse a step that is none."""
        if not self.step_s:
            raise ValueError("step_s must not be 0")

    @property
    def detail(self) -> str:
        """By how much, for the record."""
        return f"by {self.step_s:+g} s"


class JointSeams(Protocol):
    """What a body lets befall its joints."""

    def lock(self, joint: int, q: float) -> None:
        """Let a commanded joint stand at q [rad or m] from now on, whatever its command."""

    def slip(self, joint: int, follows: float) -> None:
        """Let a commanded joint make only a share of its command from now on."""


class JointFault(AnyFault, frozen=True, kw_only=True):
    """A joint fails for good: at an instant, or as it passes a place."""

    joint: Annotated[str, msgspec.Meta(min_length=1)]  # the one that fails, for good
    at_s: Instant | None = None  # from the start of the run, or
    at_deg: Degrees | None = None  # it fails as it passes there: one that turns,
    at_m: Figure | None = None  # one that slides

    def __post_init__(self) -> None:
        """Refuse a fault without its time or place, or with several."""
        if len([when for when in (self.at_s, self.at_deg, self.at_m) if when is not None]) != 1:
            raise ValueError("give one of at_s, at_deg and at_m")

    @property
    def place(self) -> float | None:
        """Where the joint fails as it passes [rad or m]; None: at its time."""
        return self.at_m if self.at_deg is None else math.radians(self.at_deg)

    @property
    def detail(self) -> str:
        """Its detail for the record, behind the place of the joint."""
        return ""

    def fail(self, body: JointSeams, joint: int, place: float) -> None:
        """Do it to the joint of this index, which is at this place [rad or m]."""
        raise NotImplementedError
