"""Where a scenario asks a hand to lead a tool to: how far it is, by which arm, and when it is there."""

import numpy as np
import pytest
from scene_bench import NOW, PLANE, flown_state
from screen_bench import HOME, RUN, S

from ground.console.facts.settings import Goal, Surroundings
from ground.console.facts.snapshot import Snapshot
from ground.console.scene.bodies import read_bodies
from ground.console.scene.framing import Framing
from ground.console.scene.goals import THERE_TEXT, goal_looks
from ground.console.scene.legend import legend_entries
from ground.console.scene.scene_look import scene_look
from ground.console.scene.scene_marks import marks
from ground.console.scene.viewpoints import GUIDES, LEGEND
from ground.console.texts import theme
from telemetry.messages.fixture import Bend, Fixture, Fixtures

TOOL = read_bodies(RUN).tool_path((HOME,))[0]
AWAY = np.array([0.3, 0.0, -0.4])  # 0.5 m


def bodies(*offsets):
    goals = (Goal(place=tuple((TOOL + offset).tolist()), tolerance=0.01) for offset in offsets)
    return read_bodies(RUN, Surroundings(goals=tuple(goals)))


def goals(*offsets, now_ns=NOW):
    return goal_looks(bodies(*offsets), flown_state().snapshot(NOW), now_ns)


def test_how_far_the_commanded_and_the_telemetered_tool_are_is_told():
    (goal,) = goals(AWAY)
    assert goal.words == "goal 500.0 mm" and not goal.is_reached
    assert "within 10.0 mm; commanded 500.0 mm, telemetry 500.0 mm" in goal.sentence


def test_it_is_reached_when_telemetry_shows_the_tool_there():
    near, far = goals(AWAY / 100.0, AWAY)
    assert near.is_reached and near.words == f"goal 1 {THERE_TEXT}"
    assert not far.is_reached and far.words == "goal 2 500.0 mm"


def test_of_an_arm_that_is_not_known_any_more_no_distance_is_told():
    (goal,) = goals(AWAY, now_ns=NOW + 60 * S)
    assert goal.words == "goal no data"
    assert goal_looks(bodies(AWAY), Snapshot(at_ns=0), 0)[0].sentence.endswith("telemetry no data")


def test_the_scene_marks_it_with_the_way_to_it_and_the_legend_names_it():
    scene = bodies(AWAY)
    seen = scene_look(scene, flown_state().snapshot(NOW), NOW)
    drawn = [line for line in marks(scene, seen, {GUIDES}, size=1.0).lines if line.colour == theme.GOAL]
    assert [line.style for line in drawn] == ["whole", "dashed"]
    assert np.allclose(drawn[1].ends, [TOOL, TOOL + AWAY])
    assert "goal of the hand" in [entry.words for entry in legend_entries(seen, {GUIDES, LEGEND}, PLANE)]
    assert theme.GOAL not in [line.colour for line in marks(scene, seen, set(), size=1.0).lines]


@pytest.mark.parametrize(
    ("offset", "grows"), [((0.0, 0.0, 0.0), False), ((0.0, 1.2, 0.0), True), ((50.0, 0.0, 0.0), False)]
)
def test_the_view_grows_for_one_outside_that_the_arm_can_come_to(offset, grows):
    scene = bodies(np.array(offset))
    framing = Framing(scene)
    assert framing.follow(scene_look(scene, flown_state().snapshot(NOW), NOW)) == grows


def tube_to(end, radius=0.02):
    bends = tuple(Bend(point=tuple(place)) for place in (TOOL, end))
    tube = Fixture(fixture_id="hand", kind="tube", configuration=b"", world=1, bends=bends, radius=radius)
    return Fixtures(fixtures=(tube,))


@pytest.mark.parametrize(("offset", "goals"), [((0.3, 0.0, -0.4), 1), ((0.3, 0.0, 0.0), 2)])
def test_the_end_of_a_tube_is_a_goal_unless_it_leads_to_one_that_is_told_anyway(offset, goals):
    state = flown_state(tube_to(TOOL + offset))
    assert len(goal_looks(bodies(AWAY), state.snapshot(NOW), NOW)) == goals
