"""The 3-D view on a real context; to be run with a screen: xvfb-run -a pytest -m gl."""

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication
from screen_bench import RUN, S, application, arm, of_size, pixels, roll_back, telemetry

from ground.console.facts.console_state import ConsoleState
from ground.console.scene.bodies import read_bodies
from ground.console.scene.opengl import draws_by_software, has_opengl
from ground.console.scene.scene_look import SceneLook, scene_look
from ground.console.scene.viewpoints import MARGIN
from ground.console.texts import theme
from predictor.model.spatial import pose

AWAY = (0.9, -1.9, -1.2, 0.0, 0.0, 0.0)
NOW = 10 * S


@pytest.mark.gl
def test_commanded_is_solid_telemetry_is_wireframe_and_a_refused_pair_is_red():
    application()
    assert has_opengl(), f"no OpenGL on {QApplication.platformName()}: run with xvfb-run and a GL driver"
    from ground.console.scene.scene_view import SceneView

    view = SceneView(read_bodies(RUN))
    view.resize(800, 600)
    view.show()
    state = ConsoleState(RUN)

    def hues():
        view.draw(scene_look(read_bodies(RUN), state.snapshot(NOW), NOW))
        QApplication.processEvents()
        return classes(view.view.grabFramebuffer())

    assert hues() == pytest.approx({"solid": 0, "wire": 0, "red": 0})
    state.on_message(arm(NOW), NOW)
    state.on_message(telemetry(NOW - 4 * S, AWAY), NOW)
    both = hues()
    assert both["solid"] > 2000
    assert 300 < both["wire"] < both["solid"]
    assert both["red"] == 0
    state.on_message(roll_back(), NOW)
    assert hues()["red"] > 200
    view.close()


@pytest.mark.gl
def test_the_edges_of_a_box_go_where_its_body_is():
    application()
    from ground.console.scene.scene_view import SceneView

    bodies = read_bodies(RUN)
    away = pose(np.eye(3), np.array([0.0, 0.3, 0.0]))
    moved = dict.fromkeys((body.body for body in bodies.visible.scene), away)
    before, after = (SceneView(bodies).outlines(SceneLook(moved=told))[0].ends for told in ({}, moved))
    assert np.allclose(after - before, away[:3, 3])


@pytest.mark.gl
@pytest.mark.parametrize("factor", [0.01, 100.0])
def test_an_arm_of_another_size_fills_the_view_alike(factor):
    application()
    assert has_opengl(), f"no OpenGL on {QApplication.platformName()}: run with xvfb-run and a GL driver"
    from ground.console.scene.scene_view import SceneView

    counts = []
    for bodies in (read_bodies(RUN), of_size(factor)):
        view, state = SceneView(bodies), ConsoleState(RUN)
        view.switch_layer(MARGIN)  # which is as wide for an arm of any size
        view.resize(800, 600)
        view.show()
        state.on_message(arm(NOW), NOW)
        view.draw(scene_look(bodies, state.snapshot(NOW), NOW))
        QApplication.processEvents()
        counts.append(classes(view.view.grabFramebuffer())["solid"])
        view.close()
    assert counts[0] > 2000
    assert counts[1] == pytest.approx(counts[0], rel=0.02)


def test_without_a_gl_platform_the_probe_says_so_before_anything_is_built():
    application()
    if QApplication.platformName() == "offscreen":
        assert not has_opengl()
    else:
        assert isinstance(has_opengl(), bool)


def classes(image: QImage) -> dict[str, int]:
    """Count the pixels of each style: hue of the commanded, of the telemetered, of the alarm."""
    rgb = pixels(image)
    bright = rgb.max(axis=1) > 60.0
    counts = {}
    for name, colour in (("solid", theme.COMMANDED), ("wire", theme.SEEN), ("red", theme.ALARM)):
        wanted = np.array(QColor(colour).getRgb()[:3], dtype=float)
        cosine = rgb @ wanted / np.maximum(np.linalg.norm(rgb, axis=1) * np.linalg.norm(wanted), 1.0)
        counts[name] = int(np.count_nonzero(bright & (cosine > 0.995)))
    return counts


def test_a_virtual_screen_draws_by_software_and_says_so():
    application()
    assert draws_by_software() == has_opengl()
