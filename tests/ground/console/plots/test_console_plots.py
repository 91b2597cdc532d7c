"""PLOTS: any figure by name or by dragging, limits, cursors, the band of the residual, and files."""

import csv
import math
from dataclasses import replace

import numpy as np
import pytest
from pyqtgraph import InfiniteLine
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QShortcut, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from screen_bench import HOME, RUN, S, application, arm, telemetry

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.panel_facts import Stamped
from ground.console.plots.plot_sheet import ZOOM
from ground.console.plots.plots_panel import PlotsPanel
from ground.console.plots.residual_band import trip_ns
from ground.console.plots.time_plot import MOST_CURVES
from ground.console.plots.trends_panel import TrendsPanel
from ground.console.texts import plot_words
from ground.console.widgets.figure import column
from predictor.run_model import read_model
from telemetry.agreed.limits import QUIET_RAD
from telemetry.messages.replay import ReplayStatus

pytestmark = pytest.mark.gl
ROBOT = read_model(RUN).robot
Q1, COMMANDED, NEAR = "Telemetry.q[1]", "PredictedArm.q_commanded[1]", "PredictedArm.scene.distance"
STEP_S, SECONDS = 0.1, 90.0


def turned(at_s):
    """The first joint, as it is commanded [rad]."""
    return 0.3 * math.sin(at_s / 10.0)


