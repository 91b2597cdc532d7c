"""The views without OpenGL: an arm and a scene of any size make the same picture."""

import math
from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtGui import QColor
from screen_bench import RUN, S, application, arm, near_pixels, of_size, telemetry

from ground.console.facts.arm_facts import ArmFacts
from ground.console.facts.console_state import ConsoleState
from ground.console.facts.panel_facts import Stamped
from ground.console.facts.snapshot import Snapshot
from ground.console.panels.joints_panel import JointsPanel
from ground.console.scene.bodies import read_bodies
from ground.console.scene.flat_view import FlatView
from ground.console.scene.scene_look import scene_look
from ground.console.texts import theme
from ground.console.widgets.joint_bars import RateBar
from telemetry.messages.prediction import LockedJoint
from tests.trees import arm as arm_of
from tests.trees import joint

AWAY = (0.6, -1.9, -1.5707963, 0.0, 0.0, 0.0)
NOW = 10 * S
COLOURS = (theme.COMMANDED, theme.SEEN)
USUAL = read_bodies(RUN)


def coloured(bodies, commanded, seen=AWAY):
    """Pixels of each arm in the flat view."""
    application()
    view, state = FlatView(bodies), ConsoleState(RUN)
    view.resize(600, 300)
    state.on_message(arm(NOW, commanded), NOW)
    state.on_message(telemetry(NOW - S, seen), NOW)
    view.draw(scene_look(bodies, state.snapshot(NOW), NOW))
    picture = view.grab().toImage()
    return [near_pixels(picture, QColor(colour)) for colour in COLOURS]


@pytest.mark.parametrize("factor", [0.01, 100.0])
def test_the_flat_view_of_another_size_is_the_same_picture(factor):
    usual = coloured(USUAL, USUAL.robot.home_q)
    assert min(usual) > 50
    assert coloured(of_size(factor), USUAL.robot.home_q) == pytest.approx(usual, rel=0.05)


def test_a_joint_that_slides_is_shown_in_millimetres_and_one_without_stops_in_its_turn():
    application()
    panel = JointsPanel(
        with_limits(arm_of(joint("rail", kind="prismatic"), joint("roll", 0)), -math.inf, math.inf)
    )
    rail, roll = (line.bar for line in panel.lines)
    assert rail.share(0.25) == pytest.approx(0.75)
    assert roll.share(2.5 * math.pi) == pytest.approx(0.25)
    report = telemetry(NOW, (0.0125, 0.5), qd=(0.002, -0.1), currents=(0.5, -0.25))
    draw(panel, telemetry=Stamped(report, NOW, 1.0))
    assert [line.seen.text() for line in panel.lines] == ["+12.5 mm", "+28.6°"]
    assert [line.rate.text for line in panel.lines] == ["+2.0", "-5.7"]
    assert [line.current.text() for line in panel.lines] == ["+0.50", "-0.25"]


def test_a_slide_of_metres_is_not_cut():
    application()
    panel = JointsPanel(with_limits(arm_of(joint("rail", kind="prismatic")), -2.0, 2.0))
    draw(panel, telemetry=Stamped(telemetry(NOW, (-1.9888,), qd=(0.0,), currents=(0.0,)), NOW, 1.0))
    seen = panel.lines[0].seen
    assert seen.text() == "-1988.8 mm"
    assert seen.sizeHint().width() <= seen.width()


def test_a_joint_that_has_failed_is_marked_and_told_with_its_angle_and_since_when():
    application()
    panel = JointsPanel(USUAL.robot)
    draw(panel)
    assert panel.failed.isHidden()
    stands = LockedJoint(joint=1, name="joint_2", kind="locked", q=-2.16, followed=-2.16, since_ns=27 * S)
    draw(panel, world=SimpleNamespace(locked=(stands,)))
    assert panel.failed.text() == "2 LOCKED at -123.8° since T+00:27.0: plans and hand leave it there"
    assert theme.BAD in panel.lines[1].number.styleSheet()
    assert theme.BAD not in panel.lines[0].number.styleSheet()


def draw(panel, **known):
    """Show what is known of the arm."""
    panel.draw(Snapshot(at_ns=NOW, arm=ArmFacts(**known)), NOW)


def with_limits(robot, low, high):
    """The arm whose last joint has other limits."""
    limits = robot.limits
    ends = {"q_min": (*limits.q_min[:-1], low), "q_max": (*limits.q_max[:-1], high)}
    return replace(robot, limits=replace(limits, **ends))


@pytest.mark.parametrize(("share", "is_beyond"), [(0.95, False), (1.0, False), (-1.01, False), (-1.03, True)])
def test_a_rate_that_a_plan_may_have_is_no_red_cross(share, is_beyond):
    application()
    bar = RateBar(0.5)
    bar.show_rate(0.5 * share, "", is_stale=False)
    assert bar.is_beyond is is_beyond
