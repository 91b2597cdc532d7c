"""Whatever a hand does: nothing moves the arm but what it asks for, and what it is not given is told."""

import math
from dataclasses import replace

import msgspec
import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from planner.teleoperation.mapping import AXES, NO_HANDLE, NOTED_SHARE, HandMapping, wished_twist
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import rotation_from_vector, rotation_vector
from telemetry.agreed.hand_settings import HandSettings
from telemetry.messages.handle import HandleSample, Steering
from tests.planner.teleoperation.hand_desk import PERIOD_S, ROBOT, START, Desk
from tests.planner.teleoperation.leading import LIMITS, led_by

NO_DRIFT = 1e-9  # [m or rad]
ONE_MICRON = 1e-6
ROUNDING = 1e-12
MODES, FRAMES = ("position", "attitude", "pose"), ("base", "tool", "camera", "view")
CONTROLS = ("master_slave", "bilateral")
T_BEGIN = tool_pose(ROBOT, START.q)

few = settings(max_examples=12, deadline=None, derandomize=True)  # each leads an arm
many = settings(max_examples=100, deadline=None, derandomize=True)


def vectors(each):
    return st.tuples(each, each, each)


def upright(v):
    return (math.sqrt(1.0 - np.dot(v, v)), *v)


near, anywhere = st.floats(-0.3, 0.3), st.floats(-1.7e308, 1.7e308)
samples = st.builds(
    HandleSample,
    number=st.just(1),
    sampled_ns=st.just(0),
    p_handle=vectors(near) | vectors(anywhere),
    quat_handle=vectors(near).map(upright) | st.tuples(anywhere, anywhere, anywhere, anywhere),
    dead_man=st.booleans(),
    left_button=st.booleans(),
    right_button=st.booleans(),
)
steerings = st.builds(
    Steering,
    mode=st.sampled_from(MODES),
    frame=st.sampled_from(FRAMES),
    control=st.sampled_from(CONTROLS),
    quat_axes=vectors(near).map(upright),
)
histories = st.lists(samples, min_size=1, max_size=6)


def let_go(sample):
    return msgspec.structs.replace(sample, dead_man=False)


@few
@given(st.lists(st.tuples(histories, steerings, st.sampled_from(["", "tool"])), min_size=1, max_size=5))
def test_no_arming_and_no_change_of_how_it_steers_moves_the_arm(armings):
    desk = Desk()
    for history, steering, tool in armings:
        desk.epoch += 1
        for sample in history:  # before the first credit: none of it counts
            desk.hand.on_sample(sample)
        for _ in range(2):
            desk.hand.on_sample(history[-1])
            assert desk.steer(steering, tool).state == START


@few
@given(histories, st.sampled_from(FRAMES))
def test_a_hand_that_turns_the_tool_never_moves_its_place(history, frame):
    desk = Desk()
    for sample in history:
        desk.hand.on_sample(sample)
        desk.credit(mode="attitude", frame=frame)
        assert np.linalg.norm(desk.tool[:3, 3] - T_BEGIN[:3, 3]) < NO_DRIFT


@few
@given(histories, st.sampled_from(FRAMES))
def test_a_hand_that_moves_the_tool_never_turns_it(history, frame):
    desk = Desk()
    for sample in history:
        desk.hand.on_sample(sample)
        desk.credit(mode="position", frame=frame)
        assert np.linalg.norm(rotation_vector(desk.tool[:3, :3] @ T_BEGIN[:3, :3].T)) < NO_DRIFT


@few
@given(histories, st.sampled_from(MODES))
def test_a_hand_that_nobody_presses_moves_nothing(history, mode):
    desk = Desk()
    for sample in history:
        desk.hand.on_sample(let_go(sample))
        assert desk.credit(mode=mode).state == START


@many
@given(
    vectors(st.floats(-0.5, 0.5)).map(np.array),
    vectors(st.floats(-0.5, 0.5)).map(np.array),
    st.frozensets(st.sampled_from(AXES)),
    steerings,
)
def test_what_the_hand_is_not_given_is_told(displacement, turn, locked, steering):
    R, axes = rotation_from_vector(np.array([0.3, -0.2, 1.0])), tuple(sorted(locked))
    bound = HandMapping(period_s=PERIOD_S, hand=HandSettings(locked_axes=axes), steering=steering)
    free = HandSettings(speed_max=1e9, turning_max=1e9, dead_zone=0.0)
    wished, notes = wished_twist(displacement, turn, bound, R_base_tool=R)
    asked, _ = wished_twist(
        displacement, turn, HandMapping(period_s=PERIOD_S, hand=free, steering=steering), R_base_tool=R
    )
    assert np.linalg.norm(wished[:3]) <= bound.hand.speed_max + ROUNDING
    assert np.linalg.norm(wished[3:]) <= bound.hand.turning_max + ROUNDING
    dead = bound.hand.dead_zone * bound.hand.scale / PERIOD_S  # what the dead zone takes is not told
    for part, least in ((slice(0, 3), dead), (slice(3, 6), 0.0)):
        lost = np.linalg.norm(wished[part] - asked[part]) - math.sqrt(3.0) * least
        assert notes or lost <= 2.0 * NOTED_SHARE * np.linalg.norm(asked[part]) + ROUNDING


@many
@given(vectors(st.floats()).map(np.array), vectors(st.floats()).map(np.array))
def test_numbers_of_which_no_handle_is_made_ask_for_nothing_and_that_is_told(displacement, turn):
    mapping = HandMapping(period_s=PERIOD_S, hand=HandSettings(), steering=Steering(mode="pose"))
    with np.errstate(over="raise", invalid="raise"):
        twist, notes = wished_twist(displacement, turn, mapping, R_base_tool=np.eye(3))
    assert np.isfinite(twist).all()
    is_near = np.abs([*displacement, *turn]).max() <= 5.0
    assert is_near or (notes and np.linalg.norm(twist[:3]) <= 0.05 + ROUNDING)
    assert not (np.isnan(displacement).any() or np.isinf(turn).any()) or (notes, twist.any()) == (
        (NO_HANDLE,),
        False,
    )


@few
@given(st.lists(st.tuples(vectors(st.floats(-0.05, 0.05)), st.integers(1, 8)), min_size=1, max_size=4))
@example([((0.0, 0.0, 0.03515625), 4), ((0.0, 0.0, 0.048828125), 2), ((0.03125, 0.0, 0.046875), 5)])
def test_no_way_of_the_hand_leads_the_tool_out_of_its_workspace(ways):
    p = T_BEGIN[:3, 3]
    walls = (tuple((p - 0.03).tolist()), tuple((p + 0.04).tolist()))
    twists = [[*velocity, 0.0, 0.0, 0.0] for velocity, periods in ways for _ in range(periods)]
    course = led_by(ROBOT, twists, start_q=START.q, limits=replace(LIMITS, workspace=walls))
    moved = course.poses[:, :3, 3] - p
    assert moved.max() <= 0.04 + ONE_MICRON
    assert moved.min() >= -0.03 - ONE_MICRON
