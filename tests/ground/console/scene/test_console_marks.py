"""What is drawn beside the bodies: the plan, what cameras see, the nearest pairs."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scene_bench import BODIES, NOW, flown_state, looked, plan
from screen_bench import HOME, OWN_PAIR, PAIR, arm

from ground.console.facts.arm_facts import CollisionFacts
from ground.console.scene.camera_sights import PYRAMID_LENGTH, camera_sights
from ground.console.scene.scene_look import CLOSER_TEXT, UNKNOWN_SINCE_LOS, BlendedLook, SceneLook, scene_look
from ground.console.scene.scene_marks import THICK_PX, VELOCITY_SHOWN_S, marks
from ground.console.scene.viewpoints import CAMERAS, PLAN
from ground.console.texts import theme
from ground.pictures.camera import HEIGHT, WIDTH
from predictor.model.kinematics import tool_pose

AWAY = (0.5, *HOME[1:])
ONE_CENTIMETRE = 1e-2


def drawn(now, *layers):
    return marks(BODIES, now, set(layers), size=1.0)


def of_plan(lines):
    return [line for line in lines if line.colour == theme.PLANNED]


def test_the_way_of_the_current_step_is_drawn_thick_from_its_begin_to_its_end():
    now = looked(plan(), verified=30)
    [thick] = [line for line in of_plan(drawn(now, PLAN).lines) if line.width == THICK_PX]
    assert np.allclose(thick.ends[-1], now.stops[1])
    assert np.linalg.norm(thick.ends[0] - now.stops[0]) < ONE_CENTIMETRE


def test_each_step_bears_its_number_where_it_ends_and_a_sign_of_its_state():
    now = looked(plan(), verified=30)
    words = {word.text: word.place for word in drawn(now, PLAN).words}
    assert np.allclose(words["→ 1"], now.stops[0])
    assert np.allclose(words["▶ 2"], now.stops[1])


def test_a_plan_that_is_switched_off_is_not_drawn():
    assert of_plan(drawn(looked(plan()), PLAN).lines)
    assert not of_plan(drawn(looked(plan())).lines)


def test_where_a_hand_is_bent_what_it_asks_is_dashed_and_what_it_is_given_is_thick():
    place, asked, given = np.zeros(3), np.array([0.0, 0.0, -0.05]), np.array([0.0, 0.02, 0.0])
    lines = drawn(SceneLook(blended=BlendedLook(place, asked, given))).lines
    dashed, thick = lines
    assert (dashed.style, thick.width) == ("dashed", THICK_PX)
    assert np.allclose(dashed.ends[1], VELOCITY_SHOWN_S * asked) and np.allclose(
        thick.ends[1], VELOCITY_SHOWN_S * given
    )
    assert not drawn(SceneLook()).lines


def test_what_a_camera_at_the_hand_sees_goes_with_the_commanded_arm():
    here, there = camera_sights(BODIES, HOME), camera_sights(BODIES, AWAY)
    T = tool_pose(BODIES.robot, AWAY) @ np.linalg.inv(tool_pose(BODIES.robot, HOME))
    for before, after in zip(here, there, strict=True):
        moved = before.ends if before.name == "global" else before.ends @ T[:3, :3].T + T[:3, 3]
        assert np.allclose(after.ends, moved)


def test_before_the_arm_is_known_only_the_cameras_of_the_platform_are_drawn():
    assert [seen.name for seen in camera_sights(BODIES, None)] == ["global"]
    for layers, is_drawn in (((), False), ((CAMERAS,), True)):
        assert any(word.text == "global" for word in drawn(looked(), *layers).words) == is_drawn


def test_the_names_of_cameras_at_the_hand_are_too_short_to_hide_it():
    words = [
        word.text
        for word in drawn(scene_look(BODIES, after(arm(NOW)), NOW), CAMERAS).words
        if word.colour == theme.CAMERA
    ]
    assert words == ["a", "b", "global"]


def test_a_pyramid_opens_as_its_camera_does():
    camera = BODIES.cameras[0]
    seen = camera_sights(BODIES, HOME)[0]
    left, right = seen.ends[0], seen.ends[1]  # of the upper edge
    half = PYRAMID_LENGTH * camera.sight_m * math.tan(0.5 * camera.fov)
    assert np.linalg.norm(right - left) == pytest.approx(2.0 * half * WIDTH / HEIGHT)


def test_one_nearest_pair_is_drawn_that_of_least_reserve_and_nothing_hides_it():
    [line] = drawn(looked()).lines
    assert line.is_on_top and looked().nearest.pair == PAIR
    own = scene_look(BODIES, after(arm(NOW, clearance=0.9)), NOW).nearest
    assert own.pair == OWN_PAIR and own.distance == "212.0 mm"


def test_what_is_closer_than_required_says_so_in_words_and_in_colour():
    now = scene_look(BODIES, after(arm(NOW, clearance=0.012)), NOW)
    assert now.nearest.words == f"hand – target handrail   12.0 mm (30.0 mm required), {CLOSER_TEXT}"
    assert [line.colour for line in drawn(now).lines] == [theme.BAD]


def test_a_pair_in_a_colour_of_alarm_bears_a_sign_beside_its_distance():
    far, close = after(arm(NOW)), after(arm(NOW, clearance=0.012))
    red = replace(far, collision=CollisionFacts(red_pair=PAIR))
    for seen, text in ((far, "64.8 mm"), (red, "✖ 64.8 mm"), (close, "✖ 12.0 mm")):
        assert text in [word.text for word in drawn(scene_look(BODIES, seen, NOW)).words]


def after(message):
    state = flown_state()
    state.on_message(message, NOW)
    return state.snapshot(NOW)


def test_without_contact_the_arm_now_is_not_known():
    told = after(arm(NOW))
    lost = scene_look(BODIES, replace(told, los_ns=NOW), NOW)
    assert (lost.now_is_stale, lost.now_note) == (True, UNKNOWN_SINCE_LOS)
    assert not scene_look(BODIES, told, NOW).now_is_stale
