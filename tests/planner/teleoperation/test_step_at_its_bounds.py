"""One step of the hand at its bounds: where the tool was led, rest, ranges, singular poses, no stop."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from planner.teleoperation import step as steps
from planner.teleoperation.mapping import PARTS
from planner.teleoperation.step import AS_LED_WITHIN, AskedTwist, Engagement, dexterity, engage, step
from planner.teleoperation.tool_law import CREEP
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import pose, rotation_from_vector
from predictor.motion.motion import violation
from predictor.motion.stop import rest, stop
from telemetry.messages.joint_state import JointState
from tests.arms import five_joints
from tests.planner.teleoperation.leading import LIMITS, PERIOD_S
from tests.trees import X, Y, Z, arm, joint

NOTHING = (0.0,) * 6
UPRIGHT, STRETCHED = five_joints(), rest((0.0,) * 5)  # its tool is straight above the foot, unturned
T_UP = tool_pose(UPRIGHT, STRETCHED.q)


def gantry(third=Z, **limits):
    """Three joints that slide, each 0.5 m to either side: along x, along y, and along a third axis."""
    x, y = joint("x", axis=X, kind="prismatic"), joint("y", 0, axis=Y, kind="prismatic")
    robot = arm(x, y, joint("z", 1, axis=third, kind="prismatic"))
    return replace(robot, limits=replace(robot.limits, **limits))


def going(v, x=0.0):
    """The gantry on its way along x, amid its range or elsewhere."""
    return JointState((x, 0.0, 0.0), (v, 0.0, 0.0), (0.0, 0.0, 0.0))


def stepped(robot, newest, twist=NOTHING, *, engagement=None, mode="position"):
    asked = AskedTwist(np.array(twist, dtype=float), PARTS[mode])
    return step(robot, engagement or engage(robot, newest), asked, newest=newest, limits=LIMITS)


def led(robot, q, v, periods):
    """Lead a resting arm at a velocity (3,): the states, and what was told of each."""
    state, engagement, states, notes = rest(q), None, [rest(q)], []
    for _ in range(periods):
        state, engagement, told, _ = stepped(robot, state, (*v, 0.0, 0.0, 0.0), engagement=engagement)
        states.append(state)
        notes.append(told)
    return states, notes


def kept_after(T_base_tool):
    """Where the tool counts as led, if it was led to a pose near the upright arm's, which is at rest."""
    engagement = Engagement(T_base_tool=T_base_tool, is_braking=False)
    return stepped(UPRIGHT, STRETCHED, engagement=engagement).engagement.T_base_tool


def test_an_arm_that_moves_as_it_is_engaged_brakes_by_its_joints_own_stop():
    newest = going(0.1)
    done = stepped(gantry(), newest, (0.05, 0.0, 0.0, 0.0, 0.0, 0.0))
    assert done.state == stop(newest, gantry().limits, PERIOD_S)[0]
    assert (done.notes, done.is_as_asked, done.engagement.is_braking) == (("braked",), False, True)


def test_an_arm_that_rests_is_engaged_to_be_led():
    assert not engage(gantry(), rest((0.0, 0.0, 0.0))).is_braking


def test_an_arm_that_has_braked_to_rest_is_led_again():
    newest = rest((0.0, 0.0, 0.0))
    braking = replace(engage(gantry(), newest), is_braking=True)
    done = stepped(gantry(), newest, (0.05, 0.0, 0.0, 0.0, 0.0, 0.0), engagement=braking)
    assert done.is_as_asked and done.state.q[0] > 0.0 and not done.engagement.is_braking


def test_where_nothing_else_is_possible_the_joints_brake_and_tell_why():
    robot = gantry(qddd_max=(0.01, 0.01, 0.01))  # far less than the tool's own stop takes
    newest = going(0.05)
    led_so_far = replace(engage(robot, newest), is_braking=False)
    done = stepped(robot, newest, engagement=led_so_far)
    assert done.state == stop(newest, robot.limits, PERIOD_S)[0]
    assert done.notes == ("braked: jerk of x",) and done.engagement.is_braking


