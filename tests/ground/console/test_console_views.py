"""The views without OpenGL: an arm and a scene of any size make the same picture."""

import pytest
from PySide6.QtGui import QColor
from screen_bench import RUN, S, application, arm, near_pixels, of_size, telemetry

from ground.console import theme
from ground.console.bodies import read_bodies
from ground.console.flat_view import FlatView
from ground.console.scene_look import look
from ground.console.state import ConsoleState

AWAY = (0.6, -1.9, -1.5707963, 0.0, 0.0, 0.0)
NOW = 10 * S
COLOURS = (theme.COMMANDED, theme.SEEN)
USUAL = read_bodies(RUN)


def coloured(bodies, commanded, seen=AWAY):
    """Pixels of each arm in the flat view."""
    application()
    view, state = FlatView(bodies), ConsoleState(RUN)
    view.resize(600, 300)
    state.consume(arm(NOW, commanded), NOW)
    state.consume(telemetry(NOW - S, seen), NOW)
    view.draw(look(bodies, state.snapshot(NOW), NOW))
    picture = view.grab().toImage()
    return [near_pixels(picture, QColor(colour)) for colour in COLOURS]


@pytest.mark.parametrize("factor", [0.01, 100.0])
def test_the_flat_view_of_another_size_is_the_same_picture(factor):
    usual = coloured(USUAL, USUAL.robot.home_q)
    assert min(usual) > 50
    assert coloured(of_size(factor), USUAL.robot.home_q) == pytest.approx(usual, rel=0.05)
