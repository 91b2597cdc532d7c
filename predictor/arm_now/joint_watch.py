"""Does every joint follow its command?  One that does not has locked or slips, and is found by telemetry.

    commanded pose, as orbit tells it  h(t)     ___/~~~~~~~~
    where a sound drive may be                  [ least, greatest ] of h over the last DRIVE_LAG_NS
    measured                           q(t)     ___/---------          d: how far q lies outside

A report tells both, of one instant: no delay, loss, step of a clock, hold or refusal can part them, and a
joint that orbit itself stops stands where it was commanded.  Drives lag, so q is held against all that was
commanded within DRIVE_LAG_NS.  A joint fails if d is beyond its band in FAILURE_REPORTS reports in a row,
for FAILURE_LASTS_NS:

    band_j = tracking / lever_j, at least 0.25 deg and at most 1 deg

the error of this joint alone that uses up what the clearance budget gives the drives, where the arm moves
most by it.  One that has stayed within STANDS_STILL since it last followed is locked, any other slips.  Where
a second one is off by half its band or more, no joint fails but something else: all are reported together.
"""

from collections import deque
from collections.abc import Iterable
from typing import Literal, NamedTuple

import numpy as np

from predictor.arm_now.estimate import ArmReport
from predictor.arm_now.uncertainty import shape_levers
from predictor.inputs.arrays import Array
from predictor.model.robot import Robot

DRIVE_LAG_NS = 500_000_000  # that a sound drive may be behind its command
FAILURE_LASTS_NS = 300_000_000
FAILURE_REPORTS = 3
LEAST_BAND, GREATEST_BAND = 0.004363323129985824, 0.017453292519943295  # 0.25 and 1 deg [rad or m]
FOLLOWS_SHARE = 0.2  # of its band: within that a joint follows
STANDS_STILL = 0.0008726646259971648  # 0.05 deg [rad or m]

FailureKind = Literal["locked", "slipping"]


class FailedJoint(NamedTuple):
    """A joint that does not follow its command."""

    joint: int  # from 0, of the commanded ones
    kind: FailureKind
    q: float  # where it stands [rad or m]
    followed: float  # up to where it followed
    since_ns: int  # when that was, spacecraft clock
    off: float  # from what was commanded
    band: float


class _Report(NamedTuple):
    at_ns: int
    q: Array
    commanded: Array


class _Suspect(NamedTuple):
    """A joint since it was last seen to follow."""

    followed: float
    since_ns: int
    least: float
    greatest: float
    beyond_ns: int | None = None  # since when it is beyond its band
    reports: int = 0  # in a row


def joint_bands(robot: Robot, tracking_m: float) -> Array:
    """Return how far each joint may be off (n,) [rad or m] if the drives have this much of the clearance."""
    lever = np.max(shape_levers(robot), axis=0, initial=0.0)
    least = np.full(robot.n, GREATEST_BAND)
    np.divide(tracking_m, lever, out=least, where=lever > 0.0)
    return np.asarray(np.clip(least, LEAST_BAND, GREATEST_BAND))


class JointWatch:
    """Every joint's command and measurement, over the last reports."""

    def __init__(self, bands: Array) -> None:
        """Start without reports, of joints that may be off by so much (n,)."""
        self.bands = bands
        self._reports: deque[_Report] = deque()
        self._suspects: dict[int, _Suspect] = {}
        self._reported: set[int] = set()  # joints until they follow again

    def forget_times(self) -> None:
        """Forget all times, which are by another clock from now on."""
        self._reports.clear()
        self._suspects.clear()

    def ask_again(self, joints: Iterable[int]) -> None:
        """Watch these joints anew: what was reported of them had another cause, which is gone."""
        for joint in joints:
            self._reported.discard(joint)
            if joint in self._suspects:
                self._suspects[joint] = self._suspects[joint]._replace(beyond_ns=None, reports=0)

    def on_report(self, report: ArmReport) -> tuple[FailedJoint, ...]:
        """Take a report; return a joint that has just been found to fail, or all that are off at once."""
        self._remember(report)
        off = self._off()
        for joint, how_far in enumerate(off.tolist()):
            self._follow(joint, how_far)
        found = [
            joint
            for joint, suspect in self._suspects.items()
            if joint not in self._reported and self._is_lasting(suspect)
        ]
        if not found:
            return ()
        wide = np.flatnonzero(off > 0.5 * self.bands).tolist()
        together = sorted({*found, *(joint for joint in wide if joint not in self._reported)})
        self._reported.update(together)
        return tuple(self._failing(joint, float(off[joint])) for joint in together)

    def _remember(self, report: ArmReport) -> None:
        """Keep what was commanded within the lag, and one report before that."""
        self._reports.append(_Report(report.sampled_ns, np.array(report.q), np.array(report.commanded_q)))
        while len(self._reports) > 1 and self._reports[1].at_ns <= report.sampled_ns - DRIVE_LAG_NS:
            self._reports.popleft()

    def _off(self) -> Array:
        """Return how far each joint is outside of what was commanded within the lag (n,)."""
        commanded, q = np.array([report.commanded for report in self._reports]), self._reports[-1].q
        return np.asarray(np.maximum(np.maximum(commanded.min(0) - q, q - commanded.max(0)), 0.0))

    def _follow(self, joint: int, off: float) -> None:
        """Note what one joint does in the newest report."""
        (at_ns, q, _), band = self._reports[-1], float(self.bands[joint])
        at = float(q[joint])
        if not off > FOLLOWS_SHARE * band:
            self._suspects[joint] = _Suspect(at, at_ns, at, at)
            self._reported.discard(joint)
            return
        suspect = self._suspects.get(joint, _Suspect(at, at_ns, at, at))
        suspect = suspect._replace(least=min(suspect.least, at), greatest=max(suspect.greatest, at))
        if off > band:
            began_ns = at_ns if suspect.beyond_ns is None else suspect.beyond_ns
            suspect = suspect._replace(beyond_ns=began_ns, reports=suspect.reports + 1)
        else:
            suspect = suspect._replace(beyond_ns=None, reports=0)
        self._suspects[joint] = suspect

    def _is_lasting(self, suspect: _Suspect) -> bool:
        if suspect.beyond_ns is None or suspect.reports < FAILURE_REPORTS:
            return False
        return self._reports[-1].at_ns - suspect.beyond_ns >= FAILURE_LASTS_NS

    def _failing(self, joint: int, off: float) -> FailedJoint:
        suspect, at = self._suspects[joint], float(self._reports[-1].q[joint])
        kind: FailureKind = "locked" if suspect.greatest - suspect.least <= STANDS_STILL else "slipping"
        return FailedJoint(joint, kind, at, suspect.followed, suspect.since_ns, off, float(self.bands[joint]))
