"""The trends of the last minute: the newest value with its limit and age, and the course it took."""

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from screen_bench import HOME, RUN, ZERO, S, application, arm, gate, telemetry

from ground.console.facts.console_state import ConsoleState
from ground.console.plots.trends_panel import TrendsPanel
from predictor.model.kinematics import tool_pose
from predictor.run_model import read_model

pytestmark = pytest.mark.gl
ROBOT = read_model(RUN).robot
RATE = 0.02  # of the first joint [rad/s]
STEP_S = 0.1


@pytest.fixture
def panel():
    application()
    made = TrendsPanel(RUN, ROBOT)
    made.resize(320, made.sizeHint().height())
    made.show()
    yield made
    made.close()
    made.deleteLater()


def flown(seconds, clearance=lambda at_s: 0.0648, led_by="teleop"):
    """What a console knows whose arm turns its first joint."""
    state = ConsoleState(RUN)
    state.on_message(gate(led_by), 0)
    for k in range(round(seconds / STEP_S) + 1):
        at_s = k * STEP_S
        now_ns = round(at_s * S)
        q, qd = (RATE * at_s, *HOME[1:]), (RATE, *ZERO[1:])
        state.on_message(arm(now_ns, q, clearance=clearance(at_s)), now_ns)
        state.on_message(telemetry(now_ns - 7 * S // 2, q, qd=qd), now_ns)
    return state.snapshot(now_ns)


def drawn(row):
    x, y = row._curve.getData()
    return np.asarray(x), np.asarray(y)


def test_three_figures_stand_in_a_hundred_pixels_each_with_limit_and_age(panel):
    seen = flown(5.0)
    panel.draw(seen, seen.at_ns + S // 10)
    assert panel.height() <= 105
    rows = (panel.clearance, panel.speed, panel.residual)
    assert [row.note.text() for row in rows] == [
        "≥ 30.0 mm, 0.1 s ago",
        "hand ≤ 50, 3.6 s ago",
        "≤ 0.5°, 3.6 s ago",
    ]
    assert panel.clearance.value.text() == "clearance 64.8 mm"
    assert panel.residual.value.text() == "residual 0.6°"


def test_the_speed_of_the_tool_is_that_of_its_way(panel):
    seen = flown(5.0)
    panel.draw(seen, seen.at_ns)
    ways = [tool_pose(ROBOT, (angle, *HOME[1:]))[:3, 3] for angle in (0.1, 0.1 + 1e-6)]
    speed = RATE * np.linalg.norm(ways[1] - ways[0]) / 1e-6
    assert drawn(panel.speed)[1][-1] == pytest.approx(1e3 * speed, rel=1e-3)
    assert panel.speed.value.text() == f"tool {1e3 * speed:.0f} mm/s"


def test_a_plan_is_held_against_the_rates_of_the_joints_and_a_hand_against_its_own_limit(panel):
    planned = flown(5.0, led_by="plan")
    panel.draw(planned, planned.at_ns)
    share = RATE / ROBOT.limits.qd_max[0]
    assert panel.speed.note.text() == f"joint rate {share:.0%}, 3.5 s ago"
    assert not panel.speed.line.isVisible()
    led = flown(5.0)
    panel.draw(led, led.at_ns)
    assert panel.speed.line.isVisible()


def test_the_least_clearance_of_a_minute_is_drawn_and_what_is_older_is_not(panel):
    seen = flown(100.0, lambda at_s: 0.031 if 70.0 <= at_s < 70.2 else 0.02 if at_s < 30.0 else 0.06)
    panel.draw(seen, seen.at_ns)
    x, y = drawn(panel.clearance)
    within = x >= 40.0
    assert y[within].min() == pytest.approx(31.0, abs=0.01)
    assert x[within].max() == pytest.approx(100.0, abs=0.5)
    assert within.sum() <= 2 * (panel.clearance.graph.width() + 1)


def test_too_near_is_red_and_too_old_is_struck(panel):
    seen = flown(5.0, lambda at_s: 0.029)
    panel.draw(seen, seen.at_ns)
    assert panel.clearance.value.symbol == "✖"
    panel.draw(seen, seen.at_ns + 30 * S)
    assert panel.clearance.value.is_struck and panel.speed.value.is_struck and panel.residual.value.is_struck


def test_nothing_known_is_written_out_and_nobody_draws_what_is_not_seen(panel):
    panel.draw(ConsoleState(RUN).snapshot(0), 0)
    assert panel.clearance.value.text() == panel.speed.value.text() == "no data"
    panel.hide()
    seen = flown(5.0)
    panel.draw(seen, seen.at_ns)
    QApplication.processEvents()
    assert panel.clearance.value.text() == "no data"
