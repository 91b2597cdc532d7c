"""Chains of digests: an entry names all entries before it, a set-point all samples of its stop.

    queue   H_0 = of r and the epoch;  H_j = SHA-256(H_(j-1) | c_(j-1) | entry | h), first 16 bytes

A verdict that names H_j speaks of this entry, of the state c_(j-1) its move begins from as the judge knew it,
of every entry before it and of the pose they all start from.

    stop    r ------- s1 ------- s2 ------- s3, at rest
            D(r) = H(s1 | D(s1))    D(s1) = H(s2 | D(s2))    D(s2) = H(s3 | D(s3))    D(s3) = nothing

A receiver that has passed r knows each sample of its stop when it comes, without a stop law and without
geometry: so a closed bridge lets the verified stop pass, and nothing else.  Instants are no part of it: each
sample begins one period after the one before it.
"""

import hashlib
import struct
from collections.abc import Sequence

import msgspec

from telemetry.messages.command import SetPoint
from telemetry.messages.joint_state import JointState
from telemetry.messages.queue import Entry

DIGEST_BYTES = 16


def digest(*parts: bytes) -> bytes:
    """Return the first 16 bytes of SHA-256 over the parts, each preceded by its length."""
    sha = hashlib.sha256()
    for part in parts:
        sha.update(len(part).to_bytes(4, "big") + part)
    return sha.digest()[:DIGEST_BYTES]


def state_digest(state: JointState) -> bytes:
    """Return the digest of one joint state: of a plan's point, or of r."""
    return digest(msgspec.msgpack.encode(state))


def queue_start(r: JointState, epoch: int) -> bytes:
    """Return H_0: the chain before the first entry of an epoch that starts from `r`."""
    return digest(state_digest(r), epoch.to_bytes(8, "big"))


def queue_next(before: bytes, entry: Entry, configuration: bytes, *, previous: JointState) -> bytes:
    """Return H_j for the entry that follows `before`, whose move begins in the state `previous`."""
    return digest(before, state_digest(previous), msgspec.msgpack.encode(entry), configuration)


END_OF_STOP = b""  # D of a set-point after which no sample follows


def stop_digests(samples: Sequence[JointState]) -> list[bytes]:
    """Return D of the state that a stop begins from, and then of each of its samples."""
    chain = [END_OF_STOP]
    for sample in reversed(samples):
        chain.append(_link(sample, chain[-1]))
    return chain[::-1]


def follows_in_stop(last: SetPoint, sample: SetPoint) -> bool:
    """True if `sample` is what the stop of `last` goes on with, as `last` itself names it."""
    return last.stop != END_OF_STOP and last.stop == _link(sample.state, sample.stop)


def is_next_of_stop(sample: SetPoint, last: SetPoint, *, period_ns: int) -> bool:
    """True if `sample` is the next of the stop of `last`, in its number and in its time too."""
    is_due = sample.execute_at_ns == last.execute_at_ns + period_ns
    return is_due and comes_after(sample, last) and follows_in_stop(last, sample)


def _link(sample: JointState, after: bytes) -> bytes:
    rows = [struct.pack(f">{len(row)}d", *row) for row in sample]
    return digest(*rows, after)


def newest(last: SetPoint | None, set_point: SetPoint | None) -> SetPoint | None:
    """Return the later of two set-points by number."""
    if last is None or set_point is None:
        return last or set_point
    return set_point if comes_after(set_point, last) else last


def comes_after(set_point: SetPoint, last: SetPoint) -> bool:
    """Return whether a set-point is later than another by its number."""
    return (set_point.epoch, set_point.seq) > (last.epoch, last.seq)
