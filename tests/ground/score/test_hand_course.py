"""What a hand did is counted while it led the arm, and nowhere else."""

import numpy as np
import pytest

from ground.score.hand_course import HandCourse, clutching, corrections, smoothness
from telemetry.agreed.authority import State
from telemetry.messages.handle import UPRIGHT, HandleSample

STEP_S = 0.02
BELL = np.exp(-5.0 * np.arange(-1.0, 1.0, STEP_S) ** 2)
STANDING = np.zeros(25)


def flown(*pieces, state=State.TELEOP):
    """A hand with these speeds [m/s]: each piece is a grip, between them it lets go."""
    course, x, number = HandCourse(), 0.0, 0
    course.on_state(state)
    for piece in pieces:
        for speed, dead_man in [*((speed, True) for speed in piece), (0.0, False)]:
            x, number = x + speed * STEP_S, number + 1
            course.on_sample(
                HandleSample(
                    number=number, sampled_ns=round(number * STEP_S * 1e9), p_handle=(x, 0.0, 0.0),
                    quat_handle=UPRIGHT, dead_man=dead_man, left_button=False, right_button=False,
                )
            )  # fmt: skip
    return course.leading


def test_a_movement_in_one_go_needs_no_correction_and_is_smooth():
    grips = flown(0.1 * BELL)
    assert (corrections(grips), clutching(grips)) == (0, 0)
    assert smoothness(grips) == pytest.approx(-1.41, abs=0.1)


def test_each_further_movement_in_a_grip_is_a_correction():
    assert corrections(flown(np.concatenate([0.1 * BELL, STANDING, 0.03 * BELL, STANDING, 0.02 * BELL]))) == 2


def test_taking_hold_anew_is_clutching_and_no_correction():
    grips = flown(0.1 * BELL, 0.1 * BELL, 0.1 * BELL)
    assert (corrections(grips), clutching(grips)) == (0, 2)


def test_a_hand_that_trembles_on_its_way_is_less_smooth_and_one_that_goes_on_later_is_not():
    once = smoothness(flown(0.1 * BELL))
    trembling = 0.1 * BELL * (1.0 + 0.8 * np.sin(20.0 * np.arange(BELL.size) * STEP_S))
    assert smoothness(flown(trembling)) < once - 0.3
    assert smoothness(flown(np.concatenate([0.1 * BELL, STANDING, 0.1 * BELL]))) == pytest.approx(once)


def test_a_press_that_leads_no_arm_is_not_measured():
    grips = flown(0.1 * BELL, state=State.PLAN)
    assert (corrections(grips), clutching(grips), smoothness(grips)) == (None, None, None)


def test_a_hand_that_does_not_move_has_no_smoothness():
    grips = flown(STANDING)
    assert (corrections(grips), clutching(grips), smoothness(grips)) == (None, 0, None)
