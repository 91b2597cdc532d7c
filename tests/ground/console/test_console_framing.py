"""What the views show grows when an arm leaves it, and never shrinks."""

import numpy as np
from screen_bench import HOME, RUN, S, arm, telemetry

from ground.console.bodies import read_bodies
from ground.console.framing import MORE, Framing
from ground.console.scene_look import look
from ground.console.state import ConsoleState
from ground.pictures.extent import arm_extent

STRETCHED = (0.0, -0.5, 0.0, 0.0, 0.0, 0.0)  # far behind the platform
NOW = 10 * S
BODIES = read_bodies(RUN)


def looked(commanded, seen):
    state = ConsoleState(RUN)
    state.consume(arm(NOW, commanded), NOW)
    state.consume(telemetry(NOW - S, seen), NOW)
    return look(BODIES, state.snapshot(NOW), NOW)


def test_before_anything_is_known_scene_and_home_are_shown():
    framing = Framing(BODIES)
    before = framing.shown
    assert not framing.follow(look(BODIES, None, NOW))
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
    assert np.isclose(framing.shown.low[0], arm_low[0] - MORE * radius)
