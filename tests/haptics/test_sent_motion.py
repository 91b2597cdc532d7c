"""Where the arm was sent: smooth between set-points, as late as is said, led on for a period at most."""

import pytest

from haptics.sent_motion import commanded_motion, continued, released_motion
from predictor.motion.stop import rest
from telemetry.agreed.run_settings import Commanding
from telemetry.messages.joint_state import JointState

S = 1_000_000_000
PERIOD_NS = S // 4
COMMANDING = Commanding(period_s=0.25, depth=4, buffer_s=0.5, policy="watermark")
SPEED = 0.2  # [rad/s]


def steady_sent(sent, periods):
    """Tell set-points of steady motion, one each period from 0 on."""
    for k in range(periods):
        sent.add(JointState((SPEED * 0.25 * k,), (SPEED,), (0.0,)), k * PERIOD_NS)
    return sent


def test_what_is_commanded_runs_on_with_the_newest_set_point():
    sent = steady_sent(commanded_motion(COMMANDING), 5)
    assert [sent.q(at_ns)[0] for at_ns in (S, S + S // 10)] == pytest.approx([SPEED, 1.1 * SPEED])


def test_what_is_released_runs_the_time_on_board_later_and_its_move_takes_a_period():
    sent = steady_sent(released_motion(COMMANDING), 20)
    later_ns = COMMANDING.buffer_ns + PERIOD_NS
    assert sent.q(3 * S + later_ns)[0] == pytest.approx(3 * SPEED, abs=1e-12)


def test_between_released_set_points_the_motion_is_that_of_the_arm():
    sent = steady_sent(released_motion(COMMANDING), 20)
    assert sent.q(3 * S + S // 10)[0] - sent.q(3 * S)[0] == pytest.approx(0.1 * SPEED, abs=1e-12)


def test_an_arm_of_which_no_more_comes_is_led_on_for_a_period_and_no_longer():
    sent = steady_sent(commanded_motion(COMMANDING), 5)
    assert sent.q(9 * S) == sent.q(S + PERIOD_NS)


def test_leading_on_follows_speed_and_acceleration():
    assert continued(JointState((1.0,), (2.0,), (4.0,)), 0.5) == (2.5,)


def test_an_arm_that_stands_is_sent_nowhere():
    sent = steady_sent(commanded_motion(COMMANDING), 5)
    sent.rest_at((3.0,))
    assert sent.q(S + 1) == (3.0,)


def sent_to(*states, now_ns=0):
    """Tell states of what is released, at once."""
    sent = released_motion(COMMANDING)
    for state in states:
        sent.add(state, now_ns)
    return sent


HALF_WAY_NS = COMMANDING.buffer_ns + PERIOD_NS // 2


def test_an_arm_that_comes_to_rest_where_it_is_told_to_stand_goes_on_there():
    sent = sent_to(rest((0.0,)))
    sent.add(rest((0.1,)), 1)
    sent.rest_at((0.1,))
    assert sent.q(1 + HALF_WAY_NS)[0] == pytest.approx(0.05)


@pytest.mark.parametrize("end", [rest((0.1,)), JointState((3.0,), (SPEED,), (0.0,))])
def test_an_arm_that_stands_elsewhere_or_was_sent_on_goes_no_further(end):
    sent = sent_to(rest((0.0,)), end)
    sent.rest_at((3.0,))
    assert sent.q(HALF_WAY_NS) == sent.q(S) == (3.0,)


def test_a_move_that_comes_late_begins_at_the_end_of_the_one_before():
    sent = sent_to(JointState((0.0,), (SPEED,), (0.0,)))
    sent.add(rest((0.1,)), 2 * PERIOD_NS)
    assert sent.q(2 * PERIOD_NS + COMMANDING.buffer_ns) == (0.0,)


def test_a_move_ends_exactly_at_its_set_point():
    sent = sent_to(rest((0.1,)), JointState((0.3,), (0.7,), (0.3,)))
    assert sent.q(COMMANDING.buffer_ns + PERIOD_NS) == (0.3,)


def test_nobody_knows_before_anything_is_told():
    assert commanded_motion(COMMANDING).q(S) is None
