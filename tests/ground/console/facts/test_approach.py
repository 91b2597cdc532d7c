"""How the commanded tool comes to where it goes: along a tube, a plan or the axis that it looks along."""

import math

import numpy as np
import pytest
from scene_bench import BODIES, NOW, THERE, flown_state, plan, there, tube
from screen_bench import HOME, RUN, arm

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.settings import Goal
from ground.console.facts.tool_figures import ToolModel
from tests.reference.plain_chain import chain

TINY, ONE_MICRON = 1e-9, 1e-6
*FRAMES, TOOL = (np.array(T) for T in chain(list(HOME)))
LOOKS = -TOOL[:3, 2]  # of this arm the z axis leads back to it


def approached(*messages, goals=()):
    model = ToolModel(robot=BODIES.robot, scene=BODIES.scene, goals=goals)
    return model.approach(flown_state(*messages).snapshot(NOW))


def test_in_a_tube_the_way_left_is_that_along_its_axis_around_the_bend():
    begun = approached(there(tube()))
    assert begun.to == "tube's end"
    assert begun.along == pytest.approx((1.0, 0.0, 0.0), abs=TINY)
    arc = 0.1 * math.pi / 2.0  # in the place of 0.1 m of each leg, which are at right angles
    assert begun.left_along == pytest.approx(0.3 + arc + math.hypot(0.4, 0.2) - 0.1, abs=ONE_MICRON)
    assert begun.left_across == pytest.approx(0.0, abs=ONE_MICRON)


def test_aside_of_the_tube_its_distance_is_that_from_the_axis():
    aside = tuple(
        type(bend)(tuple(np.add(bend.point, (-0.1, 0.03, 0.0))), bend.half) for bend in tube().bends
    )
    found = approached(there(tube(bends=aside)))
    assert found.left_across == pytest.approx(0.03, abs=ONE_MICRON)
    assert found.left_along == pytest.approx(approached(there(tube())).left_along - 0.1, abs=ONE_MICRON)


def test_on_a_plan_the_way_is_its_last_direction_and_what_is_left_is_along_and_across_it():
    found = approached(plan())
    end = np.array(chain(list(THERE))[-1])[:3, 3]
    ahead = end - TOOL[:3, 3]
    assert (found.to, found.is_planned) == ("plan's end", True)
    assert math.hypot(found.left_along, found.left_across) == pytest.approx(np.linalg.norm(ahead))
    assert found.left_along == pytest.approx(ahead @ found.along)
    before = np.array(chain(list(plan().path[-2]))[-1])[:3, 3]
    assert found.along @ (end - before) / np.linalg.norm(end - before) > math.cos(math.radians(3.0))


def test_to_a_goal_the_way_is_where_the_tool_looks():
    place = TOOL[:3, 3] + 0.2 * LOOKS + 0.05 * TOOL[:3, 0]
    found = approached(goals=(Goal(place=tuple(place), tolerance=0.01),))
    assert LOOKS @ (TOOL - FRAMES[5])[:3, 3] > 0.2  # away from the wrist
    assert (found.to, found.tolerance) == ("goal", 0.01)
    assert (found.left_along, found.left_across) == pytest.approx((0.2, 0.05), abs=ONE_MICRON)


def test_without_a_place_to_go_to_nothing_is_left_and_without_an_arm_nothing_is_known():
    found = approached()
    assert (found.to, found.target) == ("", None)
    assert found.along == pytest.approx(LOOKS)
    model = ToolModel(robot=BODIES.robot, scene=BODIES.scene)
    assert model.approach(ConsoleState(RUN).snapshot(NOW)) is None


@pytest.mark.parametrize("along", [(1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.6, -0.64, 0.48)])
def test_both_views_are_right_handed_and_look_across_and_along_the_way(along):
    found = approached()._replace(along=np.array(along))
    for R in (found.from_the_side, found.along_the_way):
        assert pytest.approx(np.eye(3), abs=TINY) == R @ R.T
        assert np.linalg.det(R) == pytest.approx(1.0)
    assert found.from_the_side @ along == pytest.approx((1.0, 0.0, 0.0), abs=TINY)  # to the right
    assert found.along_the_way @ along == pytest.approx((0.0, 0.0, -1.0), abs=TINY)  # away from the eye


def test_the_commanded_arm_is_what_counts():
    state = flown_state()
    state.on_message(arm(NOW, THERE), NOW)
    model = ToolModel(robot=BODIES.robot, scene=BODIES.scene)
    assert model.approach(state.snapshot(NOW)).p == pytest.approx(np.array(chain(list(THERE))[-1])[:3, 3])
