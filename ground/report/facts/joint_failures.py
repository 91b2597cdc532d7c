"""Joints that failed in a run: which, where and when, and when that was recognised."""

from dataclasses import dataclass, field

import msgspec

from ground.faults.fault_seams import JOINTS
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.health import FaultNotice
from telemetry.messages.prediction import World

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
    """What befell joints, and what the gate was told of it."""

    onsets_s: list[float] = field(default_factory=list)  # as the rehearsal did it
    rows: list[FailedJoint] = field(default_factory=list)  # of each joint the first

    def begins(self, at_s: float, notice: FaultNotice) -> None:
        """Take a fault of the far end."""
        if notice.kind in JOINTS and notice.begins:
            self.onsets_s.append(at_s)

    def told(self, at_s: float, world: World) -> None:
        """Take a world; a joint that is in it for the first time has just been recognised."""
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
