"""Views and switches of the scene: by button and by key, the same in both views."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton
from scene_bench import BODIES, NOW, flown_state, plan, there, tube
from screen_bench import HOME, RUN, application, arm, flat_window, gone, near_pixels

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import Handover
from ground.console.scene.flat_canvas import TITLE_PX
from ground.console.scene.flat_view import FlatView
from ground.console.scene.scene_look import scene_look
from ground.console.scene.viewpoints import BESIDE, FIT, LAYERS, VIEWPOINTS
from ground.console.scene.viewpoints import NOW as ARM_NOW
from ground.console.texts import theme
from ground.console.widgets.hand_pad import DEAD_MAN_KEY, DIRECTIONS

pytestmark = pytest.mark.gl
STRETCHED = (0.0, -0.5, 0.0, 0.0, 0.0, 0.0)  # far behind the platform
KEYS = [FIT.key, BESIDE.key, *(view.key for view in VIEWPOINTS.values()), *(layer.key for layer in LAYERS)]


@pytest.fixture
def view():
    application()
    made = FlatView(BODIES)
    made.resize(700, 400)
    made.show()
    yield made
    made.close()


def shown(view, *messages, **how):
    view.draw(scene_look(BODIES, flown_state(*messages, **how).snapshot(NOW), NOW))
    return view.grab().toImage()


def press(window, key):
    QTest.keyClick(window, QKeySequence(key)[0].key())


def test_no_key_of_the_scene_is_one_of_the_hand_or_is_there_twice():
    of_hand = {QKeySequence(key)[0].key() for key in (DEAD_MAN_KEY, *(Qt.Key(key) for key in DIRECTIONS))}
    assert len(set(KEYS)) == len(KEYS)
    assert not of_hand & {QKeySequence(key)[0].key() for key in KEYS}


def test_every_button_of_the_scene_shows_its_key(view):
    texts = [button.text() for button in view.findChildren(QPushButton)]
    assert sorted(text.split()[-1] for text in texts) == sorted(KEYS)


def test_a_key_of_the_window_takes_a_view_and_another_switches_a_layer():
    application()
    window = flat_window(Handover(), lambda: NOW)
    window.show()
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    scene = window.panels["scene"].view
    press(window, VIEWPOINTS["top"].key)
    assert scene.chosen == VIEWPOINTS["top"]
    assert [name for name, button in scene.views.items() if button.isChecked()] == ["top"]
    press(window, "N")
    assert ARM_NOW not in scene.layers
    assert not scene.switches[ARM_NOW].isChecked()
    press(window, "N")
    assert ARM_NOW in scene.layers
    gone(window)


@pytest.mark.parametrize("name", [layer.name for layer in LAYERS])
def test_each_switch_takes_something_off_the_picture_and_puts_it_back(view, name):
    told = (plan(), there(tube()))
    with_it = shown(view, *told, verified=30)
    view.switches[name].click()
    without = shown(view, *told, verified=30)
    view.switches[name].click()
    assert without != with_it
    assert shown(view, *told, verified=30) == with_it


def test_fit_shrinks_the_view_again_when_an_arm_has_come_back(view):
    at_home = shown(view)
    state = ConsoleState(RUN)
    state.on_message(arm(NOW, STRETCHED), NOW)
    view.draw(scene_look(BODIES, state.snapshot(NOW), NOW))
    assert shown(view) != at_home
    view.to_fit.click()
    assert shown(view) == at_home


def test_near_the_hand_the_view_goes_with_it(view):
    view.look_from("hand")
    middles = []
    for q in (HOME, STRETCHED):
        state = ConsoleState(RUN)
        state.on_message(arm(NOW, q), NOW)
        view.draw(scene_look(BODIES, state.snapshot(NOW), NOW))
        middles.append(view.in_sight.centre)
        assert view.in_sight.radius < 0.5 * view.framing.shown.radius
    tool = BODIES.tool_path((HOME, STRETCHED))
    assert np.allclose(middles, tool)
    view.to_fit.click()
    assert not view.views["hand"].isChecked()
    assert view.in_sight == view.framing.shown


@pytest.mark.parametrize("name", list(VIEWPOINTS))
def test_nothing_covers_the_titles_of_the_flat_pictures(view, name):
    view.look_from(name)
    picture = shown(view, plan(), verified=30)
    titles = picture.copy(0, 0, picture.width(), int(TITLE_PX))
    for colour in (theme.COMMANDED, theme.SEEN, theme.PLANNED):
        assert near_pixels(titles, QColor(colour)) == 0
    assert near_pixels(titles, QColor(theme.DIM)) > 20


def test_the_same_switches_work_in_both_views():
    application()
    from ground.console.scene.opengl import has_opengl

    assert has_opengl(), f"no OpenGL on {QApplication.platformName()}: run with xvfb-run and a GL driver"
    from ground.console.scene.scene_view import SceneView

    flat, solid = FlatView(BODIES), SceneView(BODIES)
    for one, other in ((flat.views, solid.views), (flat.switches, solid.switches)):
        assert [button.text() for button in one.values()] == [button.text() for button in other.values()]
    solid.resize(700, 400)
    solid.show()
    for name in solid.switches:
        with_it = _framebuffer(solid)
        solid.switches[name].click()
        assert _framebuffer(solid) != with_it, name
        solid.switches[name].click()
    solid.close()


def _framebuffer(view):
    view.draw(scene_look(BODIES, flown_state(plan(), there(tube()), verified=30).snapshot(NOW), NOW))
    QApplication.processEvents()
    return view.view.grabFramebuffer()


def test_letters_that_a_person_types_into_a_filter_switch_nothing():
    application()
    window = flat_window(Handover(), lambda: NOW)
    window.show()
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    scene, line = window.panels["scene"].view, window.findChild(QLineEdit)
    before = (set(scene.layers), scene.chosen)
    line.setFocus()
    QTest.keyClicks(line, "fncpmxgk4")
    assert line.text() == "fncpmxgk4"
    assert (scene.layers, scene.chosen) == before
    gone(window)
