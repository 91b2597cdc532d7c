"""The certificate of a plan, as the gate checks it: one digest over everything that was judged.

    digest = H( plan id | configuration | world | start pose | digest of every set-point )

A set-point of an armed plan leaves only if its own digest stands at its index, and the certificate only
counts if its digest is that of its contents.  How a certificate is earned is `planner.motion.verify`; this
module needs no geometry and no compiled code, so that the gate can use it.
"""

from collections.abc import Sequence

import msgspec

from telemetry import chain
from telemetry.joint_state import JointState
from telemetry.messages.plan import Certificate


def point_digests(states: Sequence[JointState]) -> tuple[bytes, ...]:
    """Return the digest of every set-point in order."""
    return tuple(chain.state_digest(state) for state in states)


def plan_digest(
    plan_id: str, points: Sequence[bytes], *, configuration: bytes, world: int, start_q: Sequence[float]
) -> bytes:
    """Return the digest over a whole plan and what it was judged against."""
    start = msgspec.msgpack.encode(tuple(map(float, start_q)))
    return chain.digest(plan_id.encode(), configuration, world.to_bytes(8, "big"), start, *points)


def is_sound(certificate: Certificate) -> bool:
    """True if a certificate's digest is that of its contents."""
    wanted = plan_digest(
        certificate.plan_id,
        certificate.points,
        configuration=certificate.configuration,
        world=certificate.world,
        start_q=certificate.start_q,
    )
    return bool(certificate.points) and certificate.digest == wanted


def matches(certificate: Certificate, index: int, state: JointState) -> bool:
    """True if this set-point is the one that was certified at this index."""
    return 0 <= index < len(certificate.points) and chain.state_digest(state) == certificate.points[index]
