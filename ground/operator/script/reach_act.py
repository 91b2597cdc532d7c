"""The act `reach`: a person leads the tool to a goal by what a screen shows, move by move.

    engage --> look, react --> there? --> stroke --> wait until what is shown has moved and stands still --.
                 ^               | yes                                                                     |
                 |               v                                                                         |
                 |        wait for telemetry to show it there too, end the arming, let go                  |
                 '-----------------------------------------------------------------------------------------'

What is seen is the arm of the newest telemetry, or the predicted one: the same person does the same with
either, and knows nothing else of where the arm is.  A roll-back is answered by backing off, half of the way
to the last point that was passed.  The way around what is in between is the person's own (`via_m`), or that
of a tube, if one is drawn:

    own      place after place; one that the shown tool has come near to is passed
    drawn    the farthest bend to which a straight line stays inside of the tube:

                 bend o---------.               what lies behind the wall is not aimed at; of a tool
             .-------'---. .----'- - o goal     that has left the tube the next bend is
        tool o           |_|
"""

import math
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ground.operator.act_tables import ReachTable
from ground.operator.arming import settle
from ground.operator.carrying_out import have_made
from ground.operator.client import Steps
from ground.operator.script.judgement import Errors, Stillness, judged, stroke_for
from ground.operator.script.teleop_act import CENTRE, engage, finish, is_engaged, let_go
from ground.operator.scripted import ScriptedOperator
from predictor.geometry.fixtures.kinds import tube_of
from predictor.geometry.fixtures.tube import Tube
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from predictor.run_model import read_model
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.fixture import FixtureRequest

Array = NDArray[np.float64]

LINE_SAMPLES = 16  # along a line that may leave the tube
PATIENCE_S = 2.0  # beyond the loop, until a move must have been seen; and longer for its end
LONG_S = 60.0  # the longest that a shown arm is waited for to stand still
BACK_SHARE = 0.5  # of the way to the last point that was passed, after a roll-back


class Route(Protocol):
    """What is still to be gone, as of the newest look."""

    goal: Array  # (3,) [m]
    ahead: Array  # (3,) what is aimed at [m]
    passed: Array  # (3,) the last place of the way that was passed; at first: the start [m]

    def look(self, place: Array) -> None:
        """See the tool at a place (3,) [m]."""
        ...


class OwnRoute:
    """Places (3,) [m], the goal last; near_m: from where on one is passed."""

    def __init__(self, places: Sequence[Array], near_m: float) -> None:
        """Begin at the first look."""
        self.goal, self.ahead, self.passed = places[-1], places[0], places[0]
        self._left, self._near_m = list(places), near_m
        self._has_begun = False

    def look(self, place: Array) -> None:
        """Pass what the tool is near to."""
        if not self._has_begun:
            self._has_begun, self.passed = True, place
        while len(self._left) > 1 and math.dist(place, self._left[0]) <= self._near_m:
            self.passed = self._left.pop(0)
        self.ahead = self._left[0]


class TubeRoute:
    """A tube from the tool at rest to the goal."""

    def __init__(self, tube: Tube) -> None:
        """Begin at its start."""
        self._tube = tube
        self._bends = [tube.nearest(point) for point in tube.points]  # of the axis, which rounds them
        self.passed, self.ahead, self.goal = (self._bends[row].point for row in (0, 1, -1))

    def look(self, place: Array) -> None:
        """Find the farthest bend that is straight ahead."""
        along = self._tube.nearest(place).along
        self.passed = [bend.point for bend in self._bends if bend.along <= along][-1]
        left = [bend.point for bend in self._bends if bend.along > along] or [self.goal]
        straight = [bend for bend in left if self._is_inside(place, bend)]
        self.ahead = straight[-1] if straight else left[0]

    def _is_inside(self, begin: Array, end: Array) -> bool:
        """Return whether the line from begin to end (3,) [m] stays inside of the tube."""
        places = begin + np.linspace(0.0, 1.0, LINE_SAMPLES)[:, None] * (end - begin)
        return all(self._tube.nearest(p).distance <= self._tube.radius for p in places)


class ShownTool:
    """The tool as screens show it."""

    def __init__(self, client: ScriptedOperator, robot: Robot, *, is_predicted: bool) -> None:
        """Look at the predicted arm, or at the telemetered one."""
        self._client, self._robot, self._is_predicted = client, robot, is_predicted

    def place(self) -> Array | None:
        """Return where the shown tool is, in base axes (3,) [m]; None: nothing is shown."""
        if not self._is_predicted:
            return self.telemetered()
        predicted = self._client.predicted
        return None if predicted is None else self._tool(predicted.q_commanded)

    def telemetered(self) -> Array | None:
        """Return where telemetry shows the tool (3,) [m]; None: there is no fresh one."""
        report = self._client.report
        return None if report is None else self._tool(report[1].q)

    def _tool(self, q: Sequence[float]) -> Array:
        place: Array = tool_pose(self._robot, np.array(q))[:3, 3]
        return place


