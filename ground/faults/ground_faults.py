"""What may befall a participant of the ground: its life, clock, disk, and the messages that it is sent."""

import math
from collections.abc import Iterable
from typing import Annotated, Literal, Self

import msgspec

from ground.faults.any_fault import Duration, GroundFault, LastingFault, Step, after_ns
from ground.faults.chances import Chances
from ground.faults.consequences import (
    OF_ANYBODY,
    OF_MOTION,
    OF_OTHER_TIME,
    OF_STORE,
    OF_WORLD,
    STALE,
    Explained,
)
from ground.faults.occasion import BEFALLEN, DISTURBED, Occasion
from telemetry.drive.seams import Copy, LifeChange, Parcel, StoreFault
from telemetry.files.settings import nearest
from telemetry.messages.base import Share, wire_name
from telemetry.messages.handle import UPRIGHT
from telemetry.messages.world import BodyPlaced
from telemetry.plan.move_table import Place
from telemetry.wire.routes import ROUTES

KEEPERS = ("gate", "gate", "recorder")  # without whose records nothing leaves; the gate's first
STORE_FAULTS: tuple[StoreFault, ...] = ("refuses", "tears")
MEASURED_M = (-0.05, 0.0, 0.02, 0.1, 0.4)  # along each axis
DISTURBANCES = ("drop", "damage", "double", "replay", "late")


class Killed(GroundFault, tag="killed", frozen=True, kw_only=True):
    """A participant is killed, and comes back."""

    explained = Explained("the death of the {}", silences=True, delays="{}", kills=True)
    duration_s: Duration | None = None  # until it is back; None: as soon as its supervisor starts it again
    keeps_store: bool = True  # False: it comes back without what it had stored

    def __post_init__(self) -> None:
        """Refuse a store that is lost at no time."""
        super().__post_init__()
        if self.duration_s is None and not self.keeps_store:
            raise ValueError("one that loses its store needs a duration_s, at whose end the store is removed")

    @classmethod
    def drawn(cls, occasion: Occasion) -> Self:
        """Let one die and come back, the gate now and then without what it had stored."""
        who = occasion.choice(BEFALLEN)
        at_s, for_s = occasion.span(0.05, 3.0)
        keeps = who != "gate" or bool(occasion.rng.random() < 0.7)
        return cls(participant=who, at_s=at_s, duration_s=for_s, keeps_store=keeps)

    @property
    def end_s(self) -> float:
        """When it is back [s]; in virtual time, which has no supervisor, never without a duration."""
        return math.inf if self.duration_s is None else self.at_s + self.duration_s

    def changes(self) -> tuple[LifeChange, ...]:
        """Return its death, and its return if that has a time."""
        dies = LifeChange(self.begin_ns, self.participant, begins=False, is_awaited=self.duration_s is None)
        if self.duration_s is None:
            return (dies,)
        return dies, LifeChange(self.end_ns, self.participant, begins=True, keeps_store=self.keeps_store)


class Frozen(LastingFault, tag="frozen", frozen=True, kw_only=True):
    """A participant stands still, and then goes on; its process lives."""

    explained = Explained("the {} that stood still", silences=True, retimes=True, delays="{}")

    @classmethod
    def drawn(cls, occasion: Occasion) -> Self:
        """Let one stand still."""
        who = occasion.choice(BEFALLEN)
        at_s, for_s = occasion.span(0.05, 4.0)
        return cls(participant=who, at_s=at_s, duration_s=for_s)

    def resumes_ns(self, now_ns: int) -> int:
        """Return when it goes on."""
        return self.end_ns if self.lasts(now_ns) else now_ns


class Stepped(GroundFault, tag="stepped", frozen=True, kw_only=True):
    """A participant's clock shows another time from an instant on."""

    explained = Explained(
        "the step of the {}'s clock", OF_OTHER_TIME, retimes=True, breaks=STALE, delays="{}"
    )
    step_s: Step  # by which it is ahead; behind, if negative

    @classmethod
    def drawn(cls, occasion: Occasion) -> Self:
        """Step a clock."""
        who, at_s = occasion.choice(BEFALLEN), occasion.instant()
        return cls(
            participant=who, at_s=at_s, step_s=occasion.choice((-3.0, -0.4, -0.1, 0.1, 0.4, 3.0, 60.0))
        )

    @property
    def end_s(self) -> float:
        """It stays so."""
        return math.inf

    def ahead_ns(self, now_ns: int) -> int:
        """Return by how much its clock is ahead."""
        return after_ns(self.step_s) if self.begin_ns <= now_ns else 0


