"""Reassembly: whole payloads in order, and a named rejection for every other order."""

import numpy as np
import pytest

from telemetry.wire.packet import COUNTS, Packet, Segment
from telemetry.wire.reassembly import Reassembly
from telemetry.wire.rejection import Rejection

SEGMENTS = [Segment.FIRST, Segment.CONTINUATION, Segment.CONTINUATION, Segment.LAST]
PIECES = [b"aa", b"bb", b"cc", b"dd"]


def packet(segment, count, apid=300):
    return Packet(False, apid, segment, count % COUNTS, 0, b"")


def feed(reassembly, order, *, begin=0, sender="bridge", apid=300):
    return [reassembly.on_packet(packet(SEGMENTS[k], begin + k, apid), sender, PIECES[k]) for k in order]


@pytest.mark.parametrize("begin", [0, COUNTS - 2])
def test_segments_in_order_make_the_payload_across_the_wrap_too(begin):
    assert feed(Reassembly(), [0, 1, 2, 3], begin=begin) == [None, None, None, b"aabbccdd"]


def test_unsegmented_payload_passes_at_once_and_leaves_another_alone():
    reassembly = Reassembly()
    feed(reassembly, [0, 1])
    assert reassembly.on_packet(packet(Segment.WHOLE, 2, apid=301), "bridge", b"x") == b"x"
    assert feed(reassembly, [2, 3]) == [None, b"aabbccdd"]


@pytest.mark.parametrize(
    ("order", "reasons"),
    [
        ([0, 2, 3], [None, Rejection.SEGMENT_LOST, Rejection.SEGMENT_ORPHAN]),
        ([1, 2, 3], [Rejection.SEGMENT_ORPHAN] * 3),
        ([0, 2, 1, 3], [None, Rejection.SEGMENT_LOST, Rejection.SEGMENT_ORPHAN, Rejection.SEGMENT_ORPHAN]),
    ],
    ids=["lost", "first lost", "reordered"],
)
def test_gap_or_disorder_gives_the_payload_up(order, reasons):
    assert feed(Reassembly(), order) == reasons


def test_duplicates_are_named_and_do_no_harm():
    results = feed(Reassembly(), [0, 0, 1, 1, 2, 3, 3])
    duplicate = Rejection.SEGMENT_DUPLICATE
    assert results == [None, duplicate, None, duplicate, None, b"aabbccdd", Rejection.SEGMENT_ORPHAN]


def test_new_first_reports_the_loss_of_the_payload_before_and_begins():
    reassembly = Reassembly()
    feed(reassembly, [0, 1])
    assert feed(reassembly, [0, 1, 2, 3], begin=4) == [Rejection.SEGMENT_LOST, None, None, b"aabbccdd"]


def test_streams_of_two_senders_do_not_mix():
    reassembly = Reassembly()
    feed(reassembly, [0, 1], sender="bridge")
    assert feed(reassembly, [1], sender="gate") == [Rejection.SEGMENT_ORPHAN]
    assert feed(reassembly, [2, 3], sender="bridge")[-1] == b"aabbccdd"


def test_payload_beyond_the_cap_is_dropped():
    assert feed(Reassembly(cap=5), [0, 1, 2, 3]) == [
        None,
        None,
        Rejection.PAYLOAD_TOO_LARGE,
        Rejection.SEGMENT_ORPHAN,
    ]


def test_no_disorder_ever_yields_another_payload():
    rng = np.random.default_rng(1)
    for _ in range(200):
        order = rng.integers(0, len(SEGMENTS), 12).tolist()
        for result in feed(Reassembly(), order):
            assert result is None or isinstance(result, Rejection) or result == b"aabbccdd"
