"""The labels of both views stand clear of arms, tool and goal as they are drawn; a second view is beside."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from scene_bench import BODIES, looked, plan, there, tube
from screen_bench import application

from ground.console.scene.flat_shapes import Projection
from ground.console.scene.flat_view import FlatView
from ground.console.scene.opengl import has_opengl
from ground.console.scene.scene_obstacles import SPOT_PX, scene_obstacles
from ground.console.scene.viewpoints import LAYERS, VIEWPOINTS, at_right_angles
from ground.console.widgets.labels import PlacedLabels

pytestmark = pytest.mark.gl
LOOK = looked(plan(), there(tube()), verified=30)
EVERYTHING = frozenset(layer.name for layer in LAYERS)


def flat():
    application()
    view = FlatView(BODIES)
    view.resize(934, 520)
    view.show()
    return view


def assert_clear(places, eye):
    """No label lies over an arm, or near a tool or a goal, as an eye sees them."""
    for q in (LOOK.commanded, LOOK.seen, LOOK.now):
        for segment in BODIES.arm_segments(q):
            along = np.linspace(segment.p0, segment.p1, 30)
            half = segment.radius * eye.metres(along)
            assert_away(places, eye.pixels(along), half)
    spots = np.stack([BODIES.tool_path((LOOK.commanded,))[0], LOOK.goals[0].place])
    assert_away(places, eye.pixels(spots), np.full(2, SPOT_PX))


def assert_away(places, points, least):
    for place in places:
        off = points - points.clip((place.x, place.y), (place.right, place.bottom))
        assert (np.linalg.norm(off, axis=1) > least - 1e-6).all()


@pytest.mark.parametrize("name", list(VIEWPOINTS))
def test_labels_stand_clear_of_arms_tool_and_goal_in_each_view(name):
    view = flat()
    view.layers = set(EVERYTHING)
    view.draw(LOOK)
    view.look_from(name)
    within = QRectF(0.0, 20.0, 934.0, 470.0)
    eye = Projection(view.in_sight, view.R_view_base, within)
    image = QImage(934, 490, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    obstacles = scene_obstacles(BODIES, LOOK, EVERYTHING, eye=eye)
    words = view._picture().drawn.words
    places = PlacedLabels().draw(painter, words, eye=eye, obstacles=obstacles, within=within)
    painter.end()
    assert len(places) >= 3
    assert_clear(places, eye)


def test_the_perspective_sees_points_where_it_draws_them():
    application()
    assert has_opengl(), "no OpenGL: run with xvfb-run and a GL driver"
    from ground.console.scene.scene_view import SceneView

    view = SceneView(BODIES)
    view.view.resize(700, 400)
    view.look_from("oblique")
    p = np.array([[0.4, 0.2, 0.6]])
    right = p + 1e-4 * view.R_view_base[0]
    metre = np.linalg.norm(view.view.eye.pixels(right) - view.view.eye.pixels(p)) / 1e-4
    assert view.view.eye.metres(p)[0] == pytest.approx(metre, rel=1e-6)
    behind = p + 100.0 * view.R_view_base[2]
    assert np.isnan(view.view.eye.pixels(behind)).all()


@pytest.mark.parametrize("name", list(VIEWPOINTS))
def test_the_second_view_shows_the_depth_of_the_first_across(name):
    R = VIEWPOINTS[name].R_view_base
    beside = at_right_angles(R)
    assert np.allclose(beside[2], R[0]) and np.allclose(beside @ beside.T, np.eye(3))


def test_by_its_key_the_second_view_stands_beside_the_first_and_covers_nothing():
    view = flat()
    QApplication.processEvents()
    alone = (view.canvas, view.beside)
    wide = view.canvas.width()
    view.show_beside()
    view.draw(LOOK)
    QApplication.processEvents()
    first, second = (each.geometry() for each in alone)
    assert not first.intersects(second) and first.width() < 0.6 * wide
    view.show_beside()
    QApplication.processEvents()
    assert view.canvas.width() == wide
