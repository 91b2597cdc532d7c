"""The chain of a stop: one digest names every sample that follows, in order, and nothing else."""

import hashlib

from telemetry.agreed import chains
from telemetry.messages.command import SetPoint
from telemetry.messages.joint_state import JointState


def state(q):
    return JointState(q=(q, 0.5), qd=(0.25, 0.0), qdd=(0.0, -1.0))


def point(q, stop):
    now = state(q)
    return SetPoint(epoch=1, seq=1, kind="stop", execute_at_ns=0, q=now.q, qd=now.qd, qdd=now.qdd, stop=stop)


def test_the_digest_of_one_last_sample_by_hand():
    golden = (
        "00000010 3FD0000000000000 3FE0000000000000"  # 16 bytes: q = 0.25, 0.5 rad
        "00000010 3FD0000000000000 0000000000000000"  # qd = 0.25, 0 rad/s
        "00000010 0000000000000000 BFF0000000000000"  # qdd = 0, -1 rad/s^2
        "00000000"  # nothing after it
    )
    by_hand = hashlib.sha256(bytes.fromhex(golden)).digest()[:16]
    assert chains.stop_digests([state(0.25)]) == [by_hand, b""]


def test_at_rest_no_sample_follows():
    assert chains.stop_digests([]) == [b""]
    assert not chains.follows_in_stop(point(1.0, b""), point(1.0, b""))


def test_each_sample_follows_the_one_before_it_and_no_other():
    poses = [0.1, 0.2, 0.3, 0.4]
    chain = chains.stop_digests([state(q) for q in poses])
    points = [point(q, stop) for q, stop in zip([0.0, *poses], chain, strict=True)]
    for k, last in enumerate(points):
        assert [chains.follows_in_stop(last, sample) for sample in points] == [j == k + 1 for j in range(5)]


def test_a_changed_end_changes_the_digest_of_the_begin():
    ends = [chains.stop_digests([state(0.1), state(0.2), state(end)])[0] for end in (0.3, 0.3 + 1e-15 * 2**6)]
    assert ends[0] != ends[1]