class Reach:
    """One goal, and how far the way to it has been gone."""

    def __init__(self, client: ScriptedOperator, table: ReachTable) -> None:
        """Begin at the first point of the way."""
        robot = read_model(client.run).robot
        self._client, self._table = client, table
        robot = robot.with_tool(table.tool) if table.tool else robot
        self.shown = ShownTool(client, robot, is_predicted=table.sees == "predicted")
        self._errors = Errors(table.error_share, table.error_m)
        self._rng = client.own_rng()
        self._route: Route = OwnRoute([*map(np.array, (*table.via_m, table.goal_m))], table.near_m)

    def follow_tube(self, name: str, radius_m: float) -> Steps[None]:
        """Ask for a tube from the arm at rest to the goal; where there is one, it is the way."""
        client, table = self._client, self._table
        yield from settle(client)
        tube = FixtureRequest(fixture_id=name, end=table.goal_m, radius=radius_m, tool=table.tool)
        if not (yield from have_made(client, tube)):
            self._route = TubeRoute(tube_of(client.fixtures[name]))

    def is_there(self) -> bool:
        """True if the shown tool is at the goal, and nothing of the way is left before it."""
        place = self.shown.place()
        if place is None:
            return False
        self._route.look(place)
        return self._route.ahead is self._route.goal and self._is_at_goal(place)

    def is_confirmed(self) -> bool:
        """True if telemetry shows the tool at the goal."""
        place = self.shown.telemetered()
        return place is not None and self._is_at_goal(place)

    def _is_at_goal(self, place: Array) -> bool:
        return math.dist(place, self._route.goal) <= self._table.tolerance_m

    def correct(self, *, was_refused: bool) -> Steps[None]:
        """Move once towards the next point, or back from where it was refused, and wait for what it did."""
        client, place = self._client, self.shown.place()
        if place is None:
            yield from client.pause(client.retry_s)
            return
        before = client.interruptions
        self._route.look(place)
        left = BACK_SHARE * (self._route.passed - place) if was_refused else self._route.ahead - place
        aim = judged(left, self._errors, self._rng)
        stroke = stroke_for(aim, client.run.hand, client.run.commanding.period_s)

        def is_over() -> bool:
            return client.interruptions > before or not is_engaged(client)

        client.put_hand(stroke.p_handle, dead_man=True)
        yield from client.until(is_over, stroke.for_s)
        if is_over():
            yield from let_go(client)
        else:
            client.put_hand(CENTRE, dead_man=True)
        yield from self._watch(Stillness(place))
        if is_over():
            yield from let_go(client)

    def _watch(self, stillness: Stillness) -> Steps[None]:
        """Wait until the shown tool has moved, as it must within the loop, and stands still."""
        client = self._client

        def is_still() -> bool:
            place = self.shown.place()
            return place is not None and stillness.look(place, client.now_ns / NS_PER_S)

        loop_s = client.round_trip_s + client.run.commanding.loop_beyond_link_s
        yield from client.until(lambda: is_still() and stillness.has_moved, loop_s + PATIENCE_S)
        yield from client.until(is_still, LONG_S)


def reach(client: ScriptedOperator, table: ReachTable, name: str) -> Steps[str]:
    """Lead the tool to the goal and let go there; returns empty, or why that was given up."""
    going = Reach(client, table)
    if table.tube_m is not None:
        yield from going.follow_tube(name, table.tube_m)
    was_refused = False
    for _ in range(table.strokes):
        failure = yield from engage(client, table.tool)
        if failure:
            return f"{name}: {failure}"
        yield from client.react()
        if going.is_there() and (yield from _confirmed(client, going.is_confirmed)):
            yield from finish(client)
            return ""
        roll_backs = client.roll_backs
        yield from going.correct(was_refused=was_refused)
        was_refused = client.roll_backs > roll_backs
    yield from finish(client)
    return f"{name}: not at the goal after {table.strokes} moves"


def _confirmed(client: ScriptedOperator, is_confirmed: Callable[[], bool]) -> Steps[bool]:
    """Wait until telemetry shows the tool at the goal, as it must within the loop."""
    loop_s = client.round_trip_s + client.run.commanding.loop_beyond_link_s
    return (yield from client.until(is_confirmed, loop_s + PATIENCE_S))
