"""The faults of a run: when each lasted and what it explains, and which joints failed.

of the far end    the record tells when they began and ended
on the ground     as they stand in the scenario: the record itself may be what they befall
of a joint        the gate is told as soon as it is recognised
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from ground.faults.any_fault import GroundFault
from ground.faults.consequences import Explained
from ground.faults.fault_seams import EXPLAINED_BY, JOINT_FAULTS
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.health import FaultNotice
from telemetry.messages.prediction import World

FaultTimes = list[tuple[float, str]]  # when, which kind


class FaultSpell(NamedTuple):
    """A fault that lasted."""

    explains: Explained
    begins_s: float
    ends_s: float  # or when the run ended


def recorded_spells(begun: FaultTimes, ended: FaultTimes) -> Iterator[FaultSpell]:
    """Return the spells that are in the record."""
    for kind, explains in EXPLAINED_BY.items():
        for at_s in (at_s for at_s, of in begun if of == kind):
            ends_s = min((end_s for end_s, of in ended if of == kind and end_s >= at_s), default=at_s)
            yield FaultSpell(explains, at_s, ends_s)


def ground_fault_spells(faults: Iterable[GroundFault], duration_s: float) -> Iterator[FaultSpell]:
    """Return the spells of faults on the ground in a run that was so long."""
    for fault in faults:
        if fault.at_s <= duration_s:
            yield FaultSpell(fault.explains, fault.at_s, min(fault.end_s, duration_s))


DIGITS = 6


class FailedJoint(msgspec.Struct, frozen=True, kw_only=True):
    """A joint that was recognised to fail."""

    at_s: float
    joint: str
    kind: str  # locked, slipping
    q: float  # where it stands [rad or m]
    since_s: float
    told: str


@dataclass(slots=True)
class JointFailures:
    """Faults of joints, and when the gate learned of them."""

    onsets_s: list[float] = field(default_factory=list)  # as the rehearsal did it
    rows: list[FailedJoint] = field(default_factory=list)  # of each joint the first

    def on_fault_notice(self, at_s: float, notice: FaultNotice) -> None:
        """Keep when a joint's fault began."""
        if notice.kind in JOINT_FAULTS and notice.begins:
            self.onsets_s.append(at_s)

    def on_world(self, at_s: float, world: World) -> None:
        """Keep a world's failed joints; one that is new has just been recognised."""
        known = {row.joint: place for place, row in enumerate(self.rows)}
        for each in world.locked:
            row = FailedJoint(
                at_s=round(at_s, 3),
                joint=each.name,
                kind=each.kind,
                q=round(each.q, DIGITS),
                since_s=round(each.since_ns / NS_PER_S, 3),
                told=world.detail,
            )
            if each.name not in known:
                self.rows.append(row)
            else:  # where it stands is known better since
                place = known[each.name]
                self.rows[place] = msgspec.structs.replace(self.rows[place], q=row.q)

    @property
    def recognised_s(self) -> float | None:
        """How long the first failure took to be recognised [s]; None: it was not, or there was none."""
        if not self.rows or not self.onsets_s:
            return None
        return round(self.rows[0].at_s - self.onsets_s[0], 3)
