"""What the hand can know of the arm: where it is sent, seen and comes to rest, and how long that is news."""

import msgspec
import numpy as np
import pytest

from haptics.forces.force_loop import FORCE_GONE_NS
from haptics.known_arm import KnownArm, commanded_motion, continued, released_motion
from predictor.model.kinematics import tool_pose
from predictor.motion.stop import rest
from telemetry.agreed.hand_settings import HandSettings
from telemetry.agreed.run_settings import Commanding
from telemetry.messages import prediction, queue
from telemetry.messages.command import Motion, SetPoint
from telemetry.messages.joint_state import JointState
from tests.haptics.test_feeling import HOME, entry, seen, status, steady
from tests.nominal_run import MODEL, nominal_run

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


ROBOT = MODEL.robot
ELSEWHERE = (HOME[0] + 0.3, *HOME[1:])
MOVING = JointState(*steady(4))
BASE = prediction.BasePose(p_world_base=(1.0, 2.0, 3.0), quat_world_base=(1.0, 0.0, 0.0, 0.0))


def known(*messages, sent="commanded", now_ns=0):
    run = nominal_run()
    force = msgspec.structs.replace(run.hand.force, sent=sent)
    arm = KnownArm(msgspec.structs.replace(run, hand=HandSettings(force=force)), ROBOT)
    for message in messages:
        arm.on_message(message, now_ns)
    return arm


def places(arm, now_ns=0):
    """Return the joints of the arm as sent and as it comes to rest, of those that are told of."""
    tool, found = arm.tool(ROBOT, now_ns), []
    poses = [(q, tool_pose(ROBOT, q)) for q in (HOME, ELSEWHERE, MOVING.q)]
    for T in (tool.T_base_sent, tool.T_base_tool):
        found += [q for q, known_T in poses if np.allclose(T, known_T, atol=1e-9)] or [None]
    return found


def released(state):
    q, qd, qdd = state
    point = SetPoint(epoch=2, seq=1, kind="motion", execute_at_ns=0, q=q, qd=qd, qdd=qdd, stop=b"")
    return Motion(set_point=point, repeat=None)


def roll_back(rest_q):
    return queue.RollBack(
        epoch=2, seq=2, reason="too_close", pair=("a", "b"), distance=0.0, required=0.03,
        time_to_contact=None, cancelled=1, rest_q=rest_q,
    )  # fmt: skip


def test_before_the_arm_is_seen_or_sent_anywhere_nothing_is_known():
    assert known(entry(rest(HOME))).tool(ROBOT, 0) is None
    assert known(seen()).tool(ROBOT, 0) is None


def test_an_arm_of_which_only_what_left_is_known_rests_where_it_was_sent():
    assert places(known(released(rest(HOME)), seen(), sent="released")) == [HOME, HOME]


@pytest.mark.parametrize("state", ["rest", "held"])
def test_an_arm_that_stands_is_sent_where_the_gate_says(state):
    assert places(known(entry(MOVING), seen(), status(state, last=rest(ELSEWHERE)))) == [ELSEWHERE] * 2


@pytest.mark.parametrize(
    ("state", "last"), [("teleop", rest(ELSEWHERE)), ("rest", JointState(ELSEWHERE, MOVING.qd, MOVING.qdd))]
)
def test_an_arm_that_is_led_or_still_moves_does_not_stand(state, last):
    assert places(known(entry(rest(HOME)), seen(), status(state, last=last))) == [HOME, HOME]


def test_after_a_roll_back_the_arm_rests_where_that_says():
    assert places(known(entry(MOVING), seen(), roll_back(ELSEWHERE))) == [ELSEWHERE, ELSEWHERE]


def test_what_has_left_is_not_taken_back_by_a_roll_back():
    arm = known(released(rest(HOME)), seen(), roll_back(ELSEWHERE), sent="released")
    assert places(arm) == [HOME, ELSEWHERE]


def test_an_arm_beyond_its_limits_has_no_stop_and_is_looked_at_where_it_is_sent():
    beyond = JointState(HOME, (0.0,) * 6, (9.0,) * 6)
    assert places(known(entry(beyond), seen()))[1] == HOME


def test_the_base_is_where_it_was_last_told():
    there = msgspec.structs.replace(seen(), base_commanded=BASE)
    assert known(entry(rest(HOME)), seen()).tool(ROBOT, 0).T_world_base is None
    tool = known(entry(rest(HOME)), there, seen()).tool(ROBOT, 0)
    assert tool.T_world_base[:3, 3].tolist() == [1.0, 2.0, 3.0]


def test_joints_that_stand_for_good_do_not_move_until_the_world_says_otherwise():
    joint = prediction.LockedJoint(joint=2, name="joint_3", kind="locked", q=0.0, followed=0.0, since_ns=0)
    world = prediction.World(version=1, configuration=b"", locked=(joint,))
    arm = known(entry(rest(HOME)), seen(), world)
    assert arm.tool(ROBOT, 0).is_moving.tolist() == [True, True, False, True, True, True]
    arm.on_message(msgspec.structs.replace(world, locked=()), 0)
    assert arm.tool(ROBOT, 0).is_moving.all()


def test_what_is_known_is_no_news_once_it_is_older_than_a_force_that_is_gone():
    arm = known(entry(rest(HOME)), seen())
    assert arm.tool(ROBOT, FORCE_GONE_NS) is not None
    assert arm.tool(ROBOT, FORCE_GONE_NS + 1) is None