class SlowStore(LastingFault, tag="slow_store", frozen=True, kw_only=True):
    """A participant's disk is slow, and it stands still for each record."""

    explained = Explained("the slow disk of the {}", OF_STORE, delays="{}")
    write_s: Duration  # that each record takes

    @classmethod
    def drawn(cls, occasion: Occasion) -> Self:
        """Let a disk be slow that others wait for."""
        who = occasion.choice(KEEPERS)
        at_s, for_s = occasion.span(0.1, 4.0)
        write_s = occasion.choice((0.02, 0.2, 1.0))
        return cls(participant=who, at_s=at_s, duration_s=for_s, write_s=write_s)

    def write_delay_ns(self, now_ns: int) -> int:
        """Return how long a record takes."""
        return after_ns(self.write_s) if self.lasts(now_ns) else 0


class FailingStore(LastingFault, tag="failing_store", frozen=True, kw_only=True):
    """A participant's disk keeps no record."""

    explained = Explained("the failing disk of the {}", OF_STORE, delays="{}")
    how: StoreFault  # tears: half of a record is written, and then it is refused

    @classmethod
    def drawn(cls, occasion: Occasion) -> Self:
        """Let a disk fail, in one of both ways."""
        who = occasion.choice(KEEPERS)
        at_s, for_s = occasion.span(0.1, 4.0)
        return cls(participant=who, at_s=at_s, duration_s=for_s, how=occasion.choice(STORE_FAULTS))

    def store_fault(self, now_ns: int) -> StoreFault | None:
        """Return what becomes of a record."""
        return self.how if self.lasts(now_ns) else None


class Disturbance(LastingFault, tag="disturbance", frozen=True, kw_only=True):
    """Messages to a participant are lost, damaged, doubled, late, or repeated."""

    explained = Explained("the disturbed messages to the {}", OF_ANYBODY, retimes=True, breaks=STALE)
    messages: tuple[str, ...] = ()  # their names; none: all
    drop: Share = 0.0  # the chance that each is lost,
    damage: Share = 0.0  # that a bit of it is wrong,
    double: Share = 0.0  # that it comes twice,
    replay: Share = 0.0  # that an old one comes behind it,
    late: Share = 0.0  # that it comes late
    late_s: Duration = 0.0  # at most

    def __post_init__(self) -> None:
        """Refuse messages that there are not."""
        super().__post_init__()
        names = [wire_name(kind) for kind in ROUTES]
        for name in self.messages:
            if name not in names:
                raise ValueError(f"messages: no message {name!r}{nearest(name, names)}")

    @classmethod
    def drawn(cls, occasion: Occasion) -> Self:
        """Disturb some messages, in one way or in several."""
        who, messages = occasion.choice(DISTURBED)
        how, chance = occasion.choice((*DISTURBANCES, "mixed")), occasion.choice((0.1, 0.3, 0.6, 1.0))
        at_s, for_s = occasion.span(0.3, 6.0 if chance < 1.0 else 2.0)
        mixed = dict.fromkeys(("drop", "double", "replay", "late"), 0.2)
        late_s = occasion.choice((0.05, 0.5, 3.0))
        chances = mixed if how == "mixed" else {how: chance}
        return cls(participant=who, messages=messages, at_s=at_s, duration_s=for_s, late_s=late_s, **chances)

    @property
    def acts_on_octets(self) -> bool:
        """Whether bits are wrong, or bytes come again."""
        return super().acts_on_octets or self.damage > 0.0 or self.replay > 0.0

    def disturbed(self, copies: list[Copy], parcel: Parcel, *, now_ns: int, chances: Chances) -> list[Copy]:
        """Apply each disturbance to a message by its chance, one after the other."""
        if self.lasts(now_ns) and (not self.messages or wire_name(type(parcel.message)) in self.messages):
            copies = self._drawn(copies, parcel, chances)
        if self.replay > 0.0:
            chances.remember(parcel)
        return copies

    def _drawn(self, copies: list[Copy], parcel: Parcel, chances: Chances) -> list[Copy]:
        if chances.happens("drop", self.drop):
            copies = []
        if chances.happens("damage", self.damage):
            copies = [Copy(copy.late_ns, chances.damaged(copy.pieces)) for copy in copies]
        if chances.happens("double", self.double):
            copies = copies * 2
        old = chances.old(parcel)
        if old and chances.happens("replay", self.replay):
            copies = [*copies, Copy(0, old[chances.below(len(old))])]
        if chances.happens("late", self.late):
            copies = [Copy(chances.below(after_ns(self.late_s) + 1), copy.pieces) for copy in copies]
        return copies


