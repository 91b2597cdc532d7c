"""Fixtures in the scene: what is shown of them and until when, by which shape, how a touch is told."""

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from scene_bench import BODIES, NOW, flown_state, looked, touch, tube
from screen_bench import application, pixels

from ground.console import theme
from ground.console.fixture_shapes import outside
from ground.console.flat_view import FlatView
from ground.console.legend import entries
from ground.console.opengl import has_opengl
from ground.console.scene_items import swept_mesh
from ground.console.scene_marks import OUT_OF_DATE, TOUCHED, marks
from ground.console.scene_views import GUIDES, LEGEND
from predictor.geometry.fixtures.kinds import tube_of

FAR = 2.0
ALONG = (0.0, 0.0, 2.0)


def shown(*messages):
    return flown_state(*messages).snapshot(NOW).fixtures


def words(look, *layers):
    return [word.text for word in marks(BODIES, look, set(layers), size=1.0).words]


def test_a_fixture_is_shown_until_it_is_taken_away_or_there_is_none():
    assert len(shown(tube())) == 1
    assert len(shown(tube(), tube())) == 1
    assert len(shown(tube(), tube(fixture_id="other"))) == 2
    assert not shown(tube(), tube(kind="none", bends=()))
    assert not shown(tube(), tube(reason="no_free_way", bends=()))


def test_a_touch_is_told_from_its_begin_to_its_end():
    assert TOUCHED not in words(looked(tube()), GUIDES)
    assert TOUCHED in words(looked(tube(), touch()), GUIDES)
    assert TOUCHED in words(looked(tube(), touch(), tube(world=2)), GUIDES)
    assert TOUCHED not in words(looked(tube(), touch(), touch(is_begin=False)), GUIDES)
    assert TOUCHED not in words(looked(tube(), touch()))


def test_a_fixture_of_an_older_world_says_so_and_looks_old():
    (fixture,) = looked(tube()).fixtures
    old = looked()._replace(fixtures=(fixture._replace(is_stale=True),))
    assert OUT_OF_DATE in words(old, GUIDES)
    assert theme.STALE in [line.colour for line in marks(BODIES, old, {GUIDES}, size=1.0).lines]


def test_the_surface_of_a_tube_is_closed_faces_outwards_and_is_its_wall():
    shape, told = outside(tube(), FAR).solid, tube_of(tube())
    mesh = swept_mesh(shape.way, shape.radius)
    off = [told.offset(vertex).beyond for vertex in mesh.vertices]
    assert max(np.abs(off)) < 0.02 * told.radius
    corners = mesh.vertices[mesh.faces] - mesh.vertices.mean(axis=0)
    volume = np.linalg.det(corners).sum() / 6.0
    swept = np.pi * told.radius**2 * (told.length + 4.0 / 3.0 * told.radius)
    assert volume == pytest.approx(swept, rel=0.05)


@pytest.mark.parametrize("kind", ["tube", "line", "plane", "point", "keep_out_box", "keep_out_sphere"])
def test_each_kind_has_a_shape(kind):
    assert outside(tube(kind=kind, along=(0.1, 0.2, 0.3)), FAR) is not None


def test_what_makes_no_fixture_is_not_drawn():
    assert outside(tube(kind="line", along=None), FAR) is None
    assert outside(tube(bends=()), FAR) is None


def test_a_plane_is_drawn_where_the_hand_meets_it():
    told = tube(kind="plane", along=ALONG, radius=0.03)
    box = outside(told, FAR).solid
    assert np.allclose(box.T_base_box[:3, 3], np.array(told.bends[0].point) - [0.0, 0.0, 0.03])
    assert np.allclose(box.T_base_box[:3, 2], [0.0, 0.0, 1.0])


def test_the_legend_names_a_guide_and_one_that_is_touched():
    def named(*messages):
        return [
            entry.words for entry in entries(looked(*messages), {GUIDES, LEGEND}) if "guide" in entry.words
        ]

    assert named() == []
    assert named(tube()) == ["guide of the hand"]
    assert named(tube(), touch()) == ["guide, touched"]


@pytest.mark.gl
@pytest.mark.parametrize("kind", ["flat", "opengl"])
def test_a_guide_shows_what_is_behind_it_is_brighter_where_touched_and_can_be_switched_off(kind):
    application()
    if kind == "opengl" and not has_opengl():
        pytest.skip("no OpenGL here")
    from ground.console.scene_view import SceneView

    view = FlatView(BODIES) if kind == "flat" else SceneView(BODIES)
    view.resize(500, 400)
    view.show()

    def light(*messages):
        view.draw(looked(*messages))
        QApplication.processEvents()
        image = view.grab().toImage() if kind == "flat" else view.view.grabFramebuffer()
        return pixels(image).sum()

    none, usual, touched = light(), light(tube()), light(tube(), touch())
    assert none < usual < touched
    view.switch(GUIDES)
    assert light(tube(), touch()) == light()
    view.close()