@pytest.mark.parametrize(("speed", "moves"), [(CREEP, False), (-CREEP, False), (3.0 * CREEP, True)])
def test_a_creep_asks_for_no_motion(speed, moves):
    newest = rest((0.0, 0.0, 0.0))
    done = stepped(gantry(), newest, (0.0, speed, 0.0, 0.0, 0.0, 0.0))
    assert (done.state != newest) == moves


@pytest.mark.parametrize("off", [0.5 * AS_LED_WITHIN, -0.9 * AS_LED_WITHIN])
def test_a_set_point_within_rounding_of_where_the_tool_was_led_counts_as_there(off):
    aside = pose(T_UP[:3, :3], T_UP[:3, 3] + [0.0, off, 0.0])
    turned = pose(rotation_from_vector(np.array([0.0, off, 0.0])), T_UP[:3, 3])
    assert np.array_equal(kept_after(aside), aside)
    assert np.array_equal(kept_after(turned), turned)


@pytest.mark.parametrize("off", [AS_LED_WITHIN, 0.01])
def test_a_set_point_that_is_elsewhere_counts_itself(off):
    assert np.array_equal(kept_after(pose(T_UP[:3, :3], T_UP[:3, 3] + [0.0, off, 0.0])), T_UP)
    turned = rotation_from_vector(np.array([0.0, 1.001 * off, 0.0]))
    assert np.array_equal(kept_after(pose(turned, T_UP[:3, 3])), T_UP)


@pytest.mark.parametrize("end", [-0.5, 0.5])
def test_a_joint_that_stands_at_the_end_of_its_range_lets_the_others_move(end):
    states, notes = led(gantry(), (end, 0.0, 0.0), (0.0, 0.03, 0.0), 3)
    assert notes == [()] * 3
    assert states[-1].q[0] == end and states[-1].q[1] > 0.001


def test_a_joint_that_comes_to_the_end_of_its_range_goes_slower_tells_which_and_stays_inside():
    robot = gantry()
    states, notes = led(robot, (0.46, 0.0, 0.0), (0.05, 0.0, 0.0), 14)
    assert ("slower: range of x",) in notes
    assert 0.49 < states[-1].q[0] <= 0.5
    assert all(violation(*pair, robot.limits, period_s=PERIOD_S) is None for pair in pairwise(states))


def test_a_state_from_which_the_joints_cannot_stop_is_no_step():
    robot = gantry(qddd_max=(1e-7, 1e-7, 1e-7))
    after = going(0.05, x=0.05 * PERIOD_S)
    assert steps._obstacle(robot, going(0.05), after, period_s=PERIOD_S) == "no stop begins there"


def test_an_arm_whose_stop_ends_past_its_range_cannot_take_that_step():
    before, after = going(0.1, x=0.465), going(0.1, x=0.49)
    assert steps._obstacle(gantry(), before, after, period_s=PERIOD_S) == "range of x"


def test_near_a_singular_pose_an_arm_moves_as_long_as_that_comes_no_nearer():
    robot = gantry(third=(0.0, 1.0, 0.02))
    assert dexterity(robot, (0.0, 0.0, 0.0)) < steps.DEXTERITY
    _, notes = led(robot, (0.0, 0.0, 0.0), (0.02, 0.0, 0.0), 3)
    assert notes == [()] * 3


def test_a_landing_with_just_the_dexterity_that_is_required_is_clear(monkeypatch):
    bent, more_bent = ((0.0, 0.5, turn, 0.8, 0.2) for turn in (0.5, 0.9))
    least, more = sorted(((dexterity(UPRIGHT, q), q) for q in (bent, more_bent)), key=lambda row: row[0])
    assert least[0] < more[0]
    for required, why in ((least[0], ""), (1.001 * least[0], "a singular pose is near")):
        monkeypatch.setattr(steps, "DEXTERITY", required)
        assert steps._singular(UPRIGHT, rest(more[1]), rest(least[1])) == why