@pytest.fixture(scope="module")
def seen():
    """What a console knows after a while in which the first joint was commanded to and fro."""
    state = ConsoleState(RUN)
    trip_s = trip_ns(state.snapshot(0), RUN) / S
    for k in range(round(SECONDS / STEP_S) + 1):
        now_ns, at_s = round(k * STEP_S * S), k * STEP_S
        state.on_message(arm(now_ns, (turned(at_s), *HOME[1:]), clearance=0.05 + 1e-4 * (k % 7)), now_ns)
        report = telemetry(now_ns - 7 * S // 2, (turned(at_s - trip_s), *HOME[1:]))
        state.on_message(report, now_ns)
    return state.snapshot(now_ns)


@pytest.fixture
def panel(tmp_path):
    application()
    made = PlotsPanel(RUN, ROBOT, tmp_path)
    made.resize(1000, 260)
    made.show()
    yield made
    made.close()
    made.deleteLater()


def drawn(panel, seen, *names):
    for name in names:
        panel.on_figure(name)
    for _ in range(2):
        QApplication.processEvents()
        panel.draw(seen, seen.at_ns)
    return panel


def curve(panel, name):
    plot = next(each for each in panel.sheet.plots if name in each.figures)
    return [np.asarray(each) for each in plot.figures[name].curve.getData()]


def press(panel, key):
    """Press a key that needs no focus."""
    found = [each for each in panel.findChildren(QShortcut) if each.key().toString() == key]
    assert len(found) == 1, key
    found[0].activated.emit()


def test_a_figure_is_found_by_words_of_its_name_and_plotted_by_enter(panel, seen):
    press(panel, "Ctrl+F")
    QTest.keyClicks(panel.figures.field, "telem q[1]")
    assert panel.figures.names == [Q1, "Telemetry.hold_q[1]"]
    QTest.keyClick(panel.figures.field, Qt.Key.Key_Return)
    drawn(panel, seen)
    assert [list(plot.figures) for plot in panel.sheet.plots] == [[Q1]]
    assert panel.figures.field.completer() is None


def test_shift_enter_puts_a_figure_into_the_plot_that_is_chosen_if_it_has_its_unit(panel, seen):
    drawn(panel, seen, Q1)
    for typed in ("q_commanded[1]", "scene.distance predicted"):
        panel.figures.field.setText(typed)
        panel.figures.narrow(typed)
        QTest.keyClick(panel.figures.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert [list(plot.figures) for plot in panel.sheet.plots] == [[Q1, COMMANDED], [NEAR]]


def test_a_name_is_dragged_from_the_list_to_the_plots(panel, seen):
    drawn(panel, seen)
    panel.figures.narrow(NEAR)
    source = panel.figures.list.viewport()
    start = panel.figures.list.visualItemRect(panel.figures.list.currentItem()).center()
    to = source.mapFromGlobal(panel.sheet.mapToGlobal(panel.sheet.rect().center()))
    QTest.mousePress(source, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(source, start + QPoint(40, 0))
    QTest.mouseMove(source, to)
    QTest.mouseRelease(source, Qt.MouseButton.LeftButton, pos=to)
    assert [list(plot.figures) for plot in panel.sheet.plots] == [[NEAR]]


def test_a_figure_is_dragged_from_another_panel_and_esc_ends_no_drag(panel, seen):
    window, trends = QWidget(), TrendsPanel(RUN, ROBOT)
    column(window, trends, panel)
    window.resize(1000, 400)
    window.show()
    drawn(panel, seen)
    trends.draw(seen, seen.at_ns)
    source = trends.residual.value
    to = source.mapFromGlobal(panel.sheet.mapToGlobal(panel.sheet.rect().center()))
    QTest.mousePress(source, Qt.MouseButton.LeftButton)
    QTest.mouseMove(source, QPoint(40, 40))
    QTest.keyClick(window, Qt.Key.Key_Escape)
    QTest.mouseMove(source, to)
    QTest.mouseRelease(source, Qt.MouseButton.LeftButton, pos=to)
    assert [list(plot.figures) for plot in panel.sheet.plots] == [["PredictedArm.residual"]]
    panel.setParent(None)
    window.close()


def test_a_curve_has_at_most_two_points_a_pixel_and_no_peak_is_lost(panel, seen):
    panel.resize(500, 260)
    drawn(panel, seen, NEAR)
    _, values = curve(panel, NEAR)
    assert len(values) <= 2 * (panel.sheet.plots[0].graph.pixels + 2) < 900
    assert [values.min(), values.max()] == pytest.approx([50.0, 50.6], abs=1e-3)


def test_all_pens_are_thin_and_cosmetic(panel, seen):
    drawn(panel, seen, Q1, COMMANDED, NEAR)
    for plot in panel.sheet.plots:
        for item in plot.graph.getPlotItem().curves:
            pen = item.opts["pen"]
            assert pen.isCosmetic() and pen.widthF() == 1.0


def test_limits_are_lines_in_the_unit_that_is_shown_and_come_into_sight_by_a_key(panel, seen):
    drawn(panel, seen, Q1)
    (plot,) = panel.sheet.plots
    lines = [line.value() for line in plot.figures[Q1].limits]
    assert lines == pytest.approx(np.degrees(RUN.reach[0]))
    low, high = plot.graph.viewRange()[1]
    assert -30.0 < low < high < 30.0
    press(panel, "Ctrl+L")
    drawn(panel, seen)
    low, high = plot.graph.viewRange()[1]
    assert low < lines[0] < lines[1] < high


def test_telemetry_lies_in_the_band_of_what_was_commanded_one_round_trip_ago(panel, seen):
    drawn(panel, seen, Q1)
    (plot,) = panel.sheet.plots
    band = plot.figures[Q1].band
    (at_s, low), (_, high) = band.low.getData(), band.high.getData()
    seen_s, values = curve(panel, Q1)
    inside = seen_s > at_s[0]
    lows, highs = (np.interp(seen_s[inside], at_s, edge) for edge in (low, high))
    assert inside.sum() > 300 and (lows < values[inside]).all() and (values[inside] < highs).all()
    assert highs - lows == pytest.approx(2 * np.degrees(QUIET_RAD), abs=1e-4)
    press(panel, "Ctrl+B")
    drawn(panel, seen)
    assert not band.low.isVisible()


def test_two_cursors_tell_their_values_and_the_difference(panel, seen):
    drawn(panel, seen, COMMANDED)
    for key, times in (("Ctrl+Shift+Left", 11), ("Ctrl+Alt+Right", 11)):
        for _ in range(times):
            press(panel, key)
    drawn(panel, seen)
    first_ns, second_ns = panel.sheet.looks.cursors_ns
    assert (second_ns - first_ns) / S == pytest.approx(0.2 * 60.0)
    change = np.degrees(turned(second_ns / S) - turned(first_ns / S))
    assert panel.cursors.text().endswith(f"B-A 12.000 s  {change:.1f} °")
    press(panel, "Ctrl+Shift+Del")
    drawn(panel, seen)
    assert panel.cursors.isHidden()


def test_a_click_sets_a_cursor_a_drag_pans_and_the_wheel_zooms(panel, seen):
    drawn(panel, seen, NEAR)
    graph = panel.sheet.plots[0].graph
    middle = graph.rect().center()
    QTest.mouseClick(graph.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert panel.sheet.looks.cursors_ns[0] is not None and not panel.sheet.looks.window.follows
    before_ns = panel.sheet.window_ns
    QTest.mousePress(graph.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(graph.viewport(), middle + QPoint(50, 0))
    QTest.mouseRelease(graph.viewport(), Qt.MouseButton.LeftButton, pos=middle + QPoint(50, 0))
    moved_ns = before_ns[0] - panel.sheet.window_ns[0]
    assert moved_ns == pytest.approx(50 / graph.pixels * 60 * S, rel=0.05)
    at = QPointF(middle)
    no_button, no_key = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    phase = Qt.ScrollPhase.NoScrollPhase
    wheel = QWheelEvent(at, at, QPoint(), QPoint(0, 240), no_button, no_key, phase, False)
    QApplication.sendEvent(graph.viewport(), wheel)
    assert panel.sheet.looks.window.span_ns == pytest.approx(60 * S / ZOOM**2)


@pytest.mark.parametrize(
    ("key", "is_so"),
    [
        ("Ctrl+Left", lambda sheet: not sheet.looks.window.follows),
        ("Ctrl+Right", lambda sheet: not sheet.looks.window.follows),
        ("Ctrl+Up", lambda sheet: sheet.looks.window.span_ns < 60 * S),
        ("Ctrl+Down", lambda sheet: sheet.looks.window.span_ns > 60 * S),
        ("Ctrl+End", lambda sheet: not sheet.looks.window.follows),
        ("Ctrl+Home", lambda sheet: sheet.window_ns[0] <= 0),
        ("Ctrl+PgUp", lambda sheet: sheet.chosen == 0),
        ("Ctrl+PgDown", lambda sheet: sheet.chosen == 0),
        ("Ctrl+Del", lambda sheet: len(sheet.plots) == 1),
    ],
)
def test_everything_is_done_by_keys_too(panel, seen, key, is_so):
    drawn(panel, seen, Q1, NEAR)
    assert not is_so(panel.sheet)
    press(panel, key)
    drawn(panel, seen)
    assert is_so(panel.sheet)


def test_plots_have_one_window_of_time(panel, seen):
    drawn(panel, seen, Q1, NEAR, "PredictedArm.residual")
    press(panel, "Ctrl+Left")
    drawn(panel, seen)
    ranges = [plot.graph.viewRange()[0] for plot in panel.sheet.plots]
    assert ranges[0] == ranges[1] == ranges[2]


def test_in_a_replay_all_of_the_recording_is_there_and_a_line_at_the_place(panel, seen):
    status = ReplayStatus(
        at=30.0, duration=90.0, speed=1.0, playing=False, sent=0, done=False, detail="", loop=None
    )
    replay = replace(seen.replay, status=Stamped(status, 0, 9.0))
    at_30_s = replace(seen, place_ns=30 * S, replay=replay)
    panel.on_figure(Q1)
    press(panel, "Ctrl+Home")
    for _ in range(3):
        panel.draw(at_30_s, 30 * S)
        press(panel, "Ctrl+Home")
    (plot,) = panel.sheet.plots
    assert curve(panel, Q1)[0][-1] == pytest.approx(90.0)
    assert [line.value() for line in plot.graph.items() if isinstance(line, InfiniteLine)].count(30.0) == 1
    assert plot.figures[Q1].label.text().startswith(plot_words.value(np.degrees(newest(seen, 30.0)), "°"))


def newest(seen, at_s):
    """What telemetry had told of the first joint by then."""
    return seen.series.series(Q1).newest(round(at_s * S))[1]


def test_the_newest_value_is_written_with_its_age_and_struck_when_it_is_old(panel, seen):
    drawn(panel, seen, Q1, NEAR)
    first, second = (next(iter(plot.figures.values())).label for plot in panel.sheet.plots)
    assert first.text().endswith(" °  Telemetry.q[1], 3.5 s ago")
    assert second.text().endswith(" mm  PredictedArm.scene.distance, 0.0 s ago")
    panel.draw(seen, seen.at_ns + 20 * S)
    assert first.is_struck and second.is_struck


def test_picture_and_table_go_into_the_folder_of_the_run_and_it_is_told_where(panel, seen, tmp_path):
    drawn(panel, seen, Q1)
    press(panel, "Ctrl+P")
    drawn(panel, seen)
    assert panel.message.text() == f"written: {tmp_path / 'plots-1.png'}"
    assert QImage(str(tmp_path / "plots-1.png")).width() == panel.sheet.width()
    press(panel, "Ctrl+E")
    panel.writer.join()
    drawn(panel, seen)
    with (tmp_path / "plots-1.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert panel.message.text() == f"written: {tmp_path / 'plots-1.csv'}, {len(rows)} rows"
    assert {row["figure"] for row in rows} == {"Telemetry.q[1] [rad]"}
    assert len(rows) == pytest.approx(600, abs=3)
    press(panel, "Ctrl+P")
    assert (tmp_path / "plots-2.png").exists()


def test_there_is_an_end_of_plots_and_of_curves_and_it_is_told(panel, seen):
    for joint in range(1, 7):
        panel.on_figure(f"Telemetry.q[{joint}]")
    panel.on_figure(NEAR)
    drawn(panel, seen)
    assert "no more than 6 plots" in panel.message.text()
    for joint in range(1, 7):
        panel.figures.add(f"PredictedArm.q_commanded[{joint}]", True)
    assert max(len(plot.figures) for plot in panel.sheet.plots) == MOST_CURVES


def test_what_nobody_sees_is_not_drawn(panel, seen):
    panel.hide()
    drawn(panel, seen, Q1)
    assert len(curve(panel, Q1)[0]) == 0
