"""What the views show: all of any arm, from any direction; it grows, and shrinks only when asked."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from screen_bench import HOME, RUN, S, arm, of_size, telemetry

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.snapshot import Snapshot
from ground.console.scene.bodies import Bodies, read_bodies
from ground.console.scene.flat_shapes import Projection, outline
from ground.console.scene.framing import CORNERS, GROWN_SHARE, Framing, viewing_distance
from ground.console.scene.scene_look import SceneLook, scene_look
from ground.console.scene.viewpoints import VIEWPOINTS
from ground.pictures.extent import Extent, arm_extent
from predictor.geometry.shapes import Scene
from tests.trees import branched, some_q

STRETCHED = (0.0, -0.5, 0.0, 0.0, 0.0, 0.0)  # far behind the platform
NOW = 10 * S
BODIES = read_bodies(RUN)

EMPTY = Scene(name="empty", boxes=(), capsules=(), bodies=())
PLACE = QRectF(10.0, 20.0, 500.0, 240.0)
ARMS = {
    "usual": BODIES,
    "tiny": of_size(0.01),
    "huge": of_size(100.0),
    "branched": Bodies(robot=branched(), scene=EMPTY),
}


def looked(commanded, seen):
    state = ConsoleState(RUN)
    state.on_message(arm(NOW, commanded), NOW)
    state.on_message(telemetry(NOW - S, seen), NOW)
    return scene_look(BODIES, state.snapshot(NOW), NOW)


def test_before_anything_is_known_scene_and_home_are_shown():
    framing = Framing(BODIES)
    before = framing.shown
    assert not framing.follow(scene_look(BODIES, Snapshot(at_ns=NOW), NOW))
    assert not framing.follow(looked(HOME, HOME))
    assert framing.shown is before


def test_an_arm_that_leaves_the_view_is_followed_whichever_it_is():
    for commanded, seen in ((STRETCHED, HOME), (HOME, STRETCHED)):
        framing = Framing(BODIES)
        assert not framing.shown.holds(arm_extent(BODIES.robot, STRETCHED))
        assert framing.follow(looked(commanded, seen))
        assert framing.shown.holds(arm_extent(BODIES.robot, STRETCHED))


def test_the_view_does_not_shrink_when_the_arm_comes_back():
    framing = Framing(BODIES)
    framing.follow(looked(STRETCHED, HOME))
    grown = framing.shown
    assert not framing.follow(looked(HOME, HOME))
    assert framing.shown is grown


def test_there_is_room_beyond_the_arm_so_that_the_view_does_not_grow_with_every_step():
    framing = Framing(BODIES)
    radius = framing.shown.radius
    framing.follow(looked(STRETCHED, HOME))
    arm_low = arm_extent(BODIES.robot, STRETCHED).low
    assert np.isclose(framing.shown.low[0], arm_low[0] - GROWN_SHARE * radius)


@pytest.mark.parametrize("name", ARMS)
@pytest.mark.parametrize("view", VIEWPOINTS)
def test_every_view_has_all_of_any_arm_in_sight(name, view):
    bodies = ARMS[name]
    framing = Framing(bodies)
    for q in some_q(bodies.robot, seed=3, count=5):
        now = SceneLook(commanded=tuple(q))
        framing.follow(now)
        projection = Projection(framing.shown, VIEWPOINTS[view].R_view_base, PLACE)
        for segment in bodies.arm_segments(now.commanded):
            assert PLACE.contains(outline(segment, projection).boundingRect())


@pytest.mark.parametrize("view", VIEWPOINTS)
def test_an_eye_stands_just_so_far_that_every_corner_is_in_sight(view):
    box, slopes = Extent(np.array([-1.0, 0.0, 2.0]), np.array([3.0, 0.5, 3.0])), (0.6, 0.3)
    R = VIEWPOINTS[view].R_view_base
    away = viewing_distance(box, R, slopes)
    right, up, near = ((CORNERS * 0.5 * (box.high - box.low)) @ R.T).T
    seen = np.abs(np.stack([right, up])) / (away - near) / np.array(slopes)[:, None]
    assert seen.max() == pytest.approx(1.0)


def test_a_view_that_is_asked_to_fit_forgets_where_arms_have_been():
    framing = Framing(BODIES)
    before = framing.shown
    framing.follow(looked(STRETCHED, HOME))
    framing.fit(looked(HOME, HOME))
    assert np.allclose([framing.shown.low, framing.shown.high], [before.low, before.high])


def test_the_axes_of_every_view_are_a_right_handed_frame():
    for view in VIEWPOINTS.values():
        assert np.allclose(view.R_view_base @ view.R_view_base.T, np.eye(3))
        assert np.linalg.det(view.R_view_base) == pytest.approx(1.0)
