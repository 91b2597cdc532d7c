"""Opens a console as its process does, says where HOLD and the top bar are, and keeps a picture.

    python layout_probe.py [PICTURE.png]   ->  JSON: screen, window, hold, top (x, y, width, height), cut_off

cut_off are the texts of top bar and strip that cannot be read whole.
"""

import json
import sys

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel
from screen_bench import RUN, S, application, arm, bridge, flat_window, gate, roll_back, telemetry

from ground.console.handover import Handover
from ground.console.state import ConsoleState
from telemetry.messages.acts import Lease
from tests.nominal_run import hold_press

RUN_S = 95


def place(widget):
    return QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())


def cut_off(window):
    """Texts of the top bar and the strips that need more room than they have."""
    labels = [label for part in (window.top, *window.strips.all) for label in part.findChildren(QLabel)]
    outside = [label for label in labels if not is_inside(label, window)]
    return [label.text() for label in labels if label.isVisible() and (label in outside or is_cut_off(label))]


def is_inside(label, window):
    part = next(part for part in (window.top, *window.strips.all) if part.isAncestorOf(label))
    return place(part).contains(place(label))


def is_cut_off(label):
    if label.wordWrap():
        return label.heightForWidth(label.width()) > label.height()
    return label.sizeHint().width() > label.width()


def show(picture):
    """A window in which everything has something to say, and a person has pressed HOLD."""
    application()
    handover = Handover()
    window = flat_window(handover, lambda: RUN_S * S)
    state = ConsoleState(RUN)
    told = (
        Lease(holder="operator", until_ns=99 * S),
        gate("stopping", held_by="console", time_step=3.02),
        bridge(),
        arm(RUN_S * S),
        telemetry(RUN_S * S - 7 * S // 2),
        roll_back(),
    )
    for message in told:
        state.consume(message, RUN_S * S)
    state.pressed_hold(hold_press("console"), (RUN_S - 2) * S)
    handover.publish(state.snapshot(RUN_S * S))
    window.draw()
    window.open()
    window.close()
    for _ in range(5):
        QApplication.processEvents()
    if picture:
        window.grab().save(picture)
    return window


def main(picture=None):
    window = show(picture)
    found = {
        "screen": QGuiApplication.primaryScreen().availableGeometry(),
        "window": window.frameGeometry(),
        "hold": place(window.top.hold),
        "top": place(window.top),
    }
    told = {name: [r.x(), r.y(), r.width(), r.height()] for name, r in found.items()}
    print(json.dumps({**told, "cut_off": cut_off(window)}))


main(*sys.argv[1:])
