"""The reference plane: where it lies, the shadows on it, the heights over it, joint axes, and the way out."""

from dataclasses import replace

import numpy as np
import pytest
from scene_bench import BODIES, NOW, PLANE, flown_state, looked, plan
from screen_bench import HOME

from ground.console.scene.framing import Framing
from ground.console.scene.goals import GoalLook
from ground.console.scene.ground_plane import arm_shadow, ground_plane, scene_shadow
from ground.console.scene.legend import legend_entries
from ground.console.scene.scene_look import scene_look
from ground.console.scene.scene_marks import marks
from ground.console.scene.viewpoints import AXES, GROUND, GUIDES
from ground.console.scene.viewpoints import NOW as NOW_LAYER
from ground.console.texts import theme
from ground.operator.person.motion_answer import WayOut
from ground.operator.person.pilot import PilotState
from predictor.model.kinematics import link_poses

ONE_MICRON = 1e-6
TOOL = BODIES.tool_path((HOME,))[0]
GOAL = GoalLook(np.array([0.5, 0.2, -0.3]), 0.01, "goal")


def plane_of(look):
    framing = Framing(BODIES)
    framing.follow(look)
    return ground_plane(framing.shown, framing.lowest)


def words(look, *layers):
    return {word.name: word for word in marks(BODIES, look, set(layers), size=1.0, plane=PLANE).words}


def test_the_plane_goes_through_the_base_and_its_lines_stand_at_whole_steps_of_the_bases_axes():
    plane = plane_of(looked())
    assert plane.z == 0.0 and plane.step == 0.5
    assert np.allclose(plane.grid[:, :2] / plane.step, np.round(plane.grid[:, :2] / plane.step))
    assert np.allclose(plane.grid[:, 2], plane.drawn_z)


def test_an_arm_that_works_below_its_base_has_the_plane_at_its_tool_and_a_little_below_moves_nothing():
    bent = ((0.0, shoulder, elbow, 0.0, 0.0, 0.0) for shoulder in (0.6, 1.0) for elbow in (-0.5, 0.5))
    low = next(q for q in bent if depth(q) < -0.3)
    plane = plane_of(looked()._replace(commanded=low))
    assert plane.z < 0.0 and abs(plane.z - depth(low)) <= 0.5 * plane.step
    assert ground_plane(Framing(BODIES).shown, -0.4 * plane.step).z == 0.0


def depth(q):
    return float(BODIES.tool_path((q,))[0][2])


def test_under_each_part_of_the_arm_lies_its_shadow():
    for segment, outline in zip(BODIES.arm_segments(HOME), arm_shadow(BODIES, HOME, PLANE), strict=True):
        assert np.allclose(outline[:, 2], PLANE.drawn_z)
        axis = np.linspace(segment.p0, segment.p1, 50)[:, :2]
        away = np.linalg.norm(outline[:, None, :2] - axis, axis=2).min(axis=1)
        assert np.allclose(away, segment.radius, rtol=0.02)


def test_a_body_that_ends_below_the_plane_has_no_shadow_and_no_shadow_leaves_the_plane():
    everywhere = scene_shadow(BODIES, {}, PLANE._replace(z=-5.0, low=(-0.2, -0.2), high=(0.3, 0.3)))
    assert len(everywhere) > len(scene_shadow(BODIES, {}, PLANE._replace(z=0.05)))
    corners = np.concatenate(everywhere)
    assert corners[:, :2].min() >= -0.2 - ONE_MICRON and corners[:, :2].max() <= 0.3 + ONE_MICRON


def test_tool_and_goal_have_their_heights_written_where_they_stand_over_the_plane():
    shown = words(looked()._replace(goals=(GOAL,)), GROUND, GUIDES)
    tool, goal = shown["height of tool"], shown["height of goal"]
    assert tool.text == f"z {TOOL[2] * 1e3:+.0f} mm" and goal.text == "z -300 mm"
    for word, place in ((tool, TOOL), (goal, GOAL.place)):
        assert np.allclose(word.place, (*place[:2], PLANE.drawn_z))
    assert not [name for name in words(looked()) if name.startswith("height")]


def test_the_joint_axes_are_those_about_which_the_arm_turns():
    [line] = [each for each in marks(BODIES, looked(), {AXES}, size=1.0).lines if each.colour == theme.JOINT]
    for number, ends in enumerate(line.ends[: 2 * len(HOME)].reshape(-1, 2, 3)):
        turned = [*HOME]
        turned[number] += 0.7
        T = link_poses(BODIES.robot, tuple(turned))[number + 1] @ np.linalg.inv(
            link_poses(BODIES.robot, HOME)[number + 1]
        )
        assert np.allclose(ends @ T[:3, :3].T + T[:3, 3], ends)


def led_out(stale=""):
    """A person rests after a refusal, and a way out is known."""
    pilot = PilotState(True, True, (), None, None, flies=True, way_out=WayOut(plan(), stale))
    return scene_look(BODIES, replace(flown_state().snapshot(NOW), pilot=pilot), NOW)


def test_the_way_out_is_an_arrow_along_the_tools_way_with_its_length_and_is_gone_when_it_may_not_be_flown():
    way = BODIES.tool_path(plan().path)
    drawn = marks(BODIES, led_out(), set(), size=1.0)
    [arrow] = [line for line in drawn.lines if line.colour == theme.WAY_OUT]
    assert np.allclose(arrow.ends[: 2 * len(way) - 2 : 2], way[:-1]) and arrow.is_on_top
    length = np.linalg.norm(way[-1] - way[0])
    assert words(led_out())["way out"].text == f"way out {length * 1e3:.1f} mm"
    assert led_out(stale="the world has changed").way_out is None


@pytest.mark.parametrize(("layers", "count"), [((), 2), ((NOW_LAYER,), 3), ((NOW_LAYER, GROUND), 4)])
def test_how_old_each_arm_is_and_how_wide_the_grid_is_are_told_without_the_legend(layers, count):
    entries = legend_entries(looked(), set(layers), PLANE)
    assert len(entries) == count and entries[1].words == "telemetry, 3.5 s ago"
    if GROUND in layers:
        assert entries[-1].words == "grid 500 mm at z +0 mm"


def test_an_arm_that_is_too_old_is_struck_in_the_legend():
    old = looked()._replace(seen_is_stale=True)
    assert [entry.is_struck for entry in legend_entries(old, set(), PLANE)] == [False, True]
    assert legend_entries(old, set(), PLANE)[1].colour == theme.STALE
