"""Eye and hand of a simulated person: what is judged, how the hand moves for it, when an arm stands still."""

import numpy as np
import pytest

from ground.operator.script.judgement import STILL_S, Errors, Stillness, judged, stroke_for
from telemetry.agreed.hand_settings import HandSettings

HAND = HandSettings()
PERIOD_S = 0.25


def test_a_person_errs_by_the_stated_share_of_what_is_left_and_by_little_besides():
    rng, left = np.random.default_rng(1), np.array([0.3, 0.0, -0.4])
    off = [judged(left, Errors(0.1, 0.002), rng) - left for _ in range(2000)]
    assert np.std(off, axis=0) == pytest.approx(np.hypot(0.1 * 0.5, 0.002), rel=0.1)
    assert np.mean(off, axis=0) == pytest.approx(0.0, abs=0.005)


def test_a_person_without_errors_means_just_what_is_left():
    left = np.array([0.1, 0.2, 0.3])
    assert judged(left, Errors(0.0, 0.0), np.random.default_rng(1)) == pytest.approx(left)


@pytest.mark.parametrize("distance", [0.005, 0.05, 0.3])
def test_a_stroke_held_for_its_time_moves_the_tool_by_what_was_meant(distance):
    stroke = stroke_for(np.array([0.0, distance, 0.0]), HAND, PERIOD_S)
    speed = min(HAND.speed_max, HAND.scale * (stroke.p_handle[1] - HAND.dead_zone) / PERIOD_S)
    assert speed * stroke.for_s == pytest.approx(distance)
    assert stroke.p_handle[0] == stroke.p_handle[2] == 0.0


def test_a_handle_that_is_turned_is_moved_along_its_own_axes():
    turned = HandSettings(quat_base_handle=(np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)))  # x along y of the base
    x, y, _ = stroke_for(np.array([0.0, 0.1, 0.0]), turned, PERIOD_S).p_handle
    assert x > 0.0 and y == pytest.approx(0.0, abs=1e-12)


def test_an_arm_that_has_not_begun_to_move_stands_still_but_has_not_moved():
    still = Stillness(np.zeros(3))
    assert not still.look(np.zeros(3), 0.0)
    assert still.look(np.zeros(3), STILL_S)
    assert not still.has_moved
    assert not still.look(np.array([0.01, 0.0, 0.0]), STILL_S + 0.05)
    assert still.has_moved


def test_what_creeps_on_does_not_stand_still():
    still = Stillness(np.zeros(3))
    seen = [still.look(np.array([0.002 * t, 0.0, 0.0]), t) for t in np.arange(0.0, 5.0, 0.05)]
    assert not any(seen)
