"""The way up is the settings' until clock or delay have stepped; then resumes measure it."""

from planner.gate.way_up import WayUp

S = 1_000_000_000


def way_up():
    return WayUp(3 * S, report_period_ns=S // 10)


def test_without_a_step_the_settings_count_whatever_a_resume_shows():
    up = way_up()
    up.sent(4, 10 * S)
    up.arrived(4, 20 * S)
    assert up.ns == 3 * S


def test_after_a_step_the_resume_that_was_done_measures_it_and_not_a_later_one():
    up = way_up()
    up.begin_again()
    for epoch in (4, 5, 6):
        up.sent(epoch, epoch * S)
    up.arrived(4, 10 * S)
    assert up.ns == 6 * S - S // 20


def test_a_resume_that_was_sent_before_the_step_measures_nothing():
    up = way_up()
    up.sent(4, 10 * S)
    up.begin_again()
    up.arrived(4, 20 * S)
    assert up.ns == 3 * S
