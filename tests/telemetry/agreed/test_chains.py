"""The chain: a digest speaks of an entry, all entries before it, and the pose they start from."""

import hashlib

import msgspec

from telemetry.agreed import chains
from telemetry.messages.joint_state import JointState
from telemetry.messages.queue import Entry, TeleopSource

H = b"configuration"


def state(q: float) -> JointState:
    return JointState(q=(q, 0.0), qd=(0.0, 0.0), qdd=(0.0, 0.0))


def entry(seq: int, q: float = 0.5) -> Entry:
    return Entry(epoch=1, seq=seq, state=state(q), source=TeleopSource(sample=1, dead_man_age=0.0))


def ends(
    *, r: float = 0.0, epoch: int = 1, poses: tuple[float, ...] = (0.1, 0.2, 0.3), h: bytes = H
) -> bytes:
    link, previous = chains.queue_start(state(r), epoch), state(r)
    for seq, q in enumerate(poses, start=1):
        link = chains.queue_next(link, entry(seq, q), h, previous=previous)
        previous = state(q)
    return link


def test_digest_is_sha256_over_parts_with_their_lengths_cut_to_16_bytes():
    by_hand = hashlib.sha256(b"\x00\x00\x00\x02ab\x00\x00\x00\x01c").digest()[:16]
    assert chains.digest(b"ab", b"c") == by_hand
    assert chains.digest(b"a", b"bc") != by_hand


def test_same_entries_from_the_same_pose_give_the_same_chain():
    assert ends() == ends()
    assert len(ends()) == chains.DIGEST_BYTES


def test_chain_changes_with_the_start_the_epoch_the_configuration_and_every_entry():
    chains = [
        ends(),
        ends(r=1e-9),
        ends(epoch=2),
        ends(h=b"another"),
        ends(poses=(0.1 + 1e-9, 0.2, 0.3)),
        ends(poses=(0.2, 0.1, 0.3)),
        ends(poses=(0.1, 0.2)),
    ]
    assert len(set(chains)) == len(chains)


def test_chain_changes_with_the_source_of_an_entry():
    other = msgspec.structs.replace(entry(1), source=TeleopSource(sample=2, dead_man_age=0.0))
    start, r = chains.queue_start(state(0.0), 1), state(0.0)
    assert chains.queue_next(start, entry(1), H, previous=r) != chains.queue_next(start, other, H, previous=r)


def test_chain_changes_with_the_state_that_the_move_begins_from():
    start = chains.queue_start(state(0.0), 1)
    told, really = (chains.queue_next(start, entry(1), H, previous=state(q)) for q in (0.1, 0.0))
    assert told != really


def test_chain_survives_the_wire():
    decoded = msgspec.msgpack.decode(msgspec.msgpack.encode(entry(1)), type=Entry)
    before = state(0.0)
    assert chains.queue_next(b"", decoded, H, previous=before) == chains.queue_next(
        b"", entry(1), H, previous=before
    )
