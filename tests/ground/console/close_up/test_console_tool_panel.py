"""The tool's figures are written in the frame that a person chooses, each arm with its age."""

import math

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtGui import QColor, QShortcut
from scene_bench import BODIES, NOW, flown_state, plan, turned
from screen_bench import HOME, RUN, S, application, arm, near_pixels, telemetry

from ground.console.close_up.tool_panel import ToolPanel
from ground.console.facts.console_state import ConsoleState
from ground.console.texts import theme
from telemetry.messages.prediction import BasePose
from tests.reference.plain_chain import chain

pytestmark = pytest.mark.gl  # Qt's libraries belong to the system

TOOL = np.array(chain(list(HOME))[-1])
PLACE = tuple(f"{1e3 * metres + 0.0:.1f}" for metres in TOOL[:3, 3].round(9))


@pytest.fixture
def panel():
    application()
    made = ToolPanel(BODIES)
    made.resize(320, made.sizeHint().height())
    yield made
    made.deleteLater()


def drawn(panel, state, later_s=0.0):
    at_ns = NOW + round(later_s * S)
    panel.draw(state.snapshot(at_ns), at_ns)
    return panel.table.lines


def test_each_arm_has_its_place_its_attitude_and_its_age(panel):
    lines = drawn(panel, flown_state(plan()))
    assert [line.name for line in lines] == ["■ cmd", "0.0 s", "▦ tm", "3.5 s", "┄ est", "0.0 s"]
    assert lines[0].cells[:3] == lines[2].cells[:3] == PLACE
    yaw, pitch, roll = (math.radians(float(text)) for text in lines[1].cells[:3])
    assert math.cos(pitch) * math.cos(yaw) == pytest.approx(TOOL[0, 0], abs=2e-3)
    assert math.cos(pitch) * math.cos(roll) == pytest.approx(TOOL[2, 2], abs=2e-3)
    assert panel.left.text() == "left: to plan's end"


def test_a_speed_that_nobody_knows_and_a_way_to_nowhere_are_no_zero(panel):
    lines = drawn(panel, flown_state())
    assert lines[0].cells[3:] == ("–", "–")
    assert lines[2].cells[3:] == ("0.0", "–")  # telemetry tells its rates
    assert panel.left.text() == "no way left is known"


def test_the_key_chooses_the_next_frame_and_the_figures_follow_at_once(panel):
    state = flown_state()
    base = BasePose(p_world_base=(0.1, 0.0, 0.0), quat_world_base=turned(math.pi / 2.0))
    state.on_message(replace(arm(NOW), base_commanded=base, base_now=base), NOW)
    assert drawn(panel, state)[0].cells[:3] == PLACE
    (key,) = panel.findChildren(QShortcut)
    key.activated.emit()
    x, y, z = TOOL[:3, 3]
    world = [float(text) for text in panel.table.lines[0].cells[:3]]
    assert world == pytest.approx([1e3 * (0.1 - y), 1e3 * x, 1e3 * z], abs=0.06)
    key.activated.emit()
    assert panel.frames.currentData() == "tool"
    assert panel.table.lines[0].cells[:3] == ("0.0", "0.0", "0.0")
    for _ in range(panel.frames.count() - 2):
        key.activated.emit()
    assert panel.frames.currentData() == "base"


def test_what_is_old_is_grey_and_struck_and_what_was_never_heard_of_says_so(panel):
    lines = drawn(panel, flown_state(), later_s=2.0)
    assert all(line.is_stale for line in lines)
    assert lines[1].name == "◷ 2.0 s"
    old = near_pixels(panel.table.grab().toImage(), QColor(theme.STALE))
    drawn(panel, flown_state())
    young = near_pixels(panel.table.grab().toImage(), QColor(theme.STALE))
    assert old > 200 and young < old / 3
    assert [line.name for line in drawn(panel, ConsoleState(RUN))][1::2] == ["no data"] * 3


def test_an_arm_behind_the_others_is_told_in_their_tools_axes(panel):
    behind = (0.02, *HOME[1:])
    panel.frames.setCurrentIndex(2)
    state = ConsoleState(RUN)
    state.on_message(telemetry(NOW - 7 * S // 2, behind), NOW)
    state.on_message(arm(NOW), NOW)
    seen = np.array(chain(list(behind))[-1])
    expected = 1e3 * TOOL[:3, :3].T @ (seen - TOOL)[:3, 3]
    assert [float(text) for text in drawn(panel, state)[2].cells[:3]] == pytest.approx(expected, abs=0.06)


def test_all_of_it_fits_the_narrowest_column(panel):
    drawn(panel, flown_state(plan()))
    assert panel.minimumSizeHint().width() <= 320
    assert panel.sizeHint().height() <= 140
