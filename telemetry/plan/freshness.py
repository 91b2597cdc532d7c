"""Does a certificate still speak of what is there?  For the gate, which refuses, and for screens, which tell.

certificate: configuration | world version | start pose        judged then
                   =               =             =
now:         configuration | world version | r at rest         else stale, and the reason says since what
"""

from collections.abc import Sequence
from typing import NamedTuple

from telemetry.agreed.reasons import Reason
from telemetry.messages.plan import Certificate

START_TOLERANCE = 1e-9  # [rad or m] between a plan's start and r


class JointDifference(NamedTuple):
    """The joint that is farthest from where it should be."""

    joint: int  # from 0
    by: float  # absolute difference [rad or m]


def staleness(
    certificate: Certificate, *, configuration: bytes, world: int | None, r_q: Sequence[float]
) -> Reason | None:
    """Return why a certificate does not count any more, or None; r_q (n,) [rad or m]: where the arm rests."""
    if certificate.configuration != configuration or world is None:
        return Reason.CONFIGURATION_MISMATCH
    if certificate.world != world:
        return Reason.WORLD_CHANGED
    apart = farthest(certificate.start_q, r_q)
    return Reason.START_MISMATCH if apart is None or apart.by > START_TOLERANCE else None


def farthest(q: Sequence[float], other: Sequence[float]) -> JointDifference | None:
    """Return the joint whose values differ most; None: they are of two different arms."""
    if len(q) != len(other) or not q:
        return None
    differences = [abs(a - b) for a, b in zip(q, other, strict=True)]
    joint = max(range(len(differences)), key=differences.__getitem__)
    return JointDifference(joint, differences[joint])
