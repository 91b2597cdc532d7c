"""Opens a console as its process does, says where HOLD and the top bar are, and keeps a picture.

    python layout_probe.py MORE|- [PICTURE.png]
    -> JSON: screen, window, hold, top, scene (x, y, width, height), panels, cut_off, squeezed, too_wide,
       queue_rows

MORE is the place of a panel more, as large as a small screen, which no list but the one here knows.
cut_off are the texts of top row and strips that cannot be read whole, squeezed the panels that lack room,
too_wide those that reach beyond their place, in contact or in loss of signal.  queue_rows are seen of the
queue in its drawer, without scrolling anything.
"""

import json
import sys

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel
from screen_bench import RUN, S, application, arm, bridge, flat_window, gate, roll_back, telemetry

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import Handover
from ground.console.panels.panel_layout import PanelPlace, PanelRow
from ground.console.panels.panels import PANELS
from ground.console.widgets.figure import Panel
from ground.console.widgets.line_table import ROW_PX
from ground.operator.person.person_plans import OfferedPlan
from ground.operator.person.pilot_state import PilotState
from ground.operator.procedure import PartRow
from telemetry.messages.acts import Lease
from telemetry.messages.images import ImageStatus
from tests.nominal_run import hold_press

RUN_S = 95
OFFERED = OfferedPlan("plan 1", (PartRow("1-3", "joint move, joint move, line", "to do", ""),), "plan 1-3")
PICTURES = ImageStatus(
    camera="global",
    number=9,
    age=3.6,
    received=108,
    mended=3,
    incomplete=0,
    whole=1.0,
    missing=0.0,
    agreement=1.0,
)
LARGE = (300, 300)  # [px]


def large_panel(sources):
    panel = Panel("MORE")
    panel.setMinimumSize(*LARGE)
    return panel


def place(widget):
    return QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())


def cut_off(window):
    """Texts of the top bar and the strips that need more room than they have."""
    labels = [label for part in (window.top, window.strip) for label in part.findChildren(QLabel)]
    outside = [label for label in labels if not is_inside(label, window)]
    return [label.text() for label in labels if label.isVisible() and (label in outside or is_cut_off(label))]


def is_inside(label, window):
    part = next(part for part in (window.top, window.strip) if part.isAncestorOf(label))
    return place(part).contains(place(label))


def is_cut_off(label):
    if label.wordWrap():
        return label.heightForWidth(label.width()) > label.height()
    return label.sizeHint().width() > label.width()


def squeezed(window):
    """Panels that are lower than what they hold."""
    shown = [(name, panel) for name, panel in window.panels.items() if panel.isVisible()]
    return [name for name, panel in shown if panel.height() < needed_height(panel)]


def needed_height(panel):
    rows = panel.layout()
    return max(panel.minimumSizeHint().height(), rows.totalMinimumHeightForWidth(panel.width()))


def too_wide(window):
    """Panels that reach beyond what their column shows."""
    drawers = window.areas.drawers  # their panels scroll sideways in a narrow window
    shown = [
        (name, panel)
        for name, panel in window.panels.items()
        if panel.isVisible() and not drawers.isAncestorOf(panel)
    ]
    return [name for name, panel in shown if place(panel).right() > column_end(panel)]


def column_end(panel):
    stack = panel.parentWidget()
    return place(stack.parentWidget()).right()


def with_one_more(place):
    """The list of panels, and a large panel at its end; "-": without it."""
    if place == "-":
        return PANELS
    return (
        *PANELS,
        PanelRow("more", PanelPlace(place), large_panel, tab="MORE"),
    )


def show(more, picture):
    """A window in which everything has something to say, and a person has pressed HOLD."""
    application()
    handover = Handover()
    window = flat_window(handover, lambda: RUN_S * S, panels=with_one_more(more))
    state = ConsoleState(RUN)
    told = (
        Lease(holder="operator", until_ns=99 * S),
        gate("stopping", held_by="console", time_step=3.02),
        bridge(),
        arm(RUN_S * S),
        telemetry(RUN_S * S - 7 * S // 2),
        roll_back(),
        PICTURES,
    )
    for message in told:
        state.on_message(message, RUN_S * S)
    state.on_hold_pressed(hold_press("console"), (RUN_S - 2) * S)
    handover.publish(state.snapshot(RUN_S * S))
    window.draw()
    window.open()
    window.close()
    settle()
    if picture:
        window.grab().save(picture)
    return window, state, handover


def queue_rows(window, state, handover):
    """How many rows of the queue a person sees who keeps the lease."""
    pilot = PilotState(
        holds_lease=True, keeps_lease=True, offers=(OFFERED,), plan=None, pending=None, flies=True
    )
    state.on_message(gate("plan"), RUN_S * S)
    handover.publish(state.snapshot(RUN_S * S, pilot))
    window.areas.open_or_close("QUEUE")
    window.draw()
    settle()
    return window.panels["queue"].table.viewport().visibleRegion().boundingRect().height() // ROW_PX


def lose_signal(window, state, handover):
    """Draw what is shown when contact has ended."""
    state.on_message(gate("held", has_window=False), RUN_S * S)
    handover.publish(state.snapshot(RUN_S * S))
    window.draw()
    settle()


def settle():
    for _ in range(5):
        QApplication.processEvents()


def main(more, picture=None):
    window, state, handover = show(more, picture)
    found = {
        "screen": QGuiApplication.primaryScreen().availableGeometry(),
        "window": window.frameGeometry(),
        "hold": place(window.top.hold),
        "top": place(window.top),
        "scene": place(window.panels["scene"].view.canvas),
    }
    told = {name: [r.x(), r.y(), r.width(), r.height()] for name, r in found.items()}
    lists = {"panels": list(window.panels), "cut_off": cut_off(window), "squeezed": squeezed(window)}
    lists["too_wide"] = too_wide(window)
    lists["queue_rows"] = queue_rows(window, state, handover)
    lose_signal(window, state, handover)
    lists["too_wide"] += too_wide(window)
    print(json.dumps({**told, **lists}))


main(*sys.argv[1:])
