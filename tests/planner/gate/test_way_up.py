"""The way up is the settings' until clock or delay have stepped; then resumes measure it."""

from planner.gate.way_up import RESUMES_KEPT, UplinkDelay

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
