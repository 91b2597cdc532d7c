"""Fixtures in the scene: what is shown of them and until when, by which shape, how a touch is told."""

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from scene_bench import BODIES, NOW, PLANE, flown_state, looked, there, touch, tube
from screen_bench import HOME, RUN, S, application, pixels

from ground.console.scene.fixture_shapes import fixture_shape
from ground.console.scene.flat_view import FlatView
from ground.console.scene.framing import Framing
from ground.console.scene.legend import legend_entries
from ground.console.scene.opengl import has_opengl
from ground.console.scene.scene_items import swept_mesh
from ground.console.scene.scene_marks import OUT_OF_DATE_TEXT, TOUCHED_TEXT, marks
from ground.console.scene.viewpoints import GUIDES, LEGEND
from ground.console.texts import theme
from planner.fixtures.kept_fixtures import KeptFixtures
from predictor.geometry.fixtures.kinds import tube_of
from telemetry.messages.fixture import Bend, FixtureRequest
from telemetry.messages.prediction import World
from telemetry.recording.screen_history import KeptMessage, ScreenHistory

FAR = 2.0
ALONG = (0.0, 0.0, 2.0)
WORLD = World(version=1, configuration=RUN.configuration)


def shown(*messages):
    return flown_state(*messages).snapshot(NOW).fixtures.shown


def words(look, *layers):
    return [word.text for word in marks(BODIES, look, set(layers), size=1.0).words]


def test_the_fixtures_that_the_planner_tells_are_shown_and_no_others():
    assert len(shown(there(tube()), there(tube(), tube(fixture_id="other")))) == 2
    assert not shown(there(tube()), there())


def test_a_console_that_is_opened_late_knows_each_fixture_within_a_second():
    kept = KeptFixtures(RUN, ("tool",))
    kept.on_lease("operator")
    kept.on_request(FixtureRequest(fixture_id="way"), "operator", rest_q=HOME, world=WORLD)
    kept.on_made(tube())
    late = [*kept.due_messages(0), *kept.due_messages(S // 2), *kept.due_messages(S)][1:]
    assert len(late) == 1 and [each.fixture.fixture_id for each in shown(*late)] == ["way"]


def test_a_planner_that_begins_anew_takes_its_fixtures_from_the_screens():
    assert not shown(there(tube()), *KeptFixtures(RUN, ("tool",)).due_messages(0))


def test_a_replay_shows_at_any_instant_the_fixtures_of_then():
    instants = ScreenHistory()
    for number, told in enumerate((there(), there(tube()), there(tube()), there())):
        instants.on_message(KeptMessage(number * S, number, told), "planner")
    instants.close()
    shown_then = [shown(*(kept.message for kept in instants.known_at(at * S))) for at in range(4)]
    assert [len(fixtures) for fixtures in shown_then] == [0, 1, 1, 0]


def test_a_touch_is_told_from_its_begin_to_its_end():
    assert TOUCHED_TEXT not in words(looked(there(tube())), GUIDES)
    assert TOUCHED_TEXT in words(looked(there(tube()), touch()), GUIDES)
    assert TOUCHED_TEXT in words(looked(there(tube()), touch(), there(tube(world=2))), GUIDES)
    assert TOUCHED_TEXT not in words(looked(there(tube()), touch(), touch(is_begin=False)), GUIDES)
    assert TOUCHED_TEXT not in words(looked(there(tube()), touch()))


def test_a_fixture_of_an_older_world_says_so_and_looks_old():
    (fixture,) = looked(there(tube())).fixtures
    old = looked()._replace(fixtures=(fixture._replace(is_stale=True),))
    assert OUT_OF_DATE_TEXT in words(old, GUIDES)
    assert theme.STALE in [line.colour for line in marks(BODIES, old, {GUIDES}, size=1.0).lines]


def test_the_surface_of_a_tube_is_closed_faces_outwards_and_is_its_wall():
    shape, told = fixture_shape(tube(), FAR).solid, tube_of(tube())
    mesh = swept_mesh(shape.path, shape.radius)
    off = [told.offset(vertex).beyond for vertex in mesh.vertices]
    assert max(np.abs(off)) < 0.02 * told.radius
    corners = mesh.vertices[mesh.faces] - mesh.vertices.mean(axis=0)
    volume = np.linalg.det(corners).sum() / 6.0
    swept = np.pi * told.radius**2 * (told.length + 4.0 / 3.0 * told.radius)
    assert volume == pytest.approx(swept, rel=0.05)


@pytest.mark.parametrize("kind", ["tube", "line", "plane", "point", "keep_out_box", "keep_out_sphere"])
def test_each_kind_has_a_shape(kind):
    assert fixture_shape(tube(kind=kind, along=(0.1, 0.2, 0.3)), FAR) is not None


def test_the_view_grows_for_a_tube_that_is_outside_and_stays_for_what_goes_on_for_ever():
    framing = Framing(BODIES)
    start = tube().bends[0].point
    within = there(tube(kind="line", along=ALONG, bends=(Bend(point=start),)))
    assert not framing.follow(looked(within))
    beyond = there(tube(bends=(Bend(point=start), Bend(point=(start[0], 1.4, start[2])))))
    assert framing.follow(looked(beyond)) and framing.shown.high[1] > 1.45


def test_a_point_without_a_radius_is_marked_by_a_cross_that_can_be_seen():
    told = tube(kind="point", radius=0.0)
    drawn = fixture_shape(told, FAR)
    assert np.ptp(drawn.lines, axis=0).min() >= 0.1
    assert np.allclose(drawn.lines.mean(axis=0), told.bends[0].point)


def test_what_makes_no_fixture_is_not_drawn():
    assert fixture_shape(tube(kind="line", along=None), FAR) is None
    assert fixture_shape(tube(bends=()), FAR) is None


def test_a_plane_is_drawn_where_the_hand_meets_it():
    told = tube(kind="plane", along=ALONG, radius=0.03)
    box = fixture_shape(told, FAR).solid
    assert np.allclose(box.T_base_box[:3, 3], np.array(told.bends[0].point) - [0.0, 0.0, 0.03])
    assert np.allclose(box.T_base_box[:3, 2], [0.0, 0.0, 1.0])


def test_the_legend_names_a_guide_and_one_that_is_touched():
    def named(*messages):
        return [
            entry.words
            for entry in legend_entries(looked(*messages), {GUIDES, LEGEND}, PLANE)
            if "guide" in entry.words
        ]

    assert named() == []
    assert named(there(tube())) == ["guide of the hand"]
    assert named(there(tube()), touch()) == ["guide, touched"]


@pytest.mark.gl
@pytest.mark.parametrize("kind", ["flat", "opengl"])
def test_a_guide_shows_what_is_behind_it_is_brighter_where_touched_and_can_be_switched_off(kind):
    application()
    if kind == "opengl" and not has_opengl():
        pytest.skip("no OpenGL here")
    from ground.console.scene.scene_view import SceneView

    view = FlatView(BODIES) if kind == "flat" else SceneView(BODIES)
    view.resize(500, 400)
    view.show()

    def light(*messages):
        view.draw(looked(*messages))
        QApplication.processEvents()
        image = view.grab().toImage() if kind == "flat" else view.view.grabFramebuffer()
        return pixels(image).sum()

    light(there(tube()))  # for which the view grows, and stays
    none, usual, touched = light(there()), light(there(tube())), light(there(tube()), touch())
    assert none < usual < touched
    view.switch_layer(GUIDES)
    assert light(there(tube()), touch()) == light()
    view.close()
