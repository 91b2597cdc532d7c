"""For how long the arm has been at rest where it was commanded, with figures for a person who waits (R8).

r at rest, nothing unconfirmed, telemetry at r:  since |----------|  so long before anything is armed
"""

import math
from collections.abc import Sequence

from planner.gate.set_points.copies_and_keys import StateKey, age_ns
from planner.gate.set_points.stream import ReleaseStream
from predictor.model.joint_text import joint_label, value_text
from predictor.model.joint_tree import Joint
from telemetry.agreed.limits import QUIET_NS, QUIET_RAD
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.spacecraft import Telemetry
from telemetry.plan.freshness import JointDifference, farthest

MM_PER_M = 1000.0


class Quiet:
    """Since when r is at rest, nothing is unconfirmed, and telemetry is at r."""

    def __init__(self) -> None:
        """Start restless."""
        self._since_ns: int | None = None
        self._apart: JointDifference | None = None  # of the newest report and r

    def on_telemetry(self, report: Telemetry, stream: ReleaseStream, *, in_flight: int, now_ns: int) -> None:
        """Compare a report with r."""
        self._apart = farthest(report.q, stream.r.q) if stream.r is not None else None
        if not self._is_still(stream, in_flight):
            self._since_ns = None
        elif self._since_ns is None:
            self._since_ns = now_ns

    def _is_still(self, stream: ReleaseStream, in_flight: int) -> bool:
        if stream.r is None or not stream.r.at_rest or in_flight or self._apart is None:
            return False
        return self._apart.by <= QUIET_RAD

    def disturb(self) -> None:
        """Begin anew: something moves or has changed."""
        self._since_ns = None

    def lasts(self, now_ns: int) -> bool:
        """True if it has been quiet for the time that arming asks."""
        return self._since_ns is not None and now_ns - self._since_ns >= QUIET_NS

    def waiting_text(self, joints: Sequence[Joint], *, in_flight: int, now_ns: int) -> str:
        """Return what it waits for in words, with all figures."""
        quiet_s = 0.0 if self._since_ns is None else (now_ns - self._since_ns) / NS_PER_S
        parts = [f"quiet for {quiet_s:.1f} s of {QUIET_NS / NS_PER_S:g} s", f"{in_flight} unconfirmed"]
        if self._apart is not None:
            allowed = tolerance_text(joints, self._apart, QUIET_RAD)
            parts.append(f"{offset_text(joints, self._apart)} from r, {allowed}")
        return ", ".join(parts)

    def key(self, now_ns: int) -> StateKey:
        """Return for how long, as far as it matters."""
        return (age_ns(self._since_ns, now_ns, most_ns=QUIET_NS),)


def offset_text(joints: Sequence[Joint], apart: JointDifference) -> str:
    """Return which joint is how far off; lengths in millimetres."""
    joint = joints[apart.joint]
    by = value_text(joint, apart.by) if joint.kind == "revolute" else f"{apart.by * MM_PER_M:.3g} mm"
    return f"{joint_label(joints, apart.joint)} {by}"


def tolerance_text(joints: Sequence[Joint], apart: JointDifference, tolerance: float) -> str:
    """Return how far off the joint may be, in the unit of how far it is."""
    is_turning = joints[apart.joint].kind == "revolute"
    limit = f"{math.degrees(tolerance):.3g} deg" if is_turning else f"{tolerance * MM_PER_M:.3g} mm"
    return f"{limit} tolerated"
