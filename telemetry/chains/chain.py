"""The chain of queue entries: H_j = SHA-256(H_(j-1) | c_(j-1) | entry | h), first 16 bytes, starting from r.

A verdict that names H_j speaks of this entry, of the state its move begins from as the judge was told it, of
every entry before it and of the pose they all start from.
"""

import hashlib

import msgspec

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


def start(r: JointState, epoch: int) -> bytes:
    """Return H_0: the chain before the first entry of an epoch that starts from `r`."""
    return digest(state_digest(r), epoch.to_bytes(8, "big"))


def extend(before: bytes, entry: Entry, configuration: bytes, *, previous: JointState) -> bytes:
    """Return H_j for the entry that follows `before`, whose move begins in the state `previous`."""
    return digest(before, state_digest(previous), msgspec.msgpack.encode(entry), configuration)
