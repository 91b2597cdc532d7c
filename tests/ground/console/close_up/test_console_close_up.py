"""The close-up shows the commanded tool and what is near it in true size, and says what is left."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QColor
from scene_bench import BODIES, NOW, flown_state, plan, there, tube
from screen_bench import HOME, RUN, S, application, arm, near_pixels, telemetry

from ground.console.close_up.close_up_panel import CloseUpPanel
from ground.console.close_up.near_bodies import NearBodies
from ground.console.facts.console_state import ConsoleState
from ground.console.facts.settings import Goal
from ground.console.scene.scene_look import SceneLook
from ground.console.texts import theme
from tests.reference.plain_chain import chain

TOOL = np.array(chain(list(HOME))[-1])
LOOKS, ASIDE = -TOOL[:3, 2], TOOL[:3, 0]
PICTURE_M = 0.4

pytestmark = pytest.mark.gl  # Qt's libraries belong to the system

NEAR_PX = 3


@pytest.fixture
def shown():
    """Draw a panel, as wide as its column is at the least; return it, and its canvas as a picture."""
    application()
    made = []

    def show(*messages, goals=(), later_s=0.0, state=None):
        panel = CloseUpPanel(replace(BODIES, goals=goals))
        made.append(panel)
        panel.resize(320, 165)
        at_ns = NOW + round(later_s * S)
        panel.draw((state or flown_state(*messages)).snapshot(at_ns), at_ns)
        panel.grab()  # which lays it out
        return panel, panel.canvas.grab().toImage()

    yield show
    for panel in made:
        panel.deleteLater()


def pixels(image, colour):
    """Where a colour is (k, 2)."""
    wanted = QColor(colour).rgb()
    return np.array(
        [(x, y) for x in range(image.width()) for y in range(image.height()) if image.pixel(x, y) == wanted]
    )


def goal(along_m, aside_m=0.0):
    place = TOOL[:3, 3] + along_m * LOOKS + aside_m * ASIDE
    return (Goal(place=tuple(place.tolist()), tolerance=0.01),)


def test_all_three_arms_are_drawn_each_in_its_own_style(shown):
    away = (0.02, *HOME[1:])
    panel, image = shown(telemetry(NOW - 3 * S, away))
    assert near_pixels(image, QColor(theme.COMMANDED)) > 500
    assert near_pixels(image, QColor(theme.SEEN)) > 30
    assert panel.age.text() == "commanded 0.0 s ago"


def test_a_goal_ahead_stands_to_the_right_of_the_tool_in_true_size(shown):
    _, image = shown(goals=goal(0.1))
    width = (image.width() - 4) / 2
    green = pixels(image, theme.GOAL)
    side, behind = (green[(green[:, 0] < width) == is_left] for is_left in (True, False))
    assert side[:, 0].max() == pytest.approx(width / 2 + 0.11 / PICTURE_M * width, abs=NEAR_PX)
    assert behind[:, 0].mean() == pytest.approx(width + 4 + width / 2, abs=NEAR_PX)  # it hides the tool


def test_a_goal_out_of_sight_is_an_arrow_at_the_edge(shown):
    _, image = shown(goals=goal(2.0))
    width = (image.width() - 4) // 2
    green = pixels(image, theme.GOAL)
    left = green[green[:, 0] < width]
    assert width - 12 < left[:, 0].max() <= width


def test_what_is_left_is_told_along_and_across(shown):
    assert shown(goals=goal(0.1, 0.02))[0].left.text() == "goal: 100.0 mm along, 20.0 mm across"
    assert shown(there(tube()))[0].left.text().startswith("tube's end: 8")
    assert shown(plan())[0].left.text().startswith("plan's end: ")
    assert shown()[0].left.text() == "no plan, tube or goal: along the tool's axis"


def test_the_nearest_pair_is_told_with_what_is_required_and_red_when_too_close(shown):
    panel, _ = shown()
    assert panel.nearest.text() == "nearest 64.8/30 mm   hand – target handrail"
    state = flown_state()
    state.on_message(arm(NOW, clearance=0.012), NOW)
    close, _ = shown(state=state)
    assert close.nearest.text().startswith("nearest 12.0<30 mm")
    assert theme.BAD in close.nearest.styleSheet()


def test_nothing_known_says_so_and_what_is_old_is_grey_and_struck(shown):
    panel, image = shown(state=ConsoleState(RUN))
    assert [value.text() for value in (panel.age, panel.left, panel.nearest)] == ["no data"] * 3
    assert near_pixels(image, QColor(theme.COMMANDED)) == 0
    panel, image = shown(later_s=2.0, goals=goal(0.1))
    assert [value.is_struck for value in (panel.age, panel.left, panel.nearest)] == [True] * 3
    assert near_pixels(image, QColor(theme.COMMANDED)) == 0
    assert near_pixels(image, QColor(theme.STALE)) > 500


def test_in_a_wider_column_the_pictures_are_higher_too(shown):
    panel, narrow = shown()
    panel.resize(500, 165)
    panel.grab()
    assert narrow.height() <= 107 and panel.canvas.minimumHeight() > 150


def test_only_bodies_that_may_be_in_sight_are_drawn():
    near, look = NearBodies(BODIES), SceneLook(commanded=HOME)
    some, all_, none = (
        near.near(place, radius, look).visible
        for place, radius in ((TOOL[:3, 3], 0.25), (TOOL[:3, 3], 9.0), (np.full(3, 50.0), 0.25))
    )
    assert 0 < len(some.arm) < len(all_.arm) == len(BODIES.visible.arm)
    assert len(all_.scene) == len(BODIES.visible.scene)
    assert (none.arm, none.scene) == ((), ())
