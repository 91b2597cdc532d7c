"""What lies behind a pixel, in both views: a ray goes through the points that are drawn there."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from scene_bench import BODIES
from screen_bench import application

from ground.console.scene.flat_canvas import FlatCanvas
from ground.console.scene.flat_view import FlatView
from ground.console.scene.opengl import has_opengl
from ground.console.scene.sight import GhostLook

pytestmark = pytest.mark.gl
POINT = np.array([0.7, -0.4, 0.9])
ONE_MICRON = 1e-6


def flat():
    application()
    view = FlatView(BODIES)
    view.resize(800, 500)
    view.show()
    QApplication.processEvents()
    return view


def mouse(view, kind, at):
    button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
    event = QMouseEvent(kind, at, at, button, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    return QApplication.sendEvent(view.canvas, event)


class Pointer:
    """Takes the presses near a point."""

    def __init__(self):
        self.happened = []

    def press(self, ray):
        self.happened.append("press")
        return bool(ray.nearest(POINT[None])[0] < 0.05)

    def drag(self, ray):
        self.happened.append(round(float(ray.nearest(POINT[None])[0]), 3))

    def release(self):
        self.happened.append("release")


def test_a_ray_of_each_flat_picture_goes_through_the_point_that_is_drawn_there():
    view = flat()
    view.to_two.click()
    QApplication.processEvents()
    for canvas in view.findChildren(FlatCanvas):
        at = canvas.projection().point(POINT)
        ray = canvas.ray_at(at)
        assert ray.nearest(POINT[None])[0] < ONE_MICRON and ray.along @ (POINT - ray.start) > 0.0
        beside = canvas.ray_at(at + QPointF(10.0, 0.0))
        assert beside.nearest(POINT[None])[0] == pytest.approx(10.0 * ray.pixel_at(POINT))


def test_a_ray_of_the_perspective_goes_through_the_point_that_is_drawn_there():
    application()
    assert has_opengl(), "no OpenGL: run with xvfb-run and a GL driver"
    from ground.console.scene.scene_view import SceneView

    view = SceneView(BODIES)
    view.view.resize(700, 400)
    for name in ("oblique", "top"):
        view.look_from(name)
        at = QPointF(*view.view.eye.pixels(POINT[None])[0].tolist())
        assert view.ray_at(at).nearest(POINT[None])[0] < ONE_MICRON
        beside = view.ray_at(at + QPointF(8.0, 0.0))
        pixels = beside.nearest(POINT[None])[0] / beside.pixel_at(POINT)
        assert pixels == pytest.approx(8.0, rel=0.1)


def test_what_the_pointer_takes_belongs_to_it_until_the_release_even_over_the_other_picture():
    view = flat()
    view.pointer = pointer = Pointer()
    at = view.canvas.projection().point(POINT)
    assert mouse(view, QEvent.Type.MouseButtonPress, at)
    mouse(view, QEvent.Type.MouseMove, at + QPointF(20.0, 0.0))
    mouse(view, QEvent.Type.MouseMove, at + QPointF(450.0, 0.0))
    mouse(view, QEvent.Type.MouseButtonRelease, at)
    near, far = pointer.happened[1:3]
    assert pointer.happened[0] == "press" and pointer.happened[3] == "release"
    assert far == pytest.approx(22.5 * near, rel=0.01)


def test_what_the_pointer_leaves_is_the_views_own():
    view = flat()
    view.pointer = pointer = Pointer()
    mouse(view, QEvent.Type.MouseButtonPress, QPointF(5.0, 30.0))
    mouse(view, QEvent.Type.MouseMove, QPointF(50.0, 30.0))
    mouse(view, QEvent.Type.MouseButtonRelease, QPointF(50.0, 30.0))
    assert pointer.happened == ["press"]


def test_a_ghost_stays_when_the_scene_is_drawn_anew():
    view = flat()
    ghost = GhostLook(np.eye(4), np.eye(3), 0.2, np.zeros((0, 3)))
    view.show_asked(ghost, None)
    view.draw(view.look._replace(ghost=None))
    assert view.look.ghost is ghost
