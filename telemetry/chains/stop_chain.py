"""The chain of a stop: each released set-point names, by one digest, the very samples of its stop.

    r ------- s1 ------- s2 ------- s3, at rest
    D(r) = H(s1 | D(s1))    D(s1) = H(s2 | D(s2))    D(s2) = H(s3 | D(s3))    D(s3) = nothing

Who has passed r knows each sample of its stop when it comes, without a stop law and without geometry: so a
closed bridge lets the verified stop pass, and nothing else.  Instants are no part of it: each sample begins
one period after the one before it.
"""

import struct
from collections.abc import Sequence

from telemetry.chains.chain import digest
from telemetry.messages.command import SetPoint
from telemetry.messages.joint_state import JointState

REST = b""  # D of a set-point after which no sample follows


def digests(samples: Sequence[JointState]) -> list[bytes]:
    """Return D of the state that a stop begins from, and then of each of its samples."""
    chain = [REST]
    for sample in reversed(samples):
        chain.append(_link(sample, chain[-1]))
    return chain[::-1]


def follows(last: SetPoint, sample: SetPoint) -> bool:
    """True if `sample` is what the stop of `last` goes on with, as `last` itself names it."""
    return last.stop != REST and last.stop == _link(sample.state, sample.stop)


def _link(sample: JointState, after: bytes) -> bytes:
    rows = [struct.pack(f">{len(row)}d", *row) for row in sample]
    return digest(*rows, after)
