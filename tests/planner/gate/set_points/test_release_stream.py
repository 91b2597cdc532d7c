"""The release stream by itself: when the next set-point is executed, what is repeated, and what is undone."""

import pytest

from planner.gate.set_points.stream import RESUMES_KEPT, ReleaseStream, UplinkDelay
from predictor.motion.stop import rest
from telemetry.link.measured import ClockCorrelation
from telemetry.messages.joint_state import JointState

T_NS = 250
CLOCK = ClockCorrelation(0.0)  # not set: instants of the ground


def at(q, qd=0.1):
    return JointState((q,), (qd,), (0.0,))


def released(*places, stream=None):
    """A stream from 0 rad with so many set-points released, each with a stop that ends 0.5 rad beyond."""
    stream = stream or ReleaseStream(T_NS, rest((0.0,)))
    for seq, q in enumerate(places, start=1):
        stream.release((3, seq), at(q), [at(q + 0.25), rest((q + 0.5,))], earliest_ns=1000)
    return stream


def test_before_anything_is_released_nothing_is_under_way_and_nothing_can_be_taken_back():
    stream = ReleaseStream(T_NS, rest((0.0,)))
    stream.take_back()
    assert (stream.r, stream.last, stream.running, stream.underway(0)) == (rest((0.0,)), None, None, ())


def test_a_set_point_that_leaves_is_the_new_r_and_is_repeated_by_the_next():
    stream = released(0.1)
    first = stream.last
    assert stream.r == at(0.1) and stream.running == stream.number == 1
    motion = stream.release((3, 2), at(0.2), [rest((0.3,))], earliest_ns=0)
    assert motion.repeat == first and stream.last == motion.set_point != first


@pytest.mark.parametrize("earliest_ns", [0, 10_000])
def test_an_unbroken_stream_goes_on_one_period_after_its_last_whenever_the_next_one_leaves(earliest_ns):
    assert released(0.1, 0.2).execute_at_ns(earliest_ns) == 1000 + 2 * T_NS


@pytest.mark.parametrize(("earliest_ns", "executes_ns"), [(0, 1000 + T_NS), (10_000, 10_000)])
def test_a_new_stream_begins_neither_before_it_can_arrive_nor_before_the_old_one_is_over(
    earliest_ns, executes_ns
):
    stream = released(0.1)
    stream.end()
    assert stream.running is None
    assert stream.execute_at_ns(earliest_ns) == executes_ns


def test_what_never_left_is_undone_to_the_last_detail():
    stream, other = released(0.1), released(0.1)
    stream.release((3, 2), at(0.2), [rest((0.9,))], earliest_ns=0)
    stream.take_back()
    assert stream.key(3, 0, CLOCK) == other.key(3, 0, CLOCK)
    assert stream.underway(0) == ((0.1,),)
    assert stream.begin_stop() == (0.6,)


def test_a_first_set_point_that_never_left_leaves_no_stream_behind():
    stream = released(0.1)
    stream.take_back()
    assert (stream.r, stream.last, stream.running, stream.underway(0)) == (rest((0.0,)), None, None, ())


def test_what_was_undone_once_is_not_undone_again():
    stream = released(0.1)
    stream.take_back()
    stream.adopt((0.7,))
    stream.take_back()
    assert stream.r == rest((0.7,))


def test_where_nobody_knows_the_arm_no_stop_begins():
    stream = ReleaseStream(T_NS, None)
    assert stream.begin_stop() is None
    assert not stream.is_stopping and not stream.at_rest


def test_a_stream_that_is_over_has_no_stop_left():
    stream = released(0.1)
    stream.end()
    assert stream.begin_stop() == (0.1,)
    assert not stream.is_stopping


def test_what_is_forgotten_is_neither_repeated_nor_thought_to_be_under_way():
    stream = released(0.1)
    stream.forget()
    assert stream.keep(3).repeat is None and stream.underway(0) == ()


def test_a_move_is_under_way_until_its_period_is_over_and_not_at_that_instant():
    stream = released(0.1, 0.2)
    ends_ns = 1000 + T_NS
    assert stream.underway(ends_ns - 1) == ((0.1,), (0.2,))
    assert stream.underway(ends_ns) == ((0.2,),)


def test_streams_that_repeat_the_same_as_long_ago_are_alike_and_no_others():
    key = released(0.1).key(3, 0, CLOCK)
    assert released(0.1).key(3, 0, CLOCK) == key
    others = [released(0.1).key(4, 0, CLOCK), released(0.1).key(3, 1, CLOCK)]
    fresh = ReleaseStream(T_NS, rest((0.0,)))
    assert key not in others and fresh.key(3, 0, CLOCK) == fresh.key(4, 1, CLOCK)


S = 1_000_000_000


def way_up():
    return UplinkDelay(3 * S, report_period_ns=S // 10)


def test_without_a_step_the_settings_count_whatever_a_resume_shows():
    up = way_up()
    up.on_resume_sent(4, 10 * S)
    up.on_resume_arrived(4, 20 * S)
    assert up.ns == 3 * S


def test_after_a_step_the_resume_that_was_done_measures_it_and_not_a_later_one():
    up = way_up()
    up.begin_again()
    for epoch in (4, 5, 6):
        up.on_resume_sent(epoch, epoch * S)
    up.on_resume_arrived(4, 10 * S)
    assert up.ns == 6 * S - S // 20


def test_a_resume_that_was_sent_before_the_step_measures_nothing():
    up = way_up()
    up.on_resume_sent(4, 10 * S)
    up.begin_again()
    up.on_resume_arrived(4, 20 * S)
    assert up.ns == 3 * S


def test_so_many_resumes_may_be_on_their_way_and_the_oldest_is_forgotten_first():
    for more, ns in ((0, 6 * S - S // 20), (1, 3 * S)):
        up = way_up()
        up.begin_again()
        for epoch in range(4, 4 + RESUMES_KEPT + more):
            up.on_resume_sent(epoch, epoch * S)
        up.on_resume_arrived(4, 10 * S)
        assert up.ns == ns


def test_only_after_a_step_do_resumes_on_their_way_tell_gates_apart():
    keys = []
    for has_stepped in (False, True):
        up, other = way_up(), way_up()
        for each in (up, other):
            if has_stepped:
                each.begin_again()
        up.on_resume_sent(4, 10 * S)
        keys.append(up.key(4, 11 * S) == other.key(4, 11 * S))
    assert keys == [True, False]
