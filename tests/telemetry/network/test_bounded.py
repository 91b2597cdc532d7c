"""The bounded queue: what gives way, what never does, what is too late."""

from telemetry.network.backlog import Backlog

LATER_NS = 1_000
ALL = 100


def filled(*pieces: tuple[bytes, bool], capacity: int = 3) -> Backlog:
    backlog = Backlog(capacity)
    for data, is_state in pieces:
        backlog.put(data, may_give_way=is_state, until_ns=LATER_NS)
    return backlog


def test_pieces_leave_in_the_order_in_which_they_came():
    backlog = filled((b"a", True), (b"b", False), (b"c", True))
    assert backlog.take(0, 2) == [b"a", b"b"]
    assert backlog.take(0, 2) == [b"c"]
    assert backlog.take(0, 2) == []


def test_the_oldest_state_gives_way_and_is_counted():
    backlog = filled((b"act", False), (b"old", True), (b"new", True))
    assert backlog.put(b"newest", may_give_way=True, until_ns=LATER_NS)
    assert backlog.take(0, ALL) == [b"act", b"new", b"newest"]
    assert backlog.dropped == 1


def test_an_act_takes_the_place_of_a_state():
    backlog = filled((b"a", False), (b"state", True), (b"b", False))
    assert backlog.put(b"c", may_give_way=False, until_ns=LATER_NS)
    assert backlog.take(0, ALL) == [b"a", b"b", b"c"]


def test_acts_are_never_lost_in_silence():
    backlog = filled((b"a", False), (b"b", False), (b"c", False))
    assert not backlog.put(b"d", may_give_way=False, until_ns=LATER_NS)
    assert backlog.put(b"state", may_give_way=True, until_ns=LATER_NS)  # counted instead
    assert backlog.dropped == 1
    assert backlog.take(0, ALL) == [b"a", b"b", b"c"]


def test_what_is_past_its_instant_is_not_handed_out():
    backlog = filled((b"a", False), (b"b", True))
    assert backlog.take(LATER_NS + 1, ALL) == []
    assert backlog.expired == 2
