"""The way of a person: own places one after another, or as far along a drawn tube as is straight ahead."""

import numpy as np
import pytest

from ground.operator.script.reach_way import OwnRoute, TubeRoute
from predictor.geometry.fixtures.tube import Tube

NEAR_M = 0.04
START, CORNER, GOAL = np.zeros(3), np.array([0.2, 0.2, 0.0]), np.array([0.4, 0.0, 0.0])


@pytest.fixture
def drawn():
    return TubeRoute(Tube([START, CORNER, GOAL], 0.03))


def test_an_own_place_is_passed_where_the_tool_comes_near_and_not_before():
    way = OwnRoute([CORNER, GOAL], NEAR_M)
    way.look(START)
    assert way.ahead is CORNER and way.passed is START
    way.look(CORNER + np.array([0.0, 0.05, 0.0]))
    assert way.ahead is CORNER
    way.look(CORNER + np.array([0.0, 0.03, 0.0]))
    assert way.ahead is GOAL and way.passed is CORNER


def test_what_is_behind_the_wall_of_a_tube_is_not_aimed_at(drawn):
    drawn.look(START)
    assert 0.0 < drawn.ahead[0] < GOAL[0]
    assert np.linalg.norm(drawn.ahead - CORNER) < 0.1


def test_the_goal_is_aimed_at_as_soon_as_a_straight_line_in_the_tube_leads_to_it(drawn):
    places = np.linspace(CORNER, GOAL, 20)
    drawn.look(places[10])
    assert drawn.ahead is drawn.goal
    assert drawn.goal == pytest.approx(GOAL)


def test_of_a_tool_that_has_left_the_tube_the_next_bend_is_aimed_at(drawn):
    drawn.look(START + np.array([0.05, -0.1, 0.0]))
    assert drawn.ahead is not drawn.goal
    assert drawn.passed == pytest.approx(START)


def test_behind_the_last_bend_of_a_tube_the_goal_is_left(drawn):
    drawn.look(GOAL + np.array([0.02, 0.0, 0.0]))
    assert drawn.ahead is drawn.goal
