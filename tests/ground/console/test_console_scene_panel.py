"""What the panel of the scene says of the base."""

from dataclasses import replace

import pytest
from scene_bench import BODIES, NOW, flown_state
from screen_bench import application

from ground.console.flat_view import FlatView
from ground.console.scene_panel import FIXED_BASE, ScenePanel

pytestmark = pytest.mark.gl


def base_words(bodies):
    application()
    panel = ScenePanel(bodies, FlatView(bodies))
    panel.draw(flown_state().snapshot(NOW), NOW)
    return panel.base.text()


def test_a_base_that_is_bolted_to_the_ground_is_said_to_be_fixed():
    fixed = replace(BODIES, robot=replace(BODIES.robot, platform=None))
    assert FIXED_BASE in base_words(fixed)
    assert "turned" in base_words(BODIES)
