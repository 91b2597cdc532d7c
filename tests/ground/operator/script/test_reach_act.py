"""The act `reach`: what is asked for, which points are passed, when a person takes the tool to be there."""

import numpy as np
import pytest

from ground.operator.act_tables import OperatorTable, ReachTable
from ground.operator.script.reach_act import OwnRoute, Reach, TubeRoute
from ground.operator.scripted import ScriptedOperator
from predictor.geometry.fixtures.tube import Tube
from predictor.model.kinematics import tool_pose
from predictor.run_model import read_model
from telemetry.messages.fixture import Bend, Fixture, FixtureRequest
from tests.nominal_run import nominal_run

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


RUN = nominal_run()
Q = (0.0, -2.0981, -1.9087, 0.0, -0.7057, 0.0)


class AtRest(ScriptedOperator):
    """Whoever sits before an arm that is confirmed at rest."""

    is_quiet = True


@pytest.fixture
def here():
    """Where the tool is at the joints that are shown."""
    return tool_pose(read_model(RUN).robot, np.array(Q))[:3, 3]


def seated(here, goal, **table):
    """A person who is shown the tool at one place, and whose act has a goal so far from there."""
    client = AtRest(RUN, "operator", OperatorTable(), rng=np.random.default_rng(1))
    reach = Reach(client, ReachTable(goal_m=tuple(here + goal), **table))
    reach.shown.place = lambda: here
    return client, reach


def test_a_person_is_there_only_where_the_goal_is_near_enough(here):
    assert seated(here, (0.0, 0.0, 0.009))[1].is_there()
    assert not seated(here, (0.0, 0.0, 0.011))[1].is_there()


def test_a_goal_is_not_reached_before_the_points_on_the_way_are_passed(here):
    assert not seated(here, np.zeros(3), via_m=(tuple(here + 0.1),))[1].is_there()
    assert seated(here, np.zeros(3), via_m=(tuple(here + 0.02),))[1].is_there()


def test_a_tube_that_is_drawn_is_followed_instead_of_the_own_way(here):
    goal = np.array([0.0, 0.0, 0.008])
    client, reach = seated(here, goal, via_m=(tuple(here + 0.1),), tube_m=0.03)
    asking = reach.follow_tube("act-1", 0.03)
    while not any(isinstance(said, FixtureRequest) for said in client.take_outbox()):
        next(asking)
    bends = tuple(Bend(tuple((here + off).tolist())) for off in (np.zeros(3), goal))
    made = Fixture(fixture_id="act-1", kind="tube", configuration=b"", world=1, bends=bends, radius=0.03)
    client.on_message(made, 0)
    assert [*asking] == []
    assert reach.is_there()
