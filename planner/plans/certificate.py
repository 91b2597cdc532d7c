"""The certificate of a plan, as the gate checks it: one digest over everything that was judged.

    digest = H( plan id | configuration | world | start pose | digest of every set-point | what was found )

A set-point of an armed plan leaves only if its own digest stands at its index, and the certificate only
counts if its digest is that of its contents.  How a certificate is earned is `planner.plans.certify`; this
module needs no geometry and no compiled code, so that the gate can use it.
"""

from collections.abc import Sequence

import msgspec

from telemetry.agreed import chains
from telemetry.messages.joint_state import JointState
from telemetry.messages.plan import Certificate


def point_digests(states: Sequence[JointState]) -> tuple[bytes, ...]:
    """Return the digest of every set-point in order."""
    return tuple(chains.state_digest(state) for state in states)


def seal(certificate: Certificate) -> Certificate:
    """Return a certificate with the digest of its contents."""
    return msgspec.structs.replace(certificate, digest=_digest(certificate))


def is_sound(certificate: Certificate) -> bool:
    """True if a certificate's digest is that of its contents."""
    return bool(certificate.points) and certificate.digest == _digest(certificate)


def _digest(certificate: Certificate) -> bytes:
    start = msgspec.msgpack.encode(tuple(map(float, certificate.start_q)))
    found = (certificate.clearance, certificate.pair, certificate.evidence)
    return chains.digest(
        certificate.plan_id.encode(),
        certificate.configuration,
        certificate.world.to_bytes(8, "big"),
        start,
        *certificate.points,
        *([msgspec.msgpack.encode(found)] if certificate.evidence else []),
        *([b"retreat"] if certificate.retreat else []),
    )


def matches(certificate: Certificate, index: int, state: JointState) -> bool:
    """True if this set-point is the one that was certified at this index."""
    return 0 <= index < len(certificate.points) and chains.state_digest(state) == certificate.points[index]
