"""`farhand console` with a person in front of it: real events of mouse and keyboard, on the real window.

python flown_window.py PASS TOLD        PASS: a function of this file; TOLD: a file for what was seen
"""

import sys
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest

from ground.cli import main
from ground.console import application
from ground.console.facts.handover import PROCESS_HANDOVER
from ground.console.main_window import MainWindow
from ground.console.widgets.hand_pad import SIDE_PX

LOOK_MS = 50
LEFT = Qt.MouseButton.LeftButton
MIDDLE = QPoint(SIDE_PX // 2, SIDE_PX // 2)
UP = QPoint(0, 34)  # on the pad: 4 cm of the hand
KEYS = {
    "lease": Qt.Key.Key_F1, "plan": Qt.Key.Key_F2, "arm plan": Qt.Key.Key_F3, "arm hand": Qt.Key.Key_F4,
    "disarm": Qt.Key.Key_F5, "resume": Qt.Key.Key_F6, "end": Qt.Key.Key_F8,
}  # fmt: skip


class Person:
    """Somebody at the window, who presses again what was refused."""

    def __init__(self, window, told):
        self.window, self.pad, self.told = window, window.panels["hand"].pad, told
        window.areas.raise_tab("HAND")

    @property
    def state(self):
        gate = PROCESS_HANDOVER.newest and PROCESS_HANDOVER.newest.authority.gate
        return gate.value.state if gate else ""

    @property
    def pending(self):
        return PROCESS_HANDOVER.newest.pilot.pending

    def tell(self, what):
        with Path(self.told).open("a", encoding="utf-8") as file:
            file.write(f"{what}\n")

    def until(self, condition, looks=10**6):
        while not condition() and looks:
            looks -= 1
            yield

    def pause(self, seconds):
        yield from self.until(lambda: False, round(seconds * 1000 / LOOK_MS))

    def press(self, key):
        QTest.keyClick(self.window, key)

    def do(self, act):
        """Press an act's key, once it applies, until it is done."""
        while True:
            yield from self.until(lambda: not self.window.keys.keys[act].is_grey)
            self.press(KEYS[act])
            if act == "end":
                self.press(Qt.Key.Key_F10)
            yield from self.pause(0.2)
            yield from self.until(lambda: self.pending is None or not self.pending.waits_for)
            if self.pending is not None and not self.pending.refused:
                return self.tell(act)
            yield from self.pause(1.0)

    def take_hand(self):
        """Hold the mouse on the pad, and arm; again until the arm follows."""
        while self.state != "teleop":
            QTest.mousePress(self.pad, LEFT, pos=MIDDLE)
            yield from self.do("arm hand")
            yield from self.until(lambda: self.state not in ("rest", "filling"), 100)
            if self.state != "teleop":
                self.let_go()
                yield from self.pause(1.0)

    def let_go(self):
        QTest.mouseRelease(self.pad, LEFT, pos=MIDDLE)


def resumed(person):
    yield from person.until(lambda: person.state == "held")
    yield from person.do("lease")
    yield from person.do("resume")


def whole_pass(person):
    """Lease, plan, arm, HOLD in mid-plan, RESUME, a stroke, disarm, end."""
    yield from resumed(person)
    yield from person.do("plan")
    yield from person.until(lambda: PROCESS_HANDOVER.newest.plan.ready is not None)
    person.tell(f"planned path of {len(PROCESS_HANDOVER.newest.plan.ready.path)} poses")
    yield from person.do("arm plan")
    yield from person.until(lambda: person.state == "plan")
    yield from person.pause(2.0)
    person.press(Qt.Key.Key_Escape)
    yield from person.until(lambda: person.state == "held")
    person.tell("held")
    yield from person.do("resume")
    yield from stroke(person)
    yield from person.do("end")


def stroke(person):
    """Pull, let the hand come back, and disarm; again if the arm did not follow to the end."""
    while True:
        yield from person.take_hand()
        QTest.mouseMove(person.pad, MIDDLE - UP)
        yield from person.pause(1.0)
        QTest.mouseMove(person.pad, MIDDLE)
        yield from person.pause(1.0)
        followed = person.state == "teleop"
        if followed:
            person.tell("stroke")
            yield from person.do("disarm")
        person.let_go()
        if followed:
            return
        yield from person.pause(1.0)


def steering(person):
    """Lease, and the hand on the handle, which pulls."""
    yield from resumed(person)
    yield from person.take_hand()
    QTest.mouseMove(person.pad, MIDDLE - UP)
    yield from person.pause(3.0)
    person.tell("steering")
    yield from person.until(lambda: False)


class FlownWindow(MainWindow):
    """The window, with a person in front of it from the moment it is open."""

    def open(self):
        super().open()
        self.activateWindow()  # there may be no window manager to do it
        self.steps = globals()[sys.argv[1]](Person(self, sys.argv[2]))
        self.looks = QTimer(self)
        self.looks.timeout.connect(lambda: PROCESS_HANDOVER.newest and next(self.steps, None))
        self.looks.start(LOOK_MS)


if __name__ == "__main__":
    application.MainWindow = FlownWindow
    sys.exit(main(["console"]))