class LateVerdicts(Disturbance, tag="verdicts", frozen=True, kw_only=True):
    """Verdicts reach the gate late, or never."""

    explained = Explained("the verdicts that were late or lost", OF_MOTION)
    messages: tuple[str, ...] = ("Verdict",)

    @classmethod
    def drawn(cls, occasion: Occasion) -> Self:
        """Lose or delay some."""
        at_s, for_s = occasion.span(0.3, 4.0)
        how, chance = occasion.choice(("drop", "late")), occasion.choice((0.3, 0.7, 1.0))
        late_s = occasion.choice((0.3, 0.8, 2.0))
        drop, late = (chance, 0.0) if how == "drop" else (0.0, chance)
        return cls(participant="gate", at_s=at_s, duration_s=for_s, drop=drop, late=late, late_s=late_s)


class KeepsPushing(LastingFault, tag="keeps_pushing", frozen=True, kw_only=True):
    """The script's hand pushes on, whatever is refused, held or rolled back."""

    explained = Explained("the operator who kept pushing", OF_MOTION)

    def __post_init__(self) -> None:
        """Refuse anybody but the script, whose hand alone is simulated."""
        super().__post_init__()
        if self.participant != "operator":
            raise ValueError("participant must be operator: only a script's hand can be made to push on")

    @classmethod
    def drawn(cls, occasion: Occasion) -> Self:
        """Let the hand push on for a while."""
        at_s, for_s = occasion.span(2.0, 15.0)
        return cls(participant="operator", at_s=at_s, duration_s=for_s)


class ObstacleMoves(GroundFault, tag="obstacle_moves", frozen=True, kw_only=True):
    """A body is measured elsewhere, which the script confirms."""

    explained = Explained("the obstacle that was measured elsewhere", OF_WORLD)
    participant: Literal["operator"] = "operator"
    body: Annotated[str, msgspec.Meta(min_length=1)]  # its name
    by_m: Place  # from its file, in base axes

    @classmethod
    def drawn(cls, occasion: Occasion) -> Self:
        """Let a body be away, nearer, or where the arm goes."""
        x, y, z = (occasion.choice(MEASURED_M) for _ in range(3))
        return cls(at_s=occasion.instant(), body=occasion.choice(occasion.bodies), by_m=(x, y, z))


class ScriptFaults(msgspec.Struct, frozen=True, kw_only=True):
    """What befalls the script itself."""

    pushes_ns: tuple[tuple[int, int], ...] = ()  # when its hand, once it pushes, does not let go: from, to
    measured: tuple[tuple[int, BodyPlaced], ...] = ()  # bodies that are elsewhere, and from when on [ns]


def befalls_script(faults: Iterable[object]) -> ScriptFaults:
    """Return what befalls the script, of all faults."""
    listed = tuple(faults)
    moves = sorted((each for each in listed if isinstance(each, ObstacleMoves)), key=lambda each: each.at_s)
    return ScriptFaults(
        pushes_ns=tuple((each.begin_ns, each.end_ns) for each in listed if isinstance(each, KeepsPushing)),
        measured=tuple((each.begin_ns, BodyPlaced(each.body, each.by_m, UPRIGHT)) for each in moves),
    )
