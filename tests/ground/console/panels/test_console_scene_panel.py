"""What the panel of the scene says of the base."""

from dataclasses import replace

import msgspec
import pytest
from scene_bench import BODIES, NOW, flown_state, turned
from screen_bench import RUN, application, arm

from ground.console.panels.scene_panel import FIXED_BASE_TEXT, ScenePanel
from ground.console.scene.flat_view import FlatView
from telemetry.messages.prediction import BasePose

pytestmark = pytest.mark.gl


def base_words(bodies, *predicted):
    application()
    panel = ScenePanel(bodies, FlatView(bodies), run=RUN, clock=lambda: NOW)
    state = flown_state()
    for told in predicted:
        state.on_message(told, NOW)
    panel.draw(state.snapshot(NOW), NOW)
    return panel.base.text()


def test_a_base_that_is_bolted_to_the_ground_is_said_to_be_fixed():
    fixed = replace(BODIES, robot=replace(BODIES.robot, platform=None))
    assert FIXED_BASE_TEXT in base_words(fixed)
    assert "turned" in base_words(BODIES)


def test_the_turn_of_the_platform_is_told_as_seen_with_its_age_and_as_predicted():
    now, commanded = (BasePose(p_world_base=(0.0, 0.0, 0.0), quat_world_base=turned(x)) for x in (0.1, 0.2))
    words = base_words(BODIES, msgspec.structs.replace(arm(NOW), base_now=now, base_commanded=commanded))
    assert "platform turned 0.0°" in words
    assert "3.5 s ago;   5.7° now, estimated;   11.5° commanded" in words
