"""The bounded queue: what gives way, what never does, what is too late."""

from telemetry.network.backlog import FRESH_NS, Backlog

ALL = 100


def filled(*pieces, capacity=3):
    backlog = Backlog(capacity)
    for piece, nature in pieces:
        backlog.put(piece, nature, 0)
    return backlog


def test_pieces_leave_in_the_order_in_which_they_came():
    backlog = filled((b"a", "state"), (b"b", "act"), (b"c", "log"))
    assert backlog.pop_ready(0, 2) == [b"a", b"b"]
    assert backlog.pop_ready(0, 2) == [b"c"]
    assert backlog.pop_ready(0, 2) == []


def test_the_oldest_state_gives_way_and_is_counted():
    backlog = filled((b"act", "act"), (b"old", "state"), (b"new", "state"))
    assert backlog.put(b"newest", "state", 0)
    assert backlog.pop_ready(0, ALL) == [b"act", b"new", b"newest"]
    assert backlog.dropped == 1


def test_an_act_takes_the_place_of_a_state():
    backlog = filled((b"a", "act"), (b"state", "state"), (b"b", "act"))
    assert backlog.put(b"c", "act", 0)
    assert backlog.pop_ready(0, ALL) == [b"a", b"b", b"c"]


def test_acts_are_never_lost_in_silence():
    backlog = filled((b"a", "act"), (b"b", "act"), (b"c", "act"))
    assert not backlog.put(b"d", "act", 0)
    assert backlog.put(b"state", "state", 0)  # counted instead
    assert (backlog.refused, backlog.dropped) == (1, 2)
    assert backlog.pop_ready(0, ALL) == [b"a", b"b", b"c"]


def test_what_is_no_longer_fresh_is_not_handed_out_except_for_the_record():
    backlog = filled((b"a", "act"), (b"b", "state"), (b"c", "log"))
    assert backlog.pop_ready(FRESH_NS + 1, ALL) == [b"c"]
    assert backlog.expired == 2
